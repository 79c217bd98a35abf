"""Degrades pieces of pictures for training, as position, light, lens, sensor and file format do."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def cut_window(rng: np.random.Generator, piece: NDArray[np.uint8], side: int, reach: float) -> Floats:
    """Return a window of a piece that is turned, zoomed, stretched and shifted at random.

    Parameters
    ----------
    rng
        The random numbers.
    piece
        Shape ``(room, room, 3)``.
    side
        Side of the window, in pixels.
    reach
        Largest shift, in pixels of the window.
    """
    angle, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(-0.24, 0.24))
    stretch, shear = np.exp(rng.uniform(-0.22, 0.22)), rng.uniform(-0.15, 0.15)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c, -s], [s, c]]) @ np.array([[stretch, shear], [0, 1 / stretch]])
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    middle = (piece.shape[0] - 1) / 2
    move = (side - 1) / 2 + rng.uniform(-reach, reach, 2) - turn @ (middle, middle)
    flags = cv2.INTER_LINEAR if rng.random() < 0.8 else cv2.INTER_CUBIC
    window = cv2.warpAffine(
        piece, np.hstack([turn, move[:, None]]), (side, side), flags=flags, borderMode=cv2.BORDER_REFLECT
    )
    return window.astype(np.float32)


def degrade(rng: np.random.Generator, window: Floats) -> Floats:
    """Change colours and light, blur, add glare and noise, compress: shape ``(side, side, 3)``, 0 to 255."""
    window = _change_colours(rng, window)
    window = _change_light(rng, window)
    window = _blur_and_compress(rng, window)
    return np.clip(window, 0, 255)


def _change_colours(rng: np.random.Generator, window: Floats) -> Floats:
    chance = rng.random()
    if chance < 0.25:  # any mix of the channels as grey
        grey = window @ rng.dirichlet((2, 4, 2.5)).astype(np.float32)
        window = np.repeat(grey[..., None], 3, 2)
    elif chance < 0.43:
        window = _recolour(rng, window)
    elif chance < 0.78:
        window = window[..., rng.permutation(3)]
        mix = np.eye(3) + rng.normal(0, 0.12, (3, 3))
        window = window @ (mix / mix.sum(0)).astype(np.float32)
    if rng.random() < 0.25:
        window = 255 - window
    if rng.random() < 0.5:
        window = 255 * np.power(np.clip(window, 0, 255) / 255, np.float32(np.exp(rng.uniform(-0.6, 0.6))))
    gain = rng.uniform(0.5, 1.3)
    return (window - 128) * gain + 128 + rng.uniform(-45, 45)


def _recolour(rng: np.random.Generator, window: Floats) -> Floats:
    """Make light one hue and dark another that hardly differs in grey, as red pips on black or blue dice."""
    grey = window @ np.array((0.114, 0.587, 0.299), np.float32)
    low, high = np.percentile(grey, (4, 96))
    share = np.clip((grey - low) / max(high - low, 10.0), 0, 1)[..., None]
    first, second = rng.uniform(10, 230, (2, 3))
    # Bring the two to nearly one brightness.
    second = second * (first.mean() + rng.uniform(-30, 30)) / max(second.mean(), 20.0)
    mixed = first * share + np.clip(second, 0, 255) * (1 - share)
    keep = rng.uniform(0, 0.35)
    return np.asarray(mixed + keep * (window - grey.mean()), np.float32)


def draw_blank(rng: np.random.Generator, side: int) -> Floats:
    """Draw a plain object as large as a face, such as a snap, a button or a chip."""
    ground, body = rng.uniform(20, 235, (2, 3))
    if rng.random() < 0.5:
        ground, body = np.repeat(ground.mean(), 3), np.repeat(body.mean(), 3)
    if rng.random() < 0.5:  # nearly the ground's colour, as a snap of a tray
        body = ground + rng.uniform(-80, 80) + rng.normal(0, 6, 3)
    window = np.empty((side, side, 3), np.float32)
    window[:] = ground
    middle = tuple(float(v) for v in side / 2 + rng.uniform(-3, 3, 2))
    wide, ratio = side * rng.uniform(0.45, 0.85), rng.uniform(0.75, 1.0)
    corners = cv2.boxPoints((middle, (wide, wide * ratio), float(rng.uniform(0, 180))))
    if rng.random() < 0.6:
        cv2.ellipse(
            window, (middle, (wide, wide * ratio), float(rng.uniform(0, 180))), tuple(body), -1, cv2.LINE_AA
        )
    else:
        cv2.fillConvexPoly(window, np.round(corners).astype(np.int32), tuple(body), cv2.LINE_AA)
    if rng.random() < 0.4:  # a rim, or a ring on it
        shade = tuple(float(v) for v in body * rng.uniform(0.6, 1.3))
        cv2.circle(
            window, tuple(int(v) for v in middle), int(wide * rng.uniform(0.3, 0.5)), shade, 2, cv2.LINE_AA
        )
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    a, b = rng.uniform(-0.25, 0.25, 2).astype(np.float32)
    return np.asarray(window * (1 + a * ramp + b * ramp[:, None])[..., None], np.float32)


def _change_light(rng: np.random.Generator, window: Floats) -> Floats:
    side = window.shape[0]
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    if rng.random() < 0.3:
        a, b = rng.uniform(-0.4, 0.4, 2).astype(np.float32)
        window = window * (1 + a * ramp + b * ramp[:, None])[..., None]
    if rng.random() < 0.12:  # a hard shadow's edge
        a, b = rng.normal(size=2).astype(np.float32)
        dark = a * ramp + b * ramp[:, None] > rng.uniform(-0.6, 0.6) * np.hypot(a, b)
        window = np.where(dark[..., None], window * np.float32(rng.uniform(0.35, 0.8)), window)
    if rng.random() < 0.2:
        window = window + _draw_glare(rng, side)
    return np.ascontiguousarray(window, np.float32)


def _draw_glare(rng: np.random.Generator, side: int) -> Floats:
    """Return the reflection of a lamp: a spot, or an arc at a face's rounded edge."""
    spot = np.zeros((side, side), np.float32)
    turn, gain = float(rng.uniform(0, 180)), np.float32(rng.uniform(60, 255))
    if rng.random() < 0.6:
        at = tuple(int(v) for v in rng.integers(4, side - 4, 2))
        cv2.ellipse(spot, at, (int(rng.integers(1, 10)), int(rng.integers(1, 5))), turn, 0, 360, 1.0, -1)
    else:
        at = tuple(int(v) for v in rng.normal(side / 2, 2.5, 2))
        axes = tuple(int(v) for v in side * rng.uniform(0.15, 0.36) * rng.uniform(0.8, 1.2, 2))
        end = float(rng.uniform(40, 330))
        cv2.ellipse(spot, at, axes, turn, 0, end, 1.0, int(rng.integers(1, 3)), cv2.LINE_AA)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(0.6, 2.2)), np.float32)
    return np.asarray((spot * gain)[..., None], np.float32)


def _blur_and_compress(rng: np.random.Generator, window: Floats) -> Floats:
    side = window.shape[0]
    chance = rng.random()
    if chance < 0.3:
        window = np.asarray(cv2.GaussianBlur(window, (0, 0), rng.uniform(0.3, 1.4)), np.float32)
    elif chance < 0.5:  # small in the picture
        e = int(rng.integers(side * 2 // 5, side * 9 // 10))
        small = cv2.resize(window, (e, e), interpolation=cv2.INTER_AREA)
        window = np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR), np.float32)
    elif chance < 0.57:  # it moved
        size = int(rng.integers(3, 8))
        streak = np.zeros((size, size), np.float32)
        end = rng.uniform(0, np.pi)
        half = (size - 1) / 2
        dx, dy = half * np.cos(end), half * np.sin(end)
        a, b = (round(half - dx), round(half - dy)), (round(half + dx), round(half + dy))
        cv2.line(streak, a, b, 1.0, 1)
        window = np.asarray(cv2.filter2D(window, -1, streak / streak.sum()), np.float32)
    if rng.random() < 0.15:  # sharpened by the camera
        window = window + rng.uniform(0.3, 1.2) * (window - cv2.GaussianBlur(window, (0, 0), 1.2))
    if rng.random() < 0.45:
        shape = window.shape if rng.random() < 0.5 else (*window.shape[:2], 1)
        noise = rng.standard_normal(shape, np.float32)
        window = window + noise * np.float32(rng.uniform(1, 10))
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 92))]
        _, code = cv2.imencode(".jpg", np.clip(window, 0, 255).astype(np.uint8), quality)
        window = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.float32)
    return np.asarray(window, np.float32)
