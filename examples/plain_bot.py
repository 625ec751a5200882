"""A complete p10net bot on a bare socket: python plain_bot.py HOST PORT [NAME]."""

import socket
import struct
import sys

import msgpack

link = socket.create_connection((sys.argv[1], int(sys.argv[2])))
stream = link.makefile("rwb")
ids = iter(range(1, 2**31))


def send(**message):
    body = msgpack.packb({**message, "id": next(ids)})
    stream.write(struct.pack(">I", len(body)) + body)
    stream.flush()


name = sys.argv[3] if len(sys.argv) > 3 else "Plain bot"
send(t="hello", proto=[1], name=name, kind="bot", client="plain_bot/1")
while head := stream.read(4):
    message = msgpack.unpackb(stream.read(struct.unpack(">I", head)[0]))
    ask = message.get("ask")
    if ask:
        useful = [item for item in ask["can"] if item["a"] in ("lay", "hit")]
        send(t="act", step=ask["step"], action=(useful or [ask["default"]])[0])
    elif message["t"] in ("err", "bye"):
        print(message["code"], message["msg"])
