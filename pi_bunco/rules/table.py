"""One table during one round: the turns, the scores, the throws, and a roll-off after a tie."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, NamedTuple, cast

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.header import Seats, is_ghost
from pi_bunco.rules.rolloff import DieOffs, Takes, Tie, Turns, start_rolloff
from pi_bunco.rules.scoring import NOTHING, SNAKE_EYES, WIPE, Dice, Kind, Score
from pi_bunco.rules.sheets import Layout, Sheet

State = Literal["waiting", "playing", "finishing", "rolloff", "decided"]
"""``waiting``: before the first bell. ``finishing``: the round has ended, but the present turn goes on."""

_IN_PLAY = ("playing", "finishing")

CARD_LINES = {"bunco": "buncos", "mini": "minis"}
"""The line of a card for each of these kinds of throw."""


class Side(NamedTuple):
    """The ``players`` who play together and their ``seats`` (1 to 4), in the order of the seats."""

    players: tuple[str, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules of a round, the same for every table.

    Attributes
    ----------
    sheet
        The rule sheet.
    target
        The number of the round, 1 to 6.
    scoring
        The score of each of the 216 throws.
    needs_call
        The kinds of throw that count only when called; none if calls are off.
    passing
        The kinds of throw that pass the dice on.
    """

    sheet: Sheet
    target: int
    scoring: Mapping[Dice, Score]
    needs_call: frozenset[str]
    passing: frozenset[Kind]


class Feat(NamedTuple):
    """Buncos or minis on a player's card from one event.

    Attributes
    ----------
    kind
        Bunco or mini.
    player
        The owner of the card: the thrower, or for a ghost the player that the sheet determines.
    seq
        The event number of the throw or the tally.
    times
        How many: 1 for a throw, 1 or more from a tally.
    """

    kind: Literal["bunco", "mini"]
    player: str
    seq: int
    times: int = 1


class Thrown(NamedTuple):
    """One throw and its score. A tuple, since that is the fastest to make, and there are many throws.

    Attributes
    ----------
    seq
        The number of its event.
    thrower
        The name in turn: a ghost's throw belongs to the ghost, although a player throws it.
    side
        The place of their side in :attr:`Table.sides`.
    dice
        The dice, as corrected.
    score
        Its score; a bunco that must be called but was not scores nothing. In a roll-off, the score there.
    totals
        The scores of all sides after it.
    rolloff
        Whether it was thrown in a roll-off.
    corrected
        Whether its dice were corrected later.
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


_make_tuple = tuple.__new__
"""Makes a :class:`Thrown` in half the constructor's time."""


class Table:
    """One table during one round. Only :class:`~pi_bunco.rules.play.Play` changes it.

    Attributes
    ----------
    number
        1 is the head table.
    seats
        Who sits there, seat 1 first.
    teams
        Whether opposite seats are partners; else each plays alone.
    goal
        The score that ends the round, or wins the table.
    sides
        Who plays together, in the order of their lowest seats.
    state
        Whether it waits, plays, finishes a turn, rolls off or is decided.
    takes
        What players may throw: three ``dice``, one die each (``die_off``), or ``None``: nothing.
    rolloff
        The roll-off, also after it is won, or ``None``.
    places
        How many sides win: 1, or 2 at a table of four on a sheet where two win.
    won_by
        The sides that have won, in the order of the seats; empty until the table is decided.
    safe
        The sides that have won whatever happens, while others still roll off.
    callable
        The event number of the throw that may be called now, or ``None``.
    scores
        The score of each side in this round.
    credit
        For each name, the player who gets the credit for their throws: the player themselves, or for a ghost
        the player that the sheet determines; ``None``: nobody.
    tally
        The event number and content of the paper tally, or ``None``.
    """

    def __init__(self, number: int, seats: Seats, layout: Layout, goal: int) -> None:
        self.number = number
        self.seats = seats
        self.teams = layout.teams
        self.goal = goal
        self._side_of = tuple(seat % 2 if self.teams else seat for seat in range(len(seats)))
        self.sides = tuple(self._make_side(side) for side in range(max(self._side_of) + 1))
        self.state: State = "waiting"
        self.takes: Takes | None = None
        self.rolloff: Turns | DieOffs | None = None
        self.places = 1
        self.won_by: tuple[int, ...] = ()
        self.safe: tuple[int, ...] = ()
        self.callable: int | None = None
        self.scores = (0,) * len(self.sides)
        self.tally: tuple[int, Counted] | None = None
        self.credit: Mapping[str, str | None] = {}
        self._throws: list[Thrown] = []
        self._feats: list[Feat] = []
        self._seat = 0
        self._turn_begun = False

    def start(self, terms: Terms, seat: int) -> None:
        """Begin a round by these rules; ``seat``, counted from 0, has the dice."""
        self.state = "playing"
        self.takes = "dice"
        self._terms = terms
        self.places = terms.sheet.count_winners(len(self.seats))
        self._seat = seat
        self.credit = {name: self._find_credited(name, side) for side in self.sides for name in side.players}
        # Copies of attributes that each throw uses, for speed.
        self._scoring = terms.scoring
        self._needs_call = terms.needs_call
        self._passing = terms.passing

    # The state of the table

    @property
    def throws(self) -> tuple[Thrown, ...]:
        """The throws of the round, oldest first."""
        return tuple(self._throws)

    @property
    def feats(self) -> tuple[Feat, ...]:
        """The buncos and minis of the round that are on players' cards, oldest first."""
        return tuple(self._feats)

    @property
    def holder(self) -> str | None:
        """Who throws the next three dice, ``None`` if nobody may."""
        if (rolloff := self._rolling_off) is not None:
            return self._get_name(rolloff.holder)
        return self.seats[self._seat] if self.state in _IN_PLAY else None

    @property
    def then(self) -> str | None:
        """Who has the dice after this turn, ``None`` if nobody has or it is unknown."""
        if (rolloff := self._rolling_off) is not None:
            return self._get_name(rolloff.then)
        return self.seats[self._next_seat] if self.state == "playing" else None

    @property
    def in_turn(self) -> bool:
        """Whether the holder has already thrown in this turn."""
        if (rolloff := self._rolling_off) is not None:
            return rolloff.in_turn
        return self._turn_begun

    @property
    def turn_points(self) -> int:
        """The points of the holder's turn so far, also in a roll-off."""
        in_rolloff = self.rolloff is not None
        throws = reversed(self._throws) if self.in_turn else ()
        # Whoever wins a roll-off may do so in the middle of a turn, and others may roll off again.
        name = self.holder
        turn = takewhile(
            lambda thrown: thrown.rolloff == in_rolloff and not thrown.ends_turn and thrown.thrower == name,
            throws,
        )
        return sum(thrown.score.points for thrown in turn)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, in the order of the seats; empty until the table is decided."""
        return tuple(name for side in self.won_by for name in self.sides[side].players)

    @property
    def at_goal(self) -> bool:
        """Whether a side has the score that ends the round or wins the table."""
        return max(self.scores) >= self.goal

    @property
    def has_bunco(self) -> bool:
        """Whether a bunco was thrown in this round."""
        return any(thrown.score.kind == "bunco" and not thrown.rolloff for thrown in self._throws)

    @property
    def turns_due(self) -> tuple[str, ...]:
        """Who must still have a whole turn before the round can end, the holder first.

        Nobody, unless it is a round on a sheet that waits for everybody.
        """
        if self.state != "playing" or not self._terms.sheet.everybody_throws:
            return ()
        due = len(self.seats) - sum(thrown.ends_turn for thrown in self._throws)
        return tuple(self.seats[(self._seat + place) % len(self.seats)] for place in range(due))

    @property
    def tied(self) -> bool:
        """Whether there was a tie, here or on paper."""
        return self.rolloff is not None if self.tally is None else self.tally[1].is_tied(self.places)

    @property
    def untouched(self) -> bool:
        """Whether it is undecided and nobody has thrown in this round or its roll-off."""
        die_off_began = self.safe or (isinstance(self.rolloff, DieOffs) and self.rolloff.tries)
        return self.state in ("playing", "rolloff") and not self._throws and not die_off_began

    # Events

    def throw(self, seq: int, dice: Dice, called: bool | None, corrected: bool) -> Thrown:  # noqa: FBT001 - by place is faster
        """Play event ``seq``, three dice; ``called`` is ``None`` if a call may still come."""
        if self.rolloff is not None:
            return self._throw_in_rolloff(seq, dice, corrected=corrected)
        score = self._scoring[dice]
        kind = score.kind
        self.callable = None
        if kind in self._needs_call and not called:
            score = NOTHING
            if called is None:
                self.callable = seq
        ends_turn = kind in self._passing
        seat = self._seat
        side = self._side_of[seat]
        totals = self.scores
        if score is WIPE:
            score = Score(-totals[side], WIPE.kind, WIPE.hits)
        if score.points or score is SNAKE_EYES:
            scores = [*totals]
            scores[side] += -self.turn_points if score is SNAKE_EYES else score.points
            self.scores = totals = tuple(scores)
        thrown = _make_tuple(
            Thrown, (seq, self.seats[seat], side, dice, score, totals, False, corrected, ends_turn)
        )
        self._throws.append(thrown)
        if score.kind in CARD_LINES:
            self._note_feat(thrown)
        self._turn_begun = not ends_turn
        if ends_turn:
            self._seat = (seat + 1) % len(self.seats)
            if self.state == "finishing":
                self._stop()
        return thrown

    def enter_tally(self, seq: int, counted: Counted) -> None:
        """Decide the table by its paper tally, event ``seq``."""
        self.tally = seq, counted
        self.scores = counted.scores
        self.rolloff = None
        self._feats += (Feat("bunco", name, seq, times) for name, times in counted.buncos.items())
        self._feats += (Feat("mini", name, seq, times) for name, times in counted.minis.items())
        self._win(counted.find_winning_sides(self.places) or ())

    def call(self) -> Thrown:
        """Score the throw that may be called, which is the last one."""
        last = self._throws[-1]
        self.callable = None
        score = self._scoring[last.dice]
        scores = [*self.scores]
        scores[last.side] += score.points
        self.scores = tuple(scores)
        self._throws[-1] = last._replace(score=score, totals=self.scores)
        self._note_feat(self._throws[-1])
        return self._throws[-1]

    def play_die_off(self, seq: int, dice: Mapping[str, int], *, corrected: bool) -> None:
        """Play event ``seq``, one die for each of the roll-off's ``names``."""
        if isinstance(self.rolloff, DieOffs):
            self.rolloff.throw_each(seq, dice, corrected=corrected)
            self._use_rolloff(self.rolloff)

    def end(self, turn: Literal["stop", "finish"]) -> None:
        """End the round here: a turn that has begun stops, or is finished."""
        if turn == "finish" and self._turn_begun:
            self.state = "finishing"
        else:
            self._stop()

    def _find_credited(self, name: str, side: Side) -> str | None:
        if not is_ghost(name):
            return name
        for_partner = self._terms.sheet.ghosts_buncos == "partner"
        return next((player for player in side.players if for_partner and not is_ghost(player)), None)

    def _note_feat(self, thrown: Thrown) -> None:
        player = self.credit[thrown.thrower]
        if player is not None:
            self._feats.append(Feat(cast('Literal["bunco", "mini"]', thrown.score.kind), player, thrown.seq))

    def _stop(self) -> None:
        self.callable = None
        last_place = sorted(self.scores, reverse=True)[self.places - 1]
        self.safe = tuple(side for side, score in enumerate(self.scores) if score > last_place)
        tied = [side for side, score in enumerate(self.scores) if score == last_place]
        if len(self.safe) + len(tied) == self.places:
            self._win((*self.safe, *tied))
        else:
            self._roll_off(tied, self._next_seat if self._turn_begun else self._seat)

    def _roll_off(self, tied: Sequence[int], first: int) -> None:
        """Let these sides roll off for a place; the seat ``first``, from 0, is the next in turn."""
        around = (*range(first, len(self.seats)), *range(first))
        order = tuple(seat for seat in around if self._side_of[seat] in tied)
        tie = Tie(self.seats, order, self._side_of, self._terms.target, self._terms.scoring)
        self.state = "rolloff"
        self.rolloff = start_rolloff(self._terms.sheet, tie)
        self.takes = self.rolloff.takes

    def _throw_in_rolloff(self, seq: int, dice: Dice, *, corrected: bool) -> Thrown:
        rolloff = cast("Turns", self.rolloff)  # a table with die-offs takes no three dice
        seat, score, ends_turn = rolloff.throw(dice)
        name, side = self.seats[seat], self._side_of[seat]
        thrown = Thrown(
            seq, name, side, dice, score, self.scores, rolloff=True, corrected=corrected, ends_turn=ends_turn
        )
        self._throws.append(thrown)
        self._use_rolloff(rolloff)
        return thrown

    def _use_rolloff(self, rolloff: Turns | DieOffs) -> None:
        """Give the winner of a roll-off a place; the others roll off again if another place is open."""
        winner = rolloff.winner
        if winner is None:
            return
        self.safe += (winner,)
        if len(self.safe) == self.places:
            self._win(self.safe)
        else:
            others = [side for side in rolloff.sides if side != winner]
            self._roll_off(others, self.sides[winner].seats[-1] % len(self.seats))

    def _win(self, sides: Iterable[int]) -> None:
        self.won_by = tuple(sorted(sides))
        self.state = "decided"
        self.takes = None
        self._turn_begun = False

    @property
    def _rolling_off(self) -> Turns | DieOffs | None:
        return self.rolloff if self.state == "rolloff" else None

    @property
    def _next_seat(self) -> int:
        return (self._seat + 1) % len(self.seats)

    def _get_name(self, seat: int | None) -> str | None:
        return None if seat is None else self.seats[seat]

    def _make_side(self, side: int) -> Side:
        seats = [seat for seat, side_here in enumerate(self._side_of) if side_here == side]
        return Side(tuple(self.seats[seat] for seat in seats), tuple(seat + 1 for seat in seats))
