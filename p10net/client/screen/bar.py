"""What can be done now, in two lines above the prompt, and the prompt itself.

Only keys that work are named. What went wrong takes the first line until the next key;
the second goes on to say what can be done about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from p10net.client import picture
from p10net.client.commands import plans
from p10net.client.commands.keymap import State
from p10net.client.commands.keys import state_of
from p10net.client.commands.reading import unread
from p10net.client.commands.scene import (
    Choices,
    Confirm,
    Hints,
    Leaving,
    Naming,
    Preview,
    Scene,
    Way,
)
from p10net.client.commands.slots import in_turn
from p10net.client.picture import CURSOR, Line, Picture
from p10net.client.screen import buttons
from p10net.client.screen.strokes import Strokes
from p10net.client.words import arming, parting
from p10net.client.words import bar as words
from p10net.client.words import dice as dice_words
from p10net.client.words import hints as hint_words
from p10net.client.words import lobby as lobby_words
from p10net.client.words import log as log_words
from p10net.client.words import past as past_words
from p10net.client.words import sheet as sheet_words
from p10net.client.words.actions import offer as offer_words
from p10net.engine.dice import played
from p10net.engine.moves import Discard, Pass, check
from p10net.engine.moves.draw import PILE, STOCK
from p10net.engine.view import Stage, View
from p10net.protocol.clean import cells, fit
from p10net.protocol.people import Break

Two = tuple[str, str]


def bar(scene: Scene, pen: Strokes) -> Picture:
    """Draw the two lines that say what can be done.

    What is noticed stands in place of the first, or of the second where the first is
    a question: it has to be read to be answered.
    """
    first, second = _lines(scene, pen)
    if not scene.hinted:
        second = hint_words.without(second)
    lines, roles = [first, second], ["key", ""]
    if scene.local.notice:
        at = int(type(scene.local.open) in ASKING)
        lines[at], roles[at] = scene.local.notice, "wrong"
    left = "" if scene.left_s is None else words.left(scene.left_s)
    known = buttons.live(scene)
    told, below = (
        buttons.buttons(picture.text(f" {scene.label(line)}", role), known)
        for line, role in zip(lines, roles, strict=True)
    )
    return picture.ends(told, left, pen.columns), below


def _lines(scene: Scene, pen: Strokes) -> Two:
    opened = scene.local.open
    if scene.local.back is not None:
        return scene.link, past_words.KEYS
    if isinstance(opened, Preview):
        return _preview(scene, opened, pen.columns - 2)
    if isinstance(opened, Hints):
        return _hint(scene, opened, pen.columns - 2)
    if opened is not None and type(opened) in OPENED:
        return OPENED[type(opened)](scene)
    if scene.link:
        return scene.link, words.LOOK
    if scene.table is not None and (stop := scene.table.paused) is not None:
        return _paused(scene, stop)
    if scene.stage in OVER and scene.view is not None:
        return _over(scene, scene.view), sheet_words.keys(scene.seat is not None)
    if scene.votes:
        return _poll(scene, pen)
    if not scene.my_turn or scene.view is None:
        return _waiting(scene)
    return _mine(scene, pen)


def _paused(scene: Scene, stop: Break) -> Two:
    """Say who paused, and when it goes on for whoever can do something about it."""
    said = words.paused(scene.names.who(stop.by) if stop.by else "", stop.why)
    if scene.seat is None:
        return said, _watch(scene)
    if stop.why is not None:
        return said, words.LOOK
    return said, words.RESUME if scene.resumes else words.RESUME_LATER


def _watch(scene: Scene) -> str:
    return words.QUEUED if scene.queued else words.WATCH


def _poll(scene: Scene, pen: Strokes) -> Two:
    """Put the question to those who are left; one's own turn is still one's own."""
    if scene.my_turn and scene.view is not None:
        return _mine(scene, pen)[0], poll(scene)
    return poll(scene), words.LOOK


def poll(scene: Scene) -> str:
    """Ask how the game goes on without somebody, or say that this was answered."""
    asked = scene.table.poll if scene.table is not None else None
    assert asked is not None
    if any(ballot.seat == scene.seat for ballot in asked.ballots):
        return words.VOTED
    return words.poll(scene.names.who(asked.about))


OVER = (Stage.ROUND_OVER, Stage.GAME_OVER)


def _over(scene: Scene, view: View) -> str:
    """Say beside a panel what is over, or what is asked about it."""
    if scene.votes or view.summary is None:
        return poll(scene) if scene.votes else ""
    return sheet_words.over(view.summary, view.round, scene.names)


def _mine(scene: Scene, pen: Strokes) -> Two:
    assert scene.view is not None
    if scene.busy:
        return words.SENDING, ""
    if scene.view.stage is Stage.PLAY:
        return _play(scene, pen.columns - 2)
    if scene.view.stage is Stage.ROLL:
        return _dice(scene, scene.view, pen.columns - 2)
    return _draw(scene) if scene.view.stage is Stage.DRAW else _other(scene)


def _waiting(scene: Scene) -> Two:
    view = scene.view
    if view is None or not view.turn:
        if view is not None and played(view.rules):
            return dice_words.MIXED, dice_words.WAIT
        return words.DEALING, words.LOOK
    lost = 0
    if scene.seat is not None and scene.seat <= len(view.seats):
        lost = view.seats[scene.seat - 1].owes
    said = words.waiting(scene.names.who(view.turn), lost, _gone(scene, view.turn))
    return said, _ready(scene)


def _gone(scene: Scene, seat: int) -> str:
    """Say what follows if whoever is to play stays away; "" if they are here."""
    if scene.table is None:
        return ""
    waited = {one.seat for one in scene.table.seats if one.grace_ms is not None}
    return lobby_words.once_lost(scene.table.settings) if seat in waited else ""


def _ready(scene: Scene) -> str:
    """Say what is armed, or what can be done while others play."""
    armed = scene.local.armed
    if armed is not None:
        return arming.armed(armed.top if armed.draw == PILE else None)
    if scene.stage is Stage.ROLL:
        return dice_words.WAIT
    if scene.seat is None:
        return _watch(scene)
    return words.WAIT_ALONE if scene.alone else words.WAIT


def _other(scene: Scene) -> Two:
    return words.CHOOSE, words.LIST


def _draw(scene: Scene) -> Two:
    view = scene.view
    assert view is not None
    top = view.pile[-1] if view.pile else None
    take = top if check(view, PILE) is None else None
    return words.draw(check(view, STOCK) is None, take), words.closed(top, take)


def _play(scene: Scene, room: int) -> Two:
    view, ask = scene.view, scene.ask
    assert view is not None
    if scene.chosen is not None:
        return _chosen(scene)
    can = ask.can if ask is not None else ()
    hits = plans.hits(can)
    if ways := scene.local.ways:
        best = plans.swept(ways[0])
        laid = plans.laid(view, best.actions)
        more, out = plans.hits(best.actions), _goes_out(best)
        return words.lay(laid, more, out, room), words.pick(first=False)
    if hits:
        return words.hit(hits), words.pick(first=False)
    picks = any(isinstance(offer, Discard) for offer in can)
    return (words.pick() if picks else words.CHOOSE), words.PICKING


def _dice(scene: Scene, view: View, room: int) -> Two:
    ways, marked = scene.local.ways, scene.local.again
    laid = plans.laid(view, ways[0].actions) if ways else ()
    return dice_words.turn(laid, marked, view.rolls, room)


def _goes_out(way: Way) -> bool:
    """Whether at most the card to discard is left after a way."""
    you = way.after.you
    return not way.after.turn or (you is not None and len(you.hand) <= 1)


def _chosen(scene: Scene) -> Two:
    card = scene.chosen
    assert card is not None
    hits = plans.hits(scene.ask.can if scene.ask is not None else (), card)
    return words.chosen(card), words.chosen_more(hits)


def _preview(scene: Scene, opened: Preview, room: int) -> Two:
    view, after, actions = scene.view, opened.way.after, opened.way.actions
    assert view is not None
    left = after.you.hand if after.you is not None and in_turn(after) else ()
    laid, hits = plans.laid(view, actions), plans.hits(actions)
    more = plans.fitting(opened.way)
    told = words.preview(laid, hits, left, not after.turn, more, room)
    dice = played(view.rules)
    return told, words.preview_keys(opened.at + 1, len(opened.ways), dice)


def _choices(scene: Scene) -> Two:
    opened = scene.local.open
    assert isinstance(opened, Choices)
    own = scene.my_turn and scene.ask is not None
    return opened.question, words.LIST_OF_TURN if own else words.LIST


def _hint(scene: Scene, opened: Hints, room: int) -> Two:
    action, _, why = opened.choice
    points = seats = 0
    if isinstance(action, Discard):
        points = action.card.points
        can = scene.ask.can if scene.ask else ()
        seats = sum(isinstance(o, Discard) and o.card is action.card for o in can)
    told = hint_words.hint(offer_words(action, scene.names), why, points, room)
    return told, hint_words.keys(action, seats=seats)


def _confirm(scene: Scene) -> Two:
    opened = scene.local.open
    assert isinstance(opened, Confirm)
    passes = isinstance(opened.action, Pass)
    return opened.why, words.CONFIRM_PASS if passes else words.CONFIRM


def _leaving(scene: Scene) -> Two:
    if scene.seat is None:
        return words.LEAVE_WATCHING, words.LEAVE_WATCHING_KEYS
    if not scene.closes:
        said = words.LEAVE_UNKEPT if scene.unkept else words.LEAVE
        return said, words.LEAVE_KEYS
    keys = parting.CLOSE_THEN if scene.playing else parting.CLOSE_KEYS
    return parting.closing_shown(scene.company), keys


OPENED: Mapping[type, Callable[[Scene], Two]] = {
    Choices: _choices,
    Confirm: _confirm,
    Leaving: _leaving,
}
ASKING = frozenset({Choices, Confirm, Hints})
"""What stands open with a first line that must not give way."""


# --- The prompt --------------------------------------------------------------------

CORNERS: Mapping[State, str] = {
    State.PAST: past_words.PROMPT,
    State.PREVIEW: words.ASKED,
    State.CHOICES: words.ASKED,
    State.CONFIRM: words.ASKED,
    State.HINTS: words.ASKED,
    State.LEAVING: "",
    State.OVER: sheet_words.PROMPT,
}
"""The keys of the corner where they are others than the screen's own."""


def prompt(scene: Scene, pen: Strokes, keys: str = words.PANELS) -> Line:
    """Draw the last line: what is typed, with the cursor, and the keys that look."""
    keys = CORNERS.get(state_of(scene), keys)
    line = scene.local.typing
    opened = scene.local.open
    if line is None:
        typed = opened.letters if isinstance(opened, Naming) else ""
        head = picture.row(f" > {typed}", (CURSOR,))
        if count := unread(scene):
            head = picture.row(
                head, "  ", picture.text(scene.label(log_words.unread(count)), "new")
            )
        keys = scene.label(keys)
        told = buttons.buttons(picture.text(f"{keys} "), buttons.live(scene))
        return picture.ends(head, told, pen.columns)
    lead = f" {line.prompt} "
    room = pen.columns - cells(lead) - 1
    before = _tail(line.text[: line.at], room)
    after = fit(line.text[line.at :], room - cells(before))
    told = picture.row(picture.text(lead, "key"), before, (CURSOR,), after)
    return picture.pad(told, pen.columns)


def _tail(text: str, room: int) -> str:
    """Keep the end of a text that is too long for the line."""
    while cells(text) > room:
        text = text[1:]
    return text
