"""Learns how large the dice are, so that the reader need not estimate it in every picture."""

from statistics import median

from pi_bunco.readings import Reading, Status

_MAX_KEPT_EDGES = 24
"""How many edges are remembered; there is one for each die that was read."""

_MIN_EDGES = 6
"""The size is known from this number of edges on."""

_MAX_DEVIATION = 0.3
"""An edge fits if it differs from the known size by at most this share."""

_MISFITS_TO_FORGET = 2
"""After this number of readings in a row that do not fit, the known size is forgotten."""

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
        return median(self._edges) if len(self._edges) >= _MIN_EDGES else None

    def learn(self, reading: Reading) -> None:
        """Learn the sizes in a reading; forget the known size if two readings in a row do not fit it."""
        if reading.status is not Status.READ:
            return
        edges = [
            ((x1 - x0) + (y1 - y0)) / 2 / _MEAN_TURN for x0, y0, x1, y1 in (die.box for die in reading.dice)
        ]
        known = self.edge
        if known is not None and not all(abs(edge / known - 1) <= _MAX_DEVIATION for edge in edges):
            self._misfits += 1
            if self._misfits < _MISFITS_TO_FORGET:
                return
            self._edges = []
        self._misfits = 0
        self._edges = [*self._edges, *edges][-_MAX_KEPT_EDGES:]
