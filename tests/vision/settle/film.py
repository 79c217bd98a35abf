"""Draws films with thrown dice, hands, bumps and lamps; has a reader that knows what was drawn."""

from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Frame, Image
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.watch import SettledDice, Watcher

WIDTH, HEIGHT = 320, 240

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Drawn:
    """A die: its middle, its turn in degrees, its value, its edge in pixels."""

    x: float
    y: float
    turn: float
    value: int
    edge: float = 26


@dataclass(frozen=True)
class Look:
    """How one frame looks, apart from its dice."""

    hand: tuple[float, float] | None = None  # the middle of the palm; the arm comes from above
    shift: tuple[float, float] = (0, 0)
    turn: float = 0
    gain: float = 1
    lamp: float = 0  # how much brighter the right edge is than the left
    bands: float | None = None  # phase of a lamp's flicker
    quality: int | None = None  # of a JPEG


Dice = tuple[Drawn, ...]
Array = NDArray[Any]


class Film:
    """Draws frame after frame, and knows what is in each."""

    def __init__(self, seed: int = 1, *, plain: bool = False, noise: float = 2) -> None:
        self.rng = np.random.default_rng(seed)
        self.noise = noise
        self.frames: list[Frame] = []
        self.moving: set[int] = set()
        self.reads: list[int] = []
        self.drawn: dict[int, tuple[int, Dice, Look]] = {}
        """By the id of each image: the index of the frame, its dice and its look."""
        grain: Array = self.rng.standard_normal((HEIGHT, WIDTH), np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), 2) * (0 if plain else 60)
        self.mat: Array = np.clip(np.array([70, 110, 60], np.float32) + grain[..., None], 0, 255)
        self.grains = self.rng.standard_normal((6, HEIGHT, WIDTH, 3), np.float32) * noise

    def add(self, dice: Dice, look: Look | None = None, *, moving: bool = False, times: int = 1) -> None:
        """Draw a frame, or several of the same scene."""
        look = look or Look()
        for _ in range(times):
            index = self.frames[-1].index + 1 if self.frames else 0
            frame = Frame(self.draw(dice, look), index, index / 30)
            self.frames.append(frame)
            self.drawn[id(frame.image)] = (index, dice, look)
            if moving:
                self.moving.add(index)

    def repeat(self, times: int) -> None:
        """Repeat every frame this many times, as recordings of slow cameras do."""
        self.frames = [
            replace(frame, index=frame.index * times + k) for frame in self.frames for k in range(times)
        ]
        self.moving = {index * times + k for index in self.moving for k in range(times)}

    def draw(self, dice: Dice, look: Look) -> Image:
        """Draw one picture of the mat."""
        picture = self.mat.copy()
        for die in dice:
            _draw_shadow(picture, die)
        for die in dice:
            _draw_body(picture, die)
        if look.hand:
            x, y = (round(v) for v in look.hand)
            cv2.line(picture, (x + 30, -40), (x, y), (95, 120, 170), 46, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 30, (100, 130, 185), -1, cv2.LINE_AA)
            for k in range(4):
                cv2.line(
                    picture, (x - 18 + 12 * k, y), (x - 22 + 14 * k, y + 42), (110, 140, 195), 10, cv2.LINE_AA
                )
        if look.shift != (0, 0) or look.turn:
            picture = cv2.warpAffine(
                picture, _make_view(look), (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT
            )
        light = look.gain * (1 + look.lamp * (np.linspace(-0.5, 0.5, WIDTH, dtype=np.float32)[None, :, None]))
        if look.bands is not None:
            rows = np.arange(HEIGHT, dtype=np.float32)
            light = light * (1 + 0.08 * np.sin(2 * pi * rows / 80 + look.bands))[:, None, None]
        grain = self.grains[self.rng.integers(len(self.grains))]
        # Shifted at random, a few grains are as good as a new one for each frame.
        grain = np.roll(grain, tuple(self.rng.integers(0, 200, 2)), (0, 1))
        image: Image = np.clip(picture * np.float32(light) + grain, 0, 255).astype(np.uint8)
        if look.quality:
            coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, look.quality])[1]
            image = cast("Image", cv2.imdecode(coded, cv2.IMREAD_COLOR))
        return image

    def throw(self, dice: Dice, *, before: Dice = (), look: Look | None = None, frames: int = 14) -> None:
        """Let dice roll in from the border and come to rest, while the dice ``before`` lie still."""
        ways = [(self.rng.uniform(0, WIDTH), self.rng.choice([-40.0, HEIGHT + 40.0])) for _ in dice]
        turns = [self.rng.uniform(90, 500) for _ in dice]
        for step in range(1, frames):
            left = (1 - step / frames) ** 2
            rolling = tuple(
                Drawn(
                    die.x + (x - die.x) * left,
                    die.y + (y - die.y) * left,
                    die.turn + turn * left,
                    int(self.rng.integers(1, 7)) if left > 0.02 else die.value,
                    die.edge,
                )
                for die, (x, y), turn in zip(dice, ways, turns, strict=True)
            )
            self.add(before + rolling, look, moving=True)
        self.add(before + dice, look)

    def pass_hand(
        self, dice: Dice, look: Look | None = None, *, after: Dice | None = None, reach: float = 150
    ) -> None:
        """Let a hand come in over the dice and leave; with ``after`` it exchanges the dice."""
        look = look or Look()
        way = [*np.linspace(-80, reach, 8), *np.linspace(reach, -80, 8)]
        for step, y in enumerate(way):
            now = dice if after is None or step < 8 else after
            self.add(now, replace(look, hand=(170 - 3 * step, float(y))), moving=True)

    def watch(self, watcher: Watcher | None = None) -> list[SettledDice]:
        """Show the film to a watcher whose reader knows what is drawn."""
        watcher = watcher or Watcher(Oracle(self))
        found = [settled for frame in self.frames for settled in watcher.see(frame)]
        return found + watcher.finish()

    def list_settled(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return the status and the values of all dice that settle in the film."""
        return [(settled.reading.status.value, settled.reading.values) for settled in self.watch()]


class Oracle:
    """A reader that knows what was drawn, except for dice under a hand.

    A picture that is not in the film is a mean of frames, and shows what the last of them shows.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self._last: tuple[int, Dice, Look] | None = None

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        assert die_size is None or 15 < die_size < 40
        self._last = self.film.drawn.get(id(image), self._last)
        assert self._last is not None
        index, all_dice, look = self._last
        self.film.reads.append(index)
        visible = sorted((die for die in all_dice if not _is_hidden(die, look)), key=lambda die: die.x)
        found = tuple(Die(die.value, 0.99, _find_box(die, look)) for die in visible)
        if not found:
            return Reading(Status.EMPTY)
        if dice is not None and len(found) != dice:
            return Reading(Status.DOUBTFUL, found, f"I see {len(found)} dice, not {dice}.")
        return Reading(Status.READ, found)


def _make_view(look: Look) -> Array:
    matrix: Array = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), look.turn, 1)
    matrix[:, 2] += np.array(look.shift)
    return matrix


def _place_corners(die: Drawn, edge: float) -> Array:
    turn = radians(die.turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * edge / 2
    placed: Array = square @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + np.array(
        [die.x, die.y]
    )
    return placed


def _convert_to_fixed(points: Array) -> Array:
    return np.round(points * 16).astype(np.int32)


def _draw_shadow(picture: Array, die: Drawn) -> None:
    dark = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(
        dark, _convert_to_fixed(_place_corners(die, die.edge) + np.array([3, 4])), 0.4, cv2.LINE_AA, 4
    )
    picture *= (1 - cv2.GaussianBlur(dark, (5, 5), 0))[..., None]


def _draw_body(picture: Array, die: Drawn) -> None:
    cv2.fillConvexPoly(
        picture, _convert_to_fixed(_place_corners(die, die.edge)), (215, 225, 230), cv2.LINE_AA, 4
    )
    turn = radians(die.turn)
    for px, py in PIPS[die.value]:
        x, y = px * die.edge * 0.27, py * die.edge * 0.27
        at = np.array([die.x + x * cos(turn) - y * sin(turn), die.y + x * sin(turn) + y * cos(turn)])
        centre = (round(at[0] * 16), round(at[1] * 16))
        cv2.circle(picture, centre, round(die.edge * 0.09 * 16), (25, 25, 30), -1, cv2.LINE_AA, 4)


def _find_box(die: Drawn, look: Look) -> tuple[float, float, float, float]:
    points = np.c_[_place_corners(die, die.edge), np.ones(4)] @ _make_view(look).T
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _is_hidden(die: Drawn, look: Look) -> bool:
    if not (0 < die.x < WIDTH and 0 < die.y < HEIGHT):
        return True
    return look.hand is not None and abs(die.x - look.hand[0]) < 35 and die.y < look.hand[1] + 50
