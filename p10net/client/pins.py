"""Remembers which host keeps which table, so that nobody can pass for it later.

The first time a table is reached its host is simply remembered: there is nothing to
compare it with but the four words, which the players can hear. From then on another
host under the same name, or with the same table's id, is not what it seems to be.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from p10net.client import files
from p10net.client.words import hosts, keeping
from p10net.protocol.clean import skeleton

FILE: Final = "known-hosts.json"
MOST: Final = 256

Verdict = Literal["known", "new", "changed"]


class Known(Struct, frozen=True):
    """A table, by its id and name, and the fingerprint of the host that keeps it."""

    fingerprint: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    table: str
    name: str


def judge(folder: Path, shown: Known) -> tuple[Verdict, str | None]:
    """Say whether this is the host it was before; and what is wrong with the memory."""
    known, trouble = _known(folder)
    mine = [one.fingerprint == shown.fingerprint for one in known]
    here = [_same_table(one, shown) for one in known]
    if any(there and not own for there, own in zip(here, mine, strict=True)):
        return "changed", trouble
    return "known" if any(mine) else "new", trouble


def trust(folder: Path, shown: Known) -> str | None:
    """Remember that this host keeps this table; gives a sentence if that fails."""
    known, _ = _known(folder)
    others = [one for one in known if not _same_table(one, shown)]
    try:
        files.write(folder / FILE, (shown, *others)[:MOST])
    except OSError as error:
        return keeping.not_kept(folder, error)
    return None


def forget(folder: Path, name: str | None = None) -> int:
    """Forget the hosts of tables of this name, or all; gives how many."""
    known, _ = _known(folder)
    left = [
        one
        for one in known
        if name is not None and skeleton(one.name) != skeleton(name)
    ]
    if left:
        files.write(folder / FILE, tuple(left))
    else:
        (folder / FILE).unlink(missing_ok=True)
    return len(known) - len(left)


def _known(folder: Path) -> tuple[tuple[Known, ...], str | None]:
    path = folder / FILE
    known, damaged = files.read(path, tuple[Known, ...])
    return known or (), hosts.forgotten(path) if damaged else None


def _same_table(one: Known, other: Known) -> bool:
    """Whether people, or a client's memory, would take these for one table."""
    return one.table == other.table or skeleton(one.name) == skeleton(other.name)
