"""Whether discovery is heard on this computer at all: calls out, and listens for it.

An own call that does not come back was swallowed on the way, nearly always by this
computer's firewall. The call is of a kind of its own, so nobody takes it for a table.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from zeroconf import DNSQuestionType, ServiceInfo

from p10net.lan.mdns import Radio

KIND: Final = "_p10net-check._tcp.local."
PORT: Final = 9
WAIT_MS: Final = 2000


async def heard(hosts: Sequence[str], wait_ms: int = WAIT_MS) -> bool:
    """Say whether an own call comes back; raises DiscoveryOff if none can be made."""
    speaker, ear = Radio(), Radio()
    called = f"check-{secrets.token_hex(4)}"
    try:
        await speaker.tune(hosts)
        await ear.tune(hosts)
        info = ServiceInfo(
            KIND,
            f"{called}.{KIND}",
            port=PORT,
            server=f"{called}.local.",
            parsed_addresses=[host.partition("%")[0] for host in hosts],
        )
        await speaker.run(speaker.zc.async_register_service(info))
        answer = ServiceInfo(KIND, info.name)

        async def listen() -> None:
            # All are asked, since one port may be shared by several programs here.
            await answer.async_request(
                ear.zc, wait_ms, question_type=DNSQuestionType.QM
            )

        await ear.run(listen())
        return answer.port == PORT
    finally:
        await ear.close()
        await speaker.close()
