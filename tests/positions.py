"""Tables set up by hand, so that a test can read like a record of play.

Cards not named go into the stock in deck order; what the test names is on top.
"""

from typing import Any

from msgspec.structs import replace

from p10net.engine import game as g
from p10net.engine import melds
from p10net.engine.cards import Card, Hand, in_order, parse_cards, without
from p10net.engine.conflicts import build
from p10net.engine.game import Game, apply, new_game, view_of
from p10net.engine.melds import Goal, Kind, Meld
from p10net.engine.moves import Action, HouseAct, Lay, legal
from p10net.engine.moves.lay import letter
from p10net.engine.opening import full_deck
from p10net.engine.phases import parse
from p10net.engine.presets import preset
from p10net.engine.progress import completed
from p10net.engine.rules import Rules
from p10net.engine.view import Seat, Stage, Summary, View, You, seat_at, with_seat

FILL = "R1 B3 G5 Y7 R9 B11 G1 Y3 R5 B8"


def rules(start: str = "official", **switches: Any) -> Rules:
    """Take a preset and change switches."""
    return build(switches, preset(start)) if switches else preset(start)


def position(
    hands: dict[int, str],
    *,
    on: Rules | None = None,
    turn: int = 2,
    stage: Stage = Stage.PLAY,
    dealer: int = 1,
    pile: str = "G12",
    stock: str = "",
    table: tuple[tuple[int, str, str], ...] = (),
    phase: dict[int, int] | None = None,
    laid: tuple[int, ...] = (),
    seats: int = 4,
    **facts: Any,
) -> Game:
    """Set a table up: hands by seat (others get ten cards left over), the pile.

    `table` holds melds (owner, kind, cards); their owners have laid. `laid` adds
    seats that have laid without showing melds. `facts` are fields of the view.
    """
    base = new_game(on or rules(), tuple(range(1, seats + 1)))
    lying = tuple(_meld(i, *row) for i, row in enumerate(table))
    yours, rest = _hands(base, hands, f"{pile} {stock}", lying)
    down = {owner for owner, _, _ in table} | set(laid)
    public = tuple(
        _public(seat, mine.hand, (phase or {}).get(seat.seat, 0), seat.seat in down)
        for seat, mine in zip(base.open.seats, yours, strict=True)
    )
    cards = (*parse_cards(stock), *rest)
    view = replace(
        base.open,
        stage=stage,
        turn=turn,
        dealer=dealer,
        opener=dealer % seats + 1,
        stock=len(cards),
        pile=parse_cards(pile),
        seats=public,
        melds=lying,
        lettered=len(lying),
        **facts,
    )
    return replace(base, open=view, yours=yours, stock=cards[::-1], seed=b"\1" * 32)


def _hands(
    base: Game, hands: dict[int, str], elsewhere: str, lying: tuple[Meld, ...]
) -> tuple[tuple[You, ...], Hand]:
    """Give the hands named, full ones to the others, and say what is left over."""
    rules_ = base.open.rules
    used: Hand = tuple(card for meld in lying for card in meld.cards)
    rest = without(
        full_deck(rules_),
        used + parse_cards(" ".join((elsewhere, *hands.values()))),
    )
    yours = []
    for seat in base.open.seats:
        cards = parse_cards(hands.get(seat.seat, ""))
        if seat.seat not in hands:
            cards, rest = rest[: rules_.hand_size], rest[rules_.hand_size :]
        yours.append(You(seat.seat, in_order(cards)))
    return tuple(yours), rest


def _public(seat: Seat, hand: Hand, phase: int, down: bool) -> Seat:
    seat = replace(seat, phase=phase or seat.phase, n=len(hand))
    earlier = tuple(range(1, seat.phase))
    seat = replace(seat, done=earlier)
    if down:
        seat = replace(seat, laid=seat.phase, done=completed(seat, seat.phase))
    return seat


def _meld(i: int, owner: int, kind: str, cards: str) -> Meld:
    name, _, colors = kind.partition(":")
    goal = Goal(Kind(name), 2, colors)
    meld = melds.read(goal, parse_cards(cards))
    assert meld is not None, (kind, cards)
    return replace(meld, m=letter(i), owner=owner)


def act(
    game: Game, seat: int, action: Action | HouseAct
) -> tuple[Game, tuple[Any, ...]]:
    """Apply one act; the events come as they are, for tests that know their kind."""
    return apply(game, seat, action)


def known(game: Game, seat: int, **facts: Any) -> Game:
    """Change what is known of one seat."""
    changed = replace(seat_at(game.open, seat), **facts)
    return replace(game, open=with_seat(game.open, changed))


def holding(game: Game, seat: int, cards: str) -> Game:
    """Put other cards into a hand."""
    held: Hand = parse_cards(cards)
    mine = replace(game.yours[seat - 1], hand=held)
    yours = (*game.yours[: seat - 1], mine, *game.yours[seat:])
    return known(replace(game, yours=yours), seat, n=len(held))


def summary(game: Game) -> Summary:
    """Give the summary of a round that is over."""
    assert game.open.summary is not None
    return game.open.summary


def play(game: Game, *acts: tuple[int, Action | HouseAct]) -> Game:
    """Apply acts one after the other."""
    for seat, action in acts:
        game, _ = apply(game, seat, action)
    return game


def why(game: Game, seat: int, action: Action | HouseAct) -> str:
    """Say why an act is refused ("" if it is not), and hold that nothing changed."""
    try:
        apply(game, seat, action)
    except g.Refused as refused:
        return refused.why.value
    return ""


def hand(game: Game, seat: int) -> str:
    """Write a hand out."""
    return " ".join(card.value for card in game.yours[seat - 1].hand)


def view(game: Game, seat: int) -> View:
    """Give a seat's view."""
    return view_of(game, seat)


def offered(game: Game, seat: int, kind: type[Any]) -> list[Any]:
    """List the legal offers of one kind."""
    return [offer for offer in legal(view_of(game, seat)) if isinstance(offer, kind)]


def lay(*groups: str, phase: int = 0) -> Any:
    """Write a lay-down shortly."""
    return Lay(tuple(parse_cards(group) for group in groups), phase)


def goals(text: str) -> tuple[Goal, ...]:
    """Give the goals of a phase text."""
    return parse(text).goals


def card(face: str) -> Card:
    """Give the card of a face."""
    return Card(face)
