"""What is said while a saved game is looked at, and of whether it is true."""

from __future__ import annotations

from p10net.client.words.dice import in_circuits

KEYS = "Left Right turn  [ ] round  Home End  q quit"
HANDS = "1-6 whose hand  "
SEATS = "1-6 whose seat  "
"""The same where nobody holds a hand."""


def place(at: int, count: int, hands: bool, *, dice: bool) -> str:
    """Say which moment this is, and which keys there are."""
    whose = (SEATS if dice else HANDS) if hands else ""
    return f"{at}/{count}  {whose}{in_circuits(KEYS, dice)}"


_TYPED = (
    "Enter or n one turn on, p back; r one round on, b back; h beginning, e end; q"
    " quits."
)


def typed(*, dice: bool) -> str:
    """Say what can be typed."""
    return in_circuits(_TYPED, dice)


BEGINS = "A game at {table}, saved by {who}: {count} moments."
HOST, CLIENT = "its host, all hands open", "a player, who saw one hand"
WATCHER = "a watcher, who saw no hand"
RERUN = "The game comes out the same when it is played again: {count} acts."


def practice(table: str) -> str:
    """Say of a game that an act of it was taken back."""
    return f"{table or 'a table'} (practice: acts were taken back)"


def begins(table: str, by_host: bool, seat: int, count: int) -> str:
    """Say whose game this is, and how much of it there is."""
    who = HOST if by_host else CLIENT if seat else WATCHER
    return BEGINS.format(table=table or "a table", who=who, count=count)


def no_proof(*, dice: bool) -> str:
    """Say that there is nothing to check the chance by."""
    how = "dice were shaken" if dice else "decks were mixed"
    return f"Nothing in it shows how the {how}, so they cannot be checked."


NONE_KEPT = "No game is saved here yet: the first one that ends will be."


def kept(when: str, table: str, rules: str, path: str) -> str:
    """Name a saved game in two lines: when, where, by which rules; and its file."""
    day, _, time = when.partition("T")
    return f"{day} {time[:5]}  {table or 'a table'}, {rules}\n    {path}"
