"""The best reader that there is on this machine."""

from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.reader import Reader


def best_reader() -> Reader:
    """Give the best reader that can be had here."""
    return GeometryReader()
