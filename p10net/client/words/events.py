"""What publicly happened, as a clause of a line in the log and as a sentence.

The log has one line a turn, so an event adds a clause to the line of whoever did it:
`Cleo  laid phase 8 (seven blue), threw Skip at Finn`. A sentence stands alone and names
cards in words, for those who listen. Both tables have a row for every event there is;
a test holds them to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from p10net.client.words.cards import described, faces, listed, plural
from p10net.client.words.dice import circuit_over
from p10net.client.words.notation import a_card, spoken, written
from p10net.engine.cards import Card
from p10net.engine.ending import Floated, WentOut
from p10net.engine.moves.declare import Declared
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.give import Gave, GaveBack
from p10net.engine.moves.hit import HitMade
from p10net.engine.moves.house import (
    DealVoided,
    GameOver,
    Reshuffled,
    RoundOver,
    SeatDropped,
    TieBreak,
)
from p10net.engine.moves.lay import Laid
from p10net.engine.moves.refresh import Refreshed
from p10net.engine.moves.roll import Passed
from p10net.engine.moves.save import Saved
from p10net.engine.moves.swap import Swapped
from p10net.engine.opening import Dealt
from p10net.engine.rolling import Begun, Counted, Rolled
from p10net.engine.turns import NoDraw, Skipped


class Names(Struct, frozen=True):
    """Who sits where, as the one who reads calls them; `drew` is the own last card.

    With `dice` a round is a circuit, which everybody ends.
    """

    seats: Mapping[int, str]
    you: int | None = None
    drew: Card | None = None
    dice: bool = False

    def who(self, seat: int) -> str:
        """Name the one who does something."""
        return "You" if seat == self.you else self.seats.get(seat, f"Seat {seat}")

    def whom(self, seat: int) -> str:
        """Name the one to whom something is done."""
        return "you" if seat == self.you else self.who(seat)


Telling = Callable[[Any, Names], str]


def clause(event: object, names: Names) -> str:
    """Say an event as part of its player's line; "" where the log has no use for it."""
    return CLAUSES[type(event)](event, names)


def sentence(event: object, names: Names) -> str:
    """Say an event as a sentence, cards in words."""
    return SENTENCES[type(event)](event, names)


# --- Clauses ---------------------------------------------------------------------


def _dealt(event: Dealt, names: Names) -> str:
    up = faces((*event.under, event.up))
    return f"dealt round {event.round}; {names.whom(event.opener)} to start, {up} is up"


def _drew(event: Drew, names: Names) -> str:
    if event.card is not None:
        return f"took {written(event.card)}"
    if event.seat == names.you and names.drew is not None:
        return f"drew {written(names.drew)}"
    return "drew a saved card" if event.source == "saved" else ""


def _laid(event: Laid, names: Names) -> str:
    return f"laid phase {event.phase} ({', '.join(map(described, event.melds))})"


def _hit(event: HitMade, names: Names) -> str:
    end = f" ({event.end} end)" if event.end and event.card is Card.W else ""
    return f"hit {written(event.card)} on {event.meld}{end}"


def _discarded(event: Discarded, names: Names) -> str:
    if event.down is not None:
        return f"sent {names.whom(event.down)} a phase down"
    if event.skip is None:
        return f"discarded {written(event.card)}"
    what = "a Skip" if event.card is Card.S else "a wild as Skip"
    return f"threw {what} at {names.whom(event.skip)}"


def _gave(event: Gave, names: Names) -> str:
    return f"gave {written(event.card)} to {names.whom(event.to)}"


def _swapped(event: Swapped, names: Names) -> str:
    return f"swapped {written(event.card)} for a wild on {event.meld}"


def _over(event: RoundOver, names: Names) -> str:
    if names.dice:
        return circuit_over(event.round)
    if not event.out:
        return f"Round {event.round} is over, nobody went out"
    return f"Round {event.round} is over: {names.whom(event.out)} went out"


def _won(event: GameOver, names: Names) -> str:
    if not event.winners:
        return "The game was stopped without a winner"
    winners = listed(map(names.whom, event.winners))
    return f"The game is over, won by {winners}"


def _tied(event: TieBreak, names: Names) -> str:
    return f"A tie: one more round for {listed(map(names.whom, event.seats))}"


def _begun(event: Begun, names: Names) -> str:
    return f"Circuit {event.round}: {names.whom(event.opener)} to roll first"


def _rolled(event: Rolled, names: Names) -> str:
    how = "rolled" if event.rolls == 1 else f"rolled {len(event.again)} again"
    return f"{how}: {faces(event.dice)}"


CLAUSES: Mapping[type, Telling] = {
    Begun: _begun,
    Counted: lambda event, names: f"counted {event.points}",
    DealVoided: lambda event, names: f"The deal was given up (number {event.voids})",
    Dealt: _dealt,
    Declared: lambda event, names: f"goes for phase {event.phase}",
    Discarded: _discarded,
    Drew: _drew,
    Floated: lambda event, names: "floats",
    GameOver: _won,
    Gave: _gave,
    GaveBack: lambda event, names: f"put {written(event.card)} on the pile",
    HitMade: _hit,
    Laid: _laid,
    NoDraw: lambda event, names: "found no card to draw",
    Passed: lambda event, names: "did not make the phase",
    Refreshed: lambda event, names: "put the phase away",
    Reshuffled: lambda event, names: f"The pile was shuffled: {event.n} cards to draw",
    Rolled: _rolled,
    RoundOver: _over,
    Saved: lambda event, names: "saved a card",
    SeatDropped: lambda event, names: "left the game for good",
    Skipped: lambda event, names: "lost a turn",
    Swapped: _swapped,
    TieBreak: _tied,
    WentOut: lambda event, names: "went out",
}

# --- Sentences -------------------------------------------------------------------


def _say_dealt(event: Dealt, names: Names) -> str:
    return (
        f"{names.who(event.dealer)} dealt round {event.round}."
        f" First to play: {names.whom(event.opener)}."
        f" {a_card(event.up).capitalize()} is turned up."
    )


def _say_drew(event: Drew, names: Names) -> str:
    who = names.who(event.seat)
    if event.card is not None:
        return f"{who} took {a_card(event.card)} from the pile."
    if event.seat == names.you and names.drew is not None:
        return f"You drew {a_card(names.drew)}."
    return f"{who} drew from the {_SOURCES[event.source]}."


_SOURCES = {"stock": "stock", "pile": "pile", "saved": "save pile"}


def _say_laid(event: Laid, names: Names) -> str:
    melds = listed(f"{described(meld, ' to ')}, meld {meld.m}" for meld in event.melds)
    return f"{names.who(event.seat)} laid down phase {event.phase}: {melds}."


def _say_hit(event: HitMade, names: Names) -> str:
    end = f", at the {event.end} end" if event.end and event.card is Card.W else ""
    return (
        f"{names.who(event.seat)} hit {a_card(event.card)} on meld {event.meld}{end}."
    )


def _say_discarded(event: Discarded, names: Names) -> str:
    who, card = names.who(event.seat), a_card(event.card)
    if event.down is not None:
        down = names.whom(event.down)
        return f"{who} discarded the rule card, which sends {down} a phase down."
    if event.skip is None:
        return f"{who} discarded {card}."
    if event.skip == names.you:
        return f"{who} threw {card} at you: you lose a turn."
    return f"{who} threw {card} at {names.whom(event.skip)}, who loses a turn."


def _say_gave(event: Gave, names: Names) -> str:
    who, whom = names.who(event.seat), names.whom(event.to)
    return f"{who} gave the {spoken(event.card)} to {whom}."


def _whole(telling: Telling) -> Telling:
    """Make a sentence of a clause that is one but for its full stop."""
    return lambda event, names: f"{telling(event, names)}."


def _plain(form: str) -> Telling:
    def tell(event: Any, names: Names) -> str:
        card = getattr(event, "card", None)
        return form.format(
            who=names.who(event.seat), card=card and spoken(card), event=event
        )

    return tell


def _say_rolled(event: Rolled, names: Names) -> str:
    what = "all dice" if event.rolls == 1 else plural(len(event.again), "die", "dice")
    shown = ", ".join(map(spoken, event.dice))
    return f"{names.who(event.seat)} rolled {what}: {shown}."


SENTENCES: Mapping[type, Telling] = {
    Begun: _whole(_begun),
    Counted: _plain("{who} counted {event.points} points for it."),
    DealVoided: _whole(CLAUSES[DealVoided]),
    Dealt: _say_dealt,
    Declared: _plain("{who} will go for phase {event.phase}."),
    Discarded: _say_discarded,
    Drew: _say_drew,
    Floated: _plain("{who} played the last card and floated on."),
    GameOver: _whole(_won),
    Gave: _say_gave,
    GaveBack: _plain("{who} put {card} on the pile for it."),
    HitMade: _say_hit,
    Laid: _say_laid,
    NoDraw: _plain("{who} found no card to draw."),
    Passed: _plain("{who} did not make the phase."),
    Refreshed: _plain("{who} put the phase away for a new one."),
    Reshuffled: _whole(CLAUSES[Reshuffled]),
    Rolled: _say_rolled,
    RoundOver: _whole(_over),
    Saved: _plain("{who} saved a card."),
    SeatDropped: _plain("{who} left the game for good."),
    Skipped: _plain("{who} lost a turn."),
    Swapped: _plain("{who} put {card} in the place of a wild on meld {event.meld}."),
    TieBreak: _whole(_tied),
    WentOut: _plain("{who} went out."),
}
