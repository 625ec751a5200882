"""The golden vectors hold, in Python and in JavaScript.

`tests/vectors.mjs` reads the same files with code of its own, from the bytes up.
"""

import json
import runpy
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from p10net.client.deals import Deals
from p10net.client.deck import Finding
from p10net.protocol.codec import HEADER, Frames, for_client, for_host, frame, unpack
from p10net.protocol.deals import DealNews
from p10net.protocol.errors import ProtocolError
from p10net.protocol.messages import answer
from tests.make_vectors import FILES, INDEX, VECTORS, path, written
from tests.shell import inside

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    """Read one file's cases."""
    found: list[Case] = json.loads(path(name).read_text("utf-8"))["cases"]
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_code_says(name: str) -> None:
    """`python -m tests.make_vectors --write` would change nothing."""
    assert path(name).read_text("utf-8") == written(name)


# --- framing ---------------------------------------------------------------------


def bodies(pieces: Iterator[bytes], cap: int) -> tuple[list[str], str | None]:
    """Take the bodies out of a stream that comes in pieces, and how it ended."""
    frames, found = Frames(cap), []
    try:
        for piece in pieces:
            frames.feed(piece)
            while (body := frames.take()) is not None:
                found.append(body.hex())
    except ProtocolError as error:
        return found, error.code.value
    return found, None


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 4096, 1 << 20])
def test_streams_give_their_bodies_in_any_cut(size: int) -> None:
    """Pieces of one byte, pieces that cut a length, one piece: all the same."""
    for case in cases("framing"):
        stream = bytes.fromhex(case["stream"])
        pieces = (stream[i : i + size] for i in range(0, len(stream), size))
        assert bodies(pieces, case["cap"]) == (case["bodies"], case.get("bye")), case


# --- profile, messages, errors ---------------------------------------------------


def body_of(case: Case) -> bytes:
    """Check a frame's length and give what is in it."""
    data = bytes.fromhex(case["frame"])
    assert int.from_bytes(data[:HEADER], "big") == len(data) - HEADER
    return data[HEADER:]


READ: dict[str, Callable[[bytes], Any]] = {"to_host": for_host, "to_client": for_client}


def test_messages_are_read_and_written() -> None:
    """What is read is written back to the byte, and the unknown is left out."""
    for case in cases("messages"):
        read = READ[case["direction"]](body_of(case))
        if case.get("reads_as", case) is None:
            assert read is None
            continue
        back = frame(read)
        assert unpack(back[HEADER:]) == case.get("reads_as", case["message"]), case
        assert "reads_as" in case or back.hex() == case["frame"]


def test_every_message_is_there_in_every_form() -> None:
    """Barely, fully, and with what nobody knows yet."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for case in cases("messages"):
        found[case["direction"], case["message"]["t"]].update(case["forms"])
    wanted = {(way, t) for way, index in INDEX.items() for t in index}

    assert {"minimal", "full", "unknown"} >= set().union(*found.values())
    assert {key for key, forms in found.items() if len(forms) == 3} >= wanted


def test_wrong_frames_are_answered_as_written() -> None:
    """The code, the id and the path; what a person reads may change."""
    for name in ("profile", "errors"):
        for case in cases(name):
            if "value" in case:
                assert unpack(body_of(case)) == case["value"]
                continue
            with pytest.raises(ProtocolError) as caught:
                for_host(body_of(case))
            reply = unpack(frame(answer(caught.value))[HEADER:])
            expected = case.get("reply") or {"t": "bye", "code": case["bye"]}
            at = {"at": case["at"]} if case.get("at") else {}
            assert reply == {**expected, **at, "msg": reply["msg"]}, case


# --- the schema, and another language --------------------------------------------


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """`p10net schema` prints what the released file holds."""
    done = inside(capsys, "schema")
    record = json.loads((VECTORS / "protocol-1.json").read_text("utf-8"))

    assert done.code == 0
    assert json.loads(done.out) == record
    for way, index in record["index"].items():
        roots = [one["$ref"] for one in record["$defs"][way]["oneOf"]]
        assert list(index.values()) == roots
        for t, ref in index.items():
            definition = record["$defs"][ref.rpartition("/")[2]]
            assert definition["properties"]["t"] == {"enum": [t]}


def test_the_program_of_section_13_agrees() -> None:
    """`examples/check_deal.py` gives the deck of a fair deal, and stops at another."""
    program = runpy.run_path(str(VECTORS.parent / "examples" / "check_deal.py"))
    for case in cases("deals"):
        commits = case.get("commits", {}).get("commits", [])
        shares = case.get("shares", {}).get("shares", [])
        shown = case["proof"]["deals"][0]
        try:
            deck = program["check"](case["open"], commits, shares, shown)
        except AssertionError:
            deck = None
        assert deck == case.get("deck"), case["name"]


def test_the_stock_client_agrees_about_deals() -> None:
    """A watcher that hears the messages of a deal calls the same ones unfair."""
    for case in cases("deals"):
        deals = Deals()
        found: list[Finding] = []
        for name in ("open", "commits", "shares", "proof"):
            if name in case:
                message = for_client(msgpack.packb(case[name]))
                assert isinstance(message, DealNews)
                deals.missed()  # it sat down for this deal, which is the second
                deck = deals.heard(message, 0)[1]
                found += deck.findings if deck else []
        assert (not found) is case["fair"], (case["name"], found)


@pytest.mark.needs("node")
@pytest.mark.limit(60)
def test_javascript_agrees() -> None:
    """A reader written from PROTOCOL.md comes to the same in every case."""
    program = Path(__file__).with_name("vectors.mjs")
    done = subprocess.run(
        ["node", program, VECTORS], capture_output=True, text=True, timeout=50
    )
    counts = [f"{name}: {len(cases(name))} agree" for name in sorted(FILES)]

    assert done.stderr == ""
    assert done.stdout.splitlines() == counts
    assert done.returncode == 0
