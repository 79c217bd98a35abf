"""How long rounds and parties last, how often a table ties, and how long its roll-off lasts."""

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Plan, Round
from pi_bunco.chance.simulate.figures import GameWatcher, make_mean, make_share
from pi_bunco.rules import DieOffs


class Lengths(GameWatcher):
    """How long rounds and the party last. Throws of a roll-off count for the party, not for the round."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(
            "lengths",
            "How long it lasts",
            {
                "head_throws": (make_mean, "Throws a round, head table"),
                "other_throws": (make_mean, "Throws a round, another table"),
                "round_minutes": (make_mean, "Minutes a round"),
                "party_throws": (make_mean, "Throws a party, all tables"),
                "party_minutes": (make_mean, "Minutes a party"),
            },
            f"Minutes: a throw every {plan.pace:g} seconds at each table, no moving and no breaks.",
        )
        self._throws = 0
        self._seconds = 0.0

    def see(self, played: Round) -> None:
        """Measure a round."""
        for table in played.tables:
            throws = sum(not thrown.rolloff for thrown in table.throws)
            self.add("head_throws" if table.number == 1 else "other_throws", throws)
            self._throws += len(table.throws)
        self.add("round_minutes", round(played.seconds / 60, 1))
        self._seconds += played.seconds

    def close(self, party: Party) -> None:
        """End the party."""
        self.add("party_throws", self._throws)
        self.add("party_minutes", round(self._seconds / 60, 1))
        self._throws, self._seconds = 0, 0.0
        super().close(party)


class Ties(GameWatcher):
    """How often a table ties, and how long its roll-off lasts."""

    def __init__(self, plan: Plan) -> None:
        what = "Tries of one die" if plan.sheet.rolloff == DieOffs.kind else "Throws"
        super().__init__(
            "ties",
            "Ties and roll-offs",
            {
                "table": (make_share, "A table ends a round equal"),
                "round": (make_share, "Some table in a round does"),
                "party": (make_mean, "Roll-offs a party"),
                "length": (make_mean, f"{what} in a roll-off"),
            },
        )
        self._ties = 0

    def see(self, played: Round) -> None:
        """Look for ties in a round."""
        tied = [table for table in played.tables if table.rolloff is not None]
        self.add("table", *(table.rolloff is not None for table in played.tables))
        self.add("round", bool(tied))
        self._ties += len(tied)
        for table in tied:
            if isinstance(table.rolloff, DieOffs):
                self.add("length", len(table.rolloff.tries))
            else:
                self.add("length", sum(thrown.rolloff for thrown in table.throws))

    def close(self, party: Party) -> None:
        """End the party."""
        self.add("party", self._ties)
        self._ties = 0
        super().close(party)
