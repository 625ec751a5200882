"""How the connection is, for the top line of the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from p10net.client.words.cards import plural
from p10net.client.words.dice import in_circuits

LOST: Mapping[str, str] = {
    "closed": "The link is lost",
    "silent": "The host is silent",
    "late": "The link is too slow",
    "slept": "Waking up",
    "unreachable": "The host cannot be reached",
    "wrong host": "Another host answers where yours was",
}
NO_NETWORK: Final = "no network"


LONG: Final = 30.0
"""Seconds after which a host may be gone for good, and a way on is told."""
_AGAIN: Final = (
    "If the host is gone for good, `p10net host --again` goes on after the last round."
)


def again(*, dice: bool) -> str:
    """Say how the game goes on if its host does not come back."""
    return in_circuits(_AGAIN, dice)


def still(patience_s: float) -> str:
    """Say after a while that nothing is given up yet, and when it will be."""
    minutes = plural(round(patience_s / 60), "minute", "minutes")
    return f"The link is still lost: trying goes on for {minutes} in all."


def lost(why: str, *, seated: bool) -> str:
    """Say once that the link is lost, to somebody who is told of no single try."""
    if why == NO_NETWORK:
        return _without_network(seated)
    return f"{_what(why, seated)}: trying again until it is back."


def _what(why: str, seated: bool) -> str:
    kept = ", your seat is kept" if seated else ""
    return f"{LOST.get(why, 'The link is lost')}{kept}"


def _without_network(seated: bool) -> str:
    """Say what helps, as nothing else does."""
    kept = "; your seat is kept" if seated else ""
    return f"No network here: turn on the Wi-Fi or plug in the cable{kept}."


def down(
    why: str,
    retry_s: float,
    gone_s: float = 0.0,
    *,
    again: bool = False,
    seated: bool = True,
) -> str:
    """Say that the link is lost and that the seat is safe, where there is one.

    After long, where a score sheet is kept, say what can be done with it.
    """
    if why == NO_NETWORK:
        return _without_network(seated)
    if again and gone_s >= LONG:
        what = _what(why, seated=False)
        return f"{what}. Gone for good? Leave: `p10net host --again` goes on."
    return f"{_what(why, seated)}: trying again in {max(1, round(retry_s))} s"


def missed(count: int, *, played: bool) -> str:
    """Say how much happened without somebody, and whether their seat was played."""
    told = f"While you were away {plural(count, 'thing', 'things')} happened"
    return f"{told}, and your seat was played for you." if played else f"{told}."
