"""Every figure the two sides hold each other to, with the words for it.

`Limits` is what a client must know and travels in the `welcome`; `Guard` is what a
host keeps to itself. Times are whole milliseconds because no float ever travels.
Within one protocol number a limit may be relaxed, never tightened.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.inspect import IntType, Metadata, StructType, type_info


def _figure(unit: str, words: str) -> Meta:
    return Meta(ge=0, description=words, extra={"unit": unit})


class Limits(Struct, frozen=True):
    """What a host asks of its clients; a client reads it and assumes nothing."""

    frame_to_host: Annotated[
        int, _figure("bytes", "longest frame to the host, once welcomed")
    ] = 16_384
    frame_before_welcome: Annotated[
        int, _figure("bytes", "longest frame to the host before the welcome")
    ] = 4_096
    frame_to_client: Annotated[int, _figure("bytes", "longest frame from the host")] = (
        262_144
    )
    hello_ms: Annotated[
        int, _figure("ms", "a connection that has not said hello by then is closed")
    ] = 5_000
    frame_ms: Annotated[
        int, _figure("ms", "a frame that has begun must be complete by then")
    ] = 10_000
    beat_ms: Annotated[
        int, _figure("ms", "the host sends a `beat` after so much silence of its own")
    ] = 5_000
    ping_ms: Annotated[
        int, _figure("ms", "a client that pings does so after so much silence")
    ] = 2_500
    silence_ms: Annotated[
        int, _figure("ms", "a client that has pinged and then falls silent is closed")
    ] = 12_000
    requests_per_s: Annotated[
        int, _figure("requests", "requests a second, answers to the question aside")
    ] = 20
    requests_burst: Annotated[
        int, _figure("requests", "requests that may come at once")
    ] = 60
    chat_lines: Annotated[int, _figure("lines", "lines of chat within `chat_ms`")] = 8
    chat_ms: Annotated[
        int, _figure("ms", "the time in which `chat_lines` are counted")
    ] = 10_000
    chat_points: Annotated[int, _figure("code points", "longest line of chat")] = 300
    name_cells: Annotated[
        int, _figure("cells", "widest name of a player; the shortest is one cell")
    ] = 16
    client_cells: Annotated[
        int, _figure("cells", "widest name of a program; the rest is cut off")
    ] = 32
    options_max: Annotated[
        int, _figure("actions", "most lay-downs one `options` may ask for")
    ] = 64
    replies_kept: Annotated[
        int, _figure("replies", "replies to `act` kept for each seat")
    ] = 64
    illegal_acts: Annotated[
        int, _figure("acts", "illegal acts at one step before the host plays `default`")
    ] = 3


class Guard(Struct, frozen=True):
    """What a host holds for its own sake, whatever its clients do."""

    connections: Annotated[int, _figure("connections", "open at once")] = 32
    connections_per_address: Annotated[
        int, _figure("connections", "open at once from one address")
    ] = 8
    unseated_per_address: Annotated[
        int, _figure("connections", "not yet welcomed, from one address")
    ] = 4
    outbox_frames: Annotated[
        int, _figure("frames", "waiting for one client; one more closes it")
    ] = 64
    outbox_bytes: Annotated[
        int, _figure("bytes", "waiting for one client; more closes it")
    ] = 262_144
    send_ms: Annotated[int, _figure("ms", "longest time one send may take")] = 5_000
    drain_ms: Annotated[int, _figure("ms", "wait for the other end after `bye`")] = (
        1_000
    )
    grace_ms: Annotated[int, _figure("ms", "from a lost link to the stand-in")] = 60_000
    bot_think_ms: Annotated[
        int, _figure("ms", "a decision of a bot, or of a seat that never pinged")
    ] = 60_000
    resume_any_ms: Annotated[
        int, _figure("ms", "after so long anybody may end a pause")
    ] = 120_000
    token_after_game_ms: Annotated[
        int, _figure("ms", "a session stays valid after the game's end")
    ] = 600_000
    swaps: Annotated[
        int, _figure("swaps", "of one seat's connection within `swaps_ms`")
    ] = 3
    swaps_ms: Annotated[int, _figure("ms", "the time in which `swaps` are counted")] = (
        30_000
    )
    reserved: Annotated[
        int, _figure("connections", "more, for those who come back to a seat")
    ] = 8
    parting: Annotated[
        int, _figure("connections", "more, that are told goodbye; then without a word")
    ] = 8
    round_over_ms: Annotated[
        int, _figure("ms", "the next round starts by then, ready or not")
    ] = 60_000
    rematch_ms: Annotated[
        int, _figure("ms", "between two games where only programs play")
    ] = 5_000
    lobby_seat_ms: Annotated[
        int, _figure("ms", "a lost player's seat is kept in the lobby")
    ] = 600_000
    deserted_ms: Annotated[
        int, _figure("ms", "a game waits when every player is gone")
    ] = 600_000
    bot_gone_ms: Annotated[
        int, _figure("ms", "from the crash of a host's own bot to the stand-in")
    ] = 2_000
    code_ms: Annotated[int, _figure("ms", "a code for a lost seat is good")] = 600_000
    share_ms: Annotated[
        int, _figure("ms", "wait for the seats' part in a deal, each of two times")
    ] = 2_000
    ready_changes: Annotated[
        int, _figure("changes", "of a ready mark; after more nobody waits for the seat")
    ] = 5
    tries_per_address: Annotated[
        int, _figure("tries", "wrong passwords or codes, then an address is refused")
    ] = 5
    tries: Annotated[
        int, _figure("tries", "wrong ones in all, then the table locks itself")
    ] = 20


LIMITS = Limits()
GUARD = Guard()


def lines(figures: Limits | Guard) -> Iterator[tuple[str, int, str, str]]:
    """Yield name, value, unit and words of each figure, for people to read."""
    info = type_info(type(figures))
    assert isinstance(info, StructType)
    for field in info.fields:
        about = field.type
        assert isinstance(about, Metadata)
        assert isinstance(about.type, IntType)
        words = (about.extra_json_schema or {})["description"]
        unit = (about.extra or {})["unit"]
        yield field.name, getattr(figures, field.name), unit, words
