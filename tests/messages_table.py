"""Every message at its barest and at its fullest, beside what travels for it.

One table for the tests of encoding, decoding and spoiling: the message as our types
have it, and the map that a stranger's library would send for it.
"""

from typing import Any

from msgspec.structs import replace

from p10net.engine.cards import Card
from p10net.engine.ending import Floated, WentOut
from p10net.engine.melds import Kind, Meld
from p10net.engine.moves import (
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    LayOffer,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
)
from p10net.engine.moves.declare import Declared
from p10net.engine.moves.discard import Discarded
from p10net.engine.moves.draw import Drew
from p10net.engine.moves.give import Gave, GaveBack
from p10net.engine.moves.hit import HitMade
from p10net.engine.moves.house import (
    DealVoided,
    GameOver,
    Reshuffled,
    RoundOver,
    SeatDropped,
    TieBreak,
)
from p10net.engine.moves.lay import Laid
from p10net.engine.moves.refresh import Refreshed
from p10net.engine.moves.roll import Passed
from p10net.engine.moves.save import Saved
from p10net.engine.moves.swap import Swapped
from p10net.engine.opening import Dealt
from p10net.engine.phases import parse
from p10net.engine.reasons import Reason
from p10net.engine.rolling import Begun, Counted, Rolled
from p10net.engine.rules import OFFICIAL
from p10net.engine.turns import NoDraw, Skipped
from p10net.engine.view import RoundRow, Seat, Stage, Summary, View, You
from p10net.protocol import owner
from p10net.protocol.codec import frame
from p10net.protocol.deals import (
    Commit,
    DealCommit,
    DealCommits,
    DealOpen,
    DealProof,
    DealShare,
    DealShares,
    Share,
    Shown,
)
from p10net.protocol.errors import ByeCode, ErrCode
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import (
    Beat,
    Bye,
    Checked,
    Choices,
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
    Question,
    Said,
    Seated,
    Sign,
    State,
    ToClient,
    Welcome,
)
from p10net.protocol.people import (
    Absence,
    AwayRule,
    Ballot,
    Break,
    Clock,
    Leaver,
    Person,
    PersonKind,
    Poll,
    Settings,
    Table,
    Watcher,
)
from p10net.protocol.requests import (
    Act,
    Admin,
    Chat,
    Check,
    DoubleTime,
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
    TakeBack,
    ToHost,
    Vote,
)

HASH = "0f" * 32
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
RANKED = replace(SETTINGS, hints=False, takes_back=True)
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
    restless=True,
    double=True,
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
    "restless": True,
    "double": True,
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
    (owner.Hints(False), {"op": "hints", "on": False}),
    (owner.Lock(True), {"op": "lock", "on": True}),
    (owner.Password(), {"op": "password"}),
    (owner.Password("open"), {"op": "password", "password": "open"}),
    (owner.End(), {"op": "end"}),
    (owner.Reissue(2), {"op": "reissue", "seat": 2}),
]

DRAW_ROW = {"a": "draw", "from": "pile"}
ACTIONS: list[Row] = [
    (Declare(4), {"a": "declare", "phase": 4}),
    (Give(2), {"a": "give", "seat": 2}),
    (GiveBack(Card.R5), {"a": "give_back", "card": "R5"}),
    (Draw("pile"), DRAW_ROW),
    (TakeSaved(Card.W), {"a": "take_saved", "card": "W"}),
    (Lay(((Card.R5, Card.W),)), {"a": "lay", "melds": [["R5", "W"]]}),
    (Lay(((),), 3), {"a": "lay", "melds": [[]], "phase": 3}),
    (Swap(Card.R5, "a"), {"a": "swap", "card": "R5", "meld": "a"}),
    (
        Swap(Card.R5, "a", "low"),
        {"a": "swap", "card": "R5", "meld": "a", "end": "low"},
    ),
    (Hit(Card.W, "b2"), {"a": "hit", "card": "W", "meld": "b2"}),
    (
        Hit(Card.W, "b2", "high"),
        {"a": "hit", "card": "W", "meld": "b2", "end": "high"},
    ),
    (Refresh(), {"a": "refresh"}),
    (Discard(Card.Y12), {"a": "discard", "card": "Y12"}),
    (
        Discard(Card.S, skip=3, down=2),
        {"a": "discard", "card": "S", "skip": 3, "down": 2},
    ),
    (Save(Card.G1), {"a": "save", "card": "G1"}),
    (Roll((1, 4)), {"a": "roll", "again": [1, 4]}),
    (Pass(), {"a": "pass"}),
]
SEAT_FULL = Seat(
    2, 3, 11, 45, (1, 2), 3, 3, 1, 1, (Card.R5,), (Card.S,), 1, True, True, 1, 1, 4, 1,
    33, False, True,
)  # fmt: skip
MELD = Meld("a", 2, Kind.RUN, (Card.R3, Card.W, Card.G5), low=3)
VIEW = View(
    OFFICIAL, 2, Stage.PLAY, 17, 1, 2, 1, 60, (Card.B7,), (Seat(1, 1, 10), SEAT_FULL),
    (MELD,), You(1, (Card.R1, Card.R1), Card.R1, (Card.W,)),
)  # fmt: skip
VIEW_ROW: dict[str, Any] = {
    "rules": RULES,
    "round": 2,
    "stage": "play",
    "step": 17,
    "turn": 1,
    "dealer": 2,
    "opener": 1,
    "stock": 60,
    "pile": ["B7"],
    "seats": [
        {"seat": 1, "phase": 1, "n": 10},
        {
            "seat": 2,
            "phase": 3,
            "n": 11,
            "score": 45,
            "done": [1, 2],
            "laid": 3,
            "declared": 3,
            "owes": 1,
            "skipped": 1,
            "took": ["R5"],
            "passed": ["S"],
            "saved": 1,
            "has_saved": True,
            "floating": True,
            "charged": 1,
            "put_away": 1,
            "space": 4,
            "down": 1,
            "made": 33,
            "playing": False,
            "gone": True,
        },
    ],
    "melds": [
        {"m": "a", "owner": 2, "kind": "run", "cards": ["R3", "W", "G5"], "low": 3}
    ],
    "you": {"seat": 1, "hand": ["R1", "R1"], "drew": "R1", "saved": ["W"]},
}
OVER = View(
    OFFICIAL, 2, Stage.GAME_OVER, 90, 0, 2, 1, 9, (), (Seat(1, 10), Seat(2, 9)),
    sheet=(RoundRow(1, 2, (1, 1), (True, False), (5, 75)),),
    summary=Summary("out", 2, ((Card.R5,), ()), (2,), (2, 1)),
)  # fmt: skip
OVER_ROW: dict[str, Any] = {
    "rules": RULES,
    "round": 2,
    "stage": "game_over",
    "step": 90,
    "turn": 0,
    "dealer": 2,
    "opener": 1,
    "stock": 9,
    "pile": [],
    "seats": [{"seat": 1, "phase": 10}, {"seat": 2, "phase": 9}],
    "sheet": [
        {
            "round": 1,
            "out": 2,
            "phases": [1, 1],
            "laid": [True, False],
            "points": [5, 75],
        }
    ],
    "summary": {
        "how": "out",
        "out": 2,
        "left": [["R5"], []],
        "winners": [2],
        "ranking": [2, 1],
    },
}
GROUPS = ((Card.R5, Card.B5, Card.W), (Card.G8, Card.Y8, Card.Y8))
OFFERED = LayOffer(GROUPS, 1, PHASES[0].goals)
LAY_ROW = {
    "a": "lay",
    "melds": [["R5", "B5", "W"], ["G8", "Y8", "Y8"]],
    "phase": 1,
}
OFFERED_ROW = {**LAY_ROW, "goals": PHASE_ROWS[0]["goals"]}
OTHERS = [action for action, _ in ACTIONS if not isinstance(action, Lay)]
OTHER_ROWS = [fields for _, fields in ACTIONS if fields["a"] != "lay"]
EVENTS: list[Row] = [
    (
        Dealt(2, 2, 1, Card.B7),
        {"e": "dealt", "round": 2, "dealer": 2, "opener": 1, "up": "B7"},
    ),
    (Declared(1, 4), {"e": "declared", "seat": 1, "phase": 4}),
    (Gave(1, 2, Card.W), {"e": "gave", "seat": 1, "to": 2, "card": "W"}),
    (GaveBack(1, Card.R5), {"e": "gave_back", "seat": 1, "card": "R5"}),
    (Drew(1, "pile", Card.R5), {"e": "drew", "seat": 1, "from": "pile", "card": "R5"}),
    (NoDraw(1), {"e": "no_draw", "seat": 1}),
    (
        Laid(2, 3, (MELD,)),
        {"e": "laid", "seat": 2, "phase": 3, "melds": VIEW_ROW["melds"]},
    ),
    (Swapped(1, Card.R5, "a"), {"e": "swapped", "seat": 1, "card": "R5", "meld": "a"}),
    (HitMade(1, Card.R5, "a"), {"e": "hit", "seat": 1, "card": "R5", "meld": "a"}),
    (Refreshed(1, 7), {"e": "refreshed", "seat": 1, "n": 7}),
    (Discarded(1, Card.S, 2), {"e": "discarded", "seat": 1, "card": "S", "skip": 2}),
    (Saved(1), {"e": "saved", "seat": 1}),
    (Skipped(2), {"e": "skipped", "seat": 2}),
    (Floated(1), {"e": "floated", "seat": 1}),
    (WentOut(1), {"e": "went_out", "seat": 1}),
    (Reshuffled(40), {"e": "reshuffled", "n": 40}),
    (RoundOver(2, 1), {"e": "round_over", "round": 2, "out": 1}),
    (TieBreak((1, 2)), {"e": "tie_break", "seats": [1, 2]}),
    (GameOver((2,)), {"e": "game_over", "winners": [2]}),
    (SeatDropped(2), {"e": "seat_dropped", "seat": 2}),
    (DealVoided(1), {"e": "deal_voided", "voids": 1}),
    (Begun(2, 1), {"e": "begun", "round": 2, "opener": 1}),
    (
        Rolled(1, (2,), (Card.R5, Card.W), 2),
        {"e": "rolled", "seat": 1, "again": [2], "dice": ["R5", "W"], "rolls": 2},
    ),
    (Passed(1), {"e": "passed", "seat": 1}),
    (Counted(1, 33), {"e": "counted", "seat": 1, "points": 33}),
]
TABLE = Table(
    (ANN,), (GUS,), SETTINGS, 1, Break(1, 90_000), Clock(5_000, 1),
    Poll(2, (Ballot(1, "wait"),)), (Leaver(4, "Eva", PersonKind.HUMAN),),
    True,
)  # fmt: skip
TABLE_ROW = {
    "seats": [ANN_ROW],
    "watchers": [GUS_ROW],
    "settings": SETTINGS_ROW,
    "voided": 1,
    "paused": {"by": 1, "ms": 90_000},
    "clock": {"ms": 5_000, "seat": 1},
    "poll": {"about": 2, "ballots": [{"seat": 1, "choice": "wait"}]},
    "left": [{"seat": 4, "name": "Eva", "kind": "human"}],
    "practice": True,
}
BARE_TABLE = Table((), (), SETTINGS)
BARE_TABLE_ROW: dict[str, Any] = {
    "seats": [],
    "watchers": [],
    "settings": SETTINGS_ROW,
}

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
    (Act(3, 17, Draw("pile")), {"t": "act", "id": 3, "step": 17, "action": DRAW_ROW}),
    *(
        (Act(3, 17, action), {"t": "act", "id": 3, "step": 17, "action": fields})
        for action, fields in ACTIONS
    ),
    (
        Check(3, 17, Draw("pile")),
        {"t": "check", "id": 3, "step": 17, "action": DRAW_ROW},
    ),
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
    (DoubleTime(16), {"t": "double_time", "id": 16}),
    (DoubleTime(16, False), {"t": "double_time", "id": 16, "on": False}),
    (Sit(8), {"t": "sit", "id": 8}),
    (Sit(8, 3), {"t": "sit", "id": 8, "seat": 3}),
    (Offer(9, 3), {"t": "offer", "id": 9, "seat": 3}),
    (Offer(9, 3, False), {"t": "offer", "id": 9, "seat": 3, "on": False}),
    (TakeBack(17), {"t": "take_back", "id": 17}),
    (Vote(10, "wait"), {"t": "vote", "id": 10, "choice": "wait"}),
    (Chat(11, "hi"), {"t": "chat", "id": 11, "text": "hi"}),
    (Leave(12), {"t": "leave", "id": 12}),
    (Leave(12, for_good=True), {"t": "leave", "id": 12, "for_good": True}),
    (
        DealCommit(14, 3, HASH),
        {"t": "deal_commit", "id": 14, "deal": 3, "commit": HASH},
    ),
    (
        DealShare(15, 3, HASH),
        {"t": "deal_share", "id": 15, "deal": 3, "share": HASH},
    ),
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
    (Checked(3, True), {"t": "checked", "re": 3, "legal": True}),
    (
        Checked(3, False, Reason.LAY_FIRST),
        {"t": "checked", "re": 3, "legal": False, "why": "lay_first"},
    ),
    (Choices(3, ()), {"t": "choices", "re": 3, "can": []}),
    (
        Choices(3, (Lay(GROUPS, 1),), cut=True),
        {"t": "choices", "re": 3, "can": [LAY_ROW], "cut": True},
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
        Lobby(9, "lobby", (ANN,), (), RANKED, OFFICIAL, PHASES, 2, 6, 1, 5),
        {
            "t": "lobby",
            "seq": 9,
            "stage": "lobby",
            "seats": [ANN_ROW],
            "watchers": [],
            "settings": {**SETTINGS_ROW, "hints": False, "takes_back": True},
            "rules": RULES,
            "phases": PHASE_ROWS,
            "min": 2,
            "max": 6,
            "seat": 1,
            "after": 5,
        },
    ),
    (
        State(9, 30, (), OVER, BARE_TABLE),
        {
            "t": "state",
            "seq": 9,
            "n": 30,
            "ev": [],
            "view": OVER_ROW,
            "table": BARE_TABLE_ROW,
        },
    ),
    (
        State(
            9,
            30,
            tuple(event for event, _ in EVENTS),
            VIEW,
            TABLE,
            Question(17, Draw("pile"), (OFFERED, *OTHERS), 9_000),
        ),
        {
            "t": "state",
            "seq": 9,
            "n": 30,
            "ev": [fields for _, fields in EVENTS],
            "view": VIEW_ROW,
            "table": TABLE_ROW,
            "ask": {
                "step": 17,
                "default": DRAW_ROW,
                "can": [OFFERED_ROW, *OTHER_ROWS],
                "ms": 9_000,
            },
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
        DealOpen(14, TOKEN, 3, 2, 4, HASH, (1, 3), 3_000),
        {
            "t": "deal_open",
            "seq": 14,
            "game": TOKEN,
            "deal": 3,
            "round": 2,
            "seats": 4,
            "commit": HASH,
            "asked": [1, 3],
            "ms": 3_000,
        },
    ),
    (
        DealCommits(15, 3, (Commit(1, HASH),)),
        {
            "t": "deal_commits",
            "seq": 15,
            "deal": 3,
            "commits": [{"seat": 1, "commit": HASH}],
        },
    ),
    (
        DealShares(16, 3, (Share(1, HASH),)),
        {
            "t": "deal_shares",
            "seq": 16,
            "deal": 3,
            "shares": [{"seat": 1, "share": HASH}],
        },
    ),
    (
        DealProof(17, TOKEN, True, (Shown(3, 2, 4, HASH),)),
        {
            "t": "deal_proof",
            "seq": 17,
            "game": TOKEN,
            "last": True,
            "deals": [{"deal": 3, "round": 2, "seats": 4, "secret": HASH}],
        },
    ),
    (
        DealProof(
            17,
            TOKEN,
            False,
            (Shown(3, 2, 4, HASH, (Share(1, HASH),), True, (Card.W,)),),
        ),
        {
            "t": "deal_proof",
            "seq": 17,
            "game": TOKEN,
            "last": False,
            "deals": [
                {
                    "deal": 3,
                    "round": 2,
                    "seats": 4,
                    "secret": HASH,
                    "shares": [{"seat": 1, "share": HASH}],
                    "void": True,
                    "out": ["W"],
                }
            ],
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
