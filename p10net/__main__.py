"""Starts the program: `python -m p10net` and the command `p10net` are the same."""

import sys

from p10net.cli.program import run


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
