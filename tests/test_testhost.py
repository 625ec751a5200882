"""The test host lets good clients pass, and tells the others what they did wrong."""

import re
import socket
import sys
from collections.abc import Awaitable, Callable, Iterable
from itertools import pairwise
from pathlib import Path

import msgpack
import pytest
import trio

from p10net.bots.levels import LEVELS
from p10net.client.link import to_places
from p10net.client.runner import next_name, run_bot
from p10net.client.secure import anybody, shake_hands
from p10net.client.session import Session, Visitor
from p10net.host.chance import Chance
from p10net.host.testhost import guest, line, program
from p10net.host.testhost.bench import Bench, Verdict, tells
from p10net.host.testhost.desk import Desk
from p10net.host.testhost.faults import marked_bytes
from p10net.host.testhost.scripts import OVER_SOON, SCRIPTS, Script
from p10net.protocol.address import Place
from p10net.protocol.codec import HEADER
from tests.clients import Client, Gullible, Message
from tests.shell import inside, outside, said, started

HOME = "127.0.0.1"
PATIENCE = 20.0
BRIEF = 1.0
"""Seconds to wait for a client that is silent by intention."""
PLAIN_BOT = Path(__file__).parents[1] / "examples" / "plain_bot.py"

Run = Callable[[int], Awaitable[None]]


PLAIN = [name for name, script in SCRIPTS.items() if not script.private]


async def tried(
    names: Iterable[str], client: Run, *, tls: bool = False, patience: float = PATIENCE
) -> list[Verdict]:
    """Put a client that runs in this process through some scripts."""
    (listener,) = await trio.open_tcp_listeners(0, host=HOME)
    table = Bench(listener, patience, tls=tls)
    verdicts: list[Verdict] = []
    async with trio.open_nursery() as nursery:
        playing = trio.CancelScope()

        async def play() -> None:
            with playing:
                await client(table.port)

        def starts(name: str) -> None:
            nonlocal playing
            playing = trio.CancelScope()
            nursery.start_soon(play)

        def ends(verdict: Verdict) -> None:
            playing.cancel()
            verdicts.append(verdict)

        await table.run(names, starts, ends)
    return verdicts


async def verdict_on(name: str, client: type[Client], *, tls: bool = False) -> Verdict:
    """Put one client through one script."""
    patience = BRIEF if client is Mute else PATIENCE
    (verdict,) = await tried(
        [name], lambda port: client(port).run(), tls=tls, patience=patience
    )
    return verdict


# --- Who does everything right ---------------------------------------------------


@pytest.mark.limit(150)
async def test_a_good_client_passes_everything() -> None:
    """A bot on a bare socket that does what PROTOCOL.md says."""
    verdicts = await tried(PLAIN, lambda port: Client(port).run())

    assert [verdict.script for verdict in verdicts] == PLAIN
    assert [(v.script, v.fault) for v in verdicts if not v.passed] == []


async def test_a_person_passes_who_is_never_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody has to say ready for the next round while scripts are tried."""
    monkeypatch.setattr(guest, "LOOKS", 0.02)

    class Person(Client):
        kind = "human"

    verdict = await verdict_on("floating", Person)

    assert verdict.passed, verdict


@pytest.mark.limit(150)
async def test_our_own_bot_passes_everything() -> None:
    """The session and runner of this program hold what PROTOCOL.md asks of others."""

    async def play(port: int) -> None:
        session = Session(
            to_places(Place(HOME, port)), Visitor("bot", "bot"), another_name=next_name
        )
        brain = LEVELS["steady"](Chance(1).generator(1))
        said: list[str] = []
        await run_bot(session, brain, tell=said.append, pace=0)

    verdicts = await tried(PLAIN, play)

    assert [(v.script, v.fault, v.lines) for v in verdicts if not v.passed] == []


async def test_nobody_is_blamed_for_a_game_that_ends_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cards may fall so that a script has nothing left to ask: it says so and ends."""

    async def asks_too_late(evening: guest.Guest) -> None:
        await evening.arrive()
        await evening.play()
        await evening.answer()

    monkeypatch.setitem(SCRIPTS, "late", Script("plays on", asks_too_late))

    verdict = await verdict_on("late", Client)

    assert (verdict.fault, verdict.remarks) == ("", (OVER_SOON,))


async def test_over_tls_a_client_has_to_know_its_host() -> None:
    """One that speaks plainly, and one that trusts anybody, are told so."""

    class Trusting(Client):
        async def connect(self) -> trio.abc.Stream:
            return (await shake_hands(await super().connect(), anybody)).stream

    good, plain, fooled = [
        await verdict_on(name, kind, tls=True)
        for name, kind in (
            ("handshake", Trusting),
            ("handshake", Client),
            ("wrong_host", Trusting),
        )
    ]

    assert good.passed, good
    assert plain.fault.startswith("Your client did not finish a TLS handshake")
    assert fooled.fault.startswith("Your client said hello, session and all, to a host")


# --- Who does something wrong ----------------------------------------------------


class Stranger(Client):
    """Speaks something else altogether."""

    async def send(self, message: Message) -> None:
        await self.stream.send_all(b"GET / HTTP/1.1\r\n\r\n")


class Encrypted(Client):
    """Begins with a TLS hello."""

    async def send(self, message: Message) -> None:
        await self.stream.send_all(b"\x16\x03\x01\x00\xa5")


class LittleEndian(Client):
    """Writes lengths the wrong way round."""

    async def send(self, message: Message) -> None:
        body = msgpack.packb(message)
        await self.stream.send_all(len(body).to_bytes(HEADER, "little") + body)


class Endless(Client):
    """Announces a frame that is too long."""

    async def send(self, message: Message) -> None:
        await self.stream.send_all(b"\x00\x00\x10\x01")


class Arrays(Client):
    """Writes structs as arrays, as some libraries do."""

    async def send(self, message: Message) -> None:
        body = msgpack.packb([*message.values()])
        await self.stream.send_all(len(body).to_bytes(HEADER, "big") + body)


class Floats(Client):
    """Writes whole numbers as floats, as some languages do."""

    async def act(self, action: Message) -> None:
        self.ask["step"] = float(self.ask["step"])
        await super().act(action)


class SmallLetters(Client):
    """Has another idea of a card."""

    async def act(self, action: Message) -> None:
        if "card" in action:
            action = {**action, "card": action["card"].lower()}
        await super().act(action)


class NoHello(Client):
    """Plays before anybody knows it."""

    def hello(self) -> Message:
        return {"t": "ready", "id": 1}


class Twice(Client):
    """Says hello and then hello."""

    async def on_welcome(self, message: Message) -> None:
        await super().on_welcome(message)
        self.number = 2
        await self.send(self.hello() | {"id": 2})


class OneId(Client):
    """Uses the same id for everything."""

    async def act(self, action: Message) -> None:
        self.number = 0
        await super().act(action)


class Forgetful(Client):
    """Counts from the beginning again after a loss."""

    def hello(self) -> Message:
        self.number = 1
        return super().hello()

    async def on_welcome(self, message: Message) -> None:
        self.session, self.unanswered = message["session"], None


class Cheat(Client):
    """Discards a card that nobody holds twice over."""

    def choose(self, ask: Message) -> Message:
        default: Message = ask["default"]
        return {"a": "hit", "card": "W", "meld": "z"} if "card" in default else default


class Mute(Client):
    """Listens only."""

    async def on_state(self, message: Message) -> None:
        pass


class Quitter(Client):
    """Leaves as soon as it is asked."""

    async def act(self, action: Message) -> None:
        await self.send({"t": "leave", "id": 99})


class Newcomer(Client):
    """Comes back as somebody new."""

    def hello(self) -> Message:
        self.session = None
        return super().hello()


class Impostor(Client):
    """Comes back with a session it made up."""

    def hello(self) -> Message:
        self.session = self.session and "0" * 32
        return super().hello()


class Stubborn(Client):
    """Never does anything else than what it wanted first."""

    async def act(self, action: Message) -> None:
        await super().act(self.choose(self.ask))


class Clinging(Client):
    """Comes back whatever it is told."""

    async def visit(self) -> Message:
        return {**await super().visit(), "retry": 0}


class Impatient(Client):
    """Does not wait to be called back."""

    async def waits(self, seconds: float) -> None:
        pass


class Restless(Client):
    """Acts again whenever it was refused."""

    async def on_err(self, message: Message) -> None:
        await self.act(self.ask["default"])


class Echo(Client):
    """Answers every question over and over."""

    async def act(self, action: Message) -> None:
        for _ in range(4):
            await super().act(action)


class SameName(Client):
    """Insists on its name."""

    async def on_err(self, message: Message) -> None:
        await self.send(self.hello() | {"id": 2})


class Later(Client):
    """Speaks a protocol that does not exist yet."""

    def hello(self) -> Message:
        return super().hello() | {"proto": [2]}


class Lingering(Client):
    """Keeps the connection after a bye."""

    async def parting(self) -> None:
        await trio.sleep_forever()


class Deaf(Client):
    """Stops reading once it has seen a question."""

    async def on_state(self, message: Message) -> None:
        await super().on_state(message)
        if self.number > 2:
            await trio.sleep_forever()


class Unsharing(Gullible):
    """Says that it shares, and does not."""

    async def on_deal_open(self, message: Message) -> None:
        pass


class Turncoat(Gullible):
    """Shows another share than it promised."""

    async def on_deal_commits(self, message: Message) -> None:
        self.share = b"\x08" * 32
        await super().on_deal_commits(message)


class Onlooker(Client):
    """Watches only."""

    kind = "watcher"


MISTAKES: list[tuple[str, type[Client], str, str]] = [
    ("handshake", Stranger, "its first four bytes are the length", "47 45 54 20"),
    ("handshake", Encrypted, "begins with a TLS hello", "16 03 01 00"),
    ("handshake", LittleEndian, "most significant byte first", ""),
    ("handshake", Endless, "Frame 1: A frame has 1 to 4096 bytes; 4097", "00 00 10 01"),
    ("handshake", Arrays, "Frame 1 is not one map of the types in section 2: It", ""),
    ("handshake", Floats, "(at $.step): Floats, bin and ext are not used.", "cb"),
    ("handshake", SmallLetters, "`act`, is wrong at $.action.card: This word", ""),
    ("handshake", NoHello, "The first message of a connection is `hello`.", ""),
    ("handshake", OneId, "the `id` 1 is not greater than 1, which", "01"),
    ("handshake", Cheat, "`err illegal` (lay_first): The rules forbid it", ""),
    ("handshake", Mute, "the answer to the question of step", ""),
    ("handshake", Quitter, "Your client left in the middle of the game.", ""),
    ("handshake", Echo, "questions that were not open: answer the `ask`", ""),
    ("handshake", Onlooker, "Say hello as `bot` or `human`", ""),
    ("handshake", Lingering, "After `bye` the connection is over", ""),
    ("versions", Later, "Put 1 into `proto` of your `hello`", ""),
    ("versions", Clinging, "connected again after a `bye` without `retry`", ""),
    ("name_taken", SameName, "said hello under the same name", ""),
    ("slow_reader", Deaf, "did not read for 0.5 s what was sent", ""),
    ("illegal", Stubborn, "sent again what had just been refused", ""),
    ("pause", Restless, "acts though nothing is asked of it", ""),
    ("lost_reply", Forgetful, "The id 2 was used for another act", "02"),
    ("cut_short", Newcomer, "came back without a session", ""),
    ("cut_short", Impostor, "came back with a wrong one", ""),
    ("retry", Impatient, "back before the time in `retry` was over", ""),
    ("replaced", Clinging, "connected again after a `bye` without `retry`", ""),
    ("shuffle", Unsharing, "lists the feature `shuffle1` and gave no share", ""),
    ("shuffle", Turncoat, "`err bad_share`: It does not fit your commitment", ""),
    ("forged", Gullible, "showed its share though `deal_commits` has another", ""),
    ("kick", Clinging, "connected again after a `bye` without `retry`", ""),
]


@pytest.mark.parametrize(
    ("name", "client", "says", "bytes_shown"),
    MISTAKES,
    ids=[f"{name}-{client.__name__}" for name, client, _, _ in MISTAKES],
)
async def test_a_mistake_is_named(
    name: str,
    client: type[Client],
    says: str,
    bytes_shown: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sentence says what was wrong, and the bytes of it are marked."""
    monkeypatch.setattr(line, "CLOSES", 0.5)
    monkeypatch.setattr(line, "SEND", 0.5)
    verdict = await verdict_on(name, client)

    assert not verdict.passed
    assert says in verdict.fault
    assert verdict.fault.endswith((".", "!")), verdict.fault
    assert bytes_shown in marked(verdict.lines)


def marked(lines: Iterable[str]) -> str:
    """Give the bytes that stand over marks."""
    found = []
    for above, below in pairwise(lines):
        if re.fullmatch(r" +\^+", below):
            found.append(above[below.index("^") : len(below)])
    return " ".join(found)


async def test_a_second_hello_is_only_remarked() -> None:
    """What costs nobody anything is said, and is no fault."""
    verdict = await verdict_on("handshake", Twice)

    assert verdict.remarks == ("A request was refused with `wrong_stage`.",)


async def test_the_last_words_before_a_fault_are_shown() -> None:
    """Both sides of the talk that led to it, newest last."""
    verdict = await verdict_on("handshake", Cheat)
    told = "\n".join(verdict.lines)

    assert "Before that ('>' is your client):" in told
    assert re.search(r"  < state, seq \d+, stage play, step \d+, asks for one of", told)
    assert verdict.lines[-1].startswith("  > act, id ")


def test_marks_stand_under_their_bytes() -> None:
    """A spot that goes over a line end is marked on both lines."""
    assert marked_bytes(bytes(range(40)), 14, 18) == (
        "    0  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................",
        "                                                 ^^^^^",
        "   16  10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f  ................",
        "       ^^^^^",
        "   32  20 21 22 23 24 25 26 27                           !\"#$%&'",
    )


def test_the_desk_plays_the_same_game_each_time() -> None:
    """What a guest is told depends on the script and on nothing else."""
    tables = [Desk(bots=3).table.house for _ in range(2)]

    assert [player.name for player in tables[0].players.values()] == [
        "Tester 1",
        "Tester 2",
        "Tester 3",
    ]
    assert tables[0].chance.game_id(1) == tables[1].chance.game_id(1)


# --- The command -----------------------------------------------------------------


def test_the_scripts_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, with what the client goes through."""
    done = inside(capsys, "testhost", "--list")

    assert done.code == 0
    assert [text.split()[0] for text in done.out.splitlines()] == [*SCRIPTS]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--client", "no-such-program x"), "There is no program no-such-program"),
        (("--client", ""), "--client names no program"),
        (("--client", "'x"), "cannot be read: close its quotes."),
        (("--script", "nonsense"), "--script is nonsense: use one of"),
        (("--script", "wrong_host"), "The script wrong_host needs --tls."),
    ],
)
def test_a_slip_on_the_command_line_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said before anything is listened on."""
    done = inside(capsys, "testhost", *arguments)

    assert done.code == 2
    assert sentence in done.sentence


@pytest.mark.limit(30)
async def test_a_client_may_be_started_by_hand() -> None:
    """It is said where to come, and for which script; a stray visitor costs nothing."""
    scripts = ("--script", "handshake", "--script", "versions")
    with started("testhost", "--port", "0", *scripts) as program:
        where = await trio.to_thread.run_sync(said, program.stdout)
        port = int(where.rstrip(".\n").rpartition(" ")[2])
        for number, name in enumerate(("handshake", "versions"), 1):
            line = await trio.to_thread.run_sync(said, program.stdout)
            assert line.startswith(f"Start your client ({number} of 2, {name}: it ")
            await Client(port).run()
        assert await trio.to_thread.run_sync(program.wait) == 0


def test_a_port_that_is_taken_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence, with the port in it."""
    with socket.create_server((HOME, 0)) as taken:
        port = taken.getsockname()[1]
        done = inside(capsys, "testhost", "--port", str(port))

    assert done.code == 1
    assert done.sentence.startswith(f"Port {port} of {HOME} cannot be used (")


@pytest.mark.limit(30)
def test_a_program_is_started_for_each_script() -> None:
    """The table at the end says what was passed, the exit code whether all was."""
    bot = f"{sys.executable} {PLAIN_BOT}"
    scripts = ("--script", "handshake", "--script", "lost_act")
    done = outside("testhost", "--port", "0", "--client", bot, *scripts)
    rows = done.out.splitlines()[-3:]

    assert done.code == 1
    assert done.err == ""
    assert re.fullmatch(
        r"PASS  handshake +\d+\.\d s  comes in and plays a round", rows[0]
    )
    assert re.fullmatch(r"FAIL  lost_act +\d+\.\d s  Your client did not .*", rows[1])
    assert rows[2] == "1 of 2 passed."
    assert "Its program ended with status 0; its last lines:" in done.out


@pytest.mark.limit(150)
def test_whether_a_client_says_that_its_host_cheats_is_seen() -> None:
    """Our own bot says it in a line; a program that says nothing is told so."""
    ours = f"{sys.executable} -m p10net bot {{host}}:{{port}} --pace 0"
    scripts = ("--port", "0", "--script", "false_proof", "--script", "shuffle")
    good = outside("testhost", *scripts, "--client", ours)
    program = Path(__file__).with_name("gullible_program.py")
    blind = outside("testhost", *scripts, "--client", f"{sys.executable} {program}")

    assert good.out.endswith("2 of 2 passed.\n"), good.out
    assert blind.out.endswith("1 of 2 passed.\n"), blind.out
    assert "false_proof: The host cheated, and your client did not say so" in blind.out


@pytest.mark.parametrize(
    ("said_so", "line"),
    [
        (True, "In deal 3 the host changed what it had promised."),
        (True, "CHEAT: deal"),
        (False, '< {"t": "deal_proof", "deals": [{"deal": 1, "round": 1}]}'),
        (False, "{'deal': 1}"),
        (False, "You are dealt ten cards."),
    ],
)
def test_a_frame_that_is_written_down_tells_nobody(said_so: bool, line: str) -> None:
    """The word has to stand in a sentence of the client's own."""
    assert tells("deal", ["Hello.", line]) == said_so


@pytest.mark.limit(30)
def test_a_program_that_has_to_be_stopped_is_not_blamed_for_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a fault it got no bye to end by, and how it ended is our doing."""
    monkeypatch.setattr(program, "ENDS", 0.2)
    words = (
        "import socket, sys, time;"
        "to = socket.create_connection((sys.argv[1], int(sys.argv[2])));"
        "to.sendall(b'GET / HTTP/1.1'); time.sleep(60)"
    )
    client = f'{sys.executable} -c "{words}"'
    scripts = ("--script", "forms", "--patience", "5")
    done = inside(capsys, "testhost", "--port", "0", "--client", client, *scripts)

    assert done.code == 1
    assert "forms: The connection does not begin with a frame" in done.out
    assert "In this script your client meets nil fields, long lengths" in done.out
    assert "Its program did not end by itself and was stopped" in done.out
    assert "bye" not in done.out


@pytest.mark.limit(30)
def test_a_program_that_falls_over_is_quoted() -> None:
    """Its last words stand under the fault, without waiting for the patience."""
    words = "'raise SystemExit(\"out of luck\")'"
    client = f"{sys.executable} -c {words} {{host}} {{port}}"
    scripts = ("--script", "handshake", "--patience", "20")
    done = outside("testhost", "--port", "0", "--client", client, *scripts)

    assert done.code == 1
    assert "handshake: Your client did not connect." in done.out
    assert "Its program ended with status 1" in done.out
    assert "out of luck" in done.out
