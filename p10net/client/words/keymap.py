"""What is said of keys that a player chooses: what each does, and why one cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from p10net.protocol.clean import fit

FIXED: Mapping[str, str] = {
    **dict.fromkeys("1234567890", "chooses a card or an answer by its number"),
    "n": "chooses the card just drawn, and says no",
    **dict.fromkeys("rbgyws", "names a card or says yes"),
    "/": "opens the line of chat",
    ":": "opens the line of typed words",
    "?": "shows all keys",
    **dict.fromkeys("<>", "moves the chosen card"),
}
"""What the keys do that always keep their meaning."""

LIST = "`p10net config show keys` lists them all"


WHERE = (
    "These are the keys of the lobby, the table and the score sheets. The start screen,"
    " the journey's map and the score pad keep theirs: each is written there beside"
    " what it does."
)
"""Said to whoever looks for the keys that cannot be given."""


def no_table(said: str) -> str:
    """Say that the keys are to be written as a table."""
    return f'keys is {fit(said, 30)!r}: write a table, [keys] and below it draw = "c".'


def no_act(name: str) -> str:
    """Say that there is no such action."""
    return f"There is no action {fit(name, 20)!r} that a key could be given to: {LIST}."


def no_key(name: str, key: str) -> str:
    """Say that this is no single key."""
    return f'keys.{name} is {fit(key, 12)!r}: give it one letter or sign, such as "c".'


def reserved(name: str, key: str) -> str:
    """Say that a key keeps its own meaning."""
    does = FIXED.get(key, "has a meaning of its own there")
    return f"keys.{name} is {key!r}, which {does}: take another key."


def taken(name: str, key: str, other: str, first: str) -> str:
    """Say that another action has this key where both can be pressed."""
    if key == first:
        return (
            f"keys.{name} is {key!r}, the key of keys.{other}:"
            f" take another one, or give keys.{other} another one too."
        )
    return f"keys.{name} and keys.{other} are both {key!r}: take another key for one."
