"""A fake calibrator, and what the calibration page shows in each of its states."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2

from pi_bunco.messages.calibration import AdviceView, CalibrationView, Point, TestThrow
from tests.vision.calibrate.mats import CORNERS, SIZE, draw_felt, draw_mat, photograph

BLANK = CalibrationView(
    picture=SIZE,
    guess=tuple(
        (x * SIZE[0], y * SIZE[1]) for x, y in ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
    ),
)
_MARKER: tuple[Point, ...] = ((112, 92), (162, 93), (160, 143), (110, 142))
PLACED = replace(BLANK, corners=CORNERS, by="markers", markers=(_MARKER,))
LEARNT = replace(PLACED, learnt=True, markers=(), locked=True)
TESTING = replace(
    LEARNT,
    testing=True,
    thrown=(
        TestThrow((3, 5, 5), ""),
        TestThrow((1, 2), "I see two dice, not three. Is one hidden, or off the mat?"),
    ),
    die=22.4,
    advice=(
        AdviceView(
            "glare",
            "There is glare here. Move the lamp, or cover the mat with something dull.",
            (590, 190, 700, 290),
        ),
        AdviceView(
            "small",
            "The dice are too small: 22 px, they need 40. Bring the camera nearer, or use larger dice.",
            None,
        ),
    ),
)
DONE = replace(
    LEARNT,
    thrown=tuple(TestThrow(dice, "") for dice in ((3, 5, 5), (1, 2, 6), (4, 4, 4))),
    die=43.0,
    saved=True,
)
CALIBRATIONS = {"blank": BLANK, "placed": PLACED, "learnt": LEARNT, "testing": TESTING, "done": DONE}


class FakeCalibrator:
    """Remembers its calls, and returns the view that a test has set."""

    def __init__(self) -> None:
        self.now = BLANK
        self.calls: list[Any] = []
        self.refusal: Exception | None = None

    def get_view(self) -> CalibrationView:
        return self.now

    def _do(self, step: str, *arguments: Any) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.calls.append((step, *arguments))

    def find_mat(self) -> None:
        self._do("find")
        self.now = PLACED

    def set_corners(self, points: tuple[Point, ...]) -> None:
        self._do("corners", points)
        self.now = replace(PLACED, corners=points, by="hand")

    def learn(self) -> None:
        self._do("learn")
        self.now = LEARNT

    def test(self, *, on: bool) -> None:
        self._do("test", on)
        self.now = replace(LEARNT, testing=on)

    def save(self) -> None:
        self._do("save")
        self.now = DONE

    def get_file(self) -> bytes | None:
        return b"PK whole" if self.now.saved else None


@cache
def draw_picture() -> bytes:
    """Return the camera's picture as a JPEG: a mat with three dice."""
    mat = draw_mat((250.0, 200.0, 10.0), (450.0, 330.0, 40.0), (640.0, 250.0, 75.0), mat=draw_felt())
    return bytes(cv2.imencode(".jpg", photograph(mat))[1])
