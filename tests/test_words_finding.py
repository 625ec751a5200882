"""The sentences for a table that cannot be found."""

import pytest

from p10net.client.words.finding import discovery_off, not_found, several
from p10net.protocol.address import At, Named, Number, Place, Target

NOBODY: list[tuple[Target, list[str], str | None, str]] = [
    (
        Named("H00-922", slip=True),
        ["Flat 12"],
        None,
        "H00-922 is no code: have the host read it to you once more.",
    ),
    (
        Named("Ann's table"),
        [],
        "no network",
        "Cannot look for Ann's table (no network): ask the host for the code.",
    ),
    (
        Named("Ann's table"),
        ["Flat 12", "Old laptop"],
        None,
        "No table here is called Ann's table: there is Flat 12 and Old laptop.",
    ),
    (
        Named("Ann's table"),
        [],
        None,
        "No table called Ann's table was found: ask the host for the code.",
    ),
    (
        Number(34),
        [],
        None,
        "No network here has a number 34: ask the host for the code.",
    ),
    (
        At(Place("192.168.1.34")),
        [],
        None,
        "There is no table at 192.168.1.34:4210: ask the host for the code.",
    ),
]


@pytest.mark.parametrize(("target", "seen", "off", "sentence"), NOBODY)
def test_who_finds_nothing_is_told_what_to_do(
    target: Target, seen: list[str], off: str | None, sentence: str
) -> None:
    """The cause, then one step: never only that there is nothing."""
    assert not_found(target, seen, off) == sentence


def test_several_tables_are_named() -> None:
    """The addresses can be typed as they stand."""
    told = several("Ann's table", ["192.168.1.34:4210", "192.168.1.35:4210"])

    assert told == (
        "2 tables are called Ann's table: join 192.168.1.34:4210 or 192.168.1.35:4210."
    )


def test_discovery_that_is_off_is_not_the_end() -> None:
    """Joining by code goes on."""
    assert discovery_off("no network") == (
        "Discovery is off (no network): joining by code or address still works."
    )
