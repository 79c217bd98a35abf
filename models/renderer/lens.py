"""Projects from the table to the picture and back: a pinhole camera with lens distortion."""

import numpy as np

from pi_bunco.readings import Box
from renderer.look import ViewLook
from renderer.space import Array, Rect, dot, find_direction, rotate_about

_NEWTON_STEPS = 5
_PENUMBRA = 0.06
"""Width of the soft border of a fisheye's round picture, as a share of its radius."""


class Lens:
    """The camera's place, and the direction in which each pixel looks.

    Parameters
    ----------
    view
        The camera.
    size
        Width and height of its pictures in pixels.

    Attributes
    ----------
    at
        Its place, in units.
    axes
        Rows: the picture's right, its down, and the direction in which the camera looks.
    focal
        Focal length in pixels.
    scale
        Pixels per unit in the middle of the picture.
    """

    def __init__(self, view: ViewLook, size: tuple[int, int]) -> None:
        out = find_direction(view.azimuth, 90 - view.tilt)
        tilt_axis = np.array([-out[1], out[0], 0], np.float64)
        length = np.hypot(out[0], out[1])
        tilted = rotate_about(tilt_axis / length, np.radians(view.tilt)) if length > 0 else np.eye(3)
        turned = np.diag([1.0, -1.0, -1.0]) @ rotate_about(np.array([0, 0, 1]), np.radians(view.roll))
        self.size = size
        self.at = np.asarray(out * view.distance, np.float32)
        self.axes = np.asarray(turned @ tilted.T, np.float32)
        self.focal = view.edge / 2 * view.distance
        self.bend = view.bend / (size[0] / 2 / self.focal) ** 2
        self._vignette = view.vignette
        self._circle = view.circle * min(size) / 2
        self.scale = view.edge / 2

    @property
    def whole(self) -> Rect:
        """The whole picture."""
        return 0, 0, *self.size

    def find_rays(self, rect: Rect, fine: float = 1) -> Array:
        """Return the directions in which the pixels of a rectangle look.

        Parameters
        ----------
        rect
            The pixels; may extend beyond the picture.
        fine
            Rays along each side of a pixel; 0.5 means one ray for two pixels (even width and height).

        Returns
        -------
        Array
            Unit vectors, shape ``(3, rows * columns)``, ``fine`` times the pixels each way.
        """
        x0, y0, x1, y1 = rect
        half = (self.size[0] / 2, self.size[1] / 2)
        u = (x0 + (np.arange(round((x1 - x0) * fine), dtype=np.float32) + 0.5) / fine - half[0]) / self.focal
        v = (y0 + (np.arange(round((y1 - y0) * fine), dtype=np.float32) + 0.5) / fine - half[1]) / self.focal
        grid = np.empty((3, len(v), len(u)), np.float32)
        grid[0], grid[1], grid[2] = u, v[:, None], 1
        grid[:2] *= 1 + self.bend * (u * u + (v * v)[:, None])
        rays = self.axes.T @ grid.reshape(3, -1)
        return np.asarray(rays / np.sqrt(dot(rays, rays)), np.float32)

    def find_dimming(self, x: Array, y: Array) -> Array:
        """Return the share of light that reaches pixels: less towards the corners."""
        width, height = self.size
        off = ((x - width / 2) ** 2 + (y - height / 2) ** 2) * (4 / (width**2 + height**2))
        dim = 1 - self._vignette * off
        if self._circle > 0:
            far = np.hypot(x - width / 2, y - height / 2)
            dim = dim * np.clip((self._circle - far) / (_PENUMBRA * self._circle) + 0.5, 0, 1)
        return np.asarray(dim, np.float32)

    def sees(self, box: Box, margin: float = 0.0) -> bool:
        """Return whether a box lies wholly in the picture, at least ``margin`` pixels from its border."""
        (width, height), (x0, y0, x1, y1) = self.size, box
        if x0 < margin or y0 < margin or x1 > width - margin or y1 > height - margin:
            return False
        off = np.hypot(
            max(abs(x0 - width / 2), abs(x1 - width / 2)), max(abs(y0 - height / 2), abs(y1 - height / 2))
        )
        return self._circle == 0 or bool(off < (1 - _PENUMBRA) * self._circle - margin)

    def project(self, points: Array) -> Array:
        """Return the pixels of points, ``(..., 3)`` to ``(..., 2)``."""
        in_camera = (points - self.at) @ self.axes.T
        flat = in_camera[..., :2] / in_camera[..., 2:]
        straight = np.sqrt((flat * flat).sum(axis=-1))
        bent = straight.copy()
        for _ in range(_NEWTON_STEPS):
            bent -= (bent * (1 + self.bend * bent**2) - straight) / (1 + 3 * self.bend * bent**2)
        shrink = np.where(straight > 0, bent / np.maximum(straight, 1e-9), 1)
        return np.asarray(flat * shrink[..., None] * self.focal + np.array(self.size) / 2, np.float32)

    def find_frame(self, points: Array, margin: int) -> Rect:
        """Return the rectangle of pixels that contains points, with a margin, not clipped."""
        pixels = self.project(points)
        (x0, y0), (x1, y1) = np.floor(pixels.min(axis=0)), np.ceil(pixels.max(axis=0))
        return int(x0) - margin, int(y0) - margin, int(x1) + margin, int(y1) + margin

    def find_place_under(self, pixel: Array, height: float) -> Array:
        """Return the place ``(x, y)``, in units, that a pixel sees at a height above the mat."""
        flat = (np.asarray(pixel, np.float32) - np.array(self.size, np.float32) / 2) / np.float32(self.focal)
        flat = flat * (1 + self.bend * float(flat @ flat))
        ray = self.axes.T @ np.array([flat[0], flat[1], 1], np.float32)
        return np.asarray((self.at + ray * (height - self.at[2]) / ray[2])[:2], np.float32)

    def find_mat_places(self, rect: Rect) -> tuple[Array, Array]:
        """Return the places of the mat that the pixels of a rectangle see, x and y: ``(rows, columns)``."""
        rays = self.find_rays(rect)
        reach = -self.at[2] / rays[2]
        shape = (rect[3] - rect[1], rect[2] - rect[0])
        return (
            np.asarray(self.at[0] + reach * rays[0], np.float32).reshape(shape),
            np.asarray(self.at[1] + reach * rays[1], np.float32).reshape(shape),
        )
