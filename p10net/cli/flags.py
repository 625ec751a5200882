"""The flags that several commands share, each declared once."""

from collections.abc import Callable
from functools import partial, reduce
from pathlib import Path
from typing import Any, TypeVar

import click

from p10net.bots.levels import LEVELS, USUAL
from p10net.cli.exits import Exit, Trouble
from p10net.cli.settings import FLAGS, SETTINGS, get
from p10net.cli.verbs import flag
from p10net.client.runner import PACE
from p10net.protocol.address import TargetError, numbered
from p10net.protocol.owner import LONGEST_PASSWORD

F = TypeVar("F", bound=Callable[..., Any])
Add = Callable[[Any], Any]

RULES = "What is played"
BOTS = "Bots of the host's own"
TABLE = "The table"
NETWORK = "The network"
YOU = "You"
BOT = "The bot"
RUNNING = "How it runs"

MOST_BOTS = 6
LARGEST_SEED = 2**63 - 1


class Seconds(click.FloatRange):
    """A span of time: a number that is one, which `nan` is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; `fail` says the range."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:
            self.fail(f"{value} is not a valid float.", param, ctx)
        return seconds


class Address(click.ParamType[str]):
    """An address of this computer, as the system takes it: without brackets."""

    name = "text"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Read it, a name as it is; raises Trouble for half an address."""
        bare = str(value).strip("[]")
        try:
            return numbered(bare) if ":" in bare or "%" in bare else bare
        except TargetError as error:
            raise Trouble(str(error), Exit.USAGE) from None


class Sent(click.ParamType[str]):
    """A password or a code, sent as it was typed: text, and not of any length."""

    name = "text"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Give it back; raises Trouble if it cannot be sent."""
        text, named = str(value), param.opts[0] if param else "This"
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Trouble(
                f"{named} holds bytes that are no text: use letters and digits.",
                Exit.USAGE,
            ) from None
        if len(text) > LONGEST_PASSWORD:
            raise Trouble(
                f"{named} has {len(text)} letters: use at most {LONGEST_PASSWORD}.",
                Exit.USAGE,
            )
        return text


SENT = Sent()


def together(*flags: Add) -> Callable[[F], F]:
    """Give a command these flags, in this order."""

    def add(command: F) -> F:
        whole: F = reduce(lambda made, one: one(made), reversed(flags), command)
        return whole

    return add


def rules(command: str) -> Add:
    """Choose the rules and the chance."""
    return together(
        preset(command),
        flag(
            "--seed",
            type=click.IntRange(0, LARGEST_SEED),
            says="Deal from this number: the same seed gives the same game.",
            example=f"p10net {command} --seed 7",
            heading=RULES,
        ),
    )


def preset(command: str) -> Add:
    """Choose the rules."""
    return together(
        flag(
            "--rules",
            metavar="PRESET|FILE.toml",
            says="A preset of `p10net rules`, or a file of your own.",
            example=f"p10net {command} --rules masters",
            heading=RULES,
        ),
        flag(
            *("--set", "changes"),
            multiple=True,
            metavar="SWITCH=VALUE",
            says="Change a switch of the rules; repeat it for more.",
            example=f"p10net {command} --set skips=2",
            heading=RULES,
        ),
    )


def bots(command: str, how_many: int | None) -> Add:
    """Choose the host's own bots; None leaves what is not said to the settings."""
    own = how_many is None
    return together(
        flag(
            "--bots",
            type=click.IntRange(0, MOST_BOTS),
            says="How many bots sit down.",
            example=f"p10net {command} --bots 2",
            heading=BOTS,
            **_default("bots", how_many),
        ),
        level(command, BOTS, own),
        pace(command, BOTS, own),
    )


def level(command: str, heading: str, own: bool = False) -> Add:
    """Choose how well a bot plays."""
    return flag(
        "--level",
        type=click.Choice(list(LEVELS)),
        says="How well they play.",
        example=f"p10net {command} --level sharp",
        heading=heading,
        **_default("level", None if own else USUAL),
    )


def pace(command: str, heading: str, own: bool = False) -> Add:
    """Choose how fast bots play."""
    return flag(
        "--pace",
        type=Seconds(0, 60),
        says="Seconds before each of their acts.",
        example=f"p10net {command} --pace 0",
        heading=heading,
        **_default("pace", None if own else PACE),
    )


def _default(setting: str, value: object) -> dict[str, Any]:
    """Give what counts if nothing is said: a value, or what somebody has settled."""
    if value is not None:
        return {"default": value}
    return {"default": partial(get, setting), "show_default": f"setting {setting}"}


def name(command: str) -> Add:
    """Choose what to be called."""
    return flag(
        *("--name", "--as", "name"),
        says="What the others call you; your login unless you say so.",
        example=f"p10net {command} --name Ann",
        heading=YOU,
    )


def plain(command: str) -> Add:
    """Choose the line mode, or how the screen looks."""
    return together(
        flag(
            "--plain",
            is_flag=True,
            says="Lines instead of a full screen, for screen readers.",
            example=f"p10net {command} --plain",
            heading=YOU,
        ),
        flag(
            "--color",
            type=click.Choice(SETTINGS["color"].values),
            says="How many colors may be used.",
            example=f"p10net {command} --color never",
            heading=YOU,
            expose_value=False,
            callback=_settled,
        ),
        flag(
            "--mouse",
            is_flag=True,
            default=None,
            says="Let clicks press the keys that are shown.",
            example=f"p10net {command} --mouse",
            heading=YOU,
            expose_value=False,
            callback=_settled,
        ),
        flag(
            "--ascii",
            is_flag=True,
            default=None,
            says="Draw lines with - and | only.",
            example=f"p10net {command} --ascii",
            heading=YOU,
            expose_value=False,
            callback=_settled,
        ),
    )


def _settled(context: click.Context, option: click.Parameter, said: Any) -> Any:
    """Keep what a flag says where the settings look first."""
    if said is not None and option.name is not None:
        context.meta.setdefault(FLAGS, {})[option.name] = said
    return said


def trust_new(command: str) -> Add:
    """Choose to believe a host that is another one than before."""
    return flag(
        "--trust-new",
        is_flag=True,
        says="Believe a host that has changed, once you have compared the words.",
        example=f"p10net {command} --trust-new",
        heading=YOU,
    )


def code(command: str) -> Add:
    """Take back a seat whose token is lost."""
    return flag(
        "--code",
        type=SENT,
        says="The code that the owner gave you for your seat, good once.",
        example=f"p10net {command} --code 3F7K-9QRT",
        heading=YOU,
    )


def password(command: str) -> Add:
    """Say the table's password."""
    return flag(
        "--password",
        type=SENT,
        envvar="P10NET_PASSWORD",
        says="The table's password; $P10NET_PASSWORD does as well.",
        example=f"p10net {command} --password tea",
        heading=YOU,
    )


def state_dir(command: str, says: str, heading: str = "Where") -> Add:
    """Name the folder in which a table keeps its files."""
    return flag(
        "--state-dir",
        type=click.Path(path_type=Path, file_okay=False),
        says=says,
        example=f"p10net {command} --state-dir /var/lib/p10net",
        heading=heading,
    )


def there(state_dir: Path | None) -> Path | None:
    """Give the folder that was named, if one was; raises Trouble if there is none."""
    if state_dir is not None and not state_dir.is_dir():
        raise Trouble(
            f"There is no folder {state_dir}: name the one that its table was given.",
            Exit.USAGE,
        )
    return state_dir
