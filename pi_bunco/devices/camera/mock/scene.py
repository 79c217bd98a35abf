"""One table: its empty mat, drawn once, and dice laid over it."""

from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.devices.camera.mock import mat
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.light import Light
from pi_bunco.devices.camera.mock.look import Look
from pi_bunco.devices.camera.mock.paint import paint
from pi_bunco.devices.camera.mock.sensor import Sensor
from pi_bunco.devices.camera.mock.shade import Body, Layer, Placed, draw
from pi_bunco.devices.camera.mock.shadow import Shadow, cast
from pi_bunco.devices.camera.mock.space import Array, Pose, Rect, chance, hull, linear, meet
from pi_bunco.devices.camera.mock.things import strew
from pi_bunco.frames import Image

_COARSE_FACE, _FINE_FACE = 96, 192
_MAT, _DIE, _THINGS = 100, 101, 102
_SHADED_BY = 9.0
"""Dice whose centres are nearer than this (units) may stand in each other's light."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One die as it is drawn: itself, its shadow, and how far its centre is from the camera."""

    layer: Layer | None
    shadow: Shadow | None
    far: float

    @property
    def rect(self) -> Rect | None:
        """Which pixels it changes."""
        if self.layer is None or self.shadow is None:
            return self.layer.rect if self.layer else self.shadow.rect if self.shadow else None
        return hull(self.layer.rect, self.shadow.rect)


class Scene:
    """A table to lay dice on.

    Parameters
    ----------
    look
        How it looks.
    size
        Width and height of its pictures.
    seed
        Where the grain of its surfaces comes from.
    """

    def __init__(self, look: Look, size: tuple[int, int], seed: int) -> None:
        self.look = look
        self.lens = Lens(look.view, size)
        self.sensor = Sensor(look.view, size, seed)
        side = _COARSE_FACE if look.view.edge < _COARSE_FACE * 0.6 else _FINE_FACE
        self.bodies = tuple(
            Body(die, paint(die, chance(seed, number, _DIE), side)) for number, die in enumerate(look.dice)
        )
        self.light = Light(look.light, linear(look.mat.colour))
        albedo = mat.albedo(look.mat, self.lens, chance(seed, 0, _MAT))
        albedo = strew(albedo, look.mat.things, self.lens.scale, chance(seed, 0, _THINGS)) * self._vignette()
        sky, key = self.light.on_mat(self.lens)
        self._sky, self._key = albedo * sky, albedo * key
        self.empty: Image = self.sensor.develop(self._soft(self._sky + self._key))
        """The mat with nothing on it."""

    def _vignette(self) -> Array:
        """Give how much light reaches each pixel through the lens, shape ``(rows, columns, 1)``."""
        width, height = self.lens.size
        x = (np.arange(width, dtype=np.float32) - width / 2) / np.hypot(width, height) * 2
        y = (np.arange(height, dtype=np.float32) - height / 2) / np.hypot(width, height) * 2
        return np.asarray(1 - self.look.view.vignette * (x * x + (y * y)[:, None])[..., None], np.float32)

    def _soft(self, light: Array) -> Array:
        """Put light out of focus as far as the lens is."""
        if self.look.view.blur < 0.2:  # noqa: PLR2004 - less is not seen
            return light
        return np.asarray(cv2.GaussianBlur(light, (0, 0), self.look.view.blur))

    def part(self, pose: Pose, others: tuple[Pose, ...] = (), *, fine: float = 3, lamps: int = 24) -> Part:
        """Draw one die that lies still.

        Parameters
        ----------
        pose
            Where it is.
        others
            The other dice: those that are near may stand in its light.
        fine
            Rays along each side of a pixel; 0.5 is one for two.
        lamps
            How many points of the lamp throw a shadow each.

        Returns
        -------
        Part
            Ready for :meth:`picture`.
        """
        die = Placed(self.bodies[pose.die % len(self.bodies)], pose)
        near = tuple(
            Placed(self.bodies[other.die % len(self.bodies)], other)
            for other in others
            if other is not pose and float(np.linalg.norm(other.at - pose.at)) < _SHADED_BY
        )
        layer = draw(die, self.lens, self.light, fine=fine, near=near)
        shadow = cast(die, self.lens, self.light, lamps=lamps)
        if layer is not None and self.look.view.vignette > 0:
            x, y = self.lens.project(pose.at) / np.array(self.lens.size) * 2 - 1
            width, height = self.lens.size
            off = ((x * width) ** 2 + (y * height) ** 2) / (width**2 + height**2)
            layer = Layer(
                layer.rect, layer.light * np.float32(1 - self.look.view.vignette * off), layer.cover
            )
        return Part(layer, shadow, float(np.linalg.norm(self.lens.at - pose.at)))

    def still(self, poses: tuple[Pose, ...], *, fine: int = 3) -> Image:
        """Give the developed picture of dice that lie still."""
        return self.picture([self.part(pose, poses, fine=fine) for pose in poses])

    def moving(self, poses: tuple[Pose, ...]) -> Part:
        """Draw one die that moves, from where it is at several moments of one exposure."""
        # What is smeared over several pixels needs no fine drawing.
        fine = 1 if len(poses) == 1 else 0.5
        parts = [self.part(pose, fine=fine, lamps=5) for pose in poses]
        far = parts[len(parts) // 2].far
        return Part(_mean_layer(parts), _mean_shadow(parts), far)

    def picture(self, parts: list[Part]) -> Image:
        """Give the developed picture of some dice on the mat."""
        picture = self.empty.copy()
        margin = int(3 * self.look.view.blur) + 1
        for rect in _apart([part.rect for part in parts if part.rect is not None], 2 * margin):
            wide = meet(
                (rect[0] - 2 * margin, rect[1] - 2 * margin, rect[2] + 2 * margin, rect[3] + 2 * margin),
                self.lens.whole,
            )
            inner = meet(
                (rect[0] - margin, rect[1] - margin, rect[2] + margin, rect[3] + margin), self.lens.whole
            )
            if wide is None or inner is None:
                continue
            shown = self.sensor.develop(self._soft(self._light(wide, parts)))
            x0, y0, x1, y1 = inner
            picture[y0:y1, x0:x1] = shown[y0 - wide[1] : y1 - wide[1], x0 - wide[0] : x1 - wide[0]]
        return picture

    def _light(self, rect: Rect, parts: list[Part]) -> Array:
        """Give the linear light of a rectangle of the picture, sharp."""
        x0, y0, x1, y1 = rect
        shape = (y1 - y0, x1 - x0, 1)
        sky, key = np.ones(shape, np.float32), np.ones(shape, np.float32)
        for part in parts:
            shadow = part.shadow
            both = shadow and meet(shadow.rect, rect)
            if shadow and both:
                sky[_cut(both, rect)] *= shadow.sky[_cut(both, shadow.rect)][..., None]
                # Where two shadows overlap, the darker one counts: both hide the same lamp.
                here = key[_cut(both, rect)]
                np.minimum(here, shadow.key[_cut(both, shadow.rect)][..., None], out=here)
        light = self._sky[y0:y1, x0:x1] * sky + self._key[y0:y1, x0:x1] * key
        for part in sorted(parts, key=lambda part: -part.far):
            layer = part.layer
            over = layer and meet(layer.rect, rect)
            if layer and over:
                there = _cut(over, layer.rect)
                light[_cut(over, rect)] *= 1 - layer.cover[there][..., None]
                light[_cut(over, rect)] += layer.light[there]
        return np.asarray(light, np.float32)


def _cut(part: Rect, whole: Rect) -> tuple[slice, slice]:
    """Give the slices that cut a part out of an array that holds a whole rectangle."""
    return slice(part[1] - whole[1], part[3] - whole[1]), slice(part[0] - whole[0], part[2] - whole[0])


def _apart(rects: list[Rect], margin: int) -> list[Rect]:
    """Join rectangles that come closer than a margin until none do."""
    apart: list[Rect] = []
    for rect in rects:
        joined = rect
        while True:
            wide = (joined[0] - margin, joined[1] - margin, joined[2] + margin, joined[3] + margin)
            touching = [other for other in apart if meet(wide, other)]
            if not touching:
                break
            for other in touching:
                joined = hull(joined, other)
            apart = [other for other in apart if other not in touching]
        apart.append(joined)
    return apart


def _spread(rects: list[Rect]) -> Rect:
    """Give the rectangle that holds all of some."""
    whole = rects[0]
    for rect in rects[1:]:
        whole = hull(whole, rect)
    return whole


def _mean_layer(parts: list[Part]) -> Layer | None:
    """Average one die's layers over an exposure."""
    layers = [part.layer for part in parts if part.layer is not None]
    if not layers:
        return None
    if len(parts) == 1:
        return layers[0]
    rect = _spread([layer.rect for layer in layers])
    light = np.zeros((rect[3] - rect[1], rect[2] - rect[0], 3), np.float32)
    cover = np.zeros(light.shape[:2], np.float32)
    for layer in layers:
        light[_cut(layer.rect, rect)] += layer.light
        cover[_cut(layer.rect, rect)] += layer.cover
    share = np.float32(1 / len(parts))
    return Layer(rect, light * share, cover * share)


def _mean_shadow(parts: list[Part]) -> Shadow | None:
    """Average one die's shadows over an exposure."""
    shadows = [part.shadow for part in parts if part.shadow is not None]
    if not shadows:
        return None
    if len(parts) == 1:
        return shadows[0]
    rect = _spread([shadow.rect for shadow in shadows])
    key = np.zeros((rect[3] - rect[1], rect[2] - rect[0]), np.float32)
    sky = np.zeros_like(key)
    for shadow in shadows:
        key[_cut(shadow.rect, rect)] += 1 - shadow.key
        sky[_cut(shadow.rect, rect)] += 1 - shadow.sky
    share = np.float32(1 / len(parts))
    return Shadow(rect, 1 - key * share, 1 - sky * share)
