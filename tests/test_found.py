"""The list of tables as a record of claims, answers and silences; time is a number."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p10net.client.found import (
    AGAIN,
    AT_ONCE,
    GONE,
    MOST_CLAIMS,
    MOST_PLACES,
    SELDOM,
    SOON,
    Answer,
    Board,
    Row,
    Silence,
    alike,
    matching,
    row,
)
from p10net.protocol.address import Place
from p10net.protocol.messages import Going, Places, Sign

HERE = Place("192.168.1.34")
WIRE = Place("10.0.0.5")
ROGUE = Place("192.168.1.66", 6666)
LATE = Silence("late")
REFUSED = Silence("refused")


def answer(name: str = "Ann's table", table: str = "a1", taken: int = 2) -> Answer:
    sign = Sign(
        re=1,
        id=table,
        name=name,
        seats=Places(taken, 6),
        state=Going.LOBBY,
        rules="official",
        protos=(1,),
        version="0.1.0",
        watch=True,
        locked=False,
        password=False,
    )
    return Answer(sign, 3.0)


def addresses(board: Board, now: float) -> list[str]:
    return [entry.row.address for entry in board.entries(now)]


def opened() -> Board:
    """A board on which Ann's table answered at time 0."""
    board = Board()
    board.claim("Ann's table-7kq2", [HERE], 0)
    assert board.due(0) == [HERE]
    board.answered(HERE, answer(), 0)
    return board


def rows(*tables: tuple[str, str]) -> list[Row]:
    """List tables by name and id, each at a place of its own."""
    return [
        row(Place("10.0.0.1", at), answer(name, id))
        for at, (name, id) in enumerate(tables, 1)
    ]


ALIKE: list[tuple[list[tuple[str, str]], list[list[int]]]] = [
    ([], []),
    ([("Ann", "a"), ("Ben", "b")], []),
    ([("Ann", "a"), ("Ann", "b")], [[1, 2]]),
    ([("Ann's table", "a"), ("Ben", "b"), ("ann's-TABLE", "c")], [[1, 3]]),
    ([("Ann", "a"), ("Anne", "a")], [[1, 2]]),
    ([("Ann", "a"), ("Ben", "b"), ("Ann", "b")], [[1, 2, 3]]),
    ([("A", "a"), ("B", "b"), ("A", "c"), ("B", "d")], [[1, 3], [2, 4]]),
]


@pytest.mark.parametrize(("tables", "groups"), ALIKE)
def test_tables_that_cannot_be_told_apart(
    tables: list[tuple[str, str]], groups: list[list[int]]
) -> None:
    """Tables of one name or of one id are told together, whoever of them lies."""
    found = alike(rows(*tables))
    assert [sorted(one.address for one in group) for group in found] == [
        [f"10.0.0.1:{at}" for at in group] for group in groups
    ]


def test_a_claim_is_asked_and_shows_nothing() -> None:
    """Only the host itself opens its row."""
    board = Board()
    board.claim("Ann's table-7kq2", [HERE, WIRE], 5)

    assert board.due(5) == [HERE, WIRE]
    assert board.due(5) == []
    assert board.entries(5) == ()

    board.silent(WIRE, LATE, 6)
    board.answered(HERE, answer(), 6)

    assert addresses(board, 6) == [str(HERE)]


def test_a_row_says_what_the_host_said() -> None:
    """Name, seats and rules are the host's, cleaned; the advert's are not used."""
    (entry,) = opened().entries(0)
    board = Board()
    board.remember([HERE], 0)
    board.answered(HERE, answer(name="Ann\x1b[2J \u202etable" + "x" * 90), 0)

    assert entry.row.table == "Ann's table"
    assert (entry.row.seats.taken, entry.row.seats.max) == (2, 6)
    assert (entry.row.state, entry.row.rules) == ("lobby", "official")
    assert (entry.row.proto, entry.row.tls, entry.row.ping_ms) == ((1,), False, 3.0)
    (cleaned,) = board.entries(0)
    assert cleaned.row.table.startswith("Ann[2J table")
    assert len(cleaned.row.table) == 40


def test_a_table_that_dies_turns_grey_and_goes() -> None:
    """Two silences make it grey, ten seconds without an answer take it away."""
    board = opened()
    now = 0.0
    greys = []
    while now + board.wait(now) < GONE:
        now += board.wait(now)
        for place in board.due(now):
            board.silent(place, REFUSED, now)
            greys.append((now, [entry.grey for entry in board.entries(now)]))

    assert greys[0] == (AGAIN, [False])
    assert greys[1] == (2 * AGAIN, [True])
    assert board.entries(GONE - 0.01)
    assert board.entries(GONE) == ()


def test_a_table_that_comes_back_is_open_again() -> None:
    """Also long after it was taken away, without another word from its advert."""
    board = opened()
    now = 0.0
    while now < 60:
        now += board.wait(now)
        for place in board.due(now):
            board.silent(place, LATE, now)
    assert board.entries(now) == ()

    now += board.wait(now)
    assert now <= 60 + 2 * SELDOM
    assert board.due(now) == [HERE]
    board.answered(HERE, answer(), now)

    (entry,) = board.entries(now)
    assert not entry.grey


def test_a_goodbye_is_checked_before_it_is_believed() -> None:
    """Anybody can say goodbye for somebody else; a closed port tells the truth."""
    board = opened()
    board.farewell("Ann's table-7kq2", 1)
    assert board.due(1) == [HERE]
    board.answered(HERE, answer(), 1)
    assert addresses(board, 1) == [str(HERE)]

    board.claim("Ann's table-7kq2", [HERE], 2)
    board.due(2)
    board.farewell("Ann's table-7kq2", 3)
    board.silent(HERE, REFUSED, 3)
    assert board.entries(3) == ()


def test_a_goodbye_and_one_lost_packet_are_not_enough() -> None:
    """A question without an answer may have been lost on the way."""
    board = opened()
    board.farewell("Ann's table-7kq2", 1)
    board.due(1)
    board.silent(HERE, LATE, 2.5)
    assert board.entries(2.5)

    assert board.due(4) == [HERE]
    board.silent(HERE, LATE, 5.5)
    assert board.entries(5.5) == ()


def test_a_rogue_advert_neither_opens_nor_moves_a_table() -> None:
    """The same name with another place changes nothing for the table that answers."""
    board = opened()
    board.claim("Ann's table-7kq2", [ROGUE], 1)

    assert board.due(1) == [ROGUE]
    board.silent(ROGUE, Silence("stranger"), 1)
    assert addresses(board, 1) == [str(HERE)]
    assert HERE in board.due(AGAIN)


def test_a_copied_id_does_not_come_before_the_first() -> None:
    """Whoever answers with another's id is a second place at most."""
    board = opened()
    board.claim("Evil-0000", [ROGUE], 1)
    board.due(1)
    board.answered(ROGUE, answer(name="Evil"), 1)

    (entry,) = board.entries(1)
    assert entry.places == (HERE, ROGUE)
    assert entry.row.table == "Ann's table"


def test_a_table_on_two_networks_is_one_row() -> None:
    """The place that answered first is used, the other one once it falls silent."""
    board = Board()
    board.claim("Ann's table-7kq2", [HERE, WIRE], 0)
    board.due(0)
    board.answered(WIRE, answer(), 0.1)
    board.answered(HERE, answer(), 0.2)
    assert [entry.places for entry in board.entries(1)] == [(WIRE, HERE)]

    for now in (2.0, 4.0):
        assert set(board.due(now)) == {WIRE, HERE}
        board.silent(WIRE, LATE, now)
        board.answered(HERE, answer(), now)
    (entry,) = board.entries(4)
    assert entry.places == (HERE, WIRE)
    assert not entry.grey


def test_the_address_shown_is_the_one_on_the_hosts_screen() -> None:
    """However soon another one answers: nobody can compare that with anything."""
    local = Place("fe80::1%2", 4210)
    board = Board()
    board.claim("Ann's table-7kq2", [local, HERE], 0)
    board.due(0)
    board.answered(local, answer(), 0.1)
    board.answered(HERE, answer(), 0.2)

    (entry,) = board.entries(1)
    assert entry.places == (HERE, local)
    assert entry.row.address == str(HERE)


def test_another_table_at_the_same_place_is_another_row() -> None:
    """A port that a new table took over is not the old table."""
    board = opened()
    board.due(AGAIN)
    board.answered(HERE, answer("Flat 12", "b2"), AGAIN)

    assert [entry.row.id for entry in board.entries(AGAIN)] == ["b2"]


def test_news_of_a_table_are_looked_at_soon() -> None:
    """A changed advert brings the next question forward, but never a flood of them."""
    board = opened()
    for _ in range(50):
        board.claim("Ann's table-7kq2", [HERE], 0.1)

    assert board.wait(0.1) == pytest.approx(SOON - 0.1)
    assert board.due(SOON) == [HERE]
    board.claim("Ann's table-7kq2", [HERE], SOON)
    board.answered(HERE, answer(taken=3), SOON)
    assert board.due(2 * SOON) == [HERE]


def test_remembered_places_are_asked_at_once() -> None:
    """They need no advert, and are asked again as long as the list is open."""
    board = Board()
    board.remember([HERE, WIRE], 0)

    assert board.due(0) == [HERE, WIRE]
    board.silent(WIRE, LATE, 1)
    board.answered(HERE, answer(), 1)
    assert addresses(board, 1) == [str(HERE)]
    assert WIRE in board.due(1 + SELDOM)


def test_a_changed_network_is_asked_anew() -> None:
    """Nobody waits out the long pauses after the Wi-Fi came back."""
    board = Board()
    board.remember([HERE], 0)
    now = 0.0
    for _ in range(8):
        now += board.wait(now)
        assert board.due(now) == [HERE]
        board.silent(HERE, LATE, now)
    board.refresh(now + 1)

    assert board.wait(now + 1) == 0


def test_a_flood_of_adverts_leaves_the_tables_alone() -> None:
    """Claims, places and questions at a time are bounded; tables are asked first."""
    board = opened()
    for number in range(500):
        places = [Place(f"10.0.{number % 256}.{last}") for last in range(9)]
        board.claim(f"Evil-{number:04}", places, 0.5)

    asked = board.due(AGAIN)
    assert asked[0] == HERE
    assert len(asked) == 1 + AT_ONCE
    assert board.due(AGAIN) == []
    assert board.wait(AGAIN) > 0
    board.answered(HERE, answer(), AGAIN)
    everything = set(asked)
    for turn in range(2, 200):
        for place in asked:
            board.silent(place, LATE, turn)
        asked = board.due(turn)
        everything.update(asked)
    assert len(everything) <= 1 + MOST_CLAIMS * MOST_PLACES


def test_an_answer_counts_without_its_claim() -> None:
    """A flood that pushed the advert out while the host answered gains nothing."""
    board = Board()
    board.claim("Ann's table-7kq2", [HERE], 0)
    board.due(0)
    for number in range(MOST_CLAIMS):
        board.claim(f"Evil-{number:04}", [ROGUE], 0)
    board.answered(HERE, answer(), 0.1)

    assert addresses(board, 0.1) == [str(HERE)]


def test_there_are_only_so_many_tables() -> None:
    """A network full of tables keeps those that were first."""
    board = Board()
    for number in range(MOST_CLAIMS + 1):
        place = Place(f"10.0.0.{number}")
        board.claim(f"T-{number}", [place], number)
        if place in board.due(number):
            board.answered(place, answer(table=str(number)), MOST_CLAIMS)

    ids = [entry.row.id for entry in board.entries(MOST_CLAIMS)]
    assert sorted(ids, key=int) == [str(number) for number in range(MOST_CLAIMS)]


NAMES = [
    # what is typed, the tables it means
    ("Ann's table", ["a1", "a2"]),
    ("ANNS table", []),
    ("ann'stable", ["a1", "a2"]),
    ("Ann's table-7kq2", ["a1"]),
    ("ann's table 9abc", ["a2"]),
    ("Flat 12", ["f1"]),
    ("Evil", ["e1"]),
    ("Flat 12-evil", []),
    ("", []),
]


@pytest.mark.parametrize(("typed", "ids"), NAMES)
def test_a_name_means_the_tables_that_answer_to_it(typed: str, ids: list[str]) -> None:
    """The full name means one table, the name alone all of that name."""
    board = Board()
    tables = [
        ("Ann's table-7kq2", "Ann's table", "a1"),
        ("Ann's table-9abc", "Ann's table", "a2"),
        ("Flat 12-0000", "Flat 12", "f1"),
        ("Flat 12-evil", "Evil", "e1"),
    ]
    for last, (label, name, table) in enumerate(tables, 1):
        place = Place(f"192.168.1.{last}")
        board.claim(label, [place], 0)
        board.answered(place, answer(name, table), last)

    assert [e.row.id for e in matching(typed, board.entries(5))] == ids


def test_a_grey_table_is_not_meant() -> None:
    """Nobody is sent to a table that has stopped to answer."""
    board = opened()
    for now in (2, 4):
        board.due(now)
        board.silent(HERE, LATE, now)

    assert board.entries(4)[0].grey
    assert matching("Ann's table", board.entries(4)) == ()


happenings = st.one_of(
    st.tuples(st.just("claim"), st.integers(0, 3), st.integers(0, 3)),
    st.tuples(st.just("farewell"), st.integers(0, 3), st.just(0)),
    st.tuples(st.just("answer"), st.integers(0, 3), st.integers(0, 1)),
    st.tuples(st.just("silence"), st.integers(0, 3), st.just(0)),
    st.tuples(st.just("pass"), st.integers(0, 12), st.just(0)),
)


@given(st.lists(happenings, max_size=40))
@example([("claim", 0, 1), ("claim", 0, 2), ("claim", 0, 1)])
def test_whatever_happens_the_list_is_true(story: list[tuple[str, int, int]]) -> None:
    """A row answered within ten seconds, and no place is asked twice at a time."""
    board = Board()
    now = 0.0
    heard: dict[str, float] = {}
    asking: set[Place] = set()
    for what, one, two in story:
        place = Place(f"192.168.1.{one}")
        if what == "claim":
            board.claim(f"T-{one}", [Place(f"192.168.1.{two}")], now)
        elif what == "farewell":
            board.farewell(f"T-{one}", now)
        elif what == "pass":
            now += one
        elif place in asking:
            asking.discard(place)
            if what == "answer":
                board.answered(place, answer(table=str(two)), now)
                heard[str(place)] = now
            else:
                board.silent(place, LATE, now)
        due = board.due(now)
        assert not asking & {*due}
        asking.update(due)
        assert board.wait(now) >= 0
        for entry in board.entries(now):
            assert now - heard[entry.row.address] < GONE
        ids = [entry.row.id for entry in board.entries(now)]
        assert len(ids) == len(set(ids))
