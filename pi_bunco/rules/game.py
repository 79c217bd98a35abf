"""A game and its record: events are appended, and after a correction the record is read again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from pi_bunco.rules.corrections import Corrections
from pi_bunco.rules.events import (
    Correct,
    Correction,
    CorrectTally,
    DieOff,
    Event,
    Missed,
    Tally,
    Throw,
)
from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.header import Header, Seats
from pi_bunco.rules.misfits import find_bag_misfit, find_misfit
from pi_bunco.rules.play import BagTaken, Status
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.reading import ReadRecord
from pi_bunco.rules.result import Card, RoundResult, Rounds
from pi_bunco.rules.sheets import Sheet
from pi_bunco.rules.sheets.parts import split_groups
from pi_bunco.rules.table import Table
from pi_bunco.sentences import say

Moved = tuple[str, int, int, int, int]
"""A move: name, old table, old seat, new table, new seat, all counted from 1."""

Group = tuple[str, ...]
"""The players of one group, in the order of their cards."""


MAX_REREAD = 2_000_000
"""How many events may be read again for corrections, in all of a game: some ten seconds of work.

At 25 tables a correction in the present round reads some 600 events again: forty at each table read 600,000.
"""


class Game:
    """A game that is being played or replayed.

    >>> from pi_bunco.rules import Bell
    >>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> game = Game(Header.parse(header))
    >>> game.push(Bell()), game.push(Throw(1, (1, 1, 4))), game.push(Throw(1, (2, 3, 4)))
    (1, 2, 3)
    >>> game.tables[0].scores, game.tables[0].holder
    ((2, 0), 'Bob')
    >>> game.push(Correct(2, (2, 2, 4)))         # Ann's first throw was misread: their turn was over
    4
    >>> game.tables[0].scores, game.tables[0].holder
    ((0, 0), 'Cy')
    """

    def __init__(self, header: Header) -> None:
        self._record = Corrections()
        self._use_reading(ReadRecord(header, self._record))
        # A cache of `finished`: the rounds as a linked list, and as a tuple.
        self._finished: tuple[Rounds | None, tuple[RoundResult, ...]] = (None, ())

    def _use_reading(self, reading: ReadRecord) -> None:
        self._reading = reading
        self._play = reading.play
        self._has_new_corrections = False

    def copy(self) -> "Game":
        """Return an independent copy of the game."""
        self.apply_corrections()
        copy = Game(self.header)
        copy._record = self._record.copy()
        copy._use_reading(self._reading.read_again(len(copy._record.order), copy._record))
        return copy

    # The record

    def push(self, event: Event, *, more: bool = False) -> int:
        """Append an event and return its number; the header is 0, the first event 1.

        Parameters
        ----------
        event
            What happened.
        more
            Whether further events follow immediately. A correction or a void then takes effect later,
            together with theirs: when another event comes, or with :meth:`apply_corrections`. Until then all
            properties show the state before it.

        Raises
        ------
        Misfit
            If it does not fit now; then nothing has changed.
        """
        if event.acts_on_past:
            self._push_correction(cast("Correction", event), more=more)
            return len(self._record.events)
        if self._has_new_corrections:
            self.apply_corrections()
        record = self._record
        seq = len(record.events) + 1
        reason = self._reading.play_event(seq, event)
        if reason is not None:
            raise Misfit(reason)
        record.append(event)
        return seq

    def _push_correction(self, event: Correction, *, more: bool) -> None:
        if self._reading.reread > MAX_REREAD:
            raise Misfit(say("this game has had too many corrections to take another; begin a new game"))
        self._check(event)
        if isinstance(event, Missed):
            self._use_reading(self._read_with_missed(event)[0])
            return
        self._record.add(event)
        self._has_new_corrections = True
        if not more:
            self.apply_corrections()

    def apply_corrections(self) -> None:
        """Apply the corrections that were pushed with ``more``."""
        if not self._has_new_corrections:
            return
        self._has_new_corrections = False
        changed = self._record.apply_new()
        if changed is None:
            self._reading.go_on()
        else:
            self._use_reading(self._reading.read_again(changed))

    def find_misfit(self, event: Event) -> str | None:
        """Return why the event does not fit now, ``None`` if it does."""
        if not isinstance(event, Correction):
            return find_misfit(self._play, event)
        try:
            self._check(event)
            if isinstance(event, Missed):
                self._record.take_back(self._read_with_missed(event)[1])
        except Misfit as misfit:
            return str(misfit)
        return None

    @property
    def header(self) -> Header:
        """The record's first line."""
        return self._play.header

    @property
    def events(self) -> Sequence[Event]:
        """All events pushed so far; the first has number 1."""
        return tuple(self._record.events)

    @property
    def unused(self) -> tuple[int, ...]:
        """The numbers of the events that no longer fit since a correction, ascending."""
        return tuple(sorted(self._reading.unused))

    @property
    def reasons(self) -> Mapping[int, str]:
        """The reason why each unused event does not fit, by its number."""
        return dict(self._reading.unused)

    @property
    def voided(self) -> frozenset[int]:
        """The numbers of the events that did not happen."""
        return self._record.voided

    @property
    def order(self) -> Sequence[int]:
        """The numbers of all events as they happened: a missed throw comes after the event that it names."""
        return tuple(self._record.order)

    def find_correction(self, seq: int) -> int | None:
        """Return the number of the correction of event ``seq`` that counts, ``None`` if there is none."""
        return self._record.find_correction_number(seq)

    def find_end(self, bell: int) -> int | None:
        """Return the number of the event that ended the round of a bell; ``None`` if the round goes on.

        ``bell`` is the number of a bell that counts. Tables may have finished a turn or a roll-off after the
        round's end.

        >>> from pi_bunco.rules import Bell
        >>> tables = [["Ann", "Bob", "Cy", "Di"]]
        >>> game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": tables}))
        >>> for event in Bell(), Throw(1, (1, 1, 4)), Throw(1, (1, 1, 1)), Bell():
        ...     _ = game.push(event)
        >>> game.find_end(1), game.find_end(4)
        (3, None)
        """
        return self._reading.find_end(bell)

    # The state of the game

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game."""
        return self._play.sheet

    @property
    def status(self) -> Status:
        """``ready`` for the bell, ``playing`` a round, or ``over``."""
        return self._play.status

    @property
    def ended(self) -> bool:
        """Whether the round has ended although some tables are still finishing it."""
        return self._play.ended

    @property
    def set(self) -> int:
        """The set of :attr:`round`, from 1."""
        return self._play.standing.set

    @property
    def round(self) -> int:
        """The present round; if ``ready``, the one that the next bell starts; if ``over``, the last one."""
        return self._play.round

    @property
    def target(self) -> int:
        """The number of the round, 1 to 6."""
        return self._play.round

    @property
    def bag(self) -> str | None:
        """Who holds the traveling bag."""
        taken = self._play.bag
        return taken.by if taken else None

    @property
    def bag_taken(self) -> BagTaken | None:
        """The last time that the traveling bag changed hands; ``None``: nobody has taken it yet."""
        return self._play.bag

    @property
    def seats(self) -> tuple[Seats, ...]:
        """Where everybody sits now; after a round, their new seats."""
        return self._play.standing.seats

    @property
    def moved(self) -> tuple[Seats, ...]:
        """Where everybody would sit now without the seatings since the last round."""
        return self._play.standing.moved

    @property
    def starters(self) -> tuple[str, ...]:
        """Who throws first at each table, in the present round or the one that the next bell starts."""
        firsts = self._play.standing.starts
        return tuple(seats[first] for seats, first in zip(self.seats, firsts, strict=True))

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the round being played; between rounds, those of the last round.

        If a seating has changed the number of tables, or of seats at one, they are new tables.
        """
        return self._play.tables

    def list_turns_due(self, table: int) -> tuple[str, ...]:
        """Return who must still have a turn, although a score or a bunco would end the round of a table.

        The holder comes first. Nobody must, unless the sheet lets rounds wait until everybody has thrown.
        """
        sheet = self.sheet
        ending = self.tables[0 if sheet.round_end == "head" else table - 1]
        due = ending.turns_due
        is_reached = due and (
            (sheet.round_end != "host" and ending.at_goal) or (sheet.bunco_ends and ending.has_bunco)
        )
        return due if is_reached else ()

    @property
    def rounds(self) -> tuple[RoundResult, ...]:
        """The finished rounds, and the one being played."""
        finished = self.finished
        return (*finished, self._play.make_round_result()) if self.status == "playing" else finished

    @property
    def finished(self) -> tuple[RoundResult, ...]:
        """The finished rounds."""
        rounds = self._play.standing.rounds
        if self._finished[0] is not rounds:
            self._finished = rounds, rounds.all if rounds else ()
        return self._finished[1]

    @property
    def players(self) -> Mapping[str, Card]:
        """The score card of each player, in the order of the header and then of the seatings."""
        return self._play.cards

    @property
    def seated(self) -> tuple[str, ...]:
        """The players who have a seat now, in the order of the cards."""
        seated = {name for table in self.seats for name in table}
        return tuple(name for name in self._play.cards if name in seated)

    @property
    def groups(self) -> Mapping[str, int]:
        """The number of each player's group of three tables, from 1.

        If players move within groups, it is the group of their present or last table. If they move in the
        whole room, it is the group of their first table.
        """
        return self._play.standing.groups

    def list_groups(self) -> tuple[Group, ...]:
        """Return the players of each group of three tables; see :attr:`groups`.

        A group with only ghosts is empty, but counts, so that the numbers fit the tables.

        >>> tables = [["Ann", "Bob", "Cy", "ghost 1"]]
        >>> Game(Header.parse({"record": "bunco/1", "rules": "casino", "tables": tables})).list_groups()
        (('Ann', 'Bob', 'Cy'),)
        """
        group_of = self.groups
        count = max(len(split_groups(len(self.seats))), *group_of.values(), 0)
        groups: list[list[str]] = [[] for _ in range(count)]
        for name in self.players:
            groups[group_of[name] - 1].append(name)
        return tuple(map(tuple, groups))

    def list_moves(self) -> tuple[Moved, ...]:
        """Return who moves before the next bell, by old table and seat.

        Nobody moves during a round or after the last one. Players who come or leave are not included.
        """
        if self.status != "ready":
            return ()
        places = {name: (t, s) for t, table in enumerate(self.seats, 1) for s, name in enumerate(table, 1)}
        return tuple(
            (name, table.number, seat, *places[name])
            for table in self.tables
            for seat, name in enumerate(table.seats, 1)
            if name in places and places[name] != (table.number, seat)
        )

    def make_result(self) -> dict[str, Any]:
        """Return the result of the record, as ``pi-bunco replay --json`` prints it."""
        return {
            "rules": self.header.rules,
            "status": self.status,
            "rounds": [result.to_dict() for result in self.rounds],
            "seats": [list(table) for table in self.seats],
            "players": {name: asdict(card) for name, card in self.players.items()},
            "bag": self.bag,
            "unused": list(self.unused),
        }

    def _check(self, event: Correction) -> None:
        """Check that a correction names an event that it can correct."""
        events = self._record.events
        named, first = (event.after, 0) if isinstance(event, Missed) else (event.seq, 1)
        if not first <= named <= len(events):
            raise Misfit(say("{number} is not the number of an earlier event", number=quote_value(named)))
        if isinstance(event, Correct):
            self._check_correct(event, events[named - 1])
        if isinstance(event, CorrectTally):
            self._check_tally(event, events[named - 1])
        if isinstance(event, Missed):
            self._check_called(event)

    def _read_with_missed(self, event: Missed) -> tuple[ReadRecord, int]:
        """Read the record with a missed throw; return the new reading and the throw's place.

        If the throw does not fit, it is removed again.

        Raises
        ------
        Misfit
            If the throw does not fit.
        """
        self.apply_corrections()
        place = self._record.add(event) or 0
        seq = len(self._record.events)
        reading = self._reading.read_again(place)
        if seq in reading.unused:
            self._record.take_back(place)
            raise Misfit(
                say(
                    "no throw fits just after event {number}: {reason}",
                    number=event.after,
                    reason=reading.unused[seq],
                )
            )
        return reading, place

    def _check_correct(self, event: Correct, named: Event) -> None:
        match named:
            case Throw() | Missed():
                fits = not isinstance(event.dice, Mapping)
                self._check_called(event)
            case DieOff():
                fits = isinstance(event.dice, Mapping) and event.dice.keys() == named.dice.keys()
                if event.called is not None:
                    raise Misfit(say("a die-off is not called"))
            case Tally():
                raise Misfit(
                    say(
                        "event {number} is a tally, so it is corrected with 'scores', not with dice",
                        number=event.seq,
                    )
                )
            case _:
                raise Misfit(
                    say("event {number} is not a throw, so it has no dice to correct", number=event.seq)
                )
        if not fits:
            raise Misfit(
                say(
                    "event {number} showed other dice: three for a throw, one for each name", number=event.seq
                )
            )

    def _check_tally(self, event: CorrectTally, named: Event) -> None:
        if not isinstance(named, Tally):
            raise Misfit(
                say("event {number} is not a tally, so it has no scores to correct", number=event.seq)
            )
        if reason := find_bag_misfit(self.header, event.counted):
            raise Misfit(reason)

    def _check_called(self, event: Correct | Missed) -> None:
        if event.called is not None and not self.header.options.calls:
            raise Misfit(say("nothing is called in this game, so 'called' has no place"))
