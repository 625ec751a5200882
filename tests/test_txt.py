"""The TXT record: a pair of writing and reading that no stranger can upset."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p10net.protocol.txt import SHAPES, Advert, build, parse

TABLE = Advert(
    protos=(1,), state="lobby", taken=2, seats=6, id="0f" * 16, rules="official"
)
RECORD = {
    "txtvers": "1",
    "proto": "1",
    "st": "lobby",
    "pl": "2/6",
    "spec": "1",
    "pw": "0",
    "tls": "0",
    "id": "0f" * 16,
    "rs": "official",
}

WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
adverts = st.builds(
    Advert,
    protos=st.lists(st.integers(1, 999), min_size=1, max_size=8).map(tuple),
    state=st.sampled_from(["lobby", "playing", "over"]),
    taken=st.integers(0, 99),
    seats=st.integers(0, 99),
    watch=st.booleans(),
    password=st.booleans(),
    tls=st.booleans(),
    id=st.text(WORD, min_size=1, max_size=64),
    rules=st.text(WORD + ".", max_size=40),
)


def encoded(record: dict[str, str]) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in record.items()}


def test_the_record_of_a_table() -> None:
    """The keys and their order are what other programs on the network read."""
    assert build(TABLE) == RECORD
    assert list(build(TABLE)) == [*RECORD]


@given(adverts)
@example(
    Advert(
        protos=(999,) * 8,
        state="playing",
        taken=99,
        seats=99,
        id="x" * 64,
        rules="r" * 40,
    )
)
def test_a_record_comes_back_and_is_small(advert: Advert) -> None:
    """Every table that can be told is read again, in less than 200 bytes."""
    record = build(advert)

    assert parse(encoded(record)) == advert
    assert sum(1 + len(key) + 1 + len(value) for key, value in record.items()) < 200


def test_keys_are_short() -> None:
    """DNS-SD asks for keys of at most nine letters."""
    assert max(map(len, SHAPES)) <= 9


@pytest.mark.parametrize(
    ("rules", "told"),
    [("House of Ann", "House-of-Ann"), ("Häuser", "H-user"), ("r" * 99, "r" * 40)],
)
def test_a_name_of_rules_that_does_not_fit_is_cut(rules: str, told: str) -> None:
    """A file of house rules may be called anything; the record stays readable."""
    record = build(msgspec.structs.replace(TABLE, rules=rules))

    assert record["rs"] == told
    assert parse(encoded(record)) is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"id": "a b"},
        {"id": "x" * 65},
        {"taken": -1},
        {"seats": 100},
        {"protos": ()},
        {"protos": (0,)},
        {"state": "paused"},
    ],
)
def test_a_fact_that_could_not_be_read_is_our_own_mistake(
    wrong: dict[str, object],
) -> None:
    """What no reader would accept is not put on the network."""
    with pytest.raises(ValueError, match="no record"):
        build(msgspec.structs.replace(TABLE, **wrong))


@pytest.mark.parametrize("key", RECORD)
@pytest.mark.parametrize("value", [None, b"", b"\xff", b"1\n", b"-1", b"9" * 250])
def test_a_wrong_value_makes_no_record(key: str, value: bytes | None) -> None:
    """One bad fact is enough to believe none of them."""
    good: dict[str, set[bytes | None]] = {"rs": {None, b"", b"-1"}, "id": {b"-1"}}
    record = encoded(RECORD) | {key.encode(): value}

    assert (parse(record) is None) == (value not in good.get(key, ()))


@pytest.mark.parametrize("key", RECORD)
def test_a_missing_key_makes_no_record(key: str) -> None:
    """Nothing is filled in for a stranger."""
    record = encoded(RECORD)
    del record[key.encode()]

    assert parse(record) is None


def test_later_keys_are_passed_over() -> None:
    """A later p10net may say more, in any case of letters."""
    later: dict[bytes, bytes | None] = {b"x-new": b"\xff", b"": None}
    upper = {key.upper(): value for key, value in encoded(RECORD).items()}

    assert parse(encoded(RECORD) | later) == parse(upper) == TABLE


@given(
    st.dictionaries(
        st.sampled_from([key.encode() for key in RECORD]) | st.binary(max_size=12),
        st.none() | st.binary(max_size=80),
    )
)
def test_any_record_is_read_or_passed_over(record: dict[bytes, bytes | None]) -> None:
    """A rogue packet never raises anything."""
    assert parse(record) is None or isinstance(parse(record), Advert)
