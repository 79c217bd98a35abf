"""The countdown before the next bell, where the host has chosen one."""

from math import ceil

from pi_bunco.views.table import TableView

_LAST = 10
"""The last seconds are shown one by one, those before them in steps."""
_STEP = 5


class Countdown:
    """Knows when the bell rings by itself.

    It runs from the end of a round, never before a game's first bell nor in a break, and once for each round:
    a host who takes the bell back rings it themselves. A throw in doubt holds the bell, not the clock.

    >>> round_seconds(61.3), round_seconds(58.0), round_seconds(9.2), round_seconds(0.0)
    (65, 60, 10, 0)
    """

    def __init__(self) -> None:
        self._round: tuple[str, int, int] | None = None
        self._ends: float | None = None

    def left(self, view: TableView, seconds: int, now: float) -> float | None:
        """Return the seconds until the bell, at ``now`` on a steady clock; ``None``: it does not ring itself.

        Parameters
        ----------
        view
            What the head table's page shows.
        seconds
            How long the host has chosen, 0 for no countdown.
        now
            Seconds.
        """
        runs = seconds and view.phase == "ready" and view.rounds and not view.rest
        if not runs:
            self._ends = None
            return None
        this = (view.game, view.set, view.round)
        if this != self._round:
            self._round, self._ends = this, now + seconds
        return None if self._ends is None else max(self._ends - now, 0.0)


def round_seconds(left: float) -> int:
    """Return the seconds that a page shows: one by one at the end, in steps before."""
    return ceil(left) if left <= _LAST else _STEP * ceil(left / _STEP)
