"""Draws one moment after another, and caches what does not change: dice at rest, hands, the mat."""

import math

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.act import Glimpse
from pi_bunco.devices.camera.mock.hand import PEOPLE, Grip
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.scene import MockScene, ScenePart
from pi_bunco.devices.camera.mock.space import Pose, make_rng
from pi_bunco.devices.camera.mock.sprite import Sprite
from pi_bunco.frames import Image

# Purposes of random generators (make_rng).
_SKIN, _FLICKER = 5, 92


class Studio:
    """Draws a table in motion.

    Parameters
    ----------
    look
        The table.
    size
        Width and height of the pictures.
    seed
        Determines textures and noise.
    """

    def __init__(self, look: MockLook, size: tuple[int, int], seed: int) -> None:
        self.scene = MockScene(look, size, seed)
        self._seed = seed
        self._parts: dict[int, tuple[tuple[Pose, ...], ScenePart]] = {}
        self._still: tuple[tuple[Pose, ...], Image] | None = None
        self._hands: dict[tuple[int, Grip], Sprite] = {}

    def draw(self, glimpse: Glimpse, side: int, index: int) -> Image:
        """Draw a new picture.

        Parameters
        ----------
        glimpse
            What the camera sees.
        side
            The border that the hand comes over.
        index
            The picture's number, which determines noise and flicker.
        """
        picture = self._draw_dice(glimpse)
        if glimpse.hand is not None:
            picture = picture.copy()
            self._get_hand(side, glimpse.grip).lay(picture, glimpse.hand)
        if glimpse.shift != (0.0, 0.0):
            move = np.array([[1, 0, glimpse.shift[0]], [0, 1, glimpse.shift[1]]], np.float64)
            size = (picture.shape[1], picture.shape[0])
            picture = np.asarray(
                cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8
            )
        flicker = float(make_rng(self._seed, index, _FLICKER).normal(0, 0.002)) + 0.004 * math.sin(
            index * 1.7
        )
        return self.scene.sensor.shoot(picture, index, glimpse.gain * (1 + flicker))

    def _draw_dice(self, glimpse: Glimpse) -> Image:
        resting = glimpse.resting
        if not glimpse.moving and self._still is not None and _are_same(self._still[0], resting):
            return self._still[1]
        kept: dict[int, tuple[tuple[Pose, ...], ScenePart]] = {}
        for pose in resting:
            # The cache keeps the pose itself too, so that no other object can get its id.
            light = (pose, *self.scene.list_near(pose, resting))
            old = self._parts.get(id(pose))
            if old is None or not _are_same(old[0], light):
                old = (light, self.scene.draw_part(pose, light[1:]))
            kept[id(pose)] = old
        self._parts = kept
        moving = [self.scene.draw_moving(poses) for poses in glimpse.moving]
        picture = self.scene.render([part for _, part in kept.values()] + moving)
        if not glimpse.moving:
            self._still = (resting, picture)
        return picture

    def _get_hand(self, side: int, grip: Grip) -> Sprite:
        """Return the hand of the person at one side of the table, from the cache."""
        key = (side, grip)
        if key not in self._hands:
            # The fingers point away from the border that the hand comes from.
            angle = (math.pi, -math.pi / 2, 0.0, math.pi / 2)[side]
            self._hands[key] = Sprite(
                self.scene, PEOPLE[side], grip, angle, make_rng(self._seed, side, _SKIN)
            )
        return self._hands[key]


def _are_same(one: tuple[Pose, ...], other: tuple[Pose, ...]) -> bool:
    """Return whether these are the same objects."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
