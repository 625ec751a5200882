"""Hostile words from a host: whatever field they stand in, they only ever are words.

Each is compared with its cleaned twin: a host that sends the cleaned words must leave
the very same picture, so what was taken out had no effect on anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from p10net.client import picture
from p10net.client.app import Sitting
from p10net.client.commands.scene import Panel, Scene
from p10net.client.commands.start import Start
from p10net.client.found import Answer, Entry, row
from p10net.client.plain.console import Streams
from p10net.client.plain.talk import Talk
from p10net.client.plain.telling import QUERIES
from p10net.client.screen.draw import draw
from p10net.client.words.hosts import issued
from p10net.client.words.parting import dismissed
from p10net.client.words.refusals import refused
from p10net.client.words.titles import title
from p10net.protocol.address import Place
from p10net.protocol.clean import clean
from p10net.protocol.codec import HEADER, for_client, frame
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ErrCode, ProtocolError
from p10net.protocol.messages import (
    Beat,
    Bye,
    Err,
    Issued,
    Lobby,
    Notice,
    Said,
    Seated,
    Sign,
    State,
    ToClient,
    Welcome,
)
from tests.at_table import DRESS, Screen, sitting, told, with_far_end
from tests.desk import evening
from tests.far_end import Door, Far, welcome
from tests.messages_table import MESSAGES
from tests.poison import HOSTILE, Field, drenched, fields, poisoned
from tests.positions import position, rules
from tests.scenes import game_over, nearby
from tests.terminal import Glass, glass

NEWS = (Welcome, Lobby, State, Seated, Said, Notice)

# More than the table of messages has: a game in full swing, a score sheet,
# and the other offers that name melds. What lies in the table of messages is a list of
# all there is and no position, so nothing is asked there.
RUN = ((2, "run", "R3 W B5 Y6"),)
SAID: tuple[ToClient, ...] = (
    *(replace(one, ask=None) if isinstance(one, State) else one for one in MESSAGES),
    *(told(evening(), 5), told(game_over().game)),
    told(position({2: "G4 R7 B9"}, on=rules("slide"), table=RUN)),
)

# Where only words that can be read arrive: all others are turned away as no message.
CLOSED = {("Rules", "phases")}

Pair = tuple[Field, Any, Any]


def arrived(message: Message) -> ToClient | None:
    """Let a message travel; None if the client turns it away."""
    try:
        return for_client(frame(message)[HEADER:])
    except ProtocolError:
        return None


def pairs(text: str, *kinds: type[Message]) -> Iterator[Pair]:
    """Give each field with the text in it, as it arrives, and its cleaned twin.

    What is too long for a field, or has a form that is laid down, does not arrive.
    """
    for message in SAID:
        if not kinds or isinstance(message, kinds):
            twins = poisoned(message, clean(text))
            for (field, bad), (_, good) in zip(
                poisoned(message, text), twins, strict=True
            ):
                there = arrived(bad), arrived(good)
                if None not in there:
                    yield (field, *there)


def whole(text: str, *kinds: type[Message]) -> Iterator[Pair]:
    """Give each message with the text in all its fields at once, and its twin."""
    for message in SAID:
        if isinstance(message, kinds):
            dry = CLOSED | {("Goal", "colors")}
            dry |= {("Rules", "name")} if len(text) > 40 else set()
            bad, good = (
                arrived(drenched(message, words, dry)) for words in (text, clean(text))
            )
            assert bad is not None
            yield ("every", type(message).__name__), bad, good


def test_every_field_is_poisoned() -> None:
    """No field of a message that may hold words is left out, and all get through."""
    reached = {field for field, _, _ in pairs("{0}")}

    assert reached == fields(ToClient) - CLOSED


# --- The full screen ---------------------------------------------------------------

SIZES = ((80, 24), (120, 40))


def pictures(scene: Scene) -> list[str]:
    """Draw every panel of a scene, small and large, roles and all."""
    drawn = []
    for panel, (columns, rows) in product(Panel, SIZES):
        shown = replace(scene, local=scene.with_local(panel=panel))
        lines = draw(shown, columns, rows, ascii_only=False)
        assert {picture.width(line) for line in lines} == {columns}
        assert all(piece.text.isprintable() for line in lines for piece in line)
        drawn.append(repr(lines))
    return drawn


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_no_field_changes_a_picture(text: str) -> None:
    """Every panel, small and large, is the one that the cleaned words give."""
    with glass():
        seat = Sitting(Door().session(), DRESS)
        fresh = seat.scene

        def heard(news: Any) -> list[str]:
            seat.scene = fresh
            seat.hear(news)
            return pictures(seat.scene)

        for field, bad, good in whole(text, *NEWS):
            assert heard(bad) == heard(good), field


def cells(terminal: Glass) -> tuple[Any, ...]:
    """Read all that a terminal shows and all that it is set to."""
    screen = terminal.screen
    rows = [
        [screen.buffer[y][x] for x in range(screen.columns)]
        for y in range(screen.lines)
    ]
    cursor = screen.cursor.x, screen.cursor.y, screen.cursor.attrs
    return rows, screen.title, screen.icon_name, {*screen.mode}, cursor, screen.margins


@pytest.mark.limit(60)
@pytest.mark.parametrize("text", HOSTILE[:1], ids=[0])
def test_no_field_changes_a_terminal(text: str) -> None:
    """Cells, colours, cursor, title and modes are those that the cleaned words give."""

    @sitting
    async def test() -> None:
        async def play(far: Far, screen: Screen, door: Door) -> None:
            await far.say(told(evening(), 5))
            await screen.terminal.shows("Round 10")
            fresh = screen.sitting.scene

            async def heard(news: Any) -> tuple[Any, ...]:
                screen.sitting.scene = fresh
                screen.sitting.hear(news)
                scene = screen.sitting.scene
                if scene.table is not None:  # seconds run on between two pictures
                    still = replace(scene.table, clock=None)
                    screen.sitting.scene = replace(scene, table=still)
                await screen.redrawn()
                return cells(screen.terminal)

            for field, bad, good in pairs(text, *NEWS):
                await far.say(Beat(1))  # a silent host would be given up meanwhile
                seen = await heard(bad)
                assert seen == await heard(good), field
                assert seen[1] in (title(False), title(True))

        await with_far_end(play)

    test()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_stranger_changes_the_list_of_tables(text: str) -> None:
    """What a passing host says of its table stays in its row."""

    def listed(sign: Any) -> list[str]:
        place = Place("192.168.1.34", 4210)
        answer = Answer(sign, 3.0, bytes(32))
        one = Entry(row(place, answer), answer, (place,), (), grey=False)
        lines = draw(Start((one, *nearby().tables)), 80, 24, ascii_only=False)
        assert {picture.width(line) for line in lines} == {80}
        shown = picture.plain(lines).splitlines()
        assert sum("192" in line or "3 ms" in line for line in shown) == 4
        return shown

    for field, bad, good in pairs(text, Sign):
        assert listed(bad) == listed(good), field


# --- Single sentences --------------------------------------------------------------

SENTENCES: Mapping[type, Callable[[Any], str]] = {
    Err: lambda err: refused(ErrCode.BAD_NAME, None, err.msg),
    Issued: issued,
    Bye: dismissed,
}


@pytest.mark.parametrize("kind", SENTENCES, ids=lambda kind: kind.__name__)
def test_a_hosts_answer_is_one_harmless_sentence(kind: type) -> None:
    """Refusals, codes and goodbyes are said as their cleaned twins."""
    for text in HOSTILE:
        for field, bad, good in pairs(text, kind):
            said = SENTENCES[kind](bad)
            assert said == SENTENCES[kind](good), field
            assert said.isprintable()


# --- The line mode -----------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_field_changes_a_line(text: str) -> None:
    """What is told, and what answers any question, are one line each, and harmless."""

    def heard(news: Any) -> list[str]:
        talk = Talk(verbosity="full")
        lines = [*talk.hear(welcome()), *talk.hear(news), *talk.due()]
        for ask in QUERIES:
            lines += talk.answer(ask).lines
        assert all(line.isprintable() for line in lines)
        return lines

    each = pairs if text is HOSTILE[0] else whole
    for field, bad, good in each(text, *NEWS):
        assert heard(bad) == heard(good), field


def test_a_pipe_gets_no_byte_that_acts(tmp_path: Path) -> None:
    """Through the console come letters of ASCII and ends of lines, nothing else."""
    heard = tmp_path / "heard"
    with heard.open("w") as sink, heard.open() as source:
        console, talk = Streams(source, sink), Talk(verbosity="full")
        for text in HOSTILE:
            for _, bad, _ in whole(text, *NEWS):
                for line in talk.hear(bad):
                    console.write(line)

    assert {*heard.read_bytes()} == {10, *range(32, 127)} & {*heard.read_bytes()}
    assert b"owned" in heard.read_bytes()


def test_phases_that_cannot_be_read_are_no_message() -> None:
    """A host whose phases or colors nobody knows is turned away, as any nonsense is."""
    for message in SAID:
        if isinstance(message, Welcome | Lobby | State):
            read = [bad for field, bad in poisoned(message, "2 sets") if field in ODD]
            assert [arrived(bad) for bad in read] == [None] * len(read)
    asked = told(evening(), 5)
    assert asked.ask is not None
    odd = [bad for field, bad in poisoned(asked.ask, "pink") if field == COLORS]
    assert odd
    assert all(arrived(replace(asked, ask=bad)) is None for bad in odd)


ODD, COLORS = {("Rules", "phases")}, ("Goal", "colors")
