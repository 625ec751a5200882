"""Judges many cases from a file: JSON lines, or one JSON array.

Each case is answered with one line, in order, as soon as it is read. The input may be
anybody's: whatever is no case is answered with one sentence and costs nothing but its
own line.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from p10net.cli import verdict
from p10net.cli.cards import shown
from p10net.cli.exits import Exit, Trouble
from p10net.cli.rules_file import change
from p10net.cli.unreadable import array, why
from p10net.client.words.cards import faces
from p10net.client.words.notation import read, read_all
from p10net.engine import phases
from p10net.engine.cards import Hand, points
from p10net.engine.melds import Meld
from p10net.engine.rules import Rules
from p10net.protocol.clean import clean

LONGEST = 1 << 20
"""Bytes of the longest line; a case has a few hundred."""
LARGEST = 1 << 24
"""Bytes of the largest array, which must be held in memory as a whole."""
ENDLESS = 1 << 26
"""Bytes of a line after which it is not waited for any more."""
NO_END = "this line has no end, so nothing after it was read."
MOST = 64
"""Most groups, hits, or cards of a meld: all of one color and all wilds are fewer."""
MOST_HELD = 24
"""Most cards of a hand: twice as many as anybody can hold, and soon searched."""
LONGEST_ERROR = 250

Id = str | int | None
CardText = Annotated[str, Meta(max_length=8 * MOST)]
PhaseText = Annotated[str, Meta(max_length=phases.LONGEST_TEXT)]
Setting = str | int | float | bool
EndText = Literal["", "low", "high"] | None
Answer = dict[str, Any]


class Case(Struct, tag_field="kind", kw_only=True):
    """What every case may say; `option` holds one `switch=value` or more."""

    id: Id = None
    option: str | list[str] | dict[str, Setting] | None = None


class LayCase(Case, tag="lay", kw_only=True):
    """Whether these groups may be laid as the phase."""

    phase: PhaseText
    groups: Annotated[list[CardText], Meta(max_length=MOST)]


class HandCase(Case, tag="hand", kw_only=True):
    """Whether this hand can lay the phase, and what is left at best."""

    phase: PhaseText
    hand: CardText


class TableCase(Case, kw_only=True):
    """A meld as it lies; `colors` are those an alternating run goes through.

    "?" or none are colors of the player's choice.
    """

    meld: Annotated[str, Meta(max_length=40)]
    table: CardText
    colors: Annotated[str, Meta(max_length=4)] = ""


class HitCase(TableCase, tag="hit", kw_only=True):
    """Whether the meld takes this card."""

    card: CardText
    end: EndText = None


class Try(Struct, kw_only=True):
    """A card, and the end of a run it is meant for."""

    card: CardText
    end: EndText = None


class HitsCase(TableCase, tag="hits", kw_only=True):
    """Which of these cards the meld takes, one after the other."""

    hits: Annotated[list[Try], Meta(max_length=MOST)]


class ScoreCase(Case, tag="score", kw_only=True):
    """How many points this hand counts."""

    hand: CardText


class FlowCase(Case, tag="flow"):
    """A course of play, which needs a whole table: not judged here."""


AnyCase: TypeAlias = LayCase | HandCase | HitCase | HitsCase | ScoreCase | FlowCase


class Label(Struct):
    """The one thing that is read of a case that cannot be judged."""

    id: Id = None


# --- One case ------------------------------------------------------------------------


def _task(rules: Rules, text: str) -> verdict.Task:
    return verdict.task(rules, phases.parse(text))


def held(text: str) -> Hand:
    """Read the cards of a hand; raises ValueError."""
    hand = read_all(text)
    if len(hand) > MOST_HELD:
        raise ValueError(f"A hand has at most {MOST_HELD} cards: name fewer.")
    return hand


def _lay(case: LayCase, rules: Rules) -> Answer:
    task, groups = _task(rules, case.phase), tuple(map(read_all, case.groups))
    if verdict.beyond(rules, tuple(chain.from_iterable(groups))) is not None:
        return {"legal": False, "legal_rearranged": False}
    ruling = verdict.laid(task, groups)
    return {
        "legal": ruling.typed is not None,
        "legal_rearranged": ruling.arranged is not None,
    }


def _hand(case: HandCase, rules: Rules) -> Answer:
    hand = held(case.hand)
    task = _task(rules, case.phase)
    there = verdict.beyond(rules, hand) is None
    found = verdict.best(task, hand, task.keep) if there else None
    left = None if found is None else points(found.left)
    return {"legal": found is not None, "left_points": left}


def _meld(case: TableCase, rules: Rules) -> Meld:
    lying: Hand = read_all(case.table)
    meld = verdict.on_table(rules, case.meld, lying, case.colors)
    if meld is None:
        raise ValueError(f"{faces(lying)} is no {case.meld}: correct the table.")
    return meld


def _hit(case: HitCase, rules: Rules) -> Answer:
    hit = _after(_meld(case, rules), case, rules)
    return {"legal": hit is not None}


def _after(meld: Meld, tried: HitCase | Try, rules: Rules) -> Meld | None:
    card = read(tried.card)
    if verdict.beyond(rules, (*meld.cards, card)) is not None:
        return None
    return verdict.hit(meld, card, tried.end or "")


def _hits(case: HitsCase, rules: Rules) -> Answer:
    meld, legal = _meld(case, rules), []
    for each in case.hits:
        after = _after(meld, each, rules)
        legal.append(after is not None)
        meld = after or meld
    return {"legal": all(legal), "hits": legal, "final": faces(meld.cards)}


JUDGES: Mapping[type[Case], Callable[[Any, Rules], Answer]] = {
    LayCase: _lay,
    HandCase: _hand,
    HitCase: _hit,
    HitsCase: _hits,
    ScoreCase: lambda case, rules: {"points": points(read_all(case.hand))},
    FlowCase: lambda case, rules: {"skipped": True},
}


def _settled(rules: Rules, case: Case) -> Rules:
    """Change the rules as the case says: in a text, a list of them, or an object."""
    option = case.option or ()
    if isinstance(option, dict):
        option = [f"{name}={_typed(value)}" for name, value in option.items()]
    elif isinstance(option, str):
        option = [option] if option.strip() else []
    return change(rules, option)


def _typed(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def judge(line: bytes, rules: Rules, where: str) -> Answer:
    """Answer one case; what cannot be read gets an `error` with a sentence."""
    try:
        if len(line) > LONGEST:
            raise ValueError(f"a case has at most {LONGEST} bytes: shorten it.")
        case = msgspec.json.decode(line, type=AnyCase)
        settled = _settled(rules, case)
        with shown(settled):
            return {"id": case.id, **JUDGES[type(case)](case, settled)}
    except (msgspec.MsgspecError, ValueError, RecursionError, Trouble) as error:
        return {"id": _id(line), "error": _sentence(where, why(line, error))}


def _id(line: bytes) -> Id:
    try:
        return msgspec.json.decode(line[: LONGEST + 1], type=Label).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _sentence(where: str, said: str) -> str:
    text = clean(said)[:LONGEST_ERROR].rstrip(".")
    return f"{where}: {text}{'' if text.endswith('?') else '.'}"


# --- All of them ---------------------------------------------------------------------


class Endless(Exception):
    """A line goes on and on."""


class Piece(NamedTuple):
    """A case as it stands in the source: where, its bytes, or why there is none."""

    where: str
    data: bytes
    fault: str = ""


def pieces(source: BinaryIO) -> Iterator[Piece]:
    """Take the cases out of JSON lines or of one array; blank lines are none.

    A line that is too long comes cut off, so that it is still too long.
    """
    begun = False
    for number in count(1):
        try:
            line = _next(source)
        except Endless:
            yield Piece(f"Line {number}", b"", NO_END)
            return
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line:
            return
        if not begun and line.lstrip().startswith(b"["):
            yield from _array(line + source.read(LARGEST), number)
            return
        if line.strip():
            begun = True
            yield Piece(f"Line {number}", line)


def _next(source: BinaryIO) -> bytes:
    line = source.readline(LONGEST + 1)
    rest, passed = line, 0
    while len(rest) > LONGEST and not rest.endswith(b"\n"):
        rest, passed = source.readline(LONGEST + 1), passed + len(rest)
        if passed > ENDLESS:
            raise Endless
    return line


def _array(data: bytes, first: int) -> Iterator[Piece]:
    try:
        cases = msgspec.json.decode(data, type=list[Raw])
    except (msgspec.MsgspecError, RecursionError):
        line, fault = array(data)
        yield Piece(f"Line {first + line - 1}", b"", fault)
        return
    for number, case in enumerate(cases, 1):
        yield Piece(f"Case {number}", bytes(case))


def run(source: BinaryIO, rules: Rules, say: Callable[[str], None]) -> Exit:
    """Answer every case of the source; say one line of JSON for each."""
    code = Exit.FINE
    for where, line, fault in pieces(source):
        if fault:
            answer: Answer = {"id": None, "error": _sentence(where, fault)}
        else:
            answer = judge(line, rules, where)
        if "error" in answer:
            code = Exit.USAGE
        say(msgspec.json.encode(answer).decode())
    return code
