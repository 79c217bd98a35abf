"""What the commands share that read dice: how many there are, and by which calibration."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pi_bunco.cli.output import warn
from pi_bunco.rules.quoting import clip_text
from pi_bunco.whole_numbers import parse_whole

if TYPE_CHECKING:
    from pi_bunco.vision.reader import Reader

calibration_option = click.option(
    "--calibration",
    "calibrated",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What pi-bunco calibrate wrote for this camera; dice are then read on the calibrated mat alone.",
)


class NumberOfDice(click.ParamType[int | None]):
    """A number of dice, or ``any``, which becomes ``None``."""

    name = "N|any"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Return the number; refuse what is neither a number nor ``any``."""
        if value in (None, "any"):
            return None
        number = parse_whole(str(value), 1)
        if number is None:
            text = clip_text(str(value))
            self.fail(f'"{text}" is no number of dice. Give 1, 2, 3 or more, or any.', param, ctx)
        return number


def make_reader(calibrated: Path | None, named: str | None = None) -> "Reader":
    """Return the best reader, or the plug-in of that name, for a calibrated mat if its file is given.

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
