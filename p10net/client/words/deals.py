"""What is said of a deal: its shares, that it was checked, or what was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from p10net.client.deck import Deck, Finding, Wrong
from p10net.client.words.cards import plural


class Said(NamedTuple):
    """How the same is said of cards and of dice."""

    made: str
    made_alone: str
    one_ok: str
    some_ok: str
    voided: str


CARDS = Said(
    made="The host and {shares} mixed the deck: nobody could choose it.",
    made_alone="The host alone mixed the deck: no player had a share in it.",
    one_ok="Deck ok{shares}.",
    some_ok="Decks ok: all {n} deals were checked{shares}.",
    voided="A share of the deal was held back: it is given up, and dealt anew.",
)
DICE = Said(
    made="The host and {shares} shook the dice: nobody could choose how they fall.",
    made_alone="The host alone shook the dice: no player had a share in it.",
    one_ok="Dice ok{shares}.",
    some_ok="Dice ok: all {n} circuits were checked{shares}.",
    voided="A share of the dice was held back: they are shaken anew without it.",
)
NO_TRUST = " Do not trust this table."

WRONG: Mapping[Wrong, str] = {
    Wrong.NUMBER: "Deal {deal} does not follow the one before it.",
    Wrong.COMMITMENT: "In deal {deal} the host changed what it had promised.",
    Wrong.UNASKED: "In deal {deal} there is a share of seat {seat}, which none asked.",
    Wrong.DROPPED: "In deal {deal} the host left out your share after taking it.",
    Wrong.FORGED: "In deal {deal} the host shows a promise as yours that is not.",
    Wrong.PROMISES: "In deal {deal} the host tells different promises to you.",
    Wrong.SHARES: "In deal {deal} the share of seat {seat} is not the one promised.",
    Wrong.EARLY: "Deal {deal} was made before the shares were shown.",
    Wrong.AGAIN: "Deal {deal} was made twice.",
    Wrong.ROUND: "Deal {deal} was announced for another round.",
    Wrong.HIDDEN: "Deal {deal} was begun and then kept out of sight.",
    Wrong.SECRET: "In deal {deal} the host shows another secret than it promised.",
    Wrong.REUSED: "In deal {deal} the host used an old secret again.",
    Wrong.MIXED: "Deal {deal} was mixed of other shares than were shown.",
    Wrong.VOID: "Deal {deal} was made and is called given up, or the reverse.",
    Wrong.CARDS: "In deal {deal} {who} had a card that the deck did not give.",
    Wrong.UNPROVED: "The host does not show how deal {deal} was mixed.",
}


def told(deck: Deck, dice: bool = False) -> Iterator[str]:
    """Say what is new about the deals: nothing where nobody was asked to share."""
    words = DICE if dice else CARDS
    yield from map(wrong, deck.findings)
    if deck.findings:
        return
    if deck.proved:
        text = words.one_ok if deck.proved == 1 else words.some_ok
        yield text.format(shares=_shares(deck), n=deck.proved)
    elif deck.voided:
        yield words.voided
    elif deck.asked:
        made = words.made if deck.shares else words.made_alone
        players = plural(deck.asked, "player", "players")
        yield made.format(shares=f"{deck.shares} of {players}")


def usual(deck: Deck) -> bool:
    """Whether it only says that a deck was mixed as it ought to be."""
    return bool(deck.shares) and not (deck.findings or deck.proved or deck.voided)


def _shares(deck: Deck) -> str:
    """Say how many shares there were; of several deals those with the fewest count."""
    if not deck.asked:
        return ""
    least = " at least" if deck.proved > 1 else ""
    return f" ({deck.shares} of {deck.asked} shares{least})"


def wrong(finding: Finding) -> str:
    """Say what a host did that an honest one never does, and what to do."""
    who = f"seat {finding.seat}" if finding.seat else "the table"
    text = WRONG[finding.wrong]
    told = text.format(deal=finding.deal, seat=finding.seat, who=who)
    return told + NO_TRUST
