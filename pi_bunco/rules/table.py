"""One table during one round: the turn, the scores, the throws, and a roll-off where it stands equal."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, NamedTuple

from pi_bunco.rules.header import Seats
from pi_bunco.rules.rolloff import DieOffs, Takes, Tie, Turns, start_rolloff
from pi_bunco.rules.scoring import NOTHING, SNAKE_EYES, Dice, Kind, Score
from pi_bunco.rules.sheets import Layout, Sheet

State = Literal["waiting", "playing", "finishing", "rolloff", "decided"]
"""``waiting``: for the first bell. ``finishing``: the bell has rung, and the turn that had begun goes on."""

_IN_PLAY = ("playing", "finishing")


class Side(NamedTuple):
    """Who plays together: the ``players`` and their ``seats`` (1 to 4), in the order of the seats."""

    players: tuple[str, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a round is played by, at every table.

    Attributes
    ----------
    sheet
        The rule sheet.
    target
        The number of the round, 1 to 6.
    scoring
        What each of the 216 throws scores.
    needs_call
        The kinds of throw that count only when called; none where calls are off.
    passing
        The kinds of throw that pass the dice on.
    """

    sheet: Sheet
    target: int
    scoring: Mapping[Dice, Score]
    needs_call: frozenset[str]
    passing: frozenset[Kind]


class Thrown(NamedTuple):
    """One throw as it counted. A tuple: there are as many as throws, and it is made fastest.

    Attributes
    ----------
    seq
        The number of its event.
    thrower
        Whose throw it is; a ghost's is hers, whoever throws for her.
    side
        Her side's place in :attr:`Table.sides`.
    dice
        What lay there, as corrected.
    score
        What it scored; a bunco that must be called and was not has scored nothing. In a roll-off, what
        it scored there.
    totals
        The scores of all sides after it.
    rolloff
        Whether it was thrown in a roll-off.
    corrected
        Whether its dice were put right later.
    ends_turn
        Whether it passed the dice on.
    """

    seq: int
    thrower: str
    side: int
    dice: Dice
    score: Score
    totals: tuple[int, ...]
    rolloff: bool
    corrected: bool
    ends_turn: bool


class Table:
    """One table during one round: everybody may read it, :class:`~pi_bunco.rules.play.Play` changes it.

    Attributes
    ----------
    number
        1 is the head table.
    seats
        Who sits there, seat 1 first.
    teams
        Whether opposite seats are partners; else each plays for herself.
    goal
        The score that ends the round, or wins the table.
    sides
        Who plays together, in the order of their lowest seats.
    state
        What happens there.
    takes
        What may be thrown: three ``dice``, one die each (``die_off``), or ``None``: nothing.
    rolloff
        The roll-off, which stays to be seen once it is won, or ``None``.
    winner
        The side that has won, ``None`` until the table is decided.
    callable
        The number of the throw that may be called now, or ``None``.
    """

    def __init__(self, number: int, seats: Seats, layout: Layout, goal: int) -> None:
        self.number = number
        self.seats = seats
        self.teams = layout.teams
        self.goal = goal
        self._side_of = tuple(seat % 2 if self.teams else seat for seat in range(len(seats)))
        self.sides = tuple(self._side(side) for side in range(max(self._side_of) + 1))
        self.state: State = "waiting"
        self.takes: Takes | None = None
        self.rolloff: Turns | DieOffs | None = None
        self.winner: int | None = None
        self.callable: int | None = None
        self._throws: list[Thrown] = []
        self._scores = [0] * len(self.sides)
        self._seat = 0
        self._turn_begun = False

    def start(self, terms: Terms, seat: int) -> None:
        """Begin a round by these terms; ``seat``, counted from 0, holds the dice."""
        self.state = "playing"
        self.takes = "dice"
        self._terms = terms
        self._seat = seat

    # What there is to see

    @property
    def throws(self) -> tuple[Thrown, ...]:
        """The throws of the round, oldest first."""
        return tuple(self._throws)

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side in this round."""
        return tuple(self._scores)

    @property
    def holder(self) -> str | None:
        """Who throws the next three dice, ``None`` when nobody may."""
        if (rolloff := self._rolling_off) is not None:
            return self._name(rolloff.holder)
        return self.seats[self._seat] if self.state in _IN_PLAY else None

    @property
    def then(self) -> str | None:
        """Who holds the dice after this turn, ``None`` when nobody does or nobody can know."""
        if (rolloff := self._rolling_off) is not None:
            return self._name(rolloff.then)
        return self.seats[self._next_seat] if self.state == "playing" else None

    @property
    def in_turn(self) -> bool:
        """Whether the holder has thrown in this turn."""
        if (rolloff := self._rolling_off) is not None:
            return rolloff.in_turn
        return self._turn_begun

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, in the order of the seats; nobody until the table is decided."""
        return () if self.winner is None else self.sides[self.winner].players

    @property
    def at_goal(self) -> bool:
        """Whether a side has the score that ends the round or wins the table."""
        return max(self._scores) >= self.goal

    # What happens

    def throw(self, seq: int, dice: Dice, *, called: bool | None, corrected: bool) -> Thrown:
        """Play event ``seq``, three dice; ``called`` is ``None`` where a call may still come."""
        if isinstance(self.rolloff, Turns):
            return self._throw_off(self.rolloff, seq, dice, corrected=corrected)
        worth = self._terms.scoring[dice]
        uncalled = worth.kind in self._terms.needs_call and not called
        self.callable = seq if uncalled and called is None else None
        self._turn_begun = worth.kind not in self._terms.passing
        seat = self._seat
        side = self._side_of[seat]
        counted = NOTHING if uncalled else worth
        self._scores[side] += -self._points_of_turn if worth is SNAKE_EYES else counted.points
        totals = tuple(self._scores)
        name = self.seats[seat]
        thrown = Thrown(seq, name, side, dice, counted, totals, False, corrected, not self._turn_begun)  # noqa: FBT003 - by place is faster
        self._throws.append(thrown)
        if not self._turn_begun:
            self._seat = self._next_seat
            if self.state == "finishing":
                self._stop()
        return thrown

    def call(self) -> Thrown:
        """Count the throw that may be called, which is the last one."""
        last = self._throws[-1]
        self.callable = None
        worth = self._terms.scoring[last.dice]
        self._scores[last.side] += worth.points
        self._throws[-1] = last._replace(score=worth, totals=tuple(self._scores))
        return self._throws[-1]

    def die_off(self, seq: int, dice: Mapping[str, int], *, corrected: bool) -> None:
        """Play event ``seq``, one die for each of the roll-off's ``names``."""
        if isinstance(self.rolloff, DieOffs):
            self.rolloff.throw_each(seq, dice, corrected=corrected)
            self._win(self.rolloff.winner)

    def end(self, turn: Literal["stop", "finish"]) -> None:
        """Hear that the round is over: a turn that has begun stops or is finished."""
        if turn == "finish" and self._turn_begun:
            self.state = "finishing"
        else:
            self._stop()

    def _stop(self) -> None:
        self.callable = None
        best = max(self._scores)
        leaders = [side for side, score in enumerate(self._scores) if score == best]
        if len(leaders) == 1:
            self._win(leaders[0])
            return
        first = self._next_seat if self._turn_begun else self._seat
        around = (*range(first, len(self.seats)), *range(first))
        order = tuple(seat for seat in around if self._side_of[seat] in leaders)
        tie = Tie(self.seats, order, self._side_of, self._terms.target, self._terms.scoring)
        self.state = "rolloff"
        self.rolloff = start_rolloff(self._terms.sheet, tie)
        self.takes = self.rolloff.takes

    def _throw_off(self, rolloff: Turns, seq: int, dice: Dice, *, corrected: bool) -> Thrown:
        seat, worth, ends = rolloff.throw(dice)
        name, side = self.seats[seat], self._side_of[seat]
        thrown = Thrown(
            seq, name, side, dice, worth, self.scores, rolloff=True, corrected=corrected, ends_turn=ends
        )
        self._throws.append(thrown)
        self._win(rolloff.winner)
        return thrown

    def _win(self, side: int | None) -> None:
        if side is not None:
            self.winner = side
            self.state = "decided"
            self.takes = None
            self._turn_begun = False

    @property
    def _points_of_turn(self) -> int:
        turn = takewhile(lambda thrown: not thrown.ends_turn, reversed(self._throws))
        return sum(thrown.score.points for thrown in turn)

    @property
    def _rolling_off(self) -> Turns | DieOffs | None:
        return self.rolloff if self.state == "rolloff" else None

    @property
    def _next_seat(self) -> int:
        return (self._seat + 1) % len(self.seats)

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.seats[seat]

    def _side(self, side: int) -> Side:
        seats = [seat for seat, its in enumerate(self._side_of) if its == side]
        return Side(tuple(self.seats[seat] for seat in seats), tuple(seat + 1 for seat in seats))
