"""A host that can be killed: keeps a table in a folder, or brings back the one there.

    python -m tests.host_program FOLDER PORT SEATS PRESET

It listens on loopback, says `ready`, and never ends by itself. The preset `shown` is a
short game that shows the secrets of each deal when its round is over.
"""

import sys
from pathlib import Path

import trio

from p10net.engine.presets import preset
from p10net.engine.rules import Rules
from p10net.host.house import Setup
from p10net.host.journal_file import Serving
from p10net.host.resume import Resumed, keep, resume, stopped
from p10net.host.server import Server
from p10net.host.table import Table

HOME = "127.0.0.1"
SHOWN = Rules(phases=("1 set of 2", "1 set of 3"), hand_size=4, proof="round")


def table(folder: Path, port: int, seats: int, rules: str) -> Resumed:
    """Take up the table that lies in the folder, or open the first."""
    waiting = stopped(folder)
    if waiting:
        return resume(waiting[0].path, trio.current_time())
    chosen = SHOWN if rules == "shown" else preset(rules)
    made = Table(Setup("Killed", chosen, seats=seats, start_when=seats))
    serving = Serving(port)
    return Resumed(made, keep(folder, made, serving), serving)


async def main(folder: Path, port: int, seats: int, rules: str) -> None:
    """Serve until the end of the process."""
    here = table(folder, port, seats, rules)
    server = Server(here.table, here.journal)
    listeners = await trio.open_tcp_listeners(port, host=HOME)
    async with trio.open_nursery() as nursery:
        await nursery.start(server.run, listeners)
        print("ready", flush=True)  # noqa: T201 - the test waits for it


if __name__ == "__main__":
    trio.run(main, Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
