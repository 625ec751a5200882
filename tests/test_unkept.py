"""Where nothing can be kept, nothing is said to be: no seat, no table, no game."""

import errno
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from p10net.cli import folders
from p10net.client.commands import menu
from p10net.client.picture import plain
from p10net.client.screen.draw import draw
from p10net.client.seats import Claim
from p10net.client.session import Ending
from p10net.client.words import keeping, parting, prompts
from p10net.protocol.errors import ByeCode
from p10net.protocol.messages import Bye
from tests.far_end import Door
from tests.ptys import PtyProgram
from tests.scenes import drawing
from tests.shell import COMMAND, outside, said, started

TOKEN = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def address(home: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Have a table open, of a host that can keep it, and no folder of one's own."""
    folders.state().parent.mkdir(parents=True, exist_ok=True)
    folders.state().write_text("in the way", "utf-8")
    opened = ("host", "--headless", "--bind", "127.0.0.1", "--no-advertise")
    own = ("--port", "0", "--json", "--state-dir", str(home / "hosts"))
    with started(*opened, *own, *getattr(request, "param", ())) as host:
        yield f"127.0.0.1:{json.loads(said(host.stdout))['port']}"


# --- Lines and screen -----------------------------------------------------------------


def test_in_lines_it_is_said_once_and_not_taken_back(address: str) -> None:
    """Whoever leaves hears how the seat can be had again all the same."""
    done = outside("join", address, "--plain", "--name", "Ann")

    assert (done.err + done.out).count("Nothing can be kept in") == 1
    assert done.out.endswith(f"{parting.UNKEPT}\n")
    assert "Your seat is kept" not in done.out


def test_on_the_screen_it_is_said_there(address: str) -> None:
    """What is said before the screen opens cannot be read behind it."""
    command = [*COMMAND, "join", address, "--name", "Ann"]
    with PtyProgram(command, rows=40) as program:
        program.wait_for("Nothing can be kept in", "Ann (you)")
        program.send("q")
        program.wait_for(prompts.LEAVE_UNKEPT[:40])
        program.send("y")
        assert program.wait_exit() == 0
        assert parting.UNKEPT[:60] in program.text
        program.assert_sane()


ONE_GAME = ("--once", "--bots", "1", "--rules", "quick", "--pace", "0")


@pytest.mark.parametrize("address", [ONE_GAME], indirect=True)
def test_a_bot_says_it_once(address: str) -> None:
    """In a whole game its log has one line of it."""
    done = outside("bot", address, "--pace", "0")

    assert done.code == 0
    assert done.err.count("Nothing can be kept in") == 1


def test_a_game_alone_that_never_began_leaves_nothing(home: Path) -> None:
    """No seat of it is kept; of one that is over neither."""
    for typed in (b"", b"quit\n"):
        done = outside("play", "--plain", "--bots", "1", feed=typed)
        assert "is kept" not in done.out
        kept = [*folders.state().glob("tables/*.journal")]
        assert kept or "resume" not in done.out


# --- The parts ------------------------------------------------------------------------


def test_a_claim_says_whether_it_kept_the_seat(tmp_path: Path) -> None:
    """Also where the folder is there and the file cannot be written."""
    with Claim(tmp_path / "good", "7", "Ann") as claim:
        assert claim.keep(TOKEN)
        assert claim.keep(TOKEN)
    (tmp_path / "file").touch()
    with Claim(tmp_path / "file", "7", "Ann") as claim:
        assert not claim.keep(TOKEN)
    (path,) = (tmp_path / "good" / "seats").glob("*.json")
    path.unlink()
    path.mkdir()
    with Claim(tmp_path / "good", "7", "Ann") as claim:
        assert not claim.keep(TOKEN)
        assert not claim.keep(TOKEN)
        assert claim.trouble is not None


@pytest.mark.parametrize("kept", [True, False])
async def test_a_session_promises_what_was_kept(kept: bool) -> None:
    """Its goodbye is that of a seat that can be taken back, or of one that cannot."""
    door, endings = Door(), list[Ending]()
    session = door.session(keep=lambda token: kept)

    async def stay() -> None:
        endings.append(await session.run())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(stay)
        far = await door.answer()
        await far.greet()
        await far.say(Bye(ByeCode.LEFT, ""))
    assert session.unkept is not kept
    assert (endings[0].said == parting.UNKEPT) is not kept


def test_leaving_is_asked_about_as_it_is() -> None:
    """The screen promises no seat that cannot be taken back."""
    desk = drawing()
    for unkept in (False, True):
        desk.scene = replace(desk.scene, unkept=unkept)
        assert (prompts.MENU_LEAVE in str(menu.items(desk.scene))) is not unkept
        asked = desk.press("q").scene
        told = plain(draw(asked, 100, 30, ascii_only=True))
        assert ("stays yours" in asked.local.notice) is not unkept
        assert ("seat stays yours" in told) is not unkept
        desk.press("esc")


@pytest.mark.parametrize(
    ("code", "step"),
    [
        (errno.ENOSPC, "make room there"),
        (errno.EDQUOT, "make room there"),
        (errno.EROFS, "see who may write there"),
        (errno.ENOTDIR, "see who may write there"),
    ],
)
def test_what_to_do_depends_on_what_is_wrong(code: int, step: str) -> None:
    """No room can be made on a disk that is there to read only."""
    assert keeping.remedy(OSError(code, "")) == step
