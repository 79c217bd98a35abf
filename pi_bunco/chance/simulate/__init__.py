"""Simulates whole parties, and computes the figures that a host asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from pi_bunco.chance.party import Party, Plan
from pi_bunco.chance.simulate.course import FinalsWatcher, LengthsWatcher, SetsWatcher, TiesWatcher
from pi_bunco.chance.simulate.figures import Figure, GameWatcher, Section
from pi_bunco.chance.simulate.players import BuncosWatcher, MovementWatcher, PlayersWatcher, StartWatcher
from pi_bunco.chance.simulate.throws import ThrowsWatcher
from pi_bunco.rules import Game

__all__ = ["Figure", "Section", "Simulated", "simulate"]


@dataclass(frozen=True, slots=True)
class Simulated:
    """The result of a simulation.

    Attributes
    ----------
    parties
        How many were played.
    throws
        How many throws of three dice their rounds had.
    sections
        The figures.
    first
        The first party's game, with its whole night.
    """

    parties: int
    throws: int
    sections: tuple[Section, ...]
    first: Game

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        figures = {section.key: section.to_dict() for section in self.sections}
        return {"games": self.parties, "throws": self.throws, "figures": figures}


def simulate(plan: Plan, parties: int, seed: int, on_party: Callable[[], None] = lambda: None) -> Simulated:
    """Play this number of parties and compute their figures.

    Party number n depends on ``seed`` and n alone. So the first hundred of a thousand parties are the same as
    a hundred parties.

    Parameters
    ----------
    plan
        What is played.
    parties
        How many, 1 or more.
    seed
        The seed of all random numbers.
    on_party
        Called after each party.

    Raises
    ------
    RecordError
        If the plan cannot be played.

    Examples
    --------
    >>> from pi_bunco.rules import load_sheet
    >>> simulated = simulate(Plan(load_sheet("boxed"), players=4), parties=10, seed=1)
    >>> [section.key for section in simulated.sections]
    ['lengths', 'throws', 'buncos', 'ties', 'players', 'movement', 'start_table', 'start_seat', 'sets']
    """
    throws = ThrowsWatcher(plan, Random(f"{seed}: turns"))  # noqa: S311 - dice that can be thrown again, no secrets
    watchers: tuple[GameWatcher, ...] = (
        LengthsWatcher(plan),
        throws,
        BuncosWatcher(),
        TiesWatcher(plan),
        PlayersWatcher(),
        MovementWatcher(),
        StartWatcher("table"),
        StartWatcher("seat"),
        *([SetsWatcher()] if plan.sheet.winner else []),
        *([FinalsWatcher(plan)] if plan.sheet.finals else []),
    )

    def play(number: int) -> Party:
        party = Party(plan, f"{seed}: party {number}")
        for played in party.play_rounds():
            for watcher in watchers:
                watcher.watch_round(played)
            if number == 1:
                party.play_night(all_asks=True)
        if number > 1 and (plan.sheet.winner or plan.sheet.finals):
            party.play_night()
        for watcher in watchers:
            watcher.close(party)
        on_party()
        return party

    first = play(1).game
    for number in range(2, parties + 1):
        play(number)
    return Simulated(parties, throws.count, tuple(watcher.make_section() for watcher in watchers), first)
