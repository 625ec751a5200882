"""Nobody takes another's seat or guesses a way in, whatever they heard on the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from p10net.host.chance import CODE_LENGTH, CODE_LETTERS
from p10net.protocol.codec import frame
from p10net.protocol.envelope import Message
from p10net.protocol.limits import GUARD
from p10net.protocol.messages import Bye, Issued, News, Ok, Welcome
from p10net.protocol.owner import Lock, Password, Reissue, Timer
from p10net.protocol.requests import Admin
from tests.table_bench import Bench, refused

FORGERIES = 20_000
FAR = "192.168.1.66"


def forgeries(bench: Bench, old: str, chance: Random) -> Iterator[str]:
    """Make sessions of all that is on the wire, but for the session itself."""
    session = bench.session(1)
    heard = [*words(bench), old, *(sha256(word.encode()).hexdigest() for word in NAMES)]
    while True:
        yield from (word[:32].ljust(32, "0") for word in heard)
        yield changed(session, chance)
        yield "".join(chance.choices("0123456789abcdef", k=32))
        yield session[::-1]
        yield session[16:] + session[:16]


def words(bench: Bench) -> list[str]:
    """Give every id that everybody at the table is told."""
    house = bench.house
    return [house.id, house.game_id.hex(), house.game_id.hex()[::-1]]


def changed(session: str, chance: Random) -> str:
    """Change one digit, as somebody would who heard all but one."""
    at = chance.randrange(32)
    others = "0123456789abcdef".replace(session[at], "")
    return session[:at] + chance.choice(others) + session[at + 1 :]


NAMES = ("Ann", "Bob", "Ann\0", "1")


def forge(count: int, seed: int) -> None:
    """Come so often with a session that was not given; nobody gets in by it."""
    chance = Random(seed)
    bench = Bench("Ann", "Bob", start=True)
    bench.cut(2)
    old = bench.session(2)
    code = bench.say(1, Admin, do=Reissue(seat=2)).code
    bench.hello(bench.open(FAR), code=code)
    before = {conn: len(mail) for conn, mail in bench.mail.items()}
    conn, answers = bench.open(FAR), set[bytes]()
    for forged in islice(forgeries(bench, old, chance), count):
        bench.ids[conn] = 0
        reply = bench.hello(conn, chance.choice(NAMES), session=forged)
        answers.add(frame(reply))

    assert len(answers) == 1
    assert refused(bench.mail[conn][-1]) == "auth"
    assert {n: len(bench.mail[n]) for n in before} == before


@pytest.mark.limit(60)
def test_no_forged_session_gives_a_seat() -> None:
    """Every one of them is refused in the same words, and nobody notices."""
    forge(FORGERIES, seed=1)


@pytest.mark.soak
@pytest.mark.limit(900)
def test_not_one_of_two_hundred_thousand_gives_a_seat() -> None:
    """The same for a long time."""
    forge(10 * FORGERIES, seed=2)


def test_an_own_session_gives_the_own_seat_only() -> None:
    """Whatever name, kind or address comes with it."""
    bench = Bench("Ann", "Bob", start=True)
    conn = bench.join("Ann", FAR, session=bench.session(2), kind="bot")

    assert bench.player(conn).seat == 2
    assert bench.player(conn).name == "Bob"
    assert bench.player(1).name == "Ann"


def test_a_session_of_one_table_is_nothing_at_another() -> None:
    """Even at one with the same seed, seats and names."""
    bench, other = Bench("Ann", "Bob"), Bench("Ann", "Bob")

    assert refused(bench.hello(bench.open(), session=other.session(1))) == "auth"


# --- Guessing ---------------------------------------------------------------------


def guarded(*, seats: int = 6) -> Bench:
    """A table with a password and a code given out for an empty seat."""
    bench = Bench("Ann", "Bob", seats=seats, password="")
    bench.say(1, Admin, do=Password("sesame"))
    bench.cut(2)
    return bench


def guess(bench: Bench, address: str, **fields: Any) -> Message:
    """Come as somebody new from an address."""
    reply: Message = bench.hello(bench.open(address), "Eve", **fields)
    return reply


def wrong_password(number: int) -> dict[str, Any]:
    return {"password": f"guess {number}"}


def wrong_code(number: int) -> dict[str, Any]:
    return {"code": CODE_LETTERS[number % 30] * CODE_LENGTH}


GUESSES = [("a password", wrong_password), ("a code", wrong_code)]
KINDS = pytest.mark.parametrize(
    "wrong", [row[1] for row in GUESSES], ids=[row[0] for row in GUESSES]
)


@KINDS
def test_an_address_has_five_guesses(wrong: Callable[[int], dict[str, Any]]) -> None:
    """From then on the right word is no use there; elsewhere it is."""
    bench = guarded()
    for number in range(GUARD.tries_per_address):
        assert refused(guess(bench, FAR, **wrong(number))) == "auth"
    late = guess(bench, FAR, password="sesame")

    assert refused(late) == "auth"
    assert isinstance(late, Bye)
    assert "guesses" in late.msg
    assert isinstance(guess(bench, "192.168.1.67", password="sesame"), Welcome)


@KINDS
def test_twenty_guesses_lock_the_table(
    wrong: Callable[[int], dict[str, Any]],
) -> None:
    """All see it, nobody new comes in, and the owner opens it again."""
    bench = guarded()
    for number in range(GUARD.tries):
        guess(bench, f"192.168.1.{number}", **wrong(number))

    assert bench.house.settings.locked
    assert News.SETTINGS in bench.news(1)
    assert refused(guess(bench, "192.168.1.99", password="sesame")) == "full"
    assert isinstance(bench.say(1, Admin, do=Lock(False)), Ok)
    assert isinstance(guess(bench, "192.168.1.99", password="sesame"), Welcome)


def test_a_code_cannot_be_found_by_trying() -> None:
    """The right one is worth nothing any more once twenty were wrong."""
    bench = guarded()
    issued = bench.say(1, Admin, do=Reissue(seat=2))
    assert isinstance(issued, Issued)
    bench.house.guard = replace(GUARD, tries_per_address=100)
    for number in range(GUARD.tries):
        bench.hello(bench.open(FAR), **wrong_code(number))

    assert refused(guess(bench, FAR, code=issued.code)) == "auth"


def test_who_sits_here_is_never_shut_out_by_guesses() -> None:
    """A session is no guess: its holder comes back from the worst address."""
    bench = guarded()
    for number in range(GUARD.tries_per_address):
        guess(bench, FAR, **wrong_password(number))

    assert bench.player(bench.join("", FAR, session=bench.session(2))).name == "Bob"


def test_the_owner_forgives_by_saying_the_password_anew() -> None:
    """Or by settling anything else: it is the owner who is asked."""
    for op in (Password("sesame"), Timer(60_000)):
        bench = guarded()
        for number in range(GUARD.tries_per_address):
            guess(bench, FAR, **wrong_password(number))
        bench.say(1, Admin, do=op)

        assert isinstance(guess(bench, FAR, password="sesame"), Welcome)


def test_to_ask_whether_there_is_a_password_is_no_guess() -> None:
    """A client that was not told one learns that it needs one, again and again."""
    bench = guarded()
    for _ in range(GUARD.tries + 1):
        assert refused(guess(bench, FAR)) == "auth"

    assert isinstance(guess(bench, FAR, password="sesame"), Welcome)
