"""A client that shares in deals and believes all it is told, for the test host."""

import sys
from pathlib import Path

import trio

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.clients import Gullible

if __name__ == "__main__":
    trio.run(Gullible(int(sys.argv[2]), sys.argv[1]).run)
