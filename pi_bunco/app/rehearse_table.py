"""What is laid on a rendered table to be read, and what lies there instead of dice."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pi_bunco.devices.camera.mock import Kind, Look, Shown, render_still
from pi_bunco.devices.camera.mock.space import chance
from pi_bunco.devices.camera.mock.wild import wild
from pi_bunco.frames import Image, Reading
from pi_bunco.vision.evaluate.folder import Labelled, Marked
from pi_bunco.vision.evaluate.timing import stages_of
from pi_bunco.vision.reader import Reader

DICE = 3
"""How many dice are asked for."""
_EVERY = 5
"""One throw of so many is unreadable."""
_BARE = 10**9
"""Pictures without dice are numbered from here, so that none is a throw's."""
_WILD = 300


class Sort(StrEnum):
    """What is laid.

    >>> Sort("leaning") is Sort.COCKED
    True
    """

    READABLE = "readable"
    """Three dice lie flat, apart or touching."""
    COCKED = "leaning"
    STACKED = "stacked"
    COVERED = "under a hand"
    OUT = "out of the picture"
    NUMBER = "wrong number"
    """Two dice, or four."""
    BESIDE = "hand beside the dice"
    """A hand is in the picture and hides none of them: it may be read or doubted."""
    EMPTY = "empty table"
    HAND = "hand, no dice"
    THINGS = "other things, no dice"


BAD = (Sort.COCKED, Sort.STACKED, Sort.COVERED, Sort.OUT, Sort.NUMBER)
"""What nobody can honestly score, in turn."""
BARE = (Sort.EMPTY, Sort.HAND, Sort.THINGS)
"""Pictures without dice, in turn."""

_KINDS = {
    Sort.COCKED: Kind.COCKED,
    Sort.STACKED: Kind.STACKED,
    Sort.COVERED: Kind.COVERED,
    Sort.OUT: Kind.OUT,
    Sort.HAND: Kind.COVERED,
}


class Laid(NamedTuple):
    """A picture of a table.

    Attributes
    ----------
    image
        The picture.
    label
        What lies there; its source is the :class:`Sort`, its path a name for the picture.
    """

    image: Image
    label: Labelled


def sort_of(number: int) -> Sort:
    """Say what is laid in a throw: one of five is unreadable, each sort of them as often.

    >>> [sort_of(number).value for number in range(5)]
    ['readable', 'readable', 'readable', 'readable', 'leaning']
    """
    return Sort.READABLE if number % _EVERY < _EVERY - 1 else BAD[number // _EVERY % len(BAD)]


class Table:
    """One table under one camera, and whoever reads it.

    Parameters
    ----------
    seed
        What is thrown.
    size
        Width and height of the pictures.
    look
        How the table looks.
    """

    def __init__(self, seed: int, size: tuple[int, int] = (960, 720), look: Look | None = None) -> None:
        self._seed, self._size = seed, size
        self._look = look or Look()

    def reader(self, inner: Reader) -> Reader:
        """Give who reads this table: `inner`, told how large a die is."""
        return _Sized(inner, self._look.view.edge)

    def throw(self, number: int) -> Laid:
        """Throw, and give the picture once the dice lie still."""
        sort = sort_of(number)
        dice = DICE
        if sort is Sort.NUMBER:
            dice += 1 if number // (_EVERY * len(BAD)) % 2 else -1
        kind = _KINDS.get(sort, Kind.PLAIN)
        image, shown = render_still(
            self._seed_of(number), dice=dice, size=self._size, look=self._look, kind=kind
        )
        return Laid(image, _label(number, sort, shown))

    def bare(self, number: int) -> Laid:
        """Give a picture without dice: of this table, or in turn of any other."""
        sort = BARE[number % len(BARE)]
        seed = self._seed_of(_BARE + number)
        look = wild(chance(seed, 0, _WILD)) if number // len(BARE) % 2 else self._look
        things = 1 + number % 6 if sort is Sort.THINGS else 0
        look = replace(look, mat=replace(look.mat, things=things))
        kind = _KINDS.get(sort, Kind.PLAIN)
        image, _ = render_still(seed, dice=0, size=self._size, look=look, kind=kind)
        return Laid(image, Labelled(sort.value, Path(f"nothing-{number:06d}.png"), ()))

    def _seed_of(self, number: int) -> int:
        return int(chance(self._seed, number, _WILD).integers(2**62))


class _Sized:
    """A reader that is always told how large a die is."""

    def __init__(self, inner: Reader, edge: float) -> None:
        self._inner, self._edge = inner, edge

    @property
    def spent(self) -> dict[str, float]:
        return stages_of(self._inner)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        return self._inner.read(image, dice=dice, die_size=die_size or self._edge)


def _label(number: int, sort: Sort, shown: Shown) -> Labelled:
    """Say what must be read: nothing at all, as soon as one die cannot be, or their number is wrong."""
    dice = tuple(Marked(die.value, die.box, die.why.value) for die in shown.dice)
    why = "" if len(dice) == DICE else f"{len(dice)} dice, not {DICE}"
    if sort is Sort.COVERED and not why and not any(die.why for die in dice):
        sort = Sort.BESIDE
    return Labelled(sort.value, Path(f"{number:06d}.png"), dice, why)


Reads = Callable[[], Reader]
"""Makes a reader; a function that other processes can import."""
