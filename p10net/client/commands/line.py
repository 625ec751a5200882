"""The line a person types in: `say>` for the table's chat, `:` for words that act.

While it is open nothing else hears the keys, so no letter of a chat can play a card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from p10net.client.commands.scene import Typing

CHAT = "say>"
COMMAND = ":"
LONGEST = 1000


def insert(line: Typing, text: str) -> Typing:
    """Put text in at the cursor; what cannot be printed is left out."""
    text = "".join(char for char in text if char.isprintable())
    text = text[: LONGEST - len(line.text)]
    longer = line.text[: line.at] + text + line.text[line.at :]
    return replace(line, text=longer, at=line.at + len(text))


def _delete(line: Typing, start: int, end: int) -> Typing:
    start = max(0, start)
    return replace(line, text=line.text[:start] + line.text[end:], at=start)


def _move(line: Typing, at: int) -> Typing:
    return replace(line, at=min(max(0, at), len(line.text)))


def _word_start(line: Typing) -> int:
    head = line.text[: line.at].rstrip()
    return len(head) - len(head.split(" ")[-1])


EDITING: Mapping[str, Callable[[Typing], Typing]] = {
    "backspace": lambda line: _delete(line, line.at - 1, line.at),
    "delete": lambda line: _delete(line, line.at, line.at + 1),
    "left": lambda line: _move(line, line.at - 1),
    "right": lambda line: _move(line, line.at + 1),
    "home": lambda line: _move(line, 0),
    "end": lambda line: _move(line, len(line.text)),
    "c-a": lambda line: _move(line, 0),
    "c-e": lambda line: _move(line, len(line.text)),
    "c-u": lambda line: _delete(line, 0, line.at),
    "c-k": lambda line: _delete(line, line.at, len(line.text)),
    "c-w": lambda line: _delete(line, _word_start(line), line.at),
}


def edit(line: Typing, key: str) -> Typing:
    """Change the line as a key asks; keys that mean nothing here change nothing."""
    if key in EDITING:
        return EDITING[key](line)
    return insert(line, key) if len(key) == 1 else line
