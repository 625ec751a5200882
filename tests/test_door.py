"""Who is let in at a table, as whom, and what everybody else is told."""

from typing import Any

import pytest

from p10net.engine.moves import Draw
from p10net.engine.view import Stage
from p10net.host.door import NO_BOT_NOW, NO_SEAT
from p10net.host.house import HouseBot
from p10net.protocol.messages import (
    Going,
    Lobby,
    News,
    Ok,
    Seated,
    Sign,
    State,
    Welcome,
)
from p10net.protocol.owner import Ban, End, Kick, Lock, Password, Reissue, Watch
from p10net.protocol.people import PersonKind
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Leave,
    Offer,
    Peek,
    Ping,
    Ready,
    Rename,
    Sit,
    ToHost,
)
from tests.table_bench import Bench, refused

BOTS = (HouseBot("steady", "Cleo"), HouseBot("steady", "Max"))


# --- The first words --------------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        Act(id=3, step=0, action=Draw("stock")),
        Ping(id=3),
        Chat(id=3, text="hello"),
        Ready(id=3),
        Leave(id=3),
    ],
    ids=lambda request: type(request).__name__,
)
def test_a_stranger_greets_first(request_: ToHost) -> None:
    """Whatever comes before a greeting ends the connection, and says why."""
    bench = Bench("Ann")
    conn = bench.open()
    before = len(bench.mail[1])

    assert refused(bench.send(conn, request_)) == "hello_first"
    assert len(bench.mail[1]) == before


def test_welcome_then_the_whole_table() -> None:
    """A newcomer reads the welcome first and the table last."""
    bench = Bench("Ann")
    conn = bench.join("Bob")
    kinds = [type(message) for message in bench.mail[conn]]

    assert kinds[0] is Welcome
    assert kinds[-1] is Lobby
    assert bench.last(conn, Welcome).seat == 2
    assert [seat.name for seat in bench.lobby(1).seats] == ["Ann", "Bob"]
    assert News.JOINED in bench.news(1)


def test_nobody_is_greeted_twice() -> None:
    """A second greeting on a connection is refused and changes nothing."""
    bench = Bench("Ann")

    assert refused(bench.hello(1, "Eve")) == "wrong_stage"
    assert refused(bench.say(1, Peek, proto=(1,))) == "wrong_stage"
    assert bench.player(1).name == "Ann"


@pytest.mark.parametrize("kind", ["human", "bot", "watcher"])
def test_another_protocol_is_named_on_both_sides(kind: str) -> None:
    """Whoever speaks no common protocol is told both sides' numbers, and let go."""
    bench = Bench("Ann")
    bye = bench.hello(bench.open(), "Bob", kind=kind, proto=(7, 9))

    assert refused(bye) == "version"
    assert bye.protos == (1,)
    assert "7, 9" in bye.msg
    assert bye.retry is None


def test_the_newest_common_protocol_is_agreed() -> None:
    """Numbers this host has never heard of do no harm."""
    bench = Bench()

    assert bench.hello(bench.open(), "Ann", proto=(99, 1)).proto == 1


def test_a_passer_by_sees_the_sign_and_nobody_notices() -> None:
    """`peek` says how full and how far a table is, and tells no one."""
    bench = Bench("Ann", "Bob", bots=BOTS[:1], seats=4, password="")
    looker = bench.open()
    before = len(bench.mail[1])
    sign = bench.say(looker, Peek, proto=(1,))

    assert isinstance(sign, Sign)
    assert (sign.seats.taken, sign.seats.max, sign.seats.bots) == (3, 4, 1)
    assert (sign.state, sign.rules, sign.name) == (Going.LOBBY, "official", "Bench")
    assert len(bench.mail[1]) == before


def test_the_sign_follows_the_game() -> None:
    """A list of tables can tell lobby, playing and over."""
    bench = Bench("Ann", "Bob", start=True)
    playing = bench.table.sign().state
    bench.say(1, Admin, do=End())

    assert (playing, bench.table.sign().state) == (Going.PLAYING, Going.OVER)


# --- Names ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_name"),
        ("   ", "bad_name"),
        ("\x1b[2J", None),  # what is left of it can be read: [2J
        ("\u200b\u202e", "bad_name"),
        ("x" * 17, "bad_name"),
        ("漢" * 9, "bad_name"),
        ("Аnn", "bad_name"),  # noqa: RUF001 - a Cyrillic A is the point
        ("Ann", "name_taken"),
        ("ann", "name_taken"),
        ("A n n", "name_taken"),
        ("ANN.", "name_taken"),
        ("Änn", "name_taken"),
        ("Anna", None),
    ],
)
def test_names_that_cannot_be_had(name: str, code: str | None) -> None:
    """A name must be seen, fit, and not be taken for another's; then one says another.

    The connection stays for a second try.
    """
    bench = Bench("Ann")
    conn = bench.open()
    reply = bench.hello(conn, name)

    if code is None:
        assert isinstance(reply, Welcome)
        return
    assert refused(reply) == code
    assert isinstance(bench.hello(conn, "Bob"), Welcome)


def test_a_name_is_cleaned_at_the_door() -> None:
    """Nobody's terminal ever gets what a stranger's name would do to it."""
    bench = Bench("Ann")
    bench.join("Bo\x1b[31m\u202eb\n")

    assert bench.lobby(1).seats[1].name == "Bo[31mb"


def test_an_absent_players_name_is_not_free() -> None:
    """Who lost the link is not thrown out by somebody of the same name (N02)."""
    bench = Bench("Ann", "Bob")
    bench.cut(2)

    assert refused(bench.hello(bench.open(), "Bob")) == "name_taken"
    assert isinstance(bench.hello(bench.open(), "Bobby"), Welcome)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ann", "name_taken"),
        ("A n n", "name_taken"),
        ("\uff21nn", "name_taken"),
        ("EVE", "name_taken"),
        ("\u0410nn", "bad_name"),
        ("E\u03bde", "bad_name"),
    ],
)
def test_nobody_looks_like_somebody_else(name: str, code: str) -> None:
    """Neither at the door nor later, by another name or with letters of two scripts."""
    bench = Bench("Ann", "Bob")
    bench.join("Eve", kind="watcher")

    assert refused(bench.hello(bench.open(), name)) == code
    assert refused(bench.hello(bench.open(), name, kind="watcher")) == code
    assert refused(bench.say(2, Rename, name=name)) == code


# --- Places -----------------------------------------------------------------------


def test_newcomers_take_the_lowest_free_seat() -> None:
    """Seats count from 1; a gap is filled before a new one is opened."""
    bench = Bench("Ann", "Bob", "Cy")
    bench.say(2, Leave)
    conn = bench.join("Dee")

    assert bench.player(conn).seat == 2


def test_a_person_has_a_bots_seat_in_the_lobby() -> None:
    """The host's own bots only keep seats warm."""
    bench = Bench("Ann", bots=BOTS, seats=3)
    conn = bench.join("Bob")

    assert bench.player(conn).seat == 2
    assert [p.name for _, p in sorted(bench.house.players.items())] == [
        "Cleo",
        "Bob",
        "Ann",
    ]


@pytest.mark.parametrize("start", [False, True])
def test_a_bot_finds_a_table_full(start: bool) -> None:
    """A program that finds no seat is sent away with a time to come back."""
    bench = Bench("Ann", "Bob", seats=2, start=start)
    bye = bench.hello(bench.open(), "Robo", kind="bot")

    assert (refused(bye), bye.msg) == ("full", NO_BOT_NOW if start else NO_SEAT)
    assert bye.retry


def test_a_person_in_mid_game_watches_and_is_next_in_line() -> None:
    """B122: a late guest sees the table and gets a bot's seat at the next round."""
    bench = Bench("Ann", bots=BOTS, seats=3, start=True)
    late = bench.join("Eve")

    assert bench.last(late, Welcome).seat is None
    assert bench.state(late).view.you is None
    assert bench.state(1).table.watchers[0].waits
    bench.play(until=Stage.ROUND_OVER)
    bench.all_ready()
    seat = bench.last(late, Seated).seat
    assert bench.state(late).view.you.seat == seat  # type: ignore[union-attr]  # seated
    assert bench.house.players[seat].name == "Eve"
    assert bench.house.players[seat].level == ""


def test_a_watcher_only_watches() -> None:
    """Who came to look on is never seated unasked, and counts as no player."""
    bench = Bench("Ann", "Bob")
    conn = bench.join("Eve", kind="watcher")
    bench.all_ready()

    assert bench.state(conn).view.you is None
    assert bench.state(conn).ask is None
    assert not bench.state(1).table.watchers[0].waits


def test_numbers_of_watchers_are_never_given_twice() -> None:
    """A line in the log means the same person for ever."""
    bench = Bench("Ann")
    first = bench.join("Eve", kind="watcher")
    bench.say(first, Leave)
    second = bench.join("Flo", kind="watcher")

    assert bench.last(first, Welcome).watcher == 1
    assert bench.last(second, Welcome).watcher == 2


def test_sessions_of_watchers_are_kept_within_bounds() -> None:
    """However many looked in, what is remembered of them does not grow without end."""
    bench = Bench("Ann")
    for number in range(100):
        bench.cut(bench.join(f"W{number}", kind="watcher"))

    assert len(bench.house.onlookers) <= 64


# --- What the owner shut ----------------------------------------------------------


def locked(bench: Bench) -> None:
    bench.say(1, Admin, do=Lock(on=True))


def guarded(bench: Bench) -> None:
    bench.say(1, Admin, do=Password(password="sesame"))


def unwatched(bench: Bench) -> None:
    bench.say(1, Admin, do=Watch(on=False))


def banned(bench: Bench) -> None:
    conn = bench.join("Eve", "10.0.0.9")
    bench.say(1, Admin, do=Ban(seat=bench.player(conn).seat))


@pytest.mark.parametrize(
    ("shut", "fields", "code"),
    [
        (locked, {}, "full"),
        (guarded, {}, "auth"),
        (guarded, {"password": "Sesame"}, "auth"),
        (guarded, {"password": "sesame"}, None),
        (unwatched, {"kind": "watcher"}, "full"),
        (unwatched, {}, None),
        (banned, {"name": "Eve"}, "banned"),
        (banned, {"name": "E v e"}, "banned"),
        (banned, {"name": "Flo", "address": "10.0.0.9"}, "banned"),
        (banned, {"name": "Flo", "address": "10.0.0.8"}, None),
    ],
)
def test_new_people_meet_a_shut_door(
    shut: Any, fields: dict[str, Any], code: str | None
) -> None:
    """Lock, password, ban and no watching each keep out whom they should."""
    bench = Bench("Ann", "Bob")
    shut(bench)
    conn = bench.open(fields.pop("address", ""))
    reply = bench.hello(conn, **({"name": "Dee"} | fields))

    assert (refused(reply) if code else type(reply)) == (code or Welcome)


@pytest.mark.parametrize("shut", [locked, guarded, unwatched, banned])
def test_whoever_has_a_session_comes_back_anyway(shut: Any) -> None:
    """U18: doors are shut to new people only."""
    bench = Bench("Ann", "Bob")
    bench.cut(2)
    shut(bench)

    assert bench.player(bench.back(2)).name == "Bob"


# --- Back again -------------------------------------------------------------------


@pytest.mark.parametrize("start", [False, True])
def test_a_session_takes_the_seat_back(start: bool) -> None:
    """U17: seat, cards and turn are as they were, from any address, under any name."""
    bench = Bench("Ann", "Bob", start=start)
    hand = bench.state(2).view.you if start else None
    bench.cut(2)
    conn = bench.join("Zoe", "192.168.7.7", session=bench.session(2))
    welcome = bench.last(conn, Welcome)

    assert (welcome.resumed, welcome.seat) == (True, 2)
    assert bench.player(conn).name == "Bob"
    if start:
        assert bench.state(conn).view.you == hand
    assert News.BACK in bench.news(1)


def test_the_newest_connection_wins() -> None:
    """N01, U15: one is never told that one is there already."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.back(2)

    assert refused(bench.mail[2][-1]) == "replaced"
    assert bench.mail[2][-1].retry is None  # type: ignore[attr-defined]  # a bye
    assert bench.player(conn).conn == conn
    assert News.LINK_LOST not in bench.news(1)


def test_one_seat_coming_back_leaves_the_others_on_course() -> None:
    """N06: the others get one frame about it, and the game in it is the same."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    before = bench.state(1)
    bench.back(2)
    after = bench.state(1)

    assert after.view == before.view
    assert after.ask == before.ask
    assert len([m for m in bench.mail[1] if isinstance(m, State)]) == 2 + 1


def test_two_programs_that_fight_for_a_seat_are_damped() -> None:
    """N03, N04: after three swaps in half a minute the holder stays, and both know."""
    bench = Bench("Ann", "Bob")
    session, holder = bench.session(2), 2
    for _ in range(3):
        holder = bench.join("", session=session)
    outcome = [bench.hello(bench.open(), session=session) for _ in range(20)]

    assert {refused(reply) for reply in outcome} == {"replaced"}
    assert bench.house.players[2].conn == holder
    assert bench.news(1).count(News.CONTESTED) == 1
    assert News.CONTESTED in bench.news(holder)
    bench.wait(31)
    assert bench.player(bench.join("", session=session)).seat == 2


def test_a_seat_that_was_fought_over_is_not_shut_to_its_player() -> None:
    """Once nobody holds it any more, the session takes it back at once."""
    bench = Bench("Ann", "Bob")
    session, holder = bench.session(2), 2
    for _ in range(3):
        holder = bench.join("", session=session)
    bench.cut(holder)

    assert bench.player(bench.join("", session=session)).seat == 2


def test_a_lost_link_taken_up_again_is_no_fight() -> None:
    """Only taking a seat from a connection that lives counts as a swap."""
    bench = Bench("Ann", "Bob")
    conn = 2
    for _ in range(10):
        bench.cut(conn)
        conn = bench.back(conn)

    assert bench.player(conn).seat == 2


def test_whoever_does_not_know_the_session_learns_nothing() -> None:
    """Every wrong session or code, in any stage, gets the same answer."""
    bench = Bench("Ann", "Bob", start=True)
    mine = bench.session(1)
    told = bench.mail[1][-1]
    wrong = ["0" * 32, mine[:-1] + ("0" if mine[-1] != "0" else "1"), bench.house.id]
    replies = [bench.hello(bench.open(), "Bob", session=text) for text in wrong]
    replies += [bench.hello(bench.open(), "Bob", code=text) for text in ("", "X" * 8)]

    assert len(set(replies)) == 1
    assert refused(replies[0]) == "auth"
    assert bench.mail[1][-1] is told


def test_a_watchers_session_gives_the_place_back() -> None:
    """Who waits for a seat does not lose the place in line with the link."""
    bench = Bench("Ann", "Bob", start=True)
    late = bench.join("Eve")
    again = bench.back(late)

    assert bench.last(again, Welcome).watcher == bench.last(late, Welcome).watcher
    assert refused(bench.mail[late][-1]) == "replaced"
    bench.cut(again)
    assert not bench.state(1).table.watchers
    assert bench.state(bench.back(again)).table.watchers[0].waits


def test_a_lost_session_is_replaced_by_a_code() -> None:
    """The owner gives the seat anew, everybody sees it, and the old session is dead."""
    bench = Bench("Ann", "Bob", start=True)
    session = bench.session(2)
    assert refused(bench.say(1, Admin, do=Reissue(seat=2))) == "wrong_stage"
    bench.cut(2)
    code = bench.say(1, Admin, do=Reissue(seat=2)).code
    conn = bench.join("Whoever", code=f"{code[:4]}-{code[4:].lower()}")

    assert bench.player(conn).name == "Bob"
    assert bench.session(conn) != session
    assert News.REISSUED in bench.news(1)
    assert refused(bench.hello(bench.open(), session=session)) == "auth"
    assert refused(bench.hello(bench.open(), code=code)) == "auth"


def test_a_code_does_not_last() -> None:
    """A code that was not used in ten minutes is worth nothing."""
    bench = Bench("Ann", "Bob", start=True)
    bench.cut(2)
    code = bench.say(1, Admin, do=Reissue(seat=2)).code
    bench.wait(601, 30)

    assert refused(bench.hello(bench.open(), code=code)) == "auth"


@pytest.mark.parametrize("start", [False, True])
def test_whoever_is_sent_away_may_come_back_as_somebody_new(start: bool) -> None:
    """A kick voids the session; it shuts nobody out."""
    bench = Bench("Ann", "Bob", start=start)
    session = bench.session(2)
    bench.say(1, Admin, do=Kick(seat=2))
    last = bench.mail[2][-1]

    assert refused(last) == "kicked"
    assert refused(bench.hello(bench.open(), session=session)) == "auth"
    assert isinstance(bench.hello(bench.open(), "Bobby"), Welcome)


# --- Seats for onlookers ----------------------------------------------------------


def test_an_onlooker_sits_down_in_the_lobby() -> None:
    """A free seat is there for the asking."""
    bench = Bench("Ann")
    conn = bench.join("Eve", kind="watcher")
    bench.say(conn, Sit)

    assert bench.last(conn, Seated).seat == 2
    assert bench.lobby(1).seats[1].kind is PersonKind.HUMAN
    assert bench.session(conn) == bench.player(conn).session


@pytest.mark.parametrize("seat", [None, 2])
def test_an_offered_seat_is_taken_with_score_and_hand(seat: int | None) -> None:
    """Who offered it looks on from then on; the game does not notice."""
    bench = Bench("Ann", "Bob", start=True)
    late = bench.join("Eve")
    before, hand = bench.state(1).view, bench.state(2).view.you
    assert refused(bench.say(late, Sit, seat=2)) == "wrong_stage"
    bench.say(2, Offer, seat=2)
    assert isinstance(bench.say(late, Sit, seat=seat), Ok)

    assert bench.state(late).view.you == hand
    assert bench.state(1).view == before
    assert bench.state(2).view.you is None
    assert bench.state(2).table.watchers[0].name == "Bob"
    assert bench.last(late, Seated).last_id == 0
    assert isinstance(bench.say(2, Sit), Ok)  # noted: none is free


def test_the_old_session_of_an_offered_seat_is_a_watchers() -> None:
    """Whoever gave a seat away cannot have it back by reconnecting."""
    bench = Bench("Ann", "Bob", start=True)
    late = bench.join("Eve")
    bench.say(2, Offer, seat=2)
    bench.say(late, Sit)
    bench.cut(2)
    conn = bench.back(2)

    assert bench.last(conn, Welcome).seat is None
    assert bench.state(conn).view.you is None


OFFERS = [
    (2, 2, None),  # one's own
    (2, 1, "not_owner"),  # another's
    (1, 3, "not_owner"),  # somebody's who is there, even for the owner
    (1, 6, "wrong_stage"),  # nobody's
]


@pytest.mark.parametrize(("conn", "seat", "code"), OFFERS)
def test_which_seats_may_be_offered(conn: int, seat: int, code: str | None) -> None:
    """A player offers the own seat, the owner one that was left."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    reply = bench.say(conn, Offer, seat=seat)

    assert (None if isinstance(reply, Ok) else refused(reply)) == code


def test_the_owner_offers_a_seat_that_was_left() -> None:
    """The first who sits has it, although its player is not there to say so."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    bench.say(3, Leave)
    bench.say(1, Offer, seat=3)
    late = bench.join("Eve")
    bench.say(late, Sit)

    assert bench.player(late).seat == 3
    assert not bench.state(1).table.seats[2].stand_in


def test_an_offer_can_be_taken_back() -> None:
    """What is offered no more cannot be taken."""
    bench = Bench("Ann", "Bob", start=True)
    late = bench.join("Eve")
    bench.say(2, Offer, seat=2)
    bench.say(2, Offer, seat=2, on=False)

    assert refused(bench.say(late, Sit, seat=2)) == "wrong_stage"
    assert refused(bench.say(2, Sit)) == "wrong_stage"
    assert refused(bench.say(late, Offer, seat=1)) == "wrong_stage"


def test_a_watcher_may_ask_for_the_next_free_seat() -> None:
    """`sit` in mid-game puts a watcher in the line."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.join("Eve", kind="watcher")

    assert isinstance(bench.say(conn, Sit), Ok)
    assert bench.state(1).table.watchers[0].waits
