"""The files of the house's own sheets, in their folder in the state folder."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from pi_bunco.errors import put_in_words
from pi_bunco.game.refused import Refused
from pi_bunco.limits import SHEETS
from pi_bunco.machine.disk import fsync, make_dir, write_atomic
from pi_bunco.rules import Written
from pi_bunco.sentences import say
from pi_bunco.settings.house import ENDING, SheetTrouble, get_house_folder, read_house_sheets
from pi_bunco.web.ports.house import ChangedMeanwhile, HouseFile


class HouseFolder:
    """Implements :class:`pi_bunco.web.ports.house.HouseShelf`.

    Parameters
    ----------
    state
        The state folder. The folder of the house sheets in it is made with the first sheet.
    named
        The short name of the sheet in the settings of the table, which must stay.
    """

    def __init__(self, state: Path, named: str = "") -> None:
        self._folder = get_house_folder(state)
        self._named = named
        self._writing = Lock()

    def list_files(self) -> Sequence[HouseFile]:
        """Return all files, in the order of their names."""
        return [_make_file(path, found) for path, found in read_house_sheets(self._folder).items()]

    def find(self, slug: str) -> HouseFile | None:
        """Return the file of a sheet."""
        return next((each for each in self.list_files() if each.slug == slug), None)

    def save(self, slug: str, data: bytes, stamp: str) -> None:
        """Write the file of a sheet, and keep what was in it before."""

        def write(path: Path) -> None:
            if not stamp and len(self.list_files()) >= SHEETS:
                raise Refused(
                    say("There are {count} house sheets already.", count=SHEETS),
                    say("Delete one of them first."),
                )
            make_dir(self._folder)
            write_atomic(path, data)

        self._change(slug, stamp, write)

    def remove(self, slug: str, stamp: str) -> None:
        """Delete the file of a sheet, and keep its content."""

        def unlink(path: Path) -> None:
            if slug == self._named:
                raise Refused(
                    say("The settings of the table name this sheet, so the next start needs it."),
                    say("Name another sheet in the settings first."),
                )
            path.unlink()
            fsync(self._folder)

        self._change(slug, stamp, unlink)

    def _change(self, slug: str, stamp: str, change: Callable[[Path], None]) -> None:
        """Change a file, if nobody else has changed it, and keep its content."""
        path = self._folder / f"{slug}{ENDING}"
        with self._writing:
            before = _read(path)
            if (_make_stamp(before) if path.exists() else "") != stamp:
                raise ChangedMeanwhile
            try:
                if stamp:
                    write_atomic(path.with_name(f"{path.name}.old"), before)
                change(path)
            except OSError as error:
                raise put_in_words(error) from error


def _make_file(path: Path, found: Written | SheetTrouble) -> HouseFile:
    data = _read(path)
    if isinstance(found, SheetTrouble):
        return HouseFile(path.stem, data, _make_stamp(data), None, found)
    return HouseFile(path.stem, data, _make_stamp(data), found)


def _read(path: Path) -> bytes:
    """Return the content of a file; empty if it is not there or cannot be read."""
    data = b""
    with suppress(OSError):
        data = path.read_bytes()
    return data


def _make_stamp(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
