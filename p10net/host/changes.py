"""The one place where the house changes: what each change does, and whom it tells.

`commit` lets a change happen. The rows for people stand in `comings`; here are those
of the game, of what is settled, and of what passes. Nothing here asks whether a change
is allowed: that was settled when it was proposed.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from p10net.engine import game as engine
from p10net.engine.moves import Deal, DropSeat, Stop, Void
from p10net.engine.view import Stage
from p10net.host import comings, mixing, rerun
from p10net.host.comings import ok
from p10net.host.guests import Player
from p10net.host.house import BETWEEN, House, Pause, Vote
from p10net.host.letters import Mail, alone, notice, taken_over, to_all, whole
from p10net.host.records import (
    Acted,
    Adjourned,
    Began,
    Chatted,
    Coded,
    Contested,
    DealCommitted,
    DealMixed,
    DealOpened,
    DealSealed,
    DealShared,
    Doubled,
    Gone,
    Linked,
    Moved,
    Offered,
    Overdue,
    Paused,
    Pinged,
    Polled,
    Readied,
    Record,
    Rejoined,
    Renamed,
    Reseated,
    Resolved,
    Returned,
    Ruled,
    Sat,
    Settled,
    Stuck,
    TakenBack,
    Unlinked,
    Urged,
    Voted,
    Watched,
    Wished,
)
from p10net.protocol.messages import News, Ok, Pong, Said
from p10net.protocol.people import Absence, Leaver, Settings

DISK = "disk"
"""Why the host pauses: the one reason there is."""
LATE_TWICE = 2
"""Decisions let pass in a row after which a seat counts as away."""


def commit(house: House, record: Record, now: float) -> Mail:
    """Let a change happen; returns what everybody is told."""
    house.seq += record.change.public
    before = house.owner
    if record.mixes:
        house.links[record.conn].mixes = True
    mail = COMMITS[type(record.change)](house, record.change, record, now)
    if record.mixes:
        mail += mixing.greeting(house, house.links[record.conn])
    after = house.owner
    if after is not None and before is not None and after is not before:
        mail += notice(house, News.OWNER, after)
    _note_desertion(house, now)
    return mail


def _note_desertion(house: House, now: float) -> None:
    """Remember since when nobody has been there."""
    if house.attended:
        house.deserted_at = None
    elif house.deserted_at is None:
        house.deserted_at = house.clock(now)


# --- The game ---------------------------------------------------------------------


def _began(house: House, change: Began, record: Record, now: float) -> Mail:
    house.game_id = bytes.fromhex(change.game)
    sheet = house.sheet if change.again else None
    house.game = (
        engine.take_up(sheet.view, change.seats)
        if sheet
        else engine.new_game(change.rules, change.seats)
    )
    house.games += 1
    house.events, house.practice = 0, False
    mixing.forget(house)
    house.numbers, house.acts = change.seats, []
    house.after = sheet.view if sheet else None
    house.left = sheet.missing(change.seats) if sheet else {}
    house.players = {seat: house.players[seat] for seat in change.seats}
    for player in house.players.values():
        player.offered, player.spent = False, player.overdue
    _new_stage(house, now)
    return ok(record) + whole(house, now)


def _new_stage(house: House, now: float) -> None:
    """Start a stage in which everybody has to say ready anew."""
    house.stage_at = house.asked_at = house.clock(now)
    house.illegal, house.urged, house.vote = 0, False, None
    _ask_anew(house)


def _ask_anew(house: House) -> None:
    """Take back every ready mark: what was agreed to is another thing now."""
    for player in house.players.values():
        player.ready, player.swings = False, 0


def _acted(house: House, change: Acted, record: Record, now: float) -> Mail:
    assert house.game is not None
    before = house.stage
    foreseen = house.foresight.after(house.game, change.seat, change.action)
    house.game, events = foreseen
    house.events += len(events)
    house.acts.append((change.seat, change.action))
    house.illegal, house.asked_at = 0, house.clock(now)
    did = _did if change.seat else _house_did
    mail = did(house, change, record)
    if house.stage in BETWEEN and house.stage is not before:
        _new_stage(house, now)
    if house.stage is Stage.GAME_OVER:
        house.banned_names, house.banned_addresses = set(), set()
        _go_on(house, now)
    return mail + whole(house, now, events) + mixing.proofs(house)


def _taken_back(house: House, change: TakenBack, record: Record, now: float) -> Mail:
    """Ask a player once more what was answered already, as if nothing had come of it.

    The step goes on, so that no answer to an older question is taken for one to this.
    """
    assert house.game is not None
    step = house.game.open.step + 1
    game = rerun.so_far(house, change.acts)
    house.game = replace(game, open=replace(game.open, step=step))
    del house.acts[change.acts :]
    house.events += 1  # that nobody hears of: whoever counts cards begins anew
    house.illegal, house.asked_at, house.practice = 0, house.clock(now), True
    mail = notice(house, News.TAKEN_BACK, house.players[change.seat])
    return ok(record) + mail + whole(house, now)


def _did(house: House, change: Acted, record: Record) -> Mail:
    """Note what a seat did itself, or did not do itself, and answer."""
    player = house.players[change.seat]
    if change.cause == "":
        player.late, player.spent, player.acted = 0, False, True
        remember(house, player, change.id, (change.step, change.action), Ok(change.id))
        return ok(record)
    if change.cause == "stand_in":
        return []
    return _let_pass(house, player, change)


def _let_pass(house: House, player: Player, change: Acted) -> Mail:
    """Count a decision that was made for a seat; twice in a row, and it is away."""
    mail = notice(house, News.PLAYED_DEFAULT, player)
    player.late += change.cause == "late"
    if player.late >= LATE_TWICE and player.absent is None:
        player.absent, player.stirred = Absence.AWAY, False
        mail += notice(house, News.AWAY, player)
    return mail


def remember(
    house: House, player: Player, number: int, act: tuple[int, Any], reply: Any
) -> None:
    """Keep the reply to an act, for when it comes again; the oldest is forgotten."""
    player.last_id = max(player.last_id, number)
    player.replies[number] = (act, reply)
    while len(player.replies) > house.limits.replies_kept:
        del player.replies[min(player.replies)]


def _house_did(house: House, change: Acted, record: Record) -> Mail:
    """Note what an act of the house means for the table."""
    mail = ok(record)
    act = change.action
    if isinstance(act, Deal | Void):
        mixing.ended(house, void=isinstance(act, Void))
    elif isinstance(act, DropSeat):
        _out(house, act.seat)
        mixing.dropped(house, act.seat)
    elif isinstance(act, Stop):
        for seat in act.without:
            _out(house, seat)
        mail += notice(house, News.STOPPED, by=change.by)
    return mail


def _out(house: House, seat: int) -> None:
    """Play on without a seat, whose player's name stays on the sheet."""
    player = house.players.pop(seat)
    house.left[seat] = Leaver(player.seat, player.name, player.kind)


def _adjourned(house: House, change: Adjourned, record: Record, now: float) -> Mail:
    """Go back to the lobby, with those who have not left."""
    house.game, house.vote, house.urged, house.left = None, None, False, {}
    players = house.players.values()
    stay = [player for player in players if player.absent is not Absence.LEFT]
    house.players = {player.seat: player for player in stay}
    for player in stay:
        player.offered = player.spent = False
    return whole(house, now)


# --- What is settled --------------------------------------------------------------


def _ruled(house: House, change: Ruled, record: Record, now: float) -> Mail:
    house.rules = change.rules
    _ask_anew(house)
    mail = notice(house, News.RULES, by=change.by)
    return ok(record) + mail + whole(house, now)


def _settled(house: House, change: Settled, record: Record, now: float) -> Mail:
    if change.settings.away is not house.settings.away:
        house.vote = None
        for player in house.players.values():
            player.verdict = None
    if not house.playing and _other_game(house.settings, change.settings):
        _ask_anew(house)
    house.settings, house.password = change.settings, change.password
    house.misses.clear()
    if not change.by:  # the table locks itself when somebody guesses
        house.codes.clear()
    mail = notice(house, News.SETTINGS, by=change.by)
    return ok(record) + mail + whole(house, now)


def _other_game(old: Settings, new: Settings) -> bool:
    """Whether those who are ready would play under other terms than they saw.

    Who else may come in, and how, is none of them.
    """
    door = {"locked": new.locked, "password": new.password}
    return replace(old, **door) != new


# --- What passes ------------------------------------------------------------------


def _readied(house: House, change: Readied, record: Record, now: float) -> Mail:
    player = house.players[change.seat]
    player.swings += player.ready is not change.on
    player.ready = change.on and not house.restless(player)
    mail = notice(house, News.RESTLESS, player) if house.restless(player) else []
    return ok(record) + mail + whole(house, now)


def _urged(house: House, change: Urged, record: Record, now: float) -> Mail:
    house.urged = True
    return ok(record)


def _paused(house: House, change: Paused, record: Record, now: float) -> Mail:
    if change.on:
        house.pause = Pause(change.by, now)
    else:
        _go_on(house, now)
    what = News.PAUSED if change.on else News.GOES_ON
    return ok(record) + notice(house, what, by=change.by) + whole(house, now)


def _go_on(house: House, now: float) -> None:
    """End the pause, if one is on; a game that is over has none to wait for."""
    if house.pause is not None:
        house.stopped += now - house.pause.since
        house.pause = None


def _doubled(house: House, change: Doubled, record: Record, now: float) -> Mail:
    player = house.players[change.seat]
    player.double = change.on
    what = News.DOUBLE_TIME if change.on else News.USUAL_TIME
    return ok(record) + notice(house, what, player) + whole(house, now)


def _stuck(house: House, change: Stuck, record: Record, now: float) -> Mail:
    """Let everybody wait for the host's disk; a pause of somebody's goes on after."""
    pause = house.pause
    if change.on:
        by, since = (pause.by, pause.since) if pause else (0, now)
        house.pause = Pause(0, since, DISK, by)
    elif pause is not None and pause.was:
        house.pause = Pause(pause.was, pause.since)
    else:
        _go_on(house, now)
    what = News.STUCK if change.on else News.GOES_ON
    return notice(house, what) + whole(house, now)


def _pinged(house: House, change: Pinged, record: Record, now: float) -> Mail:
    mail: Mail = [(record.conn, Pong(record.re, house.seq))]
    link = house.links[record.conn]
    player = house.player(link)
    if player is None:
        return mail
    player.link_ms = change.ms
    first, player.pinged = not player.pinged, True
    if first and player.person and house.asked is player:
        mail += alone(house, link, now)  # the question may be thought about longer
    return mail


def _chatted(house: House, change: Chatted, record: Record, now: float) -> Mail:
    said = Said(house.seq, change.text, change.seat or None, change.watcher or None)
    return ok(record) + to_all(house, said)


def _polled(house: House, change: Polled, record: Record, now: float) -> Mail:
    house.vote = Vote(change.about, house.clock(now) + house.patience)
    return whole(house, now)


def _voted(house: House, change: Voted, record: Record, now: float) -> Mail:
    assert house.vote is not None
    house.vote.ballots[change.seat] = change.choice
    player = house.players[change.seat]
    return ok(record) + notice(house, News.VOTE, player) + whole(house, now)


def _resolved(house: House, change: Resolved, record: Record, now: float) -> Mail:
    """Let what was decided hold for the seat, and for all who left."""
    house.vote = None
    for player in house.players.values():
        if player.absent is Absence.LEFT or player.seat == change.about:
            player.verdict = change.choice
            player.patience = house.clock(now) + house.patience
    about = house.players[change.about]
    return taken_over(house, about) + whole(house, now)


COMMITS: dict[type[Struct], Callable[[House, Any, Record, float], Mail]] = {
    Acted: _acted,
    Adjourned: _adjourned,
    Began: _began,
    Chatted: _chatted,
    Coded: comings.coded,
    Contested: comings.contested,
    DealCommitted: mixing.committed,
    DealMixed: mixing.mixed,
    DealOpened: mixing.opened,
    DealSealed: mixing.sealed,
    DealShared: mixing.shared,
    Doubled: _doubled,
    Gone: comings.gone,
    Linked: comings.linked,
    Moved: comings.moved,
    Offered: comings.offered,
    Overdue: comings.overdue,
    Paused: _paused,
    Pinged: _pinged,
    Polled: _polled,
    Readied: _readied,
    Rejoined: comings.rejoined,
    Renamed: comings.renamed,
    Reseated: comings.reseated,
    Resolved: _resolved,
    Returned: comings.returned,
    Ruled: _ruled,
    Sat: comings.sat,
    Settled: _settled,
    Stuck: _stuck,
    TakenBack: _taken_back,
    Unlinked: comings.unlinked,
    Urged: _urged,
    Voted: _voted,
    Watched: comings.watched,
    Wished: comings.wished,
}
