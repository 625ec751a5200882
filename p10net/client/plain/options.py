"""What a listener chooses about the telling, and the words that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast, get_args

from msgspec import Struct

from p10net.client.commands.vocabulary import Misread
from p10net.client.words import answers, manual, prompts
from p10net.client.words.notation import CHOICES, TABLE

Verbosity = Literal["brief", "normal", "full"]
OPTIONS = ("events", "verbosity", "faces")


class Options(Struct):
    """How much is told, when, and what cards are called."""

    verbosity: Verbosity = "normal"
    at_once: bool = False
    faces: str = TABLE

    def told(self, *, dice: bool) -> tuple[str, ...]:
        """Say which options there are, and how each is set."""
        held = "at-once" if self.at_once else "held"
        return (
            *(manual.of(name, dice) for name in OPTIONS),
            answers.option("events", held),
            answers.option("verbosity", self.verbosity),
            answers.option("faces", self.faces),
        )

    def change(self, words: Sequence[str], *, dice: bool) -> str:
        """Set one of them as it is typed; raises Misread with what can be typed."""
        name, *rest = map(str.lower, words)
        match name, rest:
            case "events", ["held" | "at-once"]:
                self.at_once = rest[0] == "at-once"
            case "verbosity", [much] if much in get_args(Verbosity):
                self.verbosity = cast(Verbosity, much)
            case "faces", [said] if said in CHOICES:
                self.faces = said
                return prompts.faces(said)
            case _:
                raise Misread(
                    manual.of(name, dice) if name in OPTIONS else answers.WHICH_OPTION
                )
        return answers.option(name, rest[0])
