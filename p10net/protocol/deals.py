"""What host and seats say to each other so that nobody can choose a deal's order.

The host fixes its secret and says so, the seats fix theirs, then the seats show theirs,
and the cards are dealt; at the end the host shows its own. Only sides that list the
feature `shuffle1` hear or say any of this. What the secrets make of a deck stands in
`engine.shuffle`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from p10net.engine.cards import Hand
from p10net.protocol.envelope import Message, Request, Seq, TokenText
from p10net.protocol.people import Amount, Positive, says

HashText = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
DealNumber = Annotated[Positive, says("which deal of the game, voided ones counted")]

PROOFS_A_FRAME = 16
"""Deals that one `deal_proof` tells of: a long game takes several."""


class Commit(Struct, frozen=True):
    """A seat's promise: the commitment to its share."""

    seat: Annotated[Positive, says("who made it")]
    commit: Annotated[HashText, says("64 hex digits")]


class Share(Struct, frozen=True):
    """A seat's share of a deal's seed."""

    seat: Annotated[Positive, says("who gave it")]
    share: Annotated[HashText, says("64 hex digits, 32 bytes")]


class Shown(Struct, frozen=True, omit_defaults=True):
    """One deal, with all that its order followed from."""

    deal: DealNumber
    round: Annotated[Positive, says("the round it was for")]
    seats: Annotated[Positive, says("highest number of a seat in the game")]
    secret: Annotated[HashText, says("the host's secret")]
    shares: Annotated[tuple[Share, ...], says("those that were mixed in, by seat")] = ()
    void: Annotated[bool, says("it was given up: nothing was dealt by it")] = False
    out: Annotated[Hand, says("cards in save piles, left out of the deck")] = ()


# --- to the host -----------------------------------------------------------------


class DealCommit(Request, frozen=True, tag="deal_commit"):
    """Promise a share for a deal: the reply to `deal_open`, within its `ms`.

    Until the promises are closed a new one takes the place of the old. Since 0.1,
    feature `shuffle1`.
    """

    deal: DealNumber
    commit: Annotated[HashText, says("commitment to your share, 64 hex digits")]


class DealShare(Request, frozen=True, tag="deal_share"):
    """Show the share you promised: the reply to `deal_commits`, within the same `ms`.

    Refused with `bad_share` if it is another. Since 0.1, feature `shuffle1`.
    """

    deal: DealNumber
    share: Annotated[HashText, says("your 32 bytes, 64 hex digits")]


# --- to the client ---------------------------------------------------------------


class DealOpen(Message, frozen=True, tag="deal_open"):
    """A deal begins: the host has fixed its secret. Commit, if you are asked.

    Since 0.1, feature `shuffle1`.
    """

    seq: Seq
    game: Annotated[TokenText, says("the game's id, 32 hex digits")]
    deal: DealNumber
    round: Annotated[Positive, says("the round it is for")]
    seats: Annotated[Positive, says("highest number of a seat in the game")]
    commit: Annotated[HashText, says("the host's commitment")]
    asked: Annotated[tuple[Positive, ...], says("seats asked for a share")]
    ms: Annotated[Amount, says("how long the host waits, for each of the two steps")]


class DealCommits(Message, frozen=True, tag="deal_commits"):
    """All promises there are; show your share, if yours is among them.

    Since 0.1, feature `shuffle1`.
    """

    seq: Seq
    deal: DealNumber
    commits: Annotated[tuple[Commit, ...], says("by seat")]


class DealShares(Message, frozen=True, tag="deal_shares"):
    """All shares: the seed is fixed, the cards are dealt next.

    Since 0.1, feature `shuffle1`.
    """

    seq: Seq
    deal: DealNumber
    shares: Annotated[tuple[Share, ...], says("by seat")]


class DealProof(Message, frozen=True, tag="deal_proof"):
    """What the host kept secret about deals that are over: check them.

    After each round or after the game, as `rules.proof` says; several frames if there
    are many. Since 0.1, feature `shuffle1`.
    """

    seq: Seq
    game: Annotated[TokenText, says("the game's id, 32 hex digits")]
    last: Annotated[bool, says("whether these are the last of the game")]
    deals: Annotated[tuple[Shown, ...], says("at most 16, by number")]


DealNews = DealOpen | DealCommits | DealShares | DealProof
