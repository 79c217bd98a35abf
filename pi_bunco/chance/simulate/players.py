"""What a night brings its players: buncos, wins, points, partners, and whether the first seat matters."""

from collections import Counter, defaultdict
from dataclasses import replace
from statistics import pstdev
from typing import Literal

from pi_bunco.chance.party import Party, Round
from pi_bunco.chance.simulate.figures import (
    Figure,
    GameWatcher,
    Section,
    make_mean,
    make_plain_mean,
    make_share,
)
from pi_bunco.chance.simulate.statistics import MIN_CLUSTERS, AlikeTest, Ratio, Significance
from pi_bunco.rules import is_ghost


class BuncosWatcher(GameWatcher):
    """How often a bunco comes where a host looks for it; what counts for nobody is not on a card."""

    def __init__(self) -> None:
        super().__init__(
            "buncos",
            "Buncos and minis",
            {
                "table": (make_share, "A table's round has a bunco"),
                "round": (make_share, "A round has one somewhere"),
                "player": (make_share, "A player has one in the night"),
                "buncos": (make_mean, "Buncos a player"),
                "minis": (make_mean, "Minis a player"),
                "best": (make_mean, "Most buncos of the night"),
                "shared": (make_share, "Most buncos is shared"),
            },
        )

    def watch_round(self, played: Round) -> None:
        """Look for buncos in a round."""
        tables = [
            any(thrown.score.kind == "bunco" and not thrown.rolloff for thrown in table.throws)
            for table in played.tables
        ]
        self.add("table", *tables)
        self.add("round", any(tables))

    def look_back(self, party: Party) -> None:
        """Read the cards of the party."""
        cards = party.game.players.values()
        buncos = [card.buncos for card in cards]
        self.add("player", *(number > 0 for number in buncos))
        self.add("buncos", *buncos)
        self.add("minis", *(card.minis for card in cards))
        self.add("best", max(buncos))
        self.add("shared", buncos.count(max(buncos)) > 1)


class PlayersWatcher(GameWatcher):
    """Wins and points of a night: how much, how far apart, the best and the worst."""

    def __init__(self) -> None:
        super().__init__(
            "players",
            "What a player takes home",
            {
                "wins": (make_mean, "Wins a player"),
                "wins_best": (make_mean, "Wins of the night's best"),
                "wins_worst": (make_mean, "Wins of the night's last"),
                "wins_shared": (make_share, "Most wins is shared"),
                "wins_apart": (make_plain_mean, "Wins, standard deviation"),
                "points": (make_mean, "Points a player"),
                "points_best": (make_mean, "Points of the night's best"),
                "points_worst": (make_mean, "Points of the night's last"),
                "points_apart": (make_plain_mean, "Points, standard deviation"),
            },
        )

    def look_back(self, party: Party) -> None:
        """Read the cards of the party."""
        wins = [card.wins for card in party.game.players.values()]
        points = [card.points for card in party.game.players.values()]
        for key, numbers in (("wins", wins), ("points", points)):
            self.add(key, *numbers)
            self.add(f"{key}_best", max(numbers))
            self.add(f"{key}_worst", min(numbers))
            self.add(f"{key}_apart", pstdev(numbers))
        self.add("wins_shared", wins.count(max(wins)) > 1)


class MovementWatcher(GameWatcher):
    """Who plays with whom, and where."""

    def __init__(self) -> None:
        super().__init__(
            "movement",
            "Who meets whom",
            {
                "partners": (make_mean, "Different partners"),
                "most_with_one": (make_mean, "Most rounds with one partner"),
                "twice": (make_share, "Some partner twice or more"),
                "running": (make_share, "Same partner twice running"),
                "ghost": (make_share, "Rounds with a ghost as partner"),
                "head": (make_mean, "Rounds at the head table"),
                "never_head": (make_share, "Never at the head table"),
                "stays": (make_share, "Never changes table"),
                "sits": (make_share, "Never leaves their chair"),
            },
        )
        self._begin()

    def _begin(self) -> None:
        """Begin a party with empty counts for each player."""
        self._partners: defaultdict[str, Counter[str]] = defaultdict(Counter)  # rounds with each partner
        self._last_partner: dict[str, str] = {}
        self._tables: defaultdict[str, Counter[int]] = defaultdict(Counter)  # rounds at each table
        self._chairs: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)  # tables and seats

    def watch_round(self, played: Round) -> None:
        """Note who sits where, and with whom."""
        for table in played.tables:
            for seat, name in enumerate(table.seats):
                self._tables[name][table.number] += 1
                self._chairs[name].add((table.number, seat))
            for side in table.sides:
                if len(side.players) == 2:  # noqa: PLR2004 - partners
                    first, second = side.players
                    self._note_partner(first, second)
                    self._note_partner(second, first)

    def _note_partner(self, name: str, partner: str) -> None:
        if is_ghost(name):
            return
        self.add("ghost", is_ghost(partner))
        if name in self._last_partner:
            self.add("running", self._last_partner[name] == partner)
        self._last_partner[name] = partner
        self._partners[name][partner] += 1

    def look_back(self, party: Party) -> None:
        """Add how often each player of the party met their partners, and where they sat."""
        for name in party.game.players:
            partners = [times for partner, times in self._partners[name].items() if not is_ghost(partner)]
            if partners:
                self.add("partners", len(partners))
                self.add("most_with_one", max(partners))
                self.add("twice", max(partners) > 1)
            if len(party.game.seats) > 1:
                at_head = self._tables[name][1]
                self.add("head", at_head)
                self.add("never_head", at_head == 0)
                self.add("stays", len(self._tables[name]) == 1)
            self.add("sits", len(self._chairs[name]) == 1)
        self._begin()

    def make_figures(self) -> list[Figure]:
        """Return the figures, without those of ghosts or of partners where nobody has any."""
        is_shown = {"ghost": self.cases["ghost"].ratio.value, "running": self.cases["partners"].ratio.cases}
        return [figure for figure in super().make_figures() if is_shown.get(figure.key, True)]


MAX_CHANCE = 0.05
"""A difference counts only if chance alone causes such a large difference less often than this."""


class StartWatcher(GameWatcher):
    """The wins of a party's players by where they began, and whether these differ only by chance."""

    def __init__(self, by: Literal["table", "seat"]) -> None:
        super().__init__(f"start_{by}", f"Wins by the first {by}", {})
        self._by = by
        self._wins: defaultdict[int, Ratio] = defaultdict(Ratio)
        self._alike = AlikeTest()

    def look_back(self, party: Party) -> None:
        """Sort the cards of the party by where their players began."""
        wins: defaultdict[int, list[int]] = defaultdict(list)
        for number, table in enumerate(party.game.header.tables, 1):
            for seat, name in enumerate(table, 1):
                if name in party.game.players:
                    wins[number if self._by == "table" else seat].append(party.game.players[name].wins)
        for place in sorted(wins):
            self._wins[place].add(sum(wins[place]), len(wins[place]))
        self._alike.add([sum(wins[place]) / len(wins[place]) for place in sorted(wins)])

    def make_section(self) -> Section:
        """Return the mean wins for each place, and in words whether the place matters."""
        figures = tuple(
            Figure(str(place), f"Wins from {self._by} {place} on", wins.value, wins.compute_interval())
            for place, wins in self._wins.items()
        )
        verdict = self._alike.compute_verdict()
        remarks = _describe(self._by, figures, verdict)
        return replace(super().make_section(), figures=figures, remarks=remarks, verdict=verdict)


def _describe(by: str, figures: tuple[Figure, ...], verdict: Significance | None) -> tuple[str, ...]:
    if len(figures) < 2:  # noqa: PLR2004 - nothing to compare
        return ()
    if verdict is None:
        return (f"Play {MIN_CLUSTERS} parties or more to see whether the first {by} matters.",)
    if verdict.statistic is None:
        numbers = "in every party alike"
    else:
        chance = f"p = {verdict.chance:.2f}" if verdict.chance >= 0.01 else "p < 0.01"  # noqa: PLR2004 - two digits
        numbers = f"chi-square {verdict.statistic:.1f} on {verdict.degrees:.1f} degrees of freedom, {chance}"
    if verdict.chance >= MAX_CHANCE:
        return (f"No sign that the first {by} matters ({numbers}).",)
    best = max(figures, key=lambda figure: figure.value)
    worst = min(figures, key=lambda figure: figure.value)
    return (f"The first {by} matters ({numbers}): {by} {best.key} wins most, {by} {worst.key} least.",)
