"""What a choice leads to: an act that is checked first, a question, or a sentence.

Keys and typed words both end here, so that they cannot differ. Whatever the rules
forbid is answered from the table of reasons before anything is sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from p10net.client.commands import harm, plans
from p10net.client.commands.harm import doubt
from p10net.client.commands.scene import (
    Choices,
    Confirm,
    Done,
    Item,
    Play,
    Preview,
    Scene,
    Way,
)
from p10net.client.commands.slots import in_turn
from p10net.client.words import harm as harm_words
from p10net.client.words import notation, prompts
from p10net.client.words.cards import plural, title
from p10net.client.words.notation import written
from p10net.client.words.refusals import REASONS
from p10net.client.words.seats import phase
from p10net.engine.cards import Card, Hand
from p10net.engine.melds import ends
from p10net.engine.moves import Action, check
from p10net.engine.moves.discard import Discard
from p10net.engine.moves.draw import Draw
from p10net.engine.moves.hit import Hit
from p10net.engine.reasons import Reason

KEYS = "1234567890"
"""What the items of a list are chosen by; later ones only with the arrows."""


def noticed(scene: Scene, words: str) -> Done:
    """Say something and change nothing else."""
    return Done(scene.with_local(notice=words))


def watching(scene: Scene) -> str:
    """Say to somebody without a seat why that cannot be done, and what would help."""
    return prompts.QUEUED if scene.queued else prompts.WATCHING


def refusal(scene: Scene, action: Action) -> str | None:
    """Say in a sentence why this cannot be done now, or None if it can."""
    if scene.view is None:
        return prompts.NO_GAME
    if scene.seat is None:
        return watching(scene)
    if scene.table is not None and scene.table.paused is not None:
        return prompts.PAUSED
    if scene.link:
        return prompts.NO_LINK
    why = check(scene.view, action)
    return None if why is None else REASONS[why]


def attempt(scene: Scene, *actions: Action, ends_turn: bool = False) -> Done:
    """Do the first action now and the others as the host asks again, if they may be.

    While an act is on its way all of them wait for their turn.
    """
    if (why := refusal(scene, actions[0])) is not None:
        return noticed(scene, why)
    local = scene.with_local(open=None, chosen=None, notice="")
    if scene.busy and isinstance(actions[0], Draw):
        return Done(scene.local)  # it is on its way, and there is but one in a turn
    if scene.busy:
        queue = (*local.queue, *actions)
        return Done(scene.with_local(open=None, queue=queue, notice=prompts.QUEUED))
    done = scene.with_local(open=None, chosen=None, notice="", queue=actions[1:])
    return Done(done, (Play(actions[0], ends_turn),))


def ask_for(scene: Scene, question: str, items: Sequence[Item]) -> Done:
    """Open a list of answers."""
    return Done(scene.with_local(open=Choices(question, tuple(items)), notice=""))


def numbered(items: Sequence[Item]) -> tuple[Item, ...]:
    """Give the items of a list the keys from 1 on."""
    keys = [*KEYS, *[""] * len(items)]
    return tuple(replace(item, key=key) for key, item in zip(keys, items, strict=False))


def needed(scene: Scene) -> Hand:
    """List the cards of the best lay-down that can be made now."""
    return harm.needed(scene.local.ways)


# --- Laying down -------------------------------------------------------------------


def preview_lay(scene: Scene, sweep: bool) -> Done:
    """Show the best lay-down, with `sweep` and every hit that costs nothing after."""
    view, ways = scene.view, scene.local.ways
    if view is None or not in_turn(view):
        return noticed(scene, _why_not_play(scene))
    if ways:
        return show(scene, tuple(map(plans.swept, ways)) if sweep else ways)
    laid = view.seats[view.turn - 1].laid
    return sweep_hits(scene) if laid and sweep else noticed(scene, _why_no_lay(scene))


def _why_not_play(scene: Scene) -> str:
    """Say why it is not the moment to lay, hit or discard."""
    return refusal(scene, Discard(Card.R1)) or prompts.NOT_ASKED


def _why_no_lay(scene: Scene) -> str:
    assert scene.view is not None
    laid = scene.view.seats[scene.view.turn - 1].laid
    return REASONS[Reason.ALREADY_LAID] if laid else prompts.NO_LAY


def show(scene: Scene, ways: tuple[Way, ...]) -> Done:
    """Open a preview."""
    return Done(scene.with_local(open=Preview(ways), chosen=None, notice=""))


# --- Hitting -----------------------------------------------------------------------


def sweep_hits(scene: Scene) -> Done:
    """Show all hits that cost nothing, one after the other."""
    view = scene.view
    if view is None or scene.ask is None or not in_turn(view):
        return noticed(scene, _why_not_play(scene))
    way = plans.swept(Way((), view))
    return show(scene, (way,)) if way.actions else noticed(scene, _why_no_hit(scene))


def hit(scene: Scene) -> Done:
    """Hit the chosen card, or list all hits if none is chosen."""
    if scene.view is None or scene.ask is None or not in_turn(scene.view):
        return noticed(scene, _why_not_play(scene))
    found = plans.hits(scene.ask.can, scene.chosen)
    if not found:
        return noticed(scene, _why_no_hit(scene))
    if scene.chosen is None:
        items = [Item("", hit_words(scene, one), one) for one in found]
        return ask_for(scene, prompts.WHICH_HIT, numbered(items))
    if len(found) == 1:
        return attempt(scene, found[0])
    return _which_place(scene, found)


def hit_on(scene: Scene, meld: str) -> Done:
    """Hit the chosen card on this meld; at which end is asked if both are open."""
    if scene.chosen is None:
        return noticed(scene, prompts.PICK_TO_HIT)
    can = scene.ask.can if scene.ask is not None else ()
    found = tuple(one for one in plans.hits(can, scene.chosen) if one.meld == meld)
    if not found:
        return noticed(scene, _why_not_there(scene, scene.chosen, meld))
    return attempt(scene, found[0]) if len(found) == 1 else _which_place(scene, found)


def _why_not_there(scene: Scene, card: Card, meld: str) -> str:
    why = check(scene.view, Hit(card, meld)) if scene.view is not None else None
    return REASONS[why] if why is not None else prompts.NO_HITS


TOO_EARLY = (Reason.LAY_FIRST, Reason.HIT_NEXT_TURN, Reason.KEEP_A_CARD)


def _why_no_hit(scene: Scene) -> str:
    assert scene.view is not None
    card = scene.chosen
    tried = Hit(card or scene.view.you.hand[0], "a") if scene.view.you else None
    why = tried and check(scene.view, tried)
    if why in TOO_EARLY:
        return REASONS[why]
    return prompts.NO_HITS if card is None else prompts.unfit(card)


def hit_words(scene: Scene, action: Hit) -> str:
    """Say where a hit goes: `B7 on d (blue)`, and as what if a run asks."""
    assert scene.view is not None
    meld = next(one for one in scene.view.melds if one.m == action.meld)
    number = ends(meld).get(action.end)
    place = f"{title(meld)}, as {notation.number(number)}" if number else title(meld)
    return f"{written(action.card)} on {action.meld} ({place})"


def _which_place(scene: Scene, found: tuple[Hit, ...]) -> Done:
    """Ask for the meld, and where a run is open at both ends for the end."""
    by_meld: dict[str, list[Hit]] = {}
    for one in found:
        by_meld.setdefault(one.meld, []).append(one)
    if len(by_meld) == 1:
        return ask_for(scene, prompts.WHICH_END, _ends(scene, found))
    items = [
        Item(m, hit_words(scene, some[0]), some[0])
        if len(some) == 1
        else Item(
            m,
            f"{written(some[0].card)} on {m} (either end)",
            then=Choices(prompts.WHICH_END, _ends(scene, some)),
        )
        for m, some in by_meld.items()
    ]
    return ask_for(scene, prompts.WHICH_MELD, items)


END_KEYS = {"low": "<", "high": ">"}


def _ends(scene: Scene, found: Sequence[Hit]) -> tuple[Item, ...]:
    return tuple(Item(END_KEYS[one.end], hit_words(scene, one), one) for one in found)


# --- Discarding --------------------------------------------------------------------


def discard(scene: Scene) -> Done:
    """Discard the chosen card."""
    if scene.chosen is not None:
        return throw(scene, scene.chosen)
    now = scene.view is not None and in_turn(scene.view)
    return noticed(scene, prompts.PICK_FIRST if now else _why_not_play(scene))


def throw(scene: Scene, card: Card) -> Done:
    """Discard a card: ask whom a Skip hits."""
    ways = [
        offer
        for offer in (scene.ask.can if scene.ask else ())
        if isinstance(offer, Discard) and offer.card is card
    ]
    if len(ways) > 1:
        down = ways[0].down is not None
        question = prompts.WHO_GOES_DOWN if down else prompts.WHO_IS_SKIPPED
        return ask_for(scene, question, [_target(scene, way) for way in ways])
    return thrown(scene, ways[0] if ways else Discard(card))


def thrown(scene: Scene, action: Discard) -> Done:
    """Discard as it was said, but ask once more where it hurts."""
    if (why := refusal(scene, action)) is not None:
        return noticed(scene, why)
    hurts = doubt(scene, scene.asks, scene.local.ways, action.card)
    if hurts is None:
        return attempt(scene, action, ends_turn=True)
    asked = Confirm(action, harm_words.shown(hurts))
    return Done(scene.with_local(open=asked, notice=""))


def _target(scene: Scene, action: Discard) -> Item:
    seat = action.skip or action.down
    if seat is None:
        return Item("0", "nobody", action)
    assert scene.view is not None
    row = scene.view.seats[seat - 1]
    cards, points = plural(row.n, "card", "cards"), plural(row.score, "point", "points")
    at = phase(scene.view, row).lower()
    words = f"{scene.names.who(seat)}, {at}, {cards}, {points}"
    return Item(str(seat), words, action)
