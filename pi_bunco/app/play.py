"""A party from its settings to its end: opens everything, plays, and gives everything back."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog

from pi_bunco.app.backups import Backups
from pi_bunco.app.button import Button
from pi_bunco.app.calibrated import TableReader, found
from pi_bunco.app.calibrator import TableCalibrator
from pi_bunco.app.counter import Counter, Pictures
from pi_bunco.app.doctor.inside import TableDoctor, Touched
from pi_bunco.app.hearing import hearing, lamp
from pi_bunco.app.locked import Locked
from pi_bunco.app.lookout import Lookout, Post
from pi_bunco.app.names import own_names
from pi_bunco.app.oddsmaker import Oddsmaker
from pi_bunco.app.party import Mat, Party, Pauses
from pi_bunco.app.ringing import bell_for
from pi_bunco.app.seeing import Seeing
from pi_bunco.app.service import Watchdog
from pi_bunco.app.timekeeper import Timekeeper
from pi_bunco.chance.odds import Ahead
from pi_bunco.config import MOCK, NO_CAMERA, Settings
from pi_bunco.devices.board import board, health, live_lean
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import full_rate
from pi_bunco.devices.ports import Bell, Camera
from pi_bunco.errors import Trouble
from pi_bunco.house import find_sheet, house_folder
from pi_bunco.limits import SEED
from pi_bunco.rules import SHEETS, Sheet
from pi_bunco.rules.quoting import clipped
from pi_bunco.store import Kept, Log, Photos
from pi_bunco.table import snapshot as s
from pi_bunco.table.alerts import is_over
from pi_bunco.table.book import Book
from pi_bunco.table.commands import NewGame
from pi_bunco.table.desk import Desk, News
from pi_bunco.table.keeper import Keeper
from pi_bunco.table.place import HEAD
from pi_bunco.threads import begin
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.calibrate.file import NAME
from pi_bunco.vision.reader import Reader
from pi_bunco.vision.watch import Watcher
from pi_bunco.web.application import create_app
from pi_bunco.web.names import Names
from pi_bunco.web.server import Server, serve
from pi_bunco.whole import whole

_log = structlog.get_logger()

GLANCE = 0.1
"""Seconds between two looks of the mock party."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A running table.

    Attributes
    ----------
    server, desk
        Its page, and its writer.
    resumed
        Whether it goes on with a game.
    calibrated
        Whether it has a calibration.
    notes
        Sentences that whoever started it must see.
    """

    server: Server
    desk: Desk
    resumed: bool
    calibrated: bool
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
    with ExitStack() as stack:
        recording = None
        if _is_file(settings.camera):  # a wrong path is told before anything is begun
            recording = stack.enter_context(closing(open_camera(settings.camera)))
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
        bell, told = bell_for(settings.bell_used)
        stack.enter_context(closing(bell))
        oddsmaker = stack.enter_context(closing(Oddsmaker(lambda: keeper.read(_ahead))))
        watchdog = Watchdog()
        backups = stack.enter_context(
            closing(Backups(settings.state_dir, lambda: (log.game, *keeper.read(_stands))))
        )
        hear = _each(hearing(bell, oddsmaker.wake), lambda _: backups.look())
        cameras = {HEAD: _camera(settings)}
        desk = Desk(keeper, cameras, hear, watchdog.beater("table"), doubt=log.doubt)
        stack.callback(desk.close)
        stack.enter_context(closing(Timekeeper(desk)))
        touched = _listening(bell, told, desk, notes)
        lookout = locked = None
        live_lean(on := board())
        cooling = Cooling(full_rate(on), health)
        if settings.mock:
            mock = _mock_table(settings, desk, log.seen(), reader, watchdog)
            lookout = stack.enter_context(mock)
        elif settings.camera != NO_CAMERA:
            opened = (lambda: recording) if recording else (lambda: open_camera(settings.camera))
            locked = Locked(opened, reader)
            looking = _looking(locked, desk, reader, watchdog, cooling.rate, mock=False)
            lookout = stack.enter_context(looking)
        how = Seeing(lambda: desk.snapshot().camera, lookout, cooling, locked)
        pictures = Pictures(photos, lookout.picture if lookout else _no_picture, kept, how.sight)
        calibrator = _calibrator(settings, lookout, plain, reader) if lookout else None
        doctor = TableDoctor(
            settings, desk.snapshot, bell, touched, lookout, lambda: locked.trouble if locked else None
        )
        counter = Counter(desk, pictures, lambda: keeper.read(_sheet), house)
        server = stack.enter_context(_served(settings, counter, calibrator, doctor))
        if lookout:  # only now: to read what drives a camera takes as long as all the rest
            lookout.start()
        yield Playing(server, desk, resumed, calibrated=reader.calibration is not None, notes=tuple(notes))


def _start_game(keeper: Keeper, settings: Settings, house: Path) -> None:
    """Begin the game that the settings say."""
    sheet = find_sheet(settings.rules, house)
    own = None if sheet.slug in SHEETS else sheet
    keeper.handle(NewGame(sheet.slug, settings.players, sets=settings.sets, sheet=own))


def _served(
    settings: Settings, counter: Counter, calibrator: TableCalibrator | None, doctor: TableDoctor
) -> Server:
    """Put the pages on their port."""
    names = Names(lambda: own_names(settings))
    app = create_app(counter, calibrator=calibrator, examiner=doctor, names=names)
    return serve(app, settings.address, settings.port, of_one=settings.per_address)


def _reader(settings: Settings, plain: Reader, notes: list[str]) -> TableReader:
    """Read by what was learnt of the mat, or say why not."""
    calibration, trouble = found(settings.calibration, settings.state_dir)
    if trouble:
        notes.append(f"{trouble} Until then the table plays without it.")
    return TableReader(plain, calibration, trouble)


def _calibrator(settings: Settings, lookout: Lookout, plain: Reader, reader: TableReader) -> TableCalibrator:
    return TableCalibrator(lookout, plain, reader, settings.calibration or settings.state_dir / NAME)


def _listening(bell: Bell, told: s.BellButton, desk: Desk, notes: list[str]) -> Touched:
    """Let the table hear its button, show by its lamp how it stands, and tell what is wrong with it."""
    touched = Touched(Button(bell, desk))
    bell.on_press(touched)
    bell.light(lamp(desk.snapshot()))
    if told.text:
        notes.append(f"{told.text} {told.remedy}")
        desk.tell(told)
    return touched


@contextmanager
def _looking(  # noqa: PLR0913 - what it works with, each of another kind
    opened: Callable[[], Camera],
    desk: Desk,
    reader: TableReader,
    watchdog: Watchdog,
    rate: Callable[[], float | None] = lambda: None,
    *,
    mock: bool,
) -> Iterator[Lookout]:
    post = Post(
        opened,
        lambda: Watcher(reader),
        desk,
        how=lambda frame: reader.says(frame.image),
        rate=rate,
        mock=mock,
    )
    lookout = Lookout(post, watchdog.beater("lookout"))
    try:
        yield lookout
    finally:
        lookout.close()


@contextmanager
def _mock_table(
    settings: Settings, desk: Desk, seen: int, reader: TableReader, watchdog: Watchdog
) -> Iterator[Lookout]:
    """Go on with the throw after those that were ``seen``; its predecessor's dice lie on the mat."""
    from pi_bunco.devices.camera.mock import MockCamera  # noqa: PLC0415 - no table with a camera needs it

    mat = MockCamera(_seed(settings), first=seen)
    with (
        _hosting(mat, desk, Pauses().at(settings.speed), seen - 1),
        _looking(lambda: mat, desk, reader, watchdog, mock=True) as lookout,
    ):
        yield lookout


@contextmanager
def _hosting(mat: Mat, desk: Desk, pauses: Pauses, lying: int) -> Iterator[None]:
    """Let the mock host and players sit at the table."""
    stopping = threading.Event()
    party = Party(mat, pauses, lying)

    def sit() -> None:
        while not stopping.wait(GLANCE):
            command = party.look(desk.snapshot(), time.monotonic())
            if command:
                try:
                    desk.ask(command)
                except (Trouble, TimeoutError) as why:  # a guest was faster, or the disk is slow
                    _log.info("the mock host was refused", command=type(command).__name__, why=repr(why))

    thread = threading.Thread(target=sit, name="mock party", daemon=True)
    begin(thread)
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def _ahead(book: Book) -> Ahead:
    return Ahead.of(book.played)


def _sheet(book: Book) -> Sheet:
    return book.game.sheet


def _stands(book: Book) -> tuple[object, ...]:
    """Return what changes when a set ends."""
    return book.game.set, is_over(book)


def _each(*hear: Callable[[News], None]) -> Callable[[News], None]:
    def all_hear(news: News) -> None:
        for one in hear:
            one(news)

    return all_hear


def _camera(settings: Settings) -> s.Camera:
    if settings.camera == NO_CAMERA:
        return s.Camera("none", "no camera", mock=False)
    return s.Camera("starting", f"{settings.camera} starting", settings.mock)


def _seed(settings: Settings) -> int:
    text = settings.camera.partition(":")[2] if settings.camera.startswith(f"{MOCK}:") else ""
    seed = whole(text, 0, SEED) if text else settings.seed
    if seed is None:
        raise Trouble(
            f"The mock camera takes the number of its dice, not “{clipped(text)}”.",
            f"Name it mock, or mock:7 with any number up to {SEED}.",
        )
    return seed


def _is_file(camera: str) -> bool:
    live = camera.isdigit() or "://" in camera or camera.startswith("/dev/")
    return not live and camera.partition(":")[0] not in (MOCK, NO_CAMERA, "picamera2", "usb")


def _no_picture() -> None:
    return None
