"""The computer and its network, as far as both sides of a table need them.

The nouns: an `Own` address is one this computer has, usable if somebody else could
reach it, and a `Radio` is one engine of multicast DNS, on which a host speaks and a
client listens; a `Clock` gives seconds. Nothing here knows a table, a game or a
message; host and client, who may not know each other, meet in the machine below them.
"""
