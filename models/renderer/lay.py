"""Chooses where dice come to rest: flat, apart or touching. On request one is cocked, stacked or outside."""

import math
from itertools import combinations, permutations

import cv2
import numpy as np

from pi_bunco.readings import Box
from renderer.bounds import Field, Tray
from renderer.die import find_body_points, find_look, find_rise, turn_flat
from renderer.lens import Lens
from renderer.look import DieLook, TableLook
from renderer.space import Array, Pose, rotate_about
from renderer.truth import ThrowKind

_TRIES = 300
"""Places tried for one die before the dice are spread wider."""
_MAX_DICE = 6
_DIE_OFF_DICE = 2
_SPREADS = 40
"""Times that the dice are spread, each time wider, before there is no room for them."""
_PROPPED = 0.75
"""Share of the cocked dice that lean on another die; the rest lean on something too small to be visible."""
_MAX_HIDDEN = 0.03
"""Share of a top face that another die may hide."""
_MAX_OVERLAP = 1e-3
"""Units by which two dice may reach into each other, because dice that touch do so by rounding."""
_PARALLEL = 1e-4
"""Two edges count as parallel if their cross product is shorter than this."""
_ASKEW = 0.5
"""Share of the touching dice that are shifted along the side that they touch."""
_BORDER, _LINE_MARGIN = 3.0, 0.08
"""Distance of dice from the picture's border: in pixels, or on a mat with a printed line as a share of the
picture's shorter side."""


def choose_values(rng: np.random.Generator, dice: int, kind: ThrowKind) -> tuple[int, ...]:
    """Return a random value for each die; in a miscount the number of dice is another one, from 1 to 6."""
    if kind is ThrowKind.MISCOUNT:
        dice = int(rng.choice([other for other in (dice - 1, dice + 1, dice + 2) if 1 <= other <= _MAX_DICE]))
    return tuple(int(value) for value in rng.integers(1, 7, dice))


class NoRoom(Exception):
    """The dice do not fit into the picture or the tray."""


def lay(
    look: TableLook, lens: Lens, rng: np.random.Generator, values: tuple[int, ...], kind: ThrowKind
) -> tuple[Pose, ...]:
    """Lay dice on the mat.

    Parameters
    ----------
    look, lens
        The table and its camera: dice lie where the camera sees them.
    rng
        The random numbers for their places.
    values
        The value on top of each die.
    kind
        For ``COCKED``, ``STACKED`` and ``OUT`` the last die lies so; all other dice lie flat.

    Returns
    -------
    tuple of Pose
        One for each value; no two dice reach into each other.

    Raises
    ------
    NoRoom
        If the dice are too large or too many for the picture or the tray.
    """
    for spread in range(1, _SPREADS + 1):
        poses = _scatter(look, lens, rng, values, 0.25 * spread)
        if poses is None:
            continue
        if kind is ThrowKind.OUT:
            poses = (*poses[:-1], _push_out(look, lens, rng, poses[-1]))
        elif kind is ThrowKind.COCKED or (kind is ThrowKind.STACKED and len(values) > 1):
            propped = len(values) > 1 and rng.random() < _PROPPED
            lean = _lean_last if propped else _tip_last
            if kind is ThrowKind.STACKED:
                lean = _stack_last
            poses = (*poses[:-1], lean(look, rng, values[-1], poses))
            if not fits(look, lens, poses[-1], _BORDER):
                continue
        if are_clear(look, poses):
            return poses
    raise NoRoom


def find_box(look: TableLook, lens: Lens, pose: Pose) -> Box:
    """Return the box of a die's whole body in the picture, in pixels."""
    pixels = lens.project(find_body_points(find_look(look, pose), pose))
    (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def fits(look: TableLook, lens: Lens, pose: Pose, margin: float) -> bool:
    """Return whether a die lies wholly in the picture and on the playing field.

    The die must be ``margin`` pixels away from the picture's border. Fiducials and a tray's walls bound the
    field, if there are any. With a margin above 0, the die must not lie on a fiducial either.
    """
    if not lens.sees(find_box(look, lens, pose), margin):
        return False
    body = find_body_points(find_look(look, pose), pose)
    if look.mat.fiducials and not Field(lens, look.mat.fiducials).holds(body, between=margin > 0):
        return False
    return look.mat.tray is None or Tray(look.mat.tray).holds(body, lens.at)


def are_clear(look: TableLook, poses: tuple[Pose, ...]) -> bool:
    """Return whether no two dice reach into each other, if their edges are taken as sharp."""
    return not any(_are_overlapping(look, one, other) for one, other in combinations(poses, 2))


def _are_tops_visible(look: TableLook, lens: Lens, poses: tuple[Pose, ...]) -> bool:
    """Return whether no die hides more than ``_MAX_HIDDEN`` of a flat die's top from the camera."""
    outlines: list[tuple[float, Array, Array]] = []
    for pose in poses:
        points = find_body_points(find_look(look, pose), pose)
        top_points = points[points[:, 2] > 1.9 * find_look(look, pose).size]
        body, top = (np.asarray(cv2.convexHull(lens.project(part))) for part in (points, top_points))
        outlines.append((float(np.linalg.norm(lens.at - pose.at)), body, top))
    return not any(
        near < far and cv2.intersectConvexConvex(top, body)[0] > _MAX_HIDDEN * cv2.contourArea(top)
        for (far, _, top), (near, body, _) in permutations(outlines, 2)
    )


def _are_overlapping(look: TableLook, one: Pose, other: Pose) -> bool:
    """Return whether two dice overlap as sharp boxes, by the separating axis theorem."""
    a, b = one.turn.T[:, None, :], other.turn.T[None, :, :]
    crossed = a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]
    axes = np.concatenate([one.turn.T, other.turn.T, crossed.reshape(-1, 3)])
    lengths = np.sqrt((axes * axes).sum(axis=1))
    reach = sum(find_look(look, pose).size * np.abs(axes @ pose.turn).sum(axis=1) for pose in (one, other))
    # The cross product of parallel edges is no axis.
    separated = (np.abs(axes @ (other.at - one.at)) >= reach - _MAX_OVERLAP * lengths) & (lengths > _PARALLEL)
    return not bool(separated.any())


def _scatter(
    look: TableLook, lens: Lens, rng: np.random.Generator, values: tuple[int, ...], widening: float
) -> tuple[Pose, ...] | None:
    """Lay dice flat around a random spot, a few touching; return ``None`` if there is no room.

    The larger ``widening`` is, the wider the dice are spread.
    """
    size = np.array(lens.size, np.float32)
    spot = size * (0.5 + rng.normal(0, 0.11, 2))
    # Players throw into a printed line.
    margin = _LINE_MARGIN * min(lens.size) if look.mat.line else _BORDER
    spread = min(6.0 * lens.scale, 0.3 * float(size.min())) * (0.8 + widening)
    halved = look.halves and len(values) == _DIE_OFF_DICE
    middle = lens.size[0] / 2
    poses: list[Pose] = []
    for number, value in enumerate(values):
        die = look.dice[number % len(look.dice)]
        for _ in range(_TRIES):
            spin = float(rng.uniform(0, 2 * math.pi))
            if poses and rng.random() < look.touching:
                at, spin = _find_place_beside(look, rng, poses[-1], die)
            elif halved:
                at = lens.find_place_under(
                    size * [(number + rng.uniform(0.1, 0.9)) / 2, rng.uniform(0.1, 0.9)], die.size
                )
            else:
                at = lens.find_place_under(spot + rng.normal(0, spread, 2), die.size)
            pose = Pose(
                np.array([at[0], at[1], die.size], np.float32),
                turn_flat(value, spin, right=die.right),
                number,
            )
            left, _, right, _ = find_box(look, lens, pose)
            crosses_middle = halved and (right > middle if number == 0 else left < middle)
            with_others = (*poses, pose)
            if (
                fits(look, lens, pose, margin)
                and not crosses_middle
                and are_clear(look, with_others)
                and _are_tops_visible(look, lens, with_others)
            ):
                poses.append(pose)
                break
        else:
            return None
    return tuple(poses)


def _find_place_beside(
    look: TableLook, rng: np.random.Generator, pose: Pose, die: DieLook
) -> tuple[Array, float]:
    """Return a place and a spin at which a die touches a random side of another."""
    side = int(rng.integers(4))
    level_axes = [axis for axis in pose.turn.T if abs(axis[2]) < 0.5]
    outward, along = level_axes[side % 2], level_axes[1 - side % 2]
    if side >= 2:
        outward = -outward
    distance = find_look(look, pose).size + die.size + 0.002
    shift = float(rng.uniform(-1.2, 1.2)) if rng.random() < _ASKEW else 0.0
    at = pose.at + outward * distance + along * shift
    return at[:2], float(math.atan2(outward[1], outward[0]))


def _lean_last(look: TableLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Lean the last die against the one before it."""
    other, die = poses[-2], find_look(look, poses[-1])
    outward, along = _find_level_axes(other)
    tilt = _choose_lean(rng)
    turn = rotate_about(along, -tilt) @ turn_flat(value, math.atan2(outward[1], outward[0]), right=die.right)
    reach = die.size * (die.radius + (1 - die.radius) * (math.cos(tilt) + math.sin(tilt)))
    # The test for overlap takes both as sharp boxes, so that a sharp edge must fit too, with a small gap.
    sharp = die.size * (math.cos(tilt) + math.sin(tilt))
    at = other.at + outward * (find_look(look, other).size + max(reach, sharp) + 0.002)
    at += along * float(rng.uniform(-0.8, 0.8))
    at[2] = die.size * find_rise(turn, die.radius)
    return Pose(np.asarray(at, np.float32), np.asarray(turn, np.float32), poses[-1].die)


def _choose_lean(rng: np.random.Generator) -> float:
    """Return a random angle for a leaning die in radians: 8 to 40 degrees, in half of all cases below 18."""
    return math.radians(8 + 32 * float(rng.beta(1.3, 2.6)))


def _tip_last(look: TableLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Tip the last die over an edge or a corner, at the place where it lies."""
    pose, die = poses[-1], find_look(look, poses[-1])
    angle = float(rng.uniform(0, 2 * math.pi))
    axis = np.array([math.cos(angle), math.sin(angle), 0], np.float32)
    flat = turn_flat(value, float(rng.uniform(0, 2 * math.pi)), right=die.right)
    turn = rotate_about(axis, _choose_lean(rng)) @ flat
    at = np.array([*pose.at[:2], die.size * find_rise(turn, die.radius)], np.float32)
    return Pose(at, np.asarray(turn, np.float32), pose.die)


def _stack_last(look: TableLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Put the last die on top of the one before it."""
    other, die = poses[-2], find_look(look, poses[-1])
    top = other.at[2] + find_look(look, other).size + die.size + 0.002
    at = np.array([*(other.at[:2] + rng.uniform(-0.6, 0.6, 2)), top], np.float32)
    return Pose(at, turn_flat(value, float(rng.uniform(0, 6.28)), right=die.right), poses[-1].die)


def _push_out(look: TableLook, lens: Lens, rng: np.random.Generator, pose: Pose) -> Pose:
    """Move a die away from the middle until it is partly or wholly outside the picture."""
    at = pose.at.copy()
    while fits(look, lens, Pose(at, pose.turn, pose.die), 0.0):
        at[:2] *= 1.02
        at[0] += 0.05 if at[0] >= 0 else -0.05
    outward = at[:2] / np.linalg.norm(at[:2])
    at[:2] += outward * float(rng.uniform(0.8, 3.5)) * find_look(look, pose).size
    return Pose(at, pose.turn, pose.die)


def _find_level_axes(pose: Pose) -> tuple[Array, Array]:
    """Return a flat die's two level axes; the second is the first turned left by a right angle."""
    axis = next(axis for axis in pose.turn.T if abs(axis[2]) < 0.5)
    return axis, np.asarray(np.cross(np.array([0, 0, 1], np.float32), axis), np.float32)
