"""The last words of a client: what it says once the screen is the shell's again.

Each is one sentence for a person, with what to do next; no traceback is ever shown.
"""

from __future__ import annotations

from pathlib import Path

from p10net.protocol.clean import clean

NO_CONSOLE = (
    "This window is no console of Windows: use Windows Terminal or cmd, put `winpty`"
    " before the command, or add --plain."
)


def crashed(error: BaseException, kept: Path | None) -> str:
    """Say what a person can do after an error that nobody expected."""
    told = (
        f"p10net stopped because of a mistake of its own "
        f"({type(error).__name__}: {clean(str(error))}). "
        f"Start p10net again: it offers what was kept of your game."
    )
    return told if kept is None else f"{told} Details for whoever mends it: {kept}"
