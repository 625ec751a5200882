"""Why something was refused: one sentence that says what was wrong and what to do.

Every member of the engine's `Reason`, of the protocol's refusals and of its farewells
has its sentence here; a test holds the tables to the lists.
"""

from __future__ import annotations

from collections.abc import Mapping

from p10net.engine.reasons import Reason
from p10net.protocol import errors
from p10net.protocol.clean import clean
from p10net.protocol.errors import ByeCode, ErrCode

REASONS: Mapping[Reason, str] = {
    Reason.NOT_YOUR_TURN: "It is not your turn: wait until the table asks you.",
    Reason.WRONG_STAGE: "That is not possible now: ? shows what is.",
    Reason.DRAW_FIRST: "Draw first: d from the stock, or p if the pile may be taken.",
    Reason.ALREADY_DREW: "You have drawn already: lay, hit or discard a card.",
    Reason.STOCK_EMPTY: "The stock is empty: take the top of the pile.",
    Reason.PILE_EMPTY: "The discard pile is empty: draw from the stock.",
    Reason.SKIP_ON_TOP: "A Skip cannot be taken from the pile: draw from the stock.",
    Reason.WILD_ON_TOP: "At this table a wild cannot be taken: draw from the stock.",
    Reason.TOP_CLOSED: "This top card may not be taken: draw from the stock.",
    Reason.MUST_TAKE_TOP: "The top of the pile must be taken: press p.",
    Reason.CARD_NOT_HELD: "You do not hold that card: choose one of your hand.",
    Reason.ALREADY_LAID: "Your phase is down already this round: hit instead.",
    Reason.PHASE_NOT_OPEN: "That phase is not open to you: f shows yours.",
    Reason.NAME_A_PHASE: "Say which phase you mean: lay and its number.",
    Reason.WRONG_NUMBER_OF_GROUPS: (
        "Your phase needs another number of groups: f shows it; put / between them."
    ),
    Reason.GROUP_DOES_NOT_FIT: "A group does not make its goal: l shows one that does.",
    Reason.NEEDS_NATURAL: "Wilds alone will not do: each goal needs a number card.",
    Reason.SAME_GOAL_TWICE: "Two goals may not be alike here: use other numbers.",
    Reason.LAY_FIRST: "Lay down your phase first: only then may you hit.",
    Reason.HIT_NEXT_TURN: "At this table you may hit from your next turn: discard now.",
    Reason.NO_SUCH_MELD: "There is no such meld: use a letter from the table.",
    Reason.DOES_NOT_FIT: "That card does not fit there: h lists what does.",
    Reason.END_CLOSED: "That end of the run is closed: use the other end.",
    Reason.KEEP_A_CARD: "Keep a card to discard: this would leave you none.",
    Reason.NOT_YET_OUT: "Nobody goes out before play is back at the dealer: keep one.",
    Reason.MUST_HIT: "A card that fits must be hit while you float: h lists it.",
    Reason.MUST_USE_WILD: "Use the wild you took first: lay or hit it.",
    Reason.JUST_TAKEN: "The card just taken may not go straight back: choose another.",
    Reason.NAME_A_TARGET: "Say who is skipped: the number of a seat.",
    Reason.NO_SUCH_TARGET: "That seat cannot be skipped now: choose another.",
    Reason.NOT_A_SKIP: "Only a Skip makes somebody lose a turn: leave the seat out.",
    Reason.NO_SKIP_HERE: "A Skip cannot be used for that: choose another card.",
    Reason.ALREADY_SAVED: "You have saved a card this round: discard one instead.",
    Reason.NOT_SAVED: "That card is not in your save pile: draw another way.",
    Reason.NO_WILD_THERE: "No wild there stands for that card: choose another meld.",
    Reason.CANNOT_USE_WILD: "You could not use that wild now: leave it there.",
    Reason.NO_SUCH_DIE: "Name dice from 1 to 10, each once: those are rolled again.",
    Reason.NO_ROLLS_LEFT: "You have rolled three times: lay the phase or pass.",
    Reason.NOT_NOW: "That is not possible at this moment: ? shows what is.",
    Reason.NOT_OFFERED: "The rules of this table do not have that: f shows them.",
    Reason.BAD_SEED: "The host dealt with a broken seed: tell whoever hosts.",
    Reason.NO_SUCH_SEAT: "There is no such seat: use a number from the table.",
    Reason.TOO_FEW_SEATS: "Too few players: wait for one more, or add a bot.",
    Reason.GAME_OVER: "The game is over: press Enter when you want another.",
}

REFUSALS: Mapping[ErrCode, str] = {
    ErrCode.BAD_MESSAGE: "The host could not read that: update the older p10net.",
    ErrCode.UNKNOWN_TYPE: "The host's p10net is older and does not know that.",
    ErrCode.NOT_OWNER: "Only the table's owner may do that: ask them.",
    ErrCode.WRONG_STAGE: "That is not possible now: ? shows what is.",
    ErrCode.PAUSED: "The table is paused: type :resume, or wait.",
    ErrCode.RATE: "That was too much at once: wait a second and try again.",
    ErrCode.BAD_NAME: "That name cannot be used: choose another.",
    ErrCode.NAME_TAKEN: "Somebody here has a name like it: choose another.",
    ErrCode.BAD_TEXT: "Nothing of that line can be shown: write some words.",
    ErrCode.NOT_YOUR_TURN: "It is not your turn: wait until the table asks you.",
    ErrCode.STALE_STEP: "The table had moved on already: look and choose again.",
    ErrCode.ID_REUSED: "The host mixed that up with something older: try again.",
    ErrCode.BAD_SHARE: "The deal could not use p10net's share: tell whoever hosts.",
    ErrCode.BAD_SHARE: "The host did not take this program's share of the deal.",
    ErrCode.ILLEGAL: "The rules do not allow that: ? shows what is possible.",
    ErrCode.OTHER: "The host refused that: try something else.",
}

# Here the host may know more than that it is refused; our sentence would say less.
HOSTS_OWN = {
    ErrCode.BAD_NAME,
    ErrCode.BAD_TEXT,
    ErrCode.NAME_TAKEN,
    ErrCode.NOT_OWNER,
    ErrCode.PAUSED,
    ErrCode.WRONG_STAGE,
}

FAREWELLS: Mapping[ByeCode, str] = {
    ByeCode.FRAME_SIZE: "The host could not read what p10net sent: update both sides.",
    ByeCode.BAD_MSGPACK: "The host could not read what p10net sent: update both sides.",
    ByeCode.HELLO_FIRST: "The host expected another greeting: update both sides.",
    ByeCode.HELLO_TIMEOUT: "The greeting came too late: try once more.",
    ByeCode.VERSION: "The host speaks another version: update the older side.",
    ByeCode.TLS_REQUIRED: "This table is encrypted: join it without --cleartext.",
    ByeCode.AUTH: (
        "The password or the seat's token is wrong: ask the owner for --password."
    ),
    ByeCode.FULL: "The table is full: wait for a seat, or watch it.",
    ByeCode.BANNED: "The owner has shut you out until this game ends.",
    ByeCode.KICKED: "The owner has sent you away: ask before you come back.",
    ByeCode.REPLACED: "Your seat was taken up in another window: play on there.",
    ByeCode.LEFT: "You left the table: join it again and the seat is yours.",
    ByeCode.SLOW: "This computer read too slowly: join again.",
    ByeCode.FLOOD: "p10net sent too much at once: wait a moment and join again.",
    ByeCode.CLOSING: "The host has closed the table.",
    ByeCode.INTERNAL: "The host made a mistake and closed the table: join again.",
    ByeCode.OTHER: "The host ended the connection: join again.",
}


def refused(code: ErrCode, why: Reason | None, said: str) -> str:
    """Say why the host refused something; `said` are its own words."""
    if why is not None:
        return REASONS[why]
    if code in HOSTS_OWN and said != errors.REFUSALS[code] and (text := clean(said)):
        return text
    return REFUSALS[code]
