"""Whole parties played with dice from a computer, and the figures that a host asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from pi_bunco.chance.party import Party
from pi_bunco.chance.room import Plan, Round
from pi_bunco.chance.simulate.figures import Figure, Section
from pi_bunco.chance.simulate.finals import FinalsWatcher, Sets
from pi_bunco.chance.simulate.lengths import Lengths, Ties
from pi_bunco.chance.simulate.movement import Movement
from pi_bunco.chance.simulate.players import Buncos, Players
from pi_bunco.chance.simulate.start import Start
from pi_bunco.chance.simulate.throws import Throws
from pi_bunco.rules import Game

__all__ = ["Figure", "Section", "Simulated", "simulate"]


class GameWatcher(Protocol):
    """Watches all that is played and makes a section of figures."""

    def see(self, played: Round) -> None:
        """Look at a round that was decided."""

    def close(self, party: Party) -> None:
        """Look at a party that is over."""

    def section(self) -> Section:
        """Return the figures of all parties that are closed."""


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
        The first party, whole.
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
    """Play so many parties and compute their figures.

    Party number n comes out of ``seed`` and n alone, so the first hundred of a thousand are those of a
    hundred.

    Parameters
    ----------
    plan
        What is played.
    parties
        How many, 1 or more.
    seed
        The beginning of all chance.
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
    throws = Throws(plan, Random(f"{seed}: turns"))  # noqa: S311 - dice to throw again, no secrets
    watchers: tuple[GameWatcher, ...] = (
        Lengths(plan),
        throws,
        Buncos(),
        Ties(),
        Players(),
        Movement(),
        Start("table"),
        Start("seat"),
        *([Sets()] if plan.sheet.winner else []),
        *([FinalsWatcher(plan)] if plan.sheet.finals else []),
    )

    def play(number: int) -> Party:
        party = Party(plan, f"{seed}: party {number}")
        for played in party.rounds():
            for watcher in watchers:
                watcher.see(played)
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
    return Simulated(parties, throws.count, tuple(watcher.section() for watcher in watchers), first)
