"""Random dice: mostly ordinary ones, and some of each kind that is hard to read."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from renderer.look import Colour, DieLook, MatLook

LIGHT_BODIES: tuple[Colour, ...] = (
    (0.95, 0.95, 0.93),
    (0.92, 0.88, 0.77),
    (0.98, 0.86, 0.20),
    (0.93, 0.70, 0.78),
    (0.62, 0.80, 0.93),
    (0.70, 0.86, 0.55),
    (0.88, 0.72, 0.50),
    (0.86, 0.86, 0.88),
)
DARK_BODIES: tuple[Colour, ...] = (
    (0.06, 0.06, 0.07),
    (0.70, 0.07, 0.08),
    (0.10, 0.18, 0.55),
    (0.06, 0.36, 0.20),
    (0.36, 0.10, 0.48),
    (0.83, 0.36, 0.05),
    (0.30, 0.20, 0.13),
    (0.15, 0.45, 0.52),
)
_METALS: tuple[Colour, ...] = ((0.75, 0.75, 0.77), (0.86, 0.70, 0.38), (0.72, 0.45, 0.30), (0.30, 0.30, 0.33))
_WOODS: tuple[Colour, ...] = ((0.80, 0.62, 0.42), (0.62, 0.42, 0.26), (0.42, 0.26, 0.16), (0.90, 0.78, 0.60))
_LOGOS = ("BUNCO", "Vegas", "@", "&", "OK", "7", "#1")
# The least difference between the body and the pips, or the mat, in one of the colours red, green and blue.
_MIN_CONTRAST, _MIN_MAT_CONTRAST = 0.32, 0.12
# From this lightness on (0 to 1) a body has dark pips; below this colour value, drilled pips are invisible.
_MIN_BRIGHT, _MIN_DRILLED = 0.5, 0.2
_SUBTLE_FROM = 34.0
"""From this edge on, in pixels, a die is large enough to show pips without paint."""


def make_die(rng: np.random.Generator, mat: MatLook, edge: float) -> DieLook:
    """Make up a die.

    Parameters
    ----------
    rng
        Makes the choices.
    mat
        What it will lie on; few people choose dice that they cannot see on their mat.
    edge
        Its edge in pixels.
    """
    made = _make_ordinary(rng, mat)
    draw = rng.random()
    for share, change in _KINDS if edge >= _SUBTLE_FROM else _PLAIN_KINDS:
        draw -= share
        if draw < 0:
            return change(rng, made)
    return made


def draw_chance(rng: np.random.Generator, share: float) -> bool:
    """Return true with this probability."""
    return bool(rng.random() < share)


def vary_colour(rng: np.random.Generator, colour: Colour, error: float = 0.05) -> Colour:
    """Return a colour similar to another."""
    red, green, blue = (
        float(part) for part in np.clip(np.array(colour) + rng.normal(0, error, 3), 0.02, 0.98)
    )
    return red, green, blue


def pick(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    """Choose one of several colours."""
    return colours[int(rng.integers(len(colours)))]


def _measure_difference(one: Colour, other: Colour) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def _measure_lightness(colour: Colour) -> float:
    return float(np.dot(colour, (0.3, 0.6, 0.1)))


def _scale(colour: Colour, share: float) -> Colour:
    red, green, blue = (min(part * share, 0.98) for part in colour)
    return red, green, blue


def _make_ordinary(rng: np.random.Generator, mat: MatLook) -> DieLook:
    """Make up an ordinary die: painted pips that are clearly visible."""
    while True:
        bodies = LIGHT_BODIES[:2] if draw_chance(rng, 0.4) else LIGHT_BODIES + DARK_BODIES
        body = vary_colour(rng, pick(rng, bodies), 0.04)
        bright = _measure_lightness(body) > _MIN_BRIGHT
        inks: tuple[Colour, ...] = ((0.05, 0.05, 0.05),) if bright else ((0.96, 0.96, 0.94),)
        if draw_chance(rng, 0.3):
            inks = DARK_BODIES if bright else (*LIGHT_BODIES, (0.85, 0.68, 0.25))
        pips = vary_colour(rng, pick(rng, inks), 0.03)
        hidden = _measure_difference(body, mat.colour) < _MIN_MAT_CONTRAST and not draw_chance(rng, 0.2)
        if _measure_difference(body, pips) >= _MIN_CONTRAST and not hidden:
            break
    sharp = draw_chance(rng, 0.2)
    spread = float(rng.uniform(0.42, 0.6))
    fleck = ("none", "marble", "glitter", "grain")[int(rng.choice(4, p=(0.62, 0.18, 0.14, 0.06)))]
    return DieLook(
        body=body,
        pips=pips,
        one=(0.75, 0.06, 0.07) if bright and draw_chance(rng, 0.12) else None,
        size=float(rng.uniform(0.9, 1.12)),
        radius=float(rng.uniform(0.02, 0.08) if sharp else rng.uniform(0.1, 0.4)),
        ball=2.0 if sharp or draw_chance(rng, 0.4) else float(rng.uniform(1.34, 1.6)),
        spread=spread,
        pip=min(float(rng.uniform(0.09, 0.24)), 0.48 * spread),
        big_one=float(rng.uniform(1.3, 2.4)) if draw_chance(rng, 0.22) else 1.0,
        six=float(rng.uniform(0.72, 0.9)) if draw_chance(rng, 0.2) else 1.0,
        hollow=0.0 if sharp else float(rng.uniform(0.1, 1.0)),
        gloss=float(rng.uniform(0.1, 1.0)),
        rough=float(rng.uniform(0.03, 0.4)),
        dish=float(rng.uniform(0.0, 0.25)),
        fleck=fleck,  # type: ignore[arg-type]  # the tuple above holds the names of flecks
        fleck_colour=vary_colour(rng, pick(rng, LIGHT_BODIES + DARK_BODIES)),
        fleck_amount=float(rng.uniform(0.1, 0.5)),
        wear=float(rng.uniform(0, 0.25)),
        right=not draw_chance(rng, 0.2),
        logo=_LOGOS[int(rng.integers(len(_LOGOS)))] if draw_chance(rng, 0.07) else "",
        ring=float(rng.uniform(0.75, 0.88)) if draw_chance(rng, 0.03) else 0.0,
        turned=(draw_chance(rng, 0.5), draw_chance(rng, 0.5), draw_chance(rng, 0.5)),
    )


def _drill(rng: np.random.Generator, made: DieLook) -> DieLook:
    """Drill the pips without paint, or with a darker shade of the body's colour."""
    # A hole is invisible in a black body.
    body = made.body if max(made.body) > _MIN_DRILLED else vary_colour(rng, pick(rng, LIGHT_BODIES), 0.04)
    pips = _scale(body, float(rng.uniform(0.4, 0.92)))
    return replace(made, body=body, pips=pips, one=None, hollow=float(rng.uniform(0.9, 1.0)), fleck="none")


def make_hued_die(rng: np.random.Generator, made: DieLook) -> DieLook:
    """Paint the pips about as bright as the body, but in a clearly different hue."""
    while True:
        body, pips = (vary_colour(rng, pick(rng, DARK_BODIES + LIGHT_BODIES)) for _ in range(2))
        alike = abs(_measure_lightness(body) - _measure_lightness(pips)) < 0.2
        if _measure_difference(body, pips) > 0.35 and alike:
            return replace(made, body=body, pips=pips, one=None)


def _make_glass(rng: np.random.Generator, made: DieLook) -> DieLook:
    """Make the body translucent, so that the pips of the far side shine through."""
    return replace(
        made, clear=float(rng.uniform(0.4, 0.95)), fleck="none" if draw_chance(rng, 0.6) else made.fleck
    )


def _make_sparkling(rng: np.random.Generator, made: DieLook) -> DieLook:
    """Cover the body with strong glitter, speckles or swirls."""
    fleck = ("marble", "marble", "glitter")[int(rng.integers(3))]
    amount = float(rng.uniform(0.45, 0.95) if fleck == "marble" else rng.uniform(0.25, 0.6))
    clear = float(rng.uniform(0.2, 0.6)) if draw_chance(rng, 0.3) else 0.0
    return replace(made, fleck=fleck, fleck_amount=amount, clear=clear)  # type: ignore[arg-type]  # the names of flecks


def _make_metal(rng: np.random.Generator, made: DieLook) -> DieLook:
    body = vary_colour(rng, pick(rng, _METALS))
    pips = (
        body if draw_chance(rng, 0.3) else _scale(body, 0.15) if draw_chance(rng, 0.7) else (0.95, 0.95, 0.92)
    )
    return replace(
        made,
        body=body,
        pips=pips,
        one=None,
        rough=float(rng.uniform(0.08, 0.4)),
        metal=float(rng.uniform(0.5, 0.9)),
        hollow=0.9,
        fleck="none",
        clear=0.0,
    )


def _make_wooden(rng: np.random.Generator, made: DieLook) -> DieLook:
    body = vary_colour(rng, pick(rng, _WOODS))
    dark = _measure_lightness(body) > 0.4 or draw_chance(rng, 0.3)
    pips: Colour = (0.10, 0.06, 0.04) if dark else (0.92, 0.88, 0.80)
    return replace(
        made,
        body=body,
        pips=pips,
        one=None,
        fleck="grain",
        fleck_colour=_scale(body, 0.6),
        fleck_amount=float(rng.uniform(0.3, 0.9)),
        gloss=float(rng.uniform(0.02, 0.3)),
        clear=0.0,
    )


def _print_discs(rng: np.random.Generator, made: DieLook) -> DieLook:
    """Print a disc in the pips' colour on each face, with pips in the body's colour."""
    return replace(
        made,
        disc=made.pips,
        pips=made.body,
        one=None,
        ring=float(rng.uniform(0.76, 0.9)),
        hollow=0.2 * made.hollow,
        spread=min(made.spread, 0.44),
        pip=min(made.pip, 0.16),
        big_one=min(made.big_one, 1.5),
        wear=0.0,
    )


_Change = Callable[[np.random.Generator, DieLook], DieLook]
_PLAIN_KINDS: tuple[tuple[float, _Change], ...] = (
    (0.12, make_hued_die),
    (0.07, _make_glass),
    (0.08, _make_sparkling),
    (0.05, _make_metal),
    (0.05, _make_wooden),
)
_KINDS: tuple[tuple[float, _Change], ...] = (
    (0.08, _drill),
    (0.12, make_hued_die),
    (0.10, _make_glass),
    (0.10, _make_sparkling),
    (0.06, _make_metal),
    (0.05, _make_wooden),
    (0.04, _print_discs),
)
"""The share of dice of each kind; the rest are ordinary."""
