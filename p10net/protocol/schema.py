"""The protocol as data: a JSON Schema for programs, rows of words for people.

Both are made from the message types, so neither can say anything else than what the
decoder checks. Authors of clients feed the schema to their tools; PROTOCOL.md prints
the rows.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from p10net.engine.moves import Action, Event, Offer
from p10net.protocol.messages import ToClient
from p10net.protocol.owner import AdminOp
from p10net.protocol.requests import ToHost
from p10net.protocol.version import FEATURES, PROTOS, VERSION

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """Give one JSON Schema for both directions; a frame matches one of its roots.

    `to_host` and `to_client` list the messages; everything they hold is in `$defs`.
    `index` leads from a direction and a `t` to the definition.
    """
    directions = {"to_host": get_args(ToHost), "to_client": get_args(ToClient)}
    kinds = [kind for each in directions.values() for kind in each]
    refs, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    found = dict(zip(kinds, refs, strict=True))
    whole: dict[str, Any] = {
        "$schema": DIALECT,
        "title": "p10net protocol",
        "version": VERSION,
        "protos": list(PROTOS),
        "features": list(FEATURES),
        "oneOf": [{"$ref": "#/$defs/to_host"}, {"$ref": "#/$defs/to_client"}],
        "index": {
            way: {kind.__struct_config__.tag: found[kind]["$ref"] for kind in each}
            for way, each in directions.items()
        },
        "$defs": {
            way: {"oneOf": [found[kind] for kind in each]}
            for way, each in directions.items()
        }
        | parts,
    }
    # Through JSON and back, since msgspec gives some defaults as tuples.
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(whole))
    return plain


class Row(NamedTuple):
    """What is said about one field."""

    name: str
    kind: str
    needed: bool
    default: str
    says: str


def rows(kind: type[Struct]) -> Iterator[Row]:
    """Describe each field of a message or of a part of one, the tag first."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    if info.tag_field:
        yield Row(info.tag_field, f"`{info.tag}`", True, "", "")
    for field in info.fields:
        says = ""
        if isinstance(field.type, inspect.Metadata):
            says = (field.type.extra_json_schema or {}).get("description", "")
        yield Row(
            field.encode_name, words(field.type), field.required, _default(field), says
        )


def parts(*kinds: type[Struct]) -> list[type[Struct]]:
    """List every struct that travels inside the given ones, each once."""
    found: dict[type[Struct], None] = {}
    waiting: list[Any] = [inspect.type_info(kind) for kind in kinds]
    while waiting:
        info = waiting.pop(0)
        if isinstance(info, inspect.StructType):
            if info.cls in found:
                continue
            found[info.cls] = None
            waiting += [field.type for field in info.fields]
        waiting += _inside(info)
    return [kind for kind in found if kind not in kinds]


def _inside(info: Any) -> list[Any]:
    """Give the types a type is made of, for those that are made of others."""
    if isinstance(info, inspect.Metadata):
        return [info.type]
    if isinstance(info, inspect.UnionType):
        return list(info.types)
    return [info.item_type] if isinstance(info, inspect.VarTupleType) else []


def words(info: inspect.Type) -> str:
    """Say in a few words what may stand in a field."""
    return _WORDS[type(info)](info)


def _default(field: inspect.Field) -> str:
    """Say what an absent field means, where that is more than nothing."""
    value = field.default
    if value is NODEFAULT or value is None or value == ():
        return ""
    plain = msgspec.to_builtins(value)
    return msgspec.json.encode(plain).decode() if not isinstance(plain, list) else "…"


def _int(info: inspect.IntType) -> str:
    bounds = f" from {info.ge}" if info.ge is not None else ""
    upto = f" to {info.le}" if info.le not in (None, 2**31 - 1) else ""
    return f"int{bounds}{upto}"


def _literal(info: inspect.LiteralType) -> str:
    return " ".join(f"`{value}`" for value in info.values if value != "")


def _enum(info: inspect.EnumType) -> str:
    return info.cls.__name__ if issubclass(info.cls, Enum) else ""


def _array(info: inspect.VarTupleType) -> str:
    return f"array of {words(info.item_type)}"


def _union(info: inspect.UnionType) -> str:
    some = [one for one in info.types if not isinstance(one, inspect.NoneType)]
    kinds = frozenset(one.cls for one in some if isinstance(one, inspect.StructType))
    return _NAMED.get(kinds) or " or ".join(map(words, some))


def _struct(info: inspect.StructType) -> str:
    return info.cls.__name__


# Long unions have a name of their own in the text, and tables elsewhere.
_NAMED = {
    frozenset(get_args(Action)): "action",
    frozenset(get_args(Offer)): "action, a `lay` with its `goals`",
    frozenset(get_args(Event)): "event",
    frozenset(get_args(AdminOp)): "operation",
}
_WORDS: dict[type[inspect.Type], Callable[[Any], str]] = {
    inspect.BoolType: lambda _info: "bool",
    inspect.EnumType: _enum,
    inspect.IntType: _int,
    inspect.LiteralType: _literal,
    inspect.Metadata: lambda info: words(info.type),
    inspect.StrType: lambda _info: "text",
    inspect.StructType: _struct,
    inspect.UnionType: _union,
    inspect.VarTupleType: _array,
}
