"""Photos of throws that another Pi has: they stay there, and come when a page here shows them."""

import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

from pi_bunco.store import Photos
from pi_bunco.store.photos import is_name, parse_name

SECONDS = 2.0
"""How long a page may wait for a photo: in a room's network it takes some milliseconds."""
_MAX_BYTES = 5_000_000
_JPEG = b"\xff\xd8\xff"
"""The first bytes of every JPEG file."""


class FetchedPhotos(Photos):
    """The photos of this Pi, those that were fetched, and those that another Pi still has.

    Parameters
    ----------
    folder
        The state directory, which exists already.
    fetch
        Returns a photo by its name as a JPEG file; empty if no other Pi has it, or none is heard.
    """

    def __init__(self, folder: Path, fetch: Callable[[str], bytes] = lambda _: b"") -> None:
        super().__init__(folder)
        self.fetch = fetch
        self._lock = threading.Lock()  # many pages ask for a photo at the same moment

    def fetch_path(self, name: str) -> Path | None:
        """Return a photo's path, ``None`` if there is no such photo or the other Pi does not send it.

        This may wait for the other Pi, so only pages call it.
        """
        found = self.find_path(name)
        if found or not (is_name(name) and self._lock.acquire(timeout=SECONDS)):
            return found
        try:
            return self.find_path(name) or self._save_fetched(name)
        finally:
            self._lock.release()

    def _save_fetched(self, name: str) -> Path | None:
        jpeg = self.fetch(name)
        if len(jpeg) > _MAX_BYTES or not jpeg.startswith(_JPEG):
            return None
        saved = self.save(jpeg, *parse_name(name))
        return self.find_path(saved) if saved else None


def fetch_from_head(head: str, name: str) -> bytes:
    """Return a photo of the pages of a head; empty if it does not send one.

    ``head``: their address, such as ``http://bunco.local:8080/``.
    """
    try:
        with urllib.request.urlopen(f"{head}photos/{name}", timeout=SECONDS) as answer:  # noqa: S310 - the head's own address
            return bytes(answer.read(_MAX_BYTES + 1))
    except OSError:
        return b""
