"""The game of a room: its log, its writer, its bell, and the threads that serve them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import structlog

from pi_bunco.app.background import Backups, Worker
from pi_bunco.app.pis.photos import FetchedPhotos
from pi_bunco.app.room_equipment import make_status
from pi_bunco.app.service import Watchdog
from pi_bunco.app.timekeeper import Timekeeper
from pi_bunco.chance.odds import NextRaces
from pi_bunco.devices.ports import BellDevice
from pi_bunco.equipment.bell import BellFollower, open_table_bell
from pi_bunco.equipment.cameras import assign_cameras
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.guest_list import ListedGuests
from pi_bunco.link.state import leads_copy
from pi_bunco.machine.disk_space import say_why
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.pace import HostPace
from pi_bunco.rules import SHEETS
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say
from pi_bunco.settings.chosen_cameras import load_chosen
from pi_bunco.settings.chosen_pace import PaceChoice, load_pace_choice, save_pace_choice
from pi_bunco.settings.config import Settings
from pi_bunco.settings.house import find_sheet, get_house_folder
from pi_bunco.store import KeptThrows, Log
from pi_bunco.views.devices import BellButton
from pi_bunco.views.table import Alert, TableView

_log = structlog.get_logger()


class TableCount:
    """The number of tables. Each request needs it, and must not wait for an event that is being logged.

    Parameters
    ----------
    keeper
        Keeps the game.

    Attributes
    ----------
    note_change
        Called when the number has changed.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.note_change: Callable[[], None] = lambda: None
        self._count = self._read()

    def list_tables(self) -> range:
        """Return the numbers of the tables."""
        return range(HEAD, self._count + 1)

    def get(self) -> int:
        """Return how many tables there are."""
        return self._count

    def update(self) -> None:
        """Count the tables again, after seats have changed or another game has begun."""
        before, self._count = self._count, self._read()
        if self._count != before:
            self.note_change()

    def _read(self) -> int:
        # In a semi-final at one table, a room still counts all its tables.
        return self._keeper.read(lambda book: max(len(book.played.tables), len(book.game.tables)))


@dataclass(frozen=True, slots=True)
class _HeadTableFollower:
    """Passes what happens at the head table to its bell, and then does what else follows."""

    bell: BellFollower
    actions: Sequence[Callable[[], object]]

    def hear(self, alerts: Sequence[Alert]) -> None:
        self.bell.hear(alerts)

    def look(self, view: TableView) -> None:
        self.bell.look(view)
        for act in self.actions:
            act()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRoom:
    """A room whose game is open.

    Attributes
    ----------
    log, photos, kept
        The log, the photos of throws, and the throws that are kept for training (``None``: none are).
    keeper, room
        The keeper of the game, and its writer.
    bell, button_state
        The bell, and what its page says about its button.
    tables
        How many tables there are.
    cameras
        The camera of each table.
    resumed
        Whether an earlier game goes on.
    backups
        Makes backups.
    """

    log: Log
    photos: FetchedPhotos
    kept: KeptThrows | None
    keeper: Keeper
    room: LiveRoom
    bell: BellDevice
    button_state: BellButton
    tables: TableCount
    cameras: Mapping[int, str]
    resumed: bool
    backups: Backups


@contextmanager
def open_room(
    settings: Settings,
    show_guests: Callable[[ListedGuests], object],
    wait_for_stations: Callable[[], object],
    notes: list[str],
) -> Iterator[PlayedRoom]:
    """Open the room's log and go on with its game, or begin one; close it at the end of the ``with``.

    Parameters
    ----------
    settings
        The settings.
    show_guests
        Called with the guests of a new game before it begins.
    wait_for_stations
        Waits for the stations, before a new game begins.
    notes
        Receives sentences for the person who starts the room.

    Raises
    ------
    Trouble
        If the log cannot be opened, or there is no such sheet or bell.
    """
    with ExitStack() as stack:
        enter = stack.enter_context
        log = enter(Log(settings.state_dir))
        photos = FetchedPhotos(settings.state_dir)
        kept = KeptThrows(settings.state_dir, settings.keep_megabytes) if settings.keep else None
        keeper = Keeper(log, photos, kept=kept)
        resumed = _resume_or_begin(keeper, settings, show_guests, wait_for_stations)
        notes += map(str, filter(None, (log.warning, keeper.explain_lost_photos())))
        cameras = _choose_cameras(settings, len(keeper.tables), notes, resumed=resumed)
        with settings.add_place("bell"):
            bell, button_state = open_table_bell(settings.bell_used)
        enter(closing(bell))
        oddsmaker = Worker("oddsmaker", lambda: keeper.read(lambda book: NextRaces.of(book.played)).prepare())
        enter(closing(oddsmaker))
        oddsmaker.wake()
        backups = Backups(
            settings.state_dir, lambda: keeper.read(lambda book: (log.game, book.game.set, book.over))
        )
        enter(closing(backups))
        tables = TableCount(keeper)
        follower = _HeadTableFollower(
            BellFollower(bell, oddsmaker.wake), (backups.back_up_finished_set, tables.update)
        )
        statuses = {table: make_status(camera) for table, camera in cameras.items()}
        pace = HostPace(
            load_pace_choice(settings.state_dir, settings.countdown), partial(_save_pace, settings.state_dir)
        )
        beat = Watchdog().make_beat("writer")
        room = LiveRoom(keeper, statuses, follower, beat, warning=log.warning, pace=pace)
        stack.callback(room.close)
        enter(closing(Timekeeper(room)))
        yield PlayedRoom(
            log=log,
            photos=photos,
            kept=kept,
            keeper=keeper,
            room=room,
            bell=bell,
            button_state=button_state,
            tables=tables,
            cameras=cameras,
            resumed=resumed,
            backups=backups,
        )


def _save_pace(folder: Path, choice: PaceChoice) -> None:
    """Keep what the host has chosen. It holds also if the disk does not take it, until the program ends."""
    try:
        save_pace_choice(folder, choice)
    except OSError as error:
        _log.warning("the pace is not kept", why=say_why(error, folder))


def _resume_or_begin(
    keeper: Keeper,
    settings: Settings,
    show_guests: Callable[[ListedGuests], object],
    wait_for_stations: Callable[[], object],
) -> bool:
    """Continue the current game or start one from the settings; return whether one continues.

    A wrong setting of a station is reported before a game begins. A Pi that has become the head goes on with
    the room's game, also if that is over: its own settings begin none there. On any other Pi a game that is
    over stays on the pages too, unless somebody has named players, or nobody plays but the mock camera.
    """
    if (keeper.number and leads_copy(settings.state_dir)) or not (keeper.finished or settings.new):
        return True
    if keeper.is_over and not (settings.new or settings.mock or "players" in settings.model_fields_set):
        return True
    wait_for_stations()
    with settings.add_place("rules"):
        sheet = find_sheet(settings.rules, get_house_folder(settings.state_dir))
    own_sheet = None if sheet.slug in SHEETS else sheet
    guests = settings.guests
    show_guests(guests)
    keeper.handle(
        NewGame(
            sheet.slug,
            guests.names,
            sets=settings.sets,
            sheet=own_sheet,
            tables=guests.tables,
            teams=guests.teams,
            team_names=guests.team_names,
        )
    )
    return False


def _choose_cameras(settings: Settings, tables: int, notes: list[str], *, resumed: bool) -> Mapping[int, str]:
    """Return the camera of each table.

    A table that this game lacks has none if the game goes on, or if people have chosen its camera on pages:
    they did so in another game. Otherwise the settings are wrong.
    """
    stations, chosen = settings.stations, load_chosen(settings.state_dir).cameras
    used = {
        table: camera
        for table, camera in stations.items()
        if table <= tables or not (resumed or table in chosen)
    }
    if missing := [str(table) for table in stations if table not in used]:
        notes.append(
            say(
                "Not in this game: table {tables}. No camera is read there until a new game.",
                tables=join_names(missing),
            )
        )
    return assign_cameras(settings.camera, used, tables, settings.find_place)
