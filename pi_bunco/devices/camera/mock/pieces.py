"""The pictures that the mock camera lays: one file, which ``models/render_mock.py`` renders."""

import json
import zipfile
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import cv2
import numpy as np

from pi_bunco.errors import Trouble
from pi_bunco.files.assets import find
from pi_bunco.frames import Grey, Image
from pi_bunco.sentences import say

Place = tuple[float, float]
"""A place on the mat, ``(x, y)`` in edges of a die from the middle of the picture: to the right, and down."""
Grip = Literal["open", "fist"]
"""The grip of a hand: ``open`` to take dice, ``fist`` to hold them."""

_FILE = "models/mock_table.zip"
_HAND_SHADE = 0.4
"""Share of the light that a hand's shadow takes."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A die as it was rendered.

    Attributes
    ----------
    value
        The face that points up most.
    at
        Where it lay: elsewhere the camera would see more or less of its sides.
    leans
        Whether it leans.
    """

    value: int
    at: Place
    leans: bool


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A picture of a die or a hand without the mat.

    Attributes
    ----------
    colours
        Blue-green-red, shape ``(height, width, 3)``, already multiplied by the cover.
    cover
        How much of each pixel it covers, 0 to 255.
    light
        How much of the mat's light its shadow leaves, 0 to 255.
    origin
        The pixel, ``(x, y)``, of the middle of a die's foot or of a palm.
    edge
        Pixels along the edge of a die.
    """

    colours: Image
    cover: Grey
    light: Grey
    origin: tuple[float, float]
    edge: float


class Pieces:
    """The pictures in the file. They are decoded when somebody needs them.

    Raises
    ------
    Trouble
        If the file is missing or damaged.

    Attributes
    ----------
    dice
        All dice.
    edge
        Pixels along the edge of a die in the picture of the mat.
    camera_height
        Height of the camera above the mat, in edges.
    shadow
        How far a shadow lies from its body, for each edge of height.
    line
        Half of the width and of the height of the printed line, in edges.
    """

    def __init__(self) -> None:
        self._archive = zipfile.ZipFile(find(_FILE))
        if damaged := self._archive.testzip():
            raise zipfile.BadZipFile(f"wrong checksum of {damaged}")
        facts = json.loads(self._archive.read("facts.json"))
        self.dice = tuple(Piece(die["value"], _make_place(die["at"]), die["leans"]) for die in facts["dice"])
        self.edge: float = facts["edge"]
        self.camera_height: float = facts["camera_height"]
        self.shadow = _make_place(facts["shadow"])
        self.line = _make_place(facts["line"])
        self._hands: dict[str, dict[str, Any]] = facts["hands"]

    def load_mat(self) -> Image:
        """Return the picture of the empty mat, 16:9."""
        return self._load("mat.webp")

    def load_die(self, number: int) -> Cutout:
        """Return the picture of one of :attr:`dice`."""
        whole = self._load(f"dice/{number}.webp")
        half = whole.shape[0] // 2
        middle = half / 2
        return _cut_out(whole[:half], whole[half:, :, 1], (middle, middle), self.edge)

    def load_hand(self, side: int, grip: Grip) -> Cutout:
        """Return a hand that comes over a border of the picture: 0 right, 1 lower, 2 left, 3 upper."""
        name = f"{side}-{grip}"
        whole, facts = self._load(f"hands/{name}.webp"), self._hands[name]
        soft = cv2.GaussianBlur(whole[..., 3], (0, 0), 0.5 * facts["edge"])
        light = cv2.addWeighted(soft, -_HAND_SHADE, soft, 0, 255)
        return _cut_out(whole, np.asarray(light, np.uint8), _make_place(facts["origin"]), facts["edge"])

    def _load(self, name: str) -> Image:
        code = np.frombuffer(self._archive.read(name), np.uint8)
        return np.asarray(cv2.imdecode(code, cv2.IMREAD_UNCHANGED), np.uint8)


def _cut_out(picture: Image, light: Grey, origin: Place, edge: float) -> Cutout:
    """Return the cut-out of a picture whose fourth channel is its cover."""
    cover = picture[..., 3]
    colours = cv2.multiply(picture[..., :3], cv2.merge([cover] * 3), scale=1 / 255)
    return Cutout(np.asarray(colours, np.uint8), cover, light, origin, edge)


def _make_place(numbers: list[float]) -> Place:
    x, y = numbers
    return x, y


@cache
def open_pieces() -> Pieces:
    """Return the pictures, the same for all cameras of a process.

    Raises
    ------
    Trouble
        If their file is missing or damaged.
    """
    try:
        return Pieces()
    except Trouble:
        raise
    except (OSError, zipfile.BadZipFile, ValueError, KeyError) as error:
        text = say("{file} is damaged ({reason}).", file=_FILE, reason=str(error))
        raise Trouble(text, say("Install pi-bunco again.")) from error
