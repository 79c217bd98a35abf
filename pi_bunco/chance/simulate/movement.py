"""Who meets whom: partners, the head table, and who stays where."""

from collections import Counter, defaultdict

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.figures import Figure, GameWatcher, make_mean, make_share
from pi_bunco.rules import is_ghost


class Movement(GameWatcher):
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
        """Begin a party: by player, how often with whom, with whom last, how often at which table, where."""
        self._with: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._last: dict[str, str] = {}
        self._at: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._chairs: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)

    def see(self, played: Round) -> None:
        """Note who sits where, and with whom."""
        for table in played.tables:
            for seat, name in enumerate(table.seats):
                self._at[name][table.number] += 1
                self._chairs[name].add((table.number, seat))
            for side in table.sides:
                if len(side.players) == 2:  # noqa: PLR2004 - partners
                    one, other = side.players
                    self._meet(one, other)
                    self._meet(other, one)

    def _meet(self, name: str, partner: str) -> None:
        if is_ghost(name):
            return
        self.add("ghost", is_ghost(partner))
        if name in self._last:
            self.add("running", self._last[name] == partner)
        self._last[name] = partner
        self._with[name][partner] += 1

    def close(self, party: Party) -> None:
        """End the party."""
        for name in party.game.players:
            partners = [times for partner, times in self._with[name].items() if not is_ghost(partner)]
            if partners:
                self.add("partners", len(partners))
                self.add("most_with_one", max(partners))
                self.add("twice", max(partners) > 1)
            if len(party.game.seats) > 1:
                at_head = self._at[name][1]
                self.add("head", at_head)
                self.add("never_head", at_head == 0)
                self.add("stays", len(self._at[name]) == 1)
            self.add("sits", len(self._chairs[name]) == 1)
        super().close(party)
        self._begin()

    def figures(self) -> list[Figure]:
        """Return the figures, without those of ghosts or of partners where nobody has any."""
        shown = {"ghost": self.cases["ghost"].ratio.value, "running": self.cases["partners"].ratio.cases}
        return [figure for figure in super().figures() if shown.get(figure.key, True)]
