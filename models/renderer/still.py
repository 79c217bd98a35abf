"""Pictures of dice at rest with the truth about each: on any table, or thousands on one calibrated table."""

from dataclasses import replace

import numpy as np

from pi_bunco.frames import Image
from renderer.bounds import Field
from renderer.describe import describe
from renderer.lay import NoRoom, choose_values, lay
from renderer.lens import Lens
from renderer.look import Colour, DieLook, LightLook, MatLook, TableLook, ViewLook
from renderer.scene import TableScene
from renderer.space import Pose, make_rng
from renderer.sprite import draw_hand
from renderer.truth import LyingDie, Point, StillThrow, ThrowFault, ThrowKind
from renderer.wild import make_wild_look

# Purposes of random generators (make_rng), for render_still and for MatTable.
_STILL_LOOK, _STILL_VALUES, _STILL_PLACES, _STILL_HAND = 200, 201, 202, 203
_KIND, _VALUES, _PLACES, _HAND, _SET, _EMPTY = 300, 301, 302, 303, 304, 1_000_000_007
_PLACINGS = 5
"""How often dice are laid with other random numbers before they have no room. Each time takes seconds."""
_AWAY = 0.85
"""If dice have no room, the camera moves away until they are this share of their size."""
_ROOM = 3.0
"""A die needs about this many edges along the picture's shorter side, times the square root of their
number."""
_COVERED = "A hand is over the dice."
_ODD_SHARE = 0.2
_ODD_KINDS = (ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.COVERED, ThrowKind.OUT, ThrowKind.MISCOUNT)
_SETS: tuple[tuple[Colour, Colour], ...] = (
    ((0.70, 0.07, 0.08), (0.96, 0.96, 0.94)),
    ((0.10, 0.18, 0.55), (0.96, 0.96, 0.94)),
    ((0.06, 0.36, 0.20), (0.96, 0.96, 0.94)),
    ((0.06, 0.06, 0.07), (0.96, 0.96, 0.94)),
    ((0.93, 0.90, 0.80), (0.06, 0.05, 0.05)),
    ((0.98, 0.82, 0.20), (0.06, 0.05, 0.05)),
)
"""Colours of bodies and pips of common dice."""
_MARKER = 2.5
"""Edge of a printed marker: 20 mm, in units of 8 mm."""
_MIN_HIDDEN = 0.35
"""The least share of a top that a hand hides, so that nobody can read it."""


def render_still(
    seed: int,
    *,
    dice: int = 3,
    size: tuple[int, int] = (960, 720),
    look: TableLook | None = None,
    kind: ThrowKind = ThrowKind.PLAIN,
) -> tuple[Image, StillThrow]:
    """Render one picture of dice that lie still.

    Parameters
    ----------
    seed
        Determines everything that is not given: the same seed makes the same picture.
    dice
        How many dice, 0 to 6. Two lie in different halves of the picture.
    size
        Width and height in pixels.
    look
        The table; a random one (any mat, light, camera and dice, edges from 25 to 160 pixels) if left
        out.
    kind
        With ``cocked``, ``stacked`` and ``out`` the last die lies so; with ``covered`` a hand is over the
        first die (over the mat if there are no dice); with ``miscount`` there is one die less, or one or two
        more; otherwise all lie flat.

    Returns
    -------
    tuple of Image and StillThrow
        The picture, and what lies there; its number is the seed.
    """
    if look is None:
        rng = make_rng(seed, 0, _STILL_LOOK)
        edge = float(np.exp(rng.uniform(np.log(25), np.log(160))))
        edge = min(edge, min(size) / (_ROOM * np.sqrt(max(dice, 1))))
        look = make_wild_look(rng, edge=edge, dice=max(dice, 1))
    values = choose_values(make_rng(seed, 0, _STILL_VALUES), dice, kind)
    look, poses = _lay_from_afar(look, size, seed, values, kind)
    scene = TableScene(look, size, seed)
    fine = 2 if look.view.edge > 90 else 3 if look.view.edge > 45 else 4
    picture, hand = scene.render_still(poses, fine=fine), None
    if kind is ThrowKind.COVERED:
        hand = draw_hand(
            scene, picture, poses[0].at if poses else np.zeros(3), make_rng(seed, 0, _STILL_HAND)
        )
    throw = describe(look, scene.lens, seed, poses, kind, hand=hand, things=scene.things)
    if kind is ThrowKind.COVERED:
        throw = replace(throw, readable=False, why=_COVERED)
    return scene.sensor.shoot(picture, seed), throw


def _lay_from_afar(
    look: TableLook, size: tuple[int, int], seed: int, values: tuple[int, ...], kind: ThrowKind
) -> tuple[TableLook, tuple[Pose, ...]]:
    """Lay dice; move the camera away if they have no room."""
    while True:
        try:
            return look, lay(look, Lens(look.view, size), make_rng(seed, 0, _STILL_PLACES), values, kind)
        except NoRoom:
            view = replace(look.view, edge=look.view.edge * _AWAY, distance=look.view.distance / _AWAY)
            look = replace(look, view=view)


def make_table_look(seed: int, *, fiducials: bool = True) -> TableLook:
    """Return the look of :class:`MatTable`: a light mat, a camera tilted by 10°, dice chosen by the seed."""
    body, pips = _SETS[int(make_rng(seed, 0, _SET).integers(len(_SETS)))]
    return TableLook(
        mat=MatLook(
            cloth="felt", colour=(0.76, 0.75, 0.71), contrast=0.35, fiducials=_MARKER if fiducials else 0.0
        ),
        light=LightLook(window=0.6, ambient=0.45, key=0.5),
        view=ViewLook(tilt=10.0, distance=64.0, edge=64.0, exposure=1.05, noise=1.4),
        dice=(DieLook(body=body, pips=pips),) * 3,
    )


class MatTable:
    """A table to throw dice on, seen from above.

    The picture of a throw depends only on the seed and the throw's number. A throw takes about 50 ms, since
    the empty mat is drawn only once.

    Parameters
    ----------
    seed
        Determines everything.
    size
        Width and height of the pictures in pixels.
    fiducials
        Whether four markers (numbers 0 to 3 of OpenCV's 4x4 dictionary of 50, 20 mm) are printed at the
        mat's corners. Dice then lie between them, and a die half outside the mat counts as out.
    look
        Another table; then its own ``fiducials`` count.

    Attributes
    ----------
    look, size
        The table, and the pictures' size.

    Examples
    --------
    >>> table = MatTable(seed=1, size=(480, 360))
    >>> picture, throw = table.throw(0, kind=ThrowKind.PLAIN)
    >>> picture.shape, len(throw.dice), throw.readable
    ((360, 480, 3), 3, True)
    """

    def __init__(
        self,
        seed: int = 1,
        size: tuple[int, int] = (960, 720),
        *,
        fiducials: bool = True,
        look: TableLook | None = None,
    ) -> None:
        self._seed, self.size = seed, size
        if look is None:
            look = make_table_look(seed, fiducials=fiducials)
            # A smaller picture shows the same table.
            edge = look.view.edge * min(size[0] / 960, size[1] / 540)
            look = replace(look, view=replace(look.view, edge=edge))
        self.look = look
        self._scene = TableScene(look, size, seed)

    @property
    def markers(self) -> tuple[tuple[Point, ...], ...]:
        """Each marker's corners in the picture, clockwise from its own upper left; none without fiducials."""
        if not self.look.mat.fiducials:
            return ()
        field = Field(self._scene.lens, self.look.mat.fiducials)
        return tuple(
            tuple((float(x), float(y)) for x, y in field.to_pixels(marker)) for marker in field.list_markers()
        )

    def draw_empty(self, number: int = 0) -> Image:
        """Take a picture of the empty mat; the number determines its noise."""
        return self._scene.sensor.shoot(self._scene.empty, _EMPTY + number)

    def choose_kind(self, number: int) -> ThrowKind:
        """Choose what happens in a throw: in 20 % of the throws something goes wrong."""
        rng = make_rng(self._seed, number, _KIND)
        return (
            _ODD_KINDS[int(rng.integers(len(_ODD_KINDS)))] if rng.random() < _ODD_SHARE else ThrowKind.PLAIN
        )

    def throw(self, number: int, kind: ThrowKind | None = None, *, dice: int = 3) -> tuple[Image, StillThrow]:
        """Throw dice and take a picture when they lie still.

        Parameters
        ----------
        number
            The throw's number.
        kind
            ``plain``, ``cocked``, ``stacked``, ``covered`` (a hand hides at least a third of a die's top),
            ``out`` (a die half or wholly outside the mat) or ``miscount`` (too few or too many dice). If left
            out, 80 % are plain and the other kinds are equally frequent (:meth:`choose_kind`).
        dice
            The right number of dice.

        Returns
        -------
        Image and StillThrow
            The picture, and the truth: ``readable`` for the throw, ``dice[i].fault`` for each die.

        Raises
        ------
        NoRoom
            If the dice are too large or too many for the picture.
        """
        kind = kind or self.choose_kind(number)
        poses = self._lay(number, choose_values(make_rng(self._seed, number, _VALUES), dice, kind), kind)
        picture = self._scene.render_still(poses, fine=2)
        if kind is not ThrowKind.COVERED:
            throw = describe(self.look, self._scene.lens, number, poses, kind)
        else:
            picture, throw = self._cover(picture, number, poses)
        return self._scene.sensor.shoot(picture, number), throw

    def _lay(self, number: int, values: tuple[int, ...], kind: ThrowKind) -> tuple[Pose, ...]:
        for purpose in range(_PLACES, _PLACES + 10 * _PLACINGS, 10):
            try:
                return lay(self.look, self._scene.lens, make_rng(self._seed, number, purpose), values, kind)
            except NoRoom:
                continue
        raise NoRoom

    def _cover(self, bare: Image, number: int, poses: tuple[Pose, ...]) -> tuple[Image, StillThrow]:
        """Draw a hand over the first die, so that it cannot be read."""
        rng = make_rng(self._seed, number, _HAND)
        while True:
            picture = bare.copy()
            hand = draw_hand(self._scene, picture, poses[0].at, rng, back=(0.0, 6.0))
            throw = describe(self.look, self._scene.lens, number, poses, ThrowKind.COVERED, hand=hand)
            if any(
                die.fault is ThrowFault.COVERED and _find_hidden_share(hand, die) > _MIN_HIDDEN
                for die in throw.dice
            ):
                return picture, replace(throw, readable=False, why=_COVERED)


def _find_hidden_share(hand: Image, die: LyingDie) -> float:
    """Return about how much of a die's top a hand hides."""
    x, y, reach = *die.centre, die.edge / 2.5
    rows, columns = hand.shape
    part = hand[
        int(max(y - reach, 0)) : int(min(y + reach, rows)),
        int(max(x - reach, 0)) : int(min(x + reach, columns)),
    ]
    return float(np.mean(part)) / 255 if part.size else 0.0
