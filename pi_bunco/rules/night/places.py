"""Contests between players: throws for an order, die-offs for places, and drawings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import Card, Misfit, words
from pi_bunco.rules.night.asks import Draw, DrawPurpose, WonBy
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.rolloff import WINNING_DIE
from pi_bunco.sentences import say


class Ordering:
    """The order of some players while it is being found.

    >>> order = Ordering(["Ann", "Bob", "Cy"], highest_first=True)
    >>> for name, total in (("Ann", 9), ("Bob", 14), ("Cy", 9)):
    ...     order.record(name, total)
    >>> order.groups, order.due
    ((('Bob',), ('Ann', 'Cy')), 'Ann')
    >>> order.record("Ann", 3)
    >>> order.record("Cy", 4)
    >>> order.found
    ('Bob', 'Cy', 'Ann')
    """

    def __init__(self, names: Sequence[str], *, highest_first: bool) -> None:
        self._highest_first = highest_first
        self._groups = [tuple(names)] if names else []
        self._values: dict[str, int] = {}  # of the players who have thrown since their last tie

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of equal players so far, in the order so far."""
        return tuple(self._groups)

    @property
    def tied(self) -> tuple[str, ...]:
        """The first group of equal players, who have to throw; empty when the order is found."""
        return next((group for group in self._groups if len(group) > 1), ())

    @property
    def due(self) -> str | None:
        """Who throws next, if they throw one after another; ``None`` when the order is found."""
        return next((name for name in self.tied if name not in self._values), None)

    @property
    def found(self) -> tuple[str, ...] | None:
        """The order, ``None`` until it is found."""
        return None if self.tied else tuple(name for group in self._groups for name in group)

    def record(self, name: str, value: int) -> None:
        """Record the throw of one player.

        Raises
        ------
        Misfit
            If they do not have to throw now.
        """
        group = next((group for group in self._groups if name in group), ())
        if len(group) <= 1 or name in self._values:
            due = (
                say("it is {name}'s throw", name=clip_text(self.due))
                if self.due
                else say("the order is found")
            )
            raise Misfit(say("{name} does not throw for the order now; {due}", name=clip_text(name), due=due))
        self._values[name] = value
        if all(other in self._values for other in group):
            self._split(group)

    def record_all(self, values: dict[str, int]) -> None:
        """Record the throws of a group of equal players.

        Raises
        ------
        Misfit
            If these are not all players of such a group.
        """
        if values.keys() not in [set(group) for group in self._groups if len(group) > 1]:
            due = (
                say("{names} throw one die each", names=words.join_some_names(self.tied))
                if self.tied
                else say("the order is found")
            )
            raise Misfit(say("these do not throw for the order now; {due}", due=due))
        for name, value in values.items():
            self.record(name, value)

    def _split(self, group: tuple[str, ...]) -> None:
        values = {name: self._values.pop(name) for name in group}
        at = self._groups.index(group)
        self._groups[at : at + 1] = [
            tuple(name for name in group if values[name] == value)
            for value in sorted(set(values.values()), reverse=self._highest_first)
        ]


@dataclass(frozen=True, slots=True)
class TakenPlace:
    """A place that is taken.

    Attributes
    ----------
    player
        The player who has it.
    why
        How they got it.
    group
        The number of the place's group; ``None`` for a place of the whole room or the semi-final.
    count
        Their wins or buncos; ``None`` if they were drawn.
    tied
        The players with equal counts who had to throw; empty if one led alone or was drawn.
    tries
        The tries of the die-off, one die each.
    behind
        The player who has more buncos but took the place for wins, if there is one.
    """

    player: str
    why: WonBy | DrawPurpose
    group: int | None = None
    count: int | None = None
    tied: tuple[str, ...] = ()
    tries: tuple[Mapping[str, int], ...] = ()
    behind: str | None = None

    @property
    def reason(self) -> str:
        """How they got it, in words.

        >>> tried = ({"Ann": 6, "Bob": 1},)
        >>> TakenPlace("Ann", "wins", group=2, count=11, tied=("Ann", "Bob"), tries=tried).reason
        'most wins of group 2 (11), won a roll-off against Bob'
        >>> TakenPlace("Cy", "buncos", group=1, count=2, behind="Ann").reason
        'most buncos of group 1 (2) after Ann, who leads both'
        >>> TakenPlace("Di", "wild_card").reason
        'wild card, drawn from all players'
        """
        if self.why in _DRAWN:
            return _DRAWN[self.why]
        of = say("group {group}", group=self.group) if self.group else say("the semi-final")
        if self.why == "wins":
            most = say("most wins of {group} ({count})", group=of, count=self.count)
        else:
            most = say("most buncos of {group} ({count})", group=of, count=self.count)
        if self.behind:
            most = say("{most} after {name}, who leads both", most=most, name=self.behind)
        others = [name for name in self.tied if name != self.player]
        if others:
            most = say("{most}, won a roll-off against {names}", most=most, names=words.join_names(others))
        return most


_DRAWN = {
    "four": say("drawn to make it four"),
    "semi_finalist": say("drawn from the other semi-finalists"),
    "wild_card": say("wild card, drawn from all players"),
}


class _Contest:
    """The contest for one place."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.count = max(counts.values())
        self.tied = tuple(name for name, count in counts.items() if count == self.count)
        self.still_in = self.tied
        self.tries: list[Mapping[str, int]] = []

    @property
    def winner(self) -> str | None:
        return self.still_in[0] if len(self.still_in) == 1 else None

    def record_try(self, dice: Mapping[str, int]) -> None:
        """Record a try. Those with a 6 stay in; if nobody has one, all throw again, as in a roll-off."""
        self.tries.append(dice)
        self.still_in = tuple(name for name in self.still_in if dice[name] == WINNING_DIE) or self.still_in


class Race:
    """The race for two places of a group or of the semi-final: first for most wins, then for most buncos.

    A player who leads in both takes the place for wins, and the next player in buncos takes the other place.
    Players without any wins or buncos can be tied too, so each place is taken while there are players for it.

    >>> cards = {"Ann": Card(wins=9, buncos=3), "Bob": Card(wins=9, buncos=1), "Cy": Card(wins=4, buncos=1)}
    >>> race = Race(cards, group=1)
    >>> race.due
    ('wins', ('Ann', 'Bob'))
    >>> race.play_die_off("wins", {"Ann": 6, "Bob": 6})
    >>> race.play_die_off("wins", {"Ann": 6, "Bob": 2})
    >>> race.due                                    # Ann leads both; Bob and Cy are next in buncos
    ('buncos', ('Bob', 'Cy'))
    >>> race.play_die_off("buncos", {"Bob": 1, "Cy": 6})
    >>> [place.player for place in race.places]
    ['Ann', 'Cy']
    """

    def __init__(self, cards: Mapping[str, Card], group: int | None = None) -> None:
        self._cards = cards
        self._group = group
        self._contests: dict[WonBy, _Contest] = {}
        self._open_next_place()

    @property
    def due(self) -> tuple[WonBy, tuple[str, ...]] | None:
        """The place that players must throw for now, and these players; ``None`` if there is none."""
        return next(
            ((what, contest.still_in) for what, contest in self._contests.items() if contest.winner is None),
            None,
        )

    @property
    def places(self) -> tuple[TakenPlace, ...]:
        """The places that are taken so far."""
        first = self._contests["wins"].winner if self._contests else None
        return tuple(
            TakenPlace(
                player=contest.winner,
                why=what,
                group=self._group,
                count=contest.count,
                tied=contest.tied if len(contest.tied) > 1 else (),
                tries=tuple(contest.tries),
                behind=first
                if what == "buncos" and first and self._cards[first].buncos > contest.count
                else None,
            )
            for what, contest in self._contests.items()
            if contest.winner is not None
        )

    def play_die_off(self, what: str, dice: Mapping[str, int]) -> None:
        """Play a try for a place.

        Raises
        ------
        Misfit
            If nobody must throw for that place now, or if others must.
        """
        due = self.due
        if due is None or (what, set(dice)) != (due[0], set(due[1])):
            raise Misfit(
                say("no such throw for most {what} is due; {due}", what=clip_text(what), due=_say_due(due))
            )
        self._contests[due[0]].record_try(dice)
        self._open_next_place()

    def _open_next_place(self) -> None:
        """Open the place for wins; when it is taken, open the place for buncos."""
        if not self._contests and self._cards:
            self._contests["wins"] = _Contest({name: card.wins for name, card in self._cards.items()})
        first = self._contests.get("wins")
        if first and first.winner and "buncos" not in self._contests and len(self._cards) > 1:
            self._contests["buncos"] = _Contest(
                {name: card.buncos for name, card in self._cards.items() if name != first.winner}
            )


def _say_due(due: tuple[str, Sequence[str]] | None) -> str:
    if due is None:
        return say("its places are taken")
    what, names = due
    if what == "wins":
        return say("{names} throw one die each for most wins", names=words.join_some_names(names))
    return say("{names} throw one die each for most buncos", names=words.join_some_names(names))


class DrawnPlaces:
    """Places that are drawn among players who have none yet.

    If there are no more players than places, everybody gets one and nobody is drawn.

    >>> places = DrawnPlaces("four", ["Ann", "Bob", "Cy"], 2)
    >>> places.take("Cy")
    >>> places.due
    Draw(purpose='four', among=('Ann', 'Bob'), how_many=1)
    >>> DrawnPlaces("wild_card", ["Ann"], 1).players
    ['Ann']
    """

    def __init__(self, purpose: DrawPurpose, among: Sequence[str], places: int) -> None:
        self.purpose = purpose
        self.players = list(among) if len(among) <= places else []
        self._left = [name for name in among if name not in self.players]
        self._places = places

    @property
    def due(self) -> Draw | None:
        """The draw that is needed, ``None`` if all places are taken."""
        missing = self._places - len(self.players)
        return Draw(self.purpose, tuple(self._left), missing) if missing > 0 and self._left else None

    def take(self, player: str) -> None:
        """Assign a place to the player who was drawn.

        Raises
        ------
        Misfit
            If no place is left, or this player may not be drawn.
        """
        if not self.due:
            raise Misfit(say("nobody is drawn for that: the places are taken"))
        if player not in self._left:
            raise Misfit(
                say(
                    "{name} is not among those who may be drawn: {names}",
                    name=clip_text(player),
                    names=words.join_some_names(self._left),
                )
            )
        self._left.remove(player)
        self.players.append(player)
