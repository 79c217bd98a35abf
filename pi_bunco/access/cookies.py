"""The cookie that identifies a device: its id, signed with a key that never leaves the machine."""

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 32
"""Bytes in the key."""
# Signed together with the id, so that the key may sign other things one day.
_PREFIX = b"pi-bunco device "


def make_key() -> bytes:
    """Return a new key."""
    return secrets.token_bytes(KEY_BYTES)


def sign(key: bytes, device: str) -> str:
    """Return the cookie of a device.

    >>> cookie = sign(b"key", "a7")
    >>> read(b"key", cookie), read(b"other", cookie), read(b"key", "a8" + cookie[2:]), read(b"key", "")
    ('a7', None, None, None)
    """
    signature = hmac.digest(key, _PREFIX + device.encode(), hashlib.sha256)
    return f"{device}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def read(key: bytes, cookie: str) -> str | None:
    """Return the id of the device whose cookie this is, ``None`` if it was not signed with this key."""
    device = cookie.rpartition(".")[0]
    return device if cookie.isascii() and hmac.compare_digest(sign(key, device), cookie) else None
