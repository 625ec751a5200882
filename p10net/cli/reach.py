"""From what a person typed after `join` to a table's door.

Finds the table, looks at its sign, and takes the seat that is remembered there. Each
way in which that can fail has its sentence and its exit code.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager

import trio
from msgspec import Struct, field

from p10net.cli import folders
from p10net.cli.exits import Exit, Trouble
from p10net.client import nearby, pins, seats, survey
from p10net.client.doctor import reason
from p10net.client.found import WIDEST, Answer, Entry, Silence
from p10net.client.link import Dial, NoNetwork, to_places
from p10net.client.peek import peek
from p10net.client.pins import Known
from p10net.client.seats import Claim, Kind, Met
from p10net.client.secure import WrongHost, keyed, only
from p10net.client.words import finding, hosts, keeping, parting
from p10net.lan.interfaces import Own, networked, own_addresses
from p10net.protocol.address import PORT, Place, TargetError, fold, parse_target
from p10net.protocol.clean import clean, fit
from p10net.protocol.errors import ByeCode
from p10net.protocol.hostkey import phrase
from p10net.protocol.messages import Bye, Sign
from p10net.protocol.version import agree

Moved = Callable[..., Awaitable[tuple[Place, ...]]]
Owning = Callable[[], Awaitable[Iterable[Own]]]

SEARCH = 3.0
"""Seconds to look for a host that is not where it was, before the next try there."""
FAR = ("unknown", "no interface", "unreachable")
"""What keeps from any port of a place alike."""
LIMIT = 5.0
"""Seconds for a host to show its sign: whoever waits was asked to, by hand."""


def _nobody(sentence: str) -> None:
    """Hear nothing yet."""


class Door(Struct, eq=False):
    """A table that was found: where it is, the sign on its door, and who keeps it.

    `places` change when its host moves to another address. `linked` says that a link
    named the host, and that it is this one. `notes` are sentences about what is
    remembered of it, each once; who `hears` them is told of more as they come.
    """

    places: tuple[Place, ...]
    sign: Sign
    fingerprint: bytes | None = None
    linked: bool = False
    notes: list[str] = field(default_factory=list)
    hears: Callable[[str], None] = _nobody

    def note(self, sentence: str | None) -> None:
        """Tell something once, however many notice it."""
        if sentence is not None and sentence not in self.notes:
            self.notes.append(sentence)
            self.hears(sentence)


async def door(target: str) -> Door:
    """Find the table somebody means; raises Trouble."""
    try:
        meant = parse_target(target)
    except TargetError as error:
        raise Trouble(str(error), Exit.USAGE) from None
    met, _ = seats.hosts(folders.state())
    remembered = [place for one in met for place in one.places]
    try:
        found = await nearby.find(meant, remembered=remembered)
    except nearby.NotFound as lack:
        seen = [entry.row.table for entry in lack.seen]
        sentence = finding.not_found(lack.target, seen, lack.off)
        raise Trouble(sentence, Exit.NO_TABLE) from None
    except nearby.Ambiguous as choice:
        addresses = [entry.row.address for entry in choice.entries]
        sentence = finding.several(choice.target.name, addresses)
        raise Trouble(sentence, Exit.NO_TABLE) from None
    if found.entry is not None:
        return _speaking(listed(found.entry))
    return _speaking(await knock(found.places, found.key))


def listed(entry: Entry) -> Door:
    """Give the door of a table in a list."""
    return Door(entry.places, entry.answer.sign, entry.answer.fingerprint)


async def knock(places: Iterable[Place], key: str | None = None) -> Door:
    """Look at the sign of the first place that shows one; raises Trouble."""
    silence, places = Silence("unreachable"), tuple(places)
    for place in places:
        said = await peek(place, LIMIT, keyed(key))
        if isinstance(said, Answer):
            return Door((place,), said.sign, said.fingerprint, key is not None)
        silence = said
    if silence.why == "wrong host":
        raise Trouble(hosts.WRONG_KEY, Exit.REMOVED)
    if silence.bye is not None:
        code = Exit.VERSION if silence.bye.code is ByeCode.VERSION else Exit.UNREACHABLE
        raise Trouble(parting.dismissed(silence.bye), code)
    asked = ", ".join(_named(place, silence) for place in places)
    sentence = finding.silent(silence.why, asked)
    if places and (why := await _why(places[-1], silence)) is not None:
        sentence = f"{sentence} {why}"
    raise Trouble(sentence, Exit.UNREACHABLE)


def _named(place: Place, silence: Silence) -> str:
    """Name a place; its port, if it is another than usual, where that was asked."""
    far = silence.why in FAR or place.port == PORT
    return clean(place.host if far else str(place))[:80]


async def _why(place: Place, silence: Silence) -> str | None:
    """Look for what keeps a host from being reached at all."""
    if silence.why != "unreachable":
        return None
    return reason(await survey.beside(place, silence))


def _speaking(door: Door) -> Door:
    """Give the door back if its host speaks our language; raises Trouble."""
    if agree(door.sign.protos) is None:
        bye = Bye(ByeCode.VERSION, "", protos=door.sign.protos)
        raise Trouble(parting.dismissed(bye), Exit.VERSION)
    return door


# --- Who keeps it --------------------------------------------------------------------


async def made_sure(door: Door, trust_new: bool = False) -> tuple[str, ...]:
    """Make sure that a table's host is who it was; raises Trouble if it is not.

    Gives what to say to somebody who meets it for the first time.
    """
    if door.fingerprint is None:
        return ()
    name = fit(clean(door.sign.name), WIDEST)
    shown = Known(door.fingerprint.hex(), door.sign.id, name)
    verdict, trouble = pins.judge(folders.state(), shown)
    door.note(trouble)
    said: tuple[str, ...] = ()
    if verdict != "known" and not door.linked and not trust_new:
        words = await trio.to_thread.run_sync(phrase, door.fingerprint)
        if verdict == "changed":
            raise Trouble(hosts.changed(name, words), Exit.REMOVED)
        said = (hosts.first_contact(words),)
    door.note(pins.trust(folders.state(), shown))
    return said


async def _own() -> Iterable[Own]:
    return await trio.to_thread.run_sync(own_addresses)


def dial(
    door: Door,
    moved: Moved = nearby.moved,
    own: Owning = _own,
) -> Dial:
    """Knock at a door again and again, and only at this host's.

    If it is not where it was, it is looked for; the seat's token goes to nobody else.
    Raises NoNetwork where the `own` addresses say that nothing could be found.
    """

    async def knock() -> trio.abc.Stream:
        trusts = only(door.fingerprint)
        try:
            return await to_places(*door.places, trusts=trusts)()
        except (OSError, WrongHost):
            if door.fingerprint is None:  # this computer does not move
                raise
            if not networked(await own()):
                raise NoNetwork from None
            places = await moved(
                door.sign.id,
                door.fingerprint,
                seconds=SEARCH,
                remembered=door.places,
            )
            if not places:
                raise
        new, door.places = {*places} - {*door.places}, places
        stream = await to_places(*places, trusts=trusts)()
        if new:
            door.note(finding.moved(clean(str(places[0]))))
        return stream

    return knock


# --- The seat that is kept there -----------------------------------------------------


@contextmanager
def place(door: Door, names: Iterable[str], kind: Kind = "human") -> Iterator[Claim]:
    """Hold the first of these names at a table that no other process holds.

    Raises Trouble if all are held.
    """
    claim = seats.claim(folders.state(), door.sign.id, names, kind)
    if claim is None:
        raise Trouble(
            "You sit at this table in another window: play on there, or use --name.",
            Exit.REMOVED,
        )
    with claim:
        door.note(claim.trouble)
        yield claim


def called(door: Door, me: str) -> str:
    """Say what somebody is called at a table who did not say so.

    That is `me`, unless just one seat is kept there and it has another name. Of
    several the right one cannot be guessed, and that is said.
    """
    kept = seats.left_behind(folders.state(), door.sign.id)
    if not kept or fold(me) in map(fold, kept):
        return me
    if len(kept) == 1:
        door.note(keeping.AS_BEFORE.format(clean(kept[0])))
        return kept[0]
    door.note(keeping.several(clean(name) for name in kept))
    return me


def remember(door: Door, claim: Claim, token: str) -> bool:
    """Keep the seat's token and where its table is, for the next start.

    Says whether the seat can be had again then.
    """
    kept = claim.keep(token)
    door.note(claim.trouble)
    met = Met(door.sign.id, door.sign.name, door.places)
    door.note(seats.meet(folders.state(), met))
    return kept
