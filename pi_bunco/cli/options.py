"""Types of options and arguments, options that several commands have, and the reader that they choose."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pi_bunco.cli.output import warn
from pi_bunco.rules.quoting import clip_text
from pi_bunco.whole_numbers import parse_whole

if TYPE_CHECKING:
    from pi_bunco.vision.reader import Reader

FILE_PATH = click.Path(dir_okay=False, path_type=Path)
FOLDER_PATH = click.Path(file_okay=False, path_type=Path)

_MAX_DIGITS = 30


class WholeInRange(click.IntRange):
    """A whole number in a range. An error quotes only the first letters of a long one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and len(value) > _MAX_DIGITS:
            self.fail(f'"{clip_text(value)}" is not in the range {self._describe_range()}.', param, ctx)
        return super().convert(value, param, ctx)


class WholeOrWord(click.ParamType[int | None]):
    """A whole number from 1, or a word that stands for ``meaning``."""

    def __init__(self, word: str, what: str, meaning: int | None) -> None:
        self.name = f"N|{word}"
        self._word = word
        self._what = what
        self._meaning = meaning

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Return the number, or what the word means."""
        if value == self._word:
            return self._meaning
        number = parse_whole(str(value), 1)
        if number is None:
            text = clip_text(str(value))
            self.fail(f'"{text}" is no {self._what}. Give 1, 2, 3 or more, or {self._word}.', param, ctx)
        return number


NUMBER_OF_DICE = WholeOrWord("any", "number of dice", None)
PORT = WholeInRange(0, 65535)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
calibration_option = click.option(
    "--calibration",
    "calibrated",
    metavar="FILE",
    type=FILE_PATH,
    help="What pi-bunco calibrate wrote for this camera; dice are then read on the calibrated mat alone.",
)


def make_reader(calibrated: Path | None, named: str | None = None) -> "Reader":
    """Return the built-in reader, or the plug-in `named`; with `calibrated`, it reads only on that mat.

    Raises
    ------
    pi_bunco.vision.calibrate.file.CalibrationTrouble
        If the calibration cannot be used.
    pi_bunco.errors.Trouble
        If there is no such plug-in, or it cannot be loaded.
    """
    from pi_bunco.station.table_reader import StrictReader  # noqa: PLC0415 - OpenCV takes a while to load
    from pi_bunco.vision.open_reader import open_reader  # noqa: PLC0415 - likewise

    reader = open_reader(named, warn)
    return StrictReader(reader, calibrated) if calibrated else reader
