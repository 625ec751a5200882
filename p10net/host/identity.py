"""Who this host is on a network: a key of its own and the certificate that shows it.

Made on the first run and kept for good, since the others remember it: a host that comes
along with another one is taken for a stranger who uses its name. Nobody vouches for it;
what counts is its fingerprint. The dates on it span a century, so that a laptop with
the wrong date keeps nobody out. Nothing here knows what is said over the connection.
"""

from __future__ import annotations

import errno
import os
import ssl
import tempfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec import Struct

from p10net.host import storage

FILE: Final = "identity.pem"
MOST: Final = 1 << 16
"""Bytes of it that are read; it has a thousand."""
SUBJECT: Final = "p10net host"
VALID_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
VALID_UNTIL: Final = datetime(2099, 12, 31, tzinfo=UTC)


class IdentityError(Exception):
    """There is no identity to be had; the text is one sentence for a person."""


class Identity(Struct, frozen=True):
    """What a host shows of itself, and what it needs to do so."""

    fingerprint: bytes
    context: ssl.SSLContext


def identity(folder: Path) -> Identity:
    """Take the identity kept in this folder, or make the first one."""
    path = folder / FILE
    try:
        if not path.exists():
            _keep(path, make())
    except OSError as error:
        raise IdentityError(
            f"This host's key cannot be kept in {folder} ({_why(error)}): give it"
            " another folder with --state-dir."
        ) from None
    try:
        return _load(path)
    except (ssl.SSLError, ValueError):
        raise IdentityError(
            f"{path} is damaged: delete it, and let your friends trust the new one."
        ) from None
    except OSError as error:
        raise IdentityError(
            f"{path} cannot be read ({_why(error)}): it has to be this host's key;"
            " mend that, or take another folder with --state-dir."
        ) from None


def _why(error: OSError) -> str:
    if isinstance(error, FileExistsError):  # in the place of the folder
        return os.strerror(errno.ENOTDIR)
    return error.strerror or type(error).__name__


def make() -> bytes:
    """Make a key and a certificate for it, as one PEM text."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, SUBJECT)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return written + certificate.public_bytes(serialization.Encoding.PEM)


def _keep(path: Path, pem: bytes) -> None:
    """Put the file there whole or not at all; of two hosts that start, one is first."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=FILE, dir=path.parent)  # readable by us only
    draft = Path(name)
    try:
        with open(number, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        _settle(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _settle(draft: Path, path: Path) -> None:
    """Give a draft its name, unless somebody has it by now."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # not every file system knows links
        draft.replace(path)


def _load(path: Path) -> Identity:
    pem = storage.small(path, MOST)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # a client that writes first could wait for ever on one
    context.load_cert_chain(path)
    return Identity(_fingerprint(pem), context)


def _fingerprint(pem: bytes) -> bytes:
    certificate = x509.load_pem_x509_certificate(pem)
    return sha256(certificate.public_bytes(serialization.Encoding.DER)).digest()
