"""A p10net bot in one blocking loop: python bot.py HOST PORT [NAME].

It needs msgpack and the standard library, and no code of p10net. It lays and hits
whenever it can, and otherwise plays what the host proposes; a lost connection is taken
up again where it broke.
"""

import socket
import struct
import sys
import time

import msgpack

PATIENCE = 120.0  # seconds for which a host that is gone is tried again
LONGEST = 262_144  # bytes a frame from a host may have


class Lost(Exception):
    """The connection is gone, without a bye."""


class Bot:
    """A seat at a table, over as many connections as it takes."""

    def __init__(self, host, port, name):
        self.place, self.name = (host, port), name
        self.session = None  # from our welcome: whoever has it has the seat
        self.last_id = 1  # hello has id 1, so that any act may be sent again after it
        self.act = None  # our newest act; it may have got lost
        self.heard = 0.0  # when the host last said something

    def run(self):
        """Play until the host says goodbye; give its last message."""
        while True:
            try:
                with socket.create_connection(self.place, timeout=10) as self.link:
                    self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    bye = self.visit()
                if bye.get("retry") is None:
                    return bye
                time.sleep(bye["retry"])
            except (Lost, OSError) as error:
                if self.session is None or time.monotonic() - self.heard > PATIENCE:
                    raise SystemExit(f"No table at {self.place}: {error}") from None
                time.sleep(0.5)

    def visit(self):
        """Live through one connection, until its bye."""
        self.greet(1)
        back = self.act is not None
        while (message := self.receive())["t"] != "bye":
            if message["t"] == "welcome":
                self.session = message["session"]
                self.last_id = max(self.last_id, message["last_id"])
            elif message["t"] == "state":
                self.answer(message.get("ask"), back)
                back = False
            elif message["t"] == "err":
                self.refused(message)
        return message

    def greet(self, number):
        hello = {"t": "hello", "id": number, "proto": [1], "name": self.name}
        if self.session:
            hello["session"] = self.session
        self.send({**hello, "kind": "bot", "client": "python-example/1"})

    def answer(self, ask, back):
        """Answer a question once; after a loss the same answer, under its old id."""
        if not ask:
            return
        if not self.act or self.act["step"] != ask["step"]:
            self.do(ask, choose(ask))
        elif back:
            self.send(self.act)

    def do(self, ask, action):
        self.ask = ask
        self.last_id += 1
        self.act = {"t": "act", "id": self.last_id, "step": ask["step"]}
        self.act["action"] = action
        self.send(self.act)

    def refused(self, error):
        print(f"{error['code']}: {error['msg']}", file=sys.stderr)
        if error["code"] == "name_taken":
            self.name += " 2"
            self.last_id = error["re"] + 1
            self.greet(self.last_id)
        elif self.act and error["re"] == self.act["id"]:
            self.act = None  # not done: the next question may be the same one again
            if error["code"] == "illegal":
                self.do(self.ask, self.ask["default"])

    def send(self, message):
        body = msgpack.packb(message)
        self.link.sendall(struct.pack(">I", len(body)) + body)

    def receive(self):
        (length,) = struct.unpack(">I", self.read(4))
        if not 1 <= length <= LONGEST:
            raise Lost(f"a frame of {length} bytes was announced")
        message = msgpack.unpackb(self.read(length))
        self.heard = time.monotonic()
        return message

    def read(self, size):
        data = bytearray()
        while len(data) < size:
            if not (piece := self.link.recv(size - len(data))):
                raise Lost("the connection was closed")
            data += piece
        return data


def choose(ask):
    """Lay or hit if that is possible, else do what the host would do for us."""
    useful = [offer for offer in ask["can"] if offer["a"] in ("lay", "hit")]
    return useful[0] if useful else ask["default"]


if __name__ == "__main__":
    name = sys.argv[3] if len(sys.argv) > 3 else "Py"
    print(Bot(sys.argv[1], int(sys.argv[2]), name).run()["msg"])
