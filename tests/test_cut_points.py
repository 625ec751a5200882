"""A client that is cut off anywhere comes back to what it would have seen anyway.

The line of one guest is cut before, inside or behind a frame of each kind, in both
directions, with an end, an error or no word at all; and once more while it comes back.
From then on it sees, byte for byte, what it sees in an evening without any cut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgpack
import msgspec
import pytest

from p10net.engine.view import Stage
from p10net.protocol.codec import HEADER
from p10net.protocol.messages import State
from tests.fault_world import Guest, World
from tests.lines import Cut, Way
from tests.test_fault_matrix import once, own_views

SEED = 5
MORE = 6
"""States after the last cut that are compared, or all up to the end of the game."""
CUTS: tuple[Cut, ...] = ("fin", "rst", "silence")
PLACES = ("before", "inside", "behind")
KINDS: list[tuple[Way, str]] = [
    *(("up", kind) for kind in ("ready", "ping", "draw", "lay", "hit", "discard")),
    ("up", "ready for the next round"),
    *(("down", kind) for kind in ("lobby", "notice", "ok", "pong", "state deal")),
    *(("down", kind) for kind in ("state draw", "state draw, asked")),
    *(("down", kind) for kind in ("state play", "state play, asked")),
    *(("down", kind) for kind in ("state round_over", "state game_over")),
]
"""Every kind of frame that passes in an evening, from the welcome on."""
DEALING: list[tuple[Way, str]] = [
    *(("up", kind) for kind in ("deal_commit", "deal_share")),
    *(("down", kind) for kind in ("deal_open", "deal_commits", "deal_shares")),
]
"""Frames of a deal that the guests mix: without one of theirs it is another deal."""
GREETING: set[tuple[Way, str]] = {("up", "hello"), ("down", "welcome")}
AGAIN: list[tuple[Way, str]] = [
    ("up", "hello"),
    ("down", "welcome"),
    ("down", "state draw, asked"),
]
"""Frames of a return at which the line is cut a second time."""


def frames(data: bytes) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Take frames apart: where each begins and ends, and what it says."""
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + HEADER], "big")
        end = at + HEADER + size
        yield at, end, msgpack.unpackb(data[at + HEADER : end])
        at = end


def kind(said: dict[str, Any], stage: str) -> str:
    """Name the kind of a frame, as the table above does."""
    match said["t"]:
        case "act":
            return str(said["action"]["a"])
        case "ready" if stage == "round_over":
            return "ready for the next round"
        case "state":
            asked = ", asked" if said.get("ask") else ""
            return f"state {said['view']['stage']}{asked}"
        case word:
            return str(word)


class Wire:
    """Sees the frames of one cable pass, and may cut it at the first of a kind."""

    def __init__(self, at: tuple[Way, str] | None = None, place: str = "") -> None:
        self.seen: set[tuple[Way, str]] = set()
        self.cuts = at is not None
        self._at, self._place = at, place
        self._stage = "lobby"

    def __call__(self, way: Way, data: bytes) -> int | None:
        for begin, end, said in frames(data):
            if said["t"] == "state":
                self._stage = said["view"]["stage"]
            this = way, kind(said, self._stage)
            self.seen.add(this)
            if this == self._at:
                inside = (begin + HEADER + end) // 2
                return {"before": begin, "inside": inside, "behind": end}[self._place]
        return None


def evening(word: Cut, *wires: Wire, mixes: bool = False) -> World:
    """Play an evening at which the victim's cables are watched like this."""
    world = World(2, SEED, mixes=mixes)
    world.victim.line.watches = [*wires]
    world.victim.line.word = word
    cuts = sum(wire.cuts for wire in wires)

    async def some_more(world: World) -> None:
        guest = world.victim
        await guest.until(lambda: guest.welcomed_on > cuts)
        there = len(guest.states) if cuts else 1 << 30
        await guest.until(lambda: over(guest) or len(guest.states) >= there + MORE)
        world.game_over.set()

    world.live(some_more)
    assert not world.errors
    return world


def over(guest: Guest) -> bool:
    """Whether a guest has seen how the game ended."""
    return guest.states[-1:] != [] and guest.states[-1].view.stage is Stage.GAME_OVER


def views(states: list[State]) -> Iterator[tuple[tuple[int, int, str], bytes]]:
    """Give the bytes of each view, by where the game was."""
    for state in states:
        view = state.view
        yield (
            (view.round, view.step, view.stage.value),
            msgspec.msgpack.encode((view, state.ask and state.ask.can)),
        )


@cache
def uncut() -> tuple[frozenset[tuple[Way, str]], dict[object, set[bytes]]]:
    """Play the evening without a cut: the kinds of frames, and every view."""
    wire = Wire()
    world = evening("rst", wire)
    seen: dict[object, set[bytes]] = defaultdict(set)
    for where, view in views(world.victim.states):
        seen[where].add(view)
    return frozenset(wire.seen), seen


def comes_back(word: Cut, *wires: Wire) -> None:
    """Cut the line where the wires say, and compare what is seen from then on."""
    world = evening(word, *wires)
    guest, (_, seen) = world.victim, uncut()
    assert guest.welcomed_on > len(wires)
    assert all(welcome.resumed for _, welcome in guest.welcomes[1:])
    assert guest.session.seat == world.seats_were[world.guests.index(guest)]
    assert guest.states
    for where, view in views(guest.states):
        assert view in seen[where], where
    once(world)
    own_views(world)


def test_the_table_of_frames_is_complete() -> None:
    """Every kind that passes in an evening is one at which the line is cut."""
    kinds, seen = uncut()

    assert kinds - GREETING == {*KINDS}
    assert all(len(views) == 1 for views in seen.values())


@pytest.mark.untraced  # as in the matrix of faults
@pytest.mark.parametrize("word", CUTS)
@pytest.mark.parametrize("at", KINDS, ids=" ".join)
def test_a_cut_anywhere_changes_nothing_that_is_seen(
    at: tuple[Way, str], word: Cut
) -> None:
    """G3: before, inside and behind the first frame of each kind."""
    for place in PLACES:
        comes_back(word, Wire(at, place))


@pytest.mark.parametrize("word", CUTS)
@pytest.mark.parametrize("at", AGAIN, ids=" ".join)
def test_a_cut_while_coming_back_changes_nothing(
    at: tuple[Way, str], word: Cut
) -> None:
    """The second return is like the first."""
    for place in PLACES:
        comes_back(word, Wire(("up", "draw"), "behind"), Wire(at, place))


@pytest.mark.untraced
@pytest.mark.parametrize("word", CUTS)
@pytest.mark.parametrize("at", DEALING, ids=" ".join)
def test_a_cut_in_the_middle_of_a_deal(at: tuple[Way, str], word: Cut) -> None:
    """It is dealt all the same, and whoever comes back has the hand that was dealt."""
    for place in PLACES:
        world = evening(word, Wire(at, place), mixes=True)
        assert world.victim.states
        once(world)
        own_views(world)
