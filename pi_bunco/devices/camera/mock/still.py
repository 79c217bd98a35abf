"""Pictures of dice at rest on all kinds of tables, each with the truth about it."""

from dataclasses import replace

import numpy as np

from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.lay import NoRoom, choose_values, lay
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.space import Pose, make_rng
from pi_bunco.devices.camera.mock.sprite import draw_hand
from pi_bunco.devices.camera.mock.truth import Shown, ThrowKind
from pi_bunco.devices.camera.mock.wild import make_wild_look
from pi_bunco.frames import Image

_LOOK, _VALUES, _PLACES, _HAND = 200, 201, 202, 203
_AWAY = 0.85
"""If dice have no room, the camera moves away until they are this share of their size."""
_ROOM = 3.0
"""A die needs about this many edges along the picture's shorter side, times the square root of their
number."""


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
    tuple of Image and Shown
        The picture, and what lies there; its number is the seed.
    """
    if look is None:
        rng = make_rng(seed, 0, _LOOK)
        edge = float(np.exp(rng.uniform(np.log(25), np.log(160))))
        edge = min(edge, min(size) / (_ROOM * np.sqrt(max(dice, 1))))
        look = make_wild_look(rng, edge=edge, dice=max(dice, 1))
    values = choose_values(make_rng(seed, 0, _VALUES), dice, kind)
    look, poses = _lay(look, size, seed, values, kind)
    scene = MockScene(look, size, seed)
    fine = 2 if look.view.edge > 90 else 3 if look.view.edge > 45 else 4  # noqa: PLR2004 - rays follow size
    picture, hand = scene.render_still(poses, fine=fine), None
    if kind is ThrowKind.COVERED:
        hand = draw_hand(scene, picture, poses[0].at if poses else np.zeros(3), make_rng(seed, 0, _HAND))
    shown = describe(look, scene.lens, seed, poses, kind, hand=hand, things=scene.things)
    if kind is ThrowKind.COVERED:
        shown = replace(shown, readable=False, why="A hand is over the dice.")
    return scene.sensor.shoot(picture, seed), shown


def _lay(
    look: MockLook, size: tuple[int, int], seed: int, values: tuple[int, ...], kind: ThrowKind
) -> tuple[MockLook, tuple[Pose, ...]]:
    """Lay dice; move the camera away if they have no room."""
    while True:
        try:
            return look, lay(look, Lens(look.view, size), make_rng(seed, 0, _PLACES), values, kind)
        except NoRoom:
            view = replace(look.view, edge=look.view.edge * _AWAY, distance=look.view.distance / _AWAY)
            look = replace(look, view=view)
