"""Where in a frame a value stands, so that a finger can be put on what is wrong.

The decoder says why a body is refused and on which path; this reader finds the bytes.
It reads msgpack by itself, one item after the other, and so is a second opinion beside
the library's: a test holds that both accept the same bodies. It knows the profile and
no message.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, Never

from p10net.protocol.codec import DEEPEST, step
from p10net.protocol.people import LARGEST_INT

MOST_ITEMS: Final = 256
MOST_FIELDS: Final = 64
LONGEST_TEXT: Final = 4096

Sort = Literal["nil", "bool", "int", "text", "array", "map", "odd", "none"]


class Spot(NamedTuple):
    """The bytes of one value: from `start` up to `end`; `path` is `$.action.card`."""

    path: str
    start: int
    end: int


class Flaw(NamedTuple):
    """The first thing the profile forbids: where, and one sentence."""

    spot: Spot
    says: str


class _Broken(Exception):
    """Reading came to an end here."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.says)
        self.flaw = flaw


def flaw(body: bytes) -> Flaw | None:
    """Find the first thing in a body that is not of the profile, if there is one."""
    try:
        for _ in _spots(body):
            pass
    except _Broken as broken:
        return broken.flaw
    return None


def find(body: bytes, path: str) -> Spot:
    """Find the bytes of a path; of what is missing there, the map it is missing in."""
    spots = {}
    try:
        for spot in _spots(body):
            spots[spot.path] = spot
    except _Broken:
        pass  # what was read until there may still hold it
    while path not in spots and path != "$":
        path = _parent(path)
    return spots.get(path, Spot("$", 0, len(body)))


def _parent(path: str) -> str:
    cut = max(path.rfind("."), path.rfind("["))
    return path[:cut] if cut > 0 else "$"


def _spots(body: bytes) -> Iterator[Spot]:
    """Give the spot of each value, inner ones before what holds them."""
    reader = _Reader(body)
    if not body:
        raise _Broken(Flaw(Spot("$", 0, 0), "The frame is empty."))
    if _HEADS[body[0]].sort != "map":
        raise _Broken(Flaw(Spot("$", 0, 1), "It is not a map."))
    yield from reader.value("$", 0)
    if reader.at < len(body):
        rest = Spot("$", reader.at, len(body))
        raise _Broken(Flaw(rest, "More bytes follow the map."))


class _Head(NamedTuple):
    """What a first byte says: the sort of value, and its size, or its worth for an int.

    With `more` that stands in so many bytes that follow.
    """

    sort: Sort
    n: int = 0
    more: int = 0
    signed: bool = False


class _Reader:
    """A body, read from the left."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.at = 0

    def value(self, path: str, depth: int) -> Iterator[Spot]:
        """Read one value and all inside it."""
        start = self.at
        sort, size = self._head(path, start)
        match sort:
            case "odd":
                self._refuse(path, start, "Floats, bin and ext are not used.")
            case "none":
                self._refuse(path, start, "The byte c1 begins no value in msgpack.")
            case "int" if not -LARGEST_INT <= size <= LARGEST_INT:
                self._refuse(path, start, "A number has more than 31 bits.")
            case "text":
                self._text(size, path, start)
            case "array" | "map":
                if depth == DEEPEST:
                    self._refuse(path, start, "It is nested too deep.")
                inside = self._items if sort == "array" else self._fields
                yield from inside(size, path, depth + 1)
            case _:
                pass  # there is nothing more to it
        yield Spot(path, start, self.at)

    def _head(self, path: str, start: int) -> tuple[Sort, int]:
        """Read what comes next: its sort, and its size or its worth."""
        head = _HEADS[self._bytes(1, path, start)[0]]
        size = head.n
        if head.more:
            size = int.from_bytes(
                self._bytes(head.more, path, start), "big", signed=head.signed
            )
        if head.sort in _SIZED and size > _SIZED[head.sort]:
            self._refuse(path, start, _TOO_LONG[head.sort])
        return head.sort, size

    def _items(self, count: int, path: str, depth: int) -> Iterator[Spot]:
        for i in range(count):
            yield from self.value(f"{path}[{i}]", depth)

    def _fields(self, count: int, path: str, depth: int) -> Iterator[Spot]:
        keys: set[str] = set()
        for _ in range(count):
            start = self.at
            sort, size = self._head(path, start)
            if sort != "text":
                self._refuse(path, start, "A key is not text.")
            key = self._text(size, path, start)
            if key in keys:
                self._refuse(path, start, "A map has the same key twice.")
            keys.add(key)
            yield from self.value(path + step(key), depth)

    def _text(self, size: int, path: str, start: int) -> str:
        try:
            text = self._bytes(size, path, start).decode()
        except UnicodeDecodeError:
            self._refuse(path, start, "A text is not UTF-8.")
        if "\0" in text:
            self._refuse(path, start, "A text holds NUL.")
        return text

    def _bytes(self, count: int, path: str, start: int) -> bytes:
        """Take the next bytes, all of them or none."""
        if self.at + count > len(self.body):
            self.at = len(self.body)
            self._refuse(path, start, "It is cut off here.")
        self.at += count
        return self.body[self.at - count : self.at]

    def _refuse(self, path: str, start: int, says: str) -> Never:
        raise _Broken(Flaw(Spot(path, start, self.at), says))


_SIZED: Final[dict[Sort, int]] = {
    "text": LONGEST_TEXT,
    "array": MOST_ITEMS,
    "map": MOST_FIELDS,
}
_TOO_LONG: Final[dict[Sort, str]] = {
    "text": f"A text has more than {LONGEST_TEXT} bytes.",
    "array": f"An array has more than {MOST_ITEMS} items.",
    "map": f"A map has more than {MOST_FIELDS} fields.",
}
# What each of the 256 first bytes means.
_HEADS: Final = (
    *(_Head("int", n) for n in range(0x80)),
    *(_Head("map", n) for n in range(16)),
    *(_Head("array", n) for n in range(16)),
    *(_Head("text", n) for n in range(32)),
    _Head("nil"),
    _Head("none"),
    *[_Head("bool")] * 2,
    *[_Head("odd")] * 8,  # bin, ext and float
    *(_Head("int", more=1 << power) for power in range(4)),
    *(_Head("int", more=1 << power, signed=True) for power in range(4)),
    *[_Head("odd")] * 5,
    *(_Head("text", more=1 << power) for power in range(3)),
    *(_Head("array", more=1 << power) for power in (1, 2)),
    *(_Head("map", more=1 << power) for power in (1, 2)),
    *(_Head("int", n) for n in range(-32, 0)),
)
