"""One throw over time: a hand takes the dice, throws them and leaves; something may disturb them later."""

import math
from dataclasses import dataclass, replace

import numpy as np

from pi_bunco.devices.camera.mock.hand import HIGH, LOW, Grip
from pi_bunco.devices.camera.mock.lay import are_clear, find_box
from pi_bunco.devices.camera.mock.reach import HandReach
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.space import Array, Pose, rotate_about
from pi_bunco.devices.camera.mock.sprite import Hold
from pi_bunco.devices.camera.mock.truth import ThrowKind
from pi_bunco.devices.camera.mock.tumble import Flight, fly

_REST = 1.2
"""Seconds for which dice lie still before something disturbs them."""
_DISTURBANCE, _PUSH = 1.2, 0.3
"""Duration of a bump or a change of light, and of a push, in seconds."""
_DISTURBED = frozenset({ThrowKind.NUDGED, ThrowKind.BUMPED, ThrowKind.DIMMED})
_BORDER = 3.0
"""A pushed die stays this many pixels from the picture's border."""
_MAX_BLUR_MOMENTS = 3
_MAX_BLUR_STEP = 7.0
"""The most pixels that a die may move between two of the moments that are averaged."""
_UP = np.array([0, 0, 1], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """What the camera sees at one time.

    Attributes
    ----------
    resting
        Dice that lie still.
    moving
        For each moving die its poses at several moments of one exposure.
    hand, grip
        The hand's place, ``None`` if no hand is in the picture, and its grip.
    shift
        Displacement of the whole picture in pixels.
    gain
        Brightness of the light, as a multiple.
    """

    resting: tuple[Pose, ...]
    moving: tuple[tuple[Pose, ...], ...] = ()
    hand: Hold | None = None
    grip: Grip = "open"
    shift: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0


class Act:
    """One throw, from the first glimpse of a hand to the last movement.

    Parameters
    ----------
    scene
        The table.
    before
        The dice that lie there at the start.
    rests
        The poses of the thrown dice at rest.
    kind
        What happens.
    rng
        Chooses how it happens.

    Attributes
    ----------
    side
        The border that the hand comes from: 0 right, 1 lower, 2 left, 3 upper.
    still_at, disturbed_at, ends_at
        Seconds from the start until the dice are at rest and no hand is in the picture, until something
        disturbs them (infinity if nothing does), and until the act is over.
    """

    def __init__(
        self,
        scene: MockScene,
        before: tuple[Pose, ...],
        rests: tuple[Pose, ...],
        kind: ThrowKind,
        rng: np.random.Generator,
    ) -> None:
        self._look, self._lens = scene.look, scene.lens
        self._before, self._rests, self._kind = before, rests, kind
        self.side = int(rng.integers(4))
        # What happens after the throw must not depend on what lay there before.
        later = np.random.default_rng(int(rng.integers(2**63)))
        self._hand = HandReach(scene.lens, self.side, float(rng.uniform(0.35, 0.65)))
        self._taken = self._gather(rng)
        self._flights = self._release(rng)
        if kind is ThrowKind.COVERED:
            self._cover(rng)
        stops = [self._thrown + flight.find_stop(scene.lens.scale) for flight in self._flights]
        self.still_at = max(self._hand.find_end(), *stops)
        self.disturbed_at = self.still_at + _REST if kind in _DISTURBED else math.inf
        self._pushed = self._nudge(later) if kind is ThrowKind.NUDGED else None
        turn, push = float(later.uniform(0, 2 * math.pi)), float(later.uniform(2.5, 7))
        self._bump = (push * math.cos(turn), push * math.sin(turn))
        self._dim = float(later.uniform(0.75, 0.88))
        ends = [self._thrown + flight.lasts for flight in self._flights]
        self.ends_at = max(
            self._hand.time, *ends, self.disturbed_at + _DISTURBANCE if kind in _DISTURBED else self.still_at
        )

    @property
    def final(self) -> tuple[Pose, ...]:
        """The poses of the dice at the end."""
        return self._rests if self._pushed is None else (self._pushed, *self._rests[1:])

    def find_glimpse(self, time: float) -> Glimpse:
        """Return what the camera sees at a time, in seconds from the beginning."""
        resting, moving = self._place_dice(time)
        hold, grip = self._hand.find_hold(time, self._look.view.shutter)
        shift, gain = self._find_disturbance(time)
        return Glimpse(resting, moving, hold, grip, shift, gain)

    def _find_pixel(self, place: Array) -> tuple[float, float]:
        x, y = self._lens.project(np.array([place[0], place[1], 1], np.float32))
        return float(x), float(y)

    def _gather(self, rng: np.random.Generator) -> tuple[float, ...]:
        """Take the dice that lie there, nearest first, and leave with them; return when each is taken."""
        pixels = [self._find_pixel(pose.at) for pose in self._before]
        order = sorted(range(len(pixels)), key=lambda die: math.dist(pixels[die], self._hand.outside))
        taken = [0.0] * len(pixels)
        for number, die in enumerate(order):
            self._hand.go(0.5 if number == 0 else 0.26, self._hand.find_palm(pixels[die]), LOW, "open")
            self._hand.go(0.1, self._hand.find_palm(pixels[die]), 0.8 * LOW, "fist")
            taken[die] = self._hand.time - 0.04
        if order:
            self._hand.leave(float(rng.uniform(0.4, 0.55)), "fist")
            self._hand.leave(float(rng.uniform(0.2, 0.6)), "fist")
        return tuple(taken)

    def _release(self, rng: np.random.Generator) -> tuple[Flight, ...]:
        """Come back, shake, open the hand near the border and leave."""
        width, height = self._lens.size
        middle = (width * float(rng.uniform(0.42, 0.58)), height * float(rng.uniform(0.42, 0.58)))
        inside = 0.42 * min(width, height)
        away = math.dist(middle, self._hand.outside)
        palm = self._hand.find_point_towards(middle, max(1 - inside / away, 0.5))
        self._hand.go(0.45, palm, HIGH, "fist")
        for _ in range(int(rng.integers(0, 3))):
            wag = rng.normal(0, 0.05 * inside, 2)
            self._hand.go(0.12, (palm[0] + float(wag[0]), palm[1] + float(wag[1])), HIGH, "fist")
        ahead = self._hand.find_point_towards(middle, max(1 - 0.8 * inside / away, 0.5))
        self._hand.go(0.14, ahead, 0.8 * HIGH, "fist")
        self._thrown = self._hand.time - 0.05
        self._hand.go(0.1, ahead, HIGH, "open")
        if self._kind is not ThrowKind.COVERED:
            self._hand.leave(0.45)
        return fly(self._look, self._rests, self._lens.find_place_under(np.array(ahead), 3.0), rng)

    def _cover(self, rng: np.random.Generator) -> None:
        """After throwing, move the hand over one of the dice before it lies still, and stay there."""
        pixel = self._hand.find_palm(self._find_pixel(self._rests[0].at))
        self._hand.go(0.35, pixel, HIGH, "open")
        for _ in range(int(rng.integers(4, 8))):
            # Nobody holds a hand perfectly still in the air.
            stray = rng.normal(0, 0.3 * self._lens.scale, 2)
            self._hand.go(0.4, (pixel[0] + float(stray[0]), pixel[1] + float(stray[1])), HIGH, "open")
        self._hand.leave(0.5)

    def _nudge(self, rng: np.random.Generator) -> Pose:
        """Push a die that lies still, and return its new pose."""
        one, *others = self._rests
        far = 3.5
        while True:
            away = rng.uniform(-far, far, 2)
            spun = np.asarray(rotate_about(_UP, float(rng.uniform(-1, 1))) @ one.turn, np.float32)
            pushed = Pose(one.at + np.array([*away, 0], np.float32), spun, one.die)
            is_visible = self._lens.sees(find_box(self._look, self._lens, pushed), _BORDER)
            if is_visible and float(np.hypot(*away)) > 1 and are_clear(self._look, (pushed, *others)):
                break
            far *= 1.01
        self._hand.leave(self.disturbed_at - self._hand.time)
        self._hand.go(0.4, self._hand.find_palm(self._find_pixel(one.at)), LOW, "open")
        self._hit = self._hand.time - 0.05
        self._hand.go(_PUSH, self._hand.find_palm(self._find_pixel(pushed.at)), LOW, "open")
        self._hand.leave(0.45)
        return pushed

    def _place_dice(self, time: float) -> tuple[tuple[Pose, ...], tuple[tuple[Pose, ...], ...]]:
        """Return the resting and the moving dice at a time."""
        if time < self._thrown:
            here = zip(self._before, self._taken, strict=True)
            return tuple(pose for pose, taken in here if time < taken), ()
        since = time - self._thrown
        resting = tuple(flight.rest for flight in self._flights if since >= flight.lasts)
        moving = tuple(self._smear(flight, since) for flight in self._flights if since < flight.lasts)
        if self._pushed is None or time < self._hit:
            return resting, moving
        share = (time - self._hit) / _PUSH
        if share >= 1:
            return (self._pushed, *resting[1:]), moving
        old = self._rests[0]
        at = old.at + (self._pushed.at - old.at) * share
        spin = _find_rotation(old.turn, self._pushed.turn) * share
        turned = np.asarray(rotate_about(_UP, spin) @ old.turn, np.float32)
        return resting[1:], ((Pose(np.asarray(at, np.float32), turned, old.die),),)

    def _smear(self, flight: Flight, since: float) -> tuple[Pose, ...]:
        """Return a die's poses during an exposure: more of them the faster it moves."""
        shutter = self._look.view.shutter
        first, last = flight.find_pose(since - shutter), flight.find_pose(since)
        moved = float(np.linalg.norm(self._lens.project(first.at) - self._lens.project(last.at)))
        turned = float(np.abs(first.turn - last.turn).max()) * self._lens.scale
        count = min(max(math.ceil(max(moved, turned) / _MAX_BLUR_STEP), 1), _MAX_BLUR_MOMENTS)
        return tuple(flight.find_pose(since - shutter * part / count) for part in range(count))

    def _find_disturbance(self, time: float) -> tuple[tuple[float, float], float]:
        """Return the shift and the gain of the picture."""
        if time < self.disturbed_at or self._kind is ThrowKind.NUDGED:
            return (0.0, 0.0), 1.0
        since = time - self.disturbed_at
        if self._kind is ThrowKind.BUMPED:
            swing = math.exp(-4 * since) * math.cos(28 * since)
            return (self._bump[0] * (0.4 + swing), self._bump[1] * (0.4 + swing)), 1.0
        return (0.0, 0.0), 1 + (self._dim - 1) * min(since / 0.6, 1.0)


def _find_rotation(one: Array, other: Array) -> float:
    """Return the rotation about the vertical axis between two level dice, in radians."""
    turn = other @ one.T
    return math.atan2(float(turn[1, 0]), float(turn[0, 0]))


def fade(glimpse: Glimpse, share: float, shift: tuple[float, float], gain: float) -> Glimpse:
    """Add the rest of an earlier disturbance: ``share`` of its shift and gain."""
    return replace(
        glimpse,
        shift=(glimpse.shift[0] + shift[0] * share, glimpse.shift[1] + shift[1] * share),
        gain=glimpse.gain * (1 + (gain - 1) * share),
    )
