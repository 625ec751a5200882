"""The frames of section 19 of PROTOCOL.md, made from a seeded game and annotated.

The game comes from the engine and the frames from the codec, so the page shows what
really travels. The annotation is made by reading the bytes one by one, independently
of the library that wrote them.
"""

import json
from collections.abc import Iterator
from typing import Any

from p10net.engine.game import Events, Game, apply, new_game, view_of
from p10net.engine.moves import Deal, Draw, ask
from p10net.engine.rules import OFFICIAL
from p10net.protocol.codec import HEADER, frame, unpack
from p10net.protocol.messages import Ok, State, question
from p10net.protocol.people import AwayRule, Person, PersonKind, Settings, Table
from p10net.protocol.requests import Act, Hello

SEED = bytes(range(32)).hex()
PEOPLE = Table(
    (
        Person(1, "Ann", PersonKind.HUMAN, "", True, True, True),
        Person(2, "Cleo", PersonKind.BOT, "steady", True, True, False),
    ),
    (),
    Settings(0, AwayRule.BOT, 60_000, watch=True, locked=False, password=False),
)


def state(game: Game, seat: int, seq: int, n: int, events: Events) -> State:
    """Make the state that a seat gets, as a host does."""
    view = view_of(game, seat)
    asked = ask(view)
    put = question(asked, view.step) if asked else None
    return State(seq, n, events, view, PEOPLE, put)


def frames() -> Iterator[tuple[str, bytes]]:
    """Play the first steps of a game; give a title and the bytes for each frame."""
    game, events = apply(new_game(OFFICIAL, (1, 2)), 0, Deal(SEED))
    mover = game.open.turn
    first = state(game, mover, 6, 0, events)
    assert first.ask is not None
    drawn, news = apply(game, mover, Draw("stock"))
    yield "From the client", frame(Hello(1, (1,), "Ann", "human"))
    yield "From the host, after the deal", frame(first)
    yield "From the client", frame(Act(2, first.ask.step, Draw("stock")))
    yield "From the host", frame(Ok(2))
    yield "From the host", frame(state(drawn, mover, 7, len(events), news))


# --- reading msgpack byte by byte ------------------------------------------------


class Reader:
    """One frame, read from the left; each item gives its bytes and what they mean."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def eat(self, size: int) -> bytes:
        """Take the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def items(self, depth: int = 0) -> Iterator[tuple[int, bytes, str]]:
        """Yield depth, bytes and meaning of the next value and all inside it."""
        first = self.eat(1)
        byte = first[0]
        if byte < 0x80:
            yield depth, first, str(byte)
        elif byte < 0x90:
            yield depth, first, f"map of {byte & 15}"
            yield from self._inside(2 * (byte & 15), depth)
        elif byte < 0xA0:
            yield depth, first, f"array of {byte & 15}"
            yield from self._inside(byte & 15, depth)
        elif byte < 0xC0:
            text = self.eat(byte & 31)
            yield depth, first + text, f'"{text.decode()}"'
        else:
            yield self._longer(first, depth)

    def _inside(self, count: int, depth: int) -> Iterator[tuple[int, bytes, str]]:
        for _ in range(count):
            yield from self.items(depth + 1)

    def _longer(self, first: bytes, depth: int) -> tuple[int, bytes, str]:
        size = {0xCC: 1, 0xCD: 2, 0xCE: 4}[first[0]]
        number = self.eat(size)
        return depth, first + number, str(int.from_bytes(number, "big"))


def explained(data: bytes) -> str:
    """Write a short frame with a meaning beside each item."""
    rows = [(0, data[:HEADER], f"{len(data) - HEADER} bytes follow")]
    reader = Reader(data[HEADER:])
    rows += reader.items()
    assert reader.at == len(data) - HEADER
    return "\n".join(
        f"{'  ' * depth}{part.hex(' ')}  {meaning}" for depth, part, meaning in rows
    )


def dumped(data: bytes) -> str:
    """Write a long frame as plain hex, 32 bytes a line."""
    return "\n".join(data[i : i + 32].hex(" ") for i in range(0, len(data), 32))


def as_json(data: bytes) -> str:
    """Write what a long frame holds, one field of the message a line."""
    found: dict[str, Any] = unpack(data[HEADER:])
    body = (
        f" {json.dumps(name)}: {json.dumps(value)}" for name, value in found.items()
    )
    return "{\n" + ",\n".join(body) + "\n}"


SHORT = 120


def annotated() -> str:
    """Write all frames: short ones explained, long ones as hex and as JSON."""
    out = []
    for i, (title, data) in enumerate(frames(), 1):
        out.append(f"**{i}. {title}**, {len(data)} bytes")
        if len(data) <= SHORT:
            out.append(f"```text\n{explained(data)}\n```")
        else:
            out.append(f"```text\n{dumped(data)}\n```")
            out.append(f"```json\n{as_json(data)}\n```")
    return "\n\n".join(out)
