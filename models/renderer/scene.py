"""One table: its empty mat, drawn once, and dice drawn over it."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.bounds import Field, Tray
from renderer.die import find_look
from renderer.lens import Lens
from renderer.light import Light, Shadow, cast
from renderer.look import TableLook
from renderer.mat import RenderedMat
from renderer.paint import paint
from renderer.sensor import Sensor
from renderer.shade import Layer, Placed, draw
from renderer.space import (
    Array,
    Pose,
    Rect,
    cut,
    cut_strips,
    grow_rect,
    intersect,
    linearize,
    make_rng,
    unite,
)
from renderer.things import strew
from renderer.truth import OtherThing

# Rows of a face's picture for dice that are small and large in the picture.
_COARSE_FACE, _FINE_FACE = 96, 192
# Purposes of random generators (make_rng).
_MAT, _DIE, _THINGS = 100, 101, 102
_SHADED_BY = 9.0
"""Dice whose centres are nearer than this (units) may shade each other."""


@dataclass(frozen=True, slots=True, eq=False)
class ScenePart:
    """One drawn die: the die itself, its shadow, and the distance of its centre from the camera."""

    layer: Layer | None
    shadow: Shadow | None
    far: float

    @property
    def rect(self) -> Rect | None:
        """The pixels that it changes."""
        rects = [part.rect for part in (self.layer, self.shadow) if part]
        return functools.reduce(unite, rects) if rects else None


class TableScene:
    """A table to lay dice on.

    Parameters
    ----------
    look
        Its properties.
    size
        Width and height of its pictures.
    seed
        Determines the texture of its surfaces.

    Attributes
    ----------
    things
        Small things on the mat that are not dice.
    empty
        The picture of the empty mat.
    """

    def __init__(self, look: TableLook, size: tuple[int, int], seed: int) -> None:
        self.look = look
        self.lens = Lens(look.view, size)
        self.sensor = Sensor(look.view, size, seed)
        side = _COARSE_FACE if look.view.edge < _COARSE_FACE * 0.75 else _FINE_FACE
        self._skins = [paint(die, make_rng(seed, number, _DIE), side) for number, die in enumerate(look.dice)]
        tray = None if look.mat.tray is None else Tray(look.mat.tray)
        self.light = Light(look.light, linearize(look.mat.colour), tray)
        ground = RenderedMat(look.mat, self.lens, make_rng(seed, 0, _MAT))
        albedo = np.concatenate([ground.find_albedo(rect) for rect in cut_strips(self.lens.whole)])
        if look.mat.fiducials:
            Field(self.lens, look.mat.fiducials).print_on(albedo)
        self.things: tuple[OtherThing, ...] = ()
        if look.mat.things + look.mat.dominoes + look.mat.prints:
            albedo, self.things = strew(
                albedo, look.mat, self.lens, self.light.to_lamp, make_rng(seed, 0, _THINGS)
            )
        if tray is not None:
            tray.build(albedo, self.lens, self.light.to_lamp)
        # The light of the empty mat that comes from the room, and the light that comes from the lamp.
        self._sky, self._key = albedo, np.empty_like(albedo)
        for rect in cut_strips(self.lens.whole):
            rows = slice(rect[1], rect[3])
            x, y = np.arange(size[0], dtype=np.float32), np.arange(rect[1], rect[3], dtype=np.float32)
            albedo[rows] *= self.lens.find_dimming(x, y[:, None])[..., None]
            self._key[rows] = albedo[rows] * self.light.light_mat(*self.lens.find_mat_places(rect))
            self._sky[rows] *= self.light.sky
        self.empty: Image = np.empty((size[1], size[0], 3), np.uint8)
        self._fill(self.empty, self.lens.whole, [])

    @staticmethod
    def list_near(pose: Pose, poses: tuple[Pose, ...]) -> tuple[Pose, ...]:
        """Return the dice that may shade a die."""
        return tuple(
            other
            for other in poses
            if other is not pose and float(np.linalg.norm(other.at - pose.at)) < _SHADED_BY
        )

    def draw_part(
        self, pose: Pose, others: tuple[Pose, ...] = (), *, fine: float = 3, lamps: int = 24
    ) -> ScenePart:
        """Draw one die that lies still.

        Parameters
        ----------
        pose
            Its pose.
        others
            Dice that may shade it (:meth:`list_near`).
        fine
            Rays along each side of a pixel; 0.5 means one ray for two pixels.
        lamps
            The number of points of the lamp that throw shadows.
        """
        die, *near = (
            Placed(find_look(self.look, each), self._skins[each.die % len(self._skins)], each)
            for each in (pose, *others)
        )
        layer = draw(die, self.lens, self.light, fine=fine, near=tuple(near))
        if layer is not None:
            x, y = self.lens.project(pose.at)
            layer = Layer(layer.rect, layer.light * self.lens.find_dimming(x, y), layer.cover)
        return ScenePart(
            layer,
            cast(die.look, pose, self.lens, self.light, lamps=lamps),
            float(np.linalg.norm(self.lens.at - pose.at)),
        )

    def render_still(self, poses: tuple[Pose, ...], *, fine: int = 3) -> Image:
        """Return the picture of dice that lie still."""
        return self.render([self.draw_part(pose, self.list_near(pose, poses), fine=fine) for pose in poses])

    def render(self, parts: list[ScenePart]) -> Image:
        """Return the picture of dice on the mat."""
        picture = self.empty.copy()
        margin = int(3 * self.look.view.blur) + 1
        for rect in _merge_close([part.rect for part in parts if part.rect is not None], 2 * margin):
            inner = intersect(grow_rect(rect, margin), self.lens.whole)
            if inner is not None:
                self._fill(picture, inner, parts)
        return picture

    def _fill(self, picture: Image, rect: Rect, parts: list[ScenePart]) -> None:
        """Render a rectangle of a picture."""
        blur = self.look.view.blur
        margin = int(3 * blur) + 1
        for inner in cut_strips(rect):
            wide = intersect(grow_rect(inner, margin), self.lens.whole)
            if wide is None:
                continue
            light = self._find_light(wide, parts)
            if blur >= 0.2:
                light = np.asarray(cv2.GaussianBlur(light, (0, 0), blur))
            picture[cut(inner, self.lens.whole)] = self.sensor.develop(light[cut(inner, wide)])

    def _find_light(self, rect: Rect, parts: list[ScenePart]) -> Array:
        """Return the linear light of a rectangle of the picture, without blur."""
        x0, y0, x1, y1 = rect
        shape = (y1 - y0, x1 - x0, 1)
        sky, key = np.ones(shape, np.float32), np.ones(shape, np.float32)
        for part in parts:
            shadow = part.shadow
            both = shadow and intersect(shadow.rect, rect)
            if shadow and both:
                sky[cut(both, rect)] *= shadow.sky[cut(both, shadow.rect)][..., None]
                # Where two shadows overlap, the darker one counts, since both hide the same lamp.
                here = key[cut(both, rect)]
                np.minimum(here, shadow.key[cut(both, shadow.rect)][..., None], out=here)
        light = self._sky[y0:y1, x0:x1] * sky + self._key[y0:y1, x0:x1] * key
        for part in sorted(parts, key=lambda part: -part.far):
            layer = part.layer
            over = layer and intersect(layer.rect, rect)
            if layer and over:
                there = cut(over, layer.rect)
                light[cut(over, rect)] *= 1 - layer.cover[there][..., None]
                light[cut(over, rect)] += layer.light[there]
        return np.asarray(light, np.float32)


def _merge_close(rects: list[Rect], margin: int) -> list[Rect]:
    """Merge rectangles that are closer than a margin."""
    apart: list[Rect] = []
    for rect in rects:
        joined = rect
        while True:
            touching = [other for other in apart if intersect(grow_rect(joined, margin), other)]
            if not touching:
                break
            joined = functools.reduce(unite, touching, joined)
            apart = [other for other in apart if other not in touching]
        apart.append(joined)
    return apart
