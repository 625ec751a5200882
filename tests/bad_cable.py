"""A cable that loses frames and takes its time, between a laptop and the switch.

Not every kernel can be told to disturb a link, so this program is the link: it copies
Ethernet frames between two taps, one of which becomes the laptop's `eth0`. It runs in
the switch's namespace until it is killed:

    python bad_cable.py LAPTOP'S-NAMESPACE PORT DELAY-MS JITTER-MS LOSS-PERCENT
"""

import contextlib
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import subprocess
import sys
import time

TUNSETIFF, TAP, NO_HEADER = 0x400454CA, 0x0002, 0x1000
LONGEST = 65_536


def tap(name: str) -> int:
    """Make a network device whose frames are read and written here."""
    number = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(number, TUNSETIFF, struct.pack("16sH", name.encode(), TAP | NO_HEADER))
    return number


def run(*command: str) -> None:
    """Run a network command."""
    subprocess.run(command, check=True)


def copy(ends: tuple[int, int], delay: float, jitter: float, loss: float) -> None:
    """Carry frames across for ever, some of them late and some not at all."""
    chance, numbers = random.Random(1), itertools.count()
    late: list[tuple[float, int, int, bytes]] = []
    while True:
        wait = max(0.0, late[0][0] - time.monotonic()) if late else None
        ready, _, _ = select.select(ends, [], [], wait)
        for end in ready:
            with contextlib.suppress(OSError):
                frame = os.read(end, LONGEST)
                if chance.random() >= loss:
                    at = time.monotonic() + delay + chance.random() * jitter
                    to = ends[1 - ends.index(end)]
                    heapq.heappush(late, (at, next(numbers), to, frame))
        while late and late[0][0] <= time.monotonic():
            _, _, to, frame = heapq.heappop(late)
            with contextlib.suppress(OSError):  # a link that is down takes nothing
                os.write(to, frame)


def main() -> None:
    """Lay the cable, say so, and carry."""
    laptop, port, *figures = sys.argv[1:]
    delay, jitter, loss = (float(figure) for figure in figures)
    ends = tap("bad"), tap(port)
    run("ip", "link", "set", "bad", "netns", laptop, "name", "eth0")
    run("ip", "link", "set", port, "master", "switch", "up")
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    copy(ends, delay / 1000, jitter / 1000, loss / 100)


if __name__ == "__main__":
    main()
