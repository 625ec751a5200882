"""What all messages share: their root, the ids that pair them, and common fields.

A message is a map whose `t` names it. Requests carry a rising `id` and each gets
exactly one reply, which carries the same number in `re`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from p10net.protocol.people import Amount, Positive, says

TokenText = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}(?!\n)$")]
ProtoNumbers = Annotated[
    tuple[int, ...],
    Meta(min_length=1, max_length=16, description="protocol numbers you speak"),
]
Features = Annotated[
    tuple[str, ...],
    Meta(max_length=32, description="what this side can do, in any order"),
]
Seq = Annotated[Amount, says("number of the newest public change")]
Re = Annotated[Amount, says("the request's `id`; 0 if it could not be read")]
Step = Annotated[Amount, says("the decision that is asked for: `ask.step`")]


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """Anything in a frame."""


class Request(Message, frozen=True):
    """Anything a client says; ids rise within a connection."""

    id: Annotated[Positive, says("greater than any before it")]


class Reply(Message, frozen=True):
    """The one answer to a request."""

    re: Re
