"""The course of a party: how long it lasts, its ties, and how its sets and finals are won."""

from dataclasses import replace

from pi_bunco.chance.party import Party, Plan, Round
from pi_bunco.chance.simulate.figures import Figure, GameWatcher, make_mean, make_share
from pi_bunco.rules import DieOffs
from pi_bunco.rules.night.stages import GRAND_PRIZE


class LengthsWatcher(GameWatcher):
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

    def watch_round(self, played: Round) -> None:
        """Measure a round."""
        for table in played.tables:
            throws = sum(not thrown.rolloff for thrown in table.throws)
            self.add("head_throws" if table.number == 1 else "other_throws", throws)
            self._throws += len(table.throws)
        self.add("round_minutes", round(played.seconds / 60, 1))
        self._seconds += played.seconds

    def look_back(self, party: Party) -> None:  # noqa: ARG002 - other watchers need the party
        """Add the sums over the rounds of the party."""
        self.add("party_throws", self._throws)
        self.add("party_minutes", round(self._seconds / 60, 1))
        self._throws, self._seconds = 0, 0.0


class TiesWatcher(GameWatcher):
    """How often a table ties, and how long its roll-off lasts."""

    def __init__(self, plan: Plan) -> None:
        unit = "Tries of one die" if plan.sheet.rolloff == DieOffs.kind else "Throws"
        super().__init__(
            "ties",
            "Ties and roll-offs",
            {
                "table": (make_share, "A table ends a round equal"),
                "round": (make_share, "Some table in a round does"),
                "party": (make_mean, "Roll-offs a party"),
                "length": (make_mean, f"{unit} in a roll-off"),
            },
        )
        self._ties = 0

    def watch_round(self, played: Round) -> None:
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

    def look_back(self, party: Party) -> None:  # noqa: ARG002 - other watchers need the party
        """Add the sums over the rounds of the party."""
        self.add("party", self._ties)
        self._ties = 0


class SetsWatcher(GameWatcher):
    """What decides a set, and how long its roll-off lasts."""

    def __init__(self) -> None:
        super().__init__(
            "sets",
            "Who wins a set",
            {
                "wins": (make_share, "Won by most wins alone"),
                "buncos": (make_share, "Equal wins, won by most buncos"),
                "rolloff": (make_share, "Rolled off"),
                "tied": (make_mean, "Players in such a roll-off"),
                "throws": (make_mean, "Throws in it, order included"),
            },
        )

    def look_back(self, party: Party) -> None:
        """Count what decided the party's sets."""
        for result in party.night.sets if party.night else ():
            for by in ("wins", "buncos", "rolloff"):
                self.add(by, result.by == by)
            if result.tied:
                self.add("tied", len(result.tied))
                self.add("throws", len(result.order_throws) + len(result.throws))


class FinalsWatcher(GameWatcher):
    """Who gets to the final and wins, and how long it lasts."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(
            "finals",
            "Semi-final and grand prize",
            {
                "semi_finalists": (make_mean, "Semi-finalists"),
                "die_offs": (make_share, "A place needs a die-off"),
                "throws": (make_mean, "Throws for the grand prize"),
                "minutes": (make_mean, "Minutes for it"),
                "first": (make_share, "Won by who throws first"),
                "best": (make_share, "Won by a leader in wins"),
                "wins": (make_share, "Won by the place of most wins"),
                "buncos": (make_share, "Won by that of most buncos"),
                "semi_finalist": (make_share, "Won by the drawn semi-finalist"),
                "wild_card": (make_share, "Won by the wild card"),
            },
        )
        self._plan = plan

    def look_back(self, party: Party) -> None:
        """Count who won the party's finals, and from which place."""
        finals = party.night.finals if party.night else None
        if finals is not None and finals.grand_prize is not None and finals.order is not None:
            winner = finals.grand_prize
            self.add("semi_finalists", len(finals.semi_finalists))
            for place in finals.semi_finalists:
                if place.group is not None:
                    self.add("die_offs", bool(place.tries))
            self.add("throws", len(finals.throws))
            self.add("minutes", round(len(finals.throws) * self._plan.pace / 60, 1))
            self.add("first", winner == finals.order[0])
            wins = {name: card.wins for name, card in party.game.players.items()}
            self.add("best", wins[winner] == max(wins.values()))
            for place in finals.finalists:
                self.add(place.why, place.player == winner)

    def make_figures(self) -> list[Figure]:
        """Return the figures; the exact mean number of throws for the grand prize is known."""
        known = 1 / self._plan.chances[GRAND_PRIZE[0] - 1] ** len(GRAND_PRIZE)
        return [
            replace(figure, known=known) if figure.key == "throws" else figure
            for figure in super().make_figures()
        ]
