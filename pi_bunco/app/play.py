"""A party from its settings to its end: opens everything, plays, and gives everything back."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog

from pi_bunco.app.backups import Backups
from pi_bunco.app.doctor.inside import TableDoctor
from pi_bunco.app.memory import Memory, share_arenas
from pi_bunco.app.names import own_names
from pi_bunco.app.oddsmaker import Oddsmaker
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.app.service import Watchdog
from pi_bunco.app.timekeeper import Timekeeper
from pi_bunco.chance.odds import Ahead
from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, NO_DEVICE, Settings, kind_of, without_password
from pi_bunco.devices.board import Board, board, health, live_lean
from pi_bunco.devices.camera import is_device, open_camera
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import full_rate, rates
from pi_bunco.devices.ports import Bell, Camera
from pi_bunco.game.book import Book
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.game.winners import is_over
from pi_bunco.house import find_sheet, house_folder
from pi_bunco.rules import SHEETS, Sheet
from pi_bunco.rules.words import names
from pi_bunco.stations.bell import bell_for
from pi_bunco.stations.bell_sounds import hearing, lamp
from pi_bunco.stations.button import Button
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.camera_figures import CameraFigures
from pi_bunco.stations.cameras import cameras_of
from pi_bunco.stations.client import TableClient
from pi_bunco.stations.station import Station, StationConfig, opened
from pi_bunco.stations.table_reader import TableReader, found
from pi_bunco.store import Kept, Log, Photos
from pi_bunco.views import table as s
from pi_bunco.views.camera import CameraView
from pi_bunco.views.live import HeadNews, LiveRoom
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.calibrate.file import file_of
from pi_bunco.vision.reader import Reader
from pi_bunco.web.application import create_app
from pi_bunco.web.names import Names
from pi_bunco.web.server import Server, serve

_log = structlog.get_logger()

GLANCE = 0.1
"""Seconds between two looks of the mock party."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A running table.

    Attributes
    ----------
    server, room
        Its page, and its writer.
    resumed
        Whether it goes on with a game.
    calibrated
        Whether table 1 has a calibration.
    cameras
        The camera of each table.
    notes
        Sentences that must be seen by who started it.
    """

    server: Server
    room: LiveRoom
    resumed: bool
    calibrated: bool
    cameras: Mapping[int, str]
    notes: tuple[str, ...]


@contextmanager
def play(settings: Settings) -> Iterator[Playing]:
    """Open a table, let it play, and give everything back at the end of the ``with``.

    Raises
    ------
    Trouble
        If the log, the port or a file camera cannot be had, or there is no such bell or board. A live camera
        that cannot be had is told on the page and tried again, and the game goes on by taps; so are a bell's
        pins, and the page rings.
    """
    share_arenas()
    with ExitStack() as stack:
        stack.enter_context(closing(Memory()))
        recordings = {  # a wrong path is told before anything is begun
            table: stack.enter_context(closing(_recording(settings, table, camera)))
            for table, camera in ({HEAD: settings.camera} | dict(settings.stations)).items()
            if _is_file(camera)
        }
        notes: list[str] = []
        plain = best_reader(say=notes.append)
        reader = _reader(settings, plain, notes)
        log = stack.enter_context(Log(settings.state_dir))
        photos = Photos(settings.state_dir)
        kept = Kept(settings.state_dir, settings.keep_megabytes) if settings.keep else None
        keeper = Keeper(log, photos, kept=kept)
        house = house_folder(settings.state_dir)
        if log.doubt:
            notes.append(str(log.doubt))
        resumed = not (keeper.finished or settings.new)
        if not resumed:
            _start_game(keeper, settings, house)
        tables = len(keeper.tables)
        asked = settings.stations
        here = {table: camera for table, camera in asked.items() if table <= tables or not resumed}
        if resting := [str(table) for table in asked if table not in here]:
            notes.append(f"Not in this game, so without a station until a new one: table {names(resting)}.")
        stations = cameras_of(settings.camera, here, tables, settings.place_of)
        bell, told = _bell(settings)
        stack.enter_context(closing(bell))
        oddsmaker = stack.enter_context(closing(Oddsmaker(lambda: keeper.read(_ahead))))
        watchdog = Watchdog()
        backups = stack.enter_context(
            closing(Backups(settings.state_dir, lambda: (log.game, *keeper.read(_stands))))
        )
        hear = _each(hearing(bell, oddsmaker.wake), lambda _: backups.look())
        told_of = {table: _camera(camera) for table, camera in stations.items()}
        room = LiveRoom(keeper, told_of, hear, watchdog.beater("writer"), doubt=log.doubt)
        stack.callback(room.close)
        room.choose_countdown(settings.countdown)
        stack.enter_context(closing(Timekeeper(room)))
        button = _listening(bell, told, room, notes)
        live_lean(on := board())
        cooling = Cooling(full_rate(on), health)
        rate_of = _rates(on, cooling, stations)

        def config(table: int, camera: str) -> StationConfig:
            return StationConfig(
                camera=camera,
                reader=lambda: reader if table == HEAD else _reader(settings, best_reader(), notes, table),
                recording=recordings.get(table),
                beater=lambda: watchdog.beater(f"supervisor of table {table}"),
                rate=rate_of(table),
                seed=settings.seed + table - HEAD,
                speed=settings.speed,
                seen=log.seen(table),
            )

        opened_ones: dict[int, Station] = {}
        for table, camera in stations.items():
            with settings.naming(*settings.key_of(table)):
                opened_ones[table] = stack.enter_context(
                    opened(config(table, camera), TableClient(room, table))
                )
        pictures = Pictures(photos, _newest(opened_ones), kept, _sights(opened_ones, room, cooling))
        service = PageService(room, pictures, lambda: keeper.read(_sheet), house)
        doctor = TableDoctor(settings, room.view, bell, lambda: button.ago, opened_ones)
        server = stack.enter_context(_served(settings, service, _calibrators(settings, opened_ones), doctor))
        for (
            station
        ) in opened_ones.values():  # only now: to load what drives a camera takes as long as the rest
            station.start()
        calibrated = reader.calibration is not None
        yield Playing(server, room, resumed, calibrated, stations, notes=tuple(notes))


def _newest(stations: Mapping[int, Station]) -> Callable[[int], bytes | None]:
    """Return what gives the newest picture of a table's camera."""

    def newest(table: int) -> bytes | None:
        station = stations.get(table)
        return station.supervisor.picture() if station and station.supervisor else None

    return newest


def _sights(stations: Mapping[int, Station], room: LiveRoom, cooling: Cooling) -> Callable[[int], CameraView]:
    """Return what says how a table's camera does."""

    def sight(table: int) -> CameraView:
        station = stations.get(table, Station())
        camera = room.view(table).camera
        return CameraFigures(lambda: camera, station.supervisor, cooling, station.locked).sight()

    return sight


def _calibrators(settings: Settings, stations: Mapping[int, Station]) -> dict[int, TableCalibrator]:
    """Return who calibrates each table that has a camera; further tables have a file of their own."""
    named = {HEAD: settings.calibration} if settings.calibration else {}
    return {
        table: TableCalibrator(
            station.supervisor,
            station.reader.plain,
            station.reader,
            named.get(table, settings.state_dir / file_of(table)),
        )
        for table, station in stations.items()
        if station.supervisor and station.reader
    }


def _rates(on: Board, cooling: Cooling, stations: Mapping[int, str]) -> Callable[[int], Callable[[], float]]:
    """Return what says how many pictures of a table's camera the board can bear now."""
    real = sum(kind_of(camera) not in NO_DEVICE for camera in stations.values())
    first, others = rates(on, real)
    full = full_rate(on)

    def of(table: int) -> Callable[[], float]:
        mine = first if table == HEAD else others
        return lambda: cooling.rate() * mine / full

    return of


def _start_game(keeper: Keeper, settings: Settings, house: Path) -> None:
    """Begin the game that the settings say."""
    with settings.naming("rules"):
        sheet = find_sheet(settings.rules, house)
    own = None if sheet.slug in SHEETS else sheet
    keeper.handle(NewGame(sheet.slug, settings.players, sets=settings.sets, sheet=own))


def _served(
    settings: Settings, service: PageService, calibrators: Mapping[int, TableCalibrator], doctor: TableDoctor
) -> Server:
    """Put the pages on their port."""
    names = Names(lambda: own_names(settings))
    app = create_app(service, calibrators=calibrators, examiner=doctor, names=names)
    return serve(app, settings.address, settings.port, of_one=settings.per_address)


def _reader(settings: Settings, plain: Reader, notes: list[str], table: int = HEAD) -> TableReader:
    """Return who reads a table by what was learnt of its mat, or say why not."""
    named = settings.calibration if table == HEAD else None
    with settings.naming("calibration"):  # another that cannot be used is told, and left out
        calibration, trouble = found(named, settings.state_dir, table)
    if trouble:
        notes.append(f"{trouble} Until then table {table} plays without it.")
    return TableReader(plain, calibration, trouble)


def _listening(bell: Bell, told: s.BellButton, room: LiveRoom, notes: list[str]) -> Button:
    """Let the room hear its button, show by its lamp how it stands, and tell what is wrong with it."""
    button = Button(bell, room)
    bell.on_press(button)
    bell.light(lamp(room.view()))
    if told.text:
        notes.append(f"{told.text} {told.remedy}")
        room.tell(told)
    return button


def _ahead(book: Book) -> Ahead:
    return Ahead.of(book.played)


def _sheet(book: Book) -> Sheet:
    return book.game.sheet


def _stands(book: Book) -> tuple[object, ...]:
    """Return what changes when a set ends."""
    return book.game.set, is_over(book)


def _each(*hear: Callable[[HeadNews], None]) -> Callable[[HeadNews], None]:
    def all_hear(news: HeadNews) -> None:
        for one in hear:
            one(news)

    return all_hear


def _camera(camera: str) -> s.CameraStatus:
    """Return what the page says of a table's camera before it has given a picture."""
    kind = kind_of(camera)
    if kind in (NO_CAMERA, GUESTS):
        return s.CameraStatus("none", "no camera", mock=kind == GUESTS)
    return s.CameraStatus("starting", f"{without_password(camera)} starting", mock=kind == MOCK)


def _bell(settings: Settings) -> tuple[Bell, s.BellButton]:
    """Open the bell; where the settings name it is said of a wrong one."""
    with settings.naming("bell"):
        return bell_for(settings.bell_used)


def _recording(settings: Settings, table: int, camera: str) -> Camera:
    """Open a table's file camera; where the settings name it is said of a wrong one."""
    with settings.naming(*settings.key_of(table)):
        return open_camera(camera)


def _is_file(camera: str) -> bool:
    """Tell whether a camera is no kind of station: so a file, or a wrong name, which is told at once."""
    return not (camera in {NO_CAMERA, GUESTS} or kind_of(camera) == MOCK or is_device(camera))
