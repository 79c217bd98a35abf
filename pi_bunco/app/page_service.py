"""The service behind the pages: the game, the pictures, and the rule sheets that can be played."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.game.lines import HEAD
from pi_bunco.room.followed_room import FollowedRoom
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.rules import SHEETS, Sheet, Written, load_sheet, load_written
from pi_bunco.rules.seating import MIN_PLAYERS
from pi_bunco.rules.sheets.values import join_faults
from pi_bunco.sentences import say
from pi_bunco.settings.house import SheetTrouble, find_written, read_house_sheets
from pi_bunco.store import KeptAmount, KeptThrows
from pi_bunco.views.devices import CameraView
from pi_bunco.web.ports.room import Option, SheetChoice

_MAX_PLAYERS = 4
"""Most players of a new game that begins on a page, since the page asks for the players of one table."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The sources of pictures.

    Attributes
    ----------
    find_photo
        Returns the file of a throw's photo by its name, ``None`` if there is none.
    encode_newest
        Returns the newest picture of a table's camera as a JPEG.
    kept
        The throws that are kept for training, ``None`` if that is off.
    view_camera
        Returns the figures of a table's camera.
    """

    find_photo: Callable[[str], Path | None]
    encode_newest: Callable[[int], bytes | None]
    kept: KeptThrows | None
    view_camera: Callable[[int], CameraView]


class PageService:
    """Implements :class:`pi_bunco.web.ports.room.PagePort` for a room.

    Parameters
    ----------
    room
        The game, which one thread writes, or the copy of another Pi's game.
    pictures
        The sources of pictures.
    sheet
        Returns the current game's sheet. Any thread may call it.
    folder
        The folder of the house's own sheets.
    """

    def __init__(
        self, room: LiveRoom | FollowedRoom, pictures: Pictures, sheet: Callable[[], Sheet], folder: Path
    ) -> None:
        self._pictures = pictures
        self.find_photo = pictures.find_photo
        self._sheet = sheet
        self._folder = folder
        self.head = room.head
        self.plays = room.plays
        self.measure_age = room.measure_age
        self.view = room.view
        self.view_room = room.view_room
        self.get_newest_room = room.get_newest_room
        self.get_newest_host = room.get_newest_host
        self.view_seats = room.view_seats
        self.view_money = room.view_money
        self.view_retabulation = room.view_retabulation
        self.draw_seats = room.draw_seats
        self.publish_seats = room.publish_seats
        self.swap_seats, self.drop_seats = room.swap_seats, room.drop_seats
        self.choose_break = room.choose_break
        self.choose_countdown = room.choose_countdown
        self.show_on_tv = room.show_on_tv
        self.preview_correction = room.preview_correction
        self.view_round = room.view_round
        self.find_throw = room.find_throw
        self.list_late_throws = room.list_late_throws
        self.ask = room.ask
        self.copy_game = room.copy_game
        self.get_newest = room.get_newest
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

    def find_rules(self, slug: str) -> Written | None:
        """Return a sheet that can be played."""
        return find_playable(slug, self._folder)


def find_playable(slug: str, folder: Path) -> Written | None:
    """Return a sheet that can be chosen, with its clauses; ``None``: there is none of this name."""
    if not any(sheet.slug == slug and not sheet.fault for sheet in list_choices(folder)):
        return None
    return find_written(slug, folder)


def list_choices(folder: Path) -> tuple[SheetChoice, ...]:
    """Return the printed sheets, ``classic`` first, then the house's own from ``folder`` by name."""
    printed = (_make_choice(load_sheet(slug)) for slug in SHEETS)
    house = (
        _make_faulty_choice(path, entry)
        if isinstance(entry, SheetTrouble)
        else _make_choice(entry.sheet, house=entry.sheet)
        for path, entry in read_house_sheets(folder).items()
    )
    return (*printed, *house)


def find_clauses(sheet: Sheet, folder: Path) -> Written:
    """Return a game's sheet with its clauses, if they are known.

    A game stores a house sheet without its clauses. They come from the sheet's file, if that still has the
    same rules.
    """
    if sheet.slug in SHEETS:
        return load_written(sheet.slug)
    try:
        written = find_written(sheet.slug, folder)
    except SheetTrouble:
        return Written(sheet)
    return written if written.sheet == sheet else Written(sheet)


def _make_choice(sheet: Sheet, house: Sheet | None = None) -> SheetChoice:
    sizes = [
        seats
        for seats in range(MIN_PLAYERS, _MAX_PLAYERS + 1)
        if len(sheet.find_layouts(seats, 1) or ()) == 1
    ]
    return SheetChoice(
        slug=sheet.slug,
        title=sheet.title,
        line=sheet.line,
        least=min(sizes, default=0),
        most=max(sizes, default=0),
        teams=sheet.teams,
        groups=sheet.move_among == "groups",
        sets=sheet.sets,
        first_target=sheet.first_target,
        options=tuple(_make_option(sheet, name) for name in sheet.options),
        house=house,
        fault=""
        if sizes
        else say(
            "It is not for one table of {least} to {most} players.", least=MIN_PLAYERS, most=_MAX_PLAYERS
        ),
    )


_TAKES_BAG = {
    "bunco": say("Any bunco takes the bag."),
    "mini": say("Any three alike of a number other than the target take the bag."),
    "three_alike": say("Any three alike take the bag."),
}


def _make_option(sheet: Sheet, name: str) -> Option:
    match name:
        case "calls":
            return Option(
                name, "flag", say("Buncos must be called"), say("A bunco counts when somebody taps Call.")
            )
        case "traveling":
            if sheet.traveling_by == "agreed":
                return Option(name, "traveling", say("Traveling"), say("Which three alike take the bag."))
            return Option(name, "flag", say("Traveling"), _TAKES_BAG[sheet.traveling_by])
        case "cup":
            bonus = say("Three alike of a number on the cup bring {bonus} more.", bonus=sheet.cup_bonus)
            return Option(name, "faces", say("Dice-cup bonus"), bonus)
        case _:
            goal = say("Empty for {goal}; 11 is the quick game.", goal=sheet.goal)
            return Option(name, "number", say("Points that win a round"), goal)


_SHOWN_FAULTS = 3  # the page of house sheets shows all


def _make_faulty_choice(path: Path, trouble: SheetTrouble) -> SheetChoice:
    """Return an entry for a sheet that cannot be read, so that its author sees why."""
    return SheetChoice(
        slug=path.stem,
        title=path.stem,
        line="",
        least=0,
        most=0,
        teams=True,
        sets=1,
        fault=join_faults(trouble.faults[:_SHOWN_FAULTS]) if trouble.faults else trouble.text,
    )
