"""How a game goes by the rules of this table, for somebody who never played it.

Each sentence is picked by the switch it depends on, so that nothing is said that these
rules do not mean. What else they change, `differences` lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p10net.client.words import dice
from p10net.client.words.notation import spoken, worded
from p10net.engine.cards import Card
from p10net.engine.dice import played
from p10net.engine.melds import Kind
from p10net.engine.rules import Rules, numbers, phase

DRAW: Mapping[bool, str] = {
    True: "In your turn draw a card from the stock, or take the top of the discard"
    " pile; end it by discarding a card.",
    False: "In your turn draw a card from the stock, or take the top of the discard"
    " pile if it is no {wild}; end it by discarding a card.",
}
LAY: Mapping[str, str] = {
    "in_order": "Hold all cards of your phase and you may lay it down",
    "declare": "After the deal say which phase you go for, of those you have not done."
    " Hold all its cards and you may lay it down",
    "open": "Hold all cards of any phase you have not done and you may lay it down",
}
HIT: Mapping[str, str] = {
    "same_turn": "Then hit: add cards that fit to any meld on the table.",
    "later_turn": "From the next turn on hit: add cards that fit to any meld on the"
    " table.",
}
RUN: Mapping[bool, str] = {True: "of one color", False: "of any colors"}
SKIP: Mapping[str, str] = {
    "choose": "A {skip} is discarded at somebody, who loses a turn; {fits}.",
    "next": "A {skip} is discarded, and the next player loses a turn; {fits}.",
    "not_next": "A {skip} is discarded at somebody, never the next player, who loses a"
    " turn; {fits}.",
}
FITS: Mapping[bool, str] = {
    False: "it fits no phase",
    True: "only a phase that asks for one takes it",
}
OUT: Mapping[str, str] = {
    "any": "Whoever has no cards left ends the round.",
    "discard": "Whoever discards their last card ends the round.",
    "float": "Whoever discards their last card ends the round; who lays or hits it"
    " floats and plays on without cards.",
}
COST = (
    " Each card left costs the others: {low} points, {high} from 10 up, a {skip}"
    " {skip_points}, a {wild} {wild_points}."
)
LAID_WILDS = " Each {wild} laid with a phase costs {laid} as well."
IN_ORDER = "Who laid the phase goes on to the next one, all others try theirs again."
ANY_ORDER = "A phase that was laid is done: go for another one in the next round."
ON: Mapping[str, str] = {
    "advance": IN_ORDER,
    "fixed_rounds": "After each round everybody goes on to the next phase, laid or"
    " not.",
    "anti": "All begin with the last phase: who laid it stays, all others go one phase"
    " down.",
    "anti_others": f"{IN_ORDER} The rule card sends a player one phase down.",
    "board": "Each pawn moves along 14 spaces: 3 on for who went out, 2 for who laid,"
    " 1 for all others; after a Twist phase 6, 4, and 1 back. On a Twist space choose"
    " before the draw: its Twist phase, or that of the space before or after it.",
}
END: Mapping[str, str] = {
    "end_of_round": "The first to do {last} wins; of several, who has {best} points.",
    "at_once_if_sole": "The first to do {last} wins, at once if nobody else is on"
    " it; of several, who has {best} points.",
    "go_out": "Somebody who has done {last} ends the game by going out; of all who have"
    " done it, who has {best} points wins.",
    "limit": "",
}
LAST_PHASE = "the last phase"
ALL_PHASES = "all phases"
LAST_SPACE = "the phase of the last space"
AHEAD: Mapping[str, str] = {
    "phases_then_points": "who is furthest wins; of several, who has {best} points",
    "points": "who has {best} points wins",
}


def game(rules: Rules) -> tuple[str, ...]:
    """Say how a game by these rules goes, a sentence or two at a time."""
    said = {
        "wild": spoken(Card.W),
        "skip": spoken(Card.S),
        "low": Card.R9.points,
        "high": Card.R10.points,
        "skip_points": Card.S.points,
        "wild_points": Card.W.points,
        "laid": rules.laid_wild_points,
        "fits": FITS[_asks_for_skips(rules)],
        "last": _last(rules),
        "best": "most" if played(rules) else "fewest",
    }
    lines = dice.GAME if played(rules) else tuple(_cards(rules))
    last = " ".join(filter(None, (_goes_on(rules), _ends(rules), _limits(rules))))
    told = (worded(line.format(**said)) for line in (*lines, last))
    return tuple(dice.in_circuits(line, played(rules)) for line in told)


def _cards(rules: Rules) -> Iterator[str]:
    yield DRAW[rules.wild_pickup]
    once = "" if rules.refresh else ", once a round"
    yield f"{LAY[rules.phase_order]}{once}. {HIT[rules.hits]}"
    run = f"a run numbers in a row {RUN[rules.runs_one_color]}."
    wild = " A {wild} is any card." if rules.wilds else ""
    yield f"A set is cards of one number, {run}{wild}"
    if rules.skips:
        yield SKIP[rules.skip_target]
    laid_wilds = LAID_WILDS if rules.laid_wild_points else ""
    yield f"{OUT[rules.go_out]}{COST}{laid_wilds}"


def _asks_for_skips(rules: Rules) -> bool:
    """Whether one of the phases that are played is laid with a Skip."""
    played_ones = (phase(rules, number) for number in numbers(rules))
    return any(goal.kind is Kind.SKIP for one in played_ones for goal in one.goals)


def _free(rules: Rules) -> bool:
    return rules.progress == "advance" and rules.phase_order != "in_order"


def _goes_on(rules: Rules) -> str:
    return ANY_ORDER if _free(rules) else ON[rules.progress]


def _last(rules: Rules) -> str:
    """Name what has to be done in the end."""
    if rules.progress == "board":
        return LAST_SPACE
    return ALL_PHASES if _free(rules) else LAST_PHASE


def _ends(rules: Rules) -> str:
    """Say who wins by doing the last phase, which nobody comes to by going down."""
    return "" if rules.progress == "anti" else END[rules.game_end]


def _limits(rules: Rules) -> str:
    """Say what ends the game without that, and who wins then."""
    ends = []
    if rules.round_limit:
        ends.append(f"after {rules.round_limit} rounds")
    if rules.score_limit:
        ends.append(f"when a total reaches {rules.score_limit} points")
    if not ends:
        return ""
    late = " at the latest" if _ends(rules) else ""
    return f"The game ends {' or '.join(ends)}{late}: {AHEAD[rules.rank]}."
