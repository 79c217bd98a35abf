"""The photos of throws, as JPEG files beside the log. People can look at them; the game never needs them."""

import re
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import structlog

from pi_bunco.machine.disk import fsync, write_atomic
from pi_bunco.machine.disk_space import find_exhaustion, say_why

_log = structlog.get_logger()

FOLDER = "photos"
KEPT_PHOTOS = 600
"""The number of photos that stay. With about 75 kB each at the mock table they take 45 MB."""

_NAME = re.compile(r"\d+-\d+\.jpg")


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A photo on the disk.

    Attributes
    ----------
    name
        Its name.
    size
        Its bytes.
    saved
        When it was written, in seconds since 1970 by the machine's clock.
    """

    name: str
    size: int
    saved: float

    @property
    def game(self) -> int:
        """The number of its game."""
        return parse_name(self.name)[0]


class Photos:
    """The photos in a state directory.

    Parameters
    ----------
    folder
        The state directory, which exists already.
    most
        The number of photos that stay. The oldest are removed first.

    Attributes
    ----------
    folder
        Their folder.
    fault
        Why the newest photo was not kept, or the next one cannot be, ``None`` if nothing is wrong.
    """

    def __init__(self, folder: Path, most: int = KEPT_PHOTOS) -> None:
        self.folder = folder / FOLDER
        self._keep = most
        self._names: list[str] = []
        self._lock_names = threading.Lock()  # one thread saves photos, others delete some
        self.fault: OSError | None = None
        self._note_fault(find_exhaustion(folder))
        try:
            self.folder.mkdir(exist_ok=True)
            for draft in self.folder.glob(".*.new"):  # left by a power cut while a photo was written
                draft.unlink(missing_ok=True)
            names = [path.name for path in self.folder.iterdir()]
        except OSError as error:  # a damaged card may still take the next photo
            self._note_fault(error)
            return
        self._names = sorted((name for name in names if _NAME.fullmatch(name)), key=parse_name)

    def save(self, jpeg: bytes, game: int, number: int) -> str | None:
        """Keep a picture and return its name, ``None`` if the disk does not take it.

        Parameters
        ----------
        jpeg
            The picture as a JPEG file.
        game, number
            The game's number and the event's; together they name the file.
        """
        # On the disk before its event is, since any page may then show the photo.
        return self._put(make_name(game, number), lambda place: write_atomic(place, jpeg))

    def adopt(self, path: Path, game: int, number: int) -> str | None:
        """Move a picture here from elsewhere on the same disk, see :meth:`save`. It stays if that fails."""

        def move(place: Path) -> None:
            with suppress(FileNotFoundError):  # another thread has moved it
                path.replace(place)
                path.unlink(missing_ok=True)  # it was the same file already

        return self._put(make_name(game, number), move)

    def _put(self, name: str, write: Callable[[Path], object]) -> str | None:
        try:
            self.folder.mkdir(exist_ok=True)
            write(self.folder / name)
        except OSError as error:
            self._note_fault(error)
            return None
        self._note_fault(None)
        with self._lock_names:
            if name in self._names:  # its event was not logged the first time
                self._names.remove(name)
            self._names.append(name)
            oldest = self._names[: -self._keep]
            del self._names[: -self._keep]
        for old in oldest:
            with suppress(OSError):  # a card that takes new files but removes none
                (self.folder / old).unlink(missing_ok=True)
        return name

    def remove(self, names: Collection[str]) -> None:
        """Delete photos for good, and return when the disk has no more names of them.

        Raises
        ------
        OSError
            If the disk does not take it. Then some of them may stay.
        """
        gone = [name for name in names if _NAME.fullmatch(name)]
        for name in gone:
            (self.folder / name).unlink(missing_ok=True)
        if gone:
            fsync(self.folder)
        with self._lock_names:
            self._names = [name for name in self._names if name not in gone]

    def remove_if(self, is_unwanted: Callable[[StoredPhoto], bool]) -> int:
        """Delete the unwanted photos, see :meth:`remove`, and return how many those are."""
        unwanted = [photo.name for photo in list_photos(self.folder.parent) if is_unwanted(photo)]
        self.remove(unwanted)
        return len(unwanted)

    def _note_fault(self, fault: OSError | None) -> None:
        if fault and not self.fault:  # logged once, not with each throw
            _log.warning("photos are not kept", folder=str(self.folder), why=say_why(fault, self.folder))
        self.fault = fault

    def find_path(self, name: str) -> Path | None:
        """Return a photo's path, ``None`` if there is no such photo."""
        path = self.folder / name
        try:
            return path if _NAME.fullmatch(name) and path.is_file() else None
        except OSError:  # a damaged card
            return None


def find_newest_photo(folder: Path) -> tuple[int, int] | None:
    """Return the newest photo's game and event in a state directory, ``None`` without photos."""
    return find_newest(folder / FOLDER)


def find_newest(pictures: Path) -> tuple[int, int] | None:
    """Return the game and event of the newest picture in a folder, ``None`` without pictures."""
    return max(map(parse_name, _list_names(pictures)), default=None)


def list_newer(pictures: Path, place: tuple[int, int]) -> list[Path]:
    """Return the pictures in a folder of later events than this game and event."""
    return [pictures / name for name in _list_names(pictures) if parse_name(name) > place]


def list_photos(folder: Path) -> tuple[StoredPhoto, ...]:
    """Return the photos in a state directory, oldest event first."""
    photos = []
    for name in sorted(_list_names(folder / FOLDER), key=parse_name):
        with suppress(OSError):  # it is just being deleted
            status = (folder / FOLDER / name).stat()
            photos.append(StoredPhoto(name, status.st_size, status.st_mtime))
    return tuple(photos)


def count_photos(folder: Path) -> int:
    """Count the photos in a state directory."""
    return len(_list_names(folder / FOLDER))


def _list_names(folder: Path) -> list[str]:
    """Return the names of all photos in a folder, none if it cannot be read."""
    try:
        return [path.name for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return []


def is_name(name: str) -> bool:
    """Return whether a file may be a photo, by its name."""
    return _NAME.fullmatch(name) is not None


def make_name(game: int, number: int) -> str:
    """Return the name of the photo of an event.

    >>> make_name(3, 120)
    '3-120.jpg'
    """
    return f"{game}-{number}.jpg"


def parse_name(name: str) -> tuple[int, int]:
    """Return the game and the event of a photo.

    >>> parse_name("3-120.jpg")
    (3, 120)
    """
    game, number = name.removesuffix(".jpg").split("-")
    return int(game), int(number)
