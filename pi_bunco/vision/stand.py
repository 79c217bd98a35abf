"""Where the camera stands over a mat whose picture was made flat."""

from typing import NamedTuple


class Stand(NamedTuple):
    """Where a camera stands.

    Attributes
    ----------
    x, y
        The place of the mat straight under it, in pixels of the flat picture; it may lie outside.
    height
        How high it stands over the mat, in the same pixels.
    """

    x: float
    y: float
    height: float

    def slant(self, x: float, y: float) -> tuple[float, float]:
        """Return how slanting it looks at a place: how far outward for each pixel down, across and along.

        Of a die that lies flat there its upper face is seen so much of an edge further out than its lower.

        >>> Stand(480, 320, 1000).slant(480, 120)
        (0.0, -0.2)
        """
        return (x - self.x) / self.height, (y - self.y) / self.height
