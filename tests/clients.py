"""Clients on bare sockets, for hosts to be tried with: a good one, to be spoilt.

It plays like the bot of PROTOCOL.md and does all that the text asks for besides. A
test that wants a mistake overrides the one method that makes it.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import msgpack
import trio

from p10net.engine.shuffle import commitment
from p10net.protocol.codec import HEADER

Message = dict[str, Any]
MOST = 1 << 20


class Closed(Exception):
    """The host has closed the connection."""


class Client:
    """A program at a table: one connection after the other, one decision at a time."""

    kind: ClassVar[str] = "bot"

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.place = host, port
        self.name = "Guest"
        self.number = 0
        self.session: str | None = None
        self.unanswered: Message | None = None
        self.ask: Message = {}
        self.back = False
        self.heard: list[Message] = []
        self.stream: trio.abc.Stream

    # --- the life of a client ----------------------------------------------------

    async def run(self) -> None:
        """Play until the host says bye for good."""
        while True:
            self.stream = await self.connect()
            async with self.stream:
                try:
                    bye = await self.visit()
                except (Closed, trio.BrokenResourceError):
                    continue
                await self.parting()
            if bye.get("retry") is None:  # nil is as good as absent
                return
            await self.waits(bye["retry"])

    async def connect(self) -> trio.abc.Stream:
        """Open a connection."""
        return await trio.open_tcp_stream(*self.place)

    async def visit(self) -> Message:
        """Live through one connection; gives the host's bye."""
        await self.send(self.hello())
        while True:
            message = await self.receive()
            if message["t"] == "bye":
                return message
            await self.take(message)

    async def take(self, message: Message) -> None:
        """Do what a message asks for."""
        act = getattr(self, f"on_{message['t']}", None)
        if act is not None:
            await act(message)

    # --- what it says ------------------------------------------------------------

    def hello(self) -> Message:
        """Greet with id 1, below that of any act that has to be sent again."""
        self.number = max(self.number, 1)
        hello = {"t": "hello", "id": 1, "proto": [1], "name": self.name}
        known = {"session": self.session} if self.session else {}
        return {**hello, "kind": self.kind, "client": "tests/1", **known}

    async def on_welcome(self, message: Message) -> None:
        """Keep the session, and go on above the acts of before."""
        self.session = message["session"]
        self.number = max(self.number, message["last_id"])
        self.back = True

    async def on_state(self, message: Message) -> None:
        """Answer a new question; one that was answered before a loss, again."""
        back, self.back = self.back, False
        ask = message.get("ask")
        if not ask:
            return
        if not self.unanswered or self.unanswered["step"] != ask["step"]:
            self.ask = ask
            await self.act(self.choose(ask))
        elif back:
            await self.send(self.unanswered)

    async def on_err(self, message: Message) -> None:
        """Choose again, under another name or something else."""
        if message["code"] == "name_taken":
            self.name += "2"
            self.number = message["re"] + 1
            await self.send(self.hello() | {"id": self.number})
        elif self.unanswered and message["re"] == self.unanswered["id"]:
            self.unanswered = None
            if message["code"] == "illegal":
                await self.act(self.ask["default"])

    async def act(self, action: Message) -> None:
        """Answer the question."""
        self.number += 1
        self.unanswered = {
            "t": "act",
            "id": self.number,
            "step": self.ask["step"],
            "action": action,
        }
        await self.send(self.unanswered)

    def choose(self, ask: Message) -> Message:
        """Lay and hit whenever that is possible."""
        useful = [item for item in ask["can"] if item["a"] in ("lay", "hit")]
        chosen: Message = (useful or [ask["default"]])[0]
        return chosen

    # --- bytes -------------------------------------------------------------------

    async def send(self, message: Message) -> None:
        """Send a message as a frame."""
        body = msgpack.packb(message)
        await self.stream.send_all(len(body).to_bytes(HEADER, "big") + body)

    async def receive(self) -> Message:
        """Read the next frame."""
        length = int.from_bytes(await self.read(HEADER), "big")
        message: Message = msgpack.unpackb(await self.read(length))
        self.heard.append(message)
        return message

    async def read(self, size: int) -> bytes:
        """Read so many bytes."""
        data = b""
        while len(data) < size:
            more = await self.stream.receive_some(min(size - len(data), MOST))
            if not more:
                raise Closed
            data += more
        return data

    async def parting(self) -> None:
        """Do nothing more after a bye."""

    async def waits(self, seconds: float) -> None:
        """Wait before coming back."""
        await trio.sleep(seconds)


class Gullible(Client):
    """Shares in deals, and looks at nothing it is told of them."""

    share = b"\x07" * 32

    def hello(self) -> Message:
        return {**super().hello(), "features": ["shuffle1"]}

    async def on_deal_open(self, message: Message) -> None:
        await self.send(self.promise(message))

    def promise(self, message: Message) -> Message:
        self.number += 1
        game, deal = bytes.fromhex(message["game"]), message["deal"]
        seat = message["asked"][0] - 1 if message["asked"] else 0
        commit = commitment(game, deal, seat, self.share).hex()
        head = {"t": "deal_commit", "id": self.number}
        return {**head, "deal": deal, "commit": commit}

    async def on_deal_commits(self, message: Message) -> None:
        self.number += 1
        head = {"t": "deal_share", "id": self.number}
        await self.send({**head, "deal": message["deal"], "share": self.share.hex()})


Made = Callable[[int], Client]
