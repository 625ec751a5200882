"""How people tell one host from another: sixteen letters to type, four words to hear.

Whoever reaches a host over TLS sees its certificate, and a certificate's fingerprint
cannot be borrowed. Nobody reads out 64 hex digits, so the host's screen shows its first
80 bits as a key that links carry, and four words that are compared by ear. Making the
words is slow on purpose: for whoever looks for a certificate with the same four words
each try costs as much. No certificate is seen here, only its fingerprint.
"""

from __future__ import annotations

from hashlib import scrypt
from hmac import compare_digest
from itertools import islice, product
from typing import Final

from p10net.protocol.address import KEY_LENGTH, LETTERS

SALT: Final = b"p10net/phrase/v1"
COST: Final = 1 << 14
BLOCKS: Final = 8
DRAWN: Final = 6
"""Bytes that are drawn for a phrase; the last four bits of them are left over."""
WORD_BITS: Final = 11
PHRASE_WORDS: Final = 4
LETTER_BITS: Final = 5

# A word is two open syllables, which every tongue can say. Letters that are said in
# too many ways are missing (c, j, q, x, y, z), and the e that English swallows at an
# end; so is p, which is heard as b.
FIRST: Final = ("bdfghklmnrstvw", "aeiou")
SECOND: Final = ("dklmnrst", "aiou")

# What would make somebody laugh, or worse, in one language or another.
_RUDE: Final = (
    "buta buti daka diki diko dodo faka faki fako fiki fota fuka fuki fuko fuku futa"
    " futu geto hidi hodo homo hora hori kaka kaki koka kuka kula kuli kulo kulu kuni"
    " kuta kuti leso lesu loli lolo loso maso meka moro nasi nudi nudo roma sado siki"
    " siko sisi suka suki suko suku susu tata teta teti titi tito titu tutu"
)
LEFT_OUT: Final = frozenset(_RUDE.split())


def _words() -> tuple[str, ...]:
    spelled = map("".join, product(*FIRST, *SECOND))
    kept = (word for word in spelled if word not in LEFT_OUT)
    return tuple(islice(kept, 1 << WORD_BITS))


WORDS: Final = _words()
"""Every word of a phrase, by its number: the first 2048 by the alphabet, for ever."""


def host_key(fingerprint: bytes) -> str:
    """Write the key of a fingerprint, as `address.link` puts it into a link.

    >>> host_key(bytes.fromhex("886b2cf7" + 56 * "0"))
    'H1NJSXR000000000'
    """
    bits = int.from_bytes(fingerprint[: KEY_LENGTH * LETTER_BITS // 8], "big")
    digits = (bits >> LETTER_BITS * place for place in reversed(range(KEY_LENGTH)))
    return "".join(LETTERS[digit & 31] for digit in digits)


def proves(fingerprint: bytes, key: str) -> bool:
    """Tell whether a host with this fingerprint is the one that a link names."""
    return compare_digest(host_key(fingerprint), key)


def phrase(fingerprint: bytes) -> str:
    """Give the four words of a fingerprint; it takes a twentieth of a second."""
    return " ".join(WORDS[number] for number in numbers(drawn(fingerprint)))


def drawn(fingerprint: bytes) -> bytes:
    """Draw the six bytes that a phrase is made of."""
    return scrypt(fingerprint, salt=SALT, n=COST, r=BLOCKS, p=1, dklen=DRAWN)


def numbers(six: bytes) -> tuple[int, ...]:
    """Cut what was drawn into the numbers of four words, the first bits first.

    >>> numbers(bytes.fromhex("b981555e65ed"))
    (1484, 85, 700, 1630)
    """
    bits = int.from_bytes(six, "big") >> 8 * DRAWN - WORD_BITS * PHRASE_WORDS
    places = reversed(range(PHRASE_WORDS))
    return tuple(bits >> WORD_BITS * place & (1 << WORD_BITS) - 1 for place in places)
