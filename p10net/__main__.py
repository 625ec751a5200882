"""Starts the program: `python -m p10net` and the command `p10net` are the same."""

import gc
import sys

from p10net.cli.program import run

SELDOM = 50_000
"""New objects until the collector looks through them.

While modules load it finds nothing, over and over, for a tenth of the whole start.
"""


def main() -> None:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(SELDOM)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
