"""Simulates how dice fall and come to rest: on the mat, on one another, on a rim or a wrinkle."""

from typing import NamedTuple

import numpy as np
import pybullet
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MAX_FLAT_TILT = 1.0
"""A die that leans by fewer degrees lies flat."""
MIN_LEAN, MAX_LEAN = 8.0, 40.0
"""The least and the greatest tilt of a leaning die, in degrees."""
MAX_DISTANCE = 3.2
"""The greatest distance from the middle at which dice may come to rest, along each axis, in edges."""
STEPS = 700
"""Simulated steps of 1/240 second."""


class Block(NamedTuple):
    """An object on the mat to lean on: half of each side and its middle, in edges, and its turn about z."""

    half: tuple[float, float, float]
    at: tuple[float, float, float]
    turn: float


class Rest(NamedTuple):
    """Dice at rest.

    Attributes
    ----------
    places
        The middle of each, in edges, shape ``(n, 3)``.
    turns
        The rotation of each, shape ``(n, 3, 3)``.
    tilts
        How much each leans, in degrees.
    blocks
        The objects on the mat.
    """

    places: Floats
    turns: Floats
    tilts: Floats
    blocks: tuple[Block, ...]


def throw_dice(rng: np.random.Generator, *, dice: int, leaning: bool) -> Rest:
    """Throw dice until all are flat, or, if `leaning`, exactly one leans by 8 to 40 degrees."""
    while True:
        blocks = _make_blocks(rng) if leaning or rng.random() < 0.2 else ()
        rest = _simulate(rng, dice, blocks, close=leaning)
        if rest is None:
            continue
        lean = (rest.tilts > MIN_LEAN) & (rest.tilts < MAX_LEAN)
        flat = rest.tilts < MAX_FLAT_TILT
        alone = rest.places[:, 2] < 0.52
        if leaning and lean.sum() == 1 and (flat & alone).sum() == dice - 1:
            return rest
        if not leaning and (flat & alone).all():
            return rest


def _make_blocks(rng: np.random.Generator) -> tuple[Block, ...]:
    """Return a mat's edge, a rim, a wrinkle or a coin; or nothing, so that dice can only lean on dice."""
    kind = rng.random()
    turn, off = float(rng.uniform(0, 6.3)), float(rng.uniform(-1.2, 1.2))
    side = np.array([np.cos(turn), np.sin(turn)])
    if kind < 0.3:
        height = float(rng.uniform(0.08, 0.3))
        at = side * (off + 6)
        return (Block((6.0, 8.0, height / 2), (float(at[0]), float(at[1]), height / 2), turn),)
    if kind < 0.5:
        height = float(rng.uniform(0.08, 0.35))
        at = side * off
        return (Block((height / 2, 5.0, height / 2), (float(at[0]), float(at[1]), height / 2), turn),)
    if kind < 0.7:
        height = float(rng.uniform(0.5, 1.2))
        at = side * (off + 1.5)
        return (Block((0.25, 8.0, height / 2), (float(at[0]), float(at[1]), height / 2), turn),)
    if kind < 0.8:
        at = side * off
        return (Block((0.55, 0.55, 0.06), (float(at[0]), float(at[1]), 0.06), turn),)
    return ()


def _simulate(rng: np.random.Generator, dice: int, blocks: tuple[Block, ...], *, close: bool) -> Rest | None:
    world = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setGravity(0, 0, -60, world)
        ground = pybullet.createCollisionShape(pybullet.GEOM_PLANE, physicsClientId=world)
        pybullet.createMultiBody(0, ground, physicsClientId=world)
        for block in blocks:
            shape = pybullet.createCollisionShape(
                pybullet.GEOM_BOX, halfExtents=block.half, physicsClientId=world
            )
            spin = pybullet.getQuaternionFromEuler((0, 0, block.turn))
            body = pybullet.createMultiBody(0, shape, -1, block.at, spin, physicsClientId=world)
            pybullet.changeDynamics(body, -1, lateralFriction=0.8, physicsClientId=world)
        cube = pybullet.createCollisionShape(
            pybullet.GEOM_BOX, halfExtents=(0.5, 0.5, 0.5), physicsClientId=world
        )
        bodies = []
        for number in range(dice):
            spread = 1.0 if close else 2.6
            at = (*rng.uniform(-spread, spread, 2), 1.5 + 1.8 * number)
            spin = rng.normal(size=4)
            body = pybullet.createMultiBody(
                1.0, cube, -1, at, spin / np.linalg.norm(spin), physicsClientId=world
            )
            pybullet.resetBaseVelocity(
                body, rng.normal(0, 1.5, 3), rng.normal(0, 6, 3), physicsClientId=world
            )
            friction = float(rng.uniform(0.5, 1.1))
            pybullet.changeDynamics(
                body,
                -1,
                lateralFriction=friction,
                restitution=0.25,
                rollingFriction=0.01,
                physicsClientId=world,
            )
            bodies.append(body)
        for _ in range(STEPS):
            pybullet.stepSimulation(world)
        return _read_rest(world, bodies, blocks)
    finally:
        pybullet.disconnect(world)


def _read_rest(world: int, bodies: list[int], blocks: tuple[Block, ...]) -> Rest | None:
    places, turns = [], []
    for body in bodies:
        speed, spin = pybullet.getBaseVelocity(body, world)
        if np.linalg.norm(speed) > 0.05 or np.linalg.norm(spin) > 0.05:
            return None
        at, turn = pybullet.getBasePositionAndOrientation(body, world)
        places.append(at)
        turns.append(np.reshape(pybullet.getMatrixFromQuaternion(turn), (3, 3)))
    middle, rotation = np.array(places), np.array(turns)
    if np.abs(middle[:, :2]).max() > MAX_DISTANCE:
        return None
    tilts = np.degrees(np.arccos(np.clip(np.abs(rotation[:, 2]).max(1), 0, 1)))
    return Rest(middle, rotation, tilts, blocks)
