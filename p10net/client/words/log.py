"""What the full log says of itself, and of chat that is not read."""

from __future__ import annotations

from p10net.client.words.cards import plural

ALL = "everything"
CHAT = "chat"


def head(part: str) -> str:
    """Say which part of the log is shown, and how to get at the others."""
    return f"LOG: {part}   E next part (everything, chat, each player)"


def player(name: str) -> str:
    """Name the part of one player."""
    return f"only {'you' if name == 'You' else name}"


def muted(who: str, on: bool) -> str:
    """Say whose chat is left out from now on, or is heard again."""
    said = "What you say" if who == "You" else f"What {who} says"
    whose = said if who else "All chat"
    how = "is left out here from now on" if on else "is shown again"
    return f"{whose} {how}."


def unread(count: int) -> str:
    """Count what was said while the log was out of sight."""
    return f"{plural(count, 'new message', 'new messages')} (e)"


def no_such_part(name: str) -> str:
    """Say that nobody here is called that."""
    return f"Nobody at this table is called {name}: give a name, a seat, or chat."
