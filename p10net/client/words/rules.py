"""What the rules are, and what the owner made of them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client.words import dice
from p10net.client.words.cards import plural
from p10net.client.words.notation import worded
from p10net.engine.dice import played
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.phases import canonical
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules, phase, words
from p10net.protocol.clean import clean


def value(rules: Rules, name: str) -> str:
    """Say what a switch is set to."""
    if name == "phases":
        return _phases(rules)
    said = getattr(rules, name)
    if isinstance(said, tuple):
        return ", ".join(map(str, said))
    shown = ABOUT[name].values.get(str(said).lower(), str(said))
    return dice.of_rules(shown, played(rules))


def says(rules: Rules, name: str) -> str:
    """Say what a switch is about, in the words of what is played."""
    return dice.of_rules(ABOUT[name].says, played(rules))


def told(rules: Rules, name: str) -> str:
    """Say in words what a switch is set to, in those of what is played."""
    if not played(rules):
        return words(rules, name)
    if isinstance(getattr(rules, name), bool):
        return dice.of_rules(words(rules, name), dice=True)
    return f"{says(rules, name)}: {value(rules, name)}"


def phase_said(rules: Rules, number: int) -> str:
    """Say what a phase asks for, in the words of what is played."""
    return worded(dice.of_rules(phase(rules, number).text, played(rules)))


def phases_said(rules: Rules) -> Iterator[tuple[int, str]]:
    """Number all phases of the list and say them."""
    for number in range(1, len(rules.phases) + 1):
        yield number, phase_said(rules, number)


def _phases(rules: Rules) -> str:
    count = plural(len(rules.phases), "phase", "phases")
    named = [n for n, texts in PHASE_LISTS.items() if canonical(texts) == rules.phases]
    return f"{count} of the list {named[0]}" if named else f"{count} of your own"


def changed(old: Rules, new: Rules) -> Iterator[str]:
    """Say each switch that was changed, with what it is and what it was."""
    if old.name != new.name:
        yield f"The rules are {clean(new.name)} now; they were {clean(old.name)}."
    for name in ABOUT:
        if getattr(old, name) != getattr(new, name):
            now, was = value(new, name), value(old, name)
            yield f"{says(new, name)}: {now}; it was: {was}."


OWN_PHASES = "own phases"


def own(rules: Rules) -> tuple[str, ...]:
    """List the switches that are not as the preset of that name has them."""
    base = preset(rules.name) if rules.name in PRESETS else OFFICIAL
    return tuple(
        OWN_PHASES if name == "phases" else f"{name}={_short(rules, name)}"
        for name in ABOUT
        if getattr(rules, name) != getattr(base, name)
    )


def _short(rules: Rules, name: str) -> str:
    said = getattr(rules, name)
    text = " ".join(map(str, said)) if isinstance(said, tuple) else str(said)
    return text.lower() if isinstance(said, bool) else text
