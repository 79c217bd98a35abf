"""``pi-bunco calibrate``: teach the table its mat, its dice and its light."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import click

from pi_bunco.cli.installed import find_folder, load_settings, state_dir_option
from pi_bunco.cli.options import FILE_PATH, WholeInRange
from pi_bunco.cli.output import print_row, warn
from pi_bunco.cli.owner import act_as_owner
from pi_bunco.devices.ports import Camera, Thrower, lock
from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame, Image
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.paper.printed_mat import MARKER
from pi_bunco.sentences import say
from pi_bunco.settings.config import GUESTS, NO_CAMERA, name_calibration

if TYPE_CHECKING:
    from pi_bunco.messages.calibration import Point
    from pi_bunco.station.calibration import CalibrationRun, Outline


_WARM_UP_PICTURES = 12
"""How many pictures a camera needs to find its exposure."""
_SEARCHED_PICTURES = 5
"""How many pictures are searched for markers."""
_PICTURES_PER_THROW = 900
"""How many pictures may come before each throw."""


@runtime_checkable
class CameraWithLine(Protocol):
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
        """Return the place."""
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value} is no place such as 90,60.", param, ctx)
        return x, y


@click.command()
@click.option(
    "--table",
    type=WholeInRange(HEAD, TABLES),
    default=HEAD,
    show_default=True,
    metavar="N",
    help=(
        "The number of the table. Its camera comes from the settings, and its file is named after it "
        "(calibration-2.zip)."
    ),
)
@click.option("--camera", "name", metavar="X", help="As for run. [default: as in the settings]")
@click.option(
    "--corners",
    type=PixelPlace(),
    nargs=4,
    metavar="X,Y X,Y X,Y X,Y",
    help=(
        "The mat's four corners in the camera's picture, such as 90,60 1180,70 1210,900 60,890; else markers."
    ),
)
@click.option(
    "--marker",
    type=click.FloatRange(min=1),
    default=MARKER,
    show_default=True,
    metavar="MM",
    help="The edge of a printed marker in millimetres; `pi-bunco mat` prints them so.",
)
@click.option(
    "--throws",
    type=WholeInRange(0, 50),
    default=3,
    show_default=True,
    metavar="N",
    help="How many throws to test it with; 0: none.",
)
@click.option(
    "--to",
    type=FILE_PATH,
    metavar="FILE",
    help="The file to write. [default: the table's in the state folder, where run finds it]",
)
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
    exposure and white balance, learns the empty mat, watches a few throws, and says what to fix. It
    writes one file, which can be copied. The pages of a running room do the same, at /calibrate and
    /table/2/calibrate.
    """
    from pi_bunco.devices.camera import open_camera  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.station.calibration import CalibrationRun  # noqa: PLC0415 - likewise
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise
    from pi_bunco.vision.calibrate.file import save  # noqa: PLC0415 - likewise
    from pi_bunco.vision.calibrate.learn import FRAMES  # noqa: PLC0415 - likewise

    path = to or find_folder(state_dir) / name_calibration(table)
    camera = open_camera(name or _find_camera(table))
    try:
        frames = camera.frames()
        _print_line("Camera", camera.name)
        run = CalibrationRun(best_reader(warn=warn))
        run.set_outline(
            _find_mat(
                camera,
                _take_pictures(frames, _WARM_UP_PICTURES + _SEARCHED_PICTURES)[-_SEARCHED_PICTURES:],
                corners,
                marker,
            )
        )
        locked = lock(camera, {})
        settings = ", ".join(f"{name} {value:g}" for name, value in locked.items())
        _print_line("Locked", settings or "nothing: this camera has no exposure to lock")
        _ask(camera, "Take everything off the mat, then press a key.")
        pictures = _take_pictures(frames, FRAMES + (_WARM_UP_PICTURES if locked else 0))[-FRAMES:]
        run.learn(pictures, locked)
        _print_line("Empty mat", f"learnt from {FRAMES} pictures")
        if throws:
            _ask(camera, f"Now throw three dice {throws} times. Press a key to begin.")
            pictures += _watch_throws(run, camera, frames, throws)
            _print_line("Dice", _describe_dice(run))
        with act_as_owner(path):
            save(run.result, path)
        advice = run.list_advice(pictures[-FRAMES:])
        for item in advice:
            where = f" (at {item.box[0]:.0f},{item.box[1]:.0f} in the picture)" if item.box else ""
            _print_line("To fix", f"{item.sentence}{where}")
        if not advice:
            _print_line("To fix", "nothing")
        click.echo(f"Wrote {path}.")
    finally:
        camera.close()


def _find_camera(table: int) -> str:
    """Return the camera of a table in the settings.

    Raises
    ------
    Trouble
        If there is none.
    """
    settings = load_settings(None, {})
    camera = settings.get_camera(table)
    if camera in {NO_CAMERA, GUESTS}:
        raise Trouble(
            say("The settings give table {table} no camera.", table=table),
            say("Name the camera with --camera."),
        )
    return camera


def _find_mat(
    camera: Camera, pictures: list[Image], corners: "tuple[Point, ...] | None", marker: float
) -> "Outline":
    """Find the mat by the corners that the user named, by its markers, or by the line on the mock mat."""
    from pi_bunco.station.calibration import (  # noqa: PLC0415
        CalibrationStepTrouble,
        find_outline_by_markers,
        make_outline_by_hand,
    )

    if corners:
        _print_line("Mat", "four corners as given")
        return make_outline_by_hand(corners, pictures[-1])
    try:
        outline = find_outline_by_markers(pictures, marker)
    except CalibrationStepTrouble as trouble:
        if isinstance(camera, CameraWithLine):
            _print_line("Mat", "the line printed on the mock mat")
            return make_outline_by_hand(camera.line, pictures[-1])
        raise CalibrationStepTrouble(
            trouble.text,
            say("{remedy}, with --corners or on the page /calibrate.", remedy=trouble.remedy[:-1]),
        ) from None
    size = " x ".join(f"{side:.0f}" for side in outline.size_mm) + " mm" if outline.size_mm else "found"
    _print_line("Mat", f"{size}, by four markers")
    return outline


def _watch_throws(run: "CalibrationRun", camera: Camera, frames: Iterator[Frame], throws: int) -> list[Image]:
    """Watch some throws and print each reading; return a list with the last picture, if there is one."""
    frame = None
    for count, frame in enumerate(frames):
        if isinstance(camera, Thrower) and camera.at_rest:
            camera.throw()
        settled = run.see(frame)
        if settled:
            reading = settled.reading
            values = " ".join(map(str, reading.values)) or "no die"
            reason = f"  {reading.reason}" if reading.reason else ""
            _print_line(f"Throw {len(run.test.readings)}", f"{values}{reason}")
        if len(run.test.readings) == throws:
            break
        if count > _PICTURES_PER_THROW * (len(run.test.readings) + 1):
            raise Trouble(
                say("I have seen no throw for a while."),
                say("Throw onto the mat, or leave the test out: --throws 0."),
            )
    return [frame.image] if frame else []


def _take_pictures(frames: Iterator[Frame], number: int) -> list[Image]:
    pictures = [frame.image for frame in islice(frames, number)]
    if len(pictures) < number:
        raise Trouble(say("The camera gave too few pictures."), say("Use a live camera, or a longer video."))
    return pictures


def _describe_dice(run: "CalibrationRun") -> str:
    read, throws = run.test.read, len(run.test.readings)
    edge = run.result.die
    size = (
        f", {edge:.0f} px on the flat mat"
        if edge
        else "; too few to know their size: throw again while playing"
    )
    return f"{read} of {throws} throws read{size}"


def _ask(camera: Camera, text: str) -> None:
    """Wait for the person at the table, if there is one."""
    if camera.live and not isinstance(camera, Thrower):
        click.pause(text)


def _print_line(name: str, text: str) -> None:
    print_row(f"{name:12}", text)
