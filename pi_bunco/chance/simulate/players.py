"""What a night brings its players: buncos, minis, wins and points, and who is best."""

from statistics import pstdev

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.figures import GameWatcher, make_mean, make_plain_mean, make_share


class Buncos(GameWatcher):
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

    def see(self, played: Round) -> None:
        """Look for buncos in a round."""
        tables = [
            any(thrown.score.kind == "bunco" and not thrown.rolloff for thrown in table.throws)
            for table in played.tables
        ]
        self.add("table", *tables)
        self.add("round", any(tables))

    def close(self, party: Party) -> None:
        """End the party: read the cards."""
        cards = party.game.players.values()
        buncos = [card.buncos for card in cards]
        self.add("player", *(number > 0 for number in buncos))
        self.add("buncos", *buncos)
        self.add("minis", *(card.minis for card in cards))
        self.add("best", max(buncos))
        self.add("shared", buncos.count(max(buncos)) > 1)
        super().close(party)


class Players(GameWatcher):
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

    def close(self, party: Party) -> None:
        """End the party: read the cards."""
        wins = [card.wins for card in party.game.players.values()]
        points = [card.points for card in party.game.players.values()]
        for key, numbers in (("wins", wins), ("points", points)):
            self.add(key, *numbers)
            self.add(f"{key}_best", max(numbers))
            self.add(f"{key}_worst", min(numbers))
            self.add(f"{key}_apart", pstdev(numbers))
        self.add("wins_shared", wins.count(max(wins)) > 1)
        super().close(party)
