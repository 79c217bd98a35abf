"""Tables whose columns are arrays of one length, as named tuples."""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=tuple[NDArray[Any], ...])


def join(*parts: T) -> T:
    """Put tables of one kind behind one another."""
    made: T = type(parts[0])._make(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[attr-defined] # a named tuple
    return made
