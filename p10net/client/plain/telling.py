"""What can be asked at any time, out of turn too; the answers never change the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from p10net.client.commands.example import from_hand
from p10net.client.known import Known
from p10net.client.words import answers, lobby, manual, seats, spoken
from p10net.client.words.cards import meld_spoken
from p10net.client.words.course import game
from p10net.client.words.people import YOURS, marks
from p10net.client.words.rules import told
from p10net.client.words.sheet import TOTAL, cell, columns, heading
from p10net.engine.dice import played
from p10net.engine.outcome import ranking
from p10net.engine.presets import PRESETS
from p10net.engine.progress import open_phases
from p10net.engine.rules import ABOUT, OFFICIAL, Rules
from p10net.engine.view import Stage, View
from p10net.protocol.clean import clean
from p10net.protocol.messages import News
from p10net.protocol.people import Person

Lines = list[str]
Words = Sequence[str]


def _hand(facts: Known, asked: Words) -> Lines:
    mine = facts.view.you if facts.view is not None else None
    if mine is None:
        return [_watching(facts) if facts.seat is None else answers.NO_CARDS]
    colors = bool(asked) and asked[0].startswith("col")
    if facts.view is not None and played(facts.view.rules):
        return [spoken.dice(facts.view) if mine.hand else answers.IN_CUP]
    said = spoken.by_color(mine.hand) if colors else spoken.hand(mine.hand)
    return [said, *_saved(facts.view)]


def _watching(facts: Known) -> str:
    if not facts.queued:
        return spoken.WATCHING
    return " ".join(seats.queued(playing=facts.playing, dice=facts.names.dice))


def _saved(view: View | None) -> Lines:
    mine = view.you if view is not None else None
    return [answers.saved(mine.saved)] if mine is not None and mine.saved else []


def _table(facts: Known, asked: Words) -> Lines:
    view = facts.view
    if view is None:
        return _who(facts, asked)
    names = facts.names
    melds = [f"{names.who(m.owner)}, {meld_spoken(m)}." for m in view.melds]
    seats = [answers.seat(names, view, row) for row in view.seats if not row.gone]
    return [*seats, *(melds or [answers.NO_MELDS]), _open(view)]


def _open(view: View) -> str:
    """Say what lies open besides the melds: the pile, or the dice."""
    if played(view.rules):
        return spoken.dice(view) if view.dice else answers.IN_CUP
    return answers.pile(view)


def _meld(facts: Known, asked: Words) -> Lines:
    melds = facts.view.melds if facts.view is not None else ()
    letter = asked[0].lower() if asked else ""
    said = [meld_spoken(meld) for meld in melds if letter in (meld.m, "")]
    named = [f"{one[0].upper()}{one[1:]}." for one in said]
    return named or [answers.no_meld(letter) if letter else answers.NO_MELDS]


def _undeclared(view: View) -> View:
    """Leave out what was declared for the round that is over."""
    seats = tuple(replace(seat, declared=0) for seat in view.seats)
    return replace(view, seats=seats)


def _phase(facts: Known, asked: Words) -> Lines:
    view = facts.view
    if view is None or facts.seat is None:
        return [answers.NO_CARDS]
    if view.stage is Stage.GAME_OVER:
        return [answers.GAME_OVER]
    if view.stage is Stage.ROUND_OVER:
        numbers = open_phases(_undeclared(view), facts.seat)
        dice = played(view.rules)
        return [answers.next_phase(spoken.phase(view, one), dice) for one in numbers]
    numbers = open_phases(view, facts.seat)
    laid = view.seats[facts.seat - 1].laid
    said = [f"{spoken.phase(view, number).capitalize()}." for number in numbers]
    if laid:
        return [*said, answers.PHASE_LAID]
    example = from_hand(view, said=True)
    return said if example is None else [*said, answers.example(*example)]


def _who(facts: Known, asked: Words) -> Lines:
    names = facts.names
    said = [
        answers.person(names.who(one.seat), one.seat, _marks(one), _ready(facts, one))
        for one in facts.people
    ]
    watchers = facts.table.watchers if facts.table is not None else ()
    if facts.lobby is not None:
        watchers = facts.lobby.watchers
    said += [answers.watcher(clean(one.name)) for one in watchers]
    return [*said, answers.turn(facts.view, names)] if facts.view is not None else said


def _marks(person: Person) -> str:
    double = lobby.DOUBLE_TIME if person.double else ""
    return ", ".join(filter(None, (marks(person), double)))


def _ready(facts: Known, person: Person) -> str:
    """Say whether a seat is waited for before the next thing starts.

    While a round is played nothing is: bots and whoever was ready before stay so.
    """
    if not facts.starting:
        return ""
    if person.restless:
        return answers.NOT_WAITED_FOR
    return answers.READY if person.ready else ""


def _pile(facts: Known, asked: Words) -> Lines:
    if facts.view is None:
        return [answers.NO_CARDS]
    dice = played(facts.view.rules)
    return [answers.ONLY_DICE if dice else answers.pile(facts.view)]


def _counts(facts: Known, asked: Words) -> Lines:
    if facts.view is None:
        return [answers.NO_CARDS]
    if played(facts.view.rules):
        return [answers.ONLY_DICE]
    return [answers.counts(facts.view, facts.names)]


def _score(facts: Known, asked: Words) -> Lines:
    view = facts.view
    if view is None:
        return [answers.NO_CARDS]
    if asked and asked[0].startswith("tab"):
        return _sheet(facts, view)
    summary = view.summary
    order = summary.ranking if summary is not None else ()
    rows = [view.seats[number - 1] for number in order or ranking(view)]
    return [answers.score(facts.names, row, at) for at, row in enumerate(rows, 1)]


def _sheet(facts: Known, view: View) -> Lines:
    """Write the score as columns, for braille."""
    seats = [row.seat for row in columns(view)]
    names = [facts.names.who(seat)[:9].rjust(10) for seat in seats]
    first = heading(view.rules)
    rows = [
        f"{row.round:{len(first)}}" + "".join(cell(row, s).rjust(10) for s in seats)
        for row in view.sheet
    ]
    totals = [f"{view.seats[seat - 1].score:10}" for seat in seats]
    total = TOTAL.ljust(len(first))
    lines = [first + "".join(names), *rows, total + "".join(totals)]
    return [*map(str.rstrip, lines), *([answers.SHEET] if rows else ())]


def _rules(facts: Known, asked: Words) -> Lines:
    rules = facts.rules
    if rules is None:
        return [answers.NO_CARDS]
    about = PRESETS[rules.name][0] if rules.name in PRESETS else ""
    named = answers.rules(clean(rules.name), about, differences(rules))
    return [*named, answers.THE_GAME, *game(rules)]


def differences(rules: Rules) -> Lines:
    """Say each switch that is not as in the official game."""
    return [
        told(rules, name)
        for name in ABOUT
        if getattr(rules, name) != getattr(OFFICIAL, name)
    ]


def _settings(facts: Known, asked: Words) -> Lines:
    if facts.settings is None:
        return []
    double = facts.me is not None and facts.me.double
    own = [YOURS[News.DOUBLE_TIME]] if double else []
    return [*lobby.settled(facts.settings), *own]


def _help(facts: Known, asked: Words) -> Lines:
    """List the words, or say how one of them is used."""
    word = asked[0].lower() if asked else ""
    if word in manual.WORDS:
        return [manual.of(word, facts.names.dice)]
    return [*answers.help(facts.owner, facts.names.dice)]


QUERIES: Mapping[str, Callable[[Known, Words], Lines]] = {
    "counts": _counts,
    "hand": _hand,
    "help": _help,
    "meld": _meld,
    "phase": _phase,
    "pile": _pile,
    "rules": _rules,
    "score": _score,
    "settings": _settings,
    "table": _table,
    "who": _who,
}
"""What is answered from the facts alone; `discard` alone is `pile`."""
