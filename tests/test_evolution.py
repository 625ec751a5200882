"""What section 16 of PROTOCOL.md promises, held against the schema on record.

`vectors/protocol-1.json` is the JSON Schema of the last release, for programs in any
language. A change that breaks the promise fails here; after a release the file is
written anew by

    python -m tests.test_evolution --write
"""

import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from p10net.protocol.schema import schema

RECORD = Path(__file__).parents[1] / "vectors" / "protocol-1.json"

# Lists that may grow: a reader takes a word it does not know for "something else".
OPEN = {
    *("Absence", "AwayRule", "ByeCode", "ErrCode", "Going", "News", "PersonKind"),
    *("Reason", "features", "protos"),
}
PROSE = {"description", "title", "version"}
# Bounds by the direction in which they may move.
UP = {"maximum", "maxLength", "maxItems"}
DOWN = {"minimum", "minLength", "minItems"}
# Limits of which a client has more if they are less; of all others it has less.
KINDER_IF_LESS = {"beat_ms", "chat_ms", "frame_to_client"}

Complaints = Iterator[str]


def broken(old: Any, new: Any, at: str) -> Complaints:
    """Name every spot where the new schema breaks what the old one promised."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield f"{at}: {old!r} became {new!r}"
        return
    for key, was in old.items():
        if key in PROSE:
            continue
        if key in new:
            yield from COMPARE.get(key, broken)(was, new[key], f"{at}/{key}")
        elif key not in UP | DOWN:
            yield f"{at}/{key}: gone"
    if at != "#":  # the schema as a whole may tell more
        for key in sorted(new.keys() - old.keys() - PROSE):
            yield f"{at}/{key}: a limit that was not there"


def _named(was: dict[str, Any], now: dict[str, Any], at: str) -> Complaints:
    """Compare what has names: all must still be there, more may come."""
    for name, one in was.items():
        if name in now:
            yield from broken(one, now[name], f"{at}/{name}")
        else:
            yield f"{at}/{name}: gone"


def _needed(was: list[str], now: list[str], at: str) -> Complaints:
    if changed := set(was) ^ set(now):
        yield f"{at}: {sorted(changed)} became needed, or optional"


def _words(was: list[Any], now: list[Any], at: str) -> Complaints:
    yield from (f"{at}: {word!r} is gone" for word in was if word not in now)
    if set(now) - set(was) and not OPEN & set(at.split("/")):
        yield f"{at}: a closed list grew"


def _choices(was: list[Any], now: list[Any], at: str) -> Complaints:
    for one in was:
        if not any(not list(broken(one, other, "")) for other in now):
            yield f"{at}: {one} is gone"


def _shrunk(was: int, now: int, at: str) -> Complaints:
    if now < was:
        yield f"{at}: a limit was tightened from {was} to {now}"


def _risen(was: int, now: int, at: str) -> Complaints:
    if now > was:
        yield f"{at}: a limit was tightened from {was} to {now}"


def _ways(was: dict[str, Any], now: dict[str, Any], at: str) -> Complaints:
    for way, tags in was.items():
        yield from _named(tags, now.get(way, {}), f"{at}/{way}")


def _default(was: Any, now: Any, at: str) -> Complaints:
    """A default is a promise; those of the limits may move, to the client's good."""
    *_, name = at.removesuffix("/default").split("/")
    if not at.startswith("#/$defs/Limits/") or not isinstance(now, int):
        yield from broken(was, now, at)
    elif name in KINDER_IF_LESS:
        yield from _risen(was, now, at)
    else:
        yield from _shrunk(was, now, at)


COMPARE: dict[str, Callable[[Any, Any, str], Complaints]] = {
    "properties": _named,
    "$defs": _named,
    "mapping": _named,
    "index": _ways,
    "default": _default,
    "required": _needed,
    "enum": _words,
    "features": _words,
    "protos": _words,
    "anyOf": _choices,
    "oneOf": _choices,
    **dict.fromkeys(UP, _shrunk),
    **dict.fromkeys(DOWN, _risen),
}


def test_nothing_promised_is_broken() -> None:
    """A client written for the schema on record works with a host of today."""
    record = json.loads(RECORD.read_text("utf-8"))

    assert list(broken(record, schema(), "#")) == []


def test_the_record_is_of_this_protocol() -> None:
    """The file is what the types say today, until a release adds to it."""
    record = json.loads(RECORD.read_text("utf-8"))

    assert record == schema(), "--write, see above"


def _drop_message(changed: Any) -> None:
    del changed["$defs"]["Ping"]
    changed["$defs"]["to_host"]["oneOf"].remove({"$ref": "#/$defs/Ping"})


def _rename_field(changed: Any) -> None:
    fields = changed["$defs"]["Chat"]["properties"]
    fields["words"] = fields.pop("text")


def _change_type(changed: Any) -> None:
    changed["$defs"]["Chat"]["properties"]["text"]["type"] = "integer"


def _need_more(changed: Any) -> None:
    changed["$defs"]["Sit"]["required"].append("seat")


def _need_less(changed: Any) -> None:
    changed["$defs"]["Pong"]["required"].remove("seq")


def _drop_word(changed: Any) -> None:
    changed["$defs"]["ErrCode"]["enum"].remove("rate")


def _grow_closed_list(changed: Any) -> None:
    changed["$defs"]["Card"]["enum"].append("X")


def _tighten(changed: Any) -> None:
    changed["$defs"]["Options"]["properties"]["max"]["maximum"] = 8


def _bound(changed: Any) -> None:
    changed["$defs"]["Chat"]["properties"]["text"]["maxLength"] = 10


def _ask_for_a_pattern(changed: Any) -> None:
    changed["$defs"]["Chat"]["properties"]["text"]["pattern"] = "^[a-z]*$"


def _close_a_list(changed: Any) -> None:
    changed["$defs"]["Notice"]["properties"]["name"]["enum"] = ["Ann", "Ben"]


def _change_default(changed: Any) -> None:
    changed["$defs"]["Ready"]["properties"]["on"]["default"] = False


def _slow_down(changed: Any) -> None:
    changed["$defs"]["Limits"]["properties"]["requests_per_s"]["default"] = 10


def _send_more(changed: Any) -> None:
    changed["$defs"]["Limits"]["properties"]["frame_to_client"]["default"] = 300_000


def _drop_field(changed: Any) -> None:
    del changed["$defs"]["Seat"]["properties"]["floating"]


def _drop_event(changed: Any) -> None:
    changed["$defs"]["State"]["properties"]["ev"]["items"]["anyOf"].pop()


def _rename_event(changed: Any) -> None:
    changed["$defs"]["WentOut"]["properties"]["e"]["enum"] = ["out"]


def _drop_action(changed: Any) -> None:
    changed["$defs"]["Act"]["properties"]["action"]["anyOf"].pop(0)


def _change_a_type_inside(changed: Any) -> None:
    changed["$defs"]["Meld"]["properties"]["cards"]["items"] = {"type": "integer"}


def _rename_message(changed: Any) -> None:
    index = changed["index"]["to_client"]
    index["news"] = index.pop("notice")
    changed["$defs"]["Notice"]["properties"]["t"]["enum"] = ["news"]


def _drop_feature(changed: Any) -> None:
    changed["features"].remove("check")


def _drop_proto(changed: Any) -> None:
    changed["protos"] = [2]


@pytest.mark.parametrize(
    "change",
    [
        _drop_message,
        _rename_field,
        _change_type,
        _need_more,
        _need_less,
        _drop_word,
        _grow_closed_list,
        _tighten,
        _bound,
        _ask_for_a_pattern,
        _close_a_list,
        _change_default,
        _slow_down,
        _send_more,
        _drop_field,
        _drop_event,
        _rename_event,
        _drop_action,
        _change_a_type_inside,
        _rename_message,
        _drop_feature,
        _drop_proto,
    ],
)
def test_a_forbidden_change_is_seen(change: Callable[[Any], None]) -> None:
    """Each kind of change that section 16 rules out is named."""
    changed = copy.deepcopy(schema())
    change(changed)

    assert list(broken(schema(), changed, "#"))


def _add_message(changed: Any) -> None:
    changed["$defs"]["Wave"] = {"type": "object", "properties": {}, "required": ["t"]}
    changed["$defs"]["to_host"]["oneOf"].append({"$ref": "#/$defs/Wave"})
    changed["index"]["to_host"]["wave"] = "#/$defs/Wave"


def _add_event(changed: Any) -> None:
    changed["$defs"]["Sneezed"] = {"type": "object", "properties": {}, "required": []}
    events = changed["$defs"]["State"]["properties"]["ev"]["items"]
    events["anyOf"].append({"$ref": "#/$defs/Sneezed"})
    events["discriminator"]["mapping"]["sneezed"] = "#/$defs/Sneezed"


def _add_field(changed: Any) -> None:
    changed["$defs"]["Chat"]["properties"]["mood"] = {"type": "string"}


def _grow_open_list(changed: Any) -> None:
    changed["$defs"]["Reason"]["enum"].append("too_late")


def _relax(changed: Any) -> None:
    changed["$defs"]["Options"]["properties"]["max"]["maximum"] = 128


def _be_generous(changed: Any) -> None:
    figures = changed["$defs"]["Limits"]["properties"]
    figures["requests_per_s"]["default"] = 40
    figures["beat_ms"]["default"] = 2_000


def _add_feature(changed: Any) -> None:
    changed["features"].append("replay")


def _say_it_better(changed: Any) -> None:
    changed["$defs"]["Chat"]["properties"]["text"]["description"] = "Better words."


@pytest.mark.parametrize(
    "change",
    [
        _add_message,
        _add_event,
        _add_field,
        _grow_open_list,
        _relax,
        _be_generous,
        _add_feature,
        _say_it_better,
    ],
)
def test_an_allowed_change_passes(change: Callable[[Any], None]) -> None:
    """What section 16 allows is not held up."""
    changed = copy.deepcopy(schema())
    change(changed)

    assert list(broken(schema(), changed, "#")) == []


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text(json.dumps(schema(), indent=1) + "\n", "utf-8")
    else:
        sys.exit("usage: python -m tests.test_evolution --write")
