"""One form for all figures: a value, its peer's in the same minute, and the ratio.

Absolute times move by a factor of two between machines and minutes; a ratio stays.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Line(NamedTuple):
    """One figure; `most` is the most its ratio to the peer should be (0: no target)."""

    name: str
    unit: str
    value: float
    peer: float
    beside: str
    most: float = 0

    def row(self) -> dict[str, Any]:
        """Write it with its ratio, and whether the target is met."""
        ratio = round(self.value / self.peer, 3) if self.peer else None
        return {
            "name": self.name,
            "unit": self.unit,
            "value": round(self.value, 3),
            "peer": round(self.peer, 3),
            "beside": self.beside,
            "ratio": ratio,
            "most": self.most or None,
            "ok": not (self.most and ratio is not None and ratio > self.most),
        }


def rows(lines: Iterable[Line]) -> dict[str, Any]:
    """Write lines as a part of the report."""
    found = [line.row() for line in lines]
    return {"rows": found, "ok": all(row["ok"] for row in found)}


def table(found: Sequence[dict[str, Any]]) -> str:
    """Write rows for a person."""
    head = f"{'':46}{'value':>16}{'peer':>12}{'ratio':>9}"
    return "\n".join([head, *map(_line, found)])


def _line(row: dict[str, Any]) -> str:
    ratio = row.get("ratio")
    most = row.get("most")
    judged = f"  {'ok' if row['ok'] else 'OVER'} (<= {most:g})" if most else ""
    value = f"{row['value']:,.1f} {row['unit']}"
    shown = "" if ratio is None else f"{ratio:.2f}"
    return (
        f"{row['name']:46}{value:>16}{row['peer']:>12,.1f}{shown:>9}"
        f"  {row.get('beside', '')}{judged}"
    )
