"""Random tables, as varied as what people put in front of a camera."""

import numpy as np

from renderer.look import Colour, LightLook, MatLook, TableLook, TrayLook, ViewLook
from renderer.wild_die import (
    DARK_BODIES,
    LIGHT_BODIES,
    draw_chance,
    make_die,
    pick,
    vary_colour,
)

_MATS: dict[str, tuple[Colour, ...]] = {
    "felt": (
        (0.09, 0.34, 0.21),
        (0.45, 0.05, 0.08),
        (0.08, 0.14, 0.35),
        (0.12, 0.12, 0.13),
        (0.33, 0.14, 0.40),
    ),
    "weave": ((0.72, 0.68, 0.60), (0.30, 0.33, 0.36), (0.55, 0.42, 0.30), (0.20, 0.32, 0.52)),
    "wood": ((0.78, 0.66, 0.50), (0.55, 0.30, 0.14), (0.40, 0.26, 0.17), (0.86, 0.80, 0.70)),
    "plain": (
        (0.85, 0.85, 0.84),
        (0.62, 0.64, 0.66),
        (0.15, 0.15, 0.16),
        (0.66, 0.80, 0.10),
        (0.20, 0.38, 0.68),
    ),
    "carpet": ((0.52, 0.46, 0.40), (0.40, 0.40, 0.44), (0.36, 0.20, 0.16), (0.64, 0.60, 0.50)),
    "paper": ((0.92, 0.92, 0.90), (0.88, 0.84, 0.72), (0.15, 0.18, 0.20), (0.70, 0.80, 0.88)),
    "board": ((0.85, 0.80, 0.66), (0.70, 0.82, 0.70), (0.20, 0.42, 0.30), (0.75, 0.25, 0.20)),
    "quilt": ((0.80, 0.70, 0.65), (0.45, 0.50, 0.60), (0.60, 0.35, 0.35)),
    "printed": ((0.82, 0.80, 0.76), (0.75, 0.20, 0.18), (0.20, 0.28, 0.50), (0.88, 0.82, 0.60)),
}
_CLOTHS = ("felt", "weave", "wood", "plain", "carpet", "printed", "paper", "board", "quilt")
_SHARES = (0.15, 0.12, 0.2, 0.2, 0.11, 0.08, 0.06, 0.05, 0.03)
_HALF = 400.0
"""Approximate distance from the middle of a picture to its corner, in pixels."""
_STEEPEST = 80.0
"""The largest angle from straight down at which a picture's corner may look; at 90° it would see the
horizon."""


def make_wild_look(rng: np.random.Generator, *, edge: float | None = None, dice: int = 3) -> TableLook:
    """Make up a table: any mat, light, camera and dice.

    Parameters
    ----------
    rng
        Makes the choices.
    edge
        Edge of a die in pixels; chosen from 25 to 160 if left out.
    dice
        The most dice that will lie on it.
    """
    pixels = float(np.exp(rng.uniform(np.log(25), np.log(160)))) if edge is None else edge
    mat = _make_mat(rng, dice)
    first = make_die(rng, mat, pixels)
    alike = draw_chance(rng, 0.6)  # dice mostly come in sets
    bodies = tuple(first if alike else make_die(rng, mat, pixels) for _ in range(dice))
    view = _make_view(rng, pixels)
    touching = 0.8 if draw_chance(rng, 0.12) else 0.08
    return TableLook(mat=mat, light=_make_light(rng, view), view=view, dice=bodies, touching=touching)


def _make_mat(rng: np.random.Generator, dice: int) -> MatLook:
    cloth = _CLOTHS[int(rng.choice(len(_CLOTHS), p=_SHARES))]
    colour = vary_colour(rng, pick(rng, _MATS[cloth]))
    if draw_chance(rng, 0.3):
        # Most tables, trays and sheets of paper are light and nearly grey.
        grey = float(rng.uniform(0.55, 0.97))
        colour = vary_colour(rng, (grey, grey, grey), 0.02)
    elif draw_chance(rng, 0.1):
        red, green, blue = (float(part) for part in rng.uniform(0.02, 0.98, 3))
        colour = (red, green, blue)
    dark = 0.55 if cloth == "wood" else 0.35
    second = (
        tuple(part * dark for part in colour)
        if cloth in {"wood", "carpet"}
        else pick(rng, LIGHT_BODIES + DARK_BODIES)
    )
    return MatLook(
        cloth=cloth,  # type: ignore[arg-type]  # the tuple above holds the names of cloths
        colour=colour,
        second=(float(second[0]), float(second[1]), float(second[2])),
        contrast=float(rng.uniform(0.2, 1.0)),
        scale=float(rng.uniform(0.6, 1.8)),
        things=int(rng.integers(1, 7)) if draw_chance(rng, 0.35) else 0,
        tray=_make_tray(rng, dice) if draw_chance(rng, 0.14) else None,
    )


def _make_tray(rng: np.random.Generator, dice: int) -> TrayLook:
    """Make up a tray with enough room for the dice."""
    half = float(rng.uniform(1.0, 2.2)) * (2.4 * float(np.sqrt(dice)) + 1.6)
    sides = (4, 4, 6, 8)[int(rng.integers(4))]
    other = half * float(rng.uniform(0.7, 1.0)) if sides == 4 else half
    return TrayLook(
        sides=sides,
        half=(half, other),
        turn=float(rng.normal(0, 6) if draw_chance(rng, 0.6) else rng.uniform(0, 90)),
        wall=float(rng.uniform(0.5, 4.5)),
        rim=float(rng.uniform(0.1, 1.2)),
        colour=vary_colour(rng, pick(rng, LIGHT_BODIES + DARK_BODIES)),
        table=vary_colour(rng, pick(rng, _MATS["wood"] + _MATS["plain"])),
    )


def _make_light(rng: np.random.Generator, view: ViewLook) -> LightLook:
    hard = draw_chance(rng, 0.3)
    warm = float(rng.uniform(-0.15, 0.2))
    ambient = float(rng.uniform(0.15, 0.35) if hard else rng.uniform(0.3, 0.75))
    window_at = (float(rng.uniform(0, 360)), float(rng.uniform(45, 89)))
    if draw_chance(rng, 0.5):
        # A place whose reflection in the flat tops hides their pips from the camera.
        aim = rng.normal(0, 7, 2)
        window_at = (view.azimuth + 180 + float(aim[0]), min(90 - view.tilt + float(aim[1]), 89.0))
    return LightLook(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(28, 85)),
        distance=float(rng.uniform(70, 200)),
        second=(float(rng.uniform(0, 360)), float(rng.uniform(35, 80))) if draw_chance(rng, 0.15) else None,
        width=float(rng.uniform(1, 5) if hard else rng.uniform(6, 35)),
        key=float(np.clip(1.05 - ambient + rng.normal(0, 0.08), 0.15, 1.1)),
        key_colour=(1.0, 1 - 0.4 * max(warm, 0), 1 - max(warm, 0)),
        ambient=ambient,
        ambient_colour=(1 - 0.1 * abs(warm), 0.97, 1.0),
        window=float(rng.uniform(0.5, 4.0)) if draw_chance(rng, 0.7) else 0.0,
        window_at=window_at,
        window_size=(float(rng.uniform(0.03, 0.25)), float(rng.uniform(0.08, 0.5))),
        screen=(float(rng.uniform(0, 360)), float(rng.uniform(-6, 9)), float(rng.uniform(0.2, 6)))
        if draw_chance(rng, 0.12)
        else None,
    )


def _make_view(rng: np.random.Generator, edge: float) -> ViewLook:
    if edge > 70 and draw_chance(rng, 0.15):
        return _make_fisheye(rng, edge)
    flat, steep = draw_chance(rng, 0.3), draw_chance(rng, 0.2)
    tilt = (
        abs(float(rng.normal(0, 10))) if flat else float(rng.uniform(35, 52) if steep else rng.uniform(5, 35))
    )
    # The focal lengths of phones, webcams and crops of their pictures.
    focal = max(
        float(np.exp(rng.uniform(np.log(480), np.log(2000)))), _HALF / np.tan(np.radians(_STEEPEST - tilt))
    )
    return ViewLook(
        tilt=tilt,
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(0, 360)) if draw_chance(rng, 0.3) else float(rng.normal(0, 4)),
        distance=float(np.clip(2 * focal / edge, 12, 160)),
        edge=edge,
        bend=float(rng.uniform(-0.03, 0.12)),
        blur=_choose_blur(rng, edge),
        shake=(float(rng.uniform(0.02, 0.12)) * edge, float(rng.uniform(0, 180)))
        if draw_chance(rng, 0.1)
        else (0.0, 0.0),
        exposure=float(np.exp(rng.normal(0.02, 0.3))),
        balance=(float(rng.uniform(0.85, 1.2)), float(rng.uniform(0.8, 1.15))),
        vignette=float(rng.uniform(0.5, 0.95) if draw_chance(rng, 0.08) else rng.uniform(0, 0.5)),
        noise=float(rng.uniform(0.6, 5.5) if draw_chance(rng, 0.5) else rng.uniform(0.3, 1.5)),
        chroma=float(rng.uniform(0.1, 0.9)),
        sharpen=float(rng.uniform(0.3, 1.2)) if draw_chance(rng, 0.4) else 0.0,
        jpeg=int(rng.integers(45, 96)) if draw_chance(rng, 0.85) else 0,
        grey=draw_chance(rng, 0.12),
    )


def _make_fisheye(rng: np.random.Generator, edge: float) -> ViewLook:
    """Make up a small camera close above the dice."""
    return ViewLook(
        tilt=abs(float(rng.normal(0, 4))),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(0, 360)),
        distance=float(rng.uniform(9, 18)),
        edge=edge,
        bend=float(rng.uniform(0.1, 0.5)),
        circle=float(rng.uniform(0.95, 1.6)) if draw_chance(rng, 0.6) else 0.0,
        blur=_choose_blur(rng, edge),
        exposure=float(np.exp(rng.normal(-0.1, 0.35))),
        vignette=float(rng.uniform(0.2, 0.9)),
        noise=float(rng.uniform(0.6, 5.0)),
        jpeg=int(rng.integers(45, 96)),
        grey=draw_chance(rng, 0.75),
    )


def _choose_blur(rng: np.random.Generator, edge: float) -> float:
    """Choose the defocus of a picture: a little, or as much as still allows to read large dice."""
    more = (
        rng.uniform(0, 0.045)
        if draw_chance(rng, 0.15)
        else rng.uniform(0, 0.025)
        if draw_chance(rng, 0.5)
        else 0.0
    )
    return float(rng.uniform(0.3, 0.7) + more * edge)
