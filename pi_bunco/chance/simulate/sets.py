"""How sets get their winners, where a set has one of its own."""

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.cases import Cases
from pi_bunco.chance.simulate.figures import Section, mean_of, share_of

_BY = {"wins": "Won by most wins alone", "buncos": "Equal wins, won by most buncos", "rolloff": "Rolled off"}


class Sets:
    """What decides a set, and how long its roll-off lasts."""

    def __init__(self) -> None:
        self._by = {by: Cases() for by in _BY}
        self._tied = Cases()
        self._throws = Cases()

    def see(self, played: Round) -> None:
        """Pass over a round: a set is told at its end."""

    def close(self, party: Party) -> None:
        """End the party: see how its sets came out."""
        for result in party.night.sets if party.night else ():
            for by, cases in self._by.items():
                cases.add(result.by == by)
            if result.tied:
                self._tied.add(len(result.tied))
                self._throws.add(len(result.order_throws) + len(result.throws))
        for cases in (*self._by.values(), self._tied, self._throws):
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        figures = [share_of(by, text, self._by[by]) for by, text in _BY.items()]
        if self._throws.ratio.cases:
            figures += [
                mean_of("tied", "Players in such a roll-off", self._tied),
                mean_of("throws", "Throws in it, order included", self._throws),
            ]
        return Section("sets", "Who wins a set", tuple(figures))
