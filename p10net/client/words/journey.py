"""The journey's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p10net.client.words import keeping
from p10net.client.words.cards import listed, plural

TITLE = "Journey"
STAR, NO_STAR = "*", "."
CLOSED = "closed"
UNDER_WAY = "under way"
STAKED = "staked"
KEYS = "Enter play   arrows or 1-5 choose   s stake coins   ? help   q back"
NOTHING_HERE = "That key does nothing here: ? shows what does."
NO_COINS = "There are too few coins for this stake; stars bring more."
HELP = (
    "Each world is a list of phases, each of its five tables a game against bots.",
    "One star for half of a table's phases, two for all of them, three for all of",
    "them in as many rounds as its line says, or fewer. Stars are never lost.",
    "A star opens the next table, six stars in a world open the next world.",
    "Every new star brings ten coins. s stakes the table's coins on winning: the",
    "winner takes everybody's stake. Coins open nothing and cost nothing.",
    "A game that is left waits here, and wherever p10net offers to go on.",
    "Up and Down choose a world, Left and Right or 1 to 5 a table, Enter plays.",
)
TWISTS = {
    "skip_target": "a Skip hits the next player",
    "wilds": "twelve wilds in the deck",
    "phase_order": "phases in any order",
    "hits": "hits only from the turn after laying",
    "wild_swap": "wilds in runs can be pushed on",
    "first_circuit": "nobody goes out in the first circuit",
    "skips": "no Skips",
    "phase_number_wild": "the number of phases 1 to 7 is wild",
    "wild_as_skip": "wilds can be thrown as Skips",
    "go_out": "the last card must be discarded",
}
"""The twists by the switch of the rules that makes them."""
PLAIN_HELP = (
    *HELP[:7],
    "Type a table such as 2.3 to look at it, then 1 to play there.",
)
LEFT = "Your journey is kept: `p10net journey` goes on with it."
WAITS = "Your game waits here until you go on with it."
STOPPED = "A game that is stopped counts for nothing; its stake is yours again."
NOTHING_TO_RESET = "There is no journey yet that could be begun anew."
NO_SUCH_PLACE = "There is no such table: `p10net journey --json` lists them all."


def purse(coins: int, stars: int, most: int) -> str:
    """Say what somebody has."""
    return f"{plural(coins, 'coin', 'coins')}   {stars} of {most} stars"


def drawn(stars: int, most: int) -> str:
    """Draw stars."""
    return STAR * stars + NO_STAR * (most - stars)


def stars(count: int) -> str:
    """Say how many stars."""
    return plural(count, "star", "stars")


def opens(stars: int, world: str) -> str:
    """Say what opens a world."""
    return f"opens with {stars} stars in {world}"


def opens_stop(number: int) -> str:
    """Say what opens a table."""
    return f"opens with a star at table {number}"


def task(numbers: Sequence[int], whole: bool) -> str:
    """Say which phases are played."""
    if whole:
        return f"all {len(numbers)} phases"
    return f"phases {', '.join(map(str, numbers))}"


def against(levels: Sequence[str]) -> str:
    """Say who else plays."""
    counts = {level: levels.count(level) for level in levels}
    each = [f"{n} {level}" if n > 1 else level for level, n in counts.items()]
    return f"against {listed(each)}"


def measure(rounds: int, stake: int) -> str:
    """Say what three stars need, and what can be staked."""
    return f"3 stars in {rounds} rounds; stake {stake}"


def closed(what: str) -> str:
    """Refuse a table that is not open."""
    return f"This table is closed: it {what}."


def stakes(coins: int) -> str:
    """Say that coins are staked on the next game."""
    return f"{coins} coins are staked on this table: Enter plays, s takes them back."


def table(world: str, number: int) -> str:
    """Name a game's table."""
    return f"{world}, table {number}"


def over(
    stars: int, won: bool, phases: int, needed: int, rounds: int, coins: int
) -> str:
    """Say how a game went."""
    did = "You won" if won else "You did not win"
    brought = f", which brings {coins} coins" if coins else ""
    return (
        f"{did}: {phases} of {plural(needed, 'phase', 'phases')} in"
        f" {plural(rounds, 'round', 'rounds')}, {plural(stars, 'star', 'stars')}"
        f"{brought}."
    )


def returned(stake: int) -> str:
    """Say that a game is gone for good."""
    back = f": the {stake} coins staked on it are yours again" if stake else ""
    return f"A game of the journey cannot be gone on with{back}."


def offer(place: str, world: str, tells: Iterable[str], *, goes_on: bool) -> str:
    """Offer the next table."""
    first = "go on with" if goes_on else "play"
    return f"{first} table {place} in {world}: {'; '.join(tells)}"


def offer_staked(stake: int) -> str:
    """Offer it with coins staked."""
    return f"play it for {plural(stake, 'coin', 'coins')}"


LIST, HELP_OFFER, QUIT = "list tables", "help", "quit"


def choices(offers: Iterable[str]) -> str:
    """Number what can be done, in one line."""
    return f"{', '.join(f'{at} {said}' for at, said in enumerate(offers, 1))}."


def listing(place: str, stars: str, tells: Iterable[str], note: str) -> str:
    """Describe a table in one line."""
    noted = f" ({note})" if note else ""
    return f"{place}, {stars}: {'; '.join(tells)}{noted}."


AGAIN = "That is no answer here: type one of the numbers, or a table such as 2.3."


def unreadable(path: object) -> str:
    """Say that the file makes no sense."""
    return (
        f"{path} cannot be read as a journey: `p10net journey --reset` begins anew and"
        " keeps it beside."
    )


def unkept(path: object, error: OSError) -> str:
    """Say that nothing can be written."""
    why, step = keeping.why(error), keeping.remedy(error)
    return f"{path} cannot be written ({why}): {step} and try again."


def begun_anew(old: object) -> str:
    """Say that the journey begins anew."""
    return f"The journey begins anew; the one before lies in {old}."
