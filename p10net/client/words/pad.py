"""The score pad's words: what it asks and takes, and what was wrong with a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p10net.client.words import dice, keeping
from p10net.client.words.cards import listed, plural
from p10net.client.words.rules import told
from p10net.engine.dice import played
from p10net.engine.rules import Rules

TITLE = "Score pad for real cards"
NAMES = "Who plays? Type the names in the order you sit, with commas between them."
NAMES_PROMPT = "names>"
TWISTS_PROMPT = "spaces>"
BEGUN = "The pad is begun; every line you type is kept at once."
OVER = "The game is over: undo takes the last line back, new begins another game."
LEFT = "The pad is kept: `p10net score` goes on with it."
PAD_BEFORE = (
    "The pad before is kept as it is: undo goes back to it, and later"
    " `p10net score --list` names it."
)
AT_THE_PAD_BEFORE = "This is the pad before again, as it was."
NO_PAD = "No pad was begun."
ENDED = "The pad is kept: `p10net score --export text` prints its sheet."
SITS_OUT = "This player sits the round out: only the tied ones play it."
NOTHING_TO_UNDO = "Nothing is written yet that could be taken back."
NOT_NOW = "This can be asked once the players are named."
STOPPED = "The game was stopped where it stood."
AGAIN = "Type undo to take a line back, sheet to see the sheet, help for more."
HOW = "out, laid and what is left (laid 15, laid R5 W), or 60 if nothing was laid"
KEYS = "Enter writes the line   help   undo   stop   new   quit"
PAGES = "Up and Down show older rounds."
HELP = (
    "Type for each player how the round ended:",
    "out            went out, with no card left",
    "laid 15        laid the phase and has 15 points left",
    "laid R5 12 W   the same, the cards counted for you; a color is not needed",
    "60             laid nothing; no 15 says so where it could be a slip",
    "Ben: laid 20   an answer for somebody by name, also to correct one",
    "nobody laid 5  in a round that ended without anybody going out",
    "p3 laid 10     which phase was laid, where there is a choice",
    "Cards: R5 B12 W S, or K A J Q joker 7h of ordinary decks.",
    "undo takes the last line back, stop ends the game as it stands,",
    "sheet shows all rounds, new begins another game, quit leaves; all is kept.",
)
HOW_DICE = "the points of the phase, or its dice (5 5 5 8 9 10), or no if it failed"
HELP_DICE = (
    "Type for each player how the turn ended:",
    "43             rolled the phase, its dice add up to 43",
    "5 5 5 8 9 10   the same, the dice added up for you; W is a wild and adds nothing",
    "no             did not roll it; it is tried again",
    "Ben: 43        an answer for somebody by name, also to correct one",
    "p3 43          which phase was rolled, where there is a choice",
    *(dice.in_circuits(line, dice=True) for line in HELP[-2:]),
)
COUNTED_WILDS = "Laid wilds cost points here: add wilds=2 for two of them."
DOWN = "Whoever discarded the rule card last adds down=Ben."
ANNOUNCED = "A phase that was announced and not laid is named as well: p3 no 60."
SEVERAL = "Several phases laid in one round: p3 p5 laid 10."
NO_WAY_BACK = "There is no pad to go on with: `p10net score` begins one."

NONE_OVER = "No pad of a game that is over is kept: there is nothing to delete."


def deleted(what: str) -> str:
    """Say which pad is gone."""
    return f"Deleted: {what.rstrip('.')}."


def nothing_to_delete(which: str) -> str:
    """Say that no pad is meant by this."""
    return (
        f"No pad is meant by {which[:20]!r}: give a number of `p10net score --list`, or"
        " over."
    )


# The words that are no answer, and what they ask for.
TYPED = {
    "undo": "undo",
    "u": "undo",
    "sheet": "sheet",
    "scores": "sheet",
    "v": "sheet",
    "help": "help",
    "?": "help",
    "stop": "stop",
    "new": "new",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
}

# --- What was wrong ------------------------------------------------------------------

TOO_FEW = "A game needs at least two players: type their names, such as Ann, Ben."
BOTH = "A phase is either laid or not: type laid 15, or no 60."
ONE_PHASE = "One phase a round can be laid by these rules: name only one."
ONE_LAYS = "The first to lay wins this round: only one player can have laid."
WHAT_IS_LEFT = "What is left? Add the points or the cards, or type out if nothing is."
NO_OUT_WITH_DICE = "With dice nobody goes out: type the points of the phase, or no."
NOTHING_FOR_NOTHING = "Only a phase that was rolled has points: type them, or no."
TOO_MANY_POINTS = "No hand costs so much: type the points of this round alone."
NO_RULE_CARD = "There is no rule card in these rules: leave down= away."
NO_SUCH_PLAYER = "Nobody of that name is on this pad: type the name as it stands there."
WITH_DICE: Mapping[str, str] = {
    TITLE: "Score pad for real dice",
    PAGES: "Up and Down show older circuits.",
    BOTH: "A phase is either rolled or not: type its points, or no.",
    ONE_PHASE: "One phase a circuit can be rolled by these rules: name only one.",
    WHAT_IS_LEFT: "What was rolled? Add the points or the dice, or type no.",
    TOO_MANY_POINTS: "No dice add up to so much: type the points of this phase alone.",
}
"""What is said otherwise where nobody holds cards."""


def by(sentence: str, rules: Rules) -> str:
    """Say a sentence in the words of what is played."""
    return WITH_DICE.get(sentence, sentence) if played(rules) else sentence


def reserved(name: str) -> str:
    """Refuse a name that the pad would take for something else."""
    return f"{name} would be read as a card or a word of the pad: use a longer name."


def which_twists(spaces: int, every: Sequence[int]) -> str:
    """Ask which phases lie on the board's Twist spaces."""
    return (
        f"Which Twist phases lie on the board's {spaces} Twist spaces, in order? Type"
        f" {spaces} different numbers from {every[0]} to {every[-1]}."
    )


def unknown(word: str, rules: Rules) -> str:
    """Refuse a word that is neither a card nor anything else."""
    if played(rules):
        return (
            f"{word[:20]} is no die and no word of the pad: write the numbers of the"
            " dice, and W for a wild; help shows more."
        )
    return (
        f"{word[:20]} is no card and no word of the pad: write cards as R5, 12, W or S;"
        " help shows more."
    )


def no_points(word: str, rules: Rules) -> str:
    """Refuse a number that is no card among cards."""
    if played(rules):
        return f"{word[:20]} is no die: write the points alone, or every die."
    return (
        f"{word[:20]} is no card: write the points alone, or every card that is left."
    )


def no_such_points(points: int, step: int) -> str:
    """Refuse points that no cards can add up to."""
    return f"No cards add up to {points} points: they come in steps of {step}."


def laid_or_not(name: str, points: int, least: int) -> str:
    """Ask back where a whole hand seems to cost too little."""
    return (
        f"{points} points are too few for a whole hand, which costs {least} or more:"
        f" type laid {points} if {name} laid the phase, no {points} if not."
    )


def name_a_phase(free: Sequence[int]) -> str:
    """Ask which phase was laid."""
    each = " or ".join(f"p{phase}" for phase in free)
    return f"Which phase was laid? Add {each}."


def name_the_announced(free: Sequence[int]) -> str:
    """Ask which phase was announced and not laid."""
    each = " or ".join(f"p{phase}" for phase in free)
    return (
        f"Which phase was announced? Type it with no, such as p{free[0]} no 60: {each}."
    )


def not_open(name: str, phase: int, free: Sequence[int]) -> str:
    """Refuse a phase that this player cannot have laid."""
    return f"{name} cannot lay phase {phase} now, only {listed(map(str, free))}."


def out_unlaid(name: str) -> str:
    """Refuse somebody who went out without a phase."""
    return f"{name} can only go out after laying a phase: type what is left instead."


def two_out(first: str, second: str) -> str:
    """Refuse a second one who went out."""
    return (
        f"{first} went out in this round already: type what {second} has left, or"
        f" correct {first} first."
    )


def nobody_out(names: str) -> str:
    """Refuse a round that nobody ended."""
    return (
        f"Nobody went out ({names}): correct whoever did, such as Ann: out, or add"
        " nobody to this line."
    )


def decided(first: str, other: str) -> str:
    """Refuse an end of the round after the end of the game."""
    return (
        f"By these rules the game ends as soon as {first} lays that phase, so {other}"
        " cannot have gone out: correct one of them."
    )


def not_so_many(face: str, there: int) -> str:
    """Refuse a card more often than it is in the deck."""
    return f"The deck has {there} of {face} in all: see what else was left."


def too_many_cards(told: int, most: int) -> str:
    """Refuse more cards than a hand can hold."""
    return f"These are {told} cards and a hand has {most} at most: type them once each."


# --- What it asks and tells ----------------------------------------------------------


def too_many_dice(told: int, most: int) -> str:
    """Refuse more dice than there are."""
    return f"These are {told} dice and there are {most}: type those of the phase."


def question(name: str, number: int, tasks: Iterable[str], rules: Rules) -> str:
    """Ask how the round ended for a player."""
    asked = "What was rolled?" if played(rules) else "What is left?"
    first = dice.in_circuits("Round", played(rules))
    return f"{first} {number}. {name}, {'; '.join(tasks)}. {asked}"


def how(rules: Rules) -> str:
    """Say what an answer looks like."""
    return HOW_DICE if played(rules) else HOW


def helps(rules: Rules) -> tuple[str, ...]:
    """Say all that can be typed."""
    return HELP_DICE if played(rules) else HELP


def task(number: int, text: str) -> str:
    """Name a phase."""
    return f"phase {number}: {text}"


def some_phase(numbers: Iterable[int]) -> str:
    """Name several phases shortly."""
    return f"phase {' or '.join(map(str, numbers))}"


def goes_on(when: str, names: Iterable[str], number: int, rules: Rules) -> str:
    """Say which pad is opened again."""
    return f"Going on with the pad of {when}: {listed(names)}, {_at(number, rules)}."


def _at(number: int, rules: Rules) -> str:
    return f"{dice.in_circuits('round', played(rules))} {number}"


def round_over(number: int, out: str, rules: Rules) -> str:
    """Say how a round ended."""
    if played(rules):
        return dice.over(number)
    return f"Round {number} is over: {out or 'nobody'} went out."


def row(name: str, laid: Sequence[int], points: int, total: int) -> str:
    """Say what a round brought one player."""
    did = f"laid phase {' and '.join(map(str, laid))}" if laid else "laid nothing"
    return f"{name} {did}, {points} points, {total} in all."


def won(names: Sequence[str], done: int, points: int) -> str:
    """Say who has won."""
    who = listed(names)
    win = "wins" if len(names) == 1 else "win together"
    return f"{who} {win} with {plural(done, 'phase', 'phases')} and {points} points."


def tie_broken(finishers: Iterable[str], winner: str, points: int, rules: Rules) -> str:
    """Say why one of several who finished has won."""
    best = "most" if played(rules) else "fewest"
    same = dice.in_circuits("in the same round", played(rules))
    return (
        f"{listed(finishers)} completed the last phase {same}: {winner} has the {best}"
        f" points, {points}."
    )


def tied(names: Iterable[str], points: int, rules: Rules) -> str:
    """Say that a round more is played, and by what rule."""
    return (
        f"{listed(names)} are equal at {points} points and play another round"
        f" ({told(rules, 'tie').lower()})."
    )


NO_WINNER = "Nobody has won: too few phases were completed for that."


def taken_back(name: str, text: str) -> str:
    """Say what was undone."""
    return f"Taken back: {name}, {text}." if name else "Taken back: the game goes on."


def written(
    laid: Sequence[int], out: bool, points: int, left: Sequence[str], nobody: bool
) -> str:
    """Say an answer back as the pad understood it."""
    phases = " and ".join(map(str, laid))
    did = f"laid phase {phases}" if laid else "laid nothing"
    if out:
        did += ", went out"
    if nobody:
        did += ", nobody went out"
    cards = f" ({' '.join(left)})" if left else ""
    return f"{did}, {points} points{cards}"


def elsewhere(path: object) -> str:
    """Say that another program wrote on the same pad."""
    return (
        f"{path} was changed by another program: this line is not written; open the pad"
        " again."
    )


def unkept(path: object, error: OSError) -> str:
    """Say that a line could not be kept."""
    why, step = keeping.why(error), keeping.remedy(error)
    return f"{path} cannot be written ({why}): {step}, then type the line again."


def unreadable(path: object) -> str:
    """Say that a pad makes no sense."""
    return f"{path} is no score pad that can be read: `p10net score --new` begins one."


def torn(path: object, lines: int) -> str:
    """Say that the end of a pad was lost."""
    what = "the last line" if lines == 1 else f"the last {lines} lines"
    return f"{what.capitalize()} of {path} cannot be read: look what is missing."


# --- The sheet -----------------------------------------------------------------------

PHASES = "Phases"
PLAYER = "Player {}"
POINTS = "points"
PHASE = "phase"
CSV = ("round", "player", "phase", "laid", "points", "out", "total")


def state(number: int, winners: Sequence[str], over: bool, rules: Rules) -> str:
    """Say in a list how far a pad is."""
    if winners:
        return f"won by {listed(winners)}"
    return "over, nobody won" if over else _at(number, rules)


def sheet_of(rules: str) -> str:
    """Head a sheet."""
    return f"Phase 10 score sheet, {rules} rules"


DICE_COUNT = "A phase that was rolled adds up its dice; a wild adds nothing."


def costs(low: int, high: int, skip: int, wild: int) -> str:
    """Say what cards cost that are left in a hand."""
    return f"Left in hand: 1-9 cost {low}, 10-12 cost {high}, Skip {skip}, Wild {wild}."


def no_such_pad(number: int) -> str:
    """Say that the list of pads is shorter."""
    return f"There is no pad {number}: `p10net score --list` shows all."
