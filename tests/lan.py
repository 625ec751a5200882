"""A network to throw away: laptops on one switch, each in a namespace of its own.

The switch has a namespace too, so that nothing but the namespaces' names is ever seen
outside. Every one of them is gone after the test, together with whatever still ran
inside; the names tell whose they are, so that what a killed run left goes next time.

    def test_something(lan):
        host = lan.start(1, sys.executable, "-m", "p10net", "host", "--headless")
        lan.unplug(2)

Where trio does the waiting, `command` gives it what to start. All this needs Linux,
the `ip` and `bridge` commands and root's rights; `why_not` says what is missing.
"""

import contextlib
import functools
import os
import secrets
import shutil
import signal
import subprocess
import sys
from pathlib import Path

NETWORK = "10.77.0"
CABLE = Path(__file__).with_name("bad_cable.py")
PATIENCE = 60.0
"""Seconds for anything that is expected to end by itself."""


class NoLan(Exception):
    """A network command refused; the text is what it said."""


class Lan:
    """So many laptops, numbered from 1, that see each other and nobody else."""

    def __init__(self, laptops: int = 3) -> None:
        sweep()
        self.tag = f"{os.getpid()}-{secrets.token_hex(3)}"
        self._switch = f"p10-switch-{self.tag}"
        self._laptops: list[str] = []
        self._programs: list[subprocess.Popen[str]] = []
        try:
            self._up(laptops)
        except BaseException:
            self.down()
            raise

    def __enter__(self) -> "Lan":
        return self

    def __exit__(self, *_: object) -> None:
        self.down()

    def _up(self, laptops: int) -> None:
        _run("ip", "netns", "add", self._switch)
        # Snooping without a querier would lose multicast after a while; a delay before
        # forwarding would lose its beginning.
        quiet = ("mcast_snooping", "0", "stp_state", "0", "forward_delay", "0")
        _ip(self._switch, "link", "add", "switch", "type", "bridge", *quiet)
        _ip(self._switch, "link", "set", "switch", "up")
        for _ in range(laptops):
            self._add_laptop()

    def _add_laptop(self) -> None:
        number = len(self._laptops) + 1
        laptop, port = f"p10-laptop{number}-{self.tag}", f"port{number}"
        _run("ip", "netns", "add", laptop)
        self._laptops.append(laptop)
        _ip(laptop, "link", "set", "lo", "up")
        far_end = ("peer", "name", "eth0", "netns", laptop)
        _ip(self._switch, "link", "add", port, "type", "veth", *far_end)
        _ip(self._switch, "link", "set", port, "master", "switch", "up")
        # Without it a link-local address would be of no use for its first second.
        dad = "net.ipv6.conf.eth0.accept_dad=0"
        _run("ip", "netns", "exec", laptop, "sysctl", "-qw", dad)
        _ip(laptop, "link", "set", "eth0", "up")
        self.readdress(number, self.address(number))

    def down(self) -> None:
        """End what still runs on the laptops and take everything away."""
        for program in self._programs:  # one just started may not be inside yet
            program.kill()
        for name in [*self._laptops, self._switch]:
            with contextlib.suppress(NoLan):
                for pid in _run("ip", "netns", "pids", name).split():
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(int(pid), signal.SIGKILL)
                _run("ip", "netns", "delete", name)
        for program in self._programs:
            program.communicate(timeout=PATIENCE)

    def address(self, laptop: int) -> str:
        """Say the address a laptop starts with."""
        return f"{NETWORK}.{laptop}"

    def command(self, laptop: int, *command: str) -> list[str]:
        """Make of a command one that runs on that laptop, under the same process id."""
        return ["ip", "netns", "exec", self._laptops[laptop - 1], *command]

    def start(self, laptop: int, *command: str) -> subprocess.Popen[str]:
        """Start a program on that laptop; it ends with the network at the latest."""
        return self._run_in(self._laptops[laptop - 1], *command)

    def _run_in(self, namespace: str, *command: str) -> subprocess.Popen[str]:
        program = subprocess.Popen(
            ["ip", "netns", "exec", namespace, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._programs.append(program)
        return program

    def run(self, laptop: int, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program on that laptop to its end."""
        program = self.start(laptop, *command)
        out, err = program.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(command, program.returncode, out, err)

    def unplug(self, laptop: int) -> None:
        """Pull the cable at the switch: the laptop sees its link go, nobody is told."""
        _ip(self._switch, "link", "set", f"port{laptop}", "down")

    def plug(self, laptop: int) -> None:
        """Put the cable back."""
        _ip(self._switch, "link", "set", f"port{laptop}", "up")

    def isolate(self, *laptops: int, on: bool = True) -> None:
        """Hide these laptops from one another, as a café's Wi-Fi does with guests."""
        for laptop in laptops:
            port = ("dev", f"port{laptop}", "isolated", "on" if on else "off")
            _run("bridge", "-n", self._switch, "link", "set", *port)

    def hush(self, *laptops: int, on: bool = True) -> None:
        """Keep multicast from these laptops, as many an access point does."""
        for laptop in laptops:
            port = ("dev", f"port{laptop}", "mcast_flood", "off" if on else "on")
            _run("bridge", "-n", self._switch, "link", "set", *port)

    def second_port(self, laptop: int, address: str) -> None:
        """Give a laptop another way onto the switch, in another network."""
        name, port = self._laptops[laptop - 1], f"port{laptop}b"
        far_end = ("peer", "name", "eth1", "netns", name)
        _ip(self._switch, "link", "add", port, "type", "veth", *far_end)
        _ip(self._switch, "link", "set", port, "master", "switch", "up")
        _ip(name, "link", "set", "eth1", "up")
        _ip(name, "address", "add", f"{address}/24", "dev", "eth1")

    def spoil(self, laptop: int, *, delay: int, jitter: int, loss: int) -> None:
        """Give a laptop a bad cable: milliseconds late, so many of a hundred lost."""
        name, port = self._laptops[laptop - 1], f"port{laptop}"
        _ip(self._switch, "link", "delete", port)
        figures = (str(delay), str(jitter), str(loss))
        cable = (sys.executable, str(CABLE), name, port, *figures)
        program = self._run_in(self._switch, *cable)
        assert program.stdout is not None
        if program.stdout.readline() != "ready\n":
            raise NoLan(f"no bad cable: {program.communicate()[1]}")
        _ip(name, "link", "set", "eth0", "up")
        self.readdress(laptop, self.address(laptop))

    def readdress(self, laptop: int, address: str) -> None:
        """Give a laptop this address in place of its old one, as a new lease would."""
        name = self._laptops[laptop - 1]
        _ip(name, "-4", "address", "flush", "dev", "eth0")
        # Nobody answers at the router's, but on a laptop it is where all else goes.
        _ip(name, "address", "add", f"{address}/24", "dev", "eth0")
        router = f"{address.rpartition('.')[0]}.254"
        _ip(name, "route", "add", "default", "via", router)


@functools.cache
def why_not() -> str | None:
    """Say why there can be no such network here, or nothing if there can."""
    if not Path("/proc/self/ns/net").exists():
        return "this system has no network namespaces"
    if os.geteuid() != 0:
        return "network namespaces need root's rights"
    for tool in ("ip", "bridge", "sysctl"):
        if shutil.which(tool) is None:
            return f"the command {tool} is missing"
    try:
        Lan(1).down()
    except (NoLan, subprocess.TimeoutExpired) as refusal:
        return f"network namespaces do not work here: {refusal}"
    return None


def sweep() -> None:
    """Take away the networks whose test process is no more."""
    for name in namespaces():
        owner = name.split("-")[-2]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with contextlib.suppress(NoLan):  # somebody else may sweep as well
                _run("ip", "netns", "delete", name)


def namespaces() -> list[str]:
    """Name the namespaces that tests have made and not yet taken away."""
    names = [line.split()[0] for line in _run("ip", "netns", "list").splitlines()]
    return [name for name in names if name.startswith("p10-")]


def _ip(namespace: str, *command: str) -> None:
    _run("ip", "-n", namespace, *command)


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        raise NoLan(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout
