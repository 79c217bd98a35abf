"""Learns how large the dice are, so that the reader need not estimate it in every picture."""

from statistics import median

from pi_bunco.frames import Reading, Status

_KEPT = 24
_ENOUGH = 6
_FITS = 0.3
_FORGET = 2

_MEAN_TURN = 4 / 3.14159265
"""A square turned by a random angle has a bounding box this much wider than its side."""


class DieSize:
    """The edge of the dice in pixels of the full picture, learnt from readings."""

    def __init__(self) -> None:
        self._edges: list[float] = []
        self._misfits = 0

    @property
    def edge(self) -> float | None:
        """The edge in pixels; ``None`` until enough dice were read."""
        return median(self._edges) if len(self._edges) >= _ENOUGH else None

    def learn(self, reading: Reading) -> None:
        """Take in the sizes of a reading; when they do not fit twice, forget the known size."""
        if reading.status is not Status.READ:
            return
        edges = [
            ((x1 - x0) + (y1 - y0)) / 2 / _MEAN_TURN for x0, y0, x1, y1 in (die.box for die in reading.dice)
        ]
        known = self.edge
        if known is not None and not all(abs(edge / known - 1) <= _FITS for edge in edges):
            self._misfits += 1
            if self._misfits < _FORGET:
                return
            self._edges = []
        self._misfits = 0
        self._edges = [*self._edges, *edges][-_KEPT:]
