"""Describes a throw at rest: what each die shows, where it is in the picture, and why it cannot be read."""

import math

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.die import find_body_points, find_look, find_normal, list_faces
from renderer.lay import find_box, fits
from renderer.lens import Lens
from renderer.look import TableLook
from renderer.space import Array, Pose
from renderer.truth import (
    UNREADABLE,
    WHY,
    LyingDie,
    OtherThing,
    StillThrow,
    ThrowFault,
    ThrowKind,
)

_MIN_LEVEL = math.cos(math.radians(3))
"""A die leans if the cosine of the angle between its upper face's normal and straight up is smaller."""
_MAX_RISE = 0.3
"""A die that is higher than on the mat by more half edges lies on something."""
_MAX_HIDDEN = 0.05
"""A top counts as hidden if another die hides more than this share of it."""
_MAX_UNDER_HAND = 0.02
"""A die counts as covered if a hand hides more than this share of it."""


def describe(  # noqa: PLR0913 - a throw needs that many facts
    look: TableLook,
    lens: Lens,
    number: int,
    poses: tuple[Pose, ...],
    kind: ThrowKind,
    *,
    hand: Image | None = None,
    things: tuple[OtherThing, ...] = (),
) -> StillThrow:
    """Return what a throw at rest shows.

    Parameters
    ----------
    look, lens
        The table and its camera.
    number
        The throw's number.
    poses
        The poses of its dice; those wholly outside the picture are left out.
    kind
        What happened.
    hand
        How much of each pixel a hand covers (0 to 255, as large as the picture), if there is one.
    things
        Other things on the table.
    """
    width, height = lens.size
    dice = [_describe_die(look, lens, pose, poses, hand) for pose in poses]
    dice.sort(key=lambda die: die.box[0] + die.box[2])
    there = tuple(
        die
        for die in dice
        if die.box[2] > 0 and die.box[3] > 0 and die.box[0] < width and die.box[1] < height
    )
    return StillThrow(
        number=number,
        values=tuple(die.value for die in there),
        boxes=tuple(die.box for die in there),
        readable=kind not in UNREADABLE,
        kind=kind,
        why=WHY[kind],
        dice=there,
        things=tuple(thing for thing in things if not any(_is_hidden(thing, die) for die in there)),
    )


def _is_hidden(thing: OtherThing, die: LyingDie) -> bool:
    (x, y), (x0, y0, x1, y1) = thing.at, die.box
    return x0 <= x <= x1 and y0 <= y <= y1


def _describe_die(
    look: TableLook, lens: Lens, pose: Pose, poses: tuple[Pose, ...], hand: Image | None
) -> LyingDie:
    die = find_look(look, pose)
    face = int(np.argmax([float(pose.turn[2] @ find_normal(face)) for face in range(6)]))
    top = find_normal(face)
    right, up = np.roll(np.abs(top), 1), np.roll(np.abs(top), 2)
    ring = np.array([top + a * right + b * up for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    quad = lens.project(ring * die.size @ pose.turn.T + pose.at)
    x, y = lens.project(die.size * pose.turn @ top + pose.at)
    return LyingDie(
        value=list_faces(right=die.right)[face],
        fault=_find_fault(look, lens, pose, poses, quad, hand),
        centre=(float(x), float(y)),
        quad=(_make_pair(quad[0]), _make_pair(quad[1]), _make_pair(quad[2]), _make_pair(quad[3])),
        edge=float(np.sqrt(cv2.contourArea(quad))),
        box=find_box(look, lens, pose),
    )


def _make_pair(point: Array) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _find_fault(  # noqa: PLR0913, PLR0917 - everything that may hide a die
    look: TableLook, lens: Lens, pose: Pose, poses: tuple[Pose, ...], quad: Array, hand: Image | None
) -> ThrowFault:
    """Return why a die cannot be read; its own faults come before what hides it."""
    die = find_look(look, pose)
    if float(np.abs(pose.turn[2]).max()) < _MIN_LEVEL:
        return ThrowFault.COCKED
    if float(pose.at[2]) > (1 + _MAX_RISE) * die.size:
        return ThrowFault.STACKED
    if not fits(look, lens, pose, 0.0):
        return ThrowFault.CUT
    if any(_hides(look, lens, other, pose, quad) for other in poses if other is not pose):
        return ThrowFault.UNDER
    if hand is not None:
        body = np.zeros(hand.shape, np.uint8)
        cv2.fillConvexPoly(body, np.round(_find_outline(look, lens, pose)).astype(np.int32), 255)
        if cv2.mean(hand, body)[0] / 255 > _MAX_UNDER_HAND:
            return ThrowFault.COVERED
    return ThrowFault.NONE


def _find_outline(look: TableLook, lens: Lens, pose: Pose) -> Array:
    """Return the convex outline of a die's body in the picture."""
    points = find_body_points(find_look(look, pose), pose)
    return np.asarray(cv2.convexHull(lens.project(points)), np.float32)


def _hides(look: TableLook, lens: Lens, one: Pose, other: Pose, quad: Array) -> bool:
    """Return whether one die hides part of another's top."""
    near, far = (float(np.linalg.norm(lens.at - pose.at)) for pose in (one, other))
    hidden = cv2.intersectConvexConvex(_find_outline(look, lens, one), np.asarray(quad, np.float32))[0]
    return near <= far and bool(hidden > _MAX_HIDDEN * cv2.contourArea(quad))
