"""What travels between a host and its clients, as types and as bytes.

The nouns: a frame is a length and one msgpack map, a message is a frame with a name
and checked fields, a limit is a figure both sides hold, and a `ProtocolError` is
always the other side's fault. Nothing here opens a connection or waits for one.
"""
