"""``pi-bunco read``: read the dice in pictures."""

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_bunco.cli.options import NUMBER_OF_DICE, calibration_option, make_reader
from pi_bunco.cli.output import make_folder, warn, write_file
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

if TYPE_CHECKING:
    from pi_bunco.frames import Image
    from pi_bunco.readings import Reading


@click.command()
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--dice", type=NUMBER_OF_DICE, default="3", show_default=True, help="How many dice there must be."
)
@calibration_option
@click.option(
    "--reader", "named", metavar="NAME", help="A plug-in that reads the dice. [default: the built-in reader]"
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each image.")
@click.option(
    "--overlay",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also write each picture into DIR with boxes and values drawn.",
)
def read(  # noqa: PLR0913 - each an option
    images: tuple[Path, ...],
    dice: int | None,
    calibrated: Path | None,
    overlay: Path | None,
    *,
    named: str | None,
    as_json: bool,
) -> None:
    """Read the dice in pictures.

    For each IMAGE it prints which faces are up, from left to right; or that there are no dice; or that the
    reading is doubtful, and why. A table asks about a doubtful throw and never scores it. Boxes are in pixels
    of the picture after it was turned as its EXIF data say.
    """
    from pi_bunco.devices.camera.files import load_picture  # noqa: PLC0415 - OpenCV takes a while to load

    if overlay is not None:
        make_folder(overlay)
    reader = make_reader(calibrated, named)
    failed = False
    for path in images:
        try:
            image = load_picture(_check_no_folder(path))
            begin = time.perf_counter()
            reading = reader.read(image, dice=dice)
            spent = 1000 * (time.perf_counter() - begin)
            click.echo((_format_json if as_json else _format_line)(path, reading, spent))
            if overlay is not None:
                _write_overlay(overlay, path, image, reading)
        except Trouble as trouble:
            warn(trouble)
            failed = True
    if failed:
        sys.exit(2)


def _check_no_folder(path: Path) -> Path:
    """Return the path unless it is a folder."""
    if path.is_dir():
        raise Trouble(
            say("{path} is a folder, not a picture.", path=path),
            say("Name the pictures in it, such as {pictures}.", pictures=path / "*.jpg"),
        )
    return path


def _write_overlay(folder: Path, path: Path, image: "Image", reading: "Reading") -> None:
    """Write the picture with the reading drawn in it; pictures with the same name get numbers."""
    import cv2  # noqa: PLC0415 - takes a while to load

    from pi_bunco.vision.overlay import draw  # noqa: PLC0415 - likewise

    target = folder / f"{path.stem}.png"
    count = 1
    while target.resolve() == path.resolve() or target.exists():
        count += 1
        target = folder / f"{path.stem}-{count}.png"
    write_file(target, cv2.imencode(".png", draw(image, reading))[1].tobytes(), "--overlay")


def _format_json(path: Path, reading: "Reading", spent: float) -> str:
    return json.dumps({"image": str(path), **reading.to_json(), "ms": round(spent, 1)}, ensure_ascii=False)


def _format_line(path: Path, reading: "Reading", spent: float) -> str:
    values = " ".join(str(die.value) for die in reading.dice) or "no dice"
    doubt = f"  doubtful: {reading.reason}" if reading.reason else ""
    return f"{path}: {values}{doubt}  ({spent:.0f} ms)"
