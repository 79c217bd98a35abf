"""The six faces of a die as places of a three by three grid.

Places are numbered row by row, the middle one is 4. Two, three and six lie in two ways.
"""

import numpy as np

GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float32)
"""The nine places in steps of the grid, shape ``(9, 2)``."""

_PLACES = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 3, 5, 6, 8)),
    (6, (0, 1, 2, 6, 7, 8)),
)

VALUES = np.array([value for value, _ in _PLACES], np.intp)
"""The value of each layout, shape ``(9,)``."""

FILLED = np.array([[place in places for place in range(9)] for _, places in _PLACES], np.float32)
"""1 where a layout has a pip, else 0, shape ``(layouts, 9 places)``."""
