"""The deals of a game as one client hears of them: shares in them, and checks them.

Whatever a host says about a deal is held against what it said before, at once; what it
shows after the game is held against all of it, down to the last card. The same reading
serves a seat at the table, a bot, a watcher and a saved file. It knows no socket and no
clock; where its shares come from is handed in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from p10net.client import ledger
from p10net.client.deck import SHOWN_IN, Deck, Finding, Wrong
from p10net.client.story import Story
from p10net.engine.moves.house import DealVoided
from p10net.engine.opening import Dealt
from p10net.engine.rolling import Begun
from p10net.engine.shuffle import SEED_BYTES, commitment, round_seed
from p10net.engine.view import Stage
from p10net.protocol.deals import (
    Commit,
    DealCommit,
    DealCommits,
    DealNews,
    DealOpen,
    DealProof,
    DealShare,
    DealShares,
    Shown,
)
from p10net.protocol.messages import State

FRESH = 0
"""The id of a request that is given one when it is sent."""
HOST = 0xFF
"""The host, where a seat's index would stand in a commitment."""


class Deal(Struct, eq=False):
    """One deal as it was heard of; `states` are what came of it, in order.

    `accepted` says that the host took our promise. `whole` turns false when something
    may have been missed.
    """

    open: DealOpen
    share: bytes | None = None
    accepted: bool = False
    commits: DealCommits | None = None
    shares: DealShares | None = None
    dealt: bool = False
    void: bool = False
    proved: bool = False
    whole: bool = True
    states: list[State] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Which deal of the game it is."""
        return self.open.deal


def draw() -> bytes:
    """Draw a share that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


class Deals:
    """All deals of the newest game, from the first message about it on.

    `seat` is our own, kept up by whoever hands messages in (0: a watcher).
    """

    def __init__(self, draw: Callable[[], bytes] = draw) -> None:
        """Know of no game yet."""
        self.seat = 0
        self.game = ""
        self.deals: dict[int, Deal] = {}
        self.findings: list[Finding] = []
        self._draw = draw
        self._now: Deal | None = None
        self._events = 0
        self._whole = True
        self._secrets: dict[str, int] = {}
        self._owed = 0
        self.story = Story()

    # --- What is heard -----------------------------------------------------------

    def missed(self) -> None:
        """Note that the link is new: what follows may not be all there was."""
        self.story.missed()
        self._whole, self._owed = False, 0
        if self._now is not None:
            self._now.whole = False

    def idle(self) -> Deck | None:
        """Hear that no game is on: nothing of the next one has been missed."""
        self.story.idle()
        self._unproved()
        self._whole, self._now = True, None
        found = self.taken()
        return Deck(findings=found) if found else None

    def accepted(self, deal: int) -> None:
        """Note that the host took our promise for a deal."""
        known = self.deals.get(deal)
        if known is not None and known.share is not None:
            known.accepted = True
            self.story.shared(deal, known.share, taken=True)

    def heard(
        self, said: DealNews, seat: int
    ) -> tuple[DealCommit | DealShare | None, Deck | None]:
        """Hear what a host says; gives what to answer, and news for people."""
        self.seat = seat
        self.story.heard(said)
        request: DealCommit | DealShare | None = None
        deck = None
        match said:
            case DealOpen():
                request = self.opened(said)
            case DealCommits():
                request = self.promised(said)
            case DealShares():
                self.shared(said)
            case DealProof():
                deck = self.proved(said)
            case _:
                assert_never(said)
        found = self.taken()
        return request, Deck(findings=found) if found else deck

    def opened(self, said: DealOpen) -> DealCommit | None:
        """Hear that a deal begins; gives our promise, if one is asked for."""
        if said.game != self.game:
            self.game, self.deals, self._now = said.game, {}, None
            self._secrets = {}
        known = self.deals.get(said.deal)
        if known is None:
            known = self._begin(said)
        else:
            self._same(known, said)
        if self.seat not in said.asked or known.dealt or known.commits is not None:
            return None
        known.share = known.share or self._draw()
        self.story.shared(said.deal, known.share)
        promise = self._commitment(known, self.seat - 1, known.share)
        return DealCommit(FRESH, said.deal, promise)

    def _begin(self, said: DealOpen) -> Deal:
        last = max(self.deals, default=0)
        if said.deal < last or (self._whole and said.deal != last + 1):
            self._find(Wrong.NUMBER, said.deal)
        left = self._now
        if left is not None and left.whole and not (left.dealt or left.void):
            self._find(Wrong.HIDDEN, left.number)
        self._now = self.deals[said.deal] = Deal(said, whole=self._whole)
        self._whole = True
        return self._now

    def _same(self, known: Deal, said: DealOpen) -> None:
        """Hear of a deal once more, after the link was lost."""
        if known.dealt or known.void:
            self._find(Wrong.AGAIN, said.deal)
        elif known.open.commit != said.commit:
            self._find(Wrong.COMMITMENT, said.deal)
        elif (known.open.seats, known.open.round) != (said.seats, said.round):
            self._find(Wrong.NUMBER, said.deal)

    def promised(self, said: DealCommits) -> DealShare | None:
        """Hear who promised; gives our share, if all is as it should be."""
        deal = self._at(said.deal)
        if deal is None:
            return None
        if deal.commits is not None and deal.commits.commits != said.commits:
            self._find(Wrong.PROMISES, said.deal)
            return None
        deal.commits = deal.commits or said
        found = [*self._about_promises(deal, said)]
        for wrong, seat in found:
            self._find(wrong, said.deal, seat)
        if found or deal.share is None or deal.shares is not None:
            return None
        mine = Commit(self.seat, self._commitment(deal, self.seat - 1, deal.share))
        if mine not in said.commits:
            return None
        return DealShare(FRESH, said.deal, deal.share.hex())

    def _about_promises(
        self, deal: Deal, said: DealCommits
    ) -> Iterator[tuple[Wrong, int]]:
        seats = [one.seat for one in said.commits]
        for seat in seats:
            if seat not in deal.open.asked or seats.count(seat) > 1:
                yield Wrong.UNASKED, seat
        mine = [one.commit for one in said.commits if one.seat == self.seat]
        share = deal.share
        right = self._commitment(deal, self.seat - 1, share) if share else ""
        if mine and mine[0] != right and (deal.accepted or deal.whole):
            yield Wrong.FORGED, self.seat
        if deal.accepted and not mine:
            yield Wrong.DROPPED, self.seat

    def shared(self, said: DealShares) -> None:
        """Hear all shares."""
        deal = self._at(said.deal)
        if deal is None:
            return
        again = deal.shares is not None and deal.shares.shares != said.shares
        deal.shares = deal.shares or said
        if again:
            self._find(Wrong.SHARES, said.deal)
        promises = deal.commits.commits if deal.commits else ()
        promised = {one.seat: one.commit for one in promises}
        given = {one.seat: one.share for one in said.shares}
        if deal.commits is None and not deal.whole:
            return
        for seat in promised.keys() | given.keys():
            share = given.get(seat, "")
            fits = share and self._commitment(deal, seat - 1, bytes.fromhex(share))
            if fits != promised.get(seat):
                self._find(Wrong.SHARES, said.deal, seat)

    def stood(self, state: State) -> Deck | None:
        """Hear how the game stands; gives news of a deal that was made."""
        self.story.saw(state)
        deck = self._stood(state)
        found = self.taken()
        return replace(deck or Deck(), findings=found) if found else deck

    def _stood(self, state: State) -> Deck | None:
        deal, gap = self._now, state.n != self._events
        self._events = state.n + len(state.ev)
        self._unproved()
        shown_now = state.view.stage in SHOWN_IN.get(state.view.rules.proof, ())
        self._owed = deal.number if shown_now and deal and not deal.proved else 0
        if deal is None:
            return None
        if any(isinstance(event, Dealt | Begun) for event in state.ev):
            return self._dealt(deal, state)
        if any(isinstance(event, DealVoided) for event in state.ev):
            deal.void = True
            return Deck(0, len(deal.open.asked), voided=1)
        deal.whole = deal.whole and not (deal.dealt and gap)
        if deal.dealt and deal.whole and state.view.stage is not Stage.DEAL:
            deal.states.append(state)
        return None

    def _dealt(self, deal: Deal, state: State) -> Deck:
        if deal.dealt or deal.void:
            self._find(Wrong.AGAIN, deal.number)
        elif deal.open.round != state.view.round:
            self._find(Wrong.ROUND, deal.number)
        elif deal.whole and deal.commits is not None and deal.shares is None:
            self._find(Wrong.EARLY, deal.number)
        if not deal.dealt:
            deal.dealt = True
            deal.states.append(state)
        shares = len(deal.shares.shares) if deal.shares else 0
        return Deck(shares, len(deal.open.asked))

    # --- What is shown at the end ------------------------------------------------

    def proved(self, said: DealProof) -> Deck | None:
        """Hear the secrets of deals that are over, and check them; gives the verdict.

        Without anything to check them by there is none.
        """
        if said.game != self.game:
            return None
        self._owed = 0
        fresh = [one for one in said.deals if not self._known(one)]
        for one in fresh:
            self._check(one)
        if said.last:
            self._all_there(said)
        self._reused(fresh)
        found = self.taken()
        if not fresh and not found:
            return None
        made = [one for one in fresh if not one.void]
        least = min(made, key=lambda one: len(one.shares), default=None)
        deal = self.deals.get(least.deal) if least else None
        asked = len(deal.open.asked) if deal else 0
        shares = len(least.shares) if least else 0
        return Deck(shares, asked, len(made), len(fresh) - len(made), found)

    def _known(self, shown: Shown) -> bool:
        deal = self.deals.get(shown.deal)
        return deal is not None and deal.proved

    def _check(self, shown: Shown) -> None:
        deal = self.deals.get(shown.deal)
        if deal is None:
            return
        deal.proved = True
        secret = bytes.fromhex(shown.secret)
        if self._commitment(deal, HOST, secret) != deal.open.commit:
            self._find(Wrong.SECRET, shown.deal)
        if shown.void == deal.dealt:
            if deal.whole or deal.dealt:
                self._find(Wrong.VOID, shown.deal)
        elif not shown.void:
            self._check_cards(deal, shown, secret)

    def _check_cards(self, deal: Deal, shown: Shown, secret: bytes) -> None:
        seen = deal.shares.shares if deal.shares else ()
        known = deal.shares is not None or deal.whole
        if (known and shown.shares != seen) or shown.round != deal.open.round:
            self._find(Wrong.MIXED, shown.deal)
            return
        game = bytes.fromhex(self.game)
        shares = [(one.seat - 1, bytes.fromhex(one.share)) for one in shown.shares]
        seed = round_seed(game, shown.deal, deal.open.seats, secret, shares)
        seat = ledger.false_card(seed, shown.out, deal.states)
        if seat is not None:
            self._find(Wrong.CARDS, shown.deal, seat)

    def _all_there(self, said: DealProof) -> None:
        """Miss every deal we heard of that is not shown, when all should be."""
        shown = {one.deal for one in said.deals}
        for number, deal in self.deals.items():
            if not deal.proved and number not in shown:
                self._find(Wrong.HIDDEN, number)

    def _reused(self, fresh: list[Shown]) -> None:
        """See that no secret served twice."""
        for one in fresh:
            first = self._secrets.setdefault(one.secret, one.deal)
            if first != one.deal:
                self._find(Wrong.REUSED, one.deal)

    def _unproved(self) -> None:
        """Miss the secrets that should have been shown by now."""
        if self._owed:
            self._find(Wrong.UNPROVED, self._owed)
        self._owed = 0

    # --- Small things ------------------------------------------------------------

    def _commitment(self, deal: Deal, who: int, secret: bytes) -> str:
        game = bytes.fromhex(deal.open.game)
        return commitment(game, deal.number, who, secret).hex()

    def _at(self, number: int) -> Deal | None:
        """Give the deal a message is about, which has to be the one that is on."""
        deal = self._now
        if deal is None or deal.number != number or deal.dealt or deal.void:
            if self._whole:
                self._find(Wrong.NUMBER, number)
            return None
        return deal

    def _find(self, wrong: Wrong, deal: int, seat: int = 0) -> None:
        self.findings.append(Finding(wrong, deal, seat))

    def taken(self) -> tuple[Finding, ...]:
        """Take what was found since the last time."""
        found, self.findings = tuple(dict.fromkeys(self.findings)), []
        return found
