"""What the camera sees: whether pictures come, whether the light will do, where the mat lies."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from pi_bunco.config import NO_CAMERA, Settings
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Frame, Image
from pi_bunco.vision.calibrate.advice import Advice, Kind, advise_empty, advise_view
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGEST, Corners
from pi_bunco.vision.calibrate.place import Places
from pi_bunco.vision.calibrate.regions import Lying

WARM = 12
"""Pictures that a camera gets to find its exposure."""
LOOKS = 6
"""Pictures that are looked at; flicker shows from three on."""
SLOW = 5.0
"""With fewer pictures a second throws are noticed late."""

_SPOILS = frozenset({Kind.DARK, Kind.BRIGHT})
"""What keeps dice from being read at all."""

_AGAIN = "Calibrate again: on the page /calibrate, or with pi-bunco calibrate."


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What the camera sees now.

    Attributes
    ----------
    name
        What people call the camera.
    pictures
        Some of its pictures, one after another; none: it gives none.
    trouble
        Why it gives none.
    rate
        Pictures a second, ``None`` where that tells nothing.
    mock
        Whether the table plays itself.
    """

    name: str
    pictures: tuple[Image, ...] = field(default=(), repr=False)
    trouble: Trouble | None = None
    rate: float | None = None
    mock: bool = False


def by_opening(settings: Settings) -> Sight:
    """Open the table's camera, look, and give it back. Nobody else may have it."""
    mock = settings.mock
    if settings.camera == NO_CAMERA:
        return Sight("none")
    try:
        with closing(open_camera(settings.camera)) as camera:
            frames = camera.frames()
            warm = list(islice(frames, WARM if camera.live and not mock else 1))
            looked = _next(frames, warm)
            return Sight(camera.name, tuple(frame.image for frame in looked), None, rate(looked), mock)
    except CameraTrouble as trouble:
        return Sight("the camera", trouble=trouble, mock=mock)


def rate(frames: list[Frame]) -> float | None:
    """Give how many pictures come a second.

    >>> import numpy as np
    >>> image = np.zeros((2, 2, 3), np.uint8)
    >>> rate([Frame(image, index, 0.05 * index) for index in range(5)])
    20.0
    """
    lasted = frames[-1].taken - frames[0].taken if len(frames) > 1 else 0.0
    return (len(frames) - 1) / lasted if lasted > 0 else None


def _next(frames: Iterator[Frame], warm: list[Frame]) -> list[Frame]:
    looked = list(islice(frames, LOOKS))
    return looked or warm  # a recording may have no more than one picture


def judge_camera(sight: Sight) -> Finding:
    """Judge whether pictures come."""
    if sight.name == NO_CAMERA:
        return Finding.good("camera", "There is none, as set: dice are tapped in.")
    if sight.trouble:
        return Finding.bad("camera", sight.trouble.text, sight.trouble.remedy)
    height, width = sight.pictures[-1].shape[:2]
    pace = f", {sight.rate:.0f} a second" if sight.rate else ""
    found = f"{sight.name} gives pictures of {width} x {height}{pace}."
    if sight.mock:
        return Finding.look(
            "camera",
            f"{found} It is no real one: the table plays itself.",
            'Name your camera in the settings (camera = "picamera2"), or with --camera.',
        )
    if sight.rate is not None and sight.rate < SLOW:
        return Finding.look(
            "camera",
            f"{found} That is slow: throws are noticed late.",
            "Give it more light, and close other programs; a USB camera belongs in a port of its own.",
        )
    return Finding.good("camera", found)


def judge_light(sight: Sight, calibration: Calibration | None) -> Finding:
    """Judge the light by what the camera sees."""
    if not sight.pictures:
        return _unseen("light", sight)
    seen = sight.pictures[-1]
    height, width = seen.shape[:2]
    # Without a calibration the whole picture is looked at, but for its rim.
    whole: Corners = ((9, 9), (width - 9, 9), (width - 9, height - 9), (9, height - 9))
    fits = calibration is not None and calibration.fits(seen)
    found = advise_view(sight.pictures, calibration.corners if calibration and fits else whole)
    passed_over = {Kind.CUT}  # that is the mat's
    if calibration and fits:
        found += advise_empty(calibration.flat.rectify(seen), calibration.flat)
        if not _empty(calibration, seen):
            passed_over.add(Kind.GLARE)  # bright spots may be dice
    mend = [advice for advice in found if advice.kind not in passed_over]
    if not mend:
        return Finding.good("light", "It is bright enough and even." if fits else "It is bright enough.")
    worst = min(mend, key=lambda advice: advice.kind not in _SPOILS)
    said, remedy = _parted(worst)
    make = Finding.bad if worst.kind in _SPOILS else Finding.look
    return make("light", said, remedy)


def judge_mat(sight: Sight, calibration: Calibration | None, trouble: Trouble | None) -> Finding:
    """Judge whether the table knows its mat, and whether that lies where it lay.

    Parameters
    ----------
    sight
        What the camera sees.
    calibration
        What was learnt of the mat; ``None``: nothing that can be used.
    trouble
        Why it cannot be used, ``None``: nobody calibrated.
    """
    if trouble:
        return Finding.bad("mat", trouble.text, _AGAIN)
    if calibration is None and sight.name == NO_CAMERA:
        return Finding.good("mat", "Without a camera there is nothing to calibrate.")
    if calibration is None:
        return Finding.look(
            "mat",
            "The table was not calibrated; dice are read, but less surely.",
            "Calibrate it: on the page /calibrate, or with pi-bunco calibrate.",
        )
    if not sight.pictures:
        known = f"{_known(calibration)} Without pictures nobody sees whether it lies there."
        return Finding.look("mat", known, "Mend the camera first.")
    return _judge_place(calibration, sight.pictures[-1]) or Finding.good("mat", _known(calibration))


def _judge_place(calibration: Calibration, seen: Image) -> Finding | None:
    """Judge whether the mat lies where it was calibrated; ``None``: it does."""
    if not calibration.fits(seen):
        width, height = calibration.picture
        return Finding.bad("mat", f"The calibration is for pictures of {width} x {height}.", _AGAIN)
    if _moved(calibration, seen):
        return Finding.bad(
            "mat", "The camera or the mat was moved since it was calibrated.", f"Put it back, or: {_AGAIN}"
        )
    if any(advice.kind is Kind.CUT for advice in advise_view((seen,), calibration.corners)):
        return Finding.look(
            "mat", "The mat is not wholly in the picture.", f"Move the camera, or hang it higher. {_AGAIN}"
        )
    return None


def _known(calibration: Calibration) -> str:
    sized = ""
    if calibration.size_mm:
        width, height = calibration.size_mm
        sized = f" It is {width:.0f} x {height:.0f} mm."
    dice = "" if calibration.die else " It has learnt no dice yet: throw some while calibrating."
    return f"The table knows its mat.{sized}{dice}"


def _empty(calibration: Calibration, seen: Image) -> bool:
    """Say whether nothing lies on the mat, so that bright spots are no dice."""
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.rectify(seen))
    return Lying(difference, calibration.die or LONGEST / 18, flat.field).nothing


def _moved(calibration: Calibration, seen: Image) -> bool:
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.rectify(seen))
    return Places(calibration).look(flat, difference, far=True).moved


def _parted(advice: Advice) -> tuple[str, str]:
    """Take an advice apart: what is wrong, and what to do."""
    said, _, remedy = advice.sentence.partition(". ")
    where = " The page /calibrate shows where." if advice.box else ""
    return f"{said}.", f"{remedy}{where}"


def _unseen(check: str, sight: Sight) -> Finding:
    if sight.name == NO_CAMERA:
        return Finding.good(check, "Without a camera there is nothing to see.")
    return Finding.look(check, "Without pictures nobody knows.", "Mend the camera first.")
