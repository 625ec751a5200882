"""What a client remembers: tokens that only one process uses, and hosts it met."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p10net.client.seats import (
    Claim,
    Kind,
    Met,
    claim,
    forget,
    hosts,
    left_behind,
    meet,
)
from p10net.protocol.address import Place

TABLE, OTHER = "ab" * 16, "cd" * 16
TOKEN, NEWER = "00112233445566778899aabbccddeeff", "ff" * 16
ANNS = Met(TABLE, "Ann's table", (Place("192.168.1.34"),))
BENS = Met(OTHER, "Ben's table", (Place("192.168.1.35", 4211),))


def taken(
    folder: Path, name: str = "Ann", table: str = TABLE, kind: Kind = "human"
) -> Claim:
    """Take a place that must be free."""
    found = claim(folder, table, [name], kind)
    assert found is not None
    return found


def kept(
    folder: Path, name: str = "Ann", token: str = TOKEN, kind: Kind = "human"
) -> None:
    """Leave a token behind, as a client that has ended."""
    with taken(folder, name, kind=kind) as place:
        place.keep(token)


def files(folder: Path) -> list[Path]:
    """List the tokens' files."""
    return sorted((folder / "seats").glob("*.json"))


def test_a_token_is_there_after_a_restart(tmp_path: Path) -> None:
    """Whoever comes again under the same name has the same token."""
    kept(tmp_path)
    kept(tmp_path, token=NEWER)

    with taken(tmp_path, "  ann ") as place:
        assert (place.token, place.trouble) == (NEWER, None)


@pytest.mark.parametrize(
    ("table", "name"), [(OTHER, "Ann"), (TABLE, "Anna"), ("../../" + TABLE, "Ann")]
)
def test_a_token_is_for_one_table_and_one_name(
    tmp_path: Path, table: str, name: str
) -> None:
    """Another table's id, whatever it looks like, and another name find nothing."""
    folder = tmp_path / "state"
    kept(folder)

    with taken(folder, name, table) as place:
        place.keep(NEWER)

    with taken(folder) as mine:
        assert mine.token == TOKEN
    assert {path.parent.name for path in tmp_path.rglob("*.json")} == {"seats"}


def test_nobody_else_can_read_a_token(tmp_path: Path) -> None:
    """Folder and file are their user's alone, and no half-written file is left."""
    kept(tmp_path)

    (path,) = files(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not [*path.parent.glob("*.new")]


def test_a_second_client_gets_the_next_name(tmp_path: Path) -> None:
    """While a place is held it is nobody else's, and free again after that."""
    names = ["bot", "bot 2"]
    first = claim(tmp_path, TABLE, names)
    second = claim(tmp_path, TABLE, names)

    assert first is not None
    assert second is not None
    assert (first.name, second.name) == ("bot", "bot 2")
    assert claim(tmp_path, TABLE, names) is None

    first.close()
    again = claim(tmp_path, TABLE, names)
    assert again is not None
    assert again.name == "bot"
    again.close()
    second.close()


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    """The lock ends with its process, however that ended."""
    program = (
        "import sys; from pathlib import Path; from p10net.client.seats import claim;"
        f" place = claim(Path(sys.argv[1]), {TABLE!r}, ['Ann']);"
        f" place.keep({TOKEN!r}); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert claim(tmp_path, TABLE, ["Ann"]) is None
        holder.kill()
        holder.wait()

        with taken(tmp_path) as place:
            assert place.token == TOKEN


@pytest.mark.parametrize(
    "bytes_", [b"", b"{", b'{"table":"x","name":"y","token":"short"}', b"\xff\xfe"]
)
def test_a_damaged_file_counts_as_absent(tmp_path: Path, bytes_: bytes) -> None:
    """It is said, play goes on, and the next token heals it."""
    kept(tmp_path)
    (path,) = files(tmp_path)
    path.write_bytes(bytes_)

    with taken(tmp_path) as place:
        assert place.token is None
        assert str(path) in (place.trouble or "")
        place.keep(NEWER)
    with taken(tmp_path) as place:
        assert (place.token, place.trouble) == (NEWER, None)


def test_without_a_folder_play_goes_on(tmp_path: Path) -> None:
    """A folder that cannot be made costs the memory, with a sentence, nothing else."""
    (tmp_path / "file").write_text("in the way")
    folder = tmp_path / "file" / "state"

    with taken(folder) as place:
        place.keep(TOKEN)
        place.forget()
        assert str(folder) in (place.trouble or "")
    assert str(folder) in (meet(folder, ANNS) or "")


def test_a_forgotten_token_is_gone(tmp_path: Path) -> None:
    """A token the table refused is not tried again."""
    kept(tmp_path)
    with taken(tmp_path) as place:
        place.forget()

    with taken(tmp_path) as place:
        assert place.token is None


def test_hosts_come_back_newest_first(tmp_path: Path) -> None:
    """U34: A table met again moves to the top, with its new address."""
    moved = Met(TABLE, "Ann's table", (Place("10.0.0.7"),))
    for met in (ANNS, BENS, moved):
        assert meet(tmp_path, met) is None

    assert hosts(tmp_path) == ((moved, BENS), None)


def test_a_damaged_list_of_hosts_is_started_anew(tmp_path: Path) -> None:
    """It is said once, and the next table met is remembered."""
    meet(tmp_path, ANNS)
    (tmp_path / "hosts.json").write_bytes(b"[]}")

    assert hosts(tmp_path)[0] == ()
    assert "hosts.json" in (meet(tmp_path, BENS) or "")
    assert hosts(tmp_path) == ((BENS,), None)


@pytest.mark.parametrize(
    ("name", "count", "left"),
    [("ann's TABLE", 2, (BENS,)), ("Cleo", 0, (BENS, ANNS)), (None, 3, ())],
)
def test_forgetting_takes_hosts_and_their_seats(
    tmp_path: Path, name: str | None, count: int, left: tuple[Met, ...]
) -> None:
    """By name or altogether; what is left stays as it was."""
    meet(tmp_path, ANNS)
    meet(tmp_path, BENS)
    kept(tmp_path)

    assert forget(tmp_path, name) == count
    assert hosts(tmp_path)[0] == left
    assert len(files(tmp_path)) == (not count)


def test_a_seat_in_use_is_not_forgotten(tmp_path: Path) -> None:
    """Whoever sits there now keeps the way back."""
    with taken(tmp_path) as place:
        place.keep(TOKEN)
        forget(tmp_path)

    with taken(tmp_path) as place:
        assert place.token == TOKEN


def test_a_bot_and_a_person_of_one_name_have_a_seat_each(tmp_path: Path) -> None:
    """Neither is given the other's token, and both may play at the same time."""
    kept(tmp_path, "Hal", TOKEN, "bot")
    kept(tmp_path, "Hal", NEWER)

    with taken(tmp_path, "Hal") as person, taken(tmp_path, "Hal", kind="bot") as bot:
        assert (person.token, bot.token) == (NEWER, TOKEN)


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_a_file_of_an_older_version_is_its_owners(tmp_path: Path, kind: Kind) -> None:
    """It does not say for whom it was kept: whoever has the name has the seat, once."""
    kept(tmp_path)
    (path,) = files(tmp_path)
    path.write_text(f'{{"table":"{TABLE}","name":"Ann","token":"{TOKEN}"}}')

    assert left_behind(tmp_path, TABLE, kind) == ()
    with taken(tmp_path, kind=kind) as place:
        assert place.token == TOKEN
    other: Kind = "bot" if kind == "human" else "human"
    with taken(tmp_path, kind=other) as place:
        assert place.token is None
    with taken(tmp_path, kind=kind) as place:
        assert place.token == TOKEN


def test_what_was_left_behind(tmp_path: Path) -> None:
    """Only seats at this table, of this kind, that no process plays at now."""
    kept(tmp_path)
    kept(tmp_path, "Ben")
    kept(tmp_path, "Hal", kind="bot")
    with taken(tmp_path, "Cy", OTHER) as elsewhere:
        elsewhere.keep(TOKEN)

    with taken(tmp_path, "Ann"):
        assert left_behind(tmp_path, TABLE) == ("Ben",)
    assert sorted(left_behind(tmp_path, TABLE)) == ["Ann", "Ben"]
    assert left_behind(tmp_path, TABLE, "bot") == ("Hal",)
