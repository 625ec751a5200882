"""Typed words: everything that can be done, for fingers that like words better.

Each action of the engine has the word of its tag, and its fields follow in order; a
rule's new action is a row in `ACTIONS` away. The line mode and the `:` of the screen
both read their words here, and both reach the same deeds as the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import fields

from p10net.client.commands import deeds, hints, layouts, look, shaking, undo
from p10net.client.commands.line import CHAT, edit
from p10net.client.commands.look import having
from p10net.client.commands.own_words import OWN_WORDS
from p10net.client.commands.scene import Done, Quit, Scene, Tell
from p10net.client.commands.switches import change
from p10net.client.commands.vocabulary import (
    Misread,
    Word,
    Words,
    maybe_number,
    number,
)
from p10net.client.words import prompts
from p10net.client.words.notation import read, read_all
from p10net.client.words.refusals import REFUSALS
from p10net.client.words.typed import no_such_word, too_long, usage
from p10net.engine import presets
from p10net.engine.cards import Card, Hand
from p10net.engine.moves import (
    Action,
    Declare,
    Discard,
    Draw,
    Give,
    GiveBack,
    Hit,
    Lay,
    Pass,
    Refresh,
    Roll,
    Save,
    Swap,
    TakeSaved,
)
from p10net.engine.moves.draw import PILE, STOCK
from p10net.protocol import owner
from p10net.protocol.clean import chat_problem, clean
from p10net.protocol.errors import ErrCode
from p10net.protocol.requests import (
    Admin,
    Chat,
    DoubleTime,
    Leave,
    Offer,
    Pause,
    Ready,
    Rename,
    Sit,
    ToHost,
    Vote,
)


def press(scene: Scene, key: str) -> Done:
    """Give a key to the line that is open."""
    line = scene.local.typing
    assert line is not None
    if key in ("esc", "c-c"):
        return Done(scene.with_local(typing=None, notice=""))
    if key == "enter":
        return _said(scene, line.text) if line.prompt == CHAT else _run(scene)
    return Done(scene.with_local(typing=edit(line, key), notice=""))


def _said(scene: Scene, text: str) -> Done:
    """Say the typed line; one that cannot be sent stays to be made shorter."""
    done = chat(having(scene, typing=None, notice=""), text)
    why = done.local.notice
    return deeds.noticed(scene, why) if why else done


def _run(scene: Scene) -> Done:
    """Obey the typed words; a line that could not be read stays to be mended."""
    line = scene.local.typing
    assert line is not None
    try:
        return run(having(scene, typing=None, notice=""), line.text)
    except Misread as error:
        return deeds.noticed(scene, str(error))


def run(scene: Scene, text: str) -> Done:
    """Obey one typed line; raises Misread with a sentence."""
    word, *rest = text.split() or [""]
    if not word:
        return Done(scene.local)
    if not word.isascii():
        word = layouts.word(word, scene.keyboard)
        if word not in FREE_TEXT:
            rest = [layouts.word(one, scene.keyboard) for one in rest]
    name = (WORDS.get(word.lower()) and word.lower()) or _completed(word.lower())
    try:
        return WORDS[name].does(scene, rest)
    except Misread:
        raise
    except ValueError as error:
        raise Misread(str(error)) from None


FREE_TEXT = ("say", "name", "password")
"""Words after which anything may stand, in any letters."""


def _completed(start: str) -> str:
    """Find the one word that begins so."""
    found = [word for word in WORDS if word.startswith(start)]
    if len(found) != 1:
        raise Misread(no_such_word(start, found))
    return found[0]


def chat(scene: Scene, text: str) -> Done:
    """Say a line to the table."""
    text = clean(text)
    if not text:
        return Done(scene.local)
    if (problem := chat_problem(text)) is not None:
        return deeds.noticed(scene, problem)
    return Done(scene.local, (Tell(Chat(id=0, text=text)),))


# --- Actions -----------------------------------------------------------------------


def _groups(words: Words) -> tuple[Hand, ...]:
    text = " ".join(words)
    words.clear()
    return tuple(read_all(group) for group in text.split("/"))


def _numbers(words: Words) -> tuple[int, ...]:
    count = len(words)
    return tuple(number(words) for _ in range(count))


READERS: Mapping[str, Callable[[Words], Any]] = {
    "again": _numbers,
    "card": lambda words: read(words.pop(0)),
    "end": lambda words: words.pop(0).lower(),
    "meld": lambda words: words.pop(0).lower(),
    "melds": _groups,
    "phase": number,
    "seat": number,
    "skip": number,
    "source": lambda words: words.pop(0).lower(),
}
ENDS = ("low", "high")
ENDING = (Discard, Save)
"""Actions that end the turn, so that taking them back is offered; passing is asked."""


def read_action(kind: type[Action], words: Words, word: str) -> Action:
    """Read an action's fields, in their order, from what follows its word."""
    left, values = list(words), {}
    for field in fields(kind):
        if left and field.name in READERS:
            values[field.name] = READERS[field.name](left)
    try:
        action = kind(**values)
    except TypeError:
        raise Misread(usage(word, WORDS[word].usage)) from None
    if left or values.get("end", "low") not in ENDS:
        raise Misread(usage(word, WORDS[word].usage))
    return action


def _act(kind: type[Action], word: str) -> Callable[[Scene, Words], Done]:
    def does(scene: Scene, words: Words) -> Done:
        action = read_action(kind, words, word)
        return deeds.attempt(scene, action, ends_turn=kind in ENDING)

    return does


def _draw(scene: Scene, words: Words) -> Done:
    action = read_action(Draw, words or ["stock"], "draw")
    if action not in (STOCK, PILE):
        raise Misread(usage("draw", WORDS["draw"].usage))
    return deeds.attempt(scene, action)


def _lay(scene: Scene, words: Words) -> Done:
    """Lay the groups that are typed, or look at the best lay-down."""
    if not words:
        return deeds.preview_lay(scene, sweep=False)
    phase = number(words) if words[0].isdecimal() else 0
    return deeds.attempt(scene, Lay(_groups(words), phase))


def _hit(scene: Scene, words: Words) -> Done:
    """Hit where it is said, or ask where; without a card list all hits."""
    if len(words) > 1:
        return deeds.attempt(scene, read_action(Hit, words, "hit"))
    if not words:
        return deeds.hit(having(scene, chosen=None))
    return deeds.hit(having(scene, chosen=_slot(scene, words[0])))


def _slot(scene: Scene, word: str) -> int:
    card = read(word)
    slot = scene.local.slots.find(card)
    if slot is None:
        raise Misread(prompts.no_such_card(card.value))
    return slot


def _discard(scene: Scene, words: Words) -> Done:
    """Discard a card as its key does; the number behind it is whom it hits."""
    action = read_action(Discard, words, "discard")
    assert isinstance(action, Discard)
    if action.skip is None:
        return deeds.throw(scene, action.card)
    if action.card is Card.D:
        action = Discard(action.card, down=action.skip)
    return deeds.thrown(scene, action)


def _skip(scene: Scene, words: Words) -> Done:
    return _discard(scene, ["s", *words])


# --- The table ---------------------------------------------------------------------


def _tell(make: Callable[[Words], ToHost]) -> Callable[[Scene, Words], Done]:
    def does(scene: Scene, words: Words) -> Done:
        return Done(scene.local, (Tell(make(words)),))

    return does


def _sit(scene: Scene, words: Words) -> Done:
    """Ask for a seat, and say so: while a game is on, nothing else may show it."""
    notice = prompts.ASKED_TO_SIT if scene.seat is None else ""
    asked = Tell(Sit(0, maybe_number(words)))
    return Done(scene.with_local(notice=notice), (asked,))


def _op(make: Callable[[Words], owner.AdminOp]) -> Callable[[Scene, Words], Done]:
    return _tell(lambda words: Admin(id=0, do=make(words)))


FOR_GOOD = (["for", "good"], ["good"])


def _leave(words: Words) -> Leave:
    """Go, and keep the seat unless it is said that it is for good."""
    for_good = [word.lower() for word in words] in FOR_GOOD
    if words and not for_good:
        raise Misread(usage("leave", WORDS["leave"].usage))
    return Leave(id=0, for_good=for_good)


def _first(does: Callable[[Scene, Words], Done]) -> Callable[[Scene, Words], Done]:
    """Ask a host first who would close the table that others sit at."""
    return lambda scene, words: (
        look.leave(scene, "") if scene.closes else does(scene, words)
    )


def _level(words: Words) -> owner.AddBot:
    return owner.AddBot(words[0].lower()) if words else owner.AddBot()


def _password(words: Words) -> owner.Password:
    text = " ".join(words)
    if len(text) > owner.LONGEST_PASSWORD:
        raise Misread(too_long("password", len(text), owner.LONGEST_PASSWORD))
    return owner.Password(text or None)


def _one(words: Words, word: str) -> int:
    if not words:
        raise Misread(usage(word, WORDS[word].usage))
    return number(words)


def _vote(words: Words) -> Vote:
    choice = words[0].lower() if words else ""
    if choice not in ("bot", "skip", "wait", "end"):
        raise Misread(usage("vote", WORDS["vote"].usage))
    return Vote(id=0, choice=choice)  # type: ignore[arg-type]  # it is one of the four


def _away(words: Words) -> owner.Away:
    policy, *rest = words or [""]
    if policy.lower() not in ("bot", "skip", "wait"):
        raise Misread(usage("away", WORDS["away"].usage))
    grace = 1000 * number(rest) if rest else None
    # It is one of the three.
    return owner.Away(policy.lower(), grace)  # type: ignore[arg-type]  # see above


def _on(words: Words, word: str) -> bool:
    if [one.lower() for one in words] not in (["on"], ["off"]):
        raise Misread(usage(word, WORDS[word].usage))
    return words[0].lower() == "on"


def _double(words: Words) -> DoubleTime:
    return DoubleTime(id=0, on=_on(words or ["on"], "double"))


def _set(scene: Scene, words: Words) -> Done:
    """Change single switches of the next game's rules; only the owner may."""
    if scene.rules is None or not words:
        raise Misread(usage("set", WORDS["set"].usage))
    if not scene.owner:
        raise Misread(REFUSALS[ErrCode.NOT_OWNER])
    rules = change(scene.rules, (" ".join(words),))
    if rules == scene.rules:
        raise Misread(prompts.SET_ALREADY)
    return Done(scene.local, (Tell(Admin(id=0, do=owner.SetRules(rules))),))


WORDS: Mapping[str, Word] = {
    "draw": Word("draw [stock | pile]", _draw),
    "take": Word("take", lambda scene, words: deeds.attempt(scene, PILE)),
    "lay": Word("lay [[PHASE] CARDS / CARDS]", _lay),
    "hit": Word("hit [CARD [MELD [low | high]]]", _hit),
    "discard": Word("discard CARD [SEAT]", _discard),
    "skip": Word("skip [SEAT]", _skip),
    "declare": Word("declare PHASE", _act(Declare, "declare")),
    "give": Word("give SEAT", _act(Give, "give")),
    "back": Word("back CARD", _act(GiveBack, "back")),
    "save": Word("save CARD", _act(Save, "save")),
    "saved": Word("saved CARD", _act(TakeSaved, "saved")),
    "swap": Word("swap CARD MELD [low | high]", _act(Swap, "swap")),
    "roll": Word("roll DIE ...", _act(Roll, "roll")),
    "pass": Word("pass", lambda scene, words: shaking.give_up(scene, "x")),
    "refresh": Word("refresh", _act(Refresh, "refresh")),
    "ready": Word("ready", _tell(lambda words: Ready(id=0))),
    "unready": Word("unready", _tell(lambda words: Ready(id=0, on=False))),
    "say": Word("say TEXT", lambda scene, words: chat(scene, " ".join(words))),
    "pause": Word("pause", _tell(lambda words: Pause(id=0, on=True))),
    "double": Word("double on | off", _tell(_double)),
    "resume": Word("resume", _tell(lambda words: Pause(id=0, on=False))),
    "name": Word("name NAME", _tell(lambda words: Rename(0, clean(" ".join(words))))),
    "sit": Word("sit [SEAT]", _sit),
    "offer": Word("offer SEAT", _tell(lambda words: Offer(0, _one(words, "offer")))),
    "undo": Word("undo", lambda scene, words: undo.take_back(scene)),
    "vote": Word("vote bot | skip | wait | end", _tell(_vote)),
    "leave": Word("leave [for good]", _first(_tell(_leave))),
    "quit": Word("quit", _first(lambda scene, ws: Done(scene.local, (Quit(),)))),
    "start": Word("start", _op(lambda words: owner.Start())),
    "bot": Word("bot [LEVEL]", _op(_level)),
    "unbot": Word("unbot SEAT", _op(lambda ws: owner.RemoveBot(_one(ws, "unbot")))),
    "kick": Word("kick SEAT", _op(lambda words: owner.Kick(_one(words, "kick")))),
    "ban": Word("ban SEAT", _op(lambda words: owner.Ban(_one(words, "ban")))),
    "reissue": Word("reissue SEAT", _op(lambda ws: owner.Reissue(_one(ws, "reissue")))),
    "password": Word("password [WORD]", _op(_password)),
    "rules": Word(
        "rules NAME",
        _op(lambda words: owner.SetRules(presets.preset(" ".join(words)))),
    ),
    "set": Word("set SWITCH=VALUE", _set),
    "timer": Word(
        "timer SECONDS",
        _op(lambda words: owner.Timer(1000 * _one(words, "timer"))),
    ),
    "away": Word("away bot | skip | wait [SECONDS]", _op(_away)),
    "lock": Word("lock on | off", _op(lambda ws: owner.Lock(_on(ws, "lock")))),
    "watch": Word("watch on | off", _op(lambda ws: owner.Watch(_on(ws, "watch")))),
    "hints": Word("hints on | off", _op(lambda ws: owner.Hints(_on(ws, "hints")))),
    "stop": Word("stop", _op(lambda words: owner.End())),
    "hint": Word("hint", lambda scene, words: hints.show(scene, ".")),
    **OWN_WORDS,
}

ACTIONS: Mapping[type, str] = {
    Declare: "declare",
    Discard: "discard",
    Draw: "draw",
    Give: "give",
    GiveBack: "back",
    Hit: "hit",
    Lay: "lay",
    Pass: "pass",
    Refresh: "refresh",
    Roll: "roll",
    Save: "save",
    Swap: "swap",
    TakeSaved: "saved",
}
"""The word of every action there is; a test holds it to the engine's table."""
