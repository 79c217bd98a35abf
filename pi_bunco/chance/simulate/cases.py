"""Cases that come party by party: a mean over them whose error knows that a party's cases hang together."""

from pi_bunco.chance.simulate.statistics import Ratio, Spread


class Cases:
    """Numbers of the party being played, and of all that were played before.

    Attributes
    ----------
    ratio
        The mean over the parties that are closed.
    spread
        How the numbers of all parties are spread.

    Examples
    --------
    >>> ties = Cases()
    >>> for party in ((1, 0, 0), (0, 1, 1)):
    ...     for tied in party:
    ...         ties.add(tied)
    ...     ties.close()
    >>> ties.ratio.value, ties.spread.within(0.5)
    (0.5, 0)
    """

    def __init__(self) -> None:
        self.ratio = Ratio()
        self.spread = Spread()
        self._total = 0.0
        self._cases = 0

    def add(self, number: float) -> None:
        """Add a case of this party."""
        self._total += number
        self._cases += 1
        self.spread.add(number)

    def close(self) -> None:
        """End the party."""
        self.ratio.add(self._total, self._cases)
        self._total, self._cases = 0.0, 0
