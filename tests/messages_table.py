"""Every message at its barest and at its fullest, beside what travels for it.

One table for the tests of encoding, decoding and spoiling: the message as our types
have it, and the map that a stranger's library would send for it.
"""

from typing import Any

from msgspec.structs import replace

from p10net.engine.phases import parse
from p10net.engine.reasons import Reason
from p10net.engine.rules import OFFICIAL
from p10net.protocol import owner
from p10net.protocol.codec import frame
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import (
    Beat,
    Bye,
    Err,
    Going,
    Identity,
    Issued,
    Lobby,
    News,
    Notice,
    Ok,
    Places,
    Pong,
    Said,
    Seated,
    Sign,
    ToClient,
    Welcome,
)
from p10net.protocol.people import (
    Absence,
    AwayRule,
    Person,
    PersonKind,
    Settings,
    Watcher,
)
from p10net.protocol.requests import (
    Admin,
    Chat,
    Hello,
    Leave,
    Offer,
    Options,
    Pause,
    Peek,
    Ping,
    Ready,
    Rename,
    Sit,
    ToHost,
    Vote,
)

TOKEN = "00112233445566778899aabbccddeeff"
RULES: dict[str, Any] = {
    name: list(value) if isinstance(value := getattr(OFFICIAL, name), tuple) else value
    for name in OFFICIAL.__struct_fields__
}
PHASES = (parse("2 sets of 3"), parse("1 run of 4 alternating red and blue"))
PHASE_ROWS = [
    {
        "text": "2 sets of 3",
        "goals": [{"kind": "set", "n": 3}, {"kind": "set", "n": 3}],
    },
    {
        "text": "1 run of 4 alternating red and blue",
        "goals": [{"kind": "alt_run", "n": 4, "colors": "RB"}],
    },
]
LIMIT_ROW = {name: getattr(LIMITS, name) for name in LIMITS.__struct_fields__}
SETTINGS = Settings(0, AwayRule.BOT, 60_000, watch=True, locked=False, password=False)
SETTINGS_ROW = {
    "timer_ms": 0,
    "away": "bot",
    "grace_ms": 60_000,
    "watch": True,
    "locked": False,
    "password": False,
}
ANN = Person(1, "Ann", PersonKind.HUMAN, "p10net/0.1.0", True, True, True)
ANN_ROW = {
    "seat": 1,
    "name": "Ann",
    "kind": "human",
    "client": "p10net/0.1.0",
    "on": True,
    "ready": True,
    "owner": True,
}
BEN = Person(
    2,
    "Ben",
    PersonKind.BOT,
    "",
    False,
    False,
    False,
    Absence.LINK_LOST,
    30_000,
    True,
    True,
    4,
)
BEN_ROW = {
    "seat": 2,
    "name": "Ben",
    "kind": "bot",
    "client": "",
    "on": False,
    "ready": False,
    "owner": False,
    "absent": "link_lost",
    "grace_ms": 30_000,
    "stand_in": True,
    "offered": True,
    "link_ms": 4,
}
GUS = Watcher(1, "Gus", "", waits=True)
GUS_ROW = {"watcher": 1, "name": "Gus", "client": "", "waits": True}

Row = tuple[Any, dict[str, Any]]

OPERATIONS: list[Row] = [
    (owner.Start(), {"op": "start"}),
    (owner.Kick(), {"op": "kick"}),
    (owner.Kick(seat=2, watcher=3), {"op": "kick", "seat": 2, "watcher": 3}),
    (owner.Ban(), {"op": "ban"}),
    (owner.Ban(seat=2, watcher=3), {"op": "ban", "seat": 2, "watcher": 3}),
    (owner.AddBot(), {"op": "add_bot"}),
    (owner.AddBot("random", 4), {"op": "add_bot", "level": "random", "seat": 4}),
    (owner.RemoveBot(4), {"op": "remove_bot", "seat": 4}),
    (owner.Move(2, 3), {"op": "move", "seat": 2, "to": 3}),
    (owner.SetRules(OFFICIAL), {"op": "rules", "rules": RULES}),
    (owner.Timer(0), {"op": "timer", "ms": 0}),
    (owner.Away("wait"), {"op": "away", "policy": "wait"}),
    (owner.Away("bot", 9_000), {"op": "away", "policy": "bot", "grace_ms": 9_000}),
    (owner.Watch(False), {"op": "watch", "on": False}),
    (owner.Lock(True), {"op": "lock", "on": True}),
    (owner.Password(), {"op": "password"}),
    (owner.Password("open"), {"op": "password", "password": "open"}),
    (owner.End(), {"op": "end"}),
    (owner.Reissue(2), {"op": "reissue", "seat": 2}),
]

TO_HOST: list[Row] = [
    (
        Hello(1, (1,), "Ann", "human"),
        {"t": "hello", "id": 1, "proto": [1], "name": "Ann", "kind": "human"},
    ),
    (
        Hello(2, (2, 1), "Ann", "bot", "mybot/0.3", ("check",), TOKEN, "open", "H7K2"),
        {
            "t": "hello",
            "id": 2,
            "proto": [2, 1],
            "name": "Ann",
            "kind": "bot",
            "client": "mybot/0.3",
            "features": ["check"],
            "session": TOKEN,
            "password": "open",
            "code": "H7K2",
        },
    ),
    (Peek(1, (1,)), {"t": "peek", "id": 1, "proto": [1]}),
    (Options(3, 17), {"t": "options", "id": 3, "step": 17}),
    (
        Options(3, 17, max=64),
        {"t": "options", "id": 3, "step": 17, "max": 64},
    ),
    (Ping(4), {"t": "ping", "id": 4}),
    (Ping(4, 12), {"t": "ping", "id": 4, "ms": 12}),
    (Ready(5), {"t": "ready", "id": 5}),
    (Ready(5, False), {"t": "ready", "id": 5, "on": False}),
    (Rename(6, "Anna"), {"t": "rename", "id": 6, "name": "Anna"}),
    (Pause(7, True), {"t": "pause", "id": 7, "on": True}),
    (Sit(8), {"t": "sit", "id": 8}),
    (Sit(8, 3), {"t": "sit", "id": 8, "seat": 3}),
    (Offer(9, 3), {"t": "offer", "id": 9, "seat": 3}),
    (Offer(9, 3, False), {"t": "offer", "id": 9, "seat": 3, "on": False}),
    (Vote(10, "wait"), {"t": "vote", "id": 10, "choice": "wait"}),
    (Chat(11, "hi"), {"t": "chat", "id": 11, "text": "hi"}),
    (Leave(12), {"t": "leave", "id": 12}),
    *(
        (Admin(13, do), {"t": "admin", "id": 13, "do": fields})
        for do, fields in OPERATIONS
    ),
]

WELCOME_ROW: dict[str, Any] = {
    "t": "welcome",
    "re": 1,
    "proto": 1,
    "features": ["check", "options"],
    "host": "p10net/0.1.0",
    "session": TOKEN,
    "resumed": False,
    "last_id": 0,
    "limits": LIMIT_ROW,
    "table": {"name": "Ann's table", "id": TOKEN},
    "rules": RULES,
    "phases": PHASE_ROWS,
}
WELCOME = Welcome(
    1,
    1,
    ("check", "options"),
    "p10net/0.1.0",
    TOKEN,
    False,
    0,
    LIMITS,
    Identity("Ann's table", TOKEN),
    OFFICIAL,
    PHASES,
)

TO_CLIENT: list[Row] = [
    (WELCOME, WELCOME_ROW),
    (
        replace(WELCOME, seat=2, watcher=1),
        {**WELCOME_ROW, "seat": 2, "watcher": 1},
    ),
    (
        Sign(
            1,
            TOKEN,
            "Den",
            Places(3, 6, 1),
            Going.LOBBY,
            "official",
            (1,),
            "0.1.0",
            watch=True,
            locked=False,
            password=True,
        ),
        {
            "t": "table",
            "re": 1,
            "id": TOKEN,
            "name": "Den",
            "seats": {"taken": 3, "max": 6, "bots": 1},
            "state": "lobby",
            "rules": "official",
            "protos": [1],
            "version": "0.1.0",
            "watch": True,
            "locked": False,
            "password": True,
        },
    ),
    (Ok(3), {"t": "ok", "re": 3}),
    (Ok(3, dup=True), {"t": "ok", "re": 3, "dup": True}),
    (
        Err(3, ErrCode.RATE, "Slow."),
        {"t": "err", "re": 3, "code": "rate", "msg": "Slow."},
    ),
    (
        Err(3, ErrCode.ILLEGAL, "No.", 17, Reason.DOES_NOT_FIT, "$.action", True),
        {
            "t": "err",
            "re": 3,
            "code": "illegal",
            "msg": "No.",
            "step": 17,
            "why": "does_not_fit",
            "at": "$.action",
            "dup": True,
        },
    ),
    (Pong(4, 99), {"t": "pong", "re": 4, "seq": 99}),
    (
        Issued(5, 2, "H7K2", 300_000),
        {"t": "issued", "re": 5, "seat": 2, "code": "H7K2", "ms": 300_000},
    ),
    (
        Lobby(9, "lobby", (ANN, BEN), (GUS,), SETTINGS, OFFICIAL, PHASES, 2, 6),
        {
            "t": "lobby",
            "seq": 9,
            "stage": "lobby",
            "seats": [ANN_ROW, BEN_ROW],
            "watchers": [GUS_ROW],
            "settings": SETTINGS_ROW,
            "rules": RULES,
            "phases": PHASE_ROWS,
            "min": 2,
            "max": 6,
        },
    ),
    (
        Lobby(9, "lobby", (ANN,), (), SETTINGS, OFFICIAL, PHASES, 2, 6, 1),
        {
            "t": "lobby",
            "seq": 9,
            "stage": "lobby",
            "seats": [ANN_ROW],
            "watchers": [],
            "settings": SETTINGS_ROW,
            "rules": RULES,
            "phases": PHASE_ROWS,
            "min": 2,
            "max": 6,
            "seat": 1,
        },
    ),
    (Seated(10, 3, 0), {"t": "seated", "seq": 10, "seat": 3, "last_id": 0}),
    (Beat(11), {"t": "beat", "seq": 11}),
    (Said(12, "hi"), {"t": "said", "seq": 12, "text": "hi"}),
    (
        Said(12, "hi", 1, 2),
        {"t": "said", "seq": 12, "text": "hi", "seat": 1, "watcher": 2},
    ),
    (Notice(13, News.PAUSED), {"t": "notice", "seq": 13, "what": "paused"}),
    (
        Notice(13, News.RENAMED, 2, 1, "Bea", 1),
        {
            "t": "notice",
            "seq": 13,
            "what": "renamed",
            "seat": 2,
            "watcher": 1,
            "name": "Bea",
            "by": 1,
        },
    ),
    (
        Bye(ByeCode.CLOSING, "Closing."),
        {"t": "bye", "code": "closing", "msg": "Closing."},
    ),
    (
        Bye(ByeCode.VERSION, "No.", 1, 5, "$.proto", (1,)),
        {
            "t": "bye",
            "code": "version",
            "msg": "No.",
            "re": 1,
            "retry": 5,
            "at": "$.proto",
            "protos": [1],
        },
    ),
]

REQUESTS: list[ToHost] = [message for message, _ in TO_HOST]
MESSAGES: list[ToClient] = [message for message, _ in TO_CLIENT]
SENT = [frame(message) for message in (*REQUESTS, *MESSAGES)]
