"""The worked cases about network and secrecy, each one record at a table.

At length they are tried in `test_secrecy`, `test_presence`, `test_owner`,
`test_hostile` and `test_whole_game`.
"""

import msgpack
import pytest

from p10net.engine.game import apply, new_game
from p10net.engine.view import Stage
from p10net.host.records import Acted, Began
from p10net.protocol.codec import frame
from p10net.protocol.envelope import Message
from p10net.protocol.requests import Leave, Vote
from tests.table_bench import Bench, refused

SECRETS = ("yours", "seed", "secret", "token", "session", "stock_cards", "hands")


def fields(message: Message) -> set[str]:
    """List the keys of all maps within a frame."""

    def walk(item: object) -> set[str]:
        if isinstance(item, dict):
            return {*item}.union(*map(walk, item.values()))
        return set().union(*map(walk, item)) if isinstance(item, list) else set()

    return walk(msgpack.unpackb(frame(message)[4:]))


def test_what_a_state_holds() -> None:
    """C301: the own hand, counts of the others, pile, melds, the stock's count."""
    bench = Bench("Ann", "Bob", "Cy", start=True)
    state = bench.state(3)

    assert state.view.you is not None
    assert len(state.view.you.hand) in (10, 11)
    assert isinstance(state.view.stock, int)
    assert fields(state).isdisjoint(SECRETS)
    assert all(not hasattr(seat, "hand") for seat in state.view.seats)


def test_a_seat_that_drops_stalls_nobody() -> None:
    """C302: a grace, then the stand-in acts in its place until the end."""
    bench = Bench("Ann", "Bob", start=True)
    bench.cut(bench.asked())
    bench.wait(61)
    assert bench.house.step > 1

    bench.cut(bench.asked())
    bench.wait(700)
    assert bench.stage() is not Stage.DEAL


def test_a_host_that_drops_between_rounds() -> None:
    """C305: the next round starts by itself, whoever is missing."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(until=Stage.ROUND_OVER)
    played = bench.state(2).view.round
    bench.cut(1)
    bench.wait(61)

    assert bench.state(2).view.round == played + 1


@pytest.mark.parametrize("choice", ["bot", "skip", "wait", "end"])
def test_all_but_one_leave(choice: str) -> None:
    """C306: the last one says how it goes on, and the game always has an outcome."""
    bench = Bench("Ann", "Bob", start=True)
    bench.say(2, Leave)
    bench.say(1, Vote, choice=choice)
    bench.wait(2)

    assert bench.over() is (choice == "end")
    assert bench.table.house.game is not None


def test_a_name_with_control_characters() -> None:
    """C308: controls never get in; what is left of a name is refused or taken."""
    bench = Bench("Ann")
    conn = bench.open()

    assert refused(bench.hello(conn, "\x1b\x07\x00")) == "bad_name"
    assert refused(bench.hello(conn, "x" * 40)) == "bad_name"
    bench.hello(conn, "B\x1bob")
    assert bench.player(conn).name == "Bob"


def test_the_same_acts_give_the_same_game() -> None:
    """C310: what the journal holds leads to the very state that was played."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(acts=60)
    began = next(change for change in bench.journal if isinstance(change, Began))
    game = new_game(began.rules, began.seats)
    for change in bench.journal:
        if isinstance(change, Acted):
            game, _ = apply(game, change.seat, change.action)

    assert game == bench.house.game
