"""One attempt at a deal, as the host knows it: all secrets, and how far it has come.

Which attempt is on, and who has to be told, is not known here.
"""

from msgspec import Struct, field

from p10net.engine.cards import Hand
from p10net.engine.shuffle import commitment, round_seed
from p10net.protocol.deals import Commit, Share, Shown

HOST = 0xFF
"""The host, where a seat's index would stand in a commitment."""


class Attempt(Struct, eq=False):
    """A deal from the host's secret to the seed; `number` counts voided ones.

    `asked` are the seats that may add to it, `seats` the highest number of one. While
    it is not `sealed` promises are taken, until it is `mixed` shares; `since` is when
    the one or the other began. `out` are the cards in save piles when it was dealt.
    """

    game: bytes
    number: int
    round: int
    seats: int
    secret: bytes
    asked: tuple[int, ...]
    since: float
    commits: dict[int, str] = field(default_factory=dict)
    shares: dict[int, str] = field(default_factory=dict)
    sealed: bool = False
    mixed: bool = False
    void: bool = False
    out: Hand = ()

    @property
    def commit(self) -> str:
        """The host's own promise."""
        return commitment(self.game, self.number, HOST, self.secret).hex()

    @property
    def complete(self) -> bool:
        """Whether nobody has to be waited for in this step."""
        wanted, come = (
            (self.commits, self.shares) if self.sealed else (self.asked, self.commits)
        )
        return all(seat in come for seat in wanted)

    @property
    def seed(self) -> str:
        """The seed of the round, of all that was given."""
        shares = [(n - 1, bytes.fromhex(s)) for n, s in sorted(self.shares.items())]
        return round_seed(self.game, self.number, self.seats, self.secret, shares).hex()

    def forgo(self, seat: int) -> None:
        """Ask nothing more of a seat, and take nothing of it."""
        self.asked = tuple(one for one in self.asked if one != seat)
        self.commits.pop(seat, None)

    def fits(self, seat: int, share: str) -> bool:
        """Whether a share is the one its seat has promised."""
        promised = commitment(self.game, self.number, seat - 1, bytes.fromhex(share))
        return promised.hex() == self.commits[seat]

    def promises(self) -> tuple[Commit, ...]:
        """List the promises, by seat."""
        return tuple(Commit(*one) for one in sorted(self.commits.items()))

    def given(self) -> tuple[Share, ...]:
        """List the shares, by seat."""
        return tuple(Share(*one) for one in sorted(self.shares.items()))

    def shown(self) -> Shown:
        """Tell all of it, once it is over."""
        shares = () if self.void else self.given()
        return Shown(
            self.number,
            self.round,
            self.seats,
            self.secret.hex(),
            shares,
            self.void,
            self.out,
        )
