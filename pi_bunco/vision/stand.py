"""The camera's position over a mat, for flat pictures."""

from typing import NamedTuple


class Stand(NamedTuple):
    """The camera's position over a mat.

    Attributes
    ----------
    x, y
        The point straight below the camera, in pixels of the flat picture; it may be outside of it.
    height
        The camera's height over the mat, in the same pixels.
    """

    x: float
    y: float
    height: float

    def measure_slant(self, x: float, y: float) -> tuple[float, float]:
        """Return how slanted the camera's view of a point is, across and along: 0 means straight from above.

        The value is the horizontal distance from the camera for each pixel of its height. In the flat
        picture, the upper face of a flat die is shifted away from the camera by this share of an edge.

        >>> Stand(480, 320, 1000).measure_slant(480, 120)
        (0.0, -0.2)
        """
        return (x - self.x) / self.height, (y - self.y) / self.height
