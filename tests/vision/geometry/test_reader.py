"""The geometry reader on drawn dice: what it reads, and what it doubts."""

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.readings import Status
from pi_bunco.vision.geometry import GeometryReader
from tests.vision.geometry.cubes import Colour, Cube, Scene, draw

WHITE, BLACK, RED, BLUE, YELLOW = (240, 242, 240), (25, 25, 25), (40, 35, 190), (150, 60, 20), (70, 205, 245)


@pytest.fixture(scope="module")
def reader() -> GeometryReader:
    """Return one reader for all tests; it keeps nothing between pictures."""
    return GeometryReader()


def make_cubes(*values: int, body: Colour = WHITE, pip: Colour = BLACK, turn: float = 17) -> tuple[Cube, ...]:
    """Return dice of one look that lie apart, each turned differently."""
    places = ((-2.6, 0.4), (0.1, -0.9), (2.5, 0.7), (-0.8, 1.6))
    return tuple(
        Cube(x, y, turn + 31 * k, value, body, pip)
        for k, ((x, y), value) in enumerate(zip(places, values, strict=False))
    )


@pytest.mark.parametrize("values", [(1, 2, 3), (4, 5, 6), (6, 6, 6), (1, 1, 1), (2, 2, 2), (3, 5, 3)])
def test_every_value_is_read_from_above(reader: GeometryReader, values: tuple[int, ...]) -> None:
    """White dice with black pips on felt are read from left to right, with every value."""
    reading = reader.read(draw(Scene(make_cubes(*values))))
    assert (reading.status, reading.values, reading.reason) == (Status.READ, values, "")


@pytest.mark.parametrize(
    ("body", "pip", "surface"),
    [
        (BLACK, WHITE, (60, 90, 40)),
        (RED, WHITE, (200, 205, 205)),
        (BLUE, WHITE, (90, 140, 190)),
        (YELLOW, BLACK, (60, 60, 60)),
        (WHITE, RED, (70, 50, 30)),
    ],
)
def test_any_colour_and_either_polarity_is_read(
    reader: GeometryReader, body: Colour, pip: Colour, surface: Colour
) -> None:
    """Dice are read with light pips on dark bodies, dark pips on light bodies, and red pips."""
    reading = reader.read(draw(Scene(make_cubes(5, 3, 4, body=body, pip=pip), surface)))
    assert (reading.status, reading.values) == (Status.READ, (5, 3, 4))


@pytest.mark.parametrize("tilt", [10, 22, 32])
def test_side_faces_are_not_taken_for_the_top(reader: GeometryReader, tilt: float) -> None:
    """In a tilted view the upper faces are read, or the reading is doubtful; no side face is read."""
    reading = reader.read(draw(Scene(make_cubes(4, 6, 5), tilt=tilt)))
    assert reading.status is not Status.READ or reading.values == (4, 6, 5)
    if tilt < 30:
        assert reading.status is Status.READ


def test_touching_dice_are_read_separately(reader: GeometryReader) -> None:
    """Three dice that touch are read as three dice, each with its value."""
    row = (
        Cube(-1.01, 0, 0, 6, body=RED, pip=WHITE),
        Cube(0, 0, 0, 4),
        Cube(1.01, 0, 0, 5, body=BLUE, pip=WHITE),
    )
    reading = reader.read(draw(Scene(row)))
    assert (reading.status, reading.values) == (Status.READ, (6, 4, 5))


def test_boxes_contain_the_dice(reader: GeometryReader) -> None:
    """Each box is around its die in the original picture, even if that is shrunk for reading."""
    image = cv2.resize(
        draw(Scene(make_cubes(5, 3, 6), edge=60)), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC
    )
    reading = reader.read(np.asarray(image, np.uint8))
    assert reading.values == (5, 3, 6)
    for die, cube in zip(reading.dice, make_cubes(5, 3, 6), strict=True):
        x0, y0, x1, y1 = die.box
        middle = 4 * (320 + 60 * cube.x), 4 * (240 + 60 * cube.y)
        assert x0 < middle[0] < x1
        assert y0 < middle[1] < y1
        assert 240 < x1 - x0 < 480


def test_wrong_number_of_dice_is_doubtful(reader: GeometryReader) -> None:
    """If three dice are expected, two dice or four raise doubt, and their values are reported."""
    reading = reader.read(draw(Scene(make_cubes(2, 5))))
    assert (reading.status, reading.values) == (Status.DOUBTFUL, (2, 5))
    assert reading.reason == "I see two dice, not three. Is one hidden, or off the mat?"
    four = reader.read(draw(Scene(make_cubes(2, 5, 6, 4))))
    assert (four.status, four.reason) == (
        Status.DOUBTFUL,
        "I see four dice, not three. Take away what was not thrown.",
    )


def test_any_number_of_dice_is_read_if_none_is_required(reader: GeometryReader) -> None:
    """If no number is required, all four dice are read."""
    reading = reader.read(draw(Scene(make_cubes(2, 5, 6, 4))), dice=None)
    assert reading.status is Status.READ
    assert sorted(reading.values) == [2, 4, 5, 6]


def draw_hand(image: Image) -> Image:
    """Return a picture with the colour and shape of a hand over its middle."""
    covered = image.copy()
    cv2.ellipse(covered, (330, 200), (150, 95), 20, 0, 360, (140, 170, 220), cv2.FILLED, cv2.LINE_AA)
    for x in (250, 300, 350, 400):
        cv2.line(covered, (x, 220), (x - 40, 420), (140, 170, 220), 42, cv2.LINE_AA)
    return covered


def draw_grain(seed: int, contrast: float) -> Image:
    """Draw a surface of coarse grain, as of a carpet."""
    rough = np.random.default_rng(seed).normal(0, contrast, (160, 214, 3))
    return np.asarray(np.clip(cv2.resize(rough, (640, 480)) + 120, 0, 255), np.uint8)


@pytest.mark.parametrize("dice", [3, None])
def test_nothing_is_read_without_dice(reader: GeometryReader, dice: int | None) -> None:
    """Bare felt is empty, and neither a hand nor coarse carpet is read as dice."""
    felt = draw(Scene(()))
    assert reader.read(felt, dice=dice).status is Status.EMPTY
    assert reader.read(draw_hand(felt), dice=dice).status is not Status.READ
    for seed in range(4):
        assert reader.read(draw_grain(seed, 40), dice=dice).status is not Status.READ


def test_dice_on_carpet_are_read(reader: GeometryReader) -> None:
    """Coarse grain around the dice does not disturb their reading."""
    reading = reader.read(draw(Scene(make_cubes(6, 2, 5), draw_grain(3, 25))))
    assert (reading.status, reading.values) == (Status.READ, (6, 2, 5))


def test_covered_die_is_doubtful(reader: GeometryReader) -> None:
    """If a hand covers a die, the reading is doubtful and has a reason."""
    covered = draw_hand(draw(Scene(make_cubes(3, 6, 5))))
    reading = reader.read(covered)
    assert reading.status is Status.DOUBTFUL
    assert reading.reason.endswith((".", "?"))


def test_pip_in_glare_does_not_change_the_value(reader: GeometryReader) -> None:
    """A six with a pip hidden by glare is read as a six or doubted, never read as a smaller value."""
    image = draw(Scene(make_cubes(6, 4, 3)))
    for x, y in ((-2.6 + 0.2, 0.4 + 0.1), (-2.6 - 0.3, 0.4 + 0.16)):
        glare = image.copy()
        cv2.circle(
            glare, (int(320 + 70 * x), int(240 + 70 * y)), 12, (255, 255, 255), cv2.FILLED, cv2.LINE_AA
        )
        reading = reader.read(cv2.GaussianBlur(glare, (0, 0), 1).astype(np.uint8))
        assert reading.status is Status.DOUBTFUL or reading.values == (6, 4, 3)


def test_die_cut_by_the_border_is_doubtful(reader: GeometryReader) -> None:
    """If the border cuts a five, the pips that are left are not read as another value."""
    for cut in (14, 22, 30):
        image = draw(Scene(make_cubes(5, 4, 6), edge=80))
        left = round(320 - 2.6 * 80 - 40) + cut
        reading = reader.read(np.ascontiguousarray(image[:, left:]))
        assert reading.status is Status.DOUBTFUL
        assert reading.reason


def test_wrong_die_size_causes_no_misread(reader: GeometryReader) -> None:
    """With the right size of a die the values are read; with a wrong size they are read or doubted."""
    image = draw(Scene(make_cubes(1, 2, 6)))
    assert reader.read(image, die_size=70).values == (1, 2, 6)
    wrong = reader.read(image, die_size=25)
    assert wrong.status is not Status.READ or wrong.values == (1, 2, 6)


@pytest.mark.parametrize("shape", [(1, 1), (3, 900), (40, 30), (17, 17)])
def test_tiny_pictures_are_empty(reader: GeometryReader, shape: tuple[int, int]) -> None:
    """A picture of hardly any pixels is read as empty, without an error."""
    assert reader.read(np.full((*shape, 3), 128, np.uint8)).status is Status.EMPTY


def test_reading_does_not_change_the_picture(reader: GeometryReader) -> None:
    """The picture stays as it is, and reading it again returns the same."""
    image = draw(Scene(make_cubes(5, 1, 4)))
    before = image.copy()
    assert reader.read(image) == reader.read(image)
    assert (image == before).all()
