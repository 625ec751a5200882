"""How a table goes on by itself: seating, starting, dealing, the next round, a rematch.

`due` gives the one change that is due next, in the order in which they belong; asked
again after each, it brings the table to where only its players can go on.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from p10net.engine.moves import DropSeat, NextRound
from p10net.engine.view import Stage
from p10net.host import mixing, presence
from p10net.host.chance import token
from p10net.host.door import seat_for, spare_seat
from p10net.host.guests import Player
from p10net.host.house import LEAST, House, Pause
from p10net.host.records import Acted, Adjourned, Began, Change, Paused, Sat, Settled
from p10net.host.wishes import seated
from p10net.protocol.clean import taken_problem
from p10net.protocol.people import Absence, PersonKind

# What bots of the host's own are called when nobody says.
BOT_NAMES = ("Cleo", "Max", "Ida", "Ned", "Uma", "Kit", "Zoe", "Lou", "Pia", "Gus")


def due(house: House, now: float) -> Change | None:
    """Give the change that the house makes next, or None if it waits for somebody."""
    if house.pause is not None:
        return _forgotten_pause(house, house.pause, now)
    if house.besieged:
        return Settled(replace(house.settings, locked=True), house.password)
    waiting = presence.due(house, now)
    if waiting is not None:
        return waiting
    if house.game is None:
        return _in_lobby(house, now)
    if house.vote is not None:
        return None
    return _IN_GAME.get(house.stage, presence.played_for)(house, now)


def _forgotten_pause(house: House, pause: Pause, now: float) -> Paused | None:
    """End a pause that everybody has left behind."""
    long = now - pause.since >= house.guard.deserted_ms / 1000
    return Paused(False, 0) if pause.by and long and not house.attended else None


# --- Before a game ----------------------------------------------------------------


def _in_lobby(house: House, now: float) -> Change | None:
    if house.bots_due and house.meant(house.bots_due[0].name):
        bot = house.bots_due[0]
        return bot_sits(house, house.meant(bot.name)[0], bot.level, bot.name)
    for onlooker in house.queue():
        if seat := seat_for(house, onlooker.name):
            return seated(house, onlooker, seat)
    return begin(house, now) if _may_start(house, now) else None


def bot_sits(house: House, seat: int, level: str, name: str = "") -> Sat:
    """Seat a bot of the host's own; its session connects to the seat like anybody."""
    if not name or taken_problem(name, house.names()):
        name = next(_names(house))
    return Sat(seat, token(), name, PersonKind.BOT, level=level)


def _names(house: House) -> Iterator[str]:
    """Give names nobody here has yet, first the short ones."""
    numbered = (f"Bot {n}" for n in range(1, 100))
    for name in (*BOT_NAMES, *numbered):
        if taken_problem(name, house.names()) is None:
            yield name


def _may_start(house: House, now: float) -> bool:
    """Whether enough are seated and nobody who is here is still getting ready."""
    stay = _stay(house, now)
    if len(stay) < LEAST or not _bots_on(house):
        return False
    if house.urged:
        return True
    if house.setup.start_when is not None:
        return sum(player.here for player in stay) >= house.setup.start_when
    return _all_ready(house) and any(player.here for player in house.people)


def _bots_on(house: House) -> bool:
    """Whether the host's own bots are connected, or given up."""
    bots = [player for player in house.players.values() if player.level]
    return all(bot.conn is not None or bot.overdue for bot in bots)


def begin(house: House, now: float) -> Began:
    """Start a game for those who are seated and have not gone for good."""
    seats = tuple(sorted(player.seat for player in _stay(house, now)))
    game = house.chance.game_id(house.games + 1)
    return Began(game.hex(), house.rules, seats, house.sheet is not None)


def _stay(house: House, now: float) -> list[Player]:
    """List who is there for a new game: not who left, nor who is lost for long."""
    limit = house.guard.token_after_game_ms / 1000
    return [
        player
        for player in house.players.values()
        if player.absent is not Absence.LEFT
        and (player.conn is not None or house.clock(now) - player.since < limit)
    ]


# --- In a game --------------------------------------------------------------------


def _before_cards(house: House, now: float) -> Change | None:
    """Deal to nobody who has given up the seat, unless shares are being shown.

    Somebody who waits is given it, as between rounds; else it is out of the game.
    """
    attempt = house.deal
    sealed = attempt is not None and attempt.sealed
    settled = None if sealed else _taken_up(house) or _dropped(house)
    return settled or mixing.due(house, now)


def _after_round(house: House, now: float) -> Change | None:
    if not _may_go_on(house, now):
        return None
    return _next_in_line(house) or _dropped(house) or Acted(0, NextRound())


def _may_go_on(house: House, now: float) -> bool:
    """Whether all who are here are ready, or the time for it is up."""
    if presence.deserted(house, now):
        return False
    at = house.next_round_at
    waited = at is not None and house.clock(now) >= at
    return waited or house.urged or _all_ready(house)


def _all_ready(house: House) -> bool:
    """Whether no person still looks at the score; the lost have their grace.

    Whoever cannot make up their mind is not waited for, but they alone start nothing.
    """
    people = house.people
    asked = [player for player in people if not house.restless(player)]
    agreed = all(player.ready or player.overdue for player in asked)
    return agreed and (bool(asked) or not people)


def _next_in_line(house: House) -> Sat | None:
    """Give the first who waits a seat nobody plays any more, else a bot's."""
    queue, spare = house.queue(), spare_seat(house)
    bots = seated(house, queue[0], spare) if queue and spare else None
    return _taken_up(house) or bots


def _taken_up(house: House) -> Sat | None:
    """Give the first who waits a seat that was given up."""
    queue, seats = house.queue(), house.given_up
    return seated(house, queue[0], seats[0]) if queue and seats else None


def _dropped(house: House) -> Acted | None:
    """Take out of the game a seat nobody can come back to, if enough are left."""
    game = house.game
    assert game is not None
    here = sum(not seat.gone for seat in game.open.seats)
    given_up = house.given_up
    return Acted(0, DropSeat(given_up[0])) if given_up and here > LEAST else None


def _after_game(house: House, now: float) -> Change | None:
    """Begin a rematch when all who stayed want one, or let others in first."""
    if house.setup.once or not _want_more(house, now):
        return None
    enough = len(_stay(house, now)) >= LEAST
    return begin(house, now) if enough and not house.queue() else Adjourned()


def _want_more(house: House, now: float) -> bool:
    """Whether all who are here want another game, or others do and nobody is here."""
    people = house.people
    if any(player.here for player in people):
        return house.urged or _all_ready(house)
    if house.clock(now) - house.stage_at < house.guard.rematch_ms / 1000:
        return False
    lost = all(player.overdue for player in people)
    return (lost and bool(house.queue())) or (not people and house.attended)


_IN_GAME = {
    Stage.DEAL: _before_cards,
    Stage.ROUND_OVER: _after_round,
    Stage.GAME_OVER: _after_game,
}
