"""A round for practice, by a sheet that may not be finished. It belongs to no game and is stored nowhere."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from pi_bunco.rules import (
    SHEETS,
    Bell,
    Counted,
    Dice,
    DieOff,
    DieOffs,
    EndRound,
    Event,
    Game,
    Header,
    Sheet,
    Table,
    Tally,
    Throw,
)
from pi_bunco.rules.seating import MIN_PLAYERS
from pi_bunco.sentences import Sentence, say, say_count, say_list
from pi_bunco.views.words import TARGET_WORDS, say_points, say_who_throws

END = "e"
"""The step in which the host ends the round."""
MOST_STEPS = 300
_STEP = re.compile(rf"[1-6]{{3}}|d[1-6]{{2,4}}|{END}")
_SEATS = 4


@dataclass(frozen=True, slots=True)
class PractisedThrow:
    """A throw of the practice round: who threw it, what it scored, and what follows."""

    thrower: str
    dice: Dice
    hits: tuple[bool, ...]
    result: Sentence
    follows: Sentence


@dataclass(frozen=True, slots=True)
class PracticeSide:
    """Who plays together, their score, and whether they have won."""

    players: str
    score: int
    won: bool


@dataclass(frozen=True, slots=True)
class PracticeView:
    """A practice round.

    Attributes
    ----------
    round
        Its number, which is its target.
    rolling
        What it is thrown for, in words.
    sides
        The sides of the table.
    throws
        The throws, newest first.
    takes
        What is thrown next: three ``dice``, one die each (``die_off``), or nothing (``None``).
    now
        Who throws next, or who has won.
    ended
        Why the round has ended; ``""``: it goes on.
    bag
        Who holds the traveling bag; ``""``: nobody.
    steps
        The steps that were taken, as text.
    """

    round: int
    rolling: Sentence
    sides: tuple[PracticeSide, ...]
    throws: tuple[PractisedThrow, ...]
    takes: Literal["dice", "die_off"] | None
    now: Sentence
    ended: Sentence | str
    bag: Sentence | str
    steps: tuple[str, ...]


def count_seats(sheet: Sheet) -> int:
    """Return how many play a practice round at one table; 0: the sheet is not for one table.

    >>> from pi_bunco.rules import load_sheet
    >>> count_seats(load_sheet("boxed"))
    4
    """
    possible = (
        seats for seats in range(_SEATS, MIN_PLAYERS - 1, -1) if len(sheet.find_layouts(seats, 1) or ()) == 1
    )
    return next(possible, 0)


class PracticeRound:
    """A round at one table, from its steps.

    Parameters
    ----------
    sheet
        The rule sheet; it must be for one table (:func:`count_seats`).
    number
        The round; one that the sheet does not have becomes the last.
    steps
        Three faces for each throw, ``d`` and a face for each player of a die-off, or :data:`END`. A step that
        does not fit is left out.

    >>> from pi_bunco.rules import load_sheet
    >>> practice = PracticeRound(load_sheet("houseparty"), 4, ["445", "444", "123"]).view()
    >>> practice.ended, practice.now, [side.score for side in practice.sides]
    ('A bunco ends the round. The turn that has begun is finished.', 'Player 1 and Player 3 win.', [23, 0])
    """

    def __init__(self, sheet: Sheet, number: int, steps: Iterable[str]) -> None:
        names = [say("Player {number}", number=seat) for seat in range(1, count_seats(sheet) + 1)]
        raw: dict[str, Any] = {"record": "bunco/1", "rules": sheet.slug, "tables": [names]}
        if sheet.traveling_by != "agreed" and "traveling" in sheet.options:
            raw["options"] = {"traveling": True}
        self._game = Game(Header.parse(raw if sheet.slug in SHEETS else {**raw, "sheet": sheet.to_dict()}))
        self._sheet = sheet
        self._ended: Sentence | str = ""
        self.number = number if number in sheet.targets else sheet.targets[-1]
        for _ in range(sheet.targets[0], self.number):
            self._game.push(Bell())
            # The first side wins; where a winner throws first next, the last one, so that this is seen.
            scores = range(len(self._table.sides), 0, -1)
            self._game.push(Tally(1, Counted(tuple(scores[:: -1 if sheet.starts == "winner" else 1]))))
        self._game.push(Bell())
        self.steps: list[str] = []
        for step in steps:
            self._take(step)

    @property
    def is_full(self) -> bool:
        """Whether it takes no further step."""
        return len(self.steps) >= MOST_STEPS

    @property
    def _table(self) -> Table:
        return self._game.tables[0]

    def throw(self, random: Random) -> bool:
        """Throw what must be thrown next; return whether anything was thrown."""
        table = self._table
        if table.takes is None or self.is_full:
            return False
        many = len(table.rolloff.names) if isinstance(table.rolloff, DieOffs) else 3
        faces = "".join(str(random.randint(1, 6)) for _ in range(many))
        self._take(faces if table.takes == "dice" else f"d{faces}")
        return True

    def view(self) -> PracticeView:
        """Return what the page shows."""
        table = self._table
        won = frozenset(table.winners if table.takes is None else ())
        return PracticeView(
            round=self.number,
            rolling=say("Rolling for {faces}", faces=TARGET_WORDS[self.number - 1]),
            sides=tuple(
                PracticeSide(say_list(side.players), score, won.issuperset(side.players))
                for side, score in zip(table.sides, table.scores, strict=True)
            ),
            throws=tuple(
                PractisedThrow(
                    thrown.thrower,
                    thrown.dice,
                    thrown.score.hits,
                    say_points(thrown.score),
                    say("the dice go on") if thrown.ends_turn else say("throw again"),
                )
                for thrown in reversed(table.throws)
            ),
            takes=None if self.is_full else table.takes,
            now=self._say_now(),
            ended=self._ended,
            bag=say("{name} holds the traveling bag.", name=self._game.bag) if self._game.bag else "",
            steps=tuple(self.steps),
        )

    def _say_now(self) -> Sentence:
        table = self._table
        if self.is_full:
            return say("This practice round has no room for more throws. Begin again.")
        if table.takes is None:
            winners = table.winners
            return say_count("{names} wins.", "{names} win.", len(winners), names=say_list(winners))
        if isinstance(table.rolloff, DieOffs):
            return say("{names} throw one die each.", names=say_list(table.rolloff.names))
        return say_who_throws(table.holder or "", again=table.in_turn)

    def _take(self, step: str) -> None:
        event = None if self.is_full else self._make_event(step)
        if event is None or self._game.find_misfit(event):
            return
        self._game.push(event)
        self.steps.append(step)
        if not self._ended and (self._game.ended or self._game.status != "playing"):
            self._ended = self._say_end(event)

    def _make_event(self, step: str) -> Event | None:
        if not _STEP.fullmatch(step):
            return None
        if step == END:
            return EndRound()
        faces = [int(face) for face in step if face != "d"]
        if step.isdigit():
            return Throw(1, (faces[0], faces[1], faces[2]))
        rolloff = self._table.rolloff
        names = rolloff.names if isinstance(rolloff, DieOffs) else ()
        return DieOff(1, dict(zip(names, faces, strict=False)))

    def _say_end(self, event: Event) -> Sentence:
        table = self._table
        bunco = say("A bunco ends the round.")
        if isinstance(event, EndRound):
            why = say("The host ends the round.")
        elif self._sheet.bunco_ends and table.throws[-1].score.kind == "bunco":
            why = bunco
        elif self._sheet.round_end != "host" and max(table.scores) >= table.goal:
            why = say_count(
                "Somebody has {count} point: the round ends.",
                "Somebody has {count} points: the round ends.",
                table.goal,
            )
        else:  # an earlier bunco, after which everybody has had a turn
            why = bunco
        if table.state == "finishing":
            return say("{why} The turn that has begun is finished.", why=why)
        return say("{why} It is a tie: a roll-off follows.", why=why) if table.rolloff else why
