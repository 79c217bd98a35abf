"""Counts the throws of games, once for all questions about them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from pi_bunco.chance.dice import FACES
from pi_bunco.chance.luck.sums import Worth, count_worths
from pi_bunco.rules import Dice, Event, Game, Sheet, Thrown, is_ghost
from pi_bunco.rules.scoring import make_score_table

Lots = dict[tuple[int, int], list[int]]
"""How often each face came in each lot of dice: those of one table in one game, both counted from 1."""


class PlayerCounts:
    """The throws of one player.

    Attributes
    ----------
    lots
        For each lot of dice: how often each face came, of 1 first, roll-offs included.
    throws
        How many throws they had in the rounds, without roll-offs, in which other things score.
    points, buncos, minis
        The points, buncos and minis of those throws, called or not, before any points were lost.
    worth
        For each of these three: how many throws there were with each set of possible worths.
    """

    def __init__(self) -> None:
        self.lots: Lots = {}
        self.throws = self.points = self.buncos = self.minis = 0
        self.worth: dict[str, Counter[Worth]] = {"points": Counter(), "buncos": Counter(), "minis": Counter()}

    @property
    def faces(self) -> list[int]:
        """How often each face came, of 1 first."""
        return _sum(self.lots.values())


@dataclass(slots=True)
class Readings:
    """How many throws the camera read, and how many people entered or corrected.

    Attributes
    ----------
    throws
        All throws that count.
    camera
        Throws that the camera read and no person changed.
    corrected
        Throws that a person corrected afterwards.
    answered
        Throws that the camera doubted and a person entered.
    """

    throws: int = 0
    camera: int = 0
    corrected: int = 0
    answered: int = 0

    def add(self, thrown: Thrown, event: Event) -> None:
        """Count a throw, which ``event`` logged."""
        self.throws += 1
        if thrown.corrected:
            self.corrected += 1
        elif event.raw.get("by") == "camera":
            self.camera += 1
        elif "answers" in event.raw:
            self.answered += 1


@dataclass(slots=True)
class Counts:
    """All counts of some games.

    Attributes
    ----------
    games
        How many games had a throw.
    lots
        For each lot of dice: how often each face came, of 1 first.
    players
        The counts of each player, in the order in which they first threw, without ghosts.
    patterns
        How many throws showed one, two, three different faces.
    follows
        For the faces of a throw and of the next at a table in a round, each ascending: how often they came.
    readings
        How the dice were read.
    """

    games: int = 0
    lots: Lots = field(default_factory=dict)
    players: dict[str, PlayerCounts] = field(default_factory=dict)
    patterns: Counter[int] = field(default_factory=Counter)
    follows: Counter[tuple[Dice, Dice]] = field(default_factory=Counter)
    readings: Readings = field(default_factory=Readings)

    @property
    def faces(self) -> list[int]:
        """How often each face came at all tables together, of 1 first."""
        return _sum(self.lots.values())

    @property
    def tables(self) -> dict[int, list[int]]:
        """By table, ascending, over all games: how often each face came, of 1 first."""
        return {
            number: _sum(faces for (_, table), faces in self.lots.items() if table == number)
            for number in sorted({table for _, table in self.lots})
        }

    def split_lots(self, name: str) -> list[tuple[list[int], list[int]]]:
        """Return, for each lot of dice, how often each face came to the player ``name`` and to the others."""
        return [
            (faces, [both - own for both, own in zip(self.lots[lot], faces, strict=True)])
            for lot, faces in self.players[name].lots.items()
        ]


def count_throws(games: Iterable[Game], table: int | None = None) -> Counts:
    """Count the throws of games, with all corrections.

    Voided throws, readings that were no throw, and dice that were thrown again for house rules are not in
    a game's rounds, so they do not count. Die-offs and the throws of finals are left out too: they are single
    dice, and few.

    Parameters
    ----------
    games
        The games.
    table
        The number of the table whose throws count; ``None``: those of all tables.

    Examples
    --------
    >>> from pi_bunco.rules import Bell, Header, Throw
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> game = Game(Header.parse(header))
    >>> for event in (Bell(), Throw(1, (1, 1, 4)), Throw(1, (2, 3, 4))):
    ...     _ = game.push(event)
    >>> counts = count_throws([game])
    >>> counts.faces, counts.players["Ann"].points, counts.patterns[2]
    ([2, 1, 1, 2, 0, 0], 2, 1)
    """
    counts = Counts()
    for number, game in enumerate(games, 1):
        events = game.events
        before = counts.readings.throws
        results = ((played.round, result) for played in game.rounds for result in played.tables)
        for target, result in results:
            if table not in {None, result.table}:
                continue
            lot, throws = (number, result.table), result.throws
            faces = counts.lots.setdefault(lot, [0] * len(FACES)) if throws else []
            for thrown in throws:
                counts.readings.add(thrown, events[thrown.seq - 1])
                counts.patterns[len(set(thrown.dice))] += 1
                _add(faces, thrown.dice)
                if not is_ghost(thrown.thrower):
                    player = counts.players.setdefault(thrown.thrower, PlayerCounts())
                    _add(player.lots.setdefault(lot, [0] * len(FACES)), thrown.dice)
                    _credit(player, thrown, game, target)
            counts.follows.update(pairwise(tuple(sorted(thrown.dice)) for thrown in throws))
        counts.games += counts.readings.throws > before
    return counts


def _sum(lots: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*lots, strict=True)] or [0] * len(FACES)


def _add(faces: list[int], dice: Dice) -> None:
    for die in dice:
        faces[die - 1] += 1


def _credit(player: PlayerCounts, thrown: Thrown, game: Game, target: int) -> None:
    if thrown.rolloff:
        return
    score = make_score_table(game.sheet, target, game.header.options.cup)[thrown.dice]
    player.throws += 1
    player.points += score.points
    player.buncos += score.kind == "bunco"
    player.minis += score.kind == "mini"
    for what, kind in _list_worths(game.sheet, target, game.header.options.cup).items():
        player.worth[what][kind] += 1


@lru_cache(maxsize=64)
def _list_worths(sheet: Sheet, target: int, cup: tuple[int, ...]) -> Mapping[str, Worth]:
    scores = make_score_table(sheet, target, cup).values()
    return {
        "points": count_worths(score.points for score in scores),
        "buncos": count_worths(int(score.kind == "bunco") for score in scores),
        "minis": count_worths(int(score.kind == "mini") for score in scores),
    }
