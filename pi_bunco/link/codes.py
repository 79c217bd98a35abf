"""The code on the screens of two Pis, by which the host sees that nobody stands between them.

A far Pi sends its request over pages that are not encrypted. Somebody between both Pis could exchange its
request and the authorities of the room for their own. So both screens show six digits of a hash over both,
and the host compares them: a short authentication string.

Six digits alone would not be safe: somebody in the middle could try a million keys until the digits of both
screens are the same. Therefore each Pi adds a nonce, in this order:

1. The far Pi sends its request and a commitment: a hash of its nonce.
2. The head answers with its own nonce, the certificates of the room's authorities and its own name.
3. Only then does the far Pi reveal its nonce, and the head compares it with the commitment.

So both have fixed what they send before they know the other nonce, and an attacker between them gets equal
digits only once in a million attempts. For the same reason a code must not be made again and again: the head
answers few requests (:mod:`pi_bunco.link.joining`), and a far Pi makes another code only if a person asks
for it.

Sources: RFC 6189 (ZRTP), section 4.4.1.1, *Hash Commitment*; Vaudenay, *Secure Communications over Insecure
Channels Based on Short Authenticated Strings*, CRYPTO 2005.
"""

import hashlib
import secrets

NONCE_BYTES = 16
"""Bytes in a nonce."""


def make_nonce() -> bytes:
    """Return a new nonce.

    >>> len(make_nonce())
    16
    """
    return secrets.token_bytes(NONCE_BYTES)


def commit(nonce: bytes, request: bytes) -> str:
    """Return the commitment to a nonce, in 64 hexadecimal digits. It shows nothing of the nonce.

    >>> commit(bytes(16), b"request")[:16], commit(bytes(16), b"another")[:16]
    ('238d14e0b130dd5f', '87ad86c969effe6a')
    """
    return _hash(b"commitment", nonce, request).hex()


def make_code(request: bytes, room: bytes, far_nonce: bytes, head_nonce: bytes) -> str:
    """Return the code that both screens show.

    Parameters
    ----------
    request
        The far Pi's request, as it was sent.
    room
        The certificates of the room's authorities and the head's name, as they were sent.
    far_nonce, head_nonce
        The nonces of both.

    >>> make_code(b"request", b"room", bytes(16), bytes(16))
    '299 152'
    """
    # Each code from 000 000 to 999 999 is equally likely: the hash has 256 bits.
    digits = f"{int.from_bytes(_hash(b'code', request, room, far_nonce, head_nonce)) % 1_000_000:06}"
    return f"{digits[:3]} {digits[3:]}"


def _hash(purpose: bytes, *parts: bytes) -> bytes:
    """Return a hash for one purpose. The length before each part keeps a byte from moving to the next one."""
    whole = b"".join(len(part).to_bytes(8) + part for part in (purpose, *parts))
    return hashlib.sha256(b"pi-bunco join " + whole).digest()
