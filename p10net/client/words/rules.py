"""What the rules are, and what the owner made of them, in words."""

from __future__ import annotations

from collections.abc import Iterator

from p10net.client.words.cards import plural
from p10net.engine.lists import PHASE_LISTS
from p10net.engine.phases import canonical
from p10net.engine.presets import PRESETS, preset
from p10net.engine.rules import ABOUT, OFFICIAL, Rules
from p10net.protocol.clean import clean


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
