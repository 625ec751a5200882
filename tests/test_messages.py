"""The messages: what travels for each, and what each must have."""

from typing import Any, get_args

import msgpack
import msgspec
import pytest

from p10net.engine.game import Game
from p10net.engine.moves import Action, Event
from p10net.engine.view import View
from p10net.protocol.codec import HEADER, for_client, for_host, frame, unpack
from p10net.protocol.errors import (
    EXITS,
    FAREWELLS,
    REFUSALS,
    ByeCode,
    ErrCode,
)
from p10net.protocol.limits import GUARD, LIMITS, lines
from p10net.protocol.messages import Going, News, ToClient
from p10net.protocol.owner import AdminOp
from p10net.protocol.people import Absence, AwayRule, PersonKind
from p10net.protocol.requests import ToHost
from p10net.protocol.schema import parts
from p10net.protocol.version import FEATURES, PROTOS, agree
from tests.messages_table import ACTIONS, EVENTS, OPERATIONS, TO_CLIENT, TO_HOST

ROWS = [(for_host, *row) for row in TO_HOST] + [(for_client, *row) for row in TO_CLIENT]
IDS = [f"{i}-{row[2]['t']}" for i, row in enumerate(ROWS)]
UNIONS = [
    (ToHost, TO_HOST),
    (ToClient, TO_CLIENT),
    (AdminOp, OPERATIONS),
]
GAME = [(Action, ACTIONS), (Event, EVENTS)]


@pytest.mark.parametrize(("read", "message", "fields"), ROWS, ids=IDS)
def test_a_message_and_its_bytes(read: Any, message: Any, fields: Any) -> None:
    """What we write is what a plain msgpack library writes, and reads back the same."""
    body = msgpack.packb(fields)

    assert frame(message) == len(body).to_bytes(4, "big") + body
    assert read(body) == message


@pytest.mark.parametrize(("read", "message", "fields"), ROWS, ids=IDS)
def test_order_and_unknown_fields_do_not_matter(
    read: Any, message: Any, fields: Any
) -> None:
    """Fields may come in any order and with company from a later version."""
    shuffled = dict(reversed(fields.items())) | {"x-later": {"a": [1]}}

    assert read(msgpack.packb(shuffled)) == message


@pytest.mark.parametrize(("union", "table"), GAME)
def test_every_action_and_event_of_the_game_is_in_the_table(
    union: Any, table: Any
) -> None:
    """What the engine adds, the wire is tested with."""
    assert {type(row) for row, _ in table} == set(get_args(union))


@pytest.mark.parametrize(("union", "table"), UNIONS)
def test_the_table_has_every_message_bare_and_full(union: Any, table: Any) -> None:
    """No message is forgotten, nor any of its fields."""
    for kind in get_args(union):
        shapes = [set(fields) for message, fields in table if type(message) is kind]
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        names = {info.tag_field} | {field.encode_name for field in info.fields}
        needed = {info.tag_field} | {f.encode_name for f in info.fields if f.required}
        shown = set().union(*shapes)

        assert shown >= names - {"a"}, kind
        assert any(shape == needed for shape in shapes), kind


@pytest.mark.parametrize(("read", "message", "fields"), ROWS, ids=IDS)
def test_without_a_field_it_needs_a_message_is_refused(
    read: Any, message: Any, fields: Any
) -> None:
    """Each field that is not optional is missed, by its path."""
    info = msgspec.inspect.type_info(type(message))
    assert isinstance(info, msgspec.inspect.StructType)
    for name in [field.encode_name for field in info.fields if field.required]:
        less = {key: value for key, value in fields.items() if key != name}
        with pytest.raises(Exception, match="missing") as caught:
            read(msgpack.packb(less))
        assert getattr(caught.value, "at", None) == f"$.{name}"


@pytest.mark.parametrize(("message", "fields"), TO_HOST + TO_CLIENT, ids=IDS)
def test_every_message_keeps_the_profile(message: Any, fields: Any) -> None:
    """Nothing we send would be refused by our own reader of plain values."""
    assert unpack(frame(message)[HEADER:])["t"] == fields["t"]


def test_no_message_can_hold_a_game() -> None:
    """The type that knows every hand is nowhere inside what travels."""
    inside = set(parts(*get_args(ToHost), *get_args(ToClient)))

    assert View in inside
    assert Game not in inside


def test_every_message_says_since_when() -> None:
    """Authors of clients read in the docstring what a host of theirs may not know."""
    for union, _ in UNIONS:
        for kind in get_args(union):
            assert "Since 0.1" in kind.__doc__, kind


def test_every_field_has_words() -> None:
    """PROTOCOL.md prints a line for each field; none of them is empty."""
    for union, _ in UNIONS:
        for kind in get_args(union):
            for name, field in msgspec.json.schema(kind)["$defs"][kind.__name__][
                "properties"
            ].items():
                plain = name == kind.__struct_config__.tag_field
                assert plain or field.get("description"), (kind, name)


@pytest.mark.parametrize(
    "words", [Absence, AwayRule, PersonKind, Going, News, ErrCode, ByeCode]
)
def test_open_lists_have_a_word_for_what_they_do_not_know(words: Any) -> None:
    """A word from a later version reads as `other` instead of spoiling the message."""
    assert words("from_the_future") is words.OTHER


@pytest.mark.parametrize(
    ("codes", "words"), [(ErrCode, REFUSALS), (ByeCode, FAREWELLS), (ByeCode, EXITS)]
)
def test_every_code_is_spoken_for(codes: Any, words: dict[Any, Any]) -> None:
    """No code without a sentence on what to do, no bye without an exit code."""
    assert set(words) == set(codes)
    assert all(str(said).strip() for said in words.values())


def test_a_code_has_one_meaning() -> None:
    """What ends a connection and what does not never share a word."""
    shared = {code.value for code in ErrCode} & {code.value for code in ByeCode}
    assert shared == {"other"}


@pytest.mark.parametrize("figures", [LIMITS, GUARD])
def test_every_figure_can_be_printed(figures: Any) -> None:
    """`--limits` shows each figure with its unit and what it is about."""
    shown = list(lines(figures))

    assert [name for name, *_ in shown] == list(figures.__struct_fields__)
    assert all(value > 0 and unit and words for _, value, unit, words in shown)


@pytest.mark.parametrize(
    ("offered", "agreed"),
    [([1], 1), ([3, 1, 2], 1), ([2], None), ([], None), ([-1], None)],
)
def test_the_newest_common_protocol_is_taken(
    offered: list[int], agreed: int | None
) -> None:
    """Two sides agree on the highest number both name, or not at all."""
    assert agree(offered) == agreed


def test_features_are_words_that_never_clash_with_experiments() -> None:
    """Names that start with x- are for experiments of others."""
    assert PROTOS == (1,)
    assert not any(name.startswith("x-") for name in FEATURES)
