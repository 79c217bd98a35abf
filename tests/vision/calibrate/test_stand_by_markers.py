"""The camera's position from the corners of the four printed markers."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from renderer.lens import Lens
from renderer.look import ViewLook
from renderer.still import make_table_look

from pi_bunco.vision.calibrate.fiducials import Fiducials
from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.stand_by_corners import find_stand
from pi_bunco.vision.calibrate.stand_by_markers import list_stands_by_markers
from pi_bunco.vision.stand import Stand
from tests.at_night import leave_to_night

SIZE = (960, 720)
HALF = (9.0, 6.5)
EDGE = 2.5
DEVIATION = 0.2
"""Standard deviation of a corner that was found, in pixels."""


def see_markers(view: ViewLook, rng: np.random.Generator, *, turned: float = 0.0) -> Fiducials:
    """Return markers of 2.5 units at the corners of a field of 18 by 13 units, as a camera sees them."""
    lens = Lens(view, SIZE)
    markers = {}
    for number, (right, up) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        middle = np.array([right * (HALF[0] - EDGE / 2), up * (HALF[1] - EDGE / 2)])
        square = EDGE / 2 * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])
        c, s = np.cos(turned * number), np.sin(turned * number)
        points = np.column_stack([middle + square @ np.array([[c, s], [-s, c]]), np.zeros(4)])
        pixels = lens.project(points.astype(np.float32)).astype(np.float64)
        markers[number] = pixels + rng.normal(0, DEVIATION, (4, 2))
    return Fiducials(markers)


def measure_error(fiducials: Fiducials, view: ViewLook, slant: tuple[float, float]) -> float:
    """Return how far a slant in the middle of the field is from the true one, as tangents."""
    corners = fiducials.corners
    assert corners is not None
    middle = np.mean(corners, axis=0)
    lens = Lens(view, SIZE)
    true = (lens.find_place_under(middle, 0) - lens.at[:2]) / lens.at[2]
    # The first marker is at the top left of the table and, with no roll, of the picture: y points up there.
    return float(np.hypot(slant[0] - true[0], slant[1] + true[1]))


def find_slant(fiducials: Fiducials, stand: Stand) -> tuple[float, float]:
    """Return the slant in the middle of the field from a position."""
    corners = fiducials.corners
    assert corners is not None
    flat = Flat.of(corners, fiducials.ratio)
    middle = np.mean(corners, axis=0)
    x, y = cv2.perspectiveTransform(middle.reshape(1, 1, 2), flat.matrix).ravel()
    return stand.measure_slant(float(x), float(y))


def find_likely_slant(fiducials: Fiducials) -> tuple[float, float]:
    """Return the slant in the middle of the field from the most likely position."""
    return find_slant(fiducials, list_stands_by_markers(fiducials, SIZE)[0])


def find_stand_by_corners(fiducials: Fiducials) -> Stand:
    """Return the position that the field's four corners alone show."""
    corners = fiducials.corners
    assert corners is not None
    return find_stand(Flat.of(corners, fiducials.ratio), fiducials.ratio, SIZE)


def make_view(tilt: float, azimuth: float, bend: float, focal: float = 0.75) -> ViewLook:
    """Return a camera with a focal length over the picture's longer side."""
    edge = 48.0
    view = make_table_look(1).view
    far = 2 * focal * SIZE[0] / edge
    return replace(view, tilt=tilt, azimuth=azimuth, bend=bend, roll=0.0, edge=edge, distance=far)


@pytest.mark.parametrize("tilt", leave_to_night((0.0, 4.0, 7.0, 12.0, 25.0), (4.0, 12.0)))
@pytest.mark.parametrize("bend", [0.0, 0.03])
def test_slant_is_found_from_any_tilt(tilt: float, bend: float) -> None:
    """With corners off by 0.2 pixels and a lens that bends lines, the slant is right to 3 degrees."""
    for number in range(6):
        view = make_view(tilt, 60.0 * number, bend)
        fiducials = see_markers(view, np.random.default_rng(number))
        assert measure_error(fiducials, view, find_likely_slant(fiducials)) < np.tan(np.radians(3))


def test_corners_alone_are_worse_than_markers() -> None:
    """With a lens that bends lines, the mean error by the field's corners is more than twice as large."""
    errors: list[tuple[float, float]] = []
    for number in range(12):
        view = make_view(7.0, 30.0 * number, 0.03)
        fiducials = see_markers(view, np.random.default_rng(number))
        errors.append((
            measure_error(fiducials, view, find_likely_slant(fiducials)),
            measure_error(fiducials, view, find_slant(fiducials, find_stand_by_corners(fiducials))),
        ))  # fmt: skip
    by_markers, by_corners = np.mean(errors, axis=0)
    assert by_corners > 2 * by_markers


def test_markers_may_be_turned() -> None:
    """The slant is also right if each marker is turned by some degrees, as if it were stuck on by hand."""
    view = make_view(10.0, 200.0, 0.02)
    fiducials = see_markers(view, np.random.default_rng(3), turned=0.15)
    assert measure_error(fiducials, view, find_likely_slant(fiducials)) < np.tan(np.radians(3))


@pytest.mark.parametrize("focal", [0.55, 1.4, 2.2])
def test_position_of_an_unusual_lens_is_listed(focal: float) -> None:
    """At a tilt of 8 degrees several positions fit; one of them is right for a wide or a long lens."""
    view = make_view(8.0, 120.0, 0.02, focal)
    fiducials = see_markers(view, np.random.default_rng(5))
    stands = list_stands_by_markers(fiducials, SIZE)
    assert len(stands) > 1
    assert min(measure_error(fiducials, view, find_slant(fiducials, stand)) for stand in stands) < 0.04


def stretch_first(markers: dict[int, NDArray[np.float64]]) -> dict[int, NDArray[np.float64]]:
    """Return the markers with the first one a third larger."""
    middle = markers[0].mean(axis=0)
    return markers | {0: middle + 1.33 * (markers[0] - middle)}


def test_unequal_or_missing_markers_give_no_position() -> None:
    """If one marker is larger than the others, or one is missing, no position is listed."""
    markers = see_markers(make_view(10.0, 0.0, 0.0), np.random.default_rng(1)).markers
    assert list_stands_by_markers(Fiducials(stretch_first(markers)), SIZE) == ()
    assert list_stands_by_markers(Fiducials({k: markers[k] for k in (0, 1, 2)}), SIZE) == ()
