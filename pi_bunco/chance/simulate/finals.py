"""How sets and tournaments are won: set winners, places, the final table, the grand prize."""

from dataclasses import replace

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Plan, Round
from pi_bunco.chance.simulate.figures import Section, mean_of, share_of
from pi_bunco.chance.simulate.statistics import Cases
from pi_bunco.rules.night.final_table import GRAND_PRIZE

_BY = {"wins": "Won by most wins alone", "buncos": "Equal wins, won by most buncos", "rolloff": "Rolled off"}


class Sets:
    """What decides a set, and how long its roll-off lasts."""

    def __init__(self) -> None:
        self._by = {by: Cases() for by in _BY}
        self._tied = Cases()
        self._throws = Cases()

    def see(self, played: Round) -> None:
        """Ignore a round: a set counts at its end."""

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


_WHY = {
    "wins": "Won by the place of most wins",
    "buncos": "Won by that of most buncos",
    "semi_finalist": "Won by the drawn semi-finalist",
    "wild_card": "Won by the wild card",
}


class FinalsWatcher:
    """Who gets to the final and wins, and how long it lasts."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._semi_finalists = Cases()
        self._die_offs = Cases()
        self._throws = Cases()
        self._minutes = Cases()
        self._first = Cases()
        self._best = Cases()
        self._why = {why: Cases() for why in _WHY}

    def see(self, played: Round) -> None:
        """Ignore a round: the finals come after the last."""

    def close(self, party: Party) -> None:
        """End the party: see how its finals came out."""
        finals = party.night.finals if party.night else None
        if finals is not None and finals.grand_prize is not None and finals.order is not None:
            winner = finals.grand_prize
            self._semi_finalists.add(len(finals.semi_finalists))
            for place in finals.semi_finalists:
                if place.group is not None:
                    self._die_offs.add(bool(place.tries))
            self._throws.add(len(finals.throws))
            self._minutes.add(round(len(finals.throws) * self._plan.pace / 60, 1))
            self._first.add(winner == finals.order[0])
            wins = {name: card.wins for name, card in party.game.players.items()}
            self._best.add(wins[winner] == max(wins.values()))
            for place in finals.finalists:
                self._why[place.why].add(place.player == winner)
        for cases in (self._semi_finalists, self._die_offs, self._throws, self._minutes, self._first):
            cases.close()
        for cases in (self._best, *self._why.values()):
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        win = self._plan.chances[GRAND_PRIZE[0] - 1] ** len(GRAND_PRIZE)
        throws = replace(mean_of("throws", "Throws for the grand prize", self._throws), known=1 / win)
        first = share_of("first", "Won by who throws first", self._first)
        figures = (
            mean_of("semi_finalists", "Semi-finalists", self._semi_finalists),
            share_of("die_offs", "A place needs a die-off", self._die_offs),
            throws,
            mean_of("minutes", "Minutes for it", self._minutes),
            first,
            share_of("best", "Won by a leader in wins", self._best),
            *(
                share_of(why, text, self._why[why])
                for why, text in _WHY.items()
                if self._why[why].ratio.cases
            ),
        )
        return Section("finals", "Semi-final and grand prize", figures)
