"""How a deal's chance comes from everybody, and what becomes of it when somebody fails.

Records of play at a bench where people share as the stock client does.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
import trio
from msgspec.structs import replace

from p10net.bots.levels import LEVELS
from p10net.client.deck import Deck
from p10net.client.link import to_places
from p10net.client.runner import run_bot
from p10net.client.session import Session, Visitor
from p10net.client.words import deals
from p10net.engine.moves import Deal, Void
from p10net.engine.presets import preset
from p10net.engine.shuffle import commitment, round_seed
from p10net.engine.view import Stage
from p10net.host.chance import Chance
from p10net.host.house import House, HouseBot, Setup
from p10net.host.records import Acted, Change, DealMixed, DealOpened, DealSealed, Record
from p10net.host.server import Server
from p10net.host.table import Table
from p10net.protocol.address import Place
from p10net.protocol.deals import (
    DealCommit,
    DealCommits,
    DealOpen,
    DealProof,
    DealShare,
    DealShares,
)
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import Bye, State
from tests.dealing import SHORT, Dealing, Twist
from tests.table_bench import refused

WAIT = GUARD.share_ms / 1000
TRIO = ("Ann", "Bob", "Cy")


def acts(journal: Sequence[Change], kind: type[Any]) -> list[Any]:
    """Give what the house did of one kind."""
    return [
        change.action
        for change in journal
        if isinstance(change, Acted) and isinstance(change.action, kind)
    ]


@pytest.mark.parametrize(
    "name",
    [
        "official",
        "masters-refresh",
        "floating",
        "slide",
        "bounty",
        "dealer-gives",
        "dice",
    ],
)
def test_a_fair_game_is_found_fair(name: str) -> None:
    """Every seat and a watcher follow each card to the end and find nothing wrong."""
    night = Dealing(*TRIO, rules=preset(name))
    watcher = night.come("Gus", kind="watcher")
    night.to_the_end()

    for conn in (1, 2, 3, watcher):
        assert night.findings(conn) == []
        assert night.decks[conn][0] == Deck(3, 3)
        proved = [deck.proved for deck in night.decks[conn]]  # a long game's in parts
        assert sum(proved) == night.house.deals


@pytest.mark.parametrize(
    "name", ["masters", "twist-board", "postal", "anti-others", "fixed-ten", "choose"]
)
@pytest.mark.soak
def test_more_fair_games_are_found_fair(name: str) -> None:
    """Other rules move cards in other ways, and each way is followed."""
    for seed in range(5):
        night = Dealing(*TRIO, rules=preset(name), seed=seed)
        night.to_the_end()

        assert {conn: night.findings(conn) for conn in (1, 2, 3)} == {
            1: [],
            2: [],
            3: [],
        }


# --- The order of things -----------------------------------------------------------


def test_promises_then_shares_then_cards() -> None:
    """Nobody sees a share before all are promised, nor a card before all are shown."""
    night = Dealing(*TRIO)
    night.all_ready()
    about = [
        type(m)
        for m in night.mail[1]
        if isinstance(m, DealOpen | DealCommits | DealShares)
        or (isinstance(m, State) and m.view.stage is not Stage.DEAL)
    ]
    kept = [type(one) for one in night.journal if type(one).__name__ != "Sat"]

    assert about == [DealOpen, DealCommits, DealShares, State]
    assert kept[:5] == [kept[0], DealOpened, DealSealed, DealMixed, Acted]


def test_the_cards_follow_from_all_that_was_said() -> None:
    """The seed is that of section 13, of what went over the wire."""
    night = Dealing(*TRIO)
    night.to_the_end()
    opened = night.last(2, DealOpen)
    shares = night.last(2, DealShares).shares
    (proof,) = [m for m in night.mail[2] if isinstance(m, DealProof)]
    shown, game = proof.deals[-1], bytes.fromhex(opened.game)
    secret = bytes.fromhex(shown.secret)
    mixed = [(one.seat - 1, bytes.fromhex(one.share)) for one in shares]

    assert proof.last
    assert shown.deal == opened.deal == 2
    assert commitment(game, 2, 0xFF, secret).hex() == opened.commit
    seed = round_seed(game, 2, 3, secret, mixed)
    assert acts(night.journal, Deal)[-1].seed == seed.hex()


@pytest.mark.parametrize(
    ("proof", "told"), [("game", [2]), ("round", [1, 1]), ("off", [])]
)
def test_when_the_secrets_are_shown(proof: str, told: list[int]) -> None:
    """After the game, after each round or never, as the rules say."""
    night = Dealing(*TRIO, rules=replace(SHORT, proof=proof))
    night.to_the_end()
    proofs = [m for m in night.mail[1] if isinstance(m, DealProof)]

    assert [len(one.deals) for one in proofs] == told
    assert [one.last for one in proofs] == [False] * (len(told) - 1) + [True] * bool(
        told
    )
    assert night.findings(1) == []


def test_the_secrets_come_right_after_the_state_that_ended_the_game() -> None:
    """Whoever reads the end of a game reads next how its decks were mixed."""
    night = Dealing(*TRIO)
    night.to_the_end()
    at = next(
        i
        for i, m in enumerate(night.mail[1])
        if isinstance(m, State) and m.view.stage is Stage.GAME_OVER
    )

    assert isinstance(night.mail[1][at + 1], DealProof)


def test_whoever_is_turned_away_hears_of_no_deal() -> None:
    """Who fights in vain for a seat is told goodbye, and nothing after it."""
    night, holder = Dealing(*TRIO), 2
    night.to_the_end()
    for _ in range(GUARD.swaps):
        holder = night.come_back(holder)
    late = night.share(night.open())
    night.hello(late, session=night.session(holder))

    assert [type(one) for one in night.mail[holder]].count(DealProof) == 1
    assert [type(one) for one in night.mail[late]] == [Bye]


def test_whoever_does_not_speak_of_shuffles_hears_nothing_of_them() -> None:
    """A program without the feature plays as ever, and is not waited for."""
    night = Dealing("Ann", "Bob")
    plain = night.join("Cy", "10.0.0.3")
    night.all_ready()
    heard = {type(m).__name__ for m in night.mail[plain]}

    assert night.last(1, DealOpen).asked == (1, 2)
    assert not [name for name in heard if name.startswith("Deal")]
    assert night.stage() is not Stage.DEAL


def test_the_host_and_its_bots_share_nothing() -> None:
    """It would prove nothing to the others."""
    night = Dealing("Ann", "Bob", bots=(HouseBot("steady", "Cleo"),))
    own = night.join("Max", features=("shuffle1",))
    night.call_bots()
    night.all_ready()

    assert night.player(own).own
    assert night.last(1, DealOpen).asked == (2, 3)


# --- Those who fail ----------------------------------------------------------------


def test_a_silent_seat_does_not_stop_the_deal() -> None:
    """After a while the cards are dealt with the shares there are."""
    night = Dealing(*TRIO)
    night.silent.add(2)
    night.all_ready()
    assert night.stage() is Stage.DEAL

    night.wait(WAIT - 0.5)
    assert night.stage() is Stage.DEAL
    night.wait(1)
    assert night.stage() is not Stage.DEAL
    assert night.decks[1] == [Deck(2, 3)]
    assert list(deals.told(night.decks[1][0])) == [
        "The host and 2 of 3 players mixed the deck: nobody could choose it."
    ]
    assert list(deals.told(Deck(1, 1))) == [
        "The host and 1 of 1 player mixed the deck: nobody could choose it."
    ]


def test_a_share_held_back_voids_the_deal() -> None:
    """Another one begins without that seat, and everybody sees that it happened."""
    night = Dealing(*TRIO)
    night.withholding.add(3)
    night.all_ready()
    night.wait(WAIT + 1)
    state = night.state(1)

    assert night.stage() is not Stage.DEAL
    assert night.last(1, DealOpen).asked == (1, 2)
    assert night.last(1, DealOpen).deal == 2
    assert state.table.voided == 1
    assert night.decks[1] == [Deck(0, 3, voided=1), Deck(2, 2)]
    assert len(acts(night.journal, Void)) == 1

    night.withholding.clear()
    night.to_the_end()
    assert night.last(1, DealOpen).asked == (1, 2, 3)
    assert night.all_findings() == []
    last = night.decks[1][-1]
    assert (last.proved, last.voided) == (2, 1)
    assert list(deals.told(last)) == [
        "Decks ok: all 2 deals were checked (2 of 2 shares at least)."
    ]


def test_nobody_can_hold_up_a_round_for_long() -> None:
    """Every seat may void one attempt of a round, and then it is dealt without it."""
    night = Dealing(*TRIO)
    night.withholding |= {1, 2, 3}
    night.all_ready()
    night.wait(2 * WAIT + 1)

    assert night.stage() is not Stage.DEAL
    assert night.decks[1][-1] == Deck(0, 0)
    assert list(deals.told(Deck(0, 0))) == []
    assert list(deals.told(Deck(0, 3))) == [deals.CARDS.made_alone]
    assert list(deals.told(Deck(0, 0, proved=3))) == [
        "Decks ok: all 3 deals were checked."
    ]


def test_what_comes_at_the_wrong_time_is_refused() -> None:
    """Another deal's, one too late, one of a watcher, one that does not fit."""
    night = Dealing(*TRIO)
    watcher = night.come("Gus", kind="watcher")
    zeros = "0" * 64
    assert refused(night.say(1, DealCommit, deal=1, commit=zeros)) == "wrong_stage"
    night.silent |= {1, 2}
    night.withholding.add(3)
    night.all_ready()
    for conn, deal in ((1, 2), (watcher, 1)):
        reply = night.say(conn, DealCommit, deal=deal, commit=zeros)
        assert refused(reply) == "wrong_stage"
        assert (
            refused(night.say(conn, DealShare, deal=deal, share=zeros)) == "wrong_stage"
        )
    night.wait(WAIT + 0.5)
    assert refused(night.say(1, DealCommit, deal=1, commit=zeros)) == "wrong_stage"
    assert refused(night.say(1, DealShare, deal=1, share=zeros)) == "wrong_stage"
    assert refused(night.say(3, DealShare, deal=1, share=zeros)) == "bad_share"


# --- Those who come back -----------------------------------------------------------


@pytest.mark.parametrize("promised", [False, True])
def test_whoever_loses_the_link_in_a_deal_shares_after_all(promised: bool) -> None:
    """Back in time, with or without the promise made, the seat has its part."""
    night = Dealing(*TRIO)
    night.silent.add(2)
    (night.withholding if promised else night.silent).add(1)
    night.all_ready()
    if promised:
        night.silent.clear()
        night.come_back(2)
        night.withholding.clear()
        assert isinstance(night.mail[1][-1], DealCommits)
    night.cut(1)
    night.silent.clear()
    back = night.come_back(1)
    if not promised:
        night.come_back(2)

    assert night.stage() is not Stage.DEAL
    assert len(night.last(back, DealShares).shares) == 3
    night.to_the_end()
    assert night.findings(back) == []


def test_whoever_missed_a_deal_can_still_check_the_rest() -> None:
    """A new connection knows less, and calls nobody a cheat for it."""
    night = Dealing(*TRIO)
    night.all_ready()
    night.play(9)
    night.cut(2)
    night.play(2)
    back = night.come_back(2)
    fresh = night.come(session=night.session(3))
    night.to_the_end()

    assert night.findings(back) == night.findings(fresh) == []
    assert night.decks[back][-1].proved == 2


class Killed(Exception):
    """The host dies here."""


def die(house: House) -> None:
    """Die as soon as something is written down and told."""
    raise Killed


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("last", [DealOpened, DealSealed, DealMixed, Deal])
def test_a_host_killed_in_a_deal_comes_back_to_it(last: type[Any], told: bool) -> None:
    """Whatever was written down last, told or not: what it promised still holds."""
    night = Dealing(*TRIO, seed=3)
    if not told:
        night.twists |= dict.fromkeys((1, 2, 3), _nothing_of(last))
    night.when[last] = die
    with pytest.raises(Killed):
        night.all_ready()
    again = Table(night.house.setup, Chance(4))
    for change in night.journal:
        again.commit(Record(change), night.now)
    restored = Dealing(table=again, now=night.now)
    restored.ids.update(dict.fromkeys((1, 2, 3), 50))
    for conn in (1, 2, 3):
        restored.deals[conn] = night.deals[conn]
        restored.join_again(conn, night.session(conn))
    first = night.last(1, DealOpen)

    if last in (DealOpened, DealSealed):  # else nothing has to be waited for
        assert restored.last(1, DealOpen).commit == first.commit
        assert len(restored.last(1, DealShares).shares) == 3
    assert restored.stage() is not Stage.DEAL
    restored.to_the_end()
    assert restored.all_findings() == []
    assert restored.decks[1][-1].proved == restored.house.deals


def _nothing_of(last: type[Any]) -> Twist:
    """Leave out what is told of a change."""
    kind: dict[type[Any], type[Any]]
    kind = {DealOpened: DealOpen, DealSealed: DealCommits, DealMixed: DealShares}
    left_out = kind.get(last, State)
    return lambda message: [] if isinstance(message, left_out) else [message]


def test_a_host_that_comes_back_too_late_for_shares_deals_without() -> None:
    """Nobody waits for those who are not back, and no promise is broken."""
    night = Dealing(*TRIO)
    night.silent |= {1, 2, 3}
    night.all_ready()
    again = Table(night.house.setup, Chance(1))
    for change in night.journal:
        again.commit(Record(change), 0.0)
    restored = Dealing(table=again, now=WAIT + 1)

    assert restored.stage() is not Stage.DEAL
    assert acts(restored.journal, Deal)


# --- Stock clients ------------------------------------------------------------------


async def test_stock_clients_share_over_the_network_in_no_time() -> None:
    """Two bots of this program on sockets: promises, shares, cards, and the proof."""
    rules = replace(SHORT, proof="round")
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    place = Place("127.0.0.1", listeners[0].socket.getsockname()[1])
    table = Table(Setup("Net", rules, start_when=2, once=True), Chance(7))
    sessions = [Session(to_places(place), Visitor(name, "bot")) for name in "AB"]
    told: list[str] = []

    async def play(session: Session) -> None:
        brain = LEVELS["steady"](Random(1))
        await run_bot(session, brain, tell=told.append, pace=0)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(Server(table).run, listeners)
        for session in sessions:
            nursery.start_soon(play, session)

    assert told == []
    made = [deal for one in sessions for deal in one.deals.deals.values()]
    assert all(deal.proved and deal.shares for deal in made)
    assert {len(deal.shares.shares) for deal in made if deal.shares} == {2}
    assert len(made) == 4
    assert table.over
