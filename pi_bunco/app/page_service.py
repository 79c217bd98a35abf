"""What the pages ask for: the game, the pictures, the sheets."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.app.sheets import choices, find_clauses
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Sheet, Written
from pi_bunco.store import Holding, Kept, Photos
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.web.port import SheetChoice


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where pictures come from.

    Attributes
    ----------
    photos
        The throws' photos.
    newest
        Returns the newest picture of a table's camera as a JPEG.
    kept
        The throws that are kept to learn from, ``None`` where that is off.
    sight
        Returns how a table's camera does.
    """

    photos: Photos
    newest: Callable[[int], bytes | None]
    kept: Kept | None
    sight: Callable[[int], CameraView]


class PageService:
    """Fits :class:`pi_bunco.web.port.PagePort`.

    Parameters
    ----------
    room
        The game's writer.
    pictures
        Where pictures come from.
    sheet
        Returns the sheet of the game in hand; may be called by any thread.
    folder
        Where the house's own sheets are.
    """

    def __init__(self, room: LiveRoom, pictures: Pictures, sheet: Callable[[], Sheet], folder: Path) -> None:
        self._pictures = pictures
        self._sheet = sheet
        self._folder = folder
        self.view = room.view
        self.room = room.room
        self.look_at_room = room.look_at_room
        self.look_at_host = room.look_at_host
        self.seats = room.seats
        self.draw_seats = room.draw_seats
        self.publish_seats = room.publish_seats
        self.choose_countdown = room.choose_countdown
        self.foretell = room.foretell
        self.look_back = room.look_back
        self.find_throw = room.find_throw
        self.ask = room.ask
        self.game = room.game
        self.look = room.look
        self.changed = room.changed

    def camera_picture(self, table: int = HEAD) -> bytes | None:
        """Return the latest picture of a table's camera."""
        return self._pictures.newest(table)

    def sight(self, table: int = HEAD) -> CameraView:
        """Return how a table's camera does now."""
        return self._pictures.sight(table)

    def photo(self, name: str) -> Path | None:
        """Return the file of a throw's photo."""
        return self._pictures.photos.path(name)

    def kept(self) -> Holding | None:
        """Return how much is kept to learn from."""
        return self._pictures.kept.holding if self._pictures.kept else None

    def sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played, as they are written now."""
        return choices(self._folder)

    def sheet(self) -> Written:
        """Return the sheet of the game in hand."""
        return find_clauses(self._sheet(), self._folder)
