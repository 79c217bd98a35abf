"""Answers all questions about the luck in a log, and decides which answers are worth a look."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pi_bunco.chance.luck.counts import Counts, count_throws
from pi_bunco.chance.luck.power import Power
from pi_bunco.chance.luck.questions import (
    LuckTest,
    Sticking,
    adjust_chances,
    compare_faces,
    examine_faces,
    examine_patterns,
    examine_sticking,
)
from pi_bunco.chance.luck.sums import compute_mean, compute_tail_chance
from pi_bunco.rules import Game

LEVEL = 0.01
"""An answer is worth a look if its odds (see :class:`Answer`) are below this."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question.

    Attributes
    ----------
    about
        The subject: ``faces``, ``alike``, ``sticking``, ``points``, ``buncos`` or ``minis``. A player's faces
        are compared with those that others threw with the same dice, since uneven dice are not their fault.
    of
        The number of a table or the name of a player; ``None``: all dice.
    test
        The result of the test; ``None``: there are too few throws.
    odds
        The chance that fair dice give such a strange answer to any of the questions about dice, or about
        players (Holm 1979).
    """

    about: str
    of: int | str | None
    test: LuckTest | None
    odds: float | None = None

    @property
    def strange(self) -> bool:
        """Whether it is worth a look."""
        return self.odds is not None and self.odds < LEVEL

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON values; with too few throws only ``worth_a_look``, which is null."""
        if self.test is None:
            return {"worth_a_look": None}
        facts: dict[str, Any] = {"chance": self.test.chance, "odds": self.odds, "worth_a_look": self.strange}
        if self.test.degrees:
            return {"chi_square": self.test.statistic, "degrees": self.test.degrees} | facts
        return facts


@dataclass(frozen=True, slots=True)
class Luck:
    """What a log shows about the luck of its dice and players.

    Attributes
    ----------
    counts
        What was counted.
    sticking
        How often throws repeat the one before.
    dice
        The answers about dice: about all faces, the faces of each table if there are several, the dice of a
        throw (are they alike?), and throws that follow each other (are they alike?).
    players
        The answers about players, four for each player.
    """

    counts: Counts
    sticking: Sticking
    dice: tuple[Answer, ...]
    players: tuple[Answer, ...]

    @property
    def power(self) -> Power:
        """How strongly dice must be loaded before this number of throws and questions shows it."""
        questions = sum(answer.test is not None for answer in self.dice)
        return Power(sum(self.counts.faces), LEVEL / max(questions, 1))

    def to_dict(self) -> dict[str, Any]:
        """Return all answers as JSON values."""
        counts, readings = self.counts, self.counts.readings
        answers = {(answer.about, answer.of): answer.to_dict() for answer in (*self.dice, *self.players)}
        return {
            "games": counts.games,
            "throws": readings.throws,
            "read_by_camera": readings.camera,
            "answered": readings.answered,
            "corrected": readings.corrected,
            "faces": {"counted": counts.faces, **answers["faces", None]},
            "tables": {
                str(table): {"counted": faces, **answers.get(("faces", table), {})}
                for table, faces in counts.tables.items()
            },
            "alike": {
                "counted": [counts.patterns[faces] for faces in (3, 2, 1)],
                **answers["alike", None],
            },
            "sticking": {
                "throws": self.sticking.throws,
                "counted": self.sticking.same,
                "expected": self.sticking.expected,
                **answers["sticking", None],
            },
            "noticed": {
                "all_loaded": self.power.all_loaded,
                "one_loaded": self.power.one_loaded,
                "dice_for_one_in_five": round(self.power.needed),
            },
            "players": {
                name: {
                    "throws": player.throws,
                    "faces": {"counted": player.faces, **answers["faces", name]},
                    **{
                        what: {
                            "counted": getattr(player, what),
                            "expected": compute_mean(player.worth[what]),
                            **answers[what, name],
                        }
                        for what in player.worth
                    },
                }
                for name, player in counts.players.items()
            },
        }


def check(games: Iterable[Game], table: int | None = None) -> Luck:
    """Answer all questions about the throws of games.

    The chance of an answer is how often fair dice give such a strange answer to that question. Its odds are
    how often they give one to any of the questions about dice, or about players. The number of throws in a
    game is not fixed: lucky turns go on, and a score ends a round. But each throw is fair after any throws
    before it. So the differences from the expected numbers are sums of martingale differences, and the limits
    of the tests apply to them (Hall and Heyde 1980, Martingale Limit Theory, 3.2). The tests of this package
    measure how close short games are to these limits.

    Parameters
    ----------
    games
        The games.
    table
        The number of the table whose throws are counted; ``None``: all tables.
    """
    counts = count_throws(games, table)
    sticking = examine_sticking(counts.follows)
    tables = counts.tables.items() if len(counts.tables) > 1 else ()
    dice = (
        Answer("faces", None, examine_faces(counts.faces)),
        *(Answer("faces", table, examine_faces(faces)) for table, faces in tables),
        Answer("alike", None, examine_patterns(counts.patterns)),
        Answer("sticking", None, sticking.test),
    )
    players = [answer for name in counts.players for answer in _answer_player(name, counts)]
    return Luck(counts, sticking, _adjust_odds(dice), _adjust_odds(players))


def _answer_player(name: str, counts: Counts) -> Iterable[Answer]:
    player = counts.players[name]
    for what, throws in player.worth.items():
        chance = compute_tail_chance(getattr(player, what), throws)
        yield Answer(what, name, LuckTest(0.0, 0, chance) if player.throws else None)
    yield Answer("faces", name, compare_faces(counts.split_lots(name)).test)


def _adjust_odds(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers with their odds, which allow for the number of questions."""
    odds = iter(adjust_chances(answer.test.chance for answer in answers if answer.test is not None))
    return tuple(answer if answer.test is None else replace(answer, odds=next(odds)) for answer in answers)
