"""How long rounds and parties last, how often a table ties, and how long its roll-off lasts."""

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Plan, Round
from pi_bunco.chance.simulate.figures import Section, mean_of, share_of
from pi_bunco.chance.simulate.statistics import Cases
from pi_bunco.rules import DieOffs, Table


class Lengths:
    """How long rounds and the party last; a roll-off's throws are no throws of the round here."""

    def __init__(self, plan: Plan) -> None:
        self._pace = plan.pace
        self._head = Cases()
        self._others = Cases()
        self._minutes = Cases()
        self._party_throws = Cases()
        self._party_minutes = Cases()
        self._throws = 0
        self._seconds = 0.0

    def see(self, played: Round) -> None:
        """Measure a round."""
        for table in played.tables:
            off = sum(thrown.rolloff for thrown in table.throws)
            throws = len(table.throws)
            (self._head if table.number == 1 else self._others).add(throws - off)
            self._throws += throws
        self._minutes.add(round(played.seconds / 60, 1))
        self._seconds += played.seconds

    def close(self, party: Party) -> None:  # noqa: ARG002 - what others look at
        """End the party."""
        self._party_throws.add(self._throws)
        self._party_minutes.add(round(self._seconds / 60, 1))
        self._throws, self._seconds = 0, 0.0
        for cases in (self._head, self._others, self._minutes, self._party_throws, self._party_minutes):
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        figures = [mean_of("head_throws", "Throws a round, head table", self._head)]
        if self._others.ratio.cases:
            figures.append(mean_of("other_throws", "Throws a round, another table", self._others))
        figures += [
            mean_of("round_minutes", "Minutes a round", self._minutes),
            mean_of("party_throws", "Throws a party, all tables", self._party_throws),
            mean_of("party_minutes", "Minutes a party", self._party_minutes),
        ]
        remark = f"Minutes: a throw every {self._pace:g} seconds at each table, no moving and no breaks."
        return Section("lengths", "How long it lasts", tuple(figures), (remark,))


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
