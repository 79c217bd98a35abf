"""A hand that is held over a table while a still is taken."""

import math

import numpy as np

from pi_bunco.devices.camera.mock.hand import Grip, Person
from pi_bunco.devices.camera.mock.reach import HIGH, LOW
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.space import Array
from pi_bunco.devices.camera.mock.sprite import Hold, Sprite
from pi_bunco.frames import Image

_SKIN = ((0.92, 0.74, 0.64), (0.87, 0.66, 0.54), (0.72, 0.50, 0.38), (0.55, 0.36, 0.26), (0.33, 0.21, 0.16))


def reach_in(
    scene: MockScene,
    picture: Image,
    at: Array,
    rng: np.random.Generator,
    *,
    back: tuple[float, float] = (-1.0, 10.0),
) -> Image:
    """Hold anybody's hand over a place of a table.

    Parameters
    ----------
    scene
        The table.
    picture
        Is changed.
    at
        The place, ``(x, y, z)`` in units.
    rng
        Whose hand, from where, and how it is held.
    back
        How far behind the place the palm's middle is, in units: from over it to only the fingertips there.

    Returns
    -------
    Image
        How much of each pixel the hand covers, 0 to 255.
    """
    red, green, blue = (float(part) for part in rng.uniform(0.05, 0.85, 3))
    bare = bool(rng.random() < 0.4)  # noqa: PLR2004 - the share of short sleeves
    skin = _SKIN[int(rng.integers(len(_SKIN)))]
    person = Person(skin, (red, green, blue), left=bool(rng.random() < 0.3), bare=bare)  # noqa: PLR2004 - left hands
    grip: Grip = "open" if rng.random() < 0.7 else "fist"  # noqa: PLR2004 - the share of open hands
    angle = float(rng.uniform(0, 2 * math.pi))
    sprite = Sprite(scene, person, grip, angle, rng)
    x, y = scene.lens.project(np.asarray(at, np.float32))
    behind = float(rng.uniform(*back)) * scene.lens.scale
    palm = (float(x) - behind * math.cos(angle), float(y) - behind * math.sin(angle))
    hold = Hold(palm, angle, 0.0, float(rng.uniform(LOW, HIGH)))
    sprite.lay(picture, hold)
    return sprite.covers(scene.lens.size, hold)
