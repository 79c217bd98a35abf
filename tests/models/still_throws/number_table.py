"""A fast stand-in for the rehearsal's table, whose pictures contain numbers, and readers of them."""

import os
from pathlib import Path

import numpy as np
from evaluation.folder import LabelledDie, LabelledPicture
from still_throws.table import BARE, PictureKind, RehearsalTable, TablePicture, choose_kind

from pi_bunco.frames import Image
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.reader import Reader

BOX = (4.0, 4.0, 12.0, 12.0)


class NumberTable(RehearsalTable):
    """Chooses three dice, unreadable in some throws, and writes their values into the picture's pixels."""

    def __init__(self, seed: int, chunk: int = 0) -> None:
        self._number, self.chunk = seed, chunk

    def make_reader(self, inner: Reader) -> Reader:
        """Return the same reader."""
        return inner

    def throw(self, number: int) -> TablePicture:
        """Return the picture of a throw, with its label."""
        kind = choose_kind(number)
        values = tuple(int(v) for v in np.random.default_rng([self._number, number]).integers(1, 7, 3))
        why = "" if kind is PictureKind.READABLE else kind.value
        dice = tuple(LabelledDie(value, BOX, why) for value in values)
        return TablePicture(
            _image(number, *values, bad=bool(why)), LabelledPicture(kind, Path(f"{number}.png"), dice)
        )

    def show_bare(self, number: int) -> TablePicture:
        """Return a picture without dice, with its label."""
        return TablePicture(_image(number), LabelledPicture(BARE[number % 3], Path(f"bare{number}.png"), ()))


class Honest:
    """Reads the values in the picture, and doubts the throws that are marked as bad."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Return the reading that is right."""
        del die_size, dice
        self.spent = {"find": 1.0, "check": 0.5}
        found = tuple(Die(int(value), 0.9, BOX) for value in image[0, :3, 0])
        if not image[0, 0, 0]:
            return Reading(Status.EMPTY)
        if image[0, 3, 0]:
            return Reading(Status.DOUBTFUL, found, "It leans.", Doubt.COCKED)
        return Reading(Status.READ, found)


class Careless(Honest):
    """Doubts nothing, reads dice in every picture, and reads every seventh throw as sixes."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Return a reading, which is often wrong."""
        del dice, die_size
        number, bare = int(image[1, 0, 0]), not image[0, 0, 0]
        values = [6, 6, 6] if bare or number % 7 == 0 else [int(value) for value in image[0, :3, 0]]
        return Reading(Status.READ, tuple(Die(value, 0.99, BOX) for value in values))


class Dying(Honest):
    """Ends its process at the first picture."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """End the process."""
        del image, dice, die_size
        os._exit(9)


def _image(number: int, *values: int, bad: bool = False) -> Image:
    image = np.zeros((16, 16, 3), np.uint8)
    image[0, : len(values), 0] = values
    image[0, 3, 0] = bad
    image[1, 0, 0] = number % 251
    return image
