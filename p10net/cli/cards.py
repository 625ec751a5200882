"""How a command writes and reads cards: as the rules it speaks of show them."""

import sys
from contextlib import AbstractContextManager

from p10net.cli import settings
from p10net.client.palette import ascii_only
from p10net.client.words.notation import chosen, using
from p10net.engine.rules import Rules


def shown(rules: Rules) -> AbstractContextManager[None]:
    """Name cards as these rules do, or as the person has settled for themselves.

    An output that cannot show suits gets their letters.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    letters = ascii_only(bool(settings.get("ascii")), encoding)
    return using(chosen(str(settings.get("faces")), rules, letters))
