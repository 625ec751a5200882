"""A host's key and certificate: made once, for nobody else to read, good for ever."""

import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
import trio
import trio.testing
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from p10net.client.secure import only, shake_hands
from p10net.host import identity as makes
from p10net.host.identity import FILE, IdentityError, identity, make


def certificate(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / FILE).read_bytes())


def test_an_identity_is_made_once(tmp_path: Path) -> None:
    """The second start shows the same fingerprint: that of the certificate's bytes."""
    first = identity(tmp_path / "state")
    der = certificate(tmp_path / "state").public_bytes(serialization.Encoding.DER)

    assert identity(tmp_path / "state").fingerprint == first.fingerprint
    assert sha256(der).digest() == first.fingerprint
    assert identity(tmp_path / "other").fingerprint != first.fingerprint


def test_nobody_else_can_read_the_key(tmp_path: Path) -> None:
    """One file lies there, for its user alone."""
    identity(tmp_path / "state")

    assert [path.name for path in (tmp_path / "state").iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / "state" / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


def test_a_wrong_clock_keeps_nobody_out(tmp_path: Path) -> None:
    """The certificate is good from 2000 to 2099, for a key on the curve P-256."""
    identity(tmp_path)
    shown = certificate(tmp_path)
    key = shown.public_key()

    assert shown.not_valid_before_utc.year == 2000
    assert shown.not_valid_after_utc.year == 2099
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"


@pytest.mark.parametrize("year", [1990, 2090])
async def test_a_certificate_of_another_time_is_taken_all_the_same(
    year: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    nursery: trio.Nursery,
) -> None:
    """A laptop whose clock is wrong by decades takes a host for who it is."""
    for name, when in (("VALID_FROM", year), ("VALID_UNTIL", year + 5)):
        monkeypatch.setattr(makes, name, datetime(when, 1, 1, tzinfo=UTC))
    host = identity(tmp_path)
    near, far = trio.testing.memory_stream_pair()
    server = trio.SSLStream(far, host.context, server_side=True)
    nursery.start_soon(server.do_handshake)
    called = await shake_hands(near, only(host.fingerprint))

    assert certificate(tmp_path).not_valid_before_utc.year == year
    assert called.fingerprint == host.fingerprint


def test_of_hosts_that_start_at_once_one_is_first(tmp_path: Path) -> None:
    """All show the same identity, and no draft is left."""
    with ThreadPoolExecutor(8) as hosts:
        shown = {found.fingerprint for found in hosts.map(identity, 8 * [tmp_path])}

    assert len(shown) == 1
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("rest", [0, 1, 100, -100])
def test_a_damaged_identity_is_never_replaced_by_itself(
    tmp_path: Path, rest: int
) -> None:
    """A new one would be a stranger's to everybody: its owner has to decide that."""
    (tmp_path / FILE).write_bytes(make()[:rest])

    with pytest.raises(IdentityError, match="damaged: delete it"):
        identity(tmp_path)


def test_a_folder_that_takes_no_file_is_told(tmp_path: Path) -> None:
    """The sentence says which one, and what to do."""
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(IdentityError, match="--state-dir"):
        identity(tmp_path / "file")
