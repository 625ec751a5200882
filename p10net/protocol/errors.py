"""What goes wrong between two sides: the closed lists of codes, and one exception.

Codes are never renamed and never used for something else; the English `msg` beside
them may change and must not be parsed. A `ProtocolError` is only ever the other
side's fault and only the decoder raises it: our own mistakes are plain Python errors.
"""

from enum import Enum


class ErrCode(Enum):
    """Why a request was refused; the connection stays open."""

    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    NOT_OWNER = "not_owner"
    WRONG_STAGE = "wrong_stage"
    PAUSED = "paused"
    RATE = "rate"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    BAD_TEXT = "bad_text"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_STEP = "stale_step"
    ID_REUSED = "id_reused"
    ILLEGAL = "illegal"
    BAD_SHARE = "bad_share"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "ErrCode":
        return cls.OTHER


class ByeCode(Enum):
    """Why a connection ends; nothing follows a `bye`."""

    FRAME_SIZE = "frame_size"
    BAD_MSGPACK = "bad_msgpack"
    HELLO_FIRST = "hello_first"
    HELLO_TIMEOUT = "hello_timeout"
    VERSION = "version"
    TLS_REQUIRED = "tls_required"
    AUTH = "auth"
    FULL = "full"
    BANNED = "banned"
    KICKED = "kicked"
    REPLACED = "replaced"
    LEFT = "left"
    SLOW = "slow"
    FLOOD = "flood"
    CLOSING = "closing"
    INTERNAL = "internal"
    OTHER = "other"

    @classmethod
    def _missing_(cls, value: object) -> "ByeCode":
        return cls.OTHER


REFUSALS = {
    ErrCode.BAD_MESSAGE: "A field is missing or wrong: correct the one at `at`.",
    ErrCode.UNKNOWN_TYPE: "No message has this `t`: send only those of this version.",
    ErrCode.NOT_OWNER: "Only the table's owner may do this: ask them.",
    ErrCode.WRONG_STAGE: "Not possible at this stage: wait for the next `state`.",
    ErrCode.PAUSED: "The table is paused: send `pause` with `on` false, or wait.",
    ErrCode.RATE: "Too many requests at once: wait a second, then send it again.",
    ErrCode.BAD_NAME: "This name cannot be used: choose another, as `msg` says.",
    ErrCode.NAME_TAKEN: "Somebody here has this name or one like it: choose another.",
    ErrCode.BAD_TEXT: "This line cannot be shown: shorten it or write something.",
    ErrCode.NOT_YOUR_TURN: "Nothing is asked of you: wait for a `state` with `ask`.",
    ErrCode.STALE_STEP: "The question has moved on to `step`: answer the newest `ask`.",
    ErrCode.ID_REUSED: "This id was used for another act: take a greater one.",
    ErrCode.ILLEGAL: "The rules forbid it, `why` says which: choose from `ask`.",
    ErrCode.BAD_SHARE: "It does not fit your commitment: show the one you promised.",
    ErrCode.OTHER: "Never sent; a reader's name for a code newer than itself.",
}

FAREWELLS = {
    ByeCode.FRAME_SIZE: "A frame's length was 0 or over the limit: mend the client.",
    ByeCode.BAD_MSGPACK: "A frame was not one map of the profile: mend the client.",
    ByeCode.HELLO_FIRST: "The first message is `hello` or `peek`: mend the client.",
    ByeCode.HELLO_TIMEOUT: "No hello came in time: connect again and send it at once.",
    ByeCode.VERSION: "No common protocol: bring the older side up to date.",
    ByeCode.TLS_REQUIRED: "This table speaks only TLS here: connect with TLS.",
    ByeCode.AUTH: "The password or session is wrong: ask the table's owner.",
    ByeCode.FULL: "No place is free, or the table is locked: try again later.",
    ByeCode.BANNED: "The owner has shut you out until this game ends.",
    ByeCode.KICKED: "The owner has sent you away: ask before you come back.",
    ByeCode.REPLACED: "Your seat was taken up elsewhere: do not reconnect by yourself.",
    ByeCode.LEFT: "You asked to leave: your session still gives the seat back.",
    ByeCode.SLOW: "A frame was not read, or not sent whole, in time: reconnect.",
    ByeCode.FLOOD: "Far too many requests came: slow down before you reconnect.",
    ByeCode.CLOSING: "The host is closing the table: nothing more to do.",
    ByeCode.INTERNAL: "The host made a mistake: reconnect, and report it if it stays.",
    ByeCode.OTHER: "Never sent; a reader's name for a code newer than itself.",
}

# What the stock client's process ends with when a bye is the end of its evening.
EXITS = {
    ByeCode.FRAME_SIZE: 1,
    ByeCode.BAD_MSGPACK: 1,
    ByeCode.HELLO_FIRST: 1,
    ByeCode.HELLO_TIMEOUT: 4,
    ByeCode.VERSION: 5,
    ByeCode.TLS_REQUIRED: 4,
    ByeCode.AUTH: 6,
    ByeCode.FULL: 4,
    ByeCode.BANNED: 6,
    ByeCode.KICKED: 6,
    ByeCode.REPLACED: 6,
    ByeCode.LEFT: 0,
    ByeCode.SLOW: 1,
    ByeCode.FLOOD: 1,
    ByeCode.CLOSING: 0,
    ByeCode.INTERNAL: 1,
    ByeCode.OTHER: 1,
}


class ProtocolError(Exception):
    """The other side broke the protocol.

    `code` says how: an `ErrCode` is answered and forgotten, a `ByeCode` ends the
    connection. `re` is the id of the request it came in, 0 if none could be read;
    `at` is the path to the wrong spot, such as `$.action.card`.
    """

    def __init__(
        self, code: ErrCode | ByeCode, msg: str, *, re: int = 0, at: str | None = None
    ) -> None:
        """Keep what a reply needs; `msg` never repeats what the other side sent."""
        super().__init__(msg)
        self.code = code
        self.msg = msg
        self.re = re
        self.at = at
