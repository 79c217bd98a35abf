"""Mock guests who tap: they throw dice of a computer at a table without a camera, and enter them."""

from random import Random

from pi_bunco.game.commands import CallThrow, Command, EnterDice
from pi_bunco.views.table import TableView

BY = "mock guest"


class MockGuests:
    """Those who sit at one table.

    Parameters
    ----------
    seed
        What they throw; the same seed throws the same.
    pause
        Seconds that they take for a throw.
    """

    def __init__(self, seed: int, pause: float) -> None:
        self._luck = Random(seed)  # noqa: S311 - dice of a game at home
        self._pause = pause
        self._seen = -1
        self._since = 0.0

    def look(self, snapshot: TableView, now: float) -> Command | None:
        """Look at the page of their table, and return what they tap.

        Parameters
        ----------
        snapshot
            What it shows.
        now
            Seconds on any steady clock.
        """
        if snapshot.revision != self._seen:
            self._seen, self._since = snapshot.revision, now
        if snapshot.can.call:
            return CallThrow(by=BY, table=snapshot.table)
        if not snapshot.can.enter or now - self._since < self._pause:
            return None
        dice = tuple(self._luck.randint(1, 6) for _ in range(snapshot.dice))
        return EnterDice(dice, by=BY, table=snapshot.table)
