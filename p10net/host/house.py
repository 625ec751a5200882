"""All that the host knows of its one table: who is there, what is settled, the game.

The house is the data and small questions about it. It is changed only by the commits
in `changes`, by the clock of `woke` and by what an answer leaves behind; whoever asks
here changes nothing. It sees no socket and no clock: times are given in, in seconds.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct, field

from p10net.bots.brain import Brain
from p10net.bots.levels import LEVELS
from p10net.engine.game import Game
from p10net.engine.moves import Action, HouseAct
from p10net.engine.rules import OFFICIAL, Rules
from p10net.engine.view import Stage, View
from p10net.host.attempt import Attempt
from p10net.host.chance import Chance, token
from p10net.host.foresight import Foresight
from p10net.host.guests import Link, Onlooker, Player
from p10net.host.records import Choice
from p10net.protocol.clean import skeleton
from p10net.protocol.limits import GUARD, LIMITS, Guard
from p10net.protocol.people import Absence, AwayRule, Leaver, PersonKind, Settings

LEAST = 2
"""Seats a game needs."""
SHORTEST_VOTE = 10.0
"""Seconds for a vote, however short the grace is."""


class HouseBot(Struct, frozen=True):
    """A bot of the host's own: the level of its brain, and what it is called."""

    level: str
    name: str


class Line(Struct, frozen=True):
    """Who had a seat in the game that goes on; `level` marks a bot of the host's."""

    seat: int
    name: str
    level: str = ""


class Sheet(Struct, frozen=True):
    """A game that goes on here: its open table after a round, and whose seats it had.

    It is what every guest knew; whoever comes is given the seat of that name. `left`
    are those who were out of the game before, whose names stay on the sheet.
    """

    view: View
    lines: tuple[Line, ...]
    left: tuple[Line, ...] = ()

    def missing(self, seats: tuple[int, ...]) -> dict[int, Leaver]:
        """Name those whose seats are out of the game, since they did not come."""
        kind = {False: PersonKind.HUMAN, True: PersonKind.BOT}
        return {
            line.seat: Leaver(line.seat, line.name, kind[bool(line.level)])
            for line in (*self.lines, *self.left)
            if line.seat not in seats
        }


class Setup(Struct, frozen=True):
    """What was decided when the table was opened.

    `sheet` is there if the first game goes on from one that a lost host had begun.
    `start_when` counts the seats with which a headless table starts by itself; without
    it everybody says ready. `levels` are the brains `add_bot` may name. `takes_back`
    is for a table that nobody else can reach: who plays there may take acts back.
    """

    name: str
    rules: Rules = OFFICIAL
    seats: int = 6
    start_when: int | None = None
    once: bool = False
    bots: tuple[HouseBot, ...] = ()
    levels: tuple[str, ...] = tuple(LEVELS)
    timer_ms: int = 0
    away: AwayRule = AwayRule.BOT
    grace_ms: int = GUARD.grace_ms
    watch: bool = True
    password: str = ""
    cleartext: bool = False
    hints: bool = True
    takes_back: bool = False
    sheet: Sheet | None = None


class Pause(Struct, frozen=True):
    """A pause that is on: who asked for it (0: the host), and since when.

    `why` is the host's reason, `was` whoever had paused before it had to.
    """

    by: int
    since: float
    why: str = ""
    was: int = 0


class Vote(Struct, eq=False):
    """A vote on how to go on without a seat, open until a time."""

    about: int
    until: float
    ballots: dict[int, Choice] = field(default_factory=dict)


class House:
    """The table's data. Numbers of seats, onlookers and connections begin at 1."""

    def __init__(
        self, setup: Setup, chance: Chance, stand_in: Brain, guard: Guard = GUARD
    ) -> None:
        """Open an empty table."""
        self.setup, self.chance, self.stand_in = setup, chance, stand_in
        self.limits, self.guard = LIMITS, guard
        self.id = token()
        self.seq = 0
        self.rules, self.password = setup.rules, setup.password
        self.settings = Settings(
            setup.timer_ms,
            setup.away,
            setup.grace_ms,
            setup.watch,
            False,
            bool(setup.password),
            setup.cleartext,
            setup.hints,
            setup.takes_back,
        )
        self.bots_due = [*setup.bots]
        self.links: dict[int, Link] = {}
        self.players: dict[int, Player] = {}
        self.left: dict[int, Leaver] = {}
        self.onlookers: dict[int, Onlooker] = {}
        self.arrivals = self.watchers_seen = 0
        self.banned_names: set[str] = set()
        self.banned_addresses: set[str] = set()
        self.codes: dict[str, tuple[int, float]] = {}
        self.misses: Counter[str] = Counter()
        self.game: Game | None = None
        self.foresight = Foresight()
        self.game_id = b""
        self.games = self.deals = self.events = self.illegal = 0
        self.deal: Attempt | None = None
        self.dealt: list[Attempt] = []
        self.withheld: set[int] = set()
        self.proved = 0
        self.numbers: tuple[int, ...] = ()
        self.after: View | None = None
        self.acts: list[tuple[int, Action | HouseAct]] = []
        self.salvaged = self.practice = False
        self.urged = False
        self.asked_at = self.stage_at = 0.0
        self.deserted_at: float | None = None
        self.pause: Pause | None = None
        self.stopped = 0.0
        self.vote: Vote | None = None

    # --- The game ----------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """Where the table is."""
        return self.game.open.stage if self.game else Stage.LOBBY

    @property
    def playing(self) -> bool:
        """Whether a game is on that is not over."""
        return self.stage not in (Stage.LOBBY, Stage.GAME_OVER)

    @property
    def step(self) -> int:
        """The number of the open decision."""
        return self.game.open.step if self.game else 0

    @property
    def asked(self) -> Player | None:
        """Whose decision is open: exactly one seat's, or nobody's."""
        if self.game is None or self.stage in BETWEEN:
            return None
        return self.players[self.game.open.turn]

    # --- People ------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats the table has under its rules."""
        return min(self.setup.seats, self.rules.max_seats)

    @property
    def free(self) -> list[int]:
        """The numbers of the seats nobody has, lowest first."""
        sheet = self.sheet
        every = (
            [line.seat for line in sheet.lines] if sheet else range(1, 1 + self.seats)
        )
        return [n for n in every if n not in self.players]

    @property
    def sheet(self) -> Sheet | None:
        """The game that goes on here, until it does."""
        return self.setup.sheet if not self.games else None

    def meant(self, name: str) -> list[int]:
        """The free seats that somebody of this name is given unasked."""
        if self.sheet is None:
            return self.free
        same, lines = skeleton(name), self.sheet.lines
        own = {one.seat for one in lines if skeleton(one.name) == same}
        return [seat for seat in self.free if seat in own]

    @property
    def guests(self) -> list[Player]:
        """Everybody who sits here but the host's own bots."""
        return [player for player in self.players.values() if not player.level]

    @property
    def people(self) -> list[Player]:
        """The human players who have not left."""
        return [
            player
            for player in self.players.values()
            if player.kind is PersonKind.HUMAN
            and player.absent is not Absence.LEFT
            and not player.level
        ]

    @property
    def given_up(self) -> tuple[int, ...]:
        """The seats in the game that nobody can come back to, by number."""
        return tuple(sorted(p.seat for p in self.players.values() if not p.session))

    @property
    def next_round_at(self) -> float | None:
        """When the next round begins, ready or not; alone against bots it waits."""
        if self.stage is not Stage.ROUND_OVER or self.settings.takes_back:
            return None
        return self.stage_at + self.guard.round_over_ms / 1000

    @property
    def owner(self) -> Player | None:
        """The first who came of the people who can answer, else of all."""
        people = self.people
        able = [player for player in people if not player.overdue] or people
        return min(able, key=lambda player: player.came, default=None)

    @property
    def attended(self) -> bool:
        """Whether anybody from outside waits for the game to go on."""
        return any(player.here for player in self.guests)

    def player(self, link: Link) -> Player | None:
        """Who is behind a connection, if somebody with a seat."""
        return self.players.get(link.seat)

    def onlooker(self, link: Link) -> Onlooker | None:
        """Who is behind a connection, if somebody without a seat."""
        return self.onlookers.get(link.watcher)

    @property
    def everybody(self) -> list[Player | Onlooker]:
        """List all who are known here, with a seat or without."""
        return [*self.players.values(), *self.onlookers.values()]

    def queue(self) -> list[Onlooker]:
        """Those who wait for a seat, the first in line first."""
        return [o for o in self.onlookers.values() if o.waits and o.conn is not None]

    def names(self, but: Player | Onlooker | None = None) -> Iterator[str]:
        """Give everybody's name, one left out."""
        for one in self.everybody:
            if one is not but:
                yield one.name

    def usual(self, player: Player) -> Choice:
        """Say what is done for a seat by itself: nobody waits for who cannot return."""
        choice = USUAL[self.settings.away]
        return "bot" if choice == "wait" and not player.session else choice

    def conduct(self, player: Player) -> Choice | None:
        """Say what is done for a seat that nobody waits for; None while they do."""
        chosen = self._chosen(player)
        return "bot" if chosen == "skip" and self._all_pass else chosen

    def _chosen(self, player: Player) -> Choice | None:
        if not (player.overdue and self.playing):
            return None
        return "bot" if player.level else player.verdict or self.usual(player)

    @property
    def _all_pass(self) -> bool:
        """Whether nobody would play if turns were passed: the game would never end."""
        assert self.game is not None
        seats = [one for one in self.game.open.seats if one.playing and not one.gone]
        return all(self._chosen(self.players[one.seat]) == "skip" for one in seats)

    def restless(self, player: Player) -> bool:
        """Whether somebody among others said ready and took it back too often."""
        often = player.swings > self.guard.ready_changes
        return often and player.person and len(self.people) > 1

    def guesses(self, address: str) -> bool:
        """Whether too many wrong passwords or codes came from there, or in all."""
        if not address:
            return False
        here = self.misses[address] >= self.guard.tries_per_address
        return here or self.besieged

    @property
    def besieged(self) -> bool:
        """Whether so many guesses were wrong that nobody new is let in by one."""
        return self.misses.total() >= self.guard.tries

    # --- Time --------------------------------------------------------------------

    def clock(self, now: float) -> float:
        """Give the table's own time, which stands still in a pause."""
        return (self.pause.since if self.pause else now) - self.stopped

    def allowed_ms(self, player: Player) -> int | None:
        """How long a player may take for a decision; None: as long as they like."""
        timer = self.settings.timer_ms * (2 if player.double else 1)
        limits = [timer] if timer else []
        if not player.person or not player.pinged:
            limits.append(self.guard.bot_think_ms)
        return min(limits, default=None)

    @property
    def patience(self) -> float:
        """Seconds for which a vote is open, or a decision to wait holds."""
        return max(self.settings.grace_ms / 1000, SHORTEST_VOTE)

    def woke(self, now: float) -> None:
        """Restart what runs: nobody could play while the host was asleep."""
        clock = self.clock(now)
        self.asked_at = self.stage_at = clock
        for player in self.players.values():
            player.since = player.patience = clock
        if self.deal is not None:
            self.deal.since = clock
        if self.vote:
            self.vote.until = clock + self.patience
        if self.deserted_at is not None:
            self.deserted_at = clock


USUAL: dict[AwayRule, Choice] = {
    AwayRule.BOT: "bot",
    AwayRule.SKIP: "skip",
    AwayRule.WAIT: "wait",
}
BETWEEN = (Stage.LOBBY, Stage.DEAL, Stage.ROUND_OVER, Stage.GAME_OVER)
