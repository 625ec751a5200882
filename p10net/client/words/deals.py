"""What is said of a deal: its shares, that it was checked, or what was wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p10net.client.deck import Deck, Finding, Wrong
from p10net.client.words.cards import plural

MADE = "The host and {shares} mixed the deck: nobody could choose it."
MADE_ALONE = "The host alone mixed the deck: no player had a share in it."
ONE_OK = "Deck ok{shares}."
SOME_OK = "Decks ok: all {n} deals were checked{shares}."
VOIDED = "A share of the deal was held back: it is given up, and dealt anew."
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


def told(deck: Deck) -> Iterator[str]:
    """Say what is new about the deals: nothing where nobody was asked to share."""
    yield from map(wrong, deck.findings)
    if deck.findings:
        return
    if deck.proved:
        text = ONE_OK if deck.proved == 1 else SOME_OK
        yield text.format(shares=_shares(deck), n=deck.proved)
    elif deck.voided:
        yield VOIDED
    elif deck.asked:
        made = MADE if deck.shares else MADE_ALONE
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
