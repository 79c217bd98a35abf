"""Tables of every kind: random looks as wide as what people put before a camera."""

import numpy as np

from pi_bunco.devices.camera.mock.look import Colour, DieLook, LightLook, Look, MatLook, ViewLook

_LIGHT_BODIES: tuple[Colour, ...] = (
    (0.95, 0.95, 0.93),
    (0.92, 0.88, 0.77),
    (0.98, 0.86, 0.20),
    (0.93, 0.70, 0.78),
    (0.62, 0.80, 0.93),
    (0.70, 0.86, 0.55),
    (0.88, 0.72, 0.50),
    (0.86, 0.86, 0.88),
)
_DARK_BODIES: tuple[Colour, ...] = (
    (0.06, 0.06, 0.07),
    (0.70, 0.07, 0.08),
    (0.10, 0.18, 0.55),
    (0.06, 0.36, 0.20),
    (0.36, 0.10, 0.48),
    (0.83, 0.36, 0.05),
    (0.30, 0.20, 0.13),
    (0.15, 0.45, 0.52),
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
    "printed": ((0.82, 0.80, 0.76), (0.75, 0.20, 0.18), (0.20, 0.28, 0.50), (0.88, 0.82, 0.60)),
}
_LOGOS = ("BUNCO", "Vegas", "@", "&", "OK", "7", "#1")
_FAR_APART = 0.32
_LIGHT = 0.5


def wild(rng: np.random.Generator, *, edge: float | None = None, dice: int = 3) -> Look:
    """Make up a table.

    Parameters
    ----------
    rng
        Where it comes from.
    edge
        Pixels that a die's edge measures; chosen from 25 to 160 if left out.
    dice
        How many dice will lie on it, at most.

    Returns
    -------
    Look
        Any mat, light, camera and dice.
    """
    mat = _mat(rng)
    first = _die(rng, mat)
    alike = rng.random() < 0.65  # noqa: PLR2004 - dice mostly come in sets
    bodies = tuple(first if alike else _die(rng, mat) for _ in range(dice))
    view = _view(rng, edge)
    return Look(mat=mat, light=_light(rng, view), view=view, dice=bodies)


def _chance(rng: np.random.Generator, share: float) -> bool:
    return bool(rng.random() < share)


def _near(rng: np.random.Generator, colour: Colour, error: float = 0.05) -> Colour:
    """Give a colour like another."""
    red, green, blue = (
        float(part) for part in np.clip(np.array(colour) + rng.normal(0, error, 3), 0.02, 0.98)
    )
    return red, green, blue


def _pick(rng: np.random.Generator, colours: tuple[Colour, ...]) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _apart(one: Colour, other: Colour) -> float:
    return float(np.abs(np.array(one) - np.array(other)).max())


def _mat(rng: np.random.Generator) -> MatLook:
    cloth = ("felt", "weave", "wood", "plain", "carpet", "printed")[
        int(rng.choice(6, p=(0.17, 0.15, 0.23, 0.17, 0.13, 0.15)))
    ]
    colour = _near(rng, _pick(rng, _MATS[cloth]))
    dark = 0.55 if cloth == "wood" else 0.35
    second = (
        tuple(part * dark for part in colour)
        if cloth in {"wood", "carpet"}
        else _pick(rng, _LIGHT_BODIES + _DARK_BODIES)
    )
    return MatLook(
        cloth=cloth,  # type: ignore[arg-type]  # the tuple above holds the names of cloths
        colour=colour,
        second=(float(second[0]), float(second[1]), float(second[2])),
        contrast=float(rng.uniform(0.2, 1.0)),
        scale=float(rng.uniform(0.6, 1.8)),
        things=int(rng.integers(1, 5)) if _chance(rng, 0.35) else 0,
    )


def _die(rng: np.random.Generator, mat: MatLook) -> DieLook:
    while True:
        bodies = _LIGHT_BODIES[:2] if _chance(rng, 0.4) else _LIGHT_BODIES + _DARK_BODIES
        body = _near(rng, _pick(rng, bodies), 0.04)
        light = float(np.dot(body, (0.3, 0.6, 0.1))) > _LIGHT
        inks: tuple[Colour, ...] = ((0.05, 0.05, 0.05),) if light else ((0.96, 0.96, 0.94),)
        if _chance(rng, 0.3):
            inks = _DARK_BODIES if light else (*_LIGHT_BODIES, (0.85, 0.68, 0.25))
        pips = _near(rng, _pick(rng, inks), 0.03)
        hidden = _apart(body, mat.colour) < 0.12  # noqa: PLR2004 - a die that nobody would choose for this mat
        if _apart(body, pips) >= _FAR_APART and not hidden:
            break
    sharp = _chance(rng, 0.2)
    clear = float(rng.uniform(0.35, 0.85)) if _chance(rng, 0.18) else 0.0
    fleck = ("none", "marble", "glitter", "grain")[int(rng.choice(4, p=(0.5, 0.21, 0.17, 0.12)))]
    return DieLook(
        body=body,
        pips=pips,
        one=(0.75, 0.06, 0.07) if light and _chance(rng, 0.12) else None,
        size=float(rng.uniform(0.9, 1.12)),
        radius=float(rng.uniform(0.03, 0.08) if sharp else rng.uniform(0.1, 0.36)),
        ball=2.0 if sharp or _chance(rng, 0.4) else float(rng.uniform(1.38, 1.6)),
        spread=float(rng.uniform(0.44, 0.58)),
        pip=float(rng.uniform(0.12, 0.21)),
        big_one=float(rng.uniform(1.3, 1.8)) if _chance(rng, 0.2) else 1.0,
        hollow=0.0 if sharp else float(rng.uniform(0.1, 1.0)),
        gloss=float(rng.uniform(0.1, 1.0)),
        rough=float(rng.uniform(0.03, 0.4)),
        dish=float(rng.uniform(0.0, 0.25)),
        fleck=fleck,  # type: ignore[arg-type]  # the tuple above holds the names of flecks
        fleck_colour=_near(rng, _pick(rng, _LIGHT_BODIES + _DARK_BODIES)),
        fleck_amount=float(rng.uniform(0.15, 0.6)),
        clear=clear,
        wear=float(rng.uniform(0, 0.25)),
        right=not _chance(rng, 0.2),
        logo=_LOGOS[int(rng.integers(len(_LOGOS)))] if _chance(rng, 0.04) else "",
        ring=float(rng.uniform(0.75, 0.88)) if _chance(rng, 0.03) else 0.0,
        turned=(_chance(rng, 0.5), _chance(rng, 0.5), _chance(rng, 0.5)),
    )


def _light(rng: np.random.Generator, view: ViewLook) -> LightLook:
    hard = _chance(rng, 0.3)
    warm = float(rng.uniform(-0.15, 0.2))
    ambient = float(rng.uniform(0.15, 0.35) if hard else rng.uniform(0.3, 0.75))
    window_at = (float(rng.uniform(0, 360)), float(rng.uniform(45, 89)))
    if _chance(rng, 0.5):
        # Where flat tops mirror it into the camera, so that it lies over their pips.
        aim = rng.normal(0, 7, 2)
        window_at = (view.azimuth + 180 + float(aim[0]), min(90 - view.tilt + float(aim[1]), 89.0))
    return LightLook(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(28, 85)),
        distance=float(rng.uniform(70, 200)),
        width=float(rng.uniform(1, 5) if hard else rng.uniform(6, 35)),
        key=float(np.clip(1.05 - ambient + rng.normal(0, 0.08), 0.15, 1.1)),
        key_colour=(1.0, 1 - 0.4 * max(warm, 0), 1 - max(warm, 0)),
        ambient=ambient,
        ambient_colour=(1 - 0.1 * abs(warm), 0.97, 1.0),
        window=float(rng.uniform(0.5, 4.0)) if _chance(rng, 0.7) else 0.0,
        window_at=window_at,
        window_size=(float(rng.uniform(0.03, 0.25)), float(rng.uniform(0.08, 0.5))),
        screen=(float(rng.uniform(0, 360)), float(rng.uniform(-6, 9)), float(rng.uniform(0.2, 6)))
        if _chance(rng, 0.12)
        else None,
    )


def _view(rng: np.random.Generator, edge: float | None) -> ViewLook:
    tilt = float(abs(rng.normal(0, 10))) if _chance(rng, 0.3) else float(rng.uniform(5, 35))
    pixels = float(np.exp(rng.uniform(np.log(25), np.log(160)))) if edge is None else edge
    return ViewLook(
        tilt=min(tilt, 35.0),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(0, 360)) if _chance(rng, 0.3) else float(rng.normal(0, 4)),
        distance=float(rng.uniform(28, 90)),
        edge=pixels,
        bend=float(rng.uniform(-0.03, 0.12)),
        blur=float(rng.uniform(0.3, 0.7) + (rng.uniform(0, 0.025) * pixels if _chance(rng, 0.5) else 0)),
        exposure=float(np.exp(rng.normal(-0.05, 0.28))),
        balance=(float(rng.uniform(0.85, 1.2)), float(rng.uniform(0.8, 1.15))),
        vignette=float(rng.uniform(0.5, 0.95) if _chance(rng, 0.08) else rng.uniform(0, 0.5)),
        noise=float(rng.uniform(0.6, 7.0) if _chance(rng, 0.6) else rng.uniform(0.3, 1.5)),
        chroma=float(rng.uniform(0.1, 0.9)),
        sharpen=float(rng.uniform(0.3, 1.2)) if _chance(rng, 0.4) else 0.0,
        jpeg=int(rng.integers(55, 96)) if _chance(rng, 0.85) else 0,
        grey=_chance(rng, 0.12),
    )
