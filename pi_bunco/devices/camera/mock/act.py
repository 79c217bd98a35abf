"""One throw over time: a hand takes the dice, throws them and leaves; something may disturb them later."""

import math
from dataclasses import dataclass, replace

import numpy as np

from pi_bunco.devices.camera.mock.lay import APART, LaidDie, Layer
from pi_bunco.devices.camera.mock.pieces import Pieces, Place
from pi_bunco.devices.camera.mock.reach import HIGH, LOW, HandReach, Hold
from pi_bunco.devices.camera.mock.throw import ThrowKind
from pi_bunco.devices.camera.mock.tumble import Flight, fly

_REST = 1.2
"""Seconds for which dice lie still before something disturbs them."""
_DISTURBANCE, _PUSH = 1.2, 0.3
"""Duration of a bump or a change of light, and of a push, in seconds."""
_DISTURBED = frozenset({ThrowKind.NUDGED, ThrowKind.BUMPED, ThrowKind.DIMMED})
_SHUTTER = 1 / 70
"""Exposure time in seconds."""
_BLUR_MOMENTS, _SLOW = 3, 0.05
"""Moments of an exposure at which a die is drawn that moves farther than this, in edges."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the camera sees at one time.

    Attributes
    ----------
    resting
        Dice that lie still.
    moving
        For each moving die how it lies at several moments of one exposure.
    hand
        The hand; ``None`` if none is in the picture.
    shift
        Displacement of the whole picture, in edges.
    gain
        Brightness of the light, as a multiple.
    """

    resting: tuple[LaidDie, ...]
    moving: tuple[tuple[LaidDie, ...], ...] = ()
    hand: Hold | None = None
    shift: Place = (0.0, 0.0)
    gain: float = 1.0


class Act:
    """One throw, from the first glimpse of a hand to the last movement.

    Parameters
    ----------
    pieces, layer
        The pictures of dice, and where they can lie.
    half
        Half of the width and of the height of the picture, in edges.
    before
        The dice that lie there at the start.
    rests
        The thrown dice at rest.
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

    def __init__(  # noqa: PLR0913 - a throw needs that many facts
        self,
        pieces: Pieces,
        layer: Layer,
        half: Place,
        *,
        before: tuple[LaidDie, ...],
        rests: tuple[LaidDie, ...],
        kind: ThrowKind,
        rng: np.random.Generator,
    ) -> None:
        self._layer, self._half = layer, half
        self._before, self._rests, self._kind = before, rests, kind
        self.side = int(rng.integers(4))
        # What happens after the throw must not depend on what lay there before.
        later = np.random.default_rng(int(rng.integers(2**63)))
        self._hand = HandReach(half, self.side, float(rng.uniform(-0.3, 0.3)))
        self._taken = self._gather(rng)
        self._flights = self._release(pieces, rng)
        if kind is ThrowKind.COVERED:
            self._cover(rng)
        ends = [self._thrown + flight.lasts for flight in self._flights]
        self.still_at = max(self._hand.find_end(), *ends)
        self.disturbed_at = self.still_at + _REST if kind in _DISTURBED else math.inf
        self._pushed = self._nudge(later) if kind is ThrowKind.NUDGED else None
        turn, push = float(later.uniform(0, 2 * math.pi)), float(later.uniform(0.04, 0.11))
        self._bump = (push * math.cos(turn), push * math.sin(turn))
        self._dim = float(later.uniform(0.75, 0.88))
        last = self.disturbed_at + _DISTURBANCE if kind in _DISTURBED else self.still_at
        self.ends_at = max(self._hand.time, last)

    @property
    def final(self) -> tuple[LaidDie, ...]:
        """The dice at the end."""
        return self._rests if self._pushed is None else (self._pushed, *self._rests[1:])

    def find_glimpse(self, time: float) -> Glimpse:
        """Return what the camera sees at a time, in seconds from the beginning."""
        resting, moving = self._place_dice(time)
        shift, gain = self._find_disturbance(time)
        return Glimpse(resting, moving, self._hand.find_hold(time), shift, gain)

    def _gather(self, rng: np.random.Generator) -> tuple[float, ...]:
        """Take the dice that lie there, nearest first, and leave with them; return when each is taken."""
        order = sorted(
            range(len(self._before)), key=lambda die: math.dist(self._before[die].at, self._hand.outside)
        )
        taken = [0.0] * len(order)
        for number, die in enumerate(order):
            palm = self._hand.find_palm(self._before[die].at)
            self._hand.go(0.5 if number == 0 else 0.26, palm, LOW, "open")
            self._hand.go(0.1, palm, 0.8 * LOW, "fist")
            taken[die] = self._hand.time - 0.04
        if order:
            self._hand.leave(float(rng.uniform(0.4, 0.55)), "fist")
            self._hand.leave(float(rng.uniform(0.2, 0.6)), "fist")
        return tuple(taken)

    def _release(self, pieces: Pieces, rng: np.random.Generator) -> tuple[Flight, ...]:
        """Come back, shake, open the hand near the border and leave."""
        x, y = (2 * half * float(rng.uniform(-0.08, 0.08)) for half in self._half)
        inside = 0.84 * min(self._half)
        away = math.dist((x, y), self._hand.outside)
        palm = self._hand.find_point_towards((x, y), max(1 - inside / away, 0.5))
        self._hand.go(0.45, palm, HIGH, "fist")
        for _ in range(int(rng.integers(0, 3))):
            wag = rng.normal(0, 0.05 * inside, 2)
            self._hand.go(0.12, (palm[0] + float(wag[0]), palm[1] + float(wag[1])), HIGH, "fist")
        ahead = self._hand.find_point_towards((x, y), max(1 - 0.8 * inside / away, 0.5))
        self._hand.go(0.14, ahead, 0.8 * HIGH, "fist")
        self._thrown = self._hand.time - 0.05
        self._hand.go(0.1, ahead, HIGH, "open")
        if self._kind is not ThrowKind.COVERED:
            self._hand.leave(0.45)
        return tuple(fly(pieces, rest, ahead, rng) for rest in self._rests)

    def _cover(self, rng: np.random.Generator) -> None:
        """After throwing, move the hand over one of the dice before it lies still, and stay there."""
        palm = self._hand.find_palm(self._rests[0].at)
        self._hand.go(0.35, palm, HIGH, "open")
        for _ in range(int(rng.integers(4, 8))):
            # Nobody holds a hand perfectly still in the air.
            stray = rng.normal(0, 0.15, 2)
            self._hand.go(0.4, (palm[0] + float(stray[0]), palm[1] + float(stray[1])), HIGH, "open")
        self._hand.leave(0.5)

    def _nudge(self, rng: np.random.Generator) -> LaidDie:
        """Push a die that lies still, and return how it lies then."""
        one, *others = self._rests
        far = 1.75
        while True:
            x, y = (place + float(way) for place, way in zip(one.at, rng.uniform(-far, far, 2), strict=True))
            clear = all(math.dist((x, y), other.at) >= APART for other in others)
            if clear and self._layer.is_inside((x, y)) and math.dist((x, y), one.at) > 0.5:  # noqa: PLR2004 - edges
                break
            far *= 1.01
        self._hand.leave(self.disturbed_at - self._hand.time)
        self._hand.go(0.4, self._hand.find_palm(one.at), LOW, "open")
        self._hit = self._hand.time - 0.05
        self._hand.go(_PUSH, self._hand.find_palm((x, y)), LOW, "open")
        self._hand.leave(0.45)
        return replace(one, at=(x, y), turn=one.turn + float(rng.uniform(-0.4, 0.4)))

    def _place_dice(self, time: float) -> tuple[tuple[LaidDie, ...], tuple[tuple[LaidDie, ...], ...]]:
        """Return the resting and the moving dice at a time."""
        if time < self._thrown:
            here = zip(self._before, self._taken, strict=True)
            return tuple(die for die, taken in here if time < taken), ()
        since = time - self._thrown
        resting = tuple(flight.rest for flight in self._flights if since >= flight.lasts)
        moving = tuple(_smear(flight, since) for flight in self._flights if since < flight.lasts)
        if self._pushed is None or time < self._hit:
            return resting, moving
        share = (time - self._hit) / _PUSH
        if share >= 1:
            return (self._pushed, *resting[1:]), moving
        old, new = self._rests[0], self._pushed
        x, y = (a + (b - a) * share for a, b in zip(old.at, new.at, strict=True))
        on_the_way = replace(old, at=(x, y), turn=old.turn + (new.turn - old.turn) * share)
        return resting[1:], ((on_the_way,),)

    def _find_disturbance(self, time: float) -> tuple[Place, float]:
        """Return the shift and the gain of the picture."""
        if time < self.disturbed_at or self._kind is ThrowKind.NUDGED:
            return (0.0, 0.0), 1.0
        since = time - self.disturbed_at
        if self._kind is ThrowKind.BUMPED:
            swing = 0.4 + math.exp(-4 * since) * math.cos(28 * since)
            return (self._bump[0] * swing, self._bump[1] * swing), 1.0
        return (0.0, 0.0), 1 + (self._dim - 1) * min(since / 0.6, 1.0)


def _smear(flight: Flight, since: float) -> tuple[LaidDie, ...]:
    """Return how a die lies at several moments of an exposure; at one of them if it hardly moves."""
    first, last = flight.find_die(since - _SHUTTER), flight.find_die(since)
    if math.dist(first.at, last.at) < _SLOW:
        return (last,)
    return tuple(flight.find_die(since - _SHUTTER * part / _BLUR_MOMENTS) for part in range(_BLUR_MOMENTS))


def fade(glimpse: Glimpse, share: float, shift: Place, gain: float) -> Glimpse:
    """Add the rest of an earlier disturbance: ``share`` of its shift and gain."""
    return replace(
        glimpse,
        shift=(glimpse.shift[0] + shift[0] * share, glimpse.shift[1] + shift[1] * share),
        gain=glimpse.gain * (1 + (gain - 1) * share),
    )
