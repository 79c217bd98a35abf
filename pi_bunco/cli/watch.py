"""``pi-bunco watch``: find the throws in a video or camera."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_bunco.cli.options import NUMBER_OF_DICE, calibration_option, make_reader
from pi_bunco.devices.ports import Thrower

if TYPE_CHECKING:
    from pi_bunco.vision.watch import SettledDice


@click.command()
@click.argument("camera", metavar="VIDEO|CAMERA")
@click.option(
    "--dice",
    type=NUMBER_OF_DICE,
    metavar="N|any",
    default="3",
    show_default=True,
    help="How many dice are thrown.",
)
@calibration_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each throw.")
def watch(camera: str, dice: int | None, calibrated: Path | None, *, as_json: bool) -> None:
    """Find the throws in a video or camera, and read them.

    VIDEO|CAMERA is a video file, a folder of pictures, or a camera as for pi-bunco run. With mock, somebody
    throws again and again. A live camera is watched until Ctrl-C.

    Each throw is reported once, as soon as its dice lie still: the first still frame, the last one that was
    read, whether the reading is sure and why if not, and the dice. Dice that lie there at the start are
    reported too.
    """
    from pi_bunco.devices.camera import open_camera  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.watch import Watcher  # noqa: PLC0415 - likewise

    source = open_camera(camera)
    watcher = Watcher(make_reader(calibrated), dice=dice, live=source.live)
    form = _format_json if as_json else _format_line
    try:
        for frame in source.frames():
            if isinstance(source, Thrower) and source.at_rest:
                source.throw()
            for settled in watcher.see(frame):
                click.echo(form(settled))
        for settled in watcher.finish():
            click.echo(form(settled))
    except KeyboardInterrupt:
        pass  # the way to stop a live camera
    finally:
        source.close()


def _format_json(settled: "SettledDice") -> str:
    return json.dumps(
        {"start_frame": settled.start_frame, "end_frame": settled.end_frame, **settled.reading.to_json()}
    )


def _format_line(settled: "SettledDice") -> str:
    values = " ".join(map(str, settled.reading.values)) or "no die"
    doubt = f"  {settled.reading.status.value}: {settled.reading.reason}" if settled.reading.reason else ""
    return f"frames {settled.start_frame} to {settled.end_frame}: {values}{doubt}"
