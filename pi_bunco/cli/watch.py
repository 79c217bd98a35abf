"""``pi-bunco watch``: find the throws in a video or camera."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_bunco.cli.number import NumberOfDice
from pi_bunco.cli.warn import warn
from pi_bunco.stations.thrower import Thrower

if TYPE_CHECKING:
    from pi_bunco.vision.watch import Settled


_CALIBRATION = (
    "What pi-bunco calibrate wrote for this camera; dice are then read on the calibrated mat alone."
)


@click.command()
@click.argument("camera", metavar="VIDEO|CAMERA")
@click.option(
    "--dice",
    type=NumberOfDice(),
    metavar="N|any",
    default="3",
    show_default=True,
    help="How many dice are thrown.",
)
@click.option(
    "--calibration",
    "calibrated",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_CALIBRATION,
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each throw.")
def watch(camera: str, dice: int | None, calibrated: Path | None, *, as_json: bool) -> None:
    """Find the throws in a video or camera, and read them.

    VIDEO|CAMERA is a video file, a folder of pictures, a device such as /dev/video0 or its number, the
    address of a network camera, picamera2, or mock, where somebody throws again and again. A live camera is
    watched until Ctrl-C.

    Each throw is told once, as soon as its dice lie still: the first still frame, the last one that was
    read, whether the reading may be relied on, the dice, and why not if not. Dice that lie there at the
    start are reported too.
    """
    from pi_bunco.devices.camera import open_camera  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.stations.table_reader import StrictReader  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.best import best_reader  # noqa: PLC0415 - likewise
    from pi_bunco.vision.watch import Watcher  # noqa: PLC0415 - likewise

    source = open_camera(camera)
    reader = StrictReader(best_reader(say=warn), calibrated) if calibrated else best_reader(say=warn)
    watcher = Watcher(reader, dice=dice)
    tell = _json if as_json else _line
    try:
        for frame in source.frames():
            if isinstance(source, Thrower) and source.at_rest:
                source.throw()
            for settled in watcher.see(frame):
                click.echo(tell(settled))
        for settled in watcher.finish():
            click.echo(tell(settled))
    except KeyboardInterrupt:
        pass  # the way to stop a live camera
    finally:
        source.close()


def _json(settled: "Settled") -> str:
    reading = settled.reading
    dice = [
        {
            "value": die.value,
            "confidence": round(die.confidence, 3),
            "box": [round(edge, 1) for edge in die.box],
        }
        for die in reading.dice
    ]
    told = {
        "start_frame": settled.start_frame,
        "end_frame": settled.end_frame,
        "status": reading.status.value,
        "dice": dice,
        "reason": reading.reason,
    }
    return json.dumps(told)


def _line(settled: "Settled") -> str:
    values = " ".join(map(str, settled.reading.values)) or "no die"
    doubt = f"  {settled.reading.status.value}: {settled.reading.reason}" if settled.reading.reason else ""
    return f"frames {settled.start_frame} to {settled.end_frame}: {values}{doubt}"
