"""What a guest did wrong, in a sentence, with a finger on the bytes.

Text only: what a fault means for the evening is not known here.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from p10net.protocol.clean import clean
from p10net.protocol.codec import HEADER, unpack
from p10net.protocol.errors import ProtocolError
from p10net.protocol.spots import Spot, find, flaw

A_LINE: Final = 16
"""Bytes shown on a line."""
AROUND: Final = 2
"""Lines shown before and after the marked ones."""
MOST_MARKED: Final = 4
"""Marked lines shown of a long spot."""
LONGEST: Final = 120
"""Letters that a message is told in."""

_WORD = re.compile(r"[a-z_]{1,32}")


class Fault(Exception):
    """The guest did something that a client must not do.

    `says` is one sentence for its author, `lines` show the bytes it is about.
    """

    def __init__(self, says: str, lines: tuple[str, ...] = ()) -> None:
        """Keep what the author is told."""
        super().__init__(says)
        self.says = says
        self.lines = lines


class Gone(Fault):
    """The guest closed the connection, or its program ended, when it was due."""


class OverSoon(Exception):
    """The game was over before a script came to its point: cards may fall so."""


def unreadable(error: ProtocolError, body: bytes, number: int) -> Fault:
    """Explain a frame that is no message: what was expected, and where."""
    found = flaw(body)
    if found is not None:
        where = "" if found.spot.path == "$" else f" (at {found.spot.path})"
        return Fault(
            f"Frame {number} is not one map of the types in section 2"
            f"{where}: {found.says}",
            marked(body, found.spot),
        )
    at = error.at or "$.t"
    name = unpack(body).get("t")
    called = f"`{name}`" if isinstance(name, str) and _WORD.fullmatch(name) else "which"
    says = f"Frame {number}, {called}, is wrong at {at}: {error.msg}"
    return wrong_at(says, body, at)


def wrong_at(says: str, body: bytes, path: str) -> Fault:
    """Put the finger on one field of a message that is well formed."""
    return Fault(says, marked(body, find(body, path)))


def marked(body: bytes, spot: Spot) -> tuple[str, ...]:
    """Write a frame in hex, with its length, and marks under the spot."""
    data = len(body).to_bytes(HEADER, "big") + body
    return marked_bytes(data, HEADER + spot.start, HEADER + spot.end)


def marked_bytes(data: bytes, start: int, end: int) -> tuple[str, ...]:
    """Write bytes in hex, with marks under some of them, and a few lines around."""
    first = start // A_LINE
    last = min(max(start, end - 1) // A_LINE, first + MOST_MARKED - 1)
    shown = range(max(0, first - AROUND), last + AROUND + 1)
    return tuple(line for n in shown for line in _line(data, n * A_LINE, start, end))


def _line(data: bytes, at: int, start: int, end: int) -> Iterator[str]:
    piece = data[at : at + A_LINE]
    if piece:
        text = "".join(chr(b) if 0x20 <= b < 0x7F else "." for b in piece)
        yield f"{at:5}  {piece.hex(' '):<47}  {text}"
        marks = [
            "^^" if start <= at + i < max(end, start + 1) else "  "
            for i in range(len(piece))
        ]
        if "^^" in marks:
            # The blank between two marked bytes is marked too.
            yield " " * 7 + " ".join(marks).replace("^ ^", "^^^").rstrip()


def digest(message: dict[str, Any]) -> str:
    """Say in a few words what a message is, for the record of an evening."""
    words = [str(message.get("t"))]
    words += [f"{key} {message[key]}" for key in _SHORT if key in message]
    words += [_action(message[key]) for key in ("action",) if key in message]
    if isinstance(view := message.get("view"), dict):
        words.append(f"stage {view.get('stage')}, step {view.get('step')}")
    if isinstance(ask := message.get("ask"), dict):
        words.append(f"asks for one of {len(ask.get('can', ()))}")
    return clean(", ".join(words))[:LONGEST]


_SHORT = ("id", "re", "seq", "step", "code", "why", "what", "kind", "dup", "resumed")


def _action(action: object) -> str:
    if not isinstance(action, dict):
        return "no action"
    return " ".join(str(value) for value in action.values() if value is not None)
