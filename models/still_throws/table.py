"""Rendered tables that are calibrated like real ones, with dice or other things on them.

A rehearsal has always the same table, or every few throws another mat, lamp, camera and dice.
"""

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from evaluation.folder import LabelledDie, LabelledPicture
from renderer import MatTable, StillThrow, ThrowKind, make_wild_look, render_still
from renderer.lay import NoRoom
from renderer.look import TableLook
from renderer.scene import TableScene
from renderer.sensor import change_picture
from renderer.space import make_rng
from renderer.sprite import draw_hand

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.choose_stand import StandChooser
from pi_bunco.vision.calibrate.fiducials import Fiducials, combine_fiducials, find_fiducials
from pi_bunco.vision.calibrate.learn import FRAMES, learn_empty
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.calibrate.stand_by_markers import list_stands_by_markers
from pi_bunco.vision.reader import Reader

DICE = 3
"""The number of dice that the reader is asked for."""
SIZE = (960, 720)
"""Width and height of the pictures."""
_UNREADABLE_EVERY = 5
"""One of this many throws is unreadable."""
_FIRST_TRIAL, _TRIALS = 1_000_000, 5
"""The number of the first throw that tests the calibration, and the number of such throws."""
_BARE_STREAM, _CHANGES_STREAM = 300, 301
"""Streams of random numbers: for pictures without dice, and for changes of the camera."""
_MAX_THINGS = 6  # in a picture without dice
_MIN_GREY_CHANGE = 3
"""A thing or its shadow is where a picture differs from the bare felt by more than this many grey levels."""
_LOOK_STREAM = 310
"""The stream of random numbers for the look of a table."""
_MAX_TRIES = 20
"""How many tables are tried at most, until one can be calibrated; and how many throws, until one has room."""
_AGAIN = 10_000_000
"""A throw without room is replaced by the one whose number is larger by this."""
_EDGE_PIXELS = (34.0, 72.0)
"""Pixels along a die's edge: from about the least that the doctor recommends, up to those on a small mat."""
_MAX_TILT_DEGREES, _MARKER_EDGE = 25.0, 2.5
"""The camera's greatest angle from straight above, in degrees, and a marker's edge in units of 8 mm."""
_FOCAL_LENGTHS = (0.6, 1.1)
"""Focal lengths divided by the picture's longer side, as Pi cameras, webcams and phones have them."""


class PictureKind(StrEnum):
    """What lies on the table.

    >>> PictureKind("leaning") is PictureKind.COCKED
    True
    """

    READABLE = "readable"
    """Three dice lie flat on the mat, apart or touching."""
    COCKED = "leaning"
    STACKED = "stacked"
    COVERED = "under a hand"
    OUT = "out of the mat"
    MISCOUNT = "wrong number"
    EMPTY = "empty table"
    HAND = "hand, no dice"
    THINGS = "other things, no dice"


BAD = (PictureKind.COCKED, PictureKind.STACKED, PictureKind.COVERED, PictureKind.OUT, PictureKind.MISCOUNT)
"""The kinds of unreadable throws, in turn."""
BARE = (PictureKind.EMPTY, PictureKind.HAND, PictureKind.THINGS)
"""The kinds of pictures without dice, in turn."""

_THROW_KINDS = {
    PictureKind.READABLE: ThrowKind.PLAIN,
    PictureKind.COCKED: ThrowKind.COCKED,
    PictureKind.STACKED: ThrowKind.STACKED,
    PictureKind.COVERED: ThrowKind.COVERED,
    PictureKind.OUT: ThrowKind.OUT,
    PictureKind.MISCOUNT: ThrowKind.MISCOUNT,
}


class TablePicture(NamedTuple):
    """A picture of a table.

    Attributes
    ----------
    image
        The picture.
    label
        What lies there. Its source is the :class:`PictureKind` and its path is a name for the picture.
    calibrated
        Whether the picture shows the table that was calibrated.
    """

    image: Image
    label: LabelledPicture
    calibrated: bool = True


def choose_kind(number: int) -> PictureKind:
    """Return the kind of a throw. One in five is unreadable, with each kind equally often.

    >>> [choose_kind(number).value for number in range(5)]
    ['readable', 'readable', 'readable', 'readable', 'leaning']
    """
    row, place = divmod(number, _UNREADABLE_EVERY)
    return PictureKind.READABLE if place < _UNREADABLE_EVERY - 1 else BAD[row % len(BAD)]


class RehearsalTable:
    """One table under one camera.

    Parameters
    ----------
    seed
        Determines the table and what is thrown.
    size
        Width and height of the pictures.
    look
        The look of the table, which needs printed markers; ``None``: the usual table.
    unsteady
        Whether the camera changes from picture to picture
        (:func:`~renderer.sensor.change_picture`).
    """

    def __init__(
        self,
        seed: int,
        size: tuple[int, int] = SIZE,
        *,
        look: TableLook | None = None,
        unsteady: bool = False,
    ) -> None:
        self._seed, self._unsteady = seed, unsteady
        self._mat = MatTable(seed, size, look=look)
        self._calibration: Calibration | None = None

    def make_reader(self, inner: Reader) -> Reader:
        """Return a new reader of this table, calibrated with the reader `inner`, which it also uses."""
        if self._calibration is None:
            self._calibration = self.calibrate(inner)
        return CalibratedReader(inner, self._calibration)

    def calibrate(self, inner: Reader) -> Calibration:
        """Calibrate the table with its printed markers, the empty mat and a few throws.

        Raises
        ------
        Trouble
            If the markers are not seen, or none of the throws can be read.
        """
        pictures, markers = self._empty_pictures, self.markers
        if markers.corners is None:
            raise Trouble(
                f"The rehearsal's table of seed {self._seed} shows no four markers.", "Choose another --seed."
            )
        unlearnt = Calibration(self._mat.size, markers.corners, markers.ratio, pictures[0], 1.0)
        empty = learn_empty(pictures, unlearnt.flat)
        learnt = replace(unlearnt, empty=empty.picture, noise=empty.noise)
        chooser = StandChooser(inner, learnt, list_stands_by_markers(markers, self._mat.size))
        for number in range(_TRIALS):
            chooser.learn(self._mat.throw(_FIRST_TRIAL + number, ThrowKind.PLAIN)[0])
        return chooser.calibration

    @cached_property
    def _empty_pictures(self) -> list[Image]:
        return [self._mat.draw_empty(number) for number in range(FRAMES)]

    @cached_property
    def markers(self) -> Fiducials:
        """The printed markers, as the camera sees them."""
        return combine_fiducials([find_fiducials(picture) for picture in self._empty_pictures])

    def throw(self, number: int) -> TablePicture:
        """Throw, and return the picture once the dice lie still.

        Raises
        ------
        Trouble
            If no throw of this kind has room on the table.
        """
        kind = choose_kind(number)
        image, throw = self._throw_with_room(number, _THROW_KINDS[kind])
        if self._unsteady:
            image = change_picture(
                make_rng(self._seed, number, _CHANGES_STREAM), image, self._mat.look.view.edge
            )
        dice = tuple(LabelledDie(die.value, die.box, die.fault.value) for die in throw.dice)
        why = "" if throw.readable else throw.why
        return TablePicture(image, LabelledPicture(kind.value, Path(f"{number:06d}.png"), dice, why))

    def _throw_with_room(self, number: int, kind: ThrowKind) -> tuple[Image, StillThrow]:
        """Throw, again with other numbers if the dice have no room, as five large dice on a small mat.

        Raises
        ------
        Trouble
            If none of several such throws has room.
        """
        for again in range(_MAX_TRIES):
            with suppress(NoRoom):
                return self._mat.throw(number + again * _AGAIN, kind)
        raise Trouble(f"No {kind.value} throw has room on a table of this seed.", "Choose another --seed.")

    def show_bare(self, number: int) -> TablePicture:
        """Return a picture without dice, of this table or of another one in turn."""
        kind, other = BARE[number % len(BARE)], bool(number // len(BARE) % 2)
        image = self._render_other_table(number, kind) if other else self._render_this_table(number, kind)
        return TablePicture(
            image, LabelledPicture(kind.value, Path(f"nothing-{number:06d}.png"), ()), calibrated=not other
        )

    def _render_other_table(self, number: int, kind: PictureKind) -> Image:
        rng = make_rng(self._seed, number, _BARE_STREAM)
        look = make_wild_look(rng)
        things = int(rng.integers(1, _MAX_THINGS + 1)) if kind is PictureKind.THINGS else 0
        look = replace(look, mat=replace(look.mat, things=things))
        throw_kind = ThrowKind.COVERED if kind is PictureKind.HAND else ThrowKind.PLAIN
        return render_still(
            int(rng.integers(2**62)), dice=0, size=self._mat.size, look=look, kind=throw_kind
        )[0]

    def _render_this_table(self, number: int, kind: PictureKind) -> Image:
        if kind is PictureKind.EMPTY:
            return self._mat.draw_empty(FRAMES + number)
        rng = make_rng(self._seed, number, _BARE_STREAM)
        if kind is PictureKind.THINGS:
            picture = self._lay_things(int(rng.integers(2**62)), int(rng.integers(1, _MAX_THINGS + 1)))
        else:
            picture = self._scene.empty.copy()
            draw_hand(self._scene, picture, np.array([*rng.uniform(-6, 6, 2), 0], np.float32), rng)
        return self._scene.sensor.shoot(picture, number)

    def _lay_things(self, seed: int, things: int) -> Image:
        """Lay things with their shadows on this mat, cut out of a picture of another piece of the felt."""
        look = self._mat.look
        felt = TableScene(look, self._mat.size, seed).empty
        felt_with_things = TableScene(
            replace(look, mat=replace(look.mat, things=things)), self._mat.size, seed
        ).empty
        changed = (cv2.absdiff(felt, felt_with_things) > _MIN_GREY_CHANGE).any(axis=2, keepdims=True)
        return np.where(changed, felt_with_things, self._scene.empty)

    @cached_property
    def _scene(self) -> TableScene:
        return TableScene(self._mat.look, self._mat.size, self._seed)


@lru_cache(1)
def make_same_table(seed: int, chunk: int) -> RehearsalTable:
    """Return the same table for each chunk of throws."""
    del chunk  # as make_other_table
    return RehearsalTable(seed)


def make_other_table(seed: int, chunk: int) -> RehearsalTable:
    """Return another table for each chunk of throws, under a camera that changes from picture to picture.

    A table whose markers the camera does not see cannot be calibrated, so the next one is tried.

    Raises
    ------
    Trouble
        If none of several tables can be calibrated.
    """
    for trial in range(_MAX_TRIES):
        rng = make_rng(seed, chunk, _LOOK_STREAM + trial)
        table = RehearsalTable(int(rng.integers(2**31)), look=_make_look(rng), unsteady=True)
        if table.markers.corners is not None:
            return table
    raise Trouble(f"No table of seed {seed} shows its markers.", "Choose another --seed.")


def _make_look(rng: np.random.Generator) -> TableLook:
    """Return a look like a real table's: the camera looks down on a mat with only dice on it."""
    edge = float(np.exp(rng.uniform(*np.log(_EDGE_PIXELS))))
    look = make_wild_look(rng, edge=edge, dice=DICE)
    focal = float(rng.uniform(*_FOCAL_LENGTHS)) * SIZE[0]
    view = replace(
        look.view,
        tilt=float(rng.uniform(0, _MAX_TILT_DEGREES)),
        distance=2 * focal / edge,
        bend=float(rng.uniform(0, 0.04)),
        circle=0.0,
        shake=(0.0, 0.0),
    )
    return replace(
        look, view=view, halves=False, mat=replace(look.mat, tray=None, things=0, fiducials=_MARKER_EDGE)
    )
