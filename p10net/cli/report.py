"""`p10net report`: an archive to attach when something went wrong.

It holds what helps whoever mends it: versions, settings, what the last runs logged.
It holds no token, no seed of a deal and nobody's cards: journals and seats stay where
they are, and whatever looks like a secret in a log is blotted out.
"""

import os
import platform
import re
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from p10net.cli import flags, folders, logs, settings
from p10net.cli.exits import Trouble
from p10net.cli.verbs import flag, verb
from p10net.client import files
from p10net.protocol.version import PROTOS, VERSION

SECRET = re.compile(r"[0-9A-Fa-f]{16,}|[A-Za-z0-9_-]{22,}={0,2}")
"""Tokens, seeds and keys are longer than any word that explains a mistake."""
HOME = "~"
TERMINAL = ("TERM", "COLORTERM", "LANG", "LC_ALL", "SSH_TTY", "TMUX", "WT_SESSION")
LIBRARIES = ("trio", "msgspec", "msgpack", "zeroconf", "prompt_toolkit", "cryptography")
MOST = 1 << 20
"""Bytes of a log that are looked at, its end."""


@verb(
    "report",
    ("p10net report", "write p10net-report-….zip into this folder"),
    ("p10net report --out mine.zip", "write it there"),
    (
        "p10net report --state-dir /var/lib/p10net",
        "with what a table's runs logged there",
    ),
)
@flag(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    says="The file to write.",
    example="p10net report --out mine.zip",
    heading="Where",
)
@flags.state_dir("report", "Take the logs of the runs that kept their files there.")
def report(out: Path | None, state_dir: Path | None) -> None:
    """Write an archive to attach to a report of a mistake.

    Look into it before you send it: it holds the logs of your last runs, without
    tokens and without cards.
    """
    state = flags.there(state_dir) or folders.state()
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    path = out or Path(f"p10net-report-{stamp}.zip")
    if path.exists() and not path.is_file():
        raise Trouble(f"{path} is no file: name another with --out.")
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            names = [name for name, _ in _parts(archive, state)]
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Trouble(
            f"{path} cannot be written ({why}): name another with --out."
        ) from None
    click.echo(f"{path} holds {', '.join(names)}: look into it, then attach it.")


VERBS = {"report": report}


def _parts(archive: zipfile.ZipFile, state: Path) -> Iterator[tuple[str, str]]:
    """Write each part and give it."""
    for name, text in (("about.txt", about()), *_files(state)):
        part = zipfile.ZipInfo(name)  # of no date: a clock may say what no archive can
        part.external_attr = 0o600 << 16
        archive.writestr(part, scrubbed(text), zipfile.ZIP_DEFLATED)
        yield name, text


def about() -> str:
    """Say what ran where."""
    lines = [
        f"p10net {VERSION}, protocol {', '.join(map(str, PROTOS))}",
        f"Python {platform.python_version()} on {platform.platform()}",
        *(f"{name} {_version(name)}" for name in LIBRARIES),
        f"terminal: in {sys.stdin.isatty()}, out {sys.stdout.isatty()}",
        *(f"{name}={os.environ[name]}" for name in TERMINAL if name in os.environ),
    ]
    return "\n".join(lines) + "\n"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def _files(state: Path) -> Iterator[tuple[str, str]]:
    """Read what is kept; settings and the last mistake are the user's own."""
    kept = [
        ("config.toml", settings.path()),
        ("last-mistake.txt", folders.crash_file()),
    ]
    runs = logs.runs(state)
    kept += [(f"logs/{at}.txt", path) for at, path in enumerate(runs, 1)]
    for name, path in kept:
        try:
            with files.opened(path) as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - MOST))
                yield name, file.read(MOST).decode("utf-8", "replace")
        except FileNotFoundError:
            continue
        except OSError as error:  # whatever it is, the rest can be attached
            yield name, f"cannot be read: {error.strerror}\n"


def scrubbed(text: str) -> str:
    """Blot out what may be secret, and the home folder, which may hold a name."""
    return SECRET.sub("[removed]", text.replace(str(Path.home()), HOME))
