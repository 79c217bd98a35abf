"""Readers that use a table's calibration, and only for pictures that fit it."""

from collections.abc import Callable
from pathlib import Path

from pi_bunco.frames import Image
from pi_bunco.readings import Reading
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, NoCalibration, load
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.reader import Reader


def find_calibration(file: Path, *, required: bool) -> tuple[Calibration | None, CalibrationTrouble | None]:
    """Return a table's calibration, ``None`` if there is none.

    If it cannot be used, return why: the table then plays without one.

    Parameters
    ----------
    file
        The file.
    required
        Whether the settings name it.

    Raises
    ------
    CalibrationTrouble
        If the settings name the file and it cannot be used.
    """
    if required:
        return load(file), None
    try:
        return load(file), None
    except NoCalibration:
        return None, None
    except CalibrationTrouble as trouble:
        return None, trouble


class TableReader:
    """Reads with a calibration if the pictures fit it, and without one otherwise.

    Parameters
    ----------
    plain
        The reader without a calibration.
    calibration
        The table's calibration, ``None`` if it has none.
    trouble
        Why the table's calibration cannot be used, ``None`` if it can.

    Attributes
    ----------
    trouble
        The same, until another calibration is used.
    """

    def __init__(
        self,
        plain: Reader,
        calibration: Calibration | None = None,
        trouble: CalibrationTrouble | None = None,
    ) -> None:
        self._plain = plain
        self._calibrated: CalibratedReader | None = None
        self.use(calibration)
        self.trouble = trouble

    @property
    def calibration(self) -> Calibration | None:
        """The calibration in use."""
        return self._calibrated.calibration if self._calibrated else None

    def use(self, calibration: Calibration | None) -> None:
        """Use another calibration from now on. Any thread may call this."""
        self._calibrated = CalibratedReader(self._plain, calibration) if calibration else None
        self.trouble = None

    def describe_reading(self, image: Image) -> str:
        """Return how such pictures are read: ``calibrated``, why not, or ``""`` without a calibration."""
        calibration = self.calibration
        if calibration is None:
            return say("not calibrated: what was learnt cannot be read") if self.trouble else ""
        if calibration.fits(image):
            return say("calibrated")
        width, height = calibration.picture
        return say("not calibrated: that was for pictures of {width} x {height}", width=width, height=height)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says."""
        calibrated = self._calibrated  # another thread may change it meanwhile
        if calibrated is not None and calibrated.calibration.fits(image):
            return calibrated.read(image, dice=dice)
        return self._plain.read(image, dice=dice, die_size=die_size)


class LateReader:
    """A reader that is made at its first use, because few tables need it.

    Parameters
    ----------
    make
        Makes the reader. Only one thread at a time may read.
    """

    def __init__(self, make: Callable[[], Reader]) -> None:
        self._make = make
        self._reader: Reader | None = None

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says."""
        if self._reader is None:
            self._reader = self._make()
        return self._reader.read(image, dice=dice, die_size=die_size)


class StrictReader:
    """Reads with a calibration and refuses pictures that do not fit it.

    Parameters
    ----------
    plain
        The reader without a calibration.
    file
        The calibration's file.

    Raises
    ------
    CalibrationTrouble
        If the file cannot be used.
    """

    def __init__(self, plain: Reader, file: Path) -> None:
        self._file = file
        self._inner = CalibratedReader(plain, load(file))

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says.

        Raises
        ------
        CalibrationTrouble
            If the picture's size differs from that of the calibration.
        """
        calibration = self._inner.calibration
        if not calibration.fits(image):
            width, height = calibration.picture
            raise CalibrationTrouble(
                say(
                    "{file} is for pictures of {width} x {height}; this one has {wide} x {high}.",
                    file=self._file,
                    width=width,
                    height=height,
                    wide=image.shape[1],
                    high=image.shape[0],
                ),
                say("Calibrate with this camera, or leave --calibration out."),
            )
        return self._inner.read(image, dice=dice, die_size=die_size)
