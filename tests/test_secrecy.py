"""What a seat or a watcher receives does not depend on what it may not know.

Two worlds agree in everything one viewer may know; all that is hidden from it (hands,
stock, seeds, the others' sessions) is dealt again. Whatever then happens in both, the
viewer gets the same frames: the same number, the same length, the same bytes. A dozen
leaks, each planted by a wrapper around the mail, show that this would notice them.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgpack
import pytest
from msgspec.structs import replace

from p10net.bots.dice import Dice
from p10net.engine import moves
from p10net.engine.cards import Card, in_order, with_card, without
from p10net.engine.game import Game, view_of
from p10net.engine.moves import Action, Discard, Draw, Hit, Lay
from p10net.engine.opening import full_deck
from p10net.engine.presets import preset
from p10net.engine.shuffle import permute
from p10net.engine.view import Stage, You
from p10net.host.chance import Chance, token
from p10net.host.letters import Mail
from p10net.host.records import Acted, Answer, Overdue, Record
from p10net.host.table import Table
from p10net.protocol.codec import HEADER, frame
from p10net.protocol.owner import Lock, Timer
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    Hello,
    Options,
    Pause,
    Peek,
    Ping,
    Ready,
    Rename,
    ToHost,
)
from tests.table_bench import Bench

PAIRS = 3_000
ENOUGH = 600
"""Pairs within which a leak must show."""

Messages = list[dict[str, Any]]
Leak = Callable[[Game, Messages], Messages]


def honest(game: Game, messages: Messages) -> Messages:
    """Leak nothing."""
    return messages


class World:
    """One of two worlds: a table of its own, and what its viewer was sent."""

    def __init__(self, table: Table, viewer: int, now: float, leak: Leak) -> None:
        self.table, self.viewer, self.now = table, viewer, now
        self.leak = leak
        self.sent: list[bytes] = []
        self.id = 1000

    @property
    def game(self) -> Game:
        """The game, secrets and all."""
        assert self.table.house.game is not None
        return self.table.house.game

    def post(self, mail: Mail) -> None:
        """Keep what goes to the viewer, as the bytes that would travel."""
        mine = [frame(message) for conn, message in mail if conn == self.viewer]
        if self.leak is not honest:
            plain = [msgpack.unpackb(data[HEADER:]) for data in mine]
            mine = [msgpack.packb(one) for one in self.leak(self.game, plain)]
        self.sent += mine

    def send(self, conn: int, request: ToHost) -> None:
        """Let a connection ask for something."""
        outcome = self.table.propose(conn, request, self.now)
        if isinstance(outcome, Answer):
            self.post(self.table.answer(outcome))
        else:
            self.post(self.table.commit(outcome, self.now))

    def enter(self, record: Record | None) -> None:
        """Let something happen to the table by itself."""
        if record is not None:
            self.post(self.table.commit(record, self.now))

    def number(self) -> int:
        """Give the next id."""
        self.id += 1
        return self.id


# --- Two worlds -------------------------------------------------------------------


def twin(table: Table) -> Table:
    """Copy a table; what is frozen is shared."""
    other = copy.copy(table)
    other.house = copy.copy(table.house)
    for name in ("players", "links", "onlookers", "codes"):
        setattr(other.house, name, copy.deepcopy(getattr(table.house, name)))
    return other


def redealt(game: Game, viewer: int, chance: Random) -> Game:
    """Deal everything again that a seat (0: a watcher) may not know."""
    view = game.open
    shown = view.stage in (Stage.ROUND_OVER, Stage.GAME_OVER)
    # Who took a wild in a swap has the cards to use it: not any hand would do.
    owes = view.turn if view.owed_wild else viewer
    known = {
        mine.seat: mine.hand
        if shown or mine.seat in (viewer, owes)
        else _in_hand(view.seats[mine.seat - 1].took, mine.hand)
        for mine in game.yours
    }
    hidden = [*game.stock]
    for mine in game.yours:
        hidden += without(mine.hand, known[mine.seat])
    chance.shuffle(hidden)
    yours = tuple(_hand(mine, known[mine.seat], hidden) for mine in game.yours)
    return replace(game, yours=yours, stock=tuple(hidden), seed=chance.randbytes(32))


def _in_hand(took: tuple[Card, ...], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Give what everybody saw a seat take, as far as it is not in its save pile."""
    left = Counter(took) & Counter(hand)
    return in_order(tuple(left.elements()))


def _hand(mine: You, known: tuple[Card, ...], hidden: list[Card]) -> You:
    count = len(mine.hand) - len(known)
    hand = in_order((*known, *(hidden.pop() for _ in range(count))))
    if hand == mine.hand:
        return mine
    return replace(mine, hand=hand, drew=mine.drew and hand[0])


def pair(bench: Bench, viewer: int, chance: Random, leak: Leak) -> tuple[World, World]:
    """Make two worlds from a table, for a connection to tell apart."""
    seat = bench.house.links[viewer].seat
    one, other = twin(bench.table), twin(bench.table)
    assert other.house.game is not None
    other.house.game = redealt(other.house.game, seat, chance)
    other.house.chance = Chance(chance.randint(0, 1 << 30))
    for player in other.house.players.values():
        player.session = player.session if player.seat == seat else token()
    return World(one, viewer, bench.now, leak), World(other, viewer, bench.now, leak)


# --- What happens in both ---------------------------------------------------------

Happening = Callable[[World], None]


def both(one: World, other: World) -> list[Action]:
    """List what the seat that is asked may do in either world."""
    theirs = [_legal(world) for world in (one, other)]
    return [action for action in theirs[0] if action in theirs[1]]


def _legal(world: World) -> list[Action]:
    view = view_of(world.game, world.game.open.turn)
    return [moves.as_action(offer) for offer in moves.legal(view)]


def hidden_stays(world: World, action: Action) -> bool:
    """Whether an act leaves the hands hidden: it does not end the round."""
    left = world.game.open.seats[world.game.open.turn - 1].n
    cards = {Discard: 1, Hit: 1}.get(type(action), 0)
    if isinstance(action, Lay):
        cards = sum(map(len, action.melds))
    return left > cards


def pin_top(one: World, other: World) -> bool:
    """Let the viewer draw the same card in both worlds: it will rightly see it.

    False if that cannot be: a reshuffle comes first, with a seed of its own.
    """
    game, seat = other.game, other.table.house.links[other.viewer].seat
    if not one.game.stock:
        return False
    card, (*stock, top) = one.game.stock[-1], game.stock
    if card == top:
        return True
    yours = game.yours
    if card in stock:
        stock[stock.index(card)] = top
    else:
        mine = next(m for m in yours if m.seat != seat and card in m.hand)
        hand = with_card(without(mine.hand, (card,)), top)
        mine = replace(mine, hand=hand, drew=mine.drew and hand[0])
        yours = (*yours[: mine.seat - 1], mine, *yours[mine.seat :])
    game = replace(game, yours=yours, stock=(*stock, card))
    other.table.house.game = game
    return True


def draws_itself(one: World, other: World, action: object) -> bool:
    """Whether the viewer is about to see a card of the stock that cannot be pinned."""
    seat = one.table.house.links[one.viewer].seat
    if seat != one.game.open.turn or action != Draw("stock"):
        return False
    return not pin_top(one, other)


def act(one: World, other: World, chance: Random) -> Happening | None:
    """The seat that is asked does something that both worlds allow."""
    asked = one.table.house.asked
    if asked is None or asked.conn is None:
        return None
    conn, step = asked.conn, one.table.house.step
    actions = [a for a in both(one, other) if hidden_stays(one, a)]
    if not actions:
        return None
    action = chance.choice(actions)
    if draws_itself(one, other, action):
        return None
    return lambda world: world.send(conn, Act(world.number(), step, action))


def someone(one: World, chance: Random) -> int:
    """Choose a connection that belongs to a seat."""
    players = one.table.house.players.values()
    conns = [p.conn for p in players if p.conn is not None]
    return chance.choice(conns or [one.viewer])


ANY_CARD = [*Card]


def refused(one: World, other: World, chance: Random) -> Happening | None:
    """Somebody, the viewer or another, asks for what is not allowed in either world."""
    conn = chance.choice([one.viewer, someone(one, chance)])
    card = chance.choice(ANY_CARD)
    attempts: list[Action] = [
        Discard(card),
        Discard(Card.S, chance.randint(1, 6)),
        Draw("pile"),
        Hit(card, chance.choice("abz")),
        Lay(((card,) * 3, (card,) * 3)),
    ]
    action, step = chance.choice(attempts), one.table.house.step
    kinds: list[type[Act] | type[Check]] = [Act, Check]
    kind = chance.choice(kinds)
    seat = one.table.house.links[conn].seat
    if seat and seat == one.game.open.turn and action in _legal(one) + _legal(other):
        return None
    return lambda world: world.send(conn, kind(world.number(), step, action))


def asks_for_more(one: World, other: World, chance: Random) -> Happening | None:
    """Somebody else asks what they could lay."""
    conn, step = someone(one, chance), one.table.house.step
    if conn == one.viewer:
        return None
    return lambda world: world.send(conn, Options(world.number(), step))


WORDS: list[ToHost] = [
    Admin(1, Lock(on=True)),
    Admin(1, Timer(ms=20_000)),
    Chat(1, "well, well"),
    Pause(1, True),
    Ping(1, 12),
    Ready(1),
    Rename(1, "Somebody"),
]


def says_something(one: World, other: World, chance: Random) -> Happening | None:
    """Somebody chats, says ready, pings, pauses or takes another name."""
    conn = someone(one, chance)
    words = chance.choice(WORDS)
    return lambda world: world.send(conn, replace(words, id=world.number()))


def comes_back(one: World, other: World, chance: Random) -> Happening | None:
    """The viewer's connection is replaced by another, with the same session."""
    house = one.table.house
    link = house.links[one.viewer]
    mine = house.player(link) or house.onlooker(link)
    if mine is None:
        return None
    session = mine.session

    def happen(world: World) -> None:
        world.viewer = world.number()
        world.table.opened(world.viewer)
        world.send(world.viewer, Hello(1, (1,), "", "human", session=session))

    return happen


def somebody_comes(one: World, other: World, chance: Random) -> Happening | None:
    """A watcher joins, or a passer-by looks in: and sees the same in both worlds."""
    looks, hello = chance.random() < 0.3, Hello(1, (1,), "Newcomer", "watcher")

    def happen(world: World) -> None:
        conn = world.number()
        world.table.opened(conn)
        if looks:
            world.viewer = conn
        world.send(conn, Peek(1, (1,)) if looks else hello)

    return happen


def is_lost(one: World, other: World, chance: Random) -> Happening | None:
    """Somebody else loses the link, and is given up after the grace."""
    conn = someone(one, chance)
    if conn == one.viewer:
        return None

    def happen(world: World) -> None:
        world.enter(world.table.lost(conn))
        world.table.closed(conn)
        world.now += 61
        record = world.table.due(world.now)
        if record is not None and isinstance(record.change, Overdue):
            world.enter(record)

    return happen


def time_is_up(one: World, other: World, chance: Random) -> Happening | None:
    """A decision is let pass; where that shows a card, it is the same in both."""
    due = [world.table.due(world.now + 61) for world in (one, other)]
    if due[0] != due[1] or due[0] is None:
        return None
    change = due[0].change
    if isinstance(change, Acted):
        action: Any = change.action
        if not hidden_stays(one, action) or draws_itself(one, other, action):
            return None

    def happen(world: World) -> None:
        world.now += 61
        world.enter(world.table.due(world.now))

    return happen


HAPPENINGS = (
    *(act,) * 6,
    *(refused,) * 4,
    says_something,
    asks_for_more,
    comes_back,
    somebody_comes,
    is_lost,
    time_is_up,
)


# --- The law ----------------------------------------------------------------------

PRESETS = ("official", "masters", "floating", "bounty", "choose", "postal")


def benches(chance: Random) -> Iterator[Bench]:
    """Give tables in the middle of games, with a watcher at each."""
    while True:
        people = [f"P{n}" for n in range(chance.randint(2, 4))]
        bench = Bench(
            *people,
            rules=preset(chance.choice(PRESETS)),
            seed=chance.randint(0, 1 << 30),
        )
        bench.conns.append(bench.join("Watcher", kind="watcher"))
        bench.all_ready()
        if chance.random() < 0.5:
            bench.brain = Dice(chance)
        for _ in range(12):
            bench.play(chance.randint(1, 12), until=Stage.ROUND_OVER)
            if bench.over():
                break
            yield bench
            if bench.stage() is Stage.ROUND_OVER:
                bench.all_ready()


def differences(pairs: int, leak: Leak = honest, seed: int = 1) -> int | None:
    """Compare worlds; gives the number of the first pair a viewer can tell apart."""
    chance = Random(seed)
    tables = benches(chance)
    for number in range(pairs):
        bench = next(tables)
        viewer = chance.choice(bench.conns)
        one, other = pair(bench, viewer, chance, leak)
        for _ in range(chance.randint(1, 4)):
            happening = chance.choice(HAPPENINGS)(one, other, chance)
            if happening is None:
                continue
            happening(one)
            happening(other)
            if one.sent != other.sent:
                return number
    return None


@pytest.mark.untraced  # the planted leaks run all of it
@pytest.mark.limit(120)
@pytest.mark.parametrize("part", range(4))
def test_two_worlds_look_the_same(part: int) -> None:
    """U37: not one byte of thousands of pairs tells a viewer what it may not know."""
    assert differences(PAIRS // 4, seed=part) is None


def test_hidden_cards_are_really_dealt_again() -> None:
    """The pairs differ in what is hidden, and in nothing the viewer may know."""
    chance = Random(5)
    bench = next(benches(chance))
    one, other = pair(bench, bench.conns[0], chance, honest)

    assert one.game.open == other.game.open
    assert view_of(one.game, 1) == view_of(other.game, 1)
    assert one.game.stock != other.game.stock
    assert one.game.yours[1] != other.game.yours[1]
    cards = [
        in_order(world.game.stock + sum((m.hand for m in world.game.yours), ()))
        for world in (one, other)
    ]
    assert cards[0] == cards[1]


# --- Leaks ------------------------------------------------------------------------


def theirs(game: Game) -> You:
    """Give the hand of a seat that is asked next but one: a hidden one, mostly."""
    return game.yours[game.open.turn % len(game.yours)]


def each(change: Callable[[Game, dict[str, Any]], None]) -> Leak:
    """Plant something in every message."""

    def leak(game: Game, messages: Messages) -> Messages:
        for message in messages:
            change(game, message)
        return messages

    return leak


def states(change: Callable[[Game, dict[str, Any]], None]) -> Leak:
    """Plant something in every state."""

    def planted(game: Game, message: dict[str, Any]) -> None:
        if message["t"] == "state":
            change(game, message)

    return each(planted)


def _seed(game: Game, state: dict[str, Any]) -> None:
    state["seed"] = game.seed.hex()


def _hash(game: Game, state: dict[str, Any]) -> None:
    text = "".join(card.value for card in game.stock)
    state["debug"] = sha256(text.encode()).hexdigest()[:8]


def _which_copy(game: Game, state: dict[str, Any]) -> None:
    deck = permute(game.seed, range(len(full_deck(game.open.rules))))
    state["view"]["top_id"] = deck[0]


def _place_in_hand(game: Game, state: dict[str, Any]) -> None:
    mine = theirs(game)
    state["at"] = mine.hand.index(Card.W) if Card.W in mine.hand else -1


def _length(game: Game, state: dict[str, Any]) -> None:
    state["pad"] = " " * sum(len(card.value) for card in theirs(game).hand)


def _skips(game: Game, state: dict[str, Any]) -> None:
    state["table"]["skips"] = sum(card is Card.S for card in theirs(game).hand)


def _next_card(game: Game, state: dict[str, Any]) -> None:
    state["view"]["next"] = game.stock[-1].value if game.stock else ""


def _could_lay(game: Game, state: dict[str, Any]) -> None:
    view = view_of(game, game.open.turn)
    lays = any(isinstance(offer, moves.LayOffer) for offer in moves.legal(view))
    state["table"]["seats"][0]["ready"] = lays


def _shown_to_all(game: Game, state: dict[str, Any]) -> None:
    state["view"]["you"] = [card.value for card in theirs(game).hand]


def _drawn(game: Game, state: dict[str, Any]) -> None:
    for event in state["ev"]:
        if event["e"] == "drew":
            drew = game.yours[event["seat"] - 1].drew
            event["card"] = drew.value if drew else ""


def _order_of_seats(game: Game, state: dict[str, Any]) -> None:
    hands = {mine.seat: mine.hand for mine in game.yours}
    state["table"]["seats"].sort(key=lambda row: hash(hands[row["seat"]]) % 7)


def _who_holds_it(game: Game, message: dict[str, Any]) -> None:
    if message["t"] == "err":
        message["msg"] += f" {theirs(game).hand[:1]}"


def _gaps(game: Game, message: dict[str, Any]) -> None:
    if "seq" in message:
        message["seq"] += sum(card is Card.W for card in theirs(game).hand)


def _one_frame_more(game: Game, messages: Messages) -> Messages:
    """Tell that a player has to think, which only happens with a wild."""
    thinks = Card.W in theirs(game).hand
    return messages + [{"t": "notice"}] * (thinks and bool(messages))


LEAKS: dict[str, Leak] = {
    "the round's seed": states(_seed),
    "a hash of the stock": states(_hash),
    "which copy of a card it is": states(_which_copy),
    "where a card stands in a hand": states(_place_in_hand),
    "the length of a hand's text": states(_length),
    "how many skips a hand holds": states(_skips),
    "the next card": states(_next_card),
    "whether somebody could lay": states(_could_lay),
    "somebody else's hand": states(_shown_to_all),
    "the card that was drawn": states(_drawn),
    "an order that depends on cards": states(_order_of_seats),
    "who holds it, in a refusal": each(_who_holds_it),
    "gaps in the numbers": each(_gaps),
    "a frame more or less": _one_frame_more,
}


@pytest.mark.limit(60)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_noticed(leak: str) -> None:
    """Each planted leak is found within a few hundred pairs."""
    assert differences(ENOUGH, LEAKS[leak]) is not None


def test_cards_are_counted_right() -> None:
    """Dealing again keeps what is publicly known: what a seat took from the pile."""
    bench = Bench("Ann", "Bob", start=True)
    bench.play(1)
    game = bench.house.game
    assert game is not None
    seat = game.open.seats[1]
    took = game.yours[1].hand[:2]
    game = replace(
        game,
        open=replace(game.open, seats=(game.open.seats[0], replace(seat, took=took))),
    )
    dealt = redealt(game, 1, Random(3))

    assert set(took) <= set(dealt.yours[1].hand)
    assert with_card(dealt.yours[0].hand, Card.W) == with_card(
        game.yours[0].hand, Card.W
    )
