"""Many games of one round at once, thrown on from the same state to the round's end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.chance.odds.ends import Flags, ends
from pi_bunco.chance.odds.position import Position
from pi_bunco.chance.odds.terms import OddsTerms
from pi_bunco.chance.odds.throws import Floats

Whole = NDArray[np.int64]


class Seated(NamedTuple):
    """A table as the games begin.

    Attributes
    ----------
    position
        How it stands.
    goal
        Its goal.
    can_end
        Whether it can end the round.
    """

    position: Position
    goal: int
    can_end: bool


@dataclass(frozen=True, slots=True)
class CrowdedRound:
    """Tables whose round ends together.

    Attributes
    ----------
    terms
        What they play by.
    tables
        Those that still play, in the order in which they throw.
    each
        Whether a table with the goal stops alone, so that only a bunco ends the round for all.
    """

    terms: OddsTerms
    tables: Sequence[Seated]
    each: bool


class Crowd:
    """So many games of a room; in each all tables throw at the same pace, one after the other.

    When one ends the round the tables after it have thrown once less.
    """

    def __init__(self, room: CrowdedRound, games: int, random: np.random.Generator) -> None:
        self._room = room
        self._random = random
        throws = room.terms.throws
        self._upto = np.cumsum([it.chance for it in throws])[:-1]
        self._points = np.array([it.points for it in throws])
        self._keeps = np.array([it.keeps for it in throws])
        self._ends = np.array([it.ends for it in throws])
        self._loses = np.array([it.loses for it in throws])
        self._goals = np.array([table.goal for table in room.tables])
        self._can_end = np.array([table.can_end for table in room.tables])
        stands = [table.position for table in room.tables]
        self._sides = np.array([len(it.scores) for it in stands])
        scores = np.zeros((len(stands), max(self._sides)), np.int64)
        for at, it in enumerate(stands):
            scores[at, : len(it.scores)] = np.roll(it.scores, it.holder)
        self._now = _Games(
            scores=np.repeat(scores[None], games, axis=0),
            holder=np.tile([it.holder for it in stands], (games, 1)),
            begun=np.tile([it.begun for it in stands], (games, 1)),
            of_turn=np.tile([it.of_turn for it in stands], (games, 1)),
            live=np.ones((games, len(stands)), np.bool_),
        )
        self._over: list[tuple[_Games, Flags]] = []

    def throw(self) -> bool:
        """Let every table of every game throw once; tell whether all games are over."""
        now, terms = self._now, self._room.terms
        thrown = np.searchsorted(self._upto, self._random.random(now.live.shape), side="right")
        points, keeps, ends_round = self._points[thrown], self._keeps[thrown], self._ends[thrown]
        own = np.take_along_axis(now.scores, now.holder[..., None], axis=2)[..., 0]
        then = own + points - np.where(self._loses[thrown], now.of_turn, 0)
        reached = then >= self._goals
        rings = now.live & self._can_end & (ends_round if self._room.each else ends_round | reached)
        rung = rings.any(axis=1)
        first = np.where(rung, rings.argmax(axis=1), len(self._goals))[:, None]
        table = np.arange(len(self._goals))
        acts = now.live & (table <= first)
        np.put_along_axis(now.scores, now.holder[..., None], np.where(acts, then, own)[..., None], axis=2)
        now = _Games(
            scores=now.scores,
            holder=np.where(acts & ~keeps, (now.holder + 1) % self._sides, now.holder),
            begun=np.where(acts, keeps, now.begun),
            of_turn=np.where(acts, np.where(keeps, now.of_turn + points, 0), now.of_turn),
            live=now.live & ~(acts & reached & (table < first)) if self._room.each else now.live,
        )
        over = rung | ~now.live.any(axis=1)
        if over.any():
            finish = np.where(table == first, terms.ending_finishes, terms.others_finish)
            self._over.append((now.where(over), (now.begun & now.live & finish)[over]))
            now = now.where(~over)
        self._now = now
        return not len(now.live)

    def chances(self, at: int) -> Floats:
        """Return for each game the chances of the sides of a table, named by its place, when all are over."""
        sides = int(self._sides[at])
        end = ends(self._room.terms, sides)
        scores = np.concatenate([games.scores[:, at, :sides] for games, _ in self._over])
        holder = np.concatenate([games.holder[:, at] for games, _ in self._over])
        begun = np.concatenate([games.begun[:, at] for games, _ in self._over])
        of_turn = np.concatenate([games.of_turn[:, at] for games, _ in self._over])
        finish = np.concatenate([finish[:, at] for _, finish in self._over])
        around = (holder[:, None] + np.arange(sides)) % sides
        scores = np.take_along_axis(scores, around, axis=1)
        each = np.where(finish[:, None], end.finish(scores, of_turn), end.stop(scores, begun))
        chances = np.empty_like(each)
        np.put_along_axis(chances, around, each, axis=1)
        return chances


class _Games(NamedTuple):
    """A row for each game, a column for each table.

    Attributes
    ----------
    scores
        The score of each side, in the order of the sides.
    holder, begun, of_turn
        As in :class:`Position`.
    live
        Whether the table plays: not where it has stopped alone.
    """

    scores: Whole
    holder: Whole
    begun: Flags
    of_turn: Whole
    live: Flags

    def where(self, games: Flags) -> "_Games":
        """Return some of the games."""
        return _Games(
            scores=self.scores[games],
            holder=self.holder[games],
            begun=self.begun[games],
            of_turn=self.of_turn[games],
            live=self.live[games],
        )
