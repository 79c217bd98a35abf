"""Pictures of dice at rest on tables of every kind, with the truth beside them."""

from dataclasses import replace

import numpy as np

from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.lay import NoRoom, choose_values, lay
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.space import Pose, chance
from pi_bunco.devices.camera.mock.sprite import reach_in
from pi_bunco.devices.camera.mock.truth import Shown, ThrowKind
from pi_bunco.devices.camera.mock.wild import make_wild_look
from pi_bunco.frames import Image

_LOOK, _VALUES, _PLACES, _HAND = 200, 201, 202, 203
_AWAY = 0.85
"""Dice that have no room are seen at this share of their size."""
_ROOM = 3.0
"""A die needs about this many of its edges of the picture's shorter side, times the root of their number."""


def render_still(
    seed: int,
    *,
    dice: int = 3,
    size: tuple[int, int] = (960, 720),
    look: MockLook | None = None,
    kind: ThrowKind = ThrowKind.PLAIN,
) -> tuple[Image, Shown]:
    """Render one picture of dice that lie still.

    Parameters
    ----------
    seed
        Everything that is left open comes from it: the same seed gives the same picture.
    dice
        How many dice, 0 to 6. Two lie in different halves of the picture.
    size
        Width and height in pixels.
    look
        The table; a random one (any mat, light, camera and dice, edges from 25 to 160 pixels) if left
        out.
    kind
        ``cocked``, ``stacked`` and ``out`` lay the last die so; ``covered`` holds a hand over the first
        (over the mat where no die lies); ``miscount`` lays one less or one or two more; the others lie flat.

    Returns
    -------
    tuple of Image and Shown
        The picture, and what lies there; its number is the seed.
    """
    if look is None:
        rng = chance(seed, 0, _LOOK)
        edge = float(np.exp(rng.uniform(np.log(25), np.log(160))))
        edge = min(edge, min(size) / (_ROOM * np.sqrt(max(dice, 1))))
        look = make_wild_look(rng, edge=edge, dice=max(dice, 1))
    values = choose_values(chance(seed, 0, _VALUES), dice, kind)
    look, poses = _laid(look, size, seed, values, kind)
    scene = MockScene(look, size, seed)
    fine = 2 if look.view.edge > 90 else 3 if look.view.edge > 45 else 4  # noqa: PLR2004 - rays follow size
    picture, hand = scene.still(poses, fine=fine), None
    if kind is ThrowKind.COVERED:
        hand = reach_in(scene, picture, poses[0].at if poses else np.zeros(3), chance(seed, 0, _HAND))
    shown = describe(look, scene.lens, seed, poses, kind, hand=hand, things=scene.things)
    if kind is ThrowKind.COVERED:
        shown = replace(shown, readable=False, why="A hand is over the dice.")
    return scene.sensor.shoot(picture, seed), shown


def _laid(
    look: MockLook, size: tuple[int, int], seed: int, values: tuple[int, ...], kind: ThrowKind
) -> tuple[MockLook, tuple[Pose, ...]]:
    """Lay dice; from farther away when they have no room."""
    while True:
        try:
            return look, lay(look, Lens(look.view, size), chance(seed, 0, _PLACES), values, kind)
        except NoRoom:
            view = replace(look.view, edge=look.view.edge * _AWAY, distance=look.view.distance / _AWAY)
            look = replace(look, view=view)
