"""Hosts that cheat, each in another way, and the player who notices.

The table is a real one; between it and a victim, or inside of it, stands the cheat.
What the stock client finds out is held against what was done.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from p10net.client.deck import Wrong
from p10net.client.words import deals
from p10net.engine.cards import Card, Hand, in_order, with_card, without
from p10net.engine.game import Game
from p10net.engine.moves import Deal
from p10net.engine.presets import preset
from p10net.engine.rolling import Rolled
from p10net.engine.shuffle import commitment
from p10net.host.house import House
from p10net.host.records import DealMixed
from p10net.protocol.deals import (
    Commit,
    DealCommits,
    DealOpen,
    DealProof,
    DealShares,
    Share,
)
from p10net.protocol.envelope import Message
from p10net.protocol.messages import State
from tests.dealing import Dealing

VICTIM = 1
OTHER = "5a" * 32
Cheat = Callable[[Dealing], None]


def told(kind: type[Any], change: Callable[[Any], list[Message]]) -> Cheat:
    """Tell the victim something else in place of one kind of message."""

    def twist(message: Message) -> list[Message]:
        return change(message) if isinstance(message, kind) else [message]

    def cheat(night: Dealing) -> None:
        night.twists[VICTIM] = twist

    return cheat


def does(kind: type[Any], deed: Callable[[House], None]) -> Cheat:
    """Do something in secret as soon as a kind of change has happened."""

    def cheat(night: Dealing) -> None:
        night.when[kind] = deed

    return cheat


def shown(**changes: Any) -> Cheat:
    """Show something else of each deal in the end."""

    def change(proof: DealProof) -> list[Message]:
        some = tuple(replace(one, **changes) for one in proof.deals)
        return [replace(proof, deals=some)]

    return told(DealProof, change)


# --- Secrets -----------------------------------------------------------------------


def another_secret(house: House) -> None:
    """Choose a secret anew when all shares are known."""
    assert house.deal is not None
    house.deal.secret = bytes.fromhex(OTHER)


def seed_of_another_secret(night: Dealing) -> None:
    """Deal by a secret chosen late, and show the one that was promised."""
    honest: dict[int, bytes] = {}

    def keep(house: House) -> None:
        assert house.deal is not None
        honest[house.deal.number] = house.deal.secret
        another_secret(house)

    def change(proof: DealProof) -> list[Message]:
        some = (replace(d, secret=honest[d.deal].hex()) for d in proof.deals)
        return [replace(proof, deals=tuple(some))]

    night.when[DealMixed] = keep
    told(DealProof, change)(night)


def one_secret_for_all(night: Dealing) -> None:
    """Use the secret of the first deal for every other."""
    secret = bytes.fromhex(OTHER)
    night.house.chance.secret = lambda game, deal: secret  # type: ignore[method-assign] # the host is the cheat


# --- Promises and shares -----------------------------------------------------------


def drop_mine(said: DealCommits) -> list[Message]:
    """Leave out the victim's promise."""
    return [replace(said, commits=said.commits[1:])]


def forge_mine(said: DealCommits) -> list[Message]:
    """Put another promise in the place of the victim's."""
    return [replace(said, commits=(Commit(1, OTHER), *said.commits[1:]))]


def puppet(said: DealCommits) -> list[Message]:
    """List a promise of a seat that was not asked."""
    return [replace(said, commits=(*said.commits, Commit(6, OTHER)))]


def two_lists(said: DealCommits) -> list[Message]:
    """Show one list of promises, and then another."""
    return [said, replace(said, commits=said.commits[:2])]


def another_share(said: DealShares) -> list[Message]:
    """Show a share that its seat did not promise."""
    return [replace(said, shares=(*said.shares[:2], Share(3, OTHER)))]


def share_less(said: DealShares) -> list[Message]:
    """Leave out a share that was promised."""
    return [replace(said, shares=said.shares[:2])]


# --- Deals -------------------------------------------------------------------------


def changed_promise(said: DealOpen) -> list[Message]:
    """Promise once, and once more something else."""
    return [said, replace(said, commit=OTHER)]


def skipped(said: DealOpen) -> list[Message]:
    """Try a deal out of sight, and go on with the number after it."""
    return [replace(said, deal=said.deal + 1)]


def hidden_try(said: DealOpen) -> list[Message]:
    """Begin a deal, drop it without a word, and begin another."""
    promise = commitment(bytes(16), said.deal + 1, 0xFF, bytes(32)).hex()
    return [said, replace(said, deal=said.deal + 1, commit=promise)]


def for_another_round(said: DealOpen) -> list[Message]:
    """Announce a deal for a round that is not the one dealt."""
    return [replace(said, round=said.round + 1)]


def again(night: Dealing) -> None:
    """Announce a deal once more that was made."""
    seen: list[Message] = []

    def twist(message: Message) -> list[Message]:
        if isinstance(message, DealOpen):
            seen.append(message)
        dealt = isinstance(message, State) and any(
            type(event).__name__ == "Dealt" for event in message.ev
        )
        return [message, *seen] if dealt else [message]

    night.twists[VICTIM] = twist


def left_out(proof: DealProof) -> list[Message]:
    """Show all deals but the first."""
    return [replace(proof, deals=proof.deals[1:])]


def never(proof: DealProof) -> list[Message]:
    """Show nothing."""
    return []


# --- Cards -------------------------------------------------------------------------


def swap(game: Game, seat: int, wanted: Card) -> Game:
    """Exchange a card of a hand for one of the stock."""
    mine, at = game.yours[seat - 1], game.stock.index(wanted)
    given = next(card for card in mine.hand if card is not wanted)
    hand = with_card(without(mine.hand, (given,)), wanted)
    stock = (*game.stock[:at], given, *game.stock[at + 1 :])
    yours = [*game.yours]
    yours[seat - 1] = replace(mine, hand=in_order(hand))
    return replace(game, yours=tuple(yours), stock=stock)


def for_a_friend(house: House) -> None:
    """Give seat 2 a wild of the stock for another card."""
    assert house.game is not None
    house.game = swap(house.game, 2, Card.W)


def against_the_victim(house: House) -> None:
    """Give the victim a Skip of the stock for another card."""
    assert house.game is not None
    house.game = swap(house.game, 1, Card.S)


def turned_stock(house: House) -> None:
    """Turn the stock upside down."""
    assert house.game is not None
    house.game = replace(house.game, stock=house.game.stock[::-1])


def wrong_deck(house: House) -> None:
    """Put a wild more into the stock, and a number less."""
    assert house.game is not None
    house.game = replace(house.game, stock=(Card.W, *house.game.stock[:-1]))


def shown_otherwise(state: State) -> list[Message]:
    """Show the victim a Skip in the place of a card that it holds."""
    view = state.view
    if view.you is None or len(view.you.hand) != 10:
        return [state]
    mine = replace(view.you, hand=in_order((*view.you.hand[1:], Card.S)))
    return [replace(state, view=replace(view, you=mine))]


def opened(cards: Callable[[Hand], Hand]) -> Cheat:
    """Lay open something else of what seat 2 was left with at the end of a round."""

    def change(state: State) -> list[Message]:
        view = state.view
        if view.summary is None or not view.summary.left or not view.summary.left[1]:
            return [state]
        ann, bob, *others = view.summary.left
        summary = replace(view.summary, left=(ann, cards(bob), *others))
        return [replace(state, view=replace(view, summary=summary))]

    return told(State, change)


class Case(NamedTuple):
    """A cheat and what it is known by."""

    cheat: Cheat
    known_by: Wrong


CHEATS = {
    "a secret chosen when the shares are known": Case(
        does(DealMixed, another_secret), Wrong.SECRET
    ),
    "the same, and the honest one is shown": Case(seed_of_another_secret, Wrong.CARDS),
    "another secret shown": Case(shown(secret=OTHER), Wrong.SECRET),
    "an old secret used again": Case(one_secret_for_all, Wrong.REUSED),
    "a share left out after it was taken": Case(
        told(DealCommits, drop_mine), Wrong.DROPPED
    ),
    "a promise forged": Case(told(DealCommits, forge_mine), Wrong.FORGED),
    "a puppet's promise": Case(told(DealCommits, puppet), Wrong.UNASKED),
    "two lists of promises": Case(told(DealCommits, two_lists), Wrong.PROMISES),
    "a share changed": Case(told(DealShares, another_share), Wrong.SHARES),
    "a share lost": Case(told(DealShares, share_less), Wrong.SHARES),
    "dealt before the shares are shown": Case(told(DealShares, never), Wrong.EARLY),
    "a promise changed": Case(told(DealOpen, changed_promise), Wrong.COMMITMENT),
    "a deal tried out of sight": Case(told(DealOpen, skipped), Wrong.NUMBER),
    "a deal dropped without a word": Case(told(DealOpen, hidden_try), Wrong.HIDDEN),
    "a deal announced for another round": Case(
        told(DealOpen, for_another_round), Wrong.ROUND
    ),
    "a deal announced again": Case(again, Wrong.AGAIN),
    "a deal not shown": Case(told(DealProof, left_out), Wrong.HIDDEN),
    "nothing shown": Case(told(DealProof, never), Wrong.UNPROVED),
    "a deal called given up": Case(shown(void=True), Wrong.VOID),
    "other shares shown": Case(shown(shares=(Share(1, OTHER),)), Wrong.MIXED),
    "a friend's wild": Case(does(Deal, for_a_friend), Wrong.CARDS),
    "a Skip for the victim": Case(does(Deal, against_the_victim), Wrong.CARDS),
    "a hand shown otherwise": Case(told(State, shown_otherwise), Wrong.CARDS),
    "a card kept back that counts": Case(opened(lambda hand: hand[1:]), Wrong.CARDS),
    "a card laid open for another": Case(
        opened(lambda hand: (*hand[1:], Card.S)), Wrong.CARDS
    ),
    "a stock turned over": Case(does(Deal, turned_stock), Wrong.CARDS),
    "a deck with a wild too many": Case(does(Deal, wrong_deck), Wrong.CARDS),
}


def test_a_false_roll_is_found() -> None:
    """Dice follow from the seed of their circuit as cards do."""

    def loaded(state: State) -> list[Message]:
        events = tuple(
            replace(event, dice=event.dice[::-1])
            if isinstance(event, Rolled)
            else event
            for event in state.ev
        )
        return [replace(state, ev=events)]

    night = Dealing("Ann", "Bob", rules=preset("dice"))
    told(State, loaded)(night)
    night.to_the_end()

    assert {one.wrong for one in night.findings(VICTIM)} == {Wrong.CARDS}
    assert night.findings(2) == []


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_found(name: str) -> None:
    """The victim hears a sentence about it, by the end of the game at the latest."""
    night = Dealing("Ann", "Bob", "Cy")
    CHEATS[name].cheat(night)
    try:
        night.to_the_end()
        night.wait(20)
        night.cut(3)
    except AssertionError:
        assert night.findings(VICTIM), "nothing was found before play came to an end"
    found = night.findings(VICTIM)

    assert CHEATS[name].known_by in [one.wrong for one in found]
    assert all("Do not trust this table." in deals.wrong(one) for one in found)
