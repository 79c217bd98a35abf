"""Deletes photos of throws that are older than the host wants, without disturbing a game."""

import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

from pi_bunco.app.people.refusals import COPIES
from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.link.state import FOLDER as LINK
from pi_bunco.link.state import PHOTOS as LINELESS
from pi_bunco.machine.disk import fsync
from pi_bunco.settings.photo_days import load_photo_days, save_photo_days
from pi_bunco.store import Photos
from pi_bunco.store.imported import FOLDER as IMPORTED
from pi_bunco.store.photos import FOLDER as PHOTOS
from pi_bunco.store.photos import StoredPhoto
from pi_bunco.store.restore import ASIDE

LOOK_SECONDS = 3600.0
"""Seconds between two looks for old photos. The days are whole ones, so this is often enough."""
_EVENING_SECONDS = 12 * 3600.0
"""How long the photos of one evening stay in any case."""
_DAY_SECONDS = 24 * 3600.0


class PhotoRetention:
    """Deletes old photos.

    Parameters
    ----------
    folder
        The state directory.
    photos
        Its photos.
    days
        What the settings say: for how many days photos stay.
    find_running
        Returns the number of the game that is being played, 0 if none is. Its photos always stay.
    clock
        Returns seconds since 1970.
    """

    def __init__(
        self,
        folder: Path,
        photos: Photos,
        days: int,
        find_running: Callable[[], int],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._photos, self._otherwise = folder, photos, days
        self.find_running, self._clock = find_running, clock

    @property
    def days(self) -> int:
        """For how many days photos stay; 0: those of this evening only."""
        return load_photo_days(self._folder, self._otherwise)

    def choose(self, days: int) -> None:
        """Let photos stay so many days from now on, and delete older ones at once.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        save_photo_days(self._folder, days)
        self.remove_old()

    def remove_old(self) -> int:
        """Delete the photos that are too old, also of logs that were set aside, and return how many.

        Raises
        ------
        OSError
            If the disk does not take it.
        """
        days = self.days
        if days >= PHOTOS_FOR_EVER:
            return 0
        oldest, running = self._clock() - max(days * _DAY_SECONDS, _EVENING_SECONDS), self.find_running()

        def is_old(photo: StoredPhoto) -> bool:
            return photo.saved < oldest

        removed = self._photos.remove_if(lambda photo: is_old(photo) and photo.game != running)
        return removed + remove_aside(self._folder, is_old)

    def remove_all(self) -> int:
        """Delete all photos but those of the game that is being played, and return how many."""
        running = self.find_running()
        removed = self._photos.remove_if(lambda photo: photo.game != running)
        return removed + remove_aside(self._folder, lambda _: True)


def remove_aside(folder: Path, is_unwanted: Callable[[StoredPhoto], bool]) -> int:
    """Delete the unwanted photos of other logs and of imported evenings, and return how many.

    Other logs are those that were set aside, and those of Pis that this one has followed. Photos beside an
    outbox, which have no line, are among them.
    """
    copies = [path for pattern in COPIES for path in folder.glob(pattern)]
    kept = ((place / name).glob("[!.]*") for place in (folder, *copies) for name in (ASIDE, IMPORTED))
    aside = (path for path in chain(copies, *kept) if (path / PHOTOS).is_dir())
    lineless = (
        photo
        for place in (folder, *copies)
        for photo in (place / LINK / LINELESS).glob("[!.]*.jpg")
        if is_unwanted(StoredPhoto(photo.name, 0, photo.stat().st_mtime))
    )
    return sum(Photos(path).remove_if(is_unwanted) for path in aside) + _remove(lineless)


def _remove(photos: Iterable[Path]) -> int:
    """Delete photos for good, and return how many those are (:class:`OSError`: the disk does not take it)."""
    removed = [*photos]
    for path in removed:
        path.unlink(missing_ok=True)
    for folder in {path.parent for path in removed}:
        fsync(folder)
    return len(removed)
