"""The frames of one piece of news for several seats: what all get is packed once.

A state differs from seat to seat in `you` and `ask` alone. Byte for byte each copy is
what `frame` makes of the same message by itself, so nobody can tell from a frame how
many others were written, nor for whom.
"""

from typing import Any, Final

import msgpack
import msgspec
from msgspec.structs import replace

from p10net.engine.view import View
from p10net.protocol.codec import frame, framed
from p10net.protocol.envelope import Message
from p10net.protocol.messages import State

_FIELDS: Final = View.__struct_fields__
_BEHIND_YOU: Final = {*_FIELDS[_FIELDS.index("you") + 1 :]}
_ALWAYS: Final = 6
"""Fields of a state, its question aside."""
_FEW: Final = 16
"""From so many fields on the head of a map has three bytes, not one."""
_VIEW: Final[bytes] = msgpack.packb("view")
_YOU: Final[bytes] = msgpack.packb("you")
_ASK: Final[bytes] = msgpack.packb("ask")


class Copies:
    """Makes frames, and remembers what the last state had for everybody."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._open: View | None = None
        self._last: State | None = None
        self._first = self._before = self._behind = self._table = b""
        self._count = 0

    def frame(self, message: Message) -> bytes:
        """Write a message as one frame, as `codec.frame` does."""
        return self._state(message) if isinstance(message, State) else frame(message)

    def expect(self, view: View) -> None:
        """Pack what a view has for everybody before there is a state with it."""
        known = view if view.you is None else replace(view, you=None)
        if known != self._open:
            self._open = known
            plain = msgspec.to_builtins(known)
            behind = {name: plain.pop(name) for name in [*plain] if name in _BEHIND_YOU}
            self._before, self._behind = _inside(plain), _inside(behind)
            self._count = len(plain) + len(behind)

    def _state(self, state: State) -> bytes:
        self.expect(state.view)
        self._know(state)
        you, ask = state.view.you, state.ask
        return framed(
            state,
            _head(_ALWAYS + (ask is not None)),
            self._first,
            _head(self._count + (you is not None)),
            self._before,
            _YOU + _packed(you) if you is not None else b"",
            self._behind,
            self._table,
            _ASK + _packed(ask) if ask is not None else b"",
        )

    def _know(self, state: State) -> None:
        """Pack what else is for everybody, unless it is as in the last state."""
        last = self._last
        if last is not None and replace(state, view=last.view, ask=last.ask) == last:
            return
        self._last = state
        first = {"t": "state", "seq": state.seq, "n": state.n, "ev": state.ev}
        self._first = _inside(msgspec.to_builtins(first)) + _VIEW
        self._table = _inside({"table": msgspec.to_builtins(state.table)})


def _packed(value: Any) -> bytes:
    found: bytes = msgpack.packb(msgspec.to_builtins(value))
    return found


def _inside(fields: dict[str, Any]) -> bytes:
    """Pack the fields of a map without its head."""
    found: bytes = msgpack.packb(fields)
    return found[len(_head(len(fields))) :]


def _head(count: int) -> bytes:
    """Write the head of a map of so many fields."""
    return bytes([0x80 + count]) if count < _FEW else b"\xde" + count.to_bytes(2, "big")
