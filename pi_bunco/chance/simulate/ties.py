"""How often a table ties, and how long its roll-off lasts."""

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.cases import Cases
from pi_bunco.chance.simulate.figures import Section, mean_of, share_of
from pi_bunco.rules import DieOffs, Table


class Ties:
    """How often a table ties, and how long its roll-off lasts."""

    def __init__(self) -> None:
        self._tables = Cases()
        self._rounds = Cases()
        self._party = Cases()
        self._lengths = Cases()
        self._what = "Throws in a roll-off"
        self._ties = 0

    def see(self, played: Round) -> None:
        """Look for ties in a round."""
        ties = 0
        for table in played.tables:
            self._tables.add(table.rolloff is not None)
            if table.rolloff is not None:
                self._lengths.add(self._length(table))
                ties += 1
        self._rounds.add(ties > 0)
        self._ties += ties

    def _length(self, table: Table) -> int:
        if isinstance(table.rolloff, DieOffs):
            self._what = "Tries of one die in a roll-off"
            return len(table.rolloff.tries)
        return sum(thrown.rolloff for thrown in table.throws)

    def close(self, party: Party) -> None:  # noqa: ARG002 - what others look at
        """End the party."""
        self._party.add(self._ties)
        self._ties = 0
        for cases in (self._tables, self._rounds, self._party, self._lengths):
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        figures = [
            share_of("table", "A table ends a round equal", self._tables),
            share_of("round", "Some table in a round does", self._rounds),
            mean_of("party", "Roll-offs a party", self._party),
        ]
        if self._lengths.ratio.cases:
            figures.append(mean_of("length", self._what, self._lengths))
        return Section("ties", "Ties and roll-offs", tuple(figures))
