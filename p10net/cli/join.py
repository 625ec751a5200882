"""`p10net join`, `watch` and `bot`: sit down at somebody's table, or look on."""

import random
from collections.abc import Iterable
from functools import partial
from typing import Literal, NamedTuple

import click

from p10net.bots.brain import Brain
from p10net.cli import flags, folders, games, person, reach, streams
from p10net.cli.exits import Exit, Trouble
from p10net.cli.flags import YOU
from p10net.cli.verbs import flag, verb
from p10net.client import played, sheets
from p10net.client.runner import (
    BrainError,
    make_brain,
    next_name,
    numbered,
    run_bot,
)
from p10net.client.seats import Claim
from p10net.client.session import Ending, Session, Visitor
from p10net.client.words import brains

Kind = Literal["human", "bot", "watcher"]


class Coming(NamedTuple):
    """As what somebody comes, and what they were told to show."""

    kind: Kind = "human"
    password: str | None = None
    code: str | None = None
    trust_new: bool = False


def _session(door: reach.Door, claim: Claim, coming: Coming) -> Session:
    """Prepare to sit down at a door, with what is remembered of the seat.

    Whoever has a code says that what is remembered is worth nothing.
    """
    visitor = Visitor(
        claim.name, coming.kind, password=coming.password, code=coming.code
    )
    return Session(
        reach.dial(door),
        visitor,
        token=None if coming.code else claim.token,
        another_name=next_name,
        keep=partial(reach.remember, door, claim),
    )


# --- People --------------------------------------------------------------------------


@verb(
    "join",
    ("p10net join H00-921", "the code on the host's screen"),
    ('p10net join "Ann\'s table"', "its name in the list"),
    ("p10net join 192.168.1.34", "its address; 34 alone does as well"),
)
@click.argument("target")
@flags.name("join Flat12")
@flags.password("join Flat12")
@flags.code("join Flat12")
@flags.plain("join Flat12")
@flags.trust_new("join Flat12")
def join(
    target: str,
    name: str | None,
    password: str | None,
    code: str | None,
    plain: bool,
    trust_new: bool,
) -> int:
    """Sit down at a table.

    TARGET is what the host reads out: a code, an address, or the table's name. Whoever
    was there before has the same seat again.
    """
    return _visit(target, name, plain, Coming("human", password, code, trust_new))


@verb(
    "watch",
    ("p10net watch H00-921", "look on; you see public cards only"),
    ("p10net watch H00-921 --plain", "the same as lines"),
)
@click.argument("target")
@flags.name("watch Flat12")
@flags.password("watch Flat12")
@flags.plain("watch Flat12")
@flags.trust_new("watch Flat12")
def watch(
    target: str, name: str | None, password: str | None, plain: bool, trust_new: bool
) -> int:
    """Look on at a table.

    TARGET is what the host reads out: a code, an address, or the table's name.
    """
    coming = Coming("watcher", password, trust_new=trust_new)
    return _visit(target, name, plain, coming)


def _visit(target: str, name: str | None, plain: bool, coming: Coming) -> int:
    me, screen = person.name(name), person.has_screen() and not plain
    sit = partial(visit, target, me, screen, coming, named=name is not None)
    return person.run(sit, screen, quiet=not screen)


async def visit(
    target: str | reach.Door,
    me: str,
    screen: bool,
    coming: Coming,
    *,
    named: bool = False,
) -> Ending:
    """Find a table and stay there until that ends.

    Who comes back to play and was not `named` has the seat that is kept there.
    """
    door = target if isinstance(target, reach.Door) else await reach.door(target)
    door.hears = door.hears if screen else _tell
    proof = await reach.made_sure(door, coming.trust_new)
    if not screen:
        _tell(*proof)
    if coming.kind == "human" and not named:
        me = reach.called(door, me)
    with reach.place(door, [me]) as claim:
        seat = _session(door, claim, await _let_in(door, claim, coming))
        if screen:  # what is said behind it could not be read
            door.hears = partial(person.whisper, seat)
            for sentence in door.notes:
                person.whisper(seat, sentence)
        sheet = partial(sheets.keep, folders.state(), door.sign.id, door.sign.name)
        ending = await person.sit(seat, screen, proof=proof, scored=sheet)
        if seat.gave_up:
            claim.forget()
        return ending


async def _let_in(door: reach.Door, claim: Claim, coming: Coming) -> Coming:
    """Ask a person for the password that a table wants of whoever has no seat there."""
    shown = coming.password or coming.code or claim.token
    if shown or not door.sign.password:
        return coming
    typed = await person.password(door.sign.name)
    sent = None if typed is None else flags.Sent().convert(typed, None, None)
    return coming._replace(password=sent)


# --- Programs ------------------------------------------------------------------------


@verb(
    "bot",
    ("p10net bot H00-921", "a sensible player called bot"),
    ("p10net bot Flat12 --level random", "one that plays by dice"),
    ("p10net bot Flat12 --brain mine.py:Mine", "one that you wrote"),
)
@click.argument("target")
@flag(
    "--brain",
    metavar="MODULE:NAME|FILE.py:NAME",
    says="A brain of your own; $P10NET_BRAIN does as well.",
    envvar="P10NET_BRAIN",
    example="p10net bot Flat12 --brain mine.py:Mine",
    heading=flags.BOT,
)
@flags.level("bot Flat12", flags.BOT)
@flags.pace("bot Flat12", flags.BOT)
@flag(
    "--seed",
    type=int,
    says="Where the brain's chance begins; the same number plays the same way.",
    example="p10net bot Flat12 --seed 7",
    heading=flags.BOT,
)
@flag(
    "--name",
    default="bot",
    says="What the others call it; a second one is called bot 2.",
    example="p10net bot Flat12 --name Hal",
    heading=YOU,
)
@flags.password("bot Flat12")
@flags.trust_new("bot Flat12")
def bot(
    target: str,
    brain: str | None,
    level: str,
    pace: float,
    seed: int | None,
    name: str,
    password: str | None,
    trust_new: bool,
) -> int:
    """Let a bot sit down at a table.

    TARGET is what the host reads out: a code, an address, or the table's name. It takes
    its seat back after a crash, and ends with the table.
    """
    names = numbered(person.name(name))
    spec = brain or level
    chance = random.Random(seed)
    try:
        made = make_brain(spec, chance)
    except BrainError as error:
        raise Trouble(str(error), Exit.USAGE) from None

    play = partial(play_bot, target, made, names, password, pace)
    own = brain is not None
    return person.run(partial(play, threaded=own, trust_new=trust_new), screen=False)


async def play_bot(
    target: str,
    brain: Brain,
    names: Iterable[str],
    password: str | None,
    pace: float,
    *,
    threaded: bool,
    trust_new: bool = False,
) -> Ending:
    """Find a table and let a brain play there until that ends."""
    door = await reach.door(target)
    door.hears = _tell
    _tell(*await reach.made_sure(door, trust_new))
    with reach.place(door, names, "bot") as claim:
        seat = _session(door, claim, Coming("bot", password))
        with games.by_client(seat, games.folder(), person.at_last):
            told = await run_bot(
                seat, brain, tell=_tell, stands=_tell, pace=pace, threaded=threaded
            )
    if seat.state is not None and (game := played.game(seat.state, when="")):
        click.echo(brains.came(game.place, game.seats, game.phases, game.score))
    return told


def _tell(*sentences: str) -> None:
    for sentence in sentences:
        streams.tell(sentence)


VERBS = {"join": join, "watch": watch, "bot": bot}
