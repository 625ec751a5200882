"""Which p10net this is, which protocols it speaks and what it can do besides.

Two sides agree on one protocol number and on the features both list; nobody ever
branches on the text of a version.
"""

from collections.abc import Iterable

VERSION = "0.1.0"
PROTOS = (1,)

CHECK = "check"
OPTIONS = "options"
WATCH = "watch"
SHUFFLE = "shuffle1"

FEATURES = {
    CHECK: "`check` says whether an action would be accepted, without doing it",
    OPTIONS: "`options` lists more ways to lay a phase than the example in `ask`",
    WATCH: "`hello` with kind `watcher` is welcome, as far as the owner allows it",
    SHUFFLE: "seats add to the chance of each deal, and can check it",
}


def agree(offered: Iterable[int]) -> int | None:
    """Pick the newest protocol both sides speak, or None if there is none."""
    return max(set(offered) & set(PROTOS), default=None)
