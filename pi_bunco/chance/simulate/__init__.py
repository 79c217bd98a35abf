"""Whole parties played with dice from a computer, and the figures that a host asks for."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from pi_bunco.chance.party import Party, Plan, Round
from pi_bunco.chance.simulate.figures import Figure, Section
from pi_bunco.chance.simulate.lengths import Lengths
from pi_bunco.chance.simulate.movement import Movement
from pi_bunco.chance.simulate.players import Buncos, Players
from pi_bunco.chance.simulate.start import Start
from pi_bunco.chance.simulate.throws import Throws
from pi_bunco.chance.simulate.ties import Ties
from pi_bunco.rules import Game

__all__ = ["Figure", "Section", "Simulated", "simulate"]


class Watcher(Protocol):
    """What looks at all that is played and makes a section of figures."""

    def see(self, played: Round) -> None:
        """Look at a round that was decided."""

    def close(self, game: Game) -> None:
        """Look at a party that is over."""

    def section(self) -> Section:
        """Give the figures of all parties that are closed."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of it.

    Attributes
    ----------
    games
        How many parties were played.
    throws
        How many throws of three dice their rounds had.
    sections
        The figures.
    first
        The first party, whole.
    """

    games: int
    throws: int
    sections: tuple[Section, ...]
    first: Game

    def to_dict(self) -> dict[str, Any]:
        """Give the figures as JSON has them."""
        figures = {section.key: section.to_dict() for section in self.sections}
        return {"games": self.games, "throws": self.throws, **figures}


def simulate(plan: Plan, games: int, seed: int, on_game: Callable[[], None] = lambda: None) -> Simulated:
    """Play so many parties and reckon their figures.

    Party number n comes out of ``seed`` and n alone, so the first hundred of a thousand are those of a
    hundred.

    Parameters
    ----------
    plan
        What is played.
    games
        How many parties, 1 or more.
    seed
        The beginning of all chance.
    on_game
        Called after each party.

    Raises
    ------
    RecordError
        If the plan cannot be played.

    Examples
    --------
    >>> from pi_bunco.rules import load_sheet
    >>> simulated = simulate(Plan(load_sheet("boxed"), players=4), games=10, seed=1)
    >>> [section.key for section in simulated.sections]
    ['lengths', 'throws', 'buncos', 'ties', 'players', 'movement', 'start_table', 'start_seat']
    """
    throws = Throws(plan, _chance(seed, "turns"))
    watchers: tuple[Watcher, ...] = (
        Lengths(plan),
        throws,
        Buncos(),
        Ties(),
        Players(),
        Movement(),
        Start("table"),
        Start("seat"),
    )

    def play(number: int) -> Game:
        party = Party(plan, _chance(seed, f"party {number}"))
        for played in party.rounds():
            for watcher in watchers:
                watcher.see(played)
        for watcher in watchers:
            watcher.close(party.game)
        on_game()
        return party.game

    first = play(1)
    for number in range(2, games + 1):
        play(number)
    return Simulated(games, throws.count, tuple(watcher.section() for watcher in watchers), first)


def _chance(seed: int, what: str) -> Random:
    return Random(f"{seed}: {what}")  # noqa: S311 - dice that can be thrown again, no secrets
