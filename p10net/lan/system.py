"""What only the operating system can tell: the Wi-Fi's name, the router, a firewall.

Each system is asked by a command of its own, whose answer is read by a function on
plain text, so that the answers of systems that are not at hand can be tried as well. A
command that is missing, slow or says nothing of use tells nothing; nobody waits long.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple

import trio
from msgspec import Struct

LIMIT: Final = 3.0
"""Seconds for a command to answer."""


class Told(Struct, frozen=True):
    """What the system told; "" and false where it did not.

    `public` says that it takes this network for one of strangers, `blocked` that its
    firewall has a rule against this very program.
    """

    system: str = ""
    wifi: str = ""
    router: str = ""
    public: bool = False
    blocked: bool = False


class Question(NamedTuple):
    """One command and how its answer is read."""

    command: tuple[str, ...]
    read: Callable[[str], str | bool]


# --- Reading answers -----------------------------------------------------------------


def _first(pattern: str) -> Callable[[str], str]:
    """Read what the first match of a pattern holds."""
    compiled = re.compile(pattern, re.MULTILINE)

    def read(said: str) -> str:
        found = compiled.search(said)
        return found[1].strip() if found else ""

    return read


def _has_word(word: str) -> Callable[[str], bool]:
    return lambda said: word in said.split()


def _says_something(said: str) -> bool:
    return bool(said.strip())


ADDRESS: Final = r"(\d+\.\d+\.\d+\.\d+)"
POWERSHELL: Final = ("powershell", "-NoProfile", "-NonInteractive", "-Command")
RULES: Final = (
    "Get-NetFirewallApplicationFilter -Program '{}' | Get-NetFirewallRule"
    " | Where-Object {{ $_.Enabled -eq 'True' -and $_.Action -eq 'Block' }}"
    " | ForEach-Object {{ $_.DisplayName }}"
)

Questions = Mapping[str, tuple[Question, ...]]
ASKED: Mapping[str, Questions] = {
    "Linux": {
        "wifi": (
            Question(("iwgetid", "-r"), _first(r"^(.+)$")),
            Question(
                ("nmcli", "-t", "-f", "active,ssid", "device", "wifi"),
                _first(r"^yes:(.+)$"),
            ),
        ),
        "router": (
            Question(
                ("ip", "-4", "route", "show", "default"),
                _first(rf"^default via {ADDRESS}"),
            ),
        ),
    },
    "Darwin": {
        "wifi": (
            Question(("ipconfig", "getsummary", "en0"), _first(r"^\s+SSID : (.+)$")),
        ),
        "router": (
            Question(
                ("route", "-n", "get", "default"), _first(rf"^\s*gateway: {ADDRESS}")
            ),
        ),
    },
    "Windows": {
        "wifi": (
            Question(
                ("netsh", "wlan", "show", "interfaces"), _first(r"^\s+SSID\s+: (.+)$")
            ),
        ),
        "router": (
            Question(
                ("route", "print", "-4", "0.0.0.0"),
                _first(rf"^\s+0\.0\.0\.0\s+0\.0\.0\.0\s+{ADDRESS}"),
            ),
        ),
        "public": (
            Question(
                (*POWERSHELL, "(Get-NetConnectionProfile).NetworkCategory"),
                _has_word("Public"),
            ),
        ),
        "blocked": (
            Question(
                (*POWERSHELL, RULES.format(sys.executable.replace("'", "''"))),
                _says_something,
            ),
        ),
    },
}
"""By system and by what it shall tell: the commands to try, the first one first."""


# --- Asking --------------------------------------------------------------------------

Run = Callable[[tuple[str, ...]], Awaitable[str]]


async def output(command: tuple[str, ...]) -> str:
    """Run a command and give what it writes; "" if it cannot be had in time."""
    with trio.move_on_after(LIMIT):
        try:
            done = await trio.run_process(
                command,
                capture_stdout=True,
                stderr=subprocess.DEVNULL,
                check=False,
            )
        except OSError:
            return ""
        return done.stdout.decode(errors="replace")
    return ""


async def ask(system: str = "", run: Run = output) -> Told:
    """Ask this system all that it can tell, side by side."""
    system = system or platform.system()
    told: dict[str, str | bool] = {}

    async def learn(fact: str, questions: tuple[Question, ...]) -> None:
        for question in questions:
            if known := question.read(await run(question.command)):
                told[fact] = known
                return

    async with trio.open_nursery() as nursery:
        for fact, questions in ASKED.get(system, {}).items():
            nursery.start_soon(learn, fact, questions)
    return Told(system, **told)  # type: ignore[arg-type]  # each reader gives its kind
