"""Reaches a host so that nobody listens in, and knows it again by its fingerprint.

On this computer's own loopback nobody can listen, so there a connection is plain; to
everywhere else it is TLS, whatever an advert says. A host vouches for itself: its
certificate proves nothing but that the same host answers as before. Whoever calls says
which fingerprint will do, and a host with any other one is left without a word sent.
"""

from __future__ import annotations

import functools
import ssl
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

import trio
from msgspec import Struct

from p10net.protocol.address import Place
from p10net.protocol.hostkey import proves

HANDSHAKE: Final = 4.0
"""Seconds for a host to show its certificate."""

Trusts = Callable[[bytes], bool]


class WrongHost(Exception):
    """Whoever answers there is not the host that was meant; nothing was said to it."""


class NotPrivate(ConnectionError):
    """Whatever answers there cannot speak TLS."""


class Mute(NotPrivate):
    """Whoever is there says nothing at all."""


class Call(Struct, frozen=True):
    """An open connection; without a fingerprint it is plain, on this computer."""

    stream: trio.abc.Stream
    fingerprint: bytes | None = None


def anybody(fingerprint: bytes) -> bool:
    """Trust whoever answers, for want of knowing better."""
    return True


def only(fingerprint: bytes | None) -> Trusts:
    """Trust the host with this fingerprint; without one, nobody that needs one."""
    return lambda shown: fingerprint is not None and compare_digest(shown, fingerprint)


def keyed(key: str | None) -> Trusts:
    """Trust the host that a link's key names; without a key anybody."""
    return anybody if key is None else lambda shown: proves(shown, key)


async def call(place: Place, trusts: Trusts = anybody) -> Call:
    """Connect to a place; raises OSError, ValueError, or WrongHost."""
    stream = await trio.open_tcp_stream(place.host, place.port)
    try:
        if ip_address(stream.socket.getpeername()[0]).is_loopback:
            return Call(stream)
        return await shake_hands(stream, trusts)
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise


async def shake_hands(stream: trio.abc.Stream, trusts: Trusts) -> Call:
    """Become private with whoever is at the other end, if it is to be trusted."""
    # An end without an alert is an end: a frame says how long it is, a bye that it is.
    secure = trio.SSLStream(stream, _context(), https_compatible=True)
    with trio.move_on_after(HANDSHAKE) as late:
        try:
            await secure.do_handshake()
        except trio.BrokenResourceError:
            raise NotPrivate("no TLS is spoken there") from None
    if late.cancelled_caught:
        raise Mute("no certificate was shown")
    fingerprint = sha256(secure.getpeercert(binary_form=True)).digest()
    if not trusts(fingerprint):
        raise WrongHost
    return Call(secure, fingerprint)


@functools.cache
def _context() -> ssl.SSLContext:
    """Let every certificate pass: who it belongs to is for `trusts` to say."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    return context
