"""``pi-bunco calibrate``: teach the table its mat, its dice and its light."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import click

from pi_bunco.cli.installed import folder_of, settings_of, state_dir_option
from pi_bunco.cli.number import WholeInRange
from pi_bunco.cli.output import warn
from pi_bunco.config import GUESTS, NO_CAMERA
from pi_bunco.devices.ports import Thrower
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.paper.mat.sheet import MARKER

if TYPE_CHECKING:
    from pi_bunco.devices.ports import Camera
    from pi_bunco.frames import Frame, Image
    from pi_bunco.stations.calibration import Calibrating, Outline
    from pi_bunco.vision.calibrate.advice import Advice
    from pi_bunco.vision.calibrate.flat import Point

_CAMERA = "As for run. [default: as in the settings]"
_CORNERS = (
    "The mat's four corners in the camera's picture, such as 90,60 1180,70 1210,900 60,890; else markers."
)
_MARKER = "The edge of a printed marker in millimetres; `pi-bunco mat` prints them so."
_THROWS = "How many throws test it; 0: none."
_TO = "The file to write. [default: the table's in the state folder, where run finds it]"
_TABLE = "Which table of the room: its camera by the settings, and its file (calibration-2.zip)."

_WARM = 12
"""Pictures that a camera gets to find its exposure."""
_LOOKS = 5
"""Pictures in which markers are looked for."""
_LONG = 900
"""Pictures without a throw after which nobody is expected to throw any more."""


@runtime_checkable
class Lined(Protocol):
    """A camera that knows where a line is printed on its mat: the mock."""

    @property
    def line(self) -> tuple[tuple[float, float], ...]:
        """The line's corners in pixels of its pictures."""


class PixelPlace(click.ParamType[tuple[float, float]]):
    """``x,y`` in pixels."""

    name = "X,Y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read it; what is none is refused."""
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value} is no place such as 90,60.", param, ctx)
        return x, y


@click.command()
@click.option(
    "--table", type=WholeInRange(HEAD, TABLES), default=HEAD, show_default=True, metavar="N", help=_TABLE
)
@click.option("--camera", "name", metavar="X", help=_CAMERA)
@click.option("--corners", type=PixelPlace(), nargs=4, metavar="X,Y X,Y X,Y X,Y", help=_CORNERS)
@click.option(
    "--marker", type=click.FloatRange(min=1), default=MARKER, show_default=True, metavar="MM", help=_MARKER
)
@click.option("--throws", type=WholeInRange(0, 50), default=3, show_default=True, metavar="N", help=_THROWS)
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=_TO)
@state_dir_option
def calibrate(  # noqa: PLR0913 - one for each option
    *,
    table: int,
    name: str | None,
    corners: tuple[tuple[float, float], ...] | None,
    marker: float,
    throws: int,
    to: Path | None,
    state_dir: Path | None,
) -> None:
    """Teach the table where its mat lies, how it looks empty and how large its dice are.

    It looks for the four markers printed at the mat's corners (or takes --corners), locks the camera's
    exposure and white balance, learns the empty mat, watches a few throws, and says what to fix. What it
    learnt is one file, which can be copied. The pages of a running room do the same, at /calibrate and
    /table/2/calibrate.
    """
    from pi_bunco.devices.camera import open_camera  # noqa: PLC0415 - likewise
    from pi_bunco.devices.ports import lock  # noqa: PLC0415 - likewise
    from pi_bunco.stations.calibration import Calibrating  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise
    from pi_bunco.vision.calibrate.file import file_of, save  # noqa: PLC0415 - likewise
    from pi_bunco.vision.calibrate.learn import FRAMES  # noqa: PLC0415 - likewise

    path = to or folder_of(state_dir) / file_of(table)
    camera = open_camera(name or _camera_of(table))
    try:
        frames = camera.frames()
        _line("Camera", camera.name)
        calibrating = Calibrating(best_reader(say=warn))
        calibrating.place(_place(camera, _next(frames, _WARM + _LOOKS)[-_LOOKS:], corners, marker))
        locked = lock(camera, {})
        _line("Locked", _facts(locked) or "nothing: this camera has no exposure to lock")
        _ask(camera, "Take everything off the mat, then press a key.")
        pictures = _next(frames, FRAMES + (_WARM if locked else 0))[-FRAMES:]
        calibrating.learn(pictures, locked)
        _line("Empty mat", f"learnt from {FRAMES} pictures")
        if throws:
            _ask(camera, f"Now throw three dice {throws} times. Press a key to begin.")
            pictures += _test(calibrating, camera, frames, throws)
            _line("Dice", _size(calibrating))
        save(calibrating.result, path)
        _advise(calibrating.advice(pictures[-FRAMES:]))
        click.echo(f"Wrote {path}.")
    finally:
        camera.close()


def _camera_of(table: int) -> str:
    """Return the camera that a table has by the settings.

    Raises
    ------
    Trouble
        If it has none.
    """
    settings = settings_of(None, {})
    camera = settings.camera if table == HEAD else settings.stations.get(table, NO_CAMERA)
    if camera in {NO_CAMERA, GUESTS}:
        raise Trouble(
            f"By the settings table {table} has no camera.", "Name the one to calibrate with --camera."
        )
    return camera


def _place(
    camera: "Camera", pictures: "list[Image]", corners: "tuple[Point, ...] | None", marker: float
) -> "Outline":
    """Find the mat: by the corners given, by its markers, or by the mock camera's own line."""
    from pi_bunco.stations.calibration import CalibratingTrouble, outline_by_hand, outline_by_markers  # noqa: PLC0415

    if corners:
        _line("Mat", "four corners as given")
        return outline_by_hand(corners, pictures[-1])
    try:
        outline = outline_by_markers(pictures, marker)
    except CalibratingTrouble as trouble:
        if isinstance(camera, Lined):
            _line("Mat", "the line printed on the mock mat")
            return outline_by_hand(camera.line, pictures[-1])
        raise CalibratingTrouble(
            trouble.text, f"{trouble.remedy[:-1]}, with --corners or on the page /calibrate."
        ) from None
    size = " x ".join(f"{side:.0f}" for side in outline.size_mm) + " mm" if outline.size_mm else "found"
    _line("Mat", f"{size}, by four markers")
    return outline


def _test(table: "Calibrating", camera: "Camera", frames: "Iterator[Frame]", throws: int) -> "list[Image]":
    """Watch some throws and print what was read; return the last picture."""
    frame = None
    for count, frame in enumerate(frames):
        if isinstance(camera, Thrower) and camera.at_rest:
            camera.throw()
        settled = table.see(frame)
        if settled:
            reading = settled.reading
            values = " ".join(map(str, reading.values)) or "no die"
            why = f"  {reading.reason}" if reading.reason else ""
            _line(f"Throw {len(table.test.readings)}", f"{values}{why}")
        if len(table.test.readings) == throws:
            break
        if count > _LONG * (len(table.test.readings) + 1):
            raise Trouble(
                "I have seen no throw for a while.", "Throw onto the mat, or leave the test out: --throws 0."
            )
    return [frame.image] if frame else []


def _next(frames: "Iterator[Frame]", number: int) -> "list[Image]":
    pictures = [frame.image for frame in islice(frames, number)]
    if len(pictures) < number:
        raise Trouble("The camera gave too few pictures.", "Use a live camera, or a longer video.")
    return pictures


def _size(table: "Calibrating") -> str:
    read, of = table.test.read, len(table.test.readings)
    edge = table.result.die
    size = (
        f", {edge:.0f} px on the flat mat"
        if edge
        else "; too few to know their size: throw again while playing"
    )
    return f"{read} of {of} throws read{size}"


def _advise(advice: "list[Advice]") -> None:
    for one in advice:
        where = f" (at {one.box[0]:.0f},{one.box[1]:.0f} in the picture)" if one.box else ""
        click.echo(click.wrap_text(f"{one.sentence}{where}", 78, f"{'To fix':12}", " " * 12))
    if not advice:
        _line("To fix", "nothing")


def _ask(camera: "Camera", text: str) -> None:
    """Wait for the person at the table, if there is one."""
    if camera.live and not isinstance(camera, Thrower):
        click.pause(text)


def _facts(locked: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in locked.items())


def _line(name: str, text: str) -> None:
    click.echo(click.wrap_text(text, 78, f"{name:12}", " " * 12))
