"""TLS for scripts that need it: a certificate to show, and another one to be wary of.

Both are made anew for each run and forgotten after it; a guest is told the key of the
first one, as a link would tell it.
"""

import tempfile
from pathlib import Path
from typing import Final

import trio

from p10net.host.identity import Identity, identity
from p10net.host.testhost.faults import Fault, Gone
from p10net.protocol.hostkey import host_key

Secure = trio.SSLStream[trio.SocketStream]

HANDSHAKE: Final = 5.0
"""Seconds for a guest to finish its handshake."""


def made() -> Identity:
    """Make a host's key and certificate that nobody has seen before."""
    with tempfile.TemporaryDirectory() as folder:
        return identity(Path(folder))


def key(of: Identity) -> str:
    """Write the key that tells a guest which host is meant."""
    return host_key(of.fingerprint)


async def shake_hands(raw: trio.SocketStream, own: Identity) -> Secure:
    """Become private with a guest; raises Fault, or Gone if it turned away."""
    secure = Secure(raw, own.context, server_side=True, https_compatible=True)
    with trio.move_on_after(HANDSHAKE):
        try:
            await secure.do_handshake()
        except trio.BrokenResourceError:
            raise Gone(
                "Your client did not finish a TLS handshake: this host speaks TLS 1.3"
                " and nothing else."
            ) from None
        return secure
    raise Fault(f"Your client did not finish its TLS handshake in {HANDSHAKE:g} s.")
