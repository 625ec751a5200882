"""An evening at a real table with a seed, written down for PROTOCOL.md.

Ann, a person, and Plain bot play; requests go through the host's own `Table` and the
codec, so the page shows what really travels. Only session and ids, which no seed
gives, are put in afterwards. The annotation of hex is made by reading the bytes one
by one, independently of the library that wrote them.
"""

import json
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from p10net.engine.moves import Hit, LayOffer, as_action
from p10net.host.chance import Chance
from p10net.host.house import Setup
from p10net.host.records import Answer
from p10net.host.table import Table
from p10net.protocol.codec import HEADER, frame, unpack
from p10net.protocol.envelope import Message
from p10net.protocol.messages import Identity, Question, State, Welcome
from p10net.protocol.requests import Act, Hello, ToHost

SEED = 7
TOKEN = "00112233445566778899aabbccddeeff"
ANN, BOT = 1, 2
ACTS = 4

Way = Literal[">", "<"]


class Evening:
    """A table and all that was said to it and by it, by connection."""

    def __init__(self) -> None:
        self.table = Table(Setup("Ann's table", start_when=2), Chance(SEED))
        self.said: list[tuple[int, Way, Message]] = []
        self.asked: dict[int, Question] = {}
        self.ids = {ANN: 0, BOT: 0}

    def send(self, conn: int, request: ToHost) -> None:
        """Let a request have all its consequences."""
        self.said.append((conn, ">", request))
        outcome = self.table.propose(conn, request, 0.0)
        if isinstance(outcome, Answer):
            self.deliver(self.table.answer(outcome))
        else:
            self.deliver(self.table.commit(outcome, 0.0))
        while (record := self.table.due(0.0)) is not None:
            self.deliver(self.table.commit(record, 0.0))

    def deliver(self, mail: list[tuple[int, Message]]) -> None:
        """Note what everybody gets."""
        for conn, message in mail:
            if isinstance(message, Welcome):
                message = replace(
                    message, session=TOKEN, table=Identity("Ann's table", TOKEN)
                )
            if isinstance(message, State):
                self.asked = {conn: message.ask} if message.ask else self.asked
            self.said.append((conn, "<", message))

    def next_id(self, conn: int) -> int:
        """Give the id of the connection's next request."""
        self.ids[conn] += 1
        return self.ids[conn]

    def act(self) -> None:
        """Answer the open question as the bot of section 0 does."""
        ((conn, question),) = self.asked.items()
        useful = [o for o in question.can if isinstance(o, LayOffer | Hit)]
        action = as_action(useful[0]) if useful else question.default
        self.send(conn, Act(self.next_id(conn), question.step, action))


@cache
def evening() -> tuple[tuple[int, Way, Message], ...]:
    """Play the first turns."""
    it = Evening()
    for conn in (ANN, BOT):
        it.table.opened(conn)
    it.send(ANN, Hello(it.next_id(ANN), (1,), "Ann", "human"))
    it.send(BOT, Hello(it.next_id(BOT), (1,), "Plain bot", "bot", "plain_bot/1"))
    for _ in range(ACTS):
        it.act()
    return tuple(it.said)


def seen_by(conn: int) -> list[tuple[Way, Message]]:
    """Give one connection's part of the evening."""
    return [(way, message) for who, way, message in evening() if who == conn]


# --- section 0: in short ---------------------------------------------------------

LONG = {"rules", "phases", "limits", "settings", "watchers", "seats", "pile"}


def shortened(value: Any, name: str = "") -> str:
    """Write JSON, with an ellipsis for what is long and told elsewhere."""
    if name in LONG:
        return "…"
    if isinstance(value, dict):
        inner = (f'"{key}": {shortened(one, key)}' for key, one in value.items())
        return "{" + ", ".join(inner) + "}"
    return json.dumps(value)


def in_short() -> str:
    """Write what the bot of section 0 says and hears in its first turns."""
    lines = []
    for way, message in seen_by(BOT):
        text = f"{way} {shortened(unpack(frame(message)[HEADER:]))}"
        lines += textwrap.wrap(
            text, 96, subsequent_indent="    ", break_on_hyphens=False
        )
    return "```text\n" + "\n".join(lines) + "\n```"


# --- section 19: in hex ----------------------------------------------------------


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
        else:
            assert byte < 0xC0, "the short frames hold small values only"
            text = self.eat(byte & 31)
            yield depth, first + text, f'"{text.decode()}"'

    def _inside(self, count: int, depth: int) -> Iterator[tuple[int, bytes, str]]:
        for _ in range(count):
            yield from self.items(depth + 1)


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
SHOWN = ("hello", "welcome", "act", "ok", "state")


def in_hex() -> str:
    """Write one frame of each kind: short ones explained, long ones as hex and JSON."""
    out: list[str] = []
    shown: set[str] = set()
    for way, message in seen_by(BOT):
        data = frame(message)
        kind = unpack(data[HEADER:])["t"]
        if kind in SHOWN and kind not in shown:
            out.append(f"**{kind}**, from the {WHO[way]}, {len(data)} bytes")
            out += _one(data)
            shown.add(kind)
    return "\n\n".join(out)


WHO: dict[Way, str] = {">": "client", "<": "host"}


def _one(data: bytes) -> list[str]:
    if len(data) <= SHORT:
        return [f"```text\n{explained(data)}\n```"]
    return [f"```text\n{dumped(data)}\n```", f"```json\n{as_json(data)}\n```"]
