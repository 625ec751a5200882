"""What is wrong with a frame that cannot be read, in words for the author of a client.

The libraries that read frames complain in words of their own, which change with their
versions and name their settings; these say what to pack instead. A complaint that is
not known here is told in general.
"""

import re
from typing import Final

import msgpack

_BY_KIND: Final[dict[type[BaseException], str]] = {
    msgpack.ExtraData: "More bytes follow the map.",
    msgpack.StackError: "It is nested too deep.",
    msgpack.FormatError: "It holds the byte c1, which begins no value in msgpack.",
    UnicodeDecodeError: "A text is not UTF-8.",
}
_REASON = re.compile(r"(?<=max_)(?:bin|ext|str|array|map)(?=_len)|map key|incomplete")
_BY_WORDS: Final = {
    "bin": "It holds bin: pack text as str, and hashes as hex in a str.",
    "ext": "It holds an ext, or a timestamp: pack times as int.",
    "str": "A text has more than 4,096 bytes.",
    "array": "An array has more than 256 items.",
    "map": "A map has more than 64 fields.",
    "map key": "A key is not text, or holds NUL.",
    "incomplete": "It ends before the map does.",
}
_OTHERWISE = "It is cut off, or holds a kind or a length that is not allowed."
_HEX = re.compile(r"\[0-9a-f\]\{(\d+)\}")


def unreadable(error: BaseException) -> str:
    """Say why msgpack does not read a body."""
    if (known := _BY_KIND.get(type(error))) is not None:
        return known
    found = _REASON.search(str(error))
    return _OTHERWISE if found is None else _BY_WORDS[found[0]]


def misplaced(complaint: str) -> str:
    """Say what msgspec has against a value, without the value itself."""
    if complaint.startswith("Invalid"):
        return "This word is not one of those allowed"
    if digits := _HEX.search(complaint):
        return f"Expected {digits[1]} hex digits in lower case"
    return complaint
