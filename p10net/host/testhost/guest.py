"""The client under test, as a script deals with it: it arrives, is asked, comes back.

What it sends is held to the protocol's rules of conduct: who may act when, with which
id, and what a refusal means. A fault ends the evening; what is merely odd is noted as
a remark.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec
import trio

from p10net.host.identity import Identity
from p10net.host.records import Change
from p10net.host.testhost.desk import Desk
from p10net.host.testhost.faults import Fault, Gone, OverSoon, digest, wrong_at
from p10net.host.testhost.line import Heard, Line
from p10net.host.testhost.private import shake_hands
from p10net.host.testhost.travel import (
    Cut,
    Look,
    Map,
    Pack,
    Piece,
    framed,
    plain,
    usual,
)
from p10net.host.testhost.travel import packed as short
from p10net.protocol.deals import DealCommit, DealShare
from p10net.protocol.envelope import Message
from p10net.protocol.errors import ErrCode
from p10net.protocol.limits import LIMITS
from p10net.protocol.messages import Beat, Bye, Err, Question, State, Welcome
from p10net.protocol.requests import Act, Hello, Leave, Peek, ToHost

HELLO: Final = LIMITS.hello_ms / 1000
BEAT: Final = LIMITS.beat_ms / 1000
COMES_BACK: Final = 15.0
"""Seconds in which a guest that lost its connection is to be back."""
HERE: Final = "127.0.0.1"
SHARE: Final = 1.5
"""Seconds in which a guest promises, or shows, its share of a deal."""
LOOKS: Final = 2.0
"""Seconds for which a person may look at the score, or think about another name."""
EARLY: Final = 0.1
"""Seconds that two clocks may differ by."""
MOST_LATE: Final = 8
"""Answers to questions that were not open, above which it is no accident any more."""
TRIES: Final = 3
REMEMBERED: Final = 8


class Door(Protocol):
    """Where guests knock."""

    async def visitor(self, within: float) -> trio.SocketStream | None:
        """Open to the next one that knocks, or give up after so many seconds."""
        ...


class Guest:
    """One evening's client: its seat at a desk, and its connections one by one."""

    def __init__(
        self,
        desk: Desk,
        door: Door,
        *,
        patience: float,
        look: Look = plain,
        cut: Cut = usual,
        pack: Pack = short,
        identity: Identity | None = None,
    ) -> None:
        """Prepare for somebody who has not come yet; with an identity over TLS."""
        self.desk, self.patience = desk, patience
        self.look, self.cut, self.pack = look, cut, pack
        self.identity = identity
        self.remarks: list[str] = []
        self.record: deque[str] = deque(maxlen=REMEMBERED)
        self.question: Question | None = None
        self.session = ""
        self.seat = 0
        self.hello: Hello
        self._door = door
        self._line: Line | None = None
        self._conn = 0
        self._acts: dict[int, Act] = {}
        self._late = 0

    @property
    def _on(self) -> Line:
        """The connection there is."""
        assert self._line is not None
        return self._line

    # --- Coming --------------------------------------------------------------------

    async def knocks(self, within: float | None = None) -> Hello:
        """Wait for the guest's hello; those who only peek are shown the sign."""
        while True:
            stream = await self._door.visitor(within or self.patience)
            if stream is None:
                raise Gone("Your client did not connect.")
            self._line, self._conn = Line(stream), self.desk.opened(HERE)
            if self.identity is not None:
                self._line = Line(await shake_hands(stream, self.identity))
            heard = await self._hear("`hello`", HELLO)
            if isinstance(heard.request, Hello):
                return heard.request
            if not isinstance(heard.request, Peek):
                raise wrong_at(
                    "The first message of a connection is `hello`.", heard.body, "$.t"
                )
            await self.say(*self.desk.take(self._conn, heard.request))
            await self._on.end()

    async def arrive(self) -> None:
        """Let the guest in for the first time."""
        await self.admit(await self.knocks())

    async def admit(self, hello: Hello) -> None:
        """Answer a hello, and another one if its name had to be changed."""
        for _ in range(TRIES):
            out = self.desk.take(self._conn, hello)
            await self.say(*out)
            if isinstance(out[0], Welcome):
                self.hello = hello
                self._seated(out[0])
                return
            hello = await self.greets_again(out[0])
        raise Fault(f"Your client did not find a name in {TRIES} tries.")

    async def greets_again(self, refusal: Message) -> Hello:
        """Hear another hello after one that was refused for its name."""
        if not isinstance(refusal, Err):
            said = refusal.msg if isinstance(refusal, Bye) else "no"
            raise Fault(f"Your client's `hello` is refused by any host: {said}")
        heard = await self._hear("another `hello` after one was refused", self.patience)
        if not isinstance(heard.request, Hello):
            raise wrong_at("Only `hello` comes before the welcome.", heard.body, "$.t")
        return heard.request

    def _seated(self, welcome: Welcome) -> None:
        self._on.welcomed()
        self.session, self.seat = welcome.session, welcome.seat or 0
        if not self.seat:
            raise Fault("Say hello as `bot` or `human`: a watcher is not asked.")

    async def back(self, *, soonest: float = 0.0) -> None:
        """Let the guest in again after its connection was lost."""
        hello = await self.knocks(COMES_BACK)
        if trio.current_time() < soonest - EARLY:
            raise Fault("Your client was back before the time in `retry` was over.")
        if hello.session != self.session:
            how = "without a session" if hello.session is None else "with a wrong one"
            raise Fault(
                f"Your client came back {how}: put the `session` of your `welcome`"
                " into `hello`, or you are somebody new."
            )
        await self.admit(hello)

    async def is_back(self, within: float = LOOKS) -> bool:
        """See whether somebody says hello within a short while."""
        try:
            self.hello = await self.knocks(within)
        except Gone:
            return False
        return True

    async def stays_away(self, seconds: float) -> None:
        """See that nobody knocks for a while."""
        stream = await self._door.visitor(seconds)
        if stream is not None:
            await trio.aclose_forcefully(stream)
            raise Fault(
                "Your client connected again after a `bye` without `retry`, which says"
                " not to."
            )

    # --- Playing -------------------------------------------------------------------

    async def play(self, acts: int | None = None) -> None:
        """Let the guest answer so many questions, or all until the game is over."""
        while acts != 0 and await self.asked():
            await self.serve(await self.answer())
            acts = None if acts is None else acts - 1

    async def asked(self) -> bool:
        """Let pass what comes before the next question; False if none comes now."""
        while not self.desk.over and not self.desk.asks(self.seat):
            if self.desk.sharing:
                await self.shares()
            else:
                await self._looks_at_score()
        return not self.desk.over

    async def answer(self) -> Act:
        """Wait for the answer to the next question; serve what else comes first.

        Raises OverSoon if the game is over before there is one.
        """
        if not await self.asked():
            raise OverSoon
        until = trio.current_time() + self.patience
        waits_for = f"the answer to the question of step {self.desk.step}"
        while True:
            heard = await self._hear(waits_for, until - trio.current_time())
            if isinstance(heard.request, Act):
                self._may_have_id(heard.request, heard)
                return heard.request
            await self.serve(heard.request)

    async def serve(self, request: ToHost) -> None:
        """Let a request have its consequences."""
        if isinstance(request, Leave):
            raise Fault("Your client left in the middle of the game.")
        out = self.desk.take(self._conn, request)
        self._judge(request, out)
        await self.say(*out)

    def unheard(self, request: ToHost) -> list[Message]:
        """Let a request have its consequences; gives what the guest is not told."""
        return self.desk.take(self._conn, request)

    async def silent(self, seconds: float) -> None:
        """See that the guest does not act for a while."""
        with trio.move_on_after(seconds):
            while True:
                heard = await self._on.hear([*self._acts.values()])
                self._note(">", heard.fields)
                if isinstance(heard.request, Act):
                    raise wrong_at(
                        "Your client acts though nothing is asked of it: no `state`"
                        " since had an `ask`.",
                        heard.body,
                        "$.step",
                    )
                await self.serve(heard.request)

    async def _looks_at_score(self) -> None:
        """Wait a little for a person who is not ready for the next round."""
        assert self.desk.between
        with trio.move_on_after(LOOKS):
            heard = await self._on.hear([*self._acts.values()])
            self._note(">", heard.fields)
            await self.serve(heard.request)
            return
        await self.say(*self.desk.overdue(self._conn))

    async def shares(self) -> DealShare | None:
        """Wait a little for the guest's part in a deal; gives a share, if one came.

        Without any the deal is made without.
        """
        with trio.move_on_after(SHARE):
            while True:
                heard = await self._on.hear([*self._acts.values()])
                self._note(">", heard.fields)
                await self.serve(heard.request)
                if isinstance(heard.request, DealShare):
                    return heard.request
                if isinstance(heard.request, DealCommit):
                    return None
        await self.say(*self.desk.overdue(self._conn))
        return None

    def _may_have_id(self, act: Act, heard: Heard) -> None:
        """An act is new with a greater id than all before it, or the same as before."""
        before = self._acts.get(act.id)
        if before is not None and before != act:
            raise wrong_at(
                f"The id {act.id} was used for another act: take a greater one.",
                heard.body,
                "$.id",
            )
        if before is None and act.id < max(self._acts, default=0):
            raise wrong_at(
                f"The id {act.id} is less than that of an act of this seat before it;"
                " after a reconnect go on above `welcome.last_id`.",
                heard.body,
                "$.id",
            )
        self._acts[act.id] = act

    def _judge(self, request: ToHost, out: Sequence[Message]) -> None:
        """Look at what a request was answered with."""
        reply = next((m for m in out if getattr(m, "re", None) == request.id), None)
        if isinstance(reply, Err) and reply.code in _FAULTS:
            body = short(msgspec.to_builtins(request))
            why = f" ({reply.why.value})" if reply.why else ""
            spot = "$.action" if reply.code is ErrCode.ILLEGAL else "$.id"
            raise wrong_at(f"`err {reply.code.value}`{why}: {reply.msg}", body, spot)
        if isinstance(reply, Err):
            self._noted_refusal(reply)

    def _noted_refusal(self, err: Err) -> None:
        self.remarks.append(f"A request was refused with `{err.code.value}`.")
        self._late += err.code in (ErrCode.STALE_STEP, ErrCode.NOT_YOUR_TURN)
        if self._late > MOST_LATE:
            raise Fault(
                f"Your client answered {self._late} questions that were not open:"
                " answer the `ask` of the newest `state`, once."
            )

    # --- The connection ------------------------------------------------------------

    async def hears(self, change: Change) -> None:
        """Let something happen, and tell the guest."""
        await self.say(*self.desk.happens(self._conn, change))

    async def say(self, *messages: Message) -> None:
        """Send messages in the script's way."""
        if frames := self.frames(*messages):
            await self._on.send(self.cut(frames))

    def frames(self, *messages: Message) -> list[bytes]:
        """Write messages as they are sent tonight."""
        found = []
        for message in messages:
            fields: Map = msgspec.to_builtins(message)
            self._note("<", fields)
            if isinstance(message, State):
                self._asked(message)
            found += [framed(self.pack(one)) for one in self.look(fields)]
        return found

    def _asked(self, state: State) -> None:
        self.question = state.ask
        if state.ask is not None:
            self._on.new_offer_means = msgspec.to_builtins(state.ask.default)

    async def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        await self._on.send([Piece(data)])

    async def lose(self) -> None:
        """Cut the connection without a word."""
        self.record.append("- the connection is cut")
        await self._on.cut()
        self.desk.lost(self._conn)

    async def part(self, bye: Bye) -> None:
        """Say bye, and see the guest close the connection."""
        await self.say(bye)
        await self.ends()

    async def ends(self) -> None:
        """See the guest close the connection after a bye."""
        await self._on.end()

    async def leave(self) -> None:
        """Have nothing more to do with the guest."""
        if self._line is not None:
            await self._line.cut()

    async def _hear(self, what: str, within: float) -> Heard:
        """Wait for a request; a beat shows meanwhile that the host lives."""
        until = trio.current_time() + within
        while (now := trio.current_time()) < until:
            with trio.move_on_at(min(until, now + BEAT)):
                heard = await self._on.hear([*self._acts.values()])
                self._note(">", heard.fields)
                return heard
            if self.seat:
                await self.say(Beat(self.desk.table.seq))
        raise Fault(f"Your client was silent: {what} did not come.")

    def _note(self, way: str, fields: dict[str, Any]) -> None:
        self.record.append(f"{way} {digest(fields)}")


# Refusals that a client has no excuse for; the others may come of bad timing.
_FAULTS: Final = frozenset(
    {
        *(ErrCode.ILLEGAL, ErrCode.ID_REUSED, ErrCode.NOT_OWNER, ErrCode.BAD_TEXT),
        ErrCode.BAD_SHARE,
    }
)
