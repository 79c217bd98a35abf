"""One throw as a play in time: a hand comes, takes the dice, throws them, leaves; and what happens then."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from pi_bunco.devices.camera.mock.hand import REACH, Grip
from pi_bunco.devices.camera.mock.lay import box_of, clear, inside
from pi_bunco.devices.camera.mock.scene import Scene
from pi_bunco.devices.camera.mock.space import Array, Pose, about
from pi_bunco.devices.camera.mock.sprite import Hold
from pi_bunco.devices.camera.mock.truth import Kind
from pi_bunco.devices.camera.mock.tumble import Flight, fly

_LOW, _HIGH = 2.5, 7.0
_WAIT = 1.2
"""Seconds that dice lie still before something else happens to them."""
_BLUR_MOMENTS = 3
_BLUR_STEP = 7.0
"""Pixels a die may move between two of the moments that are averaged."""
_UP = np.array([0, 0, 1], np.float32)


@dataclass(frozen=True, slots=True)
class Key:
    """One moment of the hand's way: when, where in the picture (pixels), how high, how it grips."""

    time: float
    at: tuple[float, float]
    height: float
    grip: Grip


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What is to be seen at one time.

    Attributes
    ----------
    resting
        Dice that lie still.
    moving
        For each die that moves, where it is at some moments of one exposure.
    hand, grip
        Where a hand is, ``None`` when none is in the picture, and how it grips.
    shift
        How far the whole picture is moved, in pixels.
    gain
        How much brighter than usual the light is.
    """

    resting: tuple[Pose, ...]
    moving: tuple[tuple[Pose, ...], ...] = ()
    hand: Hold | None = None
    grip: Grip = "open"
    shift: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0


@dataclass(slots=True)
class _Script:
    """An act while it is written."""

    time: float = 0.0
    keys: list[Key] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)

    def go(self, lasts: float, at: tuple[float, float], height: float, grip: Grip) -> None:
        self.time += lasts
        self.keys.append(Key(self.time, at, height, grip))


class Act:
    """One throw from the first sign of a hand to the last stir.

    Parameters
    ----------
    scene
        The table.
    before
        The dice that lie there.
    rests
        How the dice will lie.
    kind
        What happens.
    rng
        How it happens.
    """

    def __init__(
        self,
        scene: Scene,
        before: tuple[Pose, ...],
        rests: tuple[Pose, ...],
        kind: Kind,
        rng: np.random.Generator,
    ) -> None:
        lens = scene.lens
        self._look, self._lens = scene.look, lens
        self._before, self._rests, self._kind = before, rests, kind
        self.side = int(rng.integers(4))
        """From which border the hand comes: right, bottom, left, top."""
        width, height = lens.size
        out = (REACH + 6) * lens.scale * 1.1
        across = float(rng.uniform(0.35, 0.65))
        self._door = (
            (width + out, height * across),
            (width * across, height + out),
            (-out, height * across),
            (width * across, -out),
        )[self.side]
        script = _Script()
        script.go(0.0, self._door, _HIGH, "open")
        self._gather(script, rng)
        self._release(script, rng)
        self.settled = self._thrown + max((flight.lasts for flight in self._flights), default=0.0)
        """When the dice lie still, in seconds after the act's beginning."""
        if kind is Kind.COVERED:
            self._cover(script, rng)
        self.calm = max(script.time, self.settled)
        """When the dice lie still as thrown and no hand is in the picture."""
        self.lasts, self.stirs = self.calm, math.inf
        self._pushed: Pose | None = None
        self._bump = (0.0, 0.0)
        if kind in {Kind.NUDGED, Kind.BUMPED, Kind.DIMMED}:
            self.stirs = self.calm + _WAIT
            self._after(script, rng)
        self._keys = tuple(script.keys)

    @property
    def final(self) -> tuple[Pose, ...]:
        """How the dice lie in the end."""
        return self._rests if self._pushed is None else (self._pushed, *self._rests[1:])

    def at(self, time: float) -> Moment:
        """Give what is to be seen some seconds after the beginning, however late."""
        hold, grip = self._held(time)
        shift, gain = self._disturbed(time)
        if time < self._thrown:
            here = tuple(pose for pose, taken in zip(self._before, self._taken, strict=True) if time < taken)
            return Moment(here, (), hold, grip, shift, gain)
        resting, moving = self._dice(time)
        return Moment(resting, moving, hold, grip, shift, gain)

    def _pixel(self, place: Array, height: float = 1.0) -> tuple[float, float]:
        x, y = self._lens.project(np.array([place[0], place[1], height], np.float32))
        return float(x), float(y)

    def _towards(self, at: tuple[float, float], share: float) -> tuple[float, float]:
        """Give the place between the hand's door and another, ``share`` of the way."""
        return (
            self._door[0] + (at[0] - self._door[0]) * share,
            self._door[1] + (at[1] - self._door[1]) * share,
        )

    def _over(self, pixel: tuple[float, float]) -> tuple[float, float]:
        """Give where the palm is when the fingers' roots cover a pixel."""
        angle = math.atan2(pixel[1] - self._door[1], pixel[0] - self._door[0])
        back = 4.0 * self._lens.scale
        return pixel[0] - back * math.cos(angle), pixel[1] - back * math.sin(angle)

    def _gather(self, script: _Script, rng: np.random.Generator) -> None:
        """Take the dice that lie there, the nearest first, and leave with them."""
        pixels = [self._pixel(pose.at) for pose in self._before]
        order = sorted(range(len(pixels)), key=lambda die: math.dist(pixels[die], self._door))
        taken = [0.0] * len(pixels)
        for number, die in enumerate(order):
            script.go(0.5 if number == 0 else 0.26, self._over(pixels[die]), _LOW, "open")
            script.go(0.1, self._over(pixels[die]), _LOW * 0.8, "fist")
            taken[die] = script.time - 0.04
        self._taken = tuple(taken)
        if order:
            script.go(float(rng.uniform(0.4, 0.55)), self._door, _HIGH, "fist")
            script.go(float(rng.uniform(0.2, 0.6)), self._door, _HIGH, "fist")

    def _release(self, script: _Script, rng: np.random.Generator) -> None:
        """Come back, open the hand over the border of the mat, leave."""
        width, height = self._lens.size
        middle = (width * float(rng.uniform(0.42, 0.58)), height * float(rng.uniform(0.42, 0.58)))
        edge = max(min(width, height) * 0.42, 1.0)
        away = math.dist(middle, self._door)
        palm = self._towards(middle, max(1 - edge / away, 0.5))
        script.go(0.45, palm, _HIGH, "fist")
        for _ in range(int(rng.integers(0, 3))):
            wag = rng.normal(0, 0.05 * edge, 2)
            script.go(0.12, (palm[0] + float(wag[0]), palm[1] + float(wag[1])), _HIGH, "fist")
        ahead = self._towards(middle, max(1 - 0.8 * edge / away, 0.5))
        script.go(0.14, ahead, _HIGH * 0.8, "fist")
        self._thrown = script.time - 0.05
        start = self._lens.under(np.array(ahead), 3.0)
        self._flights: tuple[Flight, ...] = fly(self._look, self._rests, start, rng)
        script.go(0.1, ahead, _HIGH, "open")
        script.go(0.45, self._door, _HIGH, "open")

    def _cover(self, script: _Script, rng: np.random.Generator) -> None:
        """Come again before the dice are still and stay over one of them."""
        pixel = self._over(self._pixel(self._rests[0].at))
        script.go(0.05, self._door, _HIGH, "open")
        script.go(0.45, pixel, _HIGH, "open")
        script.go(float(rng.uniform(1.5, 3.0)), (pixel[0] + 3, pixel[1] - 2), _HIGH, "open")
        script.go(0.5, self._door, _HIGH, "open")

    def _after(self, script: _Script, rng: np.random.Generator) -> None:
        """Disturb dice that already lay still."""
        if self._kind is not Kind.NUDGED:
            turn = float(rng.uniform(0, 2 * math.pi))
            push = float(rng.uniform(2.5, 7))
            self._bump = (push * math.cos(turn), push * math.sin(turn))
            self.lasts = self.stirs + 1.2
            return
        one = self._rests[0]
        for _ in range(200):
            away = rng.uniform(-3.5, 3.5, 2)
            spun = np.asarray(about(_UP, float(rng.uniform(-1, 1))) @ one.turn, np.float32)
            pushed = Pose(one.at + np.array([*away, 0], np.float32), spun, one.die)
            wide = float(np.hypot(*away)) > 1.0
            if (
                wide
                and clear(self._look, (pushed, *self._rests[1:]))
                and inside(self._lens, box_of(self._look, self._lens, pushed))
            ):
                self._pushed = pushed
                break
        pixel = self._over(self._pixel(one.at))
        script.go(self.stirs - script.time, self._door, _LOW, "open")
        script.go(0.4, pixel, _LOW, "open")
        self._hit = script.time - 0.05
        script.go(0.3, self._over(self._pixel(self.final[0].at)), _LOW, "open")
        script.go(0.45, self._door, _LOW, "open")
        self.lasts = script.time

    def _dice(self, time: float) -> tuple[tuple[Pose, ...], tuple[tuple[Pose, ...], ...]]:
        """Give the dice that rest and those that move, after they were thrown."""
        resting: list[Pose] = []
        moving: list[tuple[Pose, ...]] = []
        shutter = self._look.view.shutter
        for flight in self._flights:
            since = time - self._thrown
            if since >= flight.lasts:
                resting.append(flight.rest)
            else:
                moving.append(self._smeared(flight, since, shutter))
        if self._pushed is not None and time >= self._hit:
            share = min((time - self._hit) / 0.3, 1.0)
            old = self._rests[0]
            if share < 1:
                at = old.at + (self._pushed.at - old.at) * share
                spin = _between(old.turn, self._pushed.turn) * share
                turned = np.asarray(about(_UP, spin) @ old.turn, np.float32)
                return tuple(resting[1:]), ((Pose(np.asarray(at, np.float32), turned, old.die),),)
            resting[0] = self._pushed
        return tuple(resting), tuple(moving)

    def _smeared(self, flight: Flight, since: float, shutter: float) -> tuple[Pose, ...]:
        """Give where a die is at as many moments of the exposure as its speed needs."""
        first, last = flight.at(since - shutter), flight.at(since)
        moved = float(np.linalg.norm(self._lens.project(first.at) - self._lens.project(last.at)))
        turned = float(np.abs(first.turn - last.turn).max()) * self._lens.scale
        count = min(max(math.ceil(max(moved, turned) / _BLUR_STEP), 1), _BLUR_MOMENTS)
        return tuple(flight.at(since - shutter * part / count) for part in range(count))

    def _held(self, time: float) -> tuple[Hold | None, Grip]:
        """Give where the hand is."""
        for before, after in zip(self._keys, self._keys[1:], strict=False):
            if before.time <= time < after.time:
                if before.at == self._door == after.at:
                    return None, before.grip
                share = (time - before.time) / (after.time - before.time)
                eased = share * share * (3 - 2 * share)
                at = (
                    before.at[0] + (after.at[0] - before.at[0]) * eased,
                    before.at[1] + (after.at[1] - before.at[1]) * eased,
                )
                pace = math.dist(before.at, after.at) * 6 * share * (1 - share) / (after.time - before.time)
                height = before.height + (after.height - before.height) * eased
                angle = self._angle(at)
                return Hold(at, angle, pace * self._look.view.shutter, height), before.grip
        return None, "open"

    def _angle(self, at: tuple[float, float]) -> float:
        """Give which way the fingers point: away from a shoulder far behind the door."""
        width, height = self._lens.size
        middle = (width / 2, height / 2)
        shoulder = (self._door[0] * 2.2 - middle[0] * 1.2, self._door[1] * 2.2 - middle[1] * 1.2)
        return math.atan2(at[1] - shoulder[1], at[0] - shoulder[0])

    def _disturbed(self, time: float) -> tuple[tuple[float, float], float]:
        """Give how far the picture is shifted and how bright it is."""
        if time < self.stirs or self._kind is Kind.NUDGED:
            return (0.0, 0.0), 1.0
        since = time - self.stirs
        if self._kind is Kind.BUMPED:
            swing = math.exp(-4 * since) * math.cos(28 * since)
            return (self._bump[0] * (0.4 + swing), self._bump[1] * (0.4 + swing)), 1.0
        strength = 0.82 + 0.03 * math.copysign(1, self._bump[0])
        return (0.0, 0.0), 1 + (strength - 1) * min(since / 0.6, 1.0)


def _between(one: Array, other: Array) -> float:
    """Give the angle about the upright axis that turns one level die into another."""
    turn = other @ one.T
    return math.atan2(float(turn[1, 0]), float(turn[0, 0]))


def again(moment: Moment, share: float, shift: tuple[float, float], gain: float) -> Moment:
    """Let an earlier disturbance fade: ``share`` of its shift and gain is left."""
    return replace(
        moment,
        shift=(moment.shift[0] + shift[0] * share, moment.shift[1] + shift[1] * share),
        gain=moment.gain * (1 + (gain - 1) * share),
    )
