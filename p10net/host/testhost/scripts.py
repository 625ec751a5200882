"""The evenings a client is put through, each by name.

A script is a table's rules, the look of what is said, and a story; it raises `Fault`
at the first thing a client must not do, and otherwise ends with a bye.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import trio
from msgspec import Struct
from msgspec.structs import replace

from p10net.engine.conflicts import build
from p10net.engine.presets import preset
from p10net.engine.reasons import Reason
from p10net.engine.rules import OFFICIAL, Rules
from p10net.host.identity import Identity
from p10net.host.letters import bye
from p10net.host.records import Acted, Gone, Paused
from p10net.host.testhost.desk import Desk
from p10net.host.testhost.faults import Fault, OverSoon
from p10net.host.testhost.faults import Gone as Left
from p10net.host.testhost.guest import COMES_BACK, Door, Guest
from p10net.host.testhost.private import made
from p10net.host.testhost.travel import (
    Cut,
    Look,
    Pack,
    bytewise,
    chatty,
    false_secret,
    forge,
    framed,
    largest,
    later,
    packed,
    packed_long,
    padded,
    plain,
    ragged,
    single,
    usual,
    with_nil,
)
from p10net.protocol.codec import HEADER
from p10net.protocol.errors import REFUSALS, ByeCode, ErrCode
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import Bye, Err
from p10net.protocol.requests import Act
from p10net.protocol.version import PROTOS, SHUFFLE

SHORT: Final = build({"name": "one-round", "round_limit": 1}, OFFICIAL)
"""The official game, over after a round: enough for most stories."""
BOT: Final = 1
"""The seat of the first bot; the guest comes last."""
AWAY: Final = 1.5
"""Seconds for which a guest that was sent away is watched for."""
RETRY: Final = 1
STILL: Final = 1.0
"""Seconds for which a guest is to do nothing in a pause."""
OVER_SOON: Final = "The game was over too soon to try all of it: run it once more."
BEATS: Final = GUARD.outbox_frames

Story = Callable[[Guest], Awaitable[None]]


class Script(Struct, frozen=True):
    """One evening: what it tries, what is played, how it travels, what happens.

    `must_say` is a word of the line in which a client that shares in deals has to tell
    its user what is wrong.
    """

    says: str
    story: Story
    rules: Rules = SHORT
    bots: int = 1
    look: Look = plain
    cut: Cut = usual
    pack: Pack = packed
    private: bool = False
    must_say: str = ""

    async def play(self, guest: Guest) -> None:
        """Let the guest live through it; raises Fault."""
        try:
            await self.story(guest)
        except OverSoon:
            guest.remarks.append(OVER_SOON)
            await guest.part(bye(ByeCode.CLOSING))

    def guest(self, door: Door, patience: float, identity: Identity | None) -> Guest:
        """Lay the table for whoever comes; with an identity they come over TLS."""
        return Guest(
            Desk(self.rules, self.bots),
            door,
            patience=patience,
            look=self.look,
            cut=self.cut,
            pack=self.pack,
            identity=identity,
        )


async def to_the_end(guest: Guest) -> None:
    """Let the guest in and play until the game is over."""
    await guest.arrive()
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


# --- Coming and going ------------------------------------------------------------


async def versions(guest: Guest) -> None:
    """Speak another protocol than the guest."""
    hello = await guest.knocks()
    if not set(hello.proto) & set(PROTOS):
        raise Fault("Put 1 into `proto` of your `hello`: it is the protocol there is.")
    other = max(hello.proto) + 1
    msg = f"You speak protocol {max(hello.proto)} and this host speaks {other}."
    await guest.part(Bye(ByeCode.VERSION, msg, hello.id, protos=(other,)))
    await guest.stays_away(AWAY)


async def name_taken(guest: Guest) -> None:
    """Have somebody of the guest's name at the table already."""
    hello = await guest.knocks()
    refusal = Err(hello.id, ErrCode.NAME_TAKEN, REFUSALS[ErrCode.NAME_TAKEN])
    await guest.say(refusal)
    try:
        again = await guest.greets_again(refusal)
    except Left:
        await guest.leave()
        if not await guest.is_back():
            guest.remarks.append("It left; a bot could say hello under another name.")
            return
        again = guest.hello
    if again.name == hello.name:
        raise Fault("Your client said hello under the same name, which is taken.")
    await guest.admit(again)
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def kick(guest: Guest) -> None:
    """Send the guest away in mid-game."""
    await guest.arrive()
    await guest.play(2)
    await guest.hears(Gone(guest.seat, "kicked", by=BOT))
    await guest.ends()
    await guest.stays_away(AWAY)


async def replaced(guest: Guest) -> None:
    """Give the seat to another connection of the same session."""
    await guest.arrive()
    await guest.play(2)
    await guest.part(bye(ByeCode.REPLACED))
    await guest.stays_away(AWAY)


async def retry(guest: Guest) -> None:
    """Close with a word on when to come back."""
    await guest.arrive()
    await guest.play(2)
    soonest = trio.current_time() + RETRY
    await guest.part(replace(bye(ByeCode.INTERNAL), retry=RETRY))
    await guest.lose()
    await guest.back(soonest=soonest)
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


# --- Questions and answers -------------------------------------------------------


async def stale(guest: Guest) -> None:
    """Let the guest's clock run out just before its answer arrives."""
    await guest.arrive()
    await guest.play(2)
    act = await guest.answer()
    question = guest.question
    assert question is not None
    step = question.step
    await guest.hears(Acted(guest.seat, question.default, step=step, cause="late"))
    await guest.serve(act)
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def illegal(guest: Guest) -> None:
    """Refuse what the guest chose; the default stays legal."""
    await guest.arrive()
    act = await _not_the_default(guest)
    if act is None:
        guest.remarks.append("It played the default each time: nothing was refused.")
    else:
        refusal = Err(act.id, ErrCode.ILLEGAL, REFUSALS[ErrCode.ILLEGAL])
        await guest.say(replace(refusal, why=Reason.NOT_NOW))
        again = await guest.answer()
        if again.action == act.action:
            raise Fault(
                "Your client sent again what had just been refused as illegal: choose"
                " another item of `ask.can`, or `ask.default`."
            )
        await guest.serve(again)
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def _not_the_default(guest: Guest) -> Act | None:
    """Wait for an answer that can be refused without refusing the default."""
    while await guest.asked():
        act = await guest.answer()
        question = guest.question
        if question and act.step == question.step and act.action != question.default:
            return act
        await guest.serve(act)
    return None


async def pause(guest: Guest) -> None:
    """Pause just before the guest's answer arrives, and go on later."""
    await guest.arrive()
    await guest.play(2)
    act = await guest.answer()
    await guest.hears(Paused(True, BOT))
    await guest.serve(act)
    await guest.silent(STILL)
    await guest.hears(Paused(False, BOT))
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


# --- Lost connections ------------------------------------------------------------


async def lost_reply(guest: Guest) -> None:
    """Lose the connection when an act is done and its reply is not there yet."""
    await guest.arrive()
    await guest.play(2)
    guest.unheard(await guest.answer())
    await guest.lose()
    await guest.back()
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def lost_act(guest: Guest) -> None:
    """Lose the connection, and the guest's act with it."""
    await guest.arrive()
    await guest.play(2)
    await guest.answer()
    await guest.lose()
    await guest.back()
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def cut_short(guest: Guest) -> None:
    """Lose the connection in the middle of a frame, at each of its ends."""
    await guest.arrive()
    for end in (2, HEADER, HEADER + 10, -1):
        reply, *others = guest.frames(*guest.unheard(await guest.answer()))
        # An act that comes again, as its reply was lost, has no state behind it.
        await guest.send(reply + b"".join(others[:1])[:end])
        await guest.lose()
        await guest.back()
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


async def wrong_host(guest: Guest) -> None:
    """Lose the connection, and let somebody else answer at the host's place."""
    await guest.arrive()
    await guest.play(2)
    await guest.answer()
    await guest.lose()
    guest.identity = made()
    if await guest.is_back(COMES_BACK):
        raise Fault(
            "Your client said hello, session and all, to a host that showed another"
            " certificate than the one it knew."
        )


# --- Deals ------------------------------------------------------------------------


async def shuffle(guest: Guest) -> None:
    """Let the guest share in each deal, and show it the secrets at the end."""
    await guest.arrive()
    _shares_or_not(guest)
    await guest.play()
    dealt = guest.desk.table.house.dealt
    if SHUFFLE in guest.hello.features and not all(deal.shares for deal in dealt):
        raise Fault(
            "Your client lists the feature `shuffle1` and gave no share: answer"
            " `deal_open` with `deal_commit` and `deal_commits` with `deal_share`."
        )
    await guest.part(bye(ByeCode.CLOSING))


async def forged(guest: Guest) -> None:
    """Show the guest another promise as its own."""
    await guest.arrive()
    _shares_or_not(guest)
    while guest.desk.sharing:
        if await guest.shares() is not None:
            raise Fault(
                "Your client showed its share though `deal_commits` has another"
                " promise in its place: keep it, or the host is free to use it."
            )
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


def _shares_or_not(guest: Guest) -> None:
    if SHUFFLE not in guest.hello.features:
        guest.remarks.append("It does not list `shuffle1`, so nothing was tried.")


# --- Much at once ----------------------------------------------------------------


async def slow_reader(guest: Guest) -> None:
    """Say more than fits into any buffer while the guest has something to decide."""
    await guest.arrive()
    await guest.play(2)
    beat = padded({"t": "beat", "seq": guest.desk.table.seq})
    await guest.send(framed(packed(beat)) * BEATS)
    await guest.play()
    await guest.part(bye(ByeCode.CLOSING))


SCRIPTS: Final[dict[str, Script]] = {
    "handshake": Script("comes in and plays a round", to_the_end),
    "versions": Script("is told that there is no common protocol", versions),
    "name_taken": Script("has to say hello under another name", name_taken),
    "bytewise": Script("gets frames byte by byte", to_the_end, cut=bytewise),
    "single": Script("gets every frame by itself", to_the_end, cut=single),
    "glued": Script("gets many frames in one packet", to_the_end, look=chatty),
    "ragged": Script("gets packets that end anywhere", to_the_end, cut=ragged(7)),
    "later": Script("meets what later releases add", to_the_end, look=later),
    "forms": Script(
        "meets nil fields, long lengths and `t` last",
        to_the_end,
        look=with_nil,
        pack=packed_long,
    ),
    "largest": Script("gets frames as long as can be", to_the_end, look=largest),
    "slow_reader": Script("gets megabytes while it decides", slow_reader),
    "stale": Script("answers a question that has moved on", stale),
    "illegal": Script("is refused, and has to choose again", illegal),
    "pause": Script("sits through a pause", pause),
    "lost_reply": Script("loses the reply to an act", lost_reply),
    "lost_act": Script("loses an act on the way", lost_act),
    "cut_short": Script("is cut off in the middle of frames", cut_short),
    "retry": Script("is told when to come back", retry),
    "replaced": Script("loses its seat to another connection", replaced),
    "kick": Script("is sent away, and stays away", kick),
    "wrong_host": Script("meets another certificate", wrong_host, private=True),
    "shuffle": Script("shares in the deals, if it lists `shuffle1`", shuffle),
    "forged": Script(
        "finds another promise in its place, and keeps its share", forged, look=forge
    ),
    "false_proof": Script(
        "is shown another secret than was promised, and says so",
        shuffle,
        look=false_secret,
        must_say="deal",
    ),
    "official": Script("plays a game of the official rules", to_the_end, OFFICIAL, 3),
    "masters": Script("plays a game of Masters", to_the_end, preset("masters"), 2),
    "floating": Script("plays a floating game", to_the_end, preset("floating")),
    "bounty": Script("plays a bounty game", to_the_end, preset("bounty")),
}
