"""Finds an order of players: everybody throws, and equal ones throw again."""

from collections.abc import Sequence

from pi_bunco.rules import Misfit, words
from pi_bunco.rules.quoting import clip_text
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
        self._shown: dict[str, int] = {}

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
        return next((name for name in self.tied if name not in self._shown), None)

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
        if len(group) <= 1 or name in self._shown:
            due = (
                say("it is {name}'s throw", name=clip_text(self.due))
                if self.due
                else say("the order is found")
            )
            raise Misfit(say("{name} does not throw for the order now; {due}", name=clip_text(name), due=due))
        self._shown[name] = value
        if all(each in self._shown for each in group):
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
        values = {name: self._shown.pop(name) for name in group}
        at = self._groups.index(group)
        self._groups[at : at + 1] = [
            tuple(name for name in group if values[name] == value)
            for value in sorted(set(values.values()), reverse=self._highest_first)
        ]
