"""All figures with one command: `python -m benchmarks [PART...] [--json]`.

Parts: games (engine, brains, hints), finder, dice (the odds of each phase), wire (host,
journal, memory), tables (many at once, the journal, their weight), client (the screen).
RESULTS.md says how to read them and what they were.
"""

import importlib
import json
import platform
import sys
from typing import Any

from benchmarks.report import table

PARTS = ("games", "finder", "dice", "wire", "tables", "client")


def main(arguments: list[str]) -> int:
    """Measure the parts named, or all; 1 if a target is missed."""
    named = [word for word in arguments if not word.startswith("-")]
    if unknown := set(named) - set(PARTS):
        print(f"No part {', '.join(unknown)}: there are {', '.join(PARTS)}.")
        return 2
    found: dict[str, Any] = {}
    for part in named or PARTS:
        print(f"measuring {part} ...", file=sys.stderr)
        found[part] = importlib.import_module(f"benchmarks.{part}").run()
        if "--json" not in arguments:
            print(f"\n{part}\n{table(found[part]['rows'])}")
    if "--json" in arguments:
        print(json.dumps({"python": platform.python_version(), **found}))
    return int(not all(one["ok"] for one in found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
