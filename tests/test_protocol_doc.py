"""PROTOCOL.md says what the types say, and its examples travel.

Blocks between `made by the tests` marks are written from the types by

    python -m tests.test_protocol_doc --write

and a difference fails the test. Every line of a `p10net` block is decoded as the
other side would, and encoded again.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgpack
import pytest
from msgspec import Struct

from p10net.engine import shuffle
from p10net.engine.melds import Kind
from p10net.engine.moves import Action, Event, Offer
from p10net.engine.opening import full_deck
from p10net.engine.reasons import Reason
from p10net.engine.rules import ABOUT, OFFICIAL, Rules
from p10net.host.testhost.scripts import SCRIPTS
from p10net.protocol.codec import HEADER, for_client, for_host, frame, unpack
from p10net.protocol.errors import EXITS, FAREWELLS, REFUSALS, ByeCode, ErrCode
from p10net.protocol.limits import GUARD, LIMITS, Guard, Limits, lines
from p10net.protocol.messages import Going, News, ToClient
from p10net.protocol.owner import AdminOp
from p10net.protocol.people import Absence, AwayRule, PersonKind
from p10net.protocol.requests import ToHost
from p10net.protocol.schema import parts, rows
from p10net.protocol.version import FEATURES
from tests.transcript import in_hex, in_short

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "PROTOCOL.md"

TO_HOST, TO_CLIENT = get_args(ToHost), get_args(ToClient)
OPERATIONS, ACTIONS, EVENTS = get_args(AdminOp), get_args(Action), get_args(Event)
OFFERS = get_args(Offer)

# These have tables of their own, or stand where they are used.
ELSEWHERE = {Limits, Rules, *OPERATIONS, *ACTIONS, *OFFERS, *EVENTS}


# --- what the types say ----------------------------------------------------------


def told(kind: type[Struct]) -> str:
    """Give a docstring as paragraphs of one line each."""
    paragraphs = (kind.__doc__ or "").strip().split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def table(*head: str) -> Callable[[Sequence[tuple[str, ...]]], str]:
    """Make a function that writes rows under a head."""

    def write(body: Sequence[tuple[str, ...]]) -> str:
        every = [head, ("---",) * len(head), *body]
        return "\n".join(
            "| " + " | ".join(cell.replace("|", "\\|") for cell in row).strip() + " |"
            for row in every
        )

    return write


def fields(kind: type[Struct]) -> str:
    """Write the table of a struct's fields."""
    body = []
    for row in rows(kind):
        says = row.says + (f" (absent: {row.default})" if row.default else "")
        body.append(
            (f"`{row.name}`{'' if row.needed else '?'}", row.kind, says.strip())
        )
    return table("field", "type", "meaning")(body) if body else "No fields."


def section(kinds: tuple[Any, ...]) -> str:
    """Write one heading, text and table for each message or part."""
    titles = [kind.__struct_config__.tag or kind.__name__ for kind in kinds]
    return "\n\n".join(
        f"#### {title}\n\n{told(kind)}\n\n{fields(kind)}"
        for title, kind in zip(titles, kinds, strict=True)
    )


def short(kinds: tuple[Any, ...]) -> str:
    """Write one row for each of many small structs: tag, fields, text."""
    body = []
    for kind in kinds:
        _, *own = rows(kind)
        listed = ", ".join(
            f"`{row.name}`{'' if row.needed else '?'} {row.kind}" for row in own
        )
        body.append(
            (f"`{kind.__struct_config__.tag}`", listed, told(kind).replace("\n\n", " "))
        )
    return table("name", "fields", "meaning")(body)


def open_lists() -> str:
    """List the words of every open enum but the error codes, which have tables."""
    words: tuple[type[Enum], ...] = (PersonKind, Absence, AwayRule, Going, News)
    return "\n".join(
        f"* **{kind.__name__}**: "
        + ", ".join(f"`{word.value}`" for word in kind if word.value != "other")
        for kind in words
    )


def errors() -> str:
    """Write the table of refusals."""
    body = [(f"`{c.value}`", REFUSALS[c]) for c in ErrCode if c is not ErrCode.OTHER]
    return table("`err` code", "meaning and what to do")(body)


def byes() -> str:
    """Write the table of farewells."""
    codes = [code for code in ByeCode if code is not ByeCode.OTHER]
    body = [(f"`{c.value}`", FAREWELLS[c], str(EXITS[c])) for c in codes]
    return table("`bye` code", "meaning and what to do", "exit")(body)


def figures(of: Limits | Guard) -> str:
    """Write the table of the limits."""
    body = [
        (f"`{name}`", f"{value:,} {unit}", words)
        for name, value, unit, words in lines(of)
    ]
    return table("name", "figure", "what")(body)


def rules() -> str:
    """Write the table of the switches."""
    body = []
    for row in rows(Rules):
        about = ABOUT.get(row.name)
        values = about.values if about else {}
        says = about.says if about else row.says
        if not set(values) <= {"true", "false"}:
            says += ": " + "; ".join(
                f"`{value}` {words}" for value, words in values.items()
            )
        body.append((f"`{row.name}`", row.kind, row.default, says))
    return table("switch", "type", "default", "meaning")(body)


def features() -> str:
    """Write the table of features."""
    return table("feature", "what")(
        [(f"`{name}`", says) for name, says in FEATURES.items()]
    )


def shuffled() -> str:
    """Write the vectors of the shuffle."""
    game, secret = bytes(range(16)), b"\xa0" * 32
    shares = [(0, b"\1" * 32), (2, b"\3" * 32)]
    seed = shuffle.round_seed(game, 1, 4, secret, shares)
    deck = bytes(shuffle.permute(seed, range(108)))
    again = shuffle.reshuffle_seed(seed, 1, deck[:40])
    piled = bytes(shuffle.permute(again, deck[:40]))
    body = [
        ("host's commitment", shuffle.commitment(game, 1, 0xFF, secret).hex()),
        ("seat 0's", shuffle.commitment(game, 1, 0, shares[0][1]).hex()),
        ("seat 2's", shuffle.commitment(game, 1, 2, shares[1][1]).hex()),
        ("seed", seed.hex()),
        ("the deck begins", " ".join(map(str, deck[:12]))),
        ("SHA-256 of its 108 bytes", sha256(deck).hexdigest()),
        ("seed of reshuffle 1 of the deck's first 40", again.hex()),
        ("SHA-256 of those 40, shuffled", sha256(piled).hexdigest()),
    ]
    return table("what", "value")([(what, f"`{value}`") for what, value in body])


def bot() -> str:
    """Show the whole program of section 0."""
    return f"```python\n{(ROOT / 'examples' / 'plain_bot.py').read_text().strip()}\n```"


def checker() -> str:
    """Show the whole program that checks a deal."""
    program = (ROOT / "examples" / "check_deal.py").read_text().strip()
    return f"```python\n{program}\n```"


def scripts() -> str:
    """List what the test host puts a client through."""
    body = [
        (f"`{name}`", script.says + (", with `--tls`" if script.private else ""))
        for name, script in SCRIPTS.items()
    ]
    return table("script", "your client")(body)


def everything() -> tuple[Any, ...]:
    """List the structs inside messages that have no table elsewhere."""
    return tuple(kind for kind in parts(*TO_HOST, *TO_CLIENT) if kind not in ELSEWHERE)


MADE: dict[str, Callable[[], str]] = {
    "bot": bot,
    "checker": checker,
    "features": features,
    "to_host": lambda: section(TO_HOST),
    "to_client": lambda: section(TO_CLIENT),
    "parts": lambda: section(everything()),
    "open_lists": open_lists,
    "actions": lambda: short(ACTIONS),
    "events": lambda: short(EVENTS),
    "errors": errors,
    "byes": byes,
    "limits": lambda: figures(LIMITS),
    "guard": lambda: figures(GUARD),
    "operations": lambda: short(OPERATIONS),
    "rules": rules,
    "shuffle": shuffled,
    "hex": in_hex,
    "scripts": scripts,
    "transcript": in_short,
}
BLOCK = re.compile(r"(<!-- made by the tests: (\w+) -->\n)(.*?)(<!-- end -->)", re.S)


def made(page: str) -> str:
    """Write every made block anew."""
    return BLOCK.sub(lambda found: f"{found[1]}{MADE[found[2]]()}\n{found[4]}", page)


DECK_BEGINS = (58, 55, 91, 72, 34, 3, 52, 27, 11, 8, 74, 71)


# --- tests -----------------------------------------------------------------------


def test_the_page_says_what_the_types_say() -> None:
    """Tables, lists and vectors are as the code has them; see above how to renew."""
    page = PAGE.read_text("utf-8")

    assert sorted(found[1] for found in BLOCK.findall(page)) == sorted(MADE)
    assert made(page) == page


def examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the messages of all `p10net` blocks: the direction, and the map."""
    for block in re.findall(r"```p10net\n(.*?)```", PAGE.read_text("utf-8"), re.S):
        for way, text in re.findall(r"^([<>]) (.*(?:\n  .*)*)", block, re.M):
            yield way, json.loads(text)


@pytest.mark.parametrize(("way", "message"), list(examples()))
def test_an_example_is_read_and_written_back(way: str, message: dict[str, Any]) -> None:
    """Each example is a message, with no field that would be ignored or left out."""
    read: Callable[[bytes], Any] = for_host if way == ">" else for_client
    found = read(msgpack.packb(message))

    assert unpack(frame(found)[HEADER:]) == message


OWN_WORDS = {"bad_message", "bad_name", "bad_text", "name_taken"}


def test_refusals_in_examples_say_what_hosts_say() -> None:
    """The prose of an example is the host's, where a code has one sentence."""
    said = {
        message["code"]: message["msg"]
        for _, message in examples()
        if message["t"] == "err" and message["code"] not in OWN_WORDS
    }

    assert said
    assert said == {code: REFUSALS[ErrCode(code)] for code in said}


@pytest.mark.parametrize("words", [Reason, Kind])
def test_every_word_of_the_engine_has_its_line(words: type[Enum]) -> None:
    """Whys and kinds of goals are explained by hand, each once and in order."""
    listed = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE.read_text("utf-8"), re.M)
    mine = [word.value for word in words]

    assert any(listed[i : i + len(mine)] == mine for i in range(len(listed)))


def test_the_example_of_a_deal_is_checked_by_the_program_beside_it() -> None:
    """The deal that section 13 tells is that of its vectors, and it is fair."""
    said = [m for way, m in examples() if way == "<" and m["t"].startswith("deal_")]
    program = ROOT / "examples" / "check_deal.py"
    lines = "\n".join(map(json.dumps, said))
    done = subprocess.run(
        [sys.executable, program], input=lines, capture_output=True, text=True
    )
    deck = full_deck(OFFICIAL)

    assert done.stderr == ""
    assert done.stdout.split()[:12] == [deck[i].value for i in DECK_BEGINS]


def test_every_heading_of_the_contents_is_there() -> None:
    """The list at the top leads where it says."""
    page = PAGE.read_text("utf-8")
    links = re.findall(r"^(\d+)\. \[(.*?)\]\(#(.*?)\)$", page, re.M)
    headings = re.findall(r"^## (\d+)\. (.*)$", page, re.M)

    assert [(number, title) for number, title, _ in links] == headings
    for number, title, anchor in links:
        slug = re.sub(r"[^\w -]", "", f"{number}. {title}".lower()).replace(" ", "-")
        assert anchor == slug


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")
    else:
        sys.exit("usage: python -m tests.test_protocol_doc --write")
