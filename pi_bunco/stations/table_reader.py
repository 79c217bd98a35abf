"""Which calibration a table reads by, and whether it fits its camera."""

from collections.abc import Callable
from pathlib import Path

from pi_bunco.frames import Image, Reading
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, NoCalibration, file_of, load
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.reader import Reader


def find_calibration(
    said: Path | None, state_dir: Path, table: int = HEAD
) -> tuple[Calibration | None, CalibrationTrouble | None]:
    """Return the calibration that was named, else the table's own, and why that cannot be used.

    Parameters
    ----------
    said
        The file that was named; ``None``: none was.
    state_dir
        Where each table's own is. A table plays without it if it cannot be used.
    table
        The number of the table.

    Raises
    ------
    CalibrationTrouble
        If the named one cannot be used.
    """
    if said is not None:
        return load(said), None
    try:
        return load(state_dir / file_of(table)), None
    except NoCalibration:
        return None, None
    except CalibrationTrouble as trouble:
        return None, trouble


class TableReader:
    """Reads by a calibration where the pictures fit it, and without where they do not.

    Parameters
    ----------
    plain
        The reader.
    calibration
        The table; ``None``: not calibrated.
    trouble
        Why its calibration cannot be used, if there is one.

    Attributes
    ----------
    trouble
        The same, until there is another calibration.
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
        """Read by another calibration from now on. May be called by any thread."""
        self._calibrated = CalibratedReader(self._plain, calibration) if calibration else None
        self.trouble = None

    def says(self, image: Image) -> str:
        """Return how such pictures are read: ``calibrated``, or why not; ``""``: there is no calibration."""
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
    """A reader that is made when it first reads, for one that few tables need.

    Parameters
    ----------
    make
        Makes it. Only one thread at a time may read.
    """

    def __init__(self, make: Callable[[], Reader]) -> None:
        self._make = make
        self._made: Reader | None = None

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says."""
        if self._made is None:
            self._made = self._make()
        return self._made.read(image, dice=dice, die_size=die_size)


class StrictReader:
    """Reads by a calibration, and refuses pictures that do not fit it.

    Parameters
    ----------
    plain
        The reader.
    file
        The calibration's file.

    Raises
    ------
    CalibrationTrouble
        If it cannot be used.
    """

    def __init__(self, plain: Reader, file: Path) -> None:
        self._file = file
        self._inner = CalibratedReader(plain, load(file))

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as :meth:`Reader.read` says.

        Raises
        ------
        CalibrationTrouble
            If the picture has another size than was calibrated.
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
