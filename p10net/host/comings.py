"""What coming, going and changing places do to the house, and the letters they make.

One function a kind of change; it was checked when it was proposed. From a journal a
change comes without a connection, and then there is nobody to answer.
"""

from collections import deque

from p10net.engine.view import Stage
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.house import House
from p10net.host.letters import Letter, Mail, bye, notice, taken_over, welcome, whole
from p10net.host.records import (
    Coded,
    Contested,
    Gone,
    Linked,
    Moved,
    Offered,
    Overdue,
    Record,
    Rejoined,
    Renamed,
    Reseated,
    Returned,
    Sat,
    Unlinked,
    Watched,
    Wished,
)
from p10net.protocol.clean import skeleton
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Issued, News, Notice, Ok, Seated
from p10net.protocol.people import Absence

MOST_ONLOOKERS = 64
"""Sessions of onlookers that are kept; those without a connection go first."""


def ok(record: Record) -> Mail:
    """Answer the request that led to a change, if a request did."""
    return [(record.conn, Ok(record.re))] if record.conn else []


# --- Coming -----------------------------------------------------------------------


def sat(house: House, change: Sat, record: Record, now: float) -> Mail:
    """Put somebody on a seat: a newcomer, an onlooker, a bot of the host's own."""
    mail = _make_room(house, change)
    house.arrivals += 1
    player = Player(
        change.seat,
        change.name,
        change.kind,
        change.client,
        change.session,
        house.arrivals,
        level=change.level,
        own=change.own,
        absent=Absence.LINK_LOST,
        since=house.clock(now),
        swaps=deque(maxlen=house.guard.swaps),
    )
    house.players[change.seat] = player
    if house.deal is not None and not house.deal.sealed:
        house.deal.forgo(change.seat)  # what was promised is not theirs to show
    if change.level:
        house.bots_due = house.bots_due[1:]
        mail += ok(record) + notice(house, News.JOINED, player)
    elif change.watcher:
        mail += _from_the_gallery(house, player, change.watcher, record, now)
    else:
        mail += _through_the_door(house, player, record, now)
    return mail + whole(house, now)


def _make_room(house: House, change: Sat) -> Mail:
    """Take whoever has a seat off it; a player who offered it looks on from now."""
    old = house.players.pop(change.seat, None)
    if old is None:
        return []
    link = house.links[old.conn] if old.conn is not None else None
    if link is not None:
        link.seat, link.watcher = 0, change.ousted
    if change.ousted:
        house.watchers_seen = change.ousted
        house.onlookers[change.ousted] = Onlooker(
            change.ousted, old.name, old.kind, old.client, old.session, old.conn
        )
    return [(link.conn, bye(ByeCode.REPLACED))] if link and old.level else []


def _through_the_door(house: House, player: Player, record: Record, now: float) -> Mail:
    mail: Mail = []
    if record.conn:
        link = house.links[record.conn]
        mail = connect(house, player, link, now)
        mail.append(_welcomed(house, link, record, resumed=False))
    return mail + notice(house, News.JOINED, player)


def _from_the_gallery(
    house: House, player: Player, watcher: int, record: Record, now: float
) -> Mail:
    """Seat an onlooker, whose connection comes along."""
    onlooker = house.onlookers.pop(watcher)
    mail = ok(record)
    if onlooker.conn is not None:
        link = house.links[onlooker.conn]
        link.watcher = 0
        mail += connect(house, player, link, now)
        mail.append((link.conn, Seated(house.seq, player.seat, player.last_id)))
    return mail + notice(house, News.SEATED, player)


def connect(house: House, player: Player, link: Link, now: float) -> Mail:
    """Give a seat its connection; an older one is told that it was replaced.

    A question that is open starts again with its full time.
    """
    mail: Mail = []
    if player.conn is not None:
        house.links[player.conn].seat = 0
        mail = [(player.conn, bye(ByeCode.REPLACED))]
        player.swaps.append(now)
    link.seat, player.conn = player.seat, link.conn
    player.absent, player.overdue, player.stirred = None, False, False
    player.verdict, player.late, player.pinged = None, 0, False
    if house.vote is not None and house.vote.about == player.seat:
        house.vote = None
    if house.asked is player:
        house.asked_at = house.clock(now)
    return mail


def _welcomed(house: House, link: Link, record: Record, *, resumed: bool) -> Letter:
    return link.conn, welcome(house, link, record.re, resumed=resumed)


def watched(house: House, change: Watched, record: Record, now: float) -> Mail:
    """Let somebody look on."""
    onlooker = Onlooker(
        change.watcher,
        change.name,
        change.kind,
        change.client,
        change.session,
        waits=change.waits,
    )
    if record.conn:  # from a journal nobody is connected
        _forget_onlookers(house)
    house.watchers_seen = max(house.watchers_seen, change.watcher)
    house.onlookers[change.watcher] = onlooker
    if not record.conn:
        return []
    link = house.links[record.conn]
    link.watcher, onlooker.conn = change.watcher, link.conn
    mail = [_welcomed(house, link, record, resumed=False)]
    return mail + notice(house, News.WATCHING, onlooker) + whole(house, now)


def _forget_onlookers(house: House) -> None:
    """Keep the number of sessions that nobody uses within bounds."""
    gone = [o.watcher for o in house.onlookers.values() if o.conn is None]
    for watcher in gone[: max(0, len(house.onlookers) - MOST_ONLOOKERS + 1)]:
        del house.onlookers[watcher]


# --- Back -------------------------------------------------------------------------


def rejoined(house: House, change: Rejoined, record: Record, now: float) -> Mail:
    """Take somebody back who had left."""
    if record.conn:
        return linked(house, Linked(change.seat, client=change.client), record, now)
    _lose(house, house.players[change.seat], Absence.LINK_LOST, now)
    return []


def linked(house: House, change: Linked, record: Record, now: float) -> Mail:
    """Give a seat, or an onlooker's place, its new connection."""
    link = house.links[record.conn]
    if change.watcher:
        return _back_in_gallery(house, change, link, record, now)
    player = house.players[change.seat]
    # A bot of the house comes for the first time after it was given its seat.
    was_gone = player.absent is not None and bool(player.client or not player.level)
    mail = connect(house, player, link, now)
    player.client = change.client
    mail.append(_welcomed(house, link, record, resumed=True))
    if house.salvaged:
        mail.append((link.conn, Notice(house.seq, News.SALVAGED)))
    if was_gone:
        mail += notice(house, News.BACK, player)
    return mail + whole(house, now)


def _back_in_gallery(
    house: House, change: Linked, link: Link, record: Record, now: float
) -> Mail:
    mail: Mail = []
    onlooker = house.onlookers[change.watcher]
    if onlooker.conn is not None:
        house.links[onlooker.conn].watcher = 0
        mail = [(onlooker.conn, bye(ByeCode.REPLACED))]
    link.watcher, onlooker.conn = onlooker.watcher, link.conn
    onlooker.client = change.client
    mail.append(_welcomed(house, link, record, resumed=True))
    return mail + whole(house, now)


def reseated(house: House, change: Reseated, record: Record, now: float) -> Mail:
    """Give a seat to whoever had the code; the old session is worth nothing now."""
    player = house.players[change.seat]
    player.session, player.client, player.sent = change.session, change.client, False
    house.codes = {c: v for c, v in house.codes.items() if v[0] != player.came}
    if not record.conn:
        _lose(house, player, Absence.LINK_LOST, now)
        return []
    link = house.links[record.conn]
    mail = connect(house, player, link, now)
    mail.append(_welcomed(house, link, record, resumed=True))
    return mail + notice(house, News.BACK, player) + whole(house, now)


def contested(house: House, change: Contested, record: Record, now: float) -> Mail:
    """Keep the holder of a seat two clients fight for; both are told, now and then."""
    player = house.players[change.seat]
    mail: Mail = [(record.conn, bye(ByeCode.REPLACED, FOUGHT_OVER, record.re))]
    span = house.guard.swaps_ms / 1000
    if player.contested is None or now - player.contested >= span:
        player.contested = now
        mail += notice(house, News.CONTESTED, player)
    return mail


FOUGHT_OVER = "Two programs fight for this seat: close one, and wait half a minute."


def returned(house: House, change: Returned, record: Record, now: float) -> Mail:
    """Believe a sign of life from a seat that was away."""
    player = house.players[change.seat]
    player.absent, player.overdue, player.stirred = None, False, False
    player.late = 0
    if house.asked is player:
        house.asked_at = house.clock(now)
    return notice(house, News.BACK, player) + whole(house, now)


# --- Going ------------------------------------------------------------------------


def unlinked(house: House, change: Unlinked, record: Record, now: float) -> Mail:
    """Note that a connection is lost; the seat is kept."""
    link = house.links[record.conn]
    link.seat = link.watcher = 0
    onlooker = house.onlookers.get(change.watcher)
    if onlooker is not None:
        onlooker.conn = None
        return whole(house, now)
    player = house.players[change.seat]
    _lose(house, player, Absence.LINK_LOST, now)
    return notice(house, News.LINK_LOST, player) + whole(house, now)


def _lose(house: House, player: Player, why: Absence, now: float) -> None:
    """Let a seat's grace begin; one grace for a question, however often it is lost."""
    if player.acted or house.asked is not player:
        player.since = house.clock(now)
    player.conn, player.ready, player.acted = None, False, False
    player.absent = why


def overdue(house: House, change: Overdue, record: Record, now: float) -> Mail:
    """Wait for a seat no longer: from here on it has no grace until it acts again."""
    player = house.players[change.seat]
    player.overdue = player.spent = True
    return taken_over(house, player) + whole(house, now)


def gone(house: House, change: Gone, record: Record, now: float) -> Mail:
    """See somebody off: with a bye, and with what is left behind."""
    onlooker = house.onlookers.pop(change.watcher, None)
    one = onlooker or house.players[change.seat]
    mail = ok(record) + _see_off(house, one.conn, change)
    if change.how == "banned":
        house.banned_names.add(skeleton(one.name))
        house.banned_addresses |= {change.address} - {""}
    if isinstance(one, Player):
        _leave_seat(house, one, change, now)
    mail += notice(house, _NEWS[change.how], one, by=change.by)
    return mail + whole(house, now)


def _see_off(house: House, conn: int | None, change: Gone) -> Mail:
    if conn is None:
        return []
    link = house.links[conn]
    link.seat = link.watcher = 0
    return [(conn, bye(_BYES[change.how], _LAST_WORDS.get(change.how, "")))]


def _leave_seat(house: House, player: Player, change: Gone, now: float) -> None:
    """Free the seat in the lobby; in a game the cards stay where they are for now."""
    if house.stage is Stage.LOBBY:
        del house.players[player.seat]
        return
    _lose(house, player, Absence.LEFT, now)
    player.overdue, player.sent = False, change.how not in _OWN_WILL
    if change.how != "left":
        player.session = player.level = ""


_OWN_WILL = ("left", "for_good")
_LAST_WORDS = {"for_good": "You left for good: the game goes on without your seat."}
_BYES = {
    "left": ByeCode.LEFT,
    "for_good": ByeCode.LEFT,
    "kicked": ByeCode.KICKED,
    "banned": ByeCode.BANNED,
    "expired": ByeCode.CLOSING,
    "removed": ByeCode.KICKED,
}
_NEWS = {
    "left": News.LEFT,
    "for_good": News.LEFT_FOR_GOOD,
    "kicked": News.KICKED,
    "banned": News.BANNED,
    "expired": News.LEFT,
    "removed": News.LEFT,
}


# --- Names and places -------------------------------------------------------------


def renamed(house: House, change: Renamed, record: Record, now: float) -> Mail:
    """Call somebody by another name."""
    if change.watcher:
        one: Player | Onlooker = house.onlookers[change.watcher]
    else:
        one = house.players[change.seat]
    one.name = change.name
    return ok(record) + notice(house, News.RENAMED, one) + whole(house, now)


def moved(house: House, change: Moved, record: Record, now: float) -> Mail:
    """Let two people, or one and an empty chair, change places."""
    pair = (change.seat, change.to), (change.to, change.seat)
    players = [(house.players.pop(was, None), to) for was, to in dict(pair).items()]
    for player, to in players:
        if player is not None:
            player.seat = to
            house.players[to] = player
            if player.conn is not None:
                house.links[player.conn].seat = to
    mail = notice(house, News.MOVED, house.players[change.to], by=change.by)
    return ok(record) + mail + whole(house, now)


def wished(house: House, change: Wished, record: Record, now: float) -> Mail:
    """Put an onlooker in the line for a seat."""
    house.onlookers[change.watcher].waits = True
    return ok(record) + whole(house, now)


def offered(house: House, change: Offered, record: Record, now: float) -> Mail:
    """Put a seat up for an onlooker to take, or take that back."""
    player = house.players[change.seat]
    player.offered = change.on
    mail = notice(house, News.OFFERED, player, by=change.by) if change.on else []
    return ok(record) + mail + whole(house, now)


def coded(house: House, change: Coded, record: Record, now: float) -> Mail:
    """Give the owner a code for a lost seat; everybody hears that it was given."""
    player = house.players[change.seat]
    house.codes[change.code] = player.came, now + house.guard.code_ms / 1000
    issued = Issued(record.re, change.seat, change.code, house.guard.code_ms)
    mail: Mail = [(record.conn, issued)]
    return mail + notice(house, News.REISSUED, player, by=change.by)
