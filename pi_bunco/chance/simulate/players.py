"""What a night brings its players: buncos, minis, wins and points, and who is best."""

from math import sqrt

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.figures import Figure, Section, mean_of, share_of
from pi_bunco.chance.simulate.statistics import Cases, Ratio

_LINES = ("wins", "points")


class Buncos:
    """How often a bunco comes where a host looks for it; what counts for nobody is not on a card."""

    def __init__(self) -> None:
        self._rounds = Cases()
        self._tables = Cases()
        self._any = Cases()
        self._buncos = Cases()
        self._minis = Cases()
        self._best = Cases()
        self._shared = Cases()

    def see(self, played: Round) -> None:
        """Look for buncos in a round."""
        tables = [
            any(thrown.score.kind == "bunco" and not thrown.rolloff for thrown in table.throws)
            for table in played.tables
        ]
        for bunco in tables:
            self._tables.add(bunco)
        self._rounds.add(any(tables))

    def close(self, party: Party) -> None:
        """End the party: read the cards."""
        cards = party.game.players.values()
        for card in cards:
            self._any.add(card.buncos > 0)
            self._buncos.add(card.buncos)
            self._minis.add(card.minis)
        best = max(card.buncos for card in cards)
        self._best.add(best)
        self._shared.add(sum(card.buncos == best for card in cards) > 1)
        for cases in vars(self).values():
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        return Section(
            "buncos",
            "Buncos and minis",
            (
                share_of("table", "A table's round has a bunco", self._tables),
                share_of("round", "A round has one somewhere", self._rounds),
                share_of("player", "A player has one in the night", self._any),
                mean_of("buncos", "Buncos a player", self._buncos),
                mean_of("minis", "Minis a player", self._minis),
                mean_of("best", "Most buncos of the night", self._best),
                share_of("shared", "Most buncos is shared", self._shared),
            ),
        )


class Players:
    """Wins and points of a night: how much, how far apart, the best and the worst."""

    def __init__(self) -> None:
        self._each = {line: Cases() for line in _LINES}
        self._apart = {line: Ratio() for line in _LINES}
        self._best = {line: Cases() for line in _LINES}
        self._worst = {line: Cases() for line in _LINES}
        self._shared = Cases()

    def see(self, played: Round) -> None:
        """Ignore a round: the cards have it."""

    def close(self, party: Party) -> None:
        """End the party: read the cards."""
        for line in _LINES:
            numbers = [getattr(card, line) for card in party.game.players.values()]
            for number in numbers:
                self._each[line].add(number)
            mean = sum(numbers) / len(numbers)
            self._apart[line].add(sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers)))
            self._best[line].add(max(numbers))
            self._worst[line].add(min(numbers))
        wins = [card.wins for card in party.game.players.values()]
        self._shared.add(wins.count(max(wins)) > 1)
        for cases in (*self._each.values(), *self._best.values(), *self._worst.values(), self._shared):
            cases.close()

    def section(self) -> Section:
        """Return the figures."""
        figures = []
        for line in _LINES:
            name, apart = line.capitalize(), self._apart[line]
            apart_text = f"{name}, standard deviation"
            figures += [
                mean_of(line, f"{name} a player", self._each[line]),
                mean_of(f"{line}_best", f"{name} of the night's best", self._best[line]),
                mean_of(f"{line}_worst", f"{name} of the night's last", self._worst[line]),
                Figure(f"{line}_apart", apart_text, apart.value, apart.interval()),
            ]
        figures.insert(3, share_of("wins_shared", "Most wins is shared", self._shared))
        return Section("players", "What a player takes home", tuple(figures))
