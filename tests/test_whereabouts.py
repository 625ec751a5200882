"""A host is told when the way to its table changes, or when there is none."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import pytest
import trio
from msgspec.structs import replace

from p10net.cli import announce, person, whereabouts
from p10net.cli.opening import Opened
from p10net.client.aside import Aside
from p10net.client.plain.talk import Talk
from p10net.client.words import links, lobby
from p10net.host.advertise import Advertisement
from p10net.protocol.txt import Advert
from tests.at_table import House, Screen, at_table, setup, sitting

HERE, THERE = "192.168.1.34", "192.168.1.35"
OFF = "another program keeps UDP port 5353 to itself"
PORT = 4210

# What it had last, was, and is; and the sentence about it.
WAYS: list[tuple[tuple[str, ...], announce.Way, announce.Way, str]] = [
    ((HERE,), ((HERE,), None), ((HERE,), None), ""),
    ((HERE,), ((HERE,), None), ((), "no network"), announce.NO_WAY),
    ((HERE,), ((), "no network"), ((), "no network"), ""),
    ((HERE,), ((), "no network"), ((HERE,), None), announce.UP_AGAIN),
    (
        (HERE,),
        ((), "no network"),
        ((THERE,), None),
        "This computer has another address now: newcomers type p10net join H00-936.",
    ),
    ((HERE,), ((HERE,), None), ((HERE, THERE), None), ""),
    (
        (HERE,),
        ((HERE,), None),
        ((HERE,), OFF),
        f"Nobody sees this table in a list now ({OFF}): they can type p10net join"
        " H00-921.",
    ),
    ((HERE,), ((HERE,), OFF), ((HERE,), None), announce.UP_AGAIN),
    (
        (),
        ((), "no network"),
        (("2001:db8::1",), None),
        "This computer has another address now: newcomers type p10net join"
        " [2001:db8::1]:4210.",
    ),
]


KEY = "H1NJSXTT4NW2S3V8"


def sure(host: str) -> str:
    """What guests type to be sure of the host."""
    return f"p10net join p10net://{host}:{PORT}/#H1NJ-SXTT-4NW2-S3V8"


@pytest.mark.parametrize(("last", "was", "now", "said"), WAYS)
def test_what_is_said_of_a_way(
    last: tuple[str, ...], was: announce.Way, now: announce.Way, said: str
) -> None:
    """One sentence with what to do, and none where nothing matters to anybody."""
    assert announce.way(last, was, now, PORT) == said


@pytest.mark.limit(60)
async def test_a_network_that_goes_and_comes(nursery: trio.Nursery) -> None:
    """U28: it is said when it is gone, when it is back, and when it is another one."""
    hosts = ["127.0.0.1"]
    facts = Advert(
        protos=(1,), state="lobby", taken=1, seats=6, id="ab" * 16, rules="official"
    )
    advert = Advertisement("Goes", PORT, facts, hosts=lambda: (*hosts,), poll=0.05)
    heard, news = trio.open_memory_channel[Aside](10)
    told, all_count = ("127.0.0.1",), lambda host: True
    as_told = announce.listening("Goes", "ab" * 16, PORT, told)
    nursery.start_soon(
        whereabouts.follow, advert, told, as_told, heard.send_nowait, all_count
    )
    nursery.start_soon(advert.run)
    await advert.changed()
    said = []
    for now in ([], ["127.0.0.1"], ["127.0.0.2"]):
        hosts[:] = now
        said.append(await news.receive())
    nursery.cancel_scope.cancel()

    assert said[:2] == [
        Aside(announce.NO_WAY),
        Aside(announce.UP_AGAIN, "", "127.0.0.1:4210"),
    ]
    assert said[2].address == "127.0.0.2:4210"
    assert "p10net join 127.0.0.2:4210." in said[2].words


async def test_a_table_that_is_not_announced_has_a_way_too(
    nursery: trio.Nursery,
) -> None:
    """Whoever was told an address by mouth needs the new one all the more."""
    ways = iter([(HERE,), (), (), (HERE,), (THERE,)])
    own = partial(next, ways, (THERE,))
    heard, news = trio.open_memory_channel[Aside](10)
    nowhere = cast(Any, None)  # neither is asked where the table is
    told = announce.listening("Quiet", "ab" * 16, PORT, [HERE], KEY, "some words")
    at = Opened(nowhere, told, trio.Event(), own, (HERE,))

    async with whereabouts.followed(at, heard.send_nowait, poll=0):
        said = [await news.receive() for _ in range(3)]

    assert said == [
        Aside(announce.NO_WAY),
        Aside(announce.UP_AGAIN, "H00-921", f"{HERE}:{PORT}", sure(HERE)),
        Aside(
            announce.MOVED.format("H00-936"),
            "H00-936",
            f"{THERE}:{PORT}",
            sure(THERE),
        ),
    ]


@pytest.mark.parametrize(
    ("host", "leads"),
    [
        ("192.168.1.34", True),
        ("169.254.3.4", True),
        ("2001:db8::1", True),
        ("127.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
    ],
)
def test_which_addresses_lead_here(host: str, leads: bool) -> None:
    """What is left to a computer without a network leads nobody to it."""
    assert whereabouts.leads_here(host) is leads


@sitting
async def test_the_lobby_shows_the_new_way() -> None:
    """The line for friends is never one that leads nowhere."""

    async def play(house: House, screen: Screen) -> None:
        await screen.terminal.shows("you own the table")
        session = screen.sitting._session
        screen.sitting.scene = replace(
            screen.sitting.scene, proof=("Sure to be this host:", sure(HERE))
        )
        way = ("H00-936", f"{THERE}:{PORT}")
        person.aside(session, Aside("It has moved.", *way, sure(THERE)))
        await screen.terminal.shows(r"p10net join H00-936 +\(or 192.168.1.35\)")
        await screen.terminal.shows(f"p10net://{THERE}:{PORT}/#H1NJ-")

    await at_table(play, setup(bots=0))


def test_another_host_in_the_place_of_ours_is_named() -> None:
    """Nobody takes for a bad link what may be somebody's doing."""
    said = links.down("wrong host", 2.0)
    assert said == (
        "Another host answers where yours was, your seat is kept: trying again in 2 s"
    )


def test_who_hosts_in_lines_invites_to_the_new_place() -> None:
    """What `invite` says leads where the table is now, link and all."""
    proof = ("Sure to be this host:", sure(HERE))
    talk = Talk(invite=lobby.invited("H00-921", HERE, proof))
    assert talk.hear(Aside("It has moved.", "H00-936", THERE, sure(THERE)))

    told = talk.answer("invite").lines
    assert "H00-936" in told[0]
    assert told[1:] == ("Sure to be this host:", sure(THERE))
