"""Ray casting on one rounded cube: which rays hit it, where, and how bright that place is."""

from dataclasses import dataclass

import cv2
import numpy as np

from renderer.die import find_body_points
from renderer.lens import Lens
from renderer.light import Light
from renderer.look import DieLook
from renderer.paint import Skin
from renderer.space import Array, Pose, Rect, dot, intersect, linearize

_MAX_STEPS = 24
"""The most steps of a ray towards the die's surface."""
_CLOSE = 1.5e-3
"""A ray this near to the surface, in half edges, hits it."""
_TINY = 1e-6
_BLEND = 0.09
"""Width of the transition between the cube and the ball that trims its corners, in half edges."""
_ROW = 256
"""Colours are looked up in rows of this many rays, since OpenCV's pictures may not be wider than 32767."""
_GLASS = 1 / 1.5
"""Ratio of the speed of light in a translucent die to that in air."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One die drawn alone, to be composed with a picture.

    Attributes
    ----------
    rect
        The pixels that it covers.
    light
        Linear light, already multiplied by ``cover``, shape ``(rows, columns, 3)``.
    cover
        How much of each pixel it covers, 0 to 1, shape ``(rows, columns)``.
    """

    rect: Rect
    light: Array
    cover: Array


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A die on the table: its look, its painted surface and its pose."""

    look: DieLook
    skin: Skin
    pose: Pose


def draw(
    die: Placed, lens: Lens, light: Light, *, fine: float, near: tuple[Placed, ...] = ()
) -> Layer | None:
    """Draw one die.

    Parameters
    ----------
    die
        The die and its pose.
    lens, light
        The camera's lens and the light.
    fine
        Rays along each side of a pixel; 0.5 means one ray for two pixels.
    near
        Other dice that may shade it.

    Returns
    -------
    Layer or None
        The die alone, ``None`` if it is outside the picture.
    """
    look, pose = die.look, die.pose
    rect = intersect(lens.find_frame(find_body_points(look, pose), 2), lens.whole)
    if rect is None:
        return None
    width, height = rect[2] - rect[0], rect[3] - rect[1]
    if fine < 1:
        width, height = width + width % 2, height + height % 2
        rect = (rect[0], rect[1], rect[0] + width, rect[1] + height)
    rows, columns = round(height * fine), round(width * fine)
    rays = pose.turn.T @ lens.find_rays(rect, fine)
    eye = (pose.turn.T @ (lens.at - pose.at) / look.size)[:, None]
    hit, reach = _find_hits(look, eye, rays)
    picture = np.zeros((rows * columns, 4), np.float32)
    if len(hit):
        hitting = rays[:, hit]
        picture[hit, :3] = _light_points(die, light, eye + reach * hitting, hitting, near).T
        picture[hit, 3] = 1
    whole = picture.reshape(rows, columns, 4)
    if fine != 1:
        how = cv2.INTER_AREA if fine > 1 else cv2.INTER_LINEAR
        whole = np.asarray(cv2.resize(whole, (width, height), interpolation=how))
    return Layer(rect, np.ascontiguousarray(whole[:, :, :3]), np.ascontiguousarray(whole[:, :, 3]))


def cross_cube(eye: Array, rays: Array) -> tuple[Array, Array]:
    """Return where rays enter and leave the cube from -1 to 1; one that misses it leaves first."""
    inverse = 1 / np.where(np.abs(rays) < _TINY, _TINY, rays)
    low, high = (-1 - eye) * inverse, (1 - eye) * inverse
    return np.minimum(low, high).max(axis=0), np.maximum(low, high).min(axis=0)


def _measure_distance(look: DieLook, spots: Array) -> Array:
    """Return the distance of points from the die's surface, negative inside."""
    over = np.abs(spots) - (1 - look.radius)
    out = np.maximum(over, 0)
    away = np.sqrt(dot(out, out)) + np.minimum(over.max(axis=0), 0) - look.radius
    return np.asarray(np.maximum(away, np.sqrt(dot(spots, spots)) - look.ball))


def _find_hits(look: DieLook, eye: Array, rays: Array) -> tuple[Array, Array]:
    """Return which rays hit the die, and at what distance."""
    enter, leave = cross_cube(eye, rays)
    hit = np.flatnonzero(enter < leave)
    reach, last = enter[hit], leave[hit]
    hitting = rays[:, hit]
    active = np.arange(len(hit))
    for _ in range(_MAX_STEPS):
        gap = _measure_distance(look, eye + reach[active] * hitting[:, active])
        reach[active] += gap
        active = active[(gap > _CLOSE) & (reach[active] < last[active])]
        if not len(active):
            break
    missed = np.zeros(len(hit), bool)
    missed[active] = _measure_distance(look, eye + reach[active] * hitting[:, active]) > 10 * _CLOSE
    missed |= reach >= last
    return hit[~missed], reach[~missed]


def _find_normals(look: DieLook, spots: Array) -> Array:
    """Return the unit normals of points on the surface."""
    over = np.abs(spots) - (1 - look.radius)
    normals = np.sign(spots) * np.maximum(over, 1e-4)
    # Flat faces of a real die bulge a little, so that reflections move over them.
    normals += look.dish * look.radius * spots
    normals /= np.sqrt(dot(normals, normals))
    far = np.sqrt(dot(spots, spots))
    ball = np.clip((far - look.ball) / _BLEND + 1, 0, 1)
    normals += ball * ball * (3 - 2 * ball) * (spots / far - normals)
    return np.asarray(normals / np.sqrt(dot(normals, normals)), np.float32)


def _pick(picture: Array, columns: Array, rows: Array) -> Array:
    """Look up the colours of a picture at many places, shape ``(3, n)``."""
    count = len(columns)
    padded = -(-count // _ROW) * _ROW
    flat = np.zeros((2, padded), np.float32)
    flat[0, :count], flat[1, :count] = columns, rows
    at = flat.reshape(2, -1, _ROW)
    return np.asarray(cv2.remap(picture, at[0], at[1], cv2.INTER_LINEAR)).reshape(-1, 3)[:count].T


def _find_skin_places(skin: Skin, spots: Array) -> tuple[Array, Array, Array]:
    """Return the axis of each point's face, and its column and row on the skin."""
    axis = np.abs(spots).argmax(axis=0)
    number = np.arange(spots.shape[1])
    face = 2 * axis + (spots[axis, number] < 0)
    u, v = spots[(axis + 1) % 3, number], spots[(axis + 2) % 3, number]
    side = skin.albedo.shape[1]
    columns = np.clip((u + 1) / 2 * side - 0.5, 0, side - 1)
    rows = np.clip((v + 1) / 2 * side - 0.5, 0, side - 1) + face * side
    return axis, columns, rows


def _light_points(die: Placed, light: Light, spots: Array, rays: Array, near: tuple[Placed, ...]) -> Array:
    """Return the linear light from points of the die, shape ``(3, n)``."""
    look, pose = die.look, die.pose
    number = np.arange(spots.shape[1])
    axis, columns, rows = _find_skin_places(die.skin, spots)
    albedo = _pick(die.skin.albedo, columns, rows)
    relief = _pick(die.skin.relief, columns, rows)
    normals = _find_normals(look, spots)
    normals[(axis + 1) % 3, number] += relief[0]
    normals[(axis + 2) % 3, number] += relief[1]
    normals /= np.sqrt(dot(normals, normals))

    soft = 0.25 * look.clear
    facing = np.stack([(pose.turn.T @ to_lamp) @ normals for to_lamp in light.to_lamps])
    key = np.maximum((facing + soft) / (1 + soft), 0).mean(axis=0) * _find_unshaded(die, light, spots, near)
    if light.screened:
        world = pose.turn @ spots * look.size + pose.at[:, None]
        key *= light.reaches(*(world[:2] - world[2] * (light.to_lamp[:2] / light.to_lamp[2])[:, None]))
    height = (pose.turn[2] @ spots) * look.size + pose.at[2]
    up = pose.turn[2] @ normals
    # Near the mat a side face gets less light from the room.
    open_ = 1 - 0.45 * (1 - up) * np.exp(-np.maximum(height, 0) / 0.9)
    sky = (0.5 + 0.5 * up) * open_
    below = (0.5 - 0.5 * up) * 0.75 * open_
    light_in = light.key[:, None] * key + light.sky[:, None] * sky + light.bounce[:, None] * below
    total = albedo * light_in
    if look.clear > 0:
        inner = _shine_through(die, spots, _refract(rays, normals), albedo)
        total = total * (1 - look.clear) + look.clear * inner * light_in.mean()
    grazing = 1 - np.clip(-dot(rays, normals), 0, 1)
    mirror = look.gloss * (0.04 + 0.96 * grazing**5) * open_
    rough = look.rough + 0.25 * relief[2] * (1 - look.gloss)
    reflection = light.mirror(rays - 2 * dot(rays, normals) * normals, pose.turn, float(rough.mean()))
    if look.metal > 0:
        total += look.metal * (albedo * open_ * reflection - total)
    total += mirror * reflection
    return np.asarray(total, np.float32)


def _refract(rays: Array, normals: Array) -> Array:
    """Return the directions of refracted rays inside the die, unit vectors."""
    straight = -dot(rays, normals)
    inner = _GLASS * straight - np.sqrt(np.maximum(1 - _GLASS**2 * (1 - straight**2), 0))
    bent = _GLASS * rays + inner * normals
    return np.asarray(bent / np.sqrt(dot(bent, bent)), np.float32)


def _shine_through(die: Placed, spots: Array, inner: Array, albedo: Array) -> Array:
    """Return the light through a translucent die: the pips of the far faces, tinted by the distance."""
    deep = np.clip(cross_cube(spots * 0.98, inner)[1], 0, 3.5)
    _, columns, rows = _find_skin_places(die.skin, spots + deep * inner)
    far = 0.6 * _pick(die.skin.relief, columns, rows)[2]
    ink = linearize(die.look.pips)[:, None]
    return np.asarray(albedo ** (0.35 + 0.3 * deep) * (1.25 * (1 - far) + far * ink), np.float32)


def _find_unshaded(die: Placed, light: Light, spots: Array, near: tuple[Placed, ...]) -> Array:
    """Return the share of the lamp that each point sees past the other dice, 0 to 1."""
    unshaded = np.ones(spots.shape[1], np.float32)
    if not near:
        return unshaded
    world = die.pose.turn @ spots * die.look.size + die.pose.at[:, None]
    lamps = light.find_lamp_points(6)
    for other in near:
        there, size = other.pose, other.look.size
        blocked = np.zeros_like(unshaded)
        local = there.turn.T @ (world - there.at[:, None]) / (size * 0.97)
        for lamp in lamps:
            to_lamp = there.turn.T @ (lamp - there.at) / size
            enter, leave = cross_cube(local, to_lamp[:, None] - local)
            blocked += (enter < leave) & (leave > 0)
        unshaded *= 1 - blocked / len(lamps)
    return unshaded
