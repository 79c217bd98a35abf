"""Chooses where dice come to rest: flat, apart or touching; on purpose also cocked, stacked or out."""

import math
from itertools import combinations, permutations

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.bounds import Field, Tray
from pi_bunco.devices.camera.mock.die import find_body_points, find_look, find_rise, turn_flat
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.look import DieLook, MockLook
from pi_bunco.devices.camera.mock.space import Array, Pose, rotate_about
from pi_bunco.devices.camera.mock.truth import ThrowKind
from pi_bunco.frames import Box

_TRIES = 300
"""How often a place for one die is tried."""
_MAX_DICE = 6
_DIE_OFF_DICE = 2
_SPREADS = 40
"""How often dice are spread, each time wider, before there is no room for them."""
_PROPPED = 0.75
"""Share of the leaning dice that lean on another; the rest lean on something too small to be seen."""
_MAX_HIDDEN = 0.03
"""Share of a top face that another die may hide."""
_MAX_OVERLAP = 1e-3
"""Units by which two dice may run into each other: those that touch do."""
_PARALLEL = 1e-4
"""The cross product of two edges that is shorter counts as zero: they are parallel."""
_ASKEW = 0.5
"""Share of touching dice that do not lie in a row."""
_BORDER, _LINE_MARGIN = 3.0, 0.08
"""How far dice stay from the picture's border: pixels, and the share of its shorter side inside a line."""


def choose_values(rng: np.random.Generator, dice: int, kind: ThrowKind) -> tuple[int, ...]:
    """Return what some dice show; in a miscount others than were asked for, at least one and at most six."""
    if kind is ThrowKind.MISCOUNT:
        dice = int(rng.choice([other for other in (dice - 1, dice + 1, dice + 2) if 1 <= other <= _MAX_DICE]))
    return tuple(int(value) for value in rng.integers(1, 7, dice))


class NoRoom(Exception):
    """So many dice of this size do not fit."""


def lay(
    look: MockLook, lens: Lens, rng: np.random.Generator, values: tuple[int, ...], kind: ThrowKind
) -> tuple[Pose, ...]:
    """Lay dice on the mat.

    Parameters
    ----------
    look, lens
        The table and its camera: dice lie where the camera sees them.
    rng
        Where they lie.
    values
        What they show.
    kind
        For ``COCKED``, ``STACKED`` and ``OUT`` the last die lies so; all other dice lie flat.

    Returns
    -------
    tuple of Pose
        One for each value; no two of them reach into each other.

    Raises
    ------
    NoRoom
        When the dice are too large or too many for the picture or the tray.
    """
    for spread in range(1, _SPREADS + 1):
        poses = _scatter(look, lens, rng, values, 0.25 * spread)
        if poses is None:
            continue
        if kind is ThrowKind.OUT:
            poses = (*poses[:-1], _push_out(look, lens, rng, poses[-1]))
        elif kind is ThrowKind.COCKED or (kind is ThrowKind.STACKED and len(values) > 1):
            propped = len(values) > 1 and rng.random() < _PROPPED
            lean = _stack_last if kind is ThrowKind.STACKED else _lean_last if propped else _tip_last
            poses = (*poses[:-1], lean(look, rng, values[-1], poses))
            if not fits(look, lens, poses[-1], _BORDER):
                continue
        if are_clear(look, poses):
            return poses
    raise NoRoom


def find_box(look: MockLook, lens: Lens, pose: Pose) -> Box:
    """Return the box of a die's whole body in the picture, in pixels."""
    pixels = lens.project(find_body_points(find_look(look, pose), pose))
    (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def fits(look: MockLook, lens: Lens, pose: Pose, margin: float) -> bool:
    """Return whether a die lies wholly in the picture and on the playing field.

    The field is bounded by fiducials or a tray's walls, if there are any; with a margin (pixels to the
    picture's border) dice stay clear of the fiducials too.
    """
    if not lens.sees(find_box(look, lens, pose), margin):
        return False
    spots = find_body_points(find_look(look, pose), pose)
    if look.mat.fiducials and not Field(lens, look.mat.fiducials).holds(spots, between=margin > 0):
        return False
    return look.mat.tray is None or Tray(look.mat.tray).holds(spots, lens.at)


def are_clear(look: MockLook, poses: tuple[Pose, ...]) -> bool:
    """Return whether no two dice reach into each other (taken as sharp boxes)."""
    return not any(_do_overlap(look, one, other) for one, other in combinations(poses, 2))


def _are_tops_visible(look: MockLook, lens: Lens, poses: tuple[Pose, ...]) -> bool:
    """Return whether the camera sees the top of each die that lies flat, past the others."""
    seen: list[tuple[float, Array, Array]] = []
    for pose in poses:
        spots = find_body_points(find_look(look, pose), pose)
        top = spots[spots[:, 2] > 1.9 * find_look(look, pose).size]
        body, top = (np.asarray(cv2.convexHull(lens.project(points))) for points in (spots, top))
        seen.append((float(np.linalg.norm(lens.at - pose.at)), body, top))
    return not any(
        near < far and cv2.intersectConvexConvex(top, body)[0] > _MAX_HIDDEN * cv2.contourArea(top)
        for (far, _, top), (near, body, _) in permutations(seen, 2)
    )


def _do_overlap(look: MockLook, one: Pose, other: Pose) -> bool:
    """Return whether two boxes overlap, by the separating axis theorem."""
    a, b = one.turn.T[:, None, :], other.turn.T[None, :, :]
    crossed = a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]
    axes = np.concatenate([one.turn.T, other.turn.T, crossed.reshape(-1, 3)])
    lengths = np.sqrt((axes * axes).sum(axis=1))
    reach = sum(find_look(look, pose).size * np.abs(axes @ pose.turn).sum(axis=1) for pose in (one, other))
    # Parallel edges have no axis of their own.
    parted = (np.abs(axes @ (other.at - one.at)) >= reach - _MAX_OVERLAP * lengths) & (lengths > _PARALLEL)
    return not bool(parted.any())


def _scatter(
    look: MockLook, lens: Lens, rng: np.random.Generator, values: tuple[int, ...], crowd: float
) -> tuple[Pose, ...] | None:
    """Lay dice flat about a spot; a few touch. ``None`` when they found no room."""
    size = np.array(lens.size, np.float32)
    spot = size * (0.5 + rng.normal(0, 0.11, 2))
    # Players keep to a printed field.
    margin = _LINE_MARGIN * min(lens.size) if look.mat.line else _BORDER
    spread = min(6.0 * lens.scale, 0.3 * float(size.min())) * (0.8 + crowd)
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
            astride = halved and (right > middle if number == 0 else left < middle)
            together = (*poses, pose)
            if (
                fits(look, lens, pose, margin)
                and not astride
                and are_clear(look, together)
                and _are_tops_visible(look, lens, together)
            ):
                poses.append(pose)
                break
        else:
            return None
    return tuple(poses)


def _find_place_beside(
    look: MockLook, rng: np.random.Generator, pose: Pose, die: DieLook
) -> tuple[Array, float]:
    """Return a place and a spin that touch another die's side."""
    side = int(rng.integers(4))
    ways = [way for way in pose.turn.T if abs(way[2]) < 0.5]  # noqa: PLR2004 - the two that lie level
    way, along = (ways[side % 2], ways[1 - side % 2]) if side < 2 else (-ways[side % 2], ways[1 - side % 2])  # noqa: PLR2004
    gap = find_look(look, pose).size + die.size + 0.002
    askew = float(rng.uniform(-1.2, 1.2)) if rng.random() < _ASKEW else 0.0
    at = pose.at + way * gap + along * askew
    return at[:2], float(math.atan2(way[1], way[0]))


def _lean_last(look: MockLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Lean the last die against the one before it."""
    other, die = poses[-2], find_look(look, poses[-1])
    way, along = _find_level_axes(other)
    tilt = _choose_lean(rng)
    turn = rotate_about(along, -tilt) @ turn_flat(value, math.atan2(way[1], way[0]), right=die.right)
    reach = die.size * (die.radius + (1 - die.radius) * (math.cos(tilt) + math.sin(tilt)))
    # A hair of air between them: they are taken as sharp boxes where overlap is ruled out.
    sharp = die.size * (math.cos(tilt) + math.sin(tilt))
    at = other.at + way * (find_look(look, other).size + max(reach, sharp) + 0.002)
    at += along * float(rng.uniform(-0.8, 0.8))
    at[2] = die.size * find_rise(turn, die.radius)
    return Pose(np.asarray(at, np.float32), np.asarray(turn, np.float32), poses[-1].die)


def _choose_lean(rng: np.random.Generator) -> float:
    """Return by how much a die leans, in radians: 8 to 40 degrees, half of them less than 18."""
    return math.radians(8 + 32 * float(rng.beta(1.3, 2.6)))


def _tip_last(look: MockLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Tip the last die over one of its edges or corners, where it lies."""
    pose, die = poses[-1], find_look(look, poses[-1])
    way = float(rng.uniform(0, 2 * math.pi))
    axis = np.array([math.cos(way), math.sin(way), 0], np.float32)
    flat = turn_flat(value, float(rng.uniform(0, 2 * math.pi)), right=die.right)
    turn = rotate_about(axis, _choose_lean(rng)) @ flat
    at = np.array([*pose.at[:2], die.size * find_rise(turn, die.radius)], np.float32)
    return Pose(at, np.asarray(turn, np.float32), pose.die)


def _stack_last(look: MockLook, rng: np.random.Generator, value: int, poses: tuple[Pose, ...]) -> Pose:
    """Put the last die on the one before it."""
    other, die = poses[-2], find_look(look, poses[-1])
    top = other.at[2] + find_look(look, other).size + die.size + 0.002
    at = np.array([*(other.at[:2] + rng.uniform(-0.6, 0.6, 2)), top], np.float32)
    return Pose(at, turn_flat(value, float(rng.uniform(0, 6.28)), right=die.right), poses[-1].die)


def _push_out(look: MockLook, lens: Lens, rng: np.random.Generator, pose: Pose) -> Pose:
    """Move a die straight out from the middle until it is partly or wholly out of the picture."""
    at = pose.at.copy()
    while fits(look, lens, Pose(at, pose.turn, pose.die), 0.0):
        at[:2] *= 1.02
        at[0] += 0.05 if at[0] >= 0 else -0.05
    way = at[:2] / np.linalg.norm(at[:2])
    at[:2] += way * float(rng.uniform(0.8, 3.5)) * find_look(look, pose).size
    return Pose(at, pose.turn, pose.die)


def _find_level_axes(pose: Pose) -> tuple[Array, Array]:
    """Return a flat die's two level axes, at right angles against the clock."""
    way = next(axis for axis in pose.turn.T if abs(axis[2]) < 0.5)  # noqa: PLR2004 - the others stand up
    return way, np.asarray(np.cross(np.array([0, 0, 1], np.float32), way), np.float32)
