"""Who meets whom: partners, the head table, and who stays where."""

from collections import Counter, defaultdict

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Round
from pi_bunco.chance.simulate.figures import Figure, Section, mean_of, share_of
from pi_bunco.chance.simulate.statistics import Cases
from pi_bunco.rules import is_ghost


class Movement:
    """Who plays with whom, and where."""

    def __init__(self) -> None:
        self._partners = Cases()
        self._most_with_one = Cases()
        self._twice = Cases()
        self._running = Cases()
        self._ghost = Cases()
        self._head = Cases()
        self._never_head = Cases()
        self._stays = Cases()
        self._sits = Cases()
        self._begin()

    def _begin(self) -> None:
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
        self._ghost.add(is_ghost(partner))
        if name in self._last:
            self._running.add(self._last[name] == partner)
        self._last[name] = partner
        self._with[name][partner] += 1

    def close(self, party: Party) -> None:
        """End the party."""
        several = len(party.game.seats) > 1
        for name in party.game.players:
            partners = [times for partner, times in self._with[name].items() if not is_ghost(partner)]
            if partners:
                self._partners.add(len(partners))
                self._most_with_one.add(max(partners))
                self._twice.add(max(partners) > 1)
            if several:
                at_head = self._at[name][1]
                self._head.add(at_head)
                self._never_head.add(at_head == 0)
                self._stays.add(len(self._at[name]) == 1)
            self._sits.add(len(self._chairs[name]) == 1)
        for cases in (self._partners, self._most_with_one, self._twice, self._running, self._ghost):
            cases.close()
        for cases in (self._head, self._never_head, self._stays, self._sits):
            cases.close()
        self._begin()

    def section(self) -> Section:
        """Return the figures."""
        figures: list[Figure] = []
        if self._partners.ratio.cases:
            figures += [
                mean_of("partners", "Different partners", self._partners),
                mean_of("most_with_one", "Most rounds with one partner", self._most_with_one),
                share_of("twice", "Some partner twice or more", self._twice),
                share_of("running", "Same partner twice running", self._running),
            ]
        if self._ghost.ratio.value:
            figures.append(share_of("ghost", "Rounds with a ghost as partner", self._ghost))
        if self._head.ratio.cases:
            figures += [
                mean_of("head", "Rounds at the head table", self._head),
                share_of("never_head", "Never at the head table", self._never_head),
                share_of("stays", "Never changes table", self._stays),
            ]
        figures.append(share_of("sits", "Never leaves their chair", self._sits))
        return Section("movement", "Who meets whom", tuple(figures))
