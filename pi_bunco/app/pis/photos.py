"""The photos of a Pi that follows: they stay on the head, and come when a page here shows them."""

import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

from pi_bunco.store import Photos
from pi_bunco.store.photos import is_name, parse_name

_SECONDS = 2.0
"""How long a page may wait for a photo: in a room's network it takes some milliseconds."""
_MAX_BYTES = 5_000_000
_JPEG = b"\xff\xd8\xff"
"""The first bytes of every JPEG file."""


class HeadPhotos(Photos):
    """The photos that were fetched, and those that the head still has.

    Parameters
    ----------
    folder
        The state directory, which exists already.
    head
        The address of the head's pages.
    is_heard
        Returns whether the head is heard now. If not, nobody waits for it.
    """

    def __init__(self, folder: Path, head: str, is_heard: Callable[[], bool]) -> None:
        super().__init__(folder)
        self._head, self._is_heard = head, is_heard
        self._lock = threading.Lock()  # many pages ask for a photo at the same moment

    def find_path(self, name: str) -> Path | None:
        """Return a photo's path, ``None`` if there is no such photo or the head does not send it."""
        found = super().find_path(name)
        if found or not (is_name(name) and self._is_heard() and self._lock.acquire(timeout=_SECONDS)):
            return found
        try:
            return super().find_path(name) or self._fetch(name)
        finally:
            self._lock.release()

    def _fetch(self, name: str) -> Path | None:
        try:
            with urllib.request.urlopen(f"{self._head}photos/{name}", timeout=_SECONDS) as answer:  # noqa: S310 - the head's own address
                jpeg = answer.read(_MAX_BYTES + 1)
        except OSError:
            return None
        if len(jpeg) > _MAX_BYTES or not jpeg.startswith(_JPEG):
            return None
        saved = self.save(jpeg, *parse_name(name))
        return super().find_path(saved) if saved else None
