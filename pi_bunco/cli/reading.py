"""What the commands that read dice share: the option for the calibration, and the reader."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_bunco.cli.options import FILE_PATH
from pi_bunco.cli.output import warn

if TYPE_CHECKING:
    from pi_bunco.vision.reader import Reader

calibration_option = click.option(
    "--calibration",
    "calibrated",
    metavar="FILE",
    type=FILE_PATH,
    help="What pi-bunco calibrate wrote for this camera; dice are then read on the calibrated mat alone.",
)


def make_reader(calibrated: Path | None, named: str | None = None) -> "Reader":
    """Return the built-in reader, or the plug-in of that name, for a calibrated mat if its file is given.

    Raises
    ------
    pi_bunco.vision.calibrate.file.CalibrationTrouble
        If the calibration cannot be used.
    pi_bunco.errors.Trouble
        If there is no such plug-in, or it cannot be loaded.
    """
    from pi_bunco.stations.table_reader import StrictReader  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.open_reader import open_reader  # noqa: PLC0415 - likewise

    reader = open_reader(named, warn)
    return StrictReader(reader, calibrated) if calibrated else reader
