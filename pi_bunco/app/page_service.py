"""The service behind the pages: the game, the pictures and the sheets."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.app.sheets import find_clauses, list_choices
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Sheet, Written
from pi_bunco.store import KeptAmount, KeptThrows, Photos
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.web.port import SheetChoice


@dataclass(frozen=True, slots=True)
class Pictures:
    """The sources of pictures.

    Attributes
    ----------
    photos
        The throws' photos.
    encode_newest
        Returns the newest picture of a table's camera as a JPEG.
    kept
        The throws that are kept for training, ``None`` if that is off.
    view_camera
        Returns the figures of a table's camera.
    """

    photos: Photos
    encode_newest: Callable[[int], bytes | None]
    kept: KeptThrows | None
    view_camera: Callable[[int], CameraView]


class PageService:
    """Implements :class:`pi_bunco.web.port.PagePort` for a room.

    Parameters
    ----------
    room
        The game, which one thread writes.
    pictures
        The sources of pictures.
    sheet
        Returns the current game's sheet. Any thread may call it.
    folder
        The folder of the house's own sheets.
    """

    def __init__(self, room: LiveRoom, pictures: Pictures, sheet: Callable[[], Sheet], folder: Path) -> None:
        self._pictures = pictures
        self.find_photo = pictures.photos.find_path
        self._sheet = sheet
        self._folder = folder
        self.view = room.view
        self.view_room = room.view_room
        self.look_at_room = room.look_at_room
        self.look_at_host = room.look_at_host
        self.view_seats = room.view_seats
        self.draw_seats = room.draw_seats
        self.publish_seats = room.publish_seats
        self.choose_countdown = room.choose_countdown
        self.preview_correction = room.preview_correction
        self.view_round = room.view_round
        self.find_throw = room.find_throw
        self.ask = room.ask
        self.copy_game = room.copy_game
        self.look = room.look
        self.wait_for_change = room.wait_for_change

    def find_camera_picture(self, table: int = HEAD) -> bytes | None:
        """Return the latest picture of a table's camera."""
        return self._pictures.encode_newest(table)

    def view_camera(self, table: int = HEAD) -> CameraView:
        """Return the current figures of a table's camera."""
        return self._pictures.view_camera(table)

    def count_kept(self) -> KeptAmount | None:
        """Return how much is kept for training."""
        return self._pictures.kept.amount if self._pictures.kept else None

    def list_sheets(self) -> tuple[SheetChoice, ...]:
        """Return the sheets that can be played, read again from their files."""
        return list_choices(self._folder)

    def get_sheet(self) -> Written:
        """Return the current game's sheet."""
        return find_clauses(self._sheet(), self._folder)
