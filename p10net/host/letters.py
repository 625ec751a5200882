"""The messages a table sends, built from what the house knows.

A letter is addressed to a connection. Whatever happens, everybody gets the table as a
whole: a `lobby` before a game, else a `state` with the own view, built from what that
seat may know and from nothing else. Nothing changes here.
"""

from collections.abc import Callable

from msgspec.structs import replace

from p10net.engine.game import Events, view_of
from p10net.engine.rules import phases
from p10net.engine.view import View
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.house import LEAST, House, Pause
from p10net.host.records import Choice
from p10net.protocol.envelope import Message
from p10net.protocol.errors import FAREWELLS, ByeCode
from p10net.protocol.messages import (
    Bye,
    Going,
    Identity,
    Lobby,
    News,
    Notice,
    Places,
    Question,
    Sign,
    State,
    Welcome,
    question,
)
from p10net.protocol.people import (
    LARGEST_INT,
    Absence,
    Ballot,
    Break,
    Clock,
    Person,
    PersonKind,
    Poll,
    Table,
    Watcher,
)
from p10net.protocol.version import FEATURES, PROTOS, VERSION

Letter = tuple[int, Message]
Mail = list[Letter]

# Seconds after which it makes sense to knock again, where it does.
RETRY = {
    ByeCode.FULL: 30,
    ByeCode.HELLO_TIMEOUT: 1,
    ByeCode.SLOW: 1,
    ByeCode.FLOOD: 10,
    ByeCode.INTERNAL: 2,
}


def bye(code: ByeCode, msg: str = "", re: int | None = None) -> Bye:
    """Write the last word to somebody; the reply to a request if `re` says so."""
    protos = PROTOS if code is ByeCode.VERSION else None
    return Bye(code, msg or FAREWELLS[code], re, RETRY.get(code), protos=protos)


def _ms(seconds: float) -> int:
    return min(max(0, round(seconds * 1000)), LARGEST_INT)


# --- Who is here ------------------------------------------------------------------


def grace_left(house: House, player: Player, now: float) -> float | None:
    """Seconds for which a lost player is waited for; None if no time is running."""
    if player.absent is not Absence.LINK_LOST or player.overdue:
        return None
    return player.since + house.settings.grace_ms / 1000 - house.clock(now)


def _person(house: House, player: Player, owner: Player | None, now: float) -> Person:
    """Write the row of a seat."""
    left, conduct = grace_left(house, player, now), house.conduct(player)
    return Person(
        seat=player.seat,
        name=player.name,
        kind=player.kind,
        client=player.level or player.client,
        on=player.conn is not None,
        ready=player.ready or not player.person,
        owner=player is owner,
        absent=player.absent,
        grace_ms=None if left is None else _ms(left),
        stand_in=conduct == "bot",
        passing=conduct == "skip",
        offered=player.offered,
        link_ms=player.link_ms,
        restless=house.restless(player),
        double=player.double,
    )


def _people(house: House, now: float) -> tuple[Person, ...]:
    rows, owner = sorted(house.players.items()), house.owner
    return tuple(_person(house, player, owner, now) for _, player in rows)


def _watchers(house: House) -> tuple[Watcher, ...]:
    return tuple(
        Watcher(one.watcher, one.name, one.client, one.waits)
        for one in house.onlookers.values()
        if one.conn is not None
    )


def time_left(house: House, now: float) -> float | None:
    """Seconds left for the open decision; None: no limit, or nobody is there."""
    asked = house.asked
    if asked is None or not asked.here:
        return None
    allowed = house.allowed_ms(asked)
    if allowed is None:
        return None
    return house.asked_at + allowed / 1000 - house.clock(now)


def _clock(house: House, now: float) -> Clock | None:
    if (at := house.next_round_at) is not None:
        return Clock(_ms(at - house.clock(now)))
    left = time_left(house, now)
    asked = house.asked
    return None if left is None or asked is None else Clock(_ms(left), asked.seat)


def _poll(house: House) -> Poll | None:
    vote = house.vote
    if vote is None:
        return None
    ballots = sorted(vote.ballots.items())
    return Poll(vote.about, tuple(Ballot(seat, choice) for seat, choice in ballots))


def table(house: House, now: float) -> Table:
    """Write all that is known of the table besides the game."""
    pause = house.pause
    return Table(
        seats=_people(house, now),
        watchers=_watchers(house),
        settings=house.settings,
        voided=house.game.open.voids if house.game else 0,
        paused=_break(pause, now) if pause else None,
        clock=_clock(house, now),
        poll=_poll(house),
        practice=house.practice,
        left=tuple(one for _, one in sorted(house.left.items())),
    )


def _break(pause: Pause, now: float) -> Break:
    return Break(pause.by, _ms(now - pause.since), pause.why or None)


# --- The table as a whole ---------------------------------------------------------


def whole(house: House, now: float, events: Events = ()) -> Mail:
    """Send everybody the table as it is, and the events that made it so."""
    links = [link for link in house.links.values() if link.welcomed]
    return _to(house, links, now, events)


def alone(house: House, link: Link, now: float) -> Mail:
    """Send the table as it is to one connection."""
    return _to(house, [link], now, ())


def _to(house: House, links: list[Link], now: float, events: Events) -> Mail:
    """Write what a seat gets once, however many look over its shoulder."""
    write = _lobbies(house, now) if house.game is None else _states(house, now, events)
    written = {seat: write(seat) for seat in {link.seat for link in links}}
    return [(link.conn, written[link.seat]) for link in links]


def _lobbies(house: House, now: float) -> Callable[[int], Message]:
    lobby = Lobby(
        seq=house.seq,
        stage="lobby",
        seats=_people(house, now),
        watchers=_watchers(house),
        settings=house.settings,
        rules=house.rules,
        phases=phases(house.rules),
        min=house.setup.start_when or LEAST,
        max=house.seats,
        after=house.sheet.view.round if house.sheet else 0,
    )
    return lambda seat: replace(lobby, seat=seat or None)


def _states(house: House, now: float, events: Events) -> Callable[[int], Message]:
    game, shared = house.game, table(house, now)
    assert game is not None
    asked = house.asked

    def state(seat: int) -> State:
        view = view_of(game, seat)
        mine = asked is not None and asked.seat == seat and house.pause is None
        return State(
            seq=house.seq,
            n=house.events - len(events),
            ev=events,
            view=view,
            table=shared,
            ask=_question(house, view, now) if mine else None,
        )

    return state


def _question(house: House, view: View, now: float) -> Question | None:
    asked, left = house.foresight.question(view), time_left(house, now)
    if asked is None:
        return None
    return question(asked, view.step, None if left is None else _ms(left))


# --- Single letters ---------------------------------------------------------------


def notice(
    house: House,
    what: News,
    whom: Player | Onlooker | None = None,
    *,
    by: int = 0,
    name: str | None = None,
) -> Mail:
    """Tell everybody what happened around the table."""
    said = Notice(
        seq=house.seq,
        what=what,
        seat=whom.seat if isinstance(whom, Player) else None,
        watcher=whom.watcher if isinstance(whom, Onlooker) else None,
        name=name or (whom.name if whom else None),
        by=by or None,
    )
    return to_all(house, said)


def taken_over(house: House, player: Player) -> Mail:
    """Tell everybody what is done for a seat from now on, if anything is."""
    what = _TAKEN_OVER.get(house.conduct(player))
    return notice(house, what, player) if what else []


_TAKEN_OVER: dict[Choice | None, News] = {
    "bot": News.STAND_IN,
    "skip": News.PASSING,
}


def to_all(house: House, message: Message) -> Mail:
    """Send one message to everybody who was welcomed."""
    return [(link.conn, message) for link in house.links.values() if link.welcomed]


def welcome(house: House, link: Link, re: int, *, resumed: bool) -> Welcome:
    """Write the welcome to whoever a connection belongs to."""
    player = house.player(link)
    mine = player or house.onlooker(link)
    assert mine is not None
    return Welcome(
        re=re,
        proto=max(PROTOS),
        features=tuple(FEATURES),
        host=f"p10net/{VERSION}",
        session=mine.session,
        resumed=resumed,
        last_id=player.last_id if player else 0,
        limits=house.limits,
        table=Identity(house.setup.name, house.id),
        rules=house.game.open.rules if house.game else house.rules,
        phases=phases(house.rules),
        seat=link.seat or None,
        watcher=link.watcher or None,
    )


def sign(house: House, re: int = 0) -> Sign:
    """Write what a passer-by may know."""
    bots = sum(player.kind is PersonKind.BOT for player in house.players.values())
    going = Going.PLAYING if house.playing else Going.OVER
    return Sign(
        re=re,
        id=house.id,
        name=house.setup.name,
        seats=Places(len(house.players), house.seats, bots),
        state=going if house.game else Going.LOBBY,
        rules=house.rules.name,
        protos=PROTOS,
        version=VERSION,
        watch=house.settings.watch,
        locked=house.settings.locked,
        password=house.settings.password,
    )
