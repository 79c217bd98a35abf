"""Advises what to improve at a table before the game: light, focus, size of the dice, position."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Reading
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.flat import MARGIN, Corners, Flat
from pi_bunco.vision.calibrate.reader import measure_edge

MIN_LIGHT = 100.0
"""The brightest hundredth of the picture must have at least this grey level."""
BURNT_LEVEL, MAX_BURNT_SHARE = 250, 0.06
"""A pixel is overexposed from this grey level on; at most this share of the mat may be overexposed."""
MIN_GLARE_STEP, MIN_GLARE_SHARE = 60.0, 0.0012
"""Glare is brighter than its surroundings by this many grey levels, and covers this share of the field."""
MIN_EVENNESS = 0.5
"""The darkest part of the mat must have at least this share of the light of the brightest part."""
MAX_FLICKER = 0.02
"""The light of a stripe of the picture may change by this share from one picture to the next."""
MAX_OUTLINE_PIXELS, MAX_OUTLINE_EDGES = 4.0, 0.11
"""The outline of a die may be this many pixels wide, or this share of the die's edge if that is more."""
DIE_EDGE = 16.0
"""Edge of an ordinary die in millimetres."""
MIN_DIE_PIXELS = 40
"""A die's edge must measure at least this many pixels in the camera's picture."""
MIN_BORDER_DISTANCE = 2.0
"""The mat's corners must be at least this many pixels from the picture's border."""

TURNED = say("The camera sees the mat turned round: in a die-off, left and right would be swapped.")
"""The problem if the upper edge of the mat is not at the top of the picture."""
TURN = say("Turn the camera or the mat, until the picture is as you see the mat")
"""What to do about it."""

_ROWS, _COLUMNS = 4, 6
"""The parts of the mat whose light is compared."""
_STRIPES = 24
"""The stripes of the picture whose light is compared from picture to picture."""
_SIDE_PER_MARKER = 7
"""Markers are within a seventh of the field's shorter side from its corners."""


class AdviceKind(StrEnum):
    """What is wrong."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    UNEVEN = "uneven"
    FLICKER = "flicker"
    BLURRED = "blurred"
    SMALL = "small"
    CUT = "cut"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to improve.

    Attributes
    ----------
    kind
        What is wrong.
    sentence
        What is wrong and what to do about it, for people.
    box
        Where, in pixels of the camera's picture; ``None``: everywhere.
    """

    kind: AdviceKind
    sentence: str
    box: Box | None = None


def advise_view(pictures: Sequence[Image], corners: Corners) -> list[Advice]:
    """Return what to improve in the camera's view of the mat, empty or not.

    Parameters
    ----------
    pictures
        The camera's pictures one after another, at least one. To find flicker it takes three.
    corners
        The corners of the playing field in them.
    """
    found = [
        _check_corners(corners, pictures[-1].shape),
        _check_darkness(pictures[-1]),
        _check_flicker(pictures),
    ]
    return [advice for advice in found if advice]


def advise_turned() -> Advice:
    """Return the advice for a picture that shows the mat turned round; dice can still be read."""
    return Advice(AdviceKind.TURNED, say("{wrong} {remedy}.", wrong=TURNED, remedy=TURN))


def advise_empty(empty: Image, flat: Flat) -> list[Advice]:
    """Return what to improve in the light on an empty mat.

    Parameters
    ----------
    empty
        The flat picture of the mat.
    flat
        The mapping to the flat picture. It maps boxes back to the camera's picture.
    """
    grey = _convert_to_grey(empty)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    found = [_check_brightness(grey) or _check_glare(grey, flat), _check_evenness(grey, flat)]
    return [advice for advice in found if advice]


def advise_dice(picture: Image, reading: Reading) -> list[Advice]:
    """Return what to improve in the camera's view of dice.

    Parameters
    ----------
    picture
        The camera's picture.
    reading
        The reading of this picture, with at least one die; boxes in its pixels.
    """
    edge = measure_edge(reading)
    found = []
    if round(edge) < MIN_DIE_PIXELS:
        found.append(
            Advice(
                AdviceKind.SMALL,
                say(
                    "The dice are too small: {edge} px, they need {least}. "
                    "Bring the camera nearer, or use larger dice.",
                    edge=round(edge),
                    least=MIN_DIE_PIXELS,
                ),
            )
        )
    widths = [_measure_edge_width(_convert_to_grey(_crop(picture, die.box))) for die in reading.dice]
    width = float(np.median(widths))
    if width > max(MAX_OUTLINE_PIXELS, MAX_OUTLINE_EDGES * edge):
        found.append(
            Advice(
                AdviceKind.BLURRED,
                say(
                    "The picture is blurred: edges are {width} px wide. Turn the lens until dice are sharp.",
                    width=round(width),
                ),
            )
        )
    return found


def _check_corners(corners: Corners, shape: tuple[int, ...]) -> Advice | None:
    height, width = shape[:2]
    for x, y in corners:
        if min(x, y, width - x, height - y) < MIN_BORDER_DISTANCE:
            near = (x - 40, y - 40, x + 40, y + 40)
            return Advice(
                AdviceKind.CUT,
                say("Part of the mat is outside the picture. Move the camera, or hang it higher."),
                near,
            )
    return None


def _check_darkness(picture: Image) -> Advice | None:
    brightest = float(np.percentile(_convert_to_grey(picture)[::4, ::4], 99))
    if brightest >= MIN_LIGHT:
        return None
    return Advice(AdviceKind.DARK, say("It is too dark. Put a lamp near the table, or a brighter one."))


def _check_brightness(grey: NDArray[np.uint8]) -> Advice | None:
    if float((grey >= BURNT_LEVEL).mean()) <= MAX_BURNT_SHARE:
        return None
    return Advice(
        AdviceKind.BRIGHT, say("It is too bright: the mat is overexposed. Dim the lamp, or turn it away.")
    )


def _check_glare(grey: NDArray[np.uint8], flat: Flat) -> Advice | None:
    """Find the reflection of a lamp in the mat: soft-edged, and far brighter than its surroundings."""
    small = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    around = cv2.medianBlur(small, 2 * (min(small.shape) // 4) + 1)
    spot = cv2.subtract(small, around) > MIN_GLARE_STEP
    soft = cv2.morphologyEx(spot.astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    facts = cv2.connectedComponentsWithStats(soft)[2]
    large = [
        fact
        for fact in facts[1:].tolist()
        if fact[4] >= MIN_GLARE_SHARE * small.size and not _is_in_corner(fact, small.shape)
    ]
    if not large:
        return None
    x, y, width, height, _ = max(large, key=lambda fact: fact[4])
    left, top = MARGIN + 4 * x, MARGIN + 4 * y
    where = flat.map_back((left, top, left + 4 * width, top + 4 * height))
    return Advice(
        AdviceKind.GLARE,
        say("There is glare here. Move the lamp, or cover the mat with something dull."),
        where,
    )


def _is_in_corner(fact: list[int], shape: tuple[int, ...]) -> bool:
    """Return whether a spot is where a marker's white paper is."""
    x, y, width, height, _ = fact
    room = min(shape) / _SIDE_PER_MARKER
    beside = min(x, shape[1] - x - width) < room
    return beside and min(y, shape[0] - y - height) < room


def _check_evenness(grey: NDArray[np.uint8], flat: Flat) -> Advice | None:
    small = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    height, width = small.shape[0] // _ROWS, small.shape[1] // _COLUMNS
    blocks = small[: height * _ROWS, : width * _COLUMNS].reshape(_ROWS, height, _COLUMNS, width)
    light = np.median(blocks.transpose(0, 2, 1, 3).reshape(_ROWS, _COLUMNS, -1), axis=2)
    bright = float(np.percentile(light, 90))
    row, column = np.unravel_index(int(light.argmin()), light.shape)
    if float(light.min()) >= MIN_EVENNESS * bright:
        return None
    left, top = MARGIN + 4 * width * int(column), MARGIN + 4 * height * int(row)
    where = flat.map_back((left, top, left + 4 * width, top + 4 * height))
    share = round(100 * float(light.min()) / bright)
    sentence = say(
        "The light is uneven: this side gets {share} % of the light elsewhere. Put a lamp here too.",
        share=share,
    )
    return Advice(AdviceKind.UNEVEN, sentence, where)


def _check_flicker(pictures: Sequence[Image]) -> Advice | None:
    """Find light that changes from picture to picture, everywhere or in stripes that move."""
    if len(pictures) < 3:  # noqa: PLR2004 - two pictures do not show which of them is the normal one
        return None
    stripes = []
    for picture in pictures:
        grey = _convert_to_grey(picture)
        rows = grey.shape[0] // _STRIPES
        stripes.append(grey[: rows * _STRIPES, ::4].reshape(_STRIPES, -1).mean(axis=1))
    light = np.array(stripes)
    change = float(np.median((light / np.median(light, axis=0)).std(axis=0)))
    if change <= MAX_FLICKER:
        return None
    return Advice(
        AdviceKind.FLICKER,
        say(
            "The light flickers by {share} %. Use another lamp, or one that is not dimmed.",
            share=round(100 * change),
        ),
    )


def _measure_edge_width(grey: NDArray[np.uint8]) -> float:
    """Return how many pixels wide the sharpest edges in a picture are, from dark to bright."""
    wide = cv2.GaussianBlur(grey, (3, 3), 0)
    slope = np.hypot(
        cv2.Sobel(wide, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(wide, cv2.CV_32F, 0, 1, scale=1 / 8)
    )
    side = np.ones((15, 15), np.uint8)
    step = cv2.subtract(cv2.dilate(wide, side), cv2.erode(wide, side))
    strong = slope >= np.percentile(slope, 98)
    return float(np.median(step[strong] / np.maximum(slope[strong], 1e-3)))


def _crop(picture: Image, box: Box) -> Image:
    x0, y0, x1, y1 = box
    margin = 0.15 * (x1 - x0)
    top, left = max(round(y0 - margin), 0), max(round(x0 - margin), 0)
    return picture[top : round(y1 + margin) + 1, left : round(x1 + margin) + 1]


def _convert_to_grey(picture: Image) -> NDArray[np.uint8]:
    return cast("NDArray[np.uint8]", cv2.cvtColor(cast("Any", picture), cv2.COLOR_BGR2GRAY))
