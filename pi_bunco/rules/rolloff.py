"""The four kinds of roll-off, which decide a tie at the end of a round.

Each kind knows who may throw and when a side has won. Its points count only in the roll-off.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from pi_bunco.rules.header import Seats
from pi_bunco.rules.scoring import (
    NOTHING,
    SNAKE_EYES,
    WIPE,
    Dice,
    Score,
    list_passing_kinds,
    make_rolloff_table,
)
from pi_bunco.rules.sheets import Sheet

Takes = Literal["dice", "die_off"]
"""What players throw: three ``dice``, or one die for each side at the same time."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie at a table.

    Attributes
    ----------
    seats
        Who sits at the table.
    order
        The seats in the tie, counted from 0, starting with the next turn.
    side_of
        The side of each seat of the table.
    target
        The number of the round.
    scoring
        The scores of all throws in the round, for the kind of roll-off that uses them.
    """

    seats: Seats
    order: tuple[int, ...]
    side_of: tuple[int, ...]
    target: int
    scoring: Mapping[Dice, Score] = field(default_factory=dict)


class Rolloff:
    """One roll-off.

    Attributes
    ----------
    kind
        Its name on the sheets.
    takes
        What players throw: ``dice`` (three) or ``die_off`` (one die a side at the same time).
    names
        Who throws one die each, in the order of the seats; empty in the other kinds.
    sides
        The sides in the tie, counted from 0; the table's other sides wait.
    points
        The points of each side of the table in the roll-off.
    winner
        The side that has won, ``None`` until somebody has.
    in_turn
        Whether the holder has already thrown in this turn.
    """

    kind: ClassVar[str]
    takes: ClassVar[Takes] = "dice"
    names: tuple[str, ...] = ()

    def __init__(self, tie: Tie) -> None:
        self._tie = tie
        self.sides = sorted({tie.side_of[seat] for seat in tie.order})
        self.points = [0] * (max(tie.side_of) + 1)
        self.winner: int | None = None
        self.in_turn = False

    @property
    def holder(self) -> int | None:
        """The seat, counted from 0, that throws next; ``None`` if nobody throws alone."""
        return None

    @property
    def then(self) -> int | None:
        """The seat that has the dice after this turn, if that is certain."""
        return None


class Turns(Rolloff, ABC):
    """A roll-off in which the dice go round."""

    def __init__(self, sheet: Sheet, tie: Tie) -> None:
        super().__init__(tie)
        self._sheet = sheet
        self._place = 0  # of the holder in the order
        self._points_of_turn = 0
        self._passing = list_passing_kinds(sheet)
        self._scoring: Mapping[Dice, Score] = make_rolloff_table(sheet, tie.target)

    @property
    def holder(self) -> int | None:
        """The seat, counted from 0, that throws next."""
        return None if self.winner is not None else self._tie.order[self._place]

    @property
    def then(self) -> int | None:
        """The seat that has the dice after this turn."""
        return None if self.winner is not None else self._tie.order[(self._place + 1) % len(self._tie.order)]

    def throw(self, dice: Dice) -> tuple[int, Score, bool]:
        """Play three dice; return the seat that threw, the score here, and whether it ends the turn."""
        seat = self._tie.order[self._place]
        side = self._tie.side_of[seat]
        score = self._scoring[dice]
        gained = -self._points_of_turn if score is SNAKE_EYES else score.points
        self.points[side] += gained
        self._points_of_turn += gained
        ends = self._finish_throw(score, side)
        self.in_turn = not ends
        if ends:
            self._points_of_turn = 0
            self._place = (self._place + 1) % len(self._tie.order)
        return seat, score, ends

    @abstractmethod
    def _finish_throw(self, score: Score, side: int) -> bool:
        """Set the winner if there is one; return whether the turn is over."""


class Sessions(Turns):
    """Each seat in the tie plays a whole turn, seat 1 first, with the round's scores and the cup bonus.

    The side that leads after all turns wins; if the tie remains, there is another session. Three 1s that
    would take the points of the round score nothing here, for the points of a roll-off are not the round's.
    """

    kind = "sessions"

    def __init__(self, sheet: Sheet, tie: Tie) -> None:
        super().__init__(sheet, replace(tie, order=tuple(sorted(tie.order))))
        self._scoring = {dice: NOTHING if score is WIPE else score for dice, score in tie.scoring.items()}

    @property
    def then(self) -> int | None:
        """The next seat of this session; ``None`` after the last, since another session is uncertain."""
        return super().then if self._place + 1 < len(self._tie.order) else None

    def _finish_throw(self, score: Score, side: int) -> bool:  # noqa: ARG002 - other kinds need the side
        ends = score.kind in self._passing
        if ends and self._place + 1 == len(self._tie.order):
            best = max(self.points)
            leaders = [side for side in self.sides if self.points[side] == best]
            if len(leaders) == 1:
                self.winner = leaders[0]
        return ends


class Hits(Turns):
    """One throw each in turn; the first with a target wins."""

    kind = "hits"

    def _finish_throw(self, score: Score, side: int) -> bool:
        if score.points:
            self.winner = side
        return True


class ToFive(Turns):
    """Turns as in the round, but minis score nothing; the first side with the sheet's goal wins."""

    kind = "to5"

    def _finish_throw(self, score: Score, side: int) -> bool:
        if self.points[side] >= self._sheet.rolloff_goal:
            self.winner = side
        return score.kind in self._passing


@dataclass(frozen=True, slots=True)
class Try:
    """One try of a die-off: event ``seq``, dice in the order of ``names``, whether they were corrected."""

    seq: int
    dice: tuple[int, ...]
    corrected: bool


class DieOffs(Rolloff):
    """One player of each side throws one die at the same time; the only one to show a 6 wins.

    Attributes
    ----------
    names
        Who throws: the lowest seat of each side.
    tries
        The tries so far.
    """

    kind = "die_off"
    takes = "die_off"

    def __init__(self, tie: Tie) -> None:
        super().__init__(tie)
        self._seats = tuple(tie.side_of.index(side) for side in self.sides)
        self.names = tuple(tie.seats[seat] for seat in self._seats)
        self.tries: tuple[Try, ...] = ()

    def throw_each(self, seq: int, dice: Mapping[str, int], *, corrected: bool) -> None:
        """Play event ``seq``, one die for each of :attr:`names`."""
        in_order = tuple(dice[name] for name in self.names)
        self.tries += (Try(seq, in_order, corrected),)
        sixes = [seat for seat, die in zip(self._seats, in_order, strict=True) if die == WINNING_DIE]
        if len(sixes) == 1:
            self.winner = self._tie.side_of[sixes[0]]


WINNING_DIE = 6
"""The face that wins a die-off."""

_BY_TURNS: dict[str, type[Turns]] = {kind.kind: kind for kind in (Sessions, Hits, ToFive)}


def start_rolloff(sheet: Sheet, tie: Tie) -> Turns | DieOffs:
    """Start the sheet's kind of roll-off.

    >>> from pi_bunco.rules import load_sheet
    >>> tie = Tie(("Ann", "Bob", "Cy", "Di"), order=(1, 2, 3, 0), side_of=(0, 1, 0, 1), target=2)
    >>> rolloff = start_rolloff(load_sheet("casino"), tie)
    >>> rolloff.throw((5, 5, 5)), rolloff.throw((2, 3, 3)), rolloff.winner
    ((1, Score(points=0, ...), True), (2, Score(points=1, ...), True), 0)
    """
    return DieOffs(tie) if sheet.rolloff == DieOffs.kind else _BY_TURNS[sheet.rolloff](sheet, tie)
