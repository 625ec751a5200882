"""What is said of a lost link where it is told in lines: what has changed, and once.

A screen shows at any time how the link is and when it is tried again; a line for each
of these tries would be noise. It knows nothing of who hears it.
"""

from __future__ import annotations

from p10net.client.session import PATIENCE, Down
from p10net.client.words import links


class Outage:
    """A loss of the link, from its first sign until the host is back."""

    def __init__(self) -> None:
        """Begin with a link that holds."""
        self._causes: set[str] = set()
        self._long = False

    @property
    def on(self) -> bool:
        """Whether the link is lost."""
        return bool(self._causes)

    def lost(self, down: Down, *, seated: bool, again: str = "") -> list[str]:
        """Say what is new: a cause not told of yet, or that it lasts long.

        `again` is the way on without the host, where there is one.
        """
        said = []
        if down.why not in self._causes:
            said.append(links.lost(down.why, seated=seated))
        self._causes.add(down.why)
        if down.gone_s >= links.LONG and not self._long:
            self._long = True
            said += filter(None, (links.still(PATIENCE), again))
        return said

    def over(self) -> None:
        """Note that the host is back."""
        self._causes.clear()
        self._long = False
