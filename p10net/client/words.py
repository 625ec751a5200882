"""The one place where sentences for people live.

Every other module names what happened; only this one says it. Whole sentences stand
here, never glued from halves, so that they can be translated later: the order of the
words in a sentence is a matter of the language.

It may not know who shows a sentence or where: no screen, no session.
"""

from __future__ import annotations

from pathlib import Path

from p10net.protocol.clean import clean


def crashed(error: BaseException, kept: Path | None) -> str:
    """Say what a person can do after an error that nobody expected."""
    told = (
        f"p10net stopped because of a mistake of its own "
        f"({type(error).__name__}: {clean(str(error))}). "
        f"Your seat is kept: start p10net again to take it back."
    )
    return told if kept is None else f"{told} Details for whoever mends it: {kept}"
