"""The camera's position over a mat, for flat pictures."""

from typing import NamedTuple

from pi_bunco.readings import Box


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

    def lower(self, box: Box, height: float) -> Box:
        """Return where a box appears after it is lowered by a height, in pixels of the flat picture.

        >>> Stand(480, 320, 1000).lower((460, 100, 500, 140), 40)
        (460.0, 108.0, 500.0, 148.0)
        """
        x0, y0, x1, y1 = box
        x, y = (height * slant for slant in self.measure_slant((x0 + x1) / 2, (y0 + y1) / 2))
        return x0 - x, y0 - y, x1 - x, y1 - y
