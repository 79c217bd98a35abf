"""The table's side of the counter: what the pages ask for, from wherever it is kept."""

from collections.abc import Callable
from pathlib import Path

from pi_bunco.store import Photos
from pi_bunco.table.commands import Command
from pi_bunco.table.desk import Desk
from pi_bunco.table.snapshot import Snapshot
from pi_bunco.web.desk import SheetChoice


class Counter:
    """Fits :class:`pi_bunco.web.desk.Desk`.

    Parameters
    ----------
    desk
        The table's writer.
    photos
        The throws' photos.
    picture
        Gives the camera's newest picture as a JPEG.
    sheets
        The sheets that can be played.
    """

    def __init__(
        self,
        desk: Desk,
        photos: Photos,
        picture: Callable[[], bytes | None],
        sheets: tuple[SheetChoice, ...],
    ) -> None:
        self._photos = photos
        self._sheets = sheets
        self.snapshot: Callable[[], Snapshot] = desk.snapshot
        self.ask: Callable[[Command], Snapshot] = desk.ask
        self.wait: Callable[[int, float], tuple[int, Snapshot] | None] = desk.wait
        self.camera_picture = picture

    def photo(self, name: str) -> Path | None:
        """Give the file of a throw's photo."""
        return self._photos.path(name)

    def sheets(self) -> tuple[SheetChoice, ...]:
        """Give the sheets that can be played."""
        return self._sheets
