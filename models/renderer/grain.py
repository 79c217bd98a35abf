"""Random textures for surfaces: smooth noise and flecks."""

import cv2
import numpy as np

from renderer.space import Array

# Noise with larger blobs is first drawn with blobs of this size in pixels, and then enlarged: it is faster.
_MAX_DRAWN_BLOB = 6.0


def make_cloud(
    rng: np.random.Generator, shape: tuple[int, int], across: float, along: float | None = None
) -> Array:
    """Make smooth noise with mean 0 and standard deviation 1.

    Parameters
    ----------
    rng
        The random numbers.
    shape
        Rows and columns.
    across, along
        Width and height of its blobs in pixels. Without ``along`` the height is like the width.
    """
    along = across if along is None else along
    shrink_x, shrink_y = max(across / _MAX_DRAWN_BLOB, 1.0), max(along / _MAX_DRAWN_BLOB, 1.0)
    small = (max(int(shape[0] / shrink_y) + 4, 4), max(int(shape[1] / shrink_x) + 4, 4))
    noise = rng.standard_normal(small, dtype=np.float32)
    noise = np.asarray(
        cv2.GaussianBlur(noise, (0, 0), max(across / shrink_x, 0.3), sigmaY=max(along / shrink_y, 0.3))
    )
    if small != shape:
        noise = np.asarray(cv2.resize(noise, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC))
    noise -= noise.mean()
    return np.asarray(noise / max(float(noise.std()), 1e-6), np.float32)


def make_flecks(rng: np.random.Generator, shape: tuple[int, int], size: float, share: float) -> Array:
    """Make a mask, 0 to 1, of small blobs with hard edges. They cover about a ``share`` of the surface."""
    noise = make_cloud(rng, shape, size)
    edge = float(np.quantile(noise[::3, ::3], 1 - min(max(share, 0.001), 0.999)))
    return np.asarray(np.clip((noise - edge) * 4 + 0.5, 0, 1), np.float32)
