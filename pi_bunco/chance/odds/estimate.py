"""The chances of tables that others end the round for, by playing it to its end many times."""

import time
from typing import NamedTuple

import numpy as np

from pi_bunco.chance.dice import FAIR, Probabilities
from pi_bunco.chance.odds.chances import Chances
from pi_bunco.chance.odds.crowd import Crowd, CrowdedRound, Seated
from pi_bunco.chance.odds.live import chances
from pi_bunco.chance.odds.position import Position
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.ties import can_solve
from pi_bunco.rules import Game

GAMES = 500
"""So many games are played at once."""

FAR = 10_000
"""With a goal beyond that nothing is estimated: hardly a game would come to its end."""

_NORMAL = 1.96
"""A 95 % interval is so many standard errors wide to each side..."""

_RARE = 3
"""...but what has not been seen in n games may still have a chance of 3/n."""


class _Open(NamedTuple):
    """A table whose chances are estimated: its number, its place in the crowd, and how many sides it has."""

    number: int
    place: int
    sides: int


class Estimate:
    """The chances of all tables of a game as it stands now, better with every batch of games played.

    What :func:`chances` knows it tells at once. For the others the rest of the round is played from here,
    all tables at the same pace, one throw each in the order of their numbers; the turns that are finished
    after the bell and the roll-offs are worked out exactly. The game may go on meanwhile.

    Parameters
    ----------
    game
        How it stands.
    seed
        The same seed gives the same chances after the same number of batches.
    dice
        The chance of each face.

    Attributes
    ----------
    games
        How many games have been played to their end.

    Examples
    --------
    >>> from pi_bunco.rules import Bell, Header, Throw
    >>> seats = [["Ann", "Bob", "Cy", "Di"], ["Eve", "Flo", "Gus", "Hal"]]
    >>> game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": seats}))
    >>> game.push(Bell()), game.push(Throw(2, (5, 5, 5)))
    (1, 2)
    >>> estimate = Estimate(game)
    >>> estimate.chances(1).exact, estimate.chances(2)
    (True, None)
    >>> estimate.play(2000)
    >>> estimate.chances(2)
    Chances(sides=(0.69..., 0.30...), exact=False, error=0.01...)
    """

    def __init__(self, game: Game, seed: int = 0, dice: Probabilities = FAIR) -> None:
        self.games = 0
        self._seed = seed
        self._batches = 0
        self._crowd: Crowd | None = None
        self._told = {table.number: chances(game, table.number, dice) for table in game.tables}
        self._open, self._room = self._seat(game, dice)
        self._sums = [np.zeros(table.sides) for table in self._open]
        self._squares = [np.zeros(table.sides) for table in self._open]

    def chances(self, table: int = 1) -> Chances | None:
        """Return the chances of a table, ``None`` before the first games are over or where none is known."""
        asked = next((at for at in self._open if at.number == table), None)
        if asked is None or not self.games:
            return self._told[table]
        at = self._open.index(asked)
        mean = self._sums[at] / self.games
        variance = float((self._squares[at] / self.games - mean**2).clip(0).max())
        error = max(_NORMAL * (variance / self.games) ** 0.5, _RARE / self.games)
        return Chances(tuple(map(float, mean / mean.sum())), exact=False, error=error)

    def play(self, games: int = GAMES) -> None:
        """Play so many games, or up to a batch more; none where nothing is left to estimate."""
        upto = self.games + games
        while self._room is not None and self.games < upto:
            self._throw(self._room)

    def work(self, milliseconds: float) -> None:
        """Play on for about so long, a throw of all tables at the least; games may be left half played."""
        end = time.perf_counter() + milliseconds / 1000
        while self._room is not None:
            self._throw(self._room)
            if time.perf_counter() >= end:
                break

    def _throw(self, room: CrowdedRound) -> None:
        if self._crowd is None:
            self._crowd = Crowd(room, GAMES, np.random.default_rng([self._seed, self._batches]))
            self._batches += 1
        if not self._crowd.throw():
            return
        for at, table in enumerate(self._open):
            each = self._crowd.chances(table.place)
            self._sums[at] += each.sum(axis=0)
            self._squares[at] += (each**2).sum(axis=0)
        self._crowd = None
        self.games += GAMES

    def _seat(self, game: Game, dice: Probabilities) -> tuple[tuple[_Open, ...], CrowdedRound | None]:
        """Take the tables that are asked for and those that can end their round."""
        sheet = game.sheet
        if game.status != "playing" or sheet.round_end == "host":
            return (), None
        terms = OddsTerms.of(sheet, game.target, game.header.options, dice)
        playing = [(table, Position.of(game, table)) for table in game.tables if table.state == "playing"]
        if any(table.goal > FAR or position.rings == "room" for table, position in playing):
            return (), None
        asked: list[_Open] = []
        seated: list[Seated] = []
        for table, position in playing:
            wanted = self._told[table.number] is None and can_solve(terms, len(table.sides))
            can_end = position.rings is None and (sheet.round_end != "head" or table.number == 1)
            if wanted:
                asked.append(_Open(table.number, len(seated), len(table.sides)))
            if wanted or can_end:
                seated.append(Seated(position, table.goal, can_end))
        return tuple(asked), CrowdedRound(terms, seated, each=sheet.round_end == "each") if asked else None
