"""The reader by pip geometry: it finds, measures, judges and chooses faces, and reports or doubts them."""

from pi_bunco.files.assets import find as asset
from pi_bunco.frames import Image
from pi_bunco.readings import Box, Die, Reading, Status
from pi_bunco.vision.doubts import UNCLEAR, DoubtReason, doubt_count, doubt_cut, doubt_two_faces, doubt_value
from pi_bunco.vision.geometry.choose import Choice, choose
from pi_bunco.vision.geometry.find import find_faces
from pi_bunco.vision.geometry.judge import judge_faces, load

MIN_SOMETHING = 0.045
"""If all confidences are below this, and nothing looks like the body of a die, the picture is empty."""
MIN_REPORTED = 0.15
"""A face with less confidence is not reported as a die."""
MIN_COUNTED = 0.4
"""From this confidence on a face counts as a die."""
MIN_EXTRA = 0.5
"""From this confidence on a face beyond the required number is reported as one die too many."""
MIN_SURE = 0.8
"""Least confidence in every die for a reading without doubt."""
MAX_RIVAL = 0.5
"""From this confidence another reading of a die raises doubt."""
MAX_OUTSIDE = 0.06
"""A box may reach out of the picture by this share of its width; it is a little larger than the die."""


class GeometryReader:
    """Reads pips: finds round spots, fits the six values, examines face and body, and judges.

    >>> import numpy as np
    >>> reader = GeometryReader()
    >>> reader.read(np.zeros((480, 640, 3), np.uint8), dice=None)
    Reading(status=<Status.EMPTY: 'empty'>, dice=(), reason='', doubt=None, which=None, other=None)
    """

    def __init__(self) -> None:
        self._judges = load(asset("models/geometry.json"))

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice in a picture, as in :meth:`Reader.read`."""
        found = find_faces(image, die_size)
        choices = choose(*judge_faces(self._judges, found))
        enough = len(choices) if dice is None else dice
        reported = [
            choice
            for k, choice in enumerate(choices)
            if choice.confidence >= (MIN_REPORTED if k < enough else MIN_EXTRA)
        ]
        if not reported:
            unclear = found.something or any(choice.confidence >= MIN_SOMETHING for choice in choices)
            return UNCLEAR.make_reading() if unclear else Reading(Status.EMPTY)
        reported.sort(key=lambda choice: (choice.box[0] + choice.box[2], choice.box[1]))
        dice_read = tuple(Die(choice.value, choice.confidence, choice.box) for choice in reported)
        why = self._find_doubt(reported, dice, image.shape)
        return why.make_reading(dice_read) if why else Reading(Status.READ, dice_read)

    def _find_doubt(
        self, reported: list[Choice], dice: int | None, shape: tuple[int, ...]
    ) -> DoubtReason | None:
        """Return why the dice are in doubt; ``None`` if they are not."""
        likely = sum(choice.confidence >= MIN_COUNTED for choice in reported)
        if not likely:
            return UNCLEAR
        if dice is not None and likely != dice:
            return doubt_count(likely, dice)
        for place, choice in enumerate(reported):
            if _is_cut(choice.box, shape):
                return doubt_cut(place, len(reported))
            if choice.confidence < MIN_SURE:
                return doubt_value(place, len(reported), choice.value)
            if choice.rival >= MAX_RIVAL:
                return doubt_two_faces(place, len(reported))
        return None


def _is_cut(box: Box, shape: tuple[int, ...]) -> bool:
    """Return whether a box reaches out of a picture of that shape."""
    x0, y0, x1, y1 = box
    room = MAX_OUTSIDE * (x1 - x0)
    return x0 < -room or y0 < -room or x1 > shape[1] + room or y1 > shape[0] + room
