"""Opening and joining tables by command: every way it can fail has its sentence."""

import contextlib
import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest
import trio

from p10net.cli import announce, opening, ports, running
from p10net.cli.exits import Exit, Trouble
from p10net.cli.host import host
from p10net.cli.opening import Asked
from p10net.client.found import Answer
from p10net.client.peek import peek
from p10net.host.table import Result, SeatResult
from p10net.lan.interfaces import own_addresses, reachable_at
from p10net.protocol.address import Place
from p10net.protocol.codec import frame
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye, Going, Places, Sign
from tests.ptys import PtyProgram
from tests.shell import COMMAND, PATIENCE, inside, said, started

Capture = pytest.CaptureFixture[str]

HOME = "127.0.0.1"
HEADLESS = ("host", "--headless", "--bind", HOME, "--no-advertise")
OPEN = (*HEADLESS, "--port", "0", "--json")


@contextlib.contextmanager
def answering(said: bytes) -> Iterator[str]:
    """Have something on this computer that says these bytes to whoever knocks."""
    with socket.create_server((HOME, 0)) as server:

        def answer() -> None:
            with contextlib.suppress(OSError):
                while True:
                    knocking, _ = server.accept()
                    with knocking:
                        knocking.recv(4096)
                        knocking.sendall(said)

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"{HOME}:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def nobody() -> str:
    """Give an address where nobody listens."""
    with socket.create_server((HOME, 0)) as server:
        return f"{HOME}:{server.getsockname()[1]}"


SIGN = Sign(
    re=1,
    id="ab",
    name="Attic",
    seats=Places(1, 6),
    state=Going.LOBBY,
    rules="official",
    protos=(7,),
    version="9.9",
    watch=True,
    locked=False,
    password=False,
)


# --- Opening --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--bots", "7"), 2, "--bots is 7: use a number from 0 to 6."),
        (
            ("--bots", "5", "--rules", "masters"),
            2,
            "no room for 5 bots at a table",
        ),
        (("--bots", "3", "--seats", "2"), 2, "no room for 3 bots at a table of 2"),
        (
            ("--seats", "5", "--rules", "masters"),
            2,
            "at most 4 players: lower",
        ),
        (("--start-when", "4", "--seats", "3"), 2, "never has 4: lower --start-when."),
        (("--rules", "ofical"), 2, "did you mean official?"),
        (("--set", "skips=99"), 2, "skips = 99 is not possible"),
        (("--name", "\x1b[2J"), 2, "characters that cannot be shown"),
        (("--name", "--"), 2, "needs a letter or a digit."),
        (("--name", "x" * 41), 2, "at most 40 characters: shorten --table."),
        (("--port", "99999"), 2, "--port is 99999: use a number from 0 to 65535."),
        (("--bind", "nowhere.invalid"), 2, "nowhere.invalid is no address of this"),
        (("--bind", "fe80::1"), 2, "fe80::1 needs the network interface it is on"),
        (("--bind", "[::1%lo]"), 2, "::1 is on no one interface: leave %lo out"),
        (("--bind", "192.0.2.77", "--port", "0"), 1, "has no such address"),
        (
            ("--level", "clever"),
            2,
            "--level is clever: use one of random, easy, steady,",
        ),
    ],
)
def test_a_table_that_cannot_be_opened(
    arguments: tuple[str, ...], code: int, sentence: str, capsys: Capture, home: object
) -> None:
    """One sentence, the right exit code, and nothing on standard output."""
    done = inside(capsys, "host", "--headless", "--no-advertise", *arguments)

    assert sentence in done.sentence
    assert (done.code, done.out) == (code, "")


def test_an_address_to_bind_may_stand_in_brackets(home: object) -> None:
    """As it does wherever else an address is typed."""
    context = click.Context(host, info_name="host")
    with host.make_context("host", ["--bind", "[::1]"], parent=context) as made:
        assert made.params["bind"] == ("::1",)


def test_an_address_may_be_named_twice(home: Path) -> None:
    """It is listened on once, not found to be in use."""
    with started(*OPEN, "--bind", HOME) as host:
        assert json.loads(said(host.stdout))["addresses"]


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        (("forget", " "), 2, "Name one table, or use --all for every one."),
        (("stop", ""), 3, "No table of yours runs on this computer."),
        (("testhost", "--client", ""), 2, "--client names no program: write its path."),
        (("resume", "--state-dir", "/dev/null"), 3, "No table of yours waits in /dev"),
        (("doctor", "34"), 2, "34 alone means a table on some network here: give"),
    ],
)
def test_what_is_missing_is_named(
    line: tuple[str, ...], code: int, sentence: str, capsys: Capture, home: Path
) -> None:
    """A blank is no name, and a folder that was named is where was looked."""
    done = inside(capsys, *line)

    assert done.sentence.startswith(sentence)
    assert (done.code, done.out) == (code, "")


def test_a_name_to_bind_is_told_as_its_address(home: Path) -> None:
    """Whoever listens on a name can be reached where that name is."""
    bound = ("host", "--headless", "--bind", "localhost", "--no-advertise")
    with started(*bound, "--port", "0", "--json") as host:
        told = json.loads(said(host.stdout))

    assert f"{HOME}:{told['port']}" in told["addresses"]


def test_a_port_in_use_is_named(capsys: Capture, home: object) -> None:
    """With what to do about it."""
    with socket.create_server((HOME, 0)) as taken:
        port = str(taken.getsockname()[1])
        done = inside(capsys, *HEADLESS, "--port", port)

    assert done.code == Exit.FAILED
    assert done.sentence == (
        f"Port {port} is in use: choose another one with --port, or 0 for any."
    )


async def test_the_usual_port_gives_way_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Unless a port was asked for; when all are taken that is said."""
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(socket.create_server((HOME, 0)))
        port = first.getsockname()[1]
        monkeypatch.setattr(ports, "PORT", port)
        monkeypatch.setattr(ports, "LAST", port + 30)
        listeners = await ports.listen((HOME,), None)

        assert port < ports.port_of(listeners) <= port + 30

        monkeypatch.setattr(ports, "LAST", port)
        with pytest.raises(Trouble, match=f"Ports {port} to {port} are all in use"):
            await ports.listen((HOME,), None)
        for listener in listeners:
            await listener.aclose()


async def test_several_addresses_share_one_port() -> None:
    """Also where any port will do; a failure closes what was open already."""
    listeners = await ports.listen((HOME, "127.0.0.2"), 0)
    names = {listener.socket.getsockname() for listener in listeners}
    port = ports.port_of(listeners)

    assert names == {(HOME, port), ("127.0.0.2", port)}
    assert ports.loopback_place(listeners) == Place(HOME, port)
    for listener in listeners:
        await listener.aclose()

    with socket.create_server(("127.0.0.2", port)):
        with pytest.raises(Trouble):
            await ports.listen((HOME, "127.0.0.2"), port)
        socket.create_server((HOME, port)).close()


@pytest.mark.parametrize(
    ("bots", "once", "seats", "said", "starts"),
    [
        (0, False, 6, None, 2),
        (1, False, 6, None, 2),
        (3, False, 6, None, 4),
        (6, False, 6, None, 6),
        (1, True, 6, None, 2),
        (2, True, 6, None, 2),
        (4, True, 6, None, 4),
        (2, True, 6, 5, 5),
        (2, False, 3, 3, 3),
    ],
)
def test_when_a_headless_table_starts(
    bots: int, once: bool, seats: int, said: int | None, starts: int
) -> None:
    """With one more than there are bots; with the bots alone where that is enough."""
    asked = Asked(bots=bots, once=once, seats=seats, start_when=said, headless=True)

    assert opening.setup(asked, "Ann").start_when == starts


def test_a_table_with_a_host_waits_for_ready_marks() -> None:
    """Its name is made of who opens it, and its bots are for the host to seat."""
    setup = opening.setup(Asked(bots=2, timer=1.5, grace=2, away="wait"), "Ann")

    assert (setup.name, setup.start_when, setup.bots) == ("Ann's table", None, ())
    assert (setup.timer_ms, setup.grace_ms, setup.away.value) == (1500, 2000, "wait")


def test_what_a_host_only_asks_for(capsys: Capture, home: object) -> None:
    """`--limits` and `--where` print and open nothing."""
    limits, where = (
        inside(capsys, "host", "--limits"),
        inside(capsys, "host", "--where"),
    )

    assert limits.code == where.code == Exit.FINE
    assert "frame_to_host" in limits.out
    assert HOME in where.out


def test_results_are_told_in_words() -> None:
    """One winner, several, or none: a game stopped too early."""
    seats = (SeatResult(1, "Ann", "human", 10, 5), SeatResult(2, "Ben", "bot", 1, 300))

    def words(*winners: int, rounds: int = 3, game: str = "cards") -> str:
        over = announce.game_over(Result(winners, rounds, "official", seats, game))
        assert over.winner == (winners[0] if len(winners) == 1 else None)
        return announce.ended(over)

    assert words(1) == (
        "Ann wins after 3 rounds.\n"
        "  Ann: 10 phases, 5 points\n"
        "  Ben: 1 phase, 300 points"
    )
    assert words(1, 2).startswith("Ann and Ben win together after 3 rounds.")
    assert words().startswith("Nobody wins after 3 rounds.")
    assert words(2, game="dice").startswith("Ben wins after 3 circuits.")
    assert words(2, rounds=1, game="dice").startswith("Ben wins after 1 circuit.")


def test_a_table_says_how_to_come() -> None:
    """A code where the address has one; without a network only the port is known."""
    there = announce.listening("Attic", "ab", 4210, ["192.168.1.34"])
    here = announce.listening("Attic", "ab", 4210, [])

    assert announce.opened(there).splitlines()[0] == (
        "Attic is open: p10net join H00-921 or p10net join 192.168.1.34:4210."
    )
    assert announce.opened(here) == (
        "Attic is open on port 4210, but no network is up."
    )


def test_an_address_of_this_computers_own_words_says_so() -> None:
    """A link-local one names an interface, which others have to name in their way."""
    hosts = ["fe80::2%eth0", "fe80::9%wlan0"]
    told = announce.listening("Attic", "ab", 4210, hosts, "k" * 16, "ba bo")
    said = (
        "In place of eth0 others write the name of their own interface.",
        "Their `p10net host --where` lists it.",
    )
    better = announce.listening("Attic", "ab", 4210, ["fd00::2", *hosts])

    assert tuple(announce.opened(told).splitlines()[:3]) == (
        "Attic is open: p10net join [fe80::2%eth0]:4210.",
        *said,
    )
    assert announce.beside(told, "Linux")[:2] == said
    assert announce.opened(better) == ("Attic is open: p10net join [fd00::2]:4210.")


LINK_LOCAL = [one.host for one in own_addresses() if "%" in one.host]


@pytest.mark.skipif(not LINK_LOCAL, reason="no link-local address on this computer")
async def test_who_listens_on_a_link_local_address_alone_is_found_there() -> None:
    """It is told with its interface; it was said that no network is up."""
    listeners = await ports.listen(LINK_LOCAL[:1], 0)
    hosts = ports.hosts_of(listeners)
    for listener in listeners:
        await listener.aclose()

    assert reachable_at(hosts) == hosts == (LINK_LOCAL[0],)


def test_a_note_of_a_table_that_is_gone_counts_for_nothing(home: Path) -> None:
    """Its process has ended, another has its number, or the note is damaged."""
    with running.noted(home, "ab", "Attic", Place(HOME, 1)):
        (note,) = running.tables(home)
        (path,) = (home / "running").iterdir()
        written = path.read_bytes()
        (home / "running" / "damaged.json").write_bytes(written[:-5])
        other = msgspec.structs.replace(note, since=note.since - 1)
        path.write_bytes(msgspec.json.encode(other))

        assert note.name == "Attic"
        assert running.tables(home) == ()
        assert [*(home / "running").iterdir()] == []
        assert running.stop(msgspec.structs.replace(note, pid=2**22 + 1))


def test_a_table_runs_where_no_note_can_be_left(home: Path) -> None:
    """A folder that takes no file keeps nobody from playing."""
    (home / "running").write_text("a file where the folder should be")

    with running.noted(home, "ab", "Attic", Place(HOME, 1)) as unnoted:
        assert running.tables(home) == ()
        assert unnoted is not None
        assert unnoted.startswith(f"Nothing can be noted in {home} (")


def test_a_table_is_found_in_whatever_folder_it_is_kept(
    home: Path, capsys: Capture
) -> None:
    """`list --mine` and `stop` know it, as it is one user's all the same."""
    with started(*OPEN, "--state-dir", str(home / "elsewhere")) as host:
        told = json.loads(said(host.stdout))
        rows = inside(capsys, "list", "--mine", "--json").out.splitlines()
        closed = inside(capsys, "stop")

    assert [json.loads(row)["id"] for row in rows] == [told["id"]]
    assert closed.code == Exit.FINE
    assert inside(capsys, "list", "--mine").out == (
        "No table of yours answers on this computer: `p10net host` opens one.\n"
    )


# --- Joining --------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["join", "watch", "bot"])
@pytest.mark.parametrize(
    ("target", "code", "sentence"),
    [
        (f"{HOME}:99999", 2, "There is no port 99999"),
        ("p10net://a b/", 2, "This link is not whole"),
        ("!x:1", 2, "is no address and no name of a computer."),
        ("fe80::1", 2, "as in fe80::1%eth0"),
    ],
)
def test_a_target_that_cannot_be_read(
    command: str, target: str, code: int, sentence: str, capsys: Capture, home: object
) -> None:
    """Before anything is asked of a network."""
    done = inside(capsys, command, target)

    assert sentence in done.sentence
    assert done.code == code


@pytest.mark.parametrize("scope", ["nope", "99999"])
def test_an_interface_that_is_not_there(
    scope: str, capsys: Capture, home: object
) -> None:
    """It is not the address that is wrong, nor the network."""
    done = inside(capsys, "bot", f"fe80::1%{scope}")

    assert done.sentence == (
        f"fe80::1%{scope} names no network interface of this computer:"
        " `p10net host --where` lists them."
    )
    assert done.code == Exit.UNREACHABLE


def test_nobody_at_an_address(capsys: Capture, home: object) -> None:
    """A dead address is unreachable, with what to ask for."""
    done = inside(capsys, "bot", place := nobody())

    assert done.sentence == (
        f"No table answers at {place}: ask the host for the code or address."
    )
    assert done.code == Exit.UNREACHABLE


@pytest.mark.parametrize(
    ("answer", "code", "sentence"),
    [
        (frame(SIGN), 5, "The host speaks protocol 7, p10net"),
        (frame(Bye(ByeCode.VERSION, "", protos=(0,))), 5, "update the host's p10net."),
        (frame(Bye(ByeCode.FULL, "")), 4, "The table is full"),
        (b"HTTP/1.0 400 Bad Request\r\n\r\n", 4, "Another program answers at"),
        (b"", 4, ", no p10net table: ask for the address"),
    ],
)
def test_somebody_else_at_an_address(
    answer: bytes, code: int, sentence: str, capsys: Capture, home: object
) -> None:
    """U33: another version names both; a stranger is called one."""
    with answering(answer) as target:
        done = inside(capsys, "bot", target)

    assert sentence in done.sentence
    assert done.code == code


@pytest.mark.limit(30)
def test_no_table_of_that_name(capsys: Capture, home: object) -> None:
    """After a few seconds of looking, exit code 3."""
    done = inside(capsys, "bot", "A table that nobody ever opened")

    assert "A table that nobody ever opened" in done.sentence
    assert done.code == Exit.NO_TABLE


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("join", HOME, "--name", "\x07"), "characters that cannot be shown"),
        (("join", HOME, "--name", "x" * 17), "17 cells wide and 16 fit"),
        (("bot", HOME, "--name", "!"), "A name needs at least one letter"),
        (("bot", HOME, "--brain", "nowhere:Brain"), "There is no nowhere here"),
        (("bot", HOME, "--brain", "no colon"), "no colon"),
        (("play", "--name", "\u202e"), "characters that cannot be shown"),
        (("play", "--bots", "0"), "you play with 1 to 5 bots: see --bots."),
        (("play", "--bots", "4", "--rules", "masters"), "1 to 3 bots: see --bots."),
    ],
)
def test_nobody_sits_down_under_such_a_name(
    arguments: tuple[str, ...], sentence: str, capsys: Capture, home: object
) -> None:
    """Names, brains and numbers are looked at before anything else is done."""
    done = inside(capsys, *arguments)

    assert sentence in done.sentence
    assert done.code == Exit.USAGE


@pytest.mark.limit(30)
def test_a_table_that_lets_nobody_in(capsys: Capture, home: object) -> None:
    """A wrong password is exit code 6, a game that is on is 4 for a bot."""
    with started(*OPEN, "--password", "tea", "--start-when", "6") as host:
        target = f"{HOME}:{json.loads(said(host.stdout))['port']}"
        wrong = inside(capsys, "bot", target, "--password", "coffee")

    assert wrong.sentence.startswith("The password or the seat's token is wrong")
    assert wrong.code == Exit.REMOVED

    busy = ("--bots", "2", "--start-when", "2", "--pace", "60")
    with started(*OPEN, *busy) as host:
        target = f"{HOME}:{json.loads(said(host.stdout))['port']}"
        until_playing(target)
        late = inside(capsys, "bot", target)

    assert late.sentence.startswith("The table is full")
    assert late.code == Exit.UNREACHABLE


@pytest.mark.needs("pty")
@pytest.mark.limit(90)
def test_whoever_was_killed_has_the_seat_again(home: Path) -> None:
    """U22: without its name too, if no other seat is kept; a bot's is never taken."""
    env = {"P10NET_UI": "plain"}
    game = ("--bots", "1", "--start-when", "3", "--pace", "60", "--seed", "3")
    with started(*OPEN, *game) as host:
        target = f"{HOME}:{json.loads(said(host.stdout))['port']}"
        join = [*COMMAND, "join", target]
        with started("bot", target, "--name", "Hal", "--pace", "60") as bot:
            with PtyProgram([*join, "--name", "Ben"], env=env) as ben:
                seat = re.search(r"Seat \d", ben.wait_for("You have 10 cards"))
                ben.process.kill()
            bot.kill()
            bot.wait(PATIENCE)
            with PtyProgram(join, env=env) as again:
                assert seat is not None
                again.wait_for("You are Ben here, as before", seat.group())
        with PtyProgram([*join, "--name", "Cy"], env=env) as other:
            other.wait_for("You are watching")
        with PtyProgram([*join, "--name", "Ben"], env=env) as ben:
            ben.wait_for("You are back")
            ben.send("leave for good\r")
            ben.wait_for("You left for good")
            assert ben.wait_exit() == 0
        with PtyProgram([*join, "--name", "Ben"], env=env) as ben:
            ben.wait_for("You are watching")


def until_playing(target: str) -> None:
    """Look at a table's sign until its game is on."""
    host, _, port = target.partition(":")

    async def look() -> None:
        state = Going.LOBBY
        while state is not Going.PLAYING:
            answer = await peek(Place(host, int(port)))
            state = answer.sign.state if isinstance(answer, Answer) else state

    trio.run(look)


@pytest.mark.parametrize(
    ("system", "word"), [("Darwin", "macOS"), ("Windows", "private"), ("Linux", "")]
)
def test_a_host_is_told_what_the_system_may_ask(system: str, word: str) -> None:
    """Where a box may open behind the window, the lobby says so; elsewhere nothing."""
    said = " ".join(announce.permission(system))
    assert bool(said) == bool(word)
    assert word in said
