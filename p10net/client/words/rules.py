"""What the rules are, and what the owner made of them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client.words.cards import plural
from p10net.client.words.notation import spoken, worded
from p10net.engine.cards import Card
from p10net.engine.dice import played
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.phases import canonical
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules
from p10net.protocol.clean import clean

_GAME = (
    "In your turn draw a card from the stock, or take the top of the discard pile; end"
    " it by discarding a card.",
    "Hold all cards of your phase and you may lay it down, once a round. Then hit: add"
    " cards that fit to any meld on the table.",
    "A set is cards of one number, a run numbers in a row of any colors. A {wild} is"
    " any card.",
    "A {skip} is discarded at somebody, who loses a turn; it fits no phase.",
    "Whoever has no cards left ends the round. Each card left costs the others:"
    " {low} points, {high} from 10 up, a {skip} {skip_points}, a {wild} {wild_points}.",
    "Who laid the phase goes on to the next one, all others try theirs again. The"
    " first to do the last phase wins; of several, who has fewest points.",
)


def game(rules: Rules) -> tuple[str, ...]:
    """Say how the game of cards goes, to somebody who never played it."""
    if played(rules):
        return ()
    said = {
        "wild": spoken(Card.W),
        "skip": spoken(Card.S),
        "low": Card.R9.points,
        "high": Card.R10.points,
        "skip_points": Card.S.points,
        "wild_points": Card.W.points,
    }
    return tuple(worded(line).format(**said) for line in _GAME)


def value(rules: Rules, name: str) -> str:
    """Say what a switch is set to."""
    if name == "phases":
        return _phases(rules)
    said = getattr(rules, name)
    if isinstance(said, tuple):
        return ", ".join(map(str, said))
    return ABOUT[name].values.get(str(said).lower(), str(said))


def _phases(rules: Rules) -> str:
    count = plural(len(rules.phases), "phase", "phases")
    named = [n for n, texts in PHASE_LISTS.items() if canonical(texts) == rules.phases]
    return f"{count} of the list {named[0]}" if named else f"{count} of your own"


def changed(old: Rules, new: Rules) -> Iterator[str]:
    """Say each switch that was changed, with what it is and what it was."""
    if old.name != new.name:
        yield f"The rules are {clean(new.name)} now; they were {clean(old.name)}."
    for name, about in ABOUT.items():
        if getattr(old, name) != getattr(new, name):
            yield f"{about.says}: {value(new, name)}; it was: {value(old, name)}."


def own(rules: Rules) -> tuple[str, ...]:
    """List the switches that are not as the preset of that name has them."""
    base = preset(rules.name) if rules.name in PRESETS else OFFICIAL
    return tuple(
        f"{name}={_short(rules, name)}"
        for name in ABOUT
        if getattr(rules, name) != getattr(base, name)
    )


def _short(rules: Rules, name: str) -> str:
    said = getattr(rules, name)
    if name == "phases":
        return str(len(said))
    text = " ".join(map(str, said)) if isinstance(said, tuple) else str(said)
    return text.lower() if isinstance(said, bool) else text
