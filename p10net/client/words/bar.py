"""What the bar says can be done now; only keys that work are named."""

from __future__ import annotations

from collections.abc import Sequence

from p10net.client.words import notation
from p10net.client.words.cards import faces, listed, plural, with_wilds
from p10net.client.words.notation import written
from p10net.client.words.people import STUCK
from p10net.engine.cards import Card, Hand
from p10net.engine.melds import Meld
from p10net.engine.moves import Hit
from p10net.protocol.clean import cells

PANELS = "m menu   ? help   q leave"
ASKED = "/ chat   Ctrl-C leave"
SENDING = "Sent, waiting for the table's answer ..."
GO_ON = "Type :resume to let it go on."
GO_ON_LATER = "After two minutes :resume lets it go on."
RESUME = ":resume lets the game go on   / chat"
RESUME_LATER = "after two minutes :resume lets the game go on   / chat"
DEALING = "The cards are being dealt ..."
LOOK = "o sort   f phases   v scores   e log   / chat"
QUEUED = "Left looks back   f phases   v scores   e log   / chat"
WATCH = f"{QUEUED}   :sit asks for a seat"
WAIT = f"a arm a draw   {LOOK}"
WAIT_ALONE = f"z hurry the bots   {WAIT}"
CHOOSE = "YOUR TURN  m lists what you may do"
LIST = "Up and down mark a line, Enter does it   Esc goes back"
LIST_OF_TURN = "Up and down mark a line, Enter does it   . hint   Esc goes back"
_PICK = "pick a card (1-0, n{name}), Enter discards it"
PICKING = ". hint   o sort   f phases   v scores   / chat"
CONFIRM = "Enter throws it   Esc keeps it"
CONFIRM_PASS = "Enter ends it   Esc goes back"
LEAVE_UNKEPT = "Leave the table? Your seat could not be kept: a code would be needed."
LEAVE = "Leave the table? Your seat stays yours and p10net takes you back to it."
LEAVE_WATCHING = "Look on no longer? Whoever comes again may look on again."
LEAVE_WATCHING_KEYS = "y leave   Esc stay"
LEAVE_KEYS = "y leave   g leave for good, giving the seat up   Esc stay"


def pick(first: bool = True) -> str:
    """Say how a card is chosen: the keys of names are those of colors."""
    name = ", or type its name" if notation.now() is notation.COLORS else " or arrows"
    told = _PICK.format(name=name)
    return f"YOUR TURN  {told}" if first else f"or {told}   . hint"


def left(seconds: int) -> str:
    """Say how much time is left."""
    return f" {seconds} s "


def waiting(who: str, lost: int, gone: str = "") -> str:
    """Say whose turn it is, and that one's own next turn is lost.

    `gone` says what becomes of the turn if that player does not come back.
    """
    told = f"{who} to play." if who != "You" else "Your turn."
    if gone:
        return f"{told} Link lost: {gone}."
    if lost:
        turns = "your next turn" if lost == 1 else f"your next {lost} turns"
        told = f"{told} You lose {turns}."
    return told


def poll(who: str) -> str:
    """Ask how the game shall go on without somebody."""
    return f"{who} is not here. How to go on?  :vote bot | skip | wait | end"


VOTED = "You have voted: the others still may, and :vote changes your mind."


def paused(who: str, why: str | None = None) -> str:
    """Say who paused the game, or what keeps the host from going on."""
    if why is not None:
        return STUCK
    return f"{who} paused the game." if who else "The host paused the game."


def draw(stock: bool, top: Card | None) -> str:
    """Say where a card can be drawn from."""
    ways = ["d draw from the stock"] if stock else []
    if top is not None:
        ways.append(f"p take {written(top)} from the pile")
    return f"YOUR TURN  {'   '.join(ways)}"


def closed(top: Card | None, take: Card | None) -> str:
    """Say why the top of the pile cannot be taken, if it cannot."""
    if top is None or take is not None:
        return f". hint   {LOOK}"
    return f"{written(top)} cannot be taken.   . hint   {LOOK}"


def lay(laid: Sequence[Meld], hits: Sequence[Hit], out: bool, room: int) -> str:
    """Say what can be laid down, and what more can be hit, in the cells there are."""
    told = f"YOUR TURN  l lay {listed(map(with_wilds, laid))}"
    goes = ", then you can go out" if out else ""
    if not hits:
        return _fitting((told + goes, told), room)
    each = ", ".join(f"{written(one.card)} on {one.meld}" for one in hits)
    count = plural(len(hits), "card", "cards")
    forms = (
        f"{told}   L lay + hit {each}{goes}",
        f"{told}   L lay + hit {count}{goes}",
        f"{told}   L lay + hit {count}",
        "YOUR TURN  l lay down your phase   L lay down and hit all that fits",
    )
    return _fitting(forms, room)


def _fitting(forms: Sequence[str], room: int) -> str:
    """Take the first form that fits, else the last and shortest."""
    return next((form for form in forms if cells(form) <= room), forms[-1])


def hit(hits: Sequence[Hit]) -> str:
    """Say which hits there are."""
    if len(hits) == 1:
        return f"YOUR TURN  h hit {written(hits[0].card)} on {hits[0].meld}"
    cards = faces(dict.fromkeys(one.card for one in hits))
    return f"YOUR TURN  h hit ({cards})   H hit all that fits"


def chosen(card: Card) -> str:
    """Say what Enter does to the chosen card."""
    if card is Card.S:
        return f"{written(card)} is chosen: Enter throws it, then say who loses a turn"
    return f"{written(card)} is chosen: Enter discards it"


def chosen_more(hits: Sequence[Hit]) -> str:
    """Say what else can be done with the chosen card."""
    melds = list(dict.fromkeys(one.meld for one in hits))
    places = f"h hits it on {' or '.join(melds)}   " if melds else ""
    return f"{places}< > move it   Esc keeps it"


# --- Plans -------------------------------------------------------------------------


def preview(
    laid: Sequence[Meld],
    hits: Sequence[Hit],
    left: Hand,
    out: bool,
    more: Hit | None,
    room: int,
) -> str:
    """Say what a plan does and what it leaves, in no more cells than there are.

    `more` is a hit that it leaves out, which is told where there is room.
    """
    lays = [f"lay {listed(map(with_wilds, laid))}"] if laid else []
    each = [f"hit {written(one.card)} on {one.meld}" for one in hits]
    all_in_one = [f"hit {plural(len(hits), 'card', 'cards')}"] if hits else []
    end = _end(left, out)
    fits = f" {written(more.card)} also fits {more.meld}." if more else ""
    forms = (
        f"PREVIEW  {', '.join(lays + each)}.{end}{fits}",
        f"PREVIEW  {', '.join(lays + each)}.{end}",
        f"PREVIEW  {', '.join(lays + all_in_one)}.{end}",
        f"{', '.join(lays + all_in_one)}.",
    )
    return _fitting(forms, room)


def _end(left: Hand, out: bool) -> str:
    if out:
        return " You go out."
    if len(left) == 1:
        return f" Left: {faces(left)}, throw it to go out."
    return f" Left: {faces(left)}." if left else ""


def preview_keys(at: int, size: int, dice: bool = False) -> str:
    """Say what can be done with a plan, of cards or of dice."""
    piece = "die" if dice else "card"
    tab = f"Tab next way ({at} of {size})   " if size > 1 else ""
    numbers = "1-0" if dice else "1-0 n"
    return f"Enter send   {tab}{numbers} {piece} in/out   u undo   Esc back"
