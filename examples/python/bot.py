"""A p10net bot in one blocking loop: python bot.py HOST PORT [NAME [KEY]].

It needs msgpack and the standard library, and no code of p10net. It lays and hits
whenever it can, and otherwise plays what the host proposes; a lost connection is taken
up again where it broke. To other computers it speaks TLS, and only to the host with
this KEY; without one it trusts the host it meets first.
"""

import hashlib
import ipaddress
import socket
import ssl
import struct
import sys
import time

import msgpack

PATIENCE = 120.0  # seconds for which a host that is gone is tried again
SILENCE = 10.0  # seconds without a frame, not even a beat, after which it is gone
LONGEST = 262_144  # bytes a frame from a host may have
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Lost(Exception):
    """The connection is gone, without a bye."""


class Bot:
    """A seat at a table, over as many connections as it takes."""

    def __init__(self, host, port, name, key=None):
        self.place, self.name, self.key = (host, port), name, key
        self.session = None  # from our welcome: whoever has it has the seat
        self.last_id = 1  # hello has id 1, so that any act may be sent again after it
        self.act = None  # our newest act; it may have got lost
        self.heard = 0.0  # when the host last said something

    def run(self):
        """Play until the host says goodbye; give its last message."""
        while True:
            try:
                with self.connect() as self.link:
                    bye = self.visit()
                if bye.get("retry") is None:
                    return bye
                time.sleep(bye["retry"])
            except (Lost, OSError) as error:
                if self.session is None or time.monotonic() - self.heard > PATIENCE:
                    raise SystemExit(f"No table at {self.place}: {error}") from None
                time.sleep(0.5)

    def connect(self):
        link = socket.create_connection(self.place, timeout=SILENCE)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        here = ipaddress.ip_address(link.getpeername()[0]).is_loopback
        return link if here and not self.key else self.private(link)

    def private(self, link):
        """Speak TLS, and say nothing to another host than the one we know."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        link = context.wrap_socket(link)
        shown = host_key(link.getpeercert(binary_form=True))
        if self.key not in (None, shown):
            link.close()
            raise SystemExit(f"The host at {self.place} is not the one we know.")
        self.key = shown
        return link

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


def host_key(certificate):
    """Write the first 80 bits of a certificate's fingerprint as sixteen characters."""
    bits = int.from_bytes(hashlib.sha256(certificate).digest()[:10], "big")
    return "".join(DIGITS[bits >> shift & 31] for shift in range(75, -1, -5))


def choose(ask):
    """Lay or hit if that is possible, else do what the host would do for us."""
    useful = [offer for offer in ask["can"] if offer["a"] in ("lay", "hit")]
    return useful[0] if useful else ask["default"]


if __name__ == "__main__":
    host, port, *rest = sys.argv[1:]
    print(Bot(host, int(port), *(rest or ["Py"])).run()["msg"])
