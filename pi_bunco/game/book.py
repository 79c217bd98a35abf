"""The book of a game: its logged lines, the rules' state of it, and a summary for each table."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeVar

from pi_bunco import rules
from pi_bunco.game.far_pis import FarPis
from pi_bunco.game.line_format import read_line, write_line
from pi_bunco.game.lines import HEAD, ROOM, Body, GuestList, Line
from pi_bunco.game.refused import Refused
from pi_bunco.game.table_lines import TableLines
from pi_bunco.money.entries import PREFIX
from pi_bunco.rules import Dice, Game, Header, Misfit, RecordError, parse_event
from pi_bunco.rules.events import Bell, Event, Other, Seating, Void
from pi_bunco.rules.header import Seats
from pi_bunco.rules.night import (
    CLAIM_EVENTS,
    DOUBTED,
    OUTSIDE_THROWS,
    RETABULATED,
    TEAM_NAMED,
    Night,
    find_misfit,
    read_night,
    read_team_names,
)
from pi_bunco.rules.night.extension import ExtensionEvent
from pi_bunco.rules.sheets.parts import split_groups
from pi_bunco.sentences import say

T = TypeVar("T")


class Book:
    """The lines of a game and the resulting state.

    Parameters
    ----------
    lines
        The record from the log, header first. The book ignores unreadable parts of other programs' lines.
    number
        The number of the game in the log, from 1.

    Attributes
    ----------
    number
        The number of the game in the log.
    game
        The state of the game.
    header
        The first line.
    lines
        The lines after it; the first has number 1.
    tokens
        The tokens of all taps that were logged.
    last_round_change
        The number of the last event that changed the state of the round while a reading was waiting; 0 before
        the first.
    last_finish
        The number of the last event that finished a round; 0 before the first.
    last_end
        The number of the last event that ended a round, although some tables may still finish it; 0 before
        the first.
    far
        What the log says of other Pis.
    has_doubts
        Whether somebody has ever doubted a claim.
    """

    def __init__(self, lines: Sequence[Body], number: int = 1) -> None:
        self.number = number
        self.header = lines[0]
        self.game = Game(Header.parse(self.header))
        self.lines: list[Line] = []
        self.tokens: set[str] = set()
        self.far = FarPis()
        self._tables_of_events = [ROOM]  # the table of each event; the header comes first
        self._last_of_room = 0
        self._guest_lines: list[int] = []  # the numbers of the lines with guests who wait or are away
        self._named_teams: list[ExtensionEvent] = []
        self._seatings: list[int] = []  # the numbers of the seatings of people
        self._bells: list[int] = []  # the numbers of the bells
        self._last_void = 0
        self._step_voids: list[int] = []  # the voids in steps of several lines, without the first lines
        self.last_round_change = 0
        self.last_finish = 0
        self.last_end = 0
        self._was_playing = False
        self._has_ended, self._ended_rounds = False, 0  # whether no round goes on, and how many have ended
        self._derived: dict[Callable[[Book], Any], Any] = {}
        self._by_table: dict[int, TableLines] = {}
        self._night: Night | None = None
        self.has_doubts = False
        self.extend(lines[1:])

    def extend(self, lines: Sequence[Body]) -> None:
        """Append lines that are in the log already.

        Raises
        ------
        RecordError, Misfit, ValueError
            If a line does not fit: another pi-bunco, or another program, has written it.
        """
        for body in lines:
            round_before = self._round_state
            line = read_line(body, self.lines)
            # With other Pis it matters which event ended a round, so each correction takes effect at once.
            more = line.step is not None or not self.far.tables
            self.game.push(parse_event(body), more=more)
            self._append(line, round_before)
        self.game.apply_corrections()
        self._reconsider()

    @property
    def next_seq(self) -> int:
        """The number that the next event gets."""
        return len(self.lines) + 1

    def get_line(self, seq: int) -> Line:
        """Return the line with this number, from 1."""
        return self.lines[seq - 1]

    def get_lines_from(self, seq: int) -> list[Line]:
        """Return the lines from this number on."""
        return self.lines[seq - 1 :]

    def to_dicts(self, until: int) -> list[Body]:
        """Return the lines before this number as in the log, header first."""
        return [self.header, *(write_line(line) for line in self.lines[: until - 1])]

    def derive(self, make: Callable[["Book"], T]) -> T:
        """Return what a function finds in the book. It is called once for each state of the book."""
        if make not in self._derived:
            self._derived[make] = make(self)
        found: T = self._derived[make]
        return found

    @property
    def guests(self) -> GuestList:
        """The guests who wait for a seat, and those who are away and keep theirs."""
        return self.list_guests(self.game.seats)

    def list_guests(self, tables: Sequence[Seats]) -> GuestList:
        """Return the guests who wait and those who are away if people sit at these tables."""
        gone = {*self.game.voided, *self.game.unused}
        guest_list = next(
            (self.get_line(seq).guests for seq in reversed(self._guest_lines) if seq not in gone), None
        )
        if guest_list is None:
            return GuestList()
        seated = {name for seats in tables for name in seats}
        return GuestList(
            tuple(name for name in guest_list.waiting if name not in seated),
            tuple(name for name in guest_list.away if name in seated),
            guest_list.teams,
        )

    @property
    def team_names(self) -> Mapping[int, str]:
        """The name of each team that has one, by its number, also while a round is played."""
        events = (event for event in self._named_teams if event.seq not in self.game.voided)
        return read_team_names(events, len(split_groups(len(self.game.seats))), {})

    @property
    def seats_of_people(self) -> tuple[Seats, ...]:
        """Where everybody sits if no seating of the game itself counts since the last bell."""
        gone, last_bell = self.gone, self.last_bell
        for seq in reversed(self._seatings):
            event = self.get_line(seq).event
            if seq > last_bell and seq not in gone and isinstance(event, Seating):
                return event.tables
        return self.game.moved

    @property
    def night(self) -> Night:
        """Set winners, breaks, awards and finals, computed when first needed."""
        if self._night is None:
            self._night = read_night(self.game)
        return self._night

    @property
    def over(self) -> bool:
        """Whether the game and its night are over, and no other Pi may have throws of them."""
        return self.game.status == "over" and self.night.over and not self.unsettled[0]

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner of the grand prize, or the winners of the last set; nobody if the sheet has neither."""
        if self.night.finals:
            return (self.night.finals.grand_prize,) if self.night.finals.grand_prize else ()
        return self.night.sets[-1].winners if self.night.sets else ()

    @property
    def played(self) -> Game:
        """The game at the tables now: the semi-final once it has seats, otherwise the game itself."""
        return self._semi_final or self.game

    @property
    def seq_offset(self) -> int:
        """The difference between an event's number in the log and in :attr:`played`."""
        finals = self.night.finals if self._semi_final is not None else None
        return (finals and finals.seated) or 0

    def get_table(self, number: int) -> rules.Table:
        """Return a table of the present game.

        Raises
        ------
        Refused
            If there is no such table.
        """
        tables = self.played.tables
        if not 1 <= number <= len(tables):
            last = (
                say("The last is table {last}.", last=len(tables))
                if len(tables) > 1
                else say("There is one table, table 1.")
            )
            raise Refused(say("There is no table {table} now.", table=number), last)
        return tables[number - 1]

    def get_table_lines(self, table: int) -> TableLines:
        """Return the summary of a table's lines; the head table's includes those of the room."""
        return self._by_table.setdefault(table, TableLines())

    @property
    def in_doubt(self) -> tuple[int, ...]:
        """The tables with a reading that waits for an answer."""
        return tuple(sorted(table for table, lines in self._by_table.items() if lines.pending))

    @property
    def for_host(self) -> tuple[int, ...]:
        """The numbers of the late throws about which the host is asked, by table."""
        return tuple(seq for _, lines in sorted(self._by_table.items()) for seq in lines.for_host)

    @property
    def unsettled(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The tables and the names of other Pis that may still have throws of the round that has ended.

        Both are empty in a semi-final: its tables are few.
        """
        if not self.far.tables or not self._has_ended or self.seq_offset:
            return (), ()
        return self.far.list_unsettled(self.last_end)

    def is_open(self, table: int) -> bool:
        """Return whether the result of a table may still change, because its own Pi may have more throws."""
        return table in self.unsettled[0]

    @property
    def seats_shown(self) -> tuple[Seats, ...]:
        """Who sits at each table, as pages show it. New seats follow from the results of all tables.

        So nobody is shown a new seat while another Pi may still have throws of the round that is over.
        """
        played = self.played
        return tuple(table.seats for table in played.tables) if self.unsettled[0] else played.seats

    def find_table(self, seq: int) -> int:
        """Return the table of an event, :data:`ROOM` for an event of the whole room."""
        return self._tables_of_events[seq]

    def is_at(self, seq: int, table: int) -> bool:
        """Return whether an event belongs to this table; those of the room belong to the head table."""
        return (self._tables_of_events[seq] or HEAD) == table

    @property
    def last_bell(self) -> int:
        """The number of the bell that began the present or last round; 0 before the first."""
        gone = self.gone
        return next((seq for seq in reversed(self._bells) if seq not in gone), 0)

    def list_bells(self, *, semi_final: bool = False) -> list[int]:
        """Return the numbers of the bells that began the rounds of the game, or of its semi-final."""
        gone = self.gone
        return [
            seq for seq in self._bells if seq not in gone and self.get_line(seq).in_semi_final == semi_final
        ]

    @property
    def gone(self) -> set[int]:
        """The numbers of the events that do not count."""
        played, seated = self.played, self.seq_offset
        gone = {*self.game.voided, *self.game.unused}
        gone.update(seq + seated for seq in (*played.voided, *played.unused))
        return gone

    def find_last(self, table: int) -> int:
        """Return the number of the last line about a table or the whole room; 0 before the first."""
        return max(self._last_of_room, self.get_table_lines(table).last)

    def add(self, line: Line) -> int:
        """Append a line and return its number.

        Raises
        ------
        Refused
            If it does not fit now; then nothing has changed.
        """
        try:
            event = parse_event(write_line(line))
            if isinstance(event, Other) and (reason := find_misfit(self.game, event)):
                raise Misfit(reason)  # noqa: TRY301 - as the game itself does
            round_before = self._round_state
            number = self.game.push(event)
        except (RecordError, Misfit) as fault:
            raise Refused(
                say("That does not fit now: {reason}.", reason=str(fault)),
                say("Look at the page and try again."),
            ) from None
        self._append(line, round_before)
        if isinstance(line.event, Void):
            self._reconsider()
        return number

    def add_step(self, lines: Sequence[Line], game: Game | None = None) -> None:
        """Append lines that are undone together.

        Parameters
        ----------
        lines
            The lines, marked as one step. They fit.
        game
            The game with these lines, if it is known; ``None``: they are played now.
        """
        for line in lines:
            if game is None:
                self.game.push(parse_event(write_line(line)), more=True)
            self._append(line, None)
        self.game = game or self.game
        self.game.apply_corrections()
        self._reconsider()

    def is_about_money(self, seq: int) -> bool:
        """Return whether an event is about money, or takes back one that is."""
        return self._find_taken_back(seq).name.startswith(PREFIX)

    def _has_own_undo(self, seq: int) -> bool:
        """Return whether a line is undone on a page of its own: it is about money, claims or a card."""
        return self.is_about_money(seq) or self._find_taken_back(seq).name in (*CLAIM_EVENTS, RETABULATED)

    def _find_taken_back(self, seq: int) -> Line:
        """Return the line that a void, or a void of a void, is about; any other line itself."""
        line = self.get_line(seq)
        while isinstance(line.event, Void):
            line = self.get_line(line.event.seq)
        return line

    def list_step(self, first: int) -> list[int]:
        """Return the numbers of the lines of the step that begins with line ``first``."""
        return [*takewhile(lambda seq: self.get_line(seq).step == first, range(first, self.next_seq))]

    @property
    def moved(self) -> set[int]:
        """The numbers of the events that a step of several lines has taken back, mostly to make them again.

        Nobody has said that they did not happen.
        """
        voided = self.game.voided
        events = (self.get_line(seq).event for seq in self._step_voids if seq not in voided)
        return {event.seq for event in events if isinstance(event, Void)}

    def find_dice(self, seq: int) -> Dice | Mapping[str, int] | None:
        """Return the dice of a throw after all valid corrections."""
        dice = self.get_line(seq).dice
        for number, line in enumerate(self.get_lines_from(seq), start=seq):
            if line.is_correction and line.about == seq and number not in self.game.voided:
                dice = line.dice
        return dice

    def find_void(self, seq: int) -> int | None:
        """Return the number of the void of an event, ``None`` if there is none."""
        gone = self.game.voided
        return next(
            (
                number
                for number, line in enumerate(self.get_lines_from(seq + 1), start=seq + 1)
                if isinstance(line.event, Void) and line.event.seq == seq and number not in gone
            ),
            None,
        )

    def fits(self, line: Line) -> bool:
        """Return whether this line fits the game now."""
        return find_misfit(self.game, parse_event(write_line(line))) is None

    def make_line(self, event: Event) -> Line:
        """Return the line of an event in the present game, which may be the semi-final."""
        return Line(event, in_semi_final=bool(self.seq_offset))

    @property
    def _semi_final(self) -> Game | None:
        if not self.game.sheet.finals or self.game.status != "over":
            return None  # a shortcut, since reading the night takes long
        finals = self.night.finals
        return finals.semi_final if finals else None

    @property
    def _round_state(self) -> tuple[object, ...] | None:
        """The state of the round; ``None`` if no reading waits, since only readings need it."""
        if not self.in_doubt:
            return None
        game = self.played
        return game.set, game.round, game.status, game.ended

    def is_in_semi_final(self, seq: int) -> bool:
        """Return whether an event belongs to the semi-final, and not to the game before it."""
        return 0 < self.seq_offset < seq

    def _note_kind(self, number: int, line: Line) -> None:
        """Note the number of a line that is looked for by its kind."""
        if isinstance(line.event, Bell):
            self._bells.append(number)
        if line.guests is not None:
            self._guest_lines.append(number)
        if isinstance(line.event, Other) and line.name == TEAM_NAMED:
            self._named_teams.append(ExtensionEvent(number, TEAM_NAMED, line.event.raw))
        if isinstance(line.event, Seating) and not line.is_automatic:
            self._seatings.append(number)

    def _append(self, line: Line, round_before: tuple[object, ...] | None) -> None:
        table = self._find_line_table(line)
        self.lines.append(line)
        number = len(self.lines)
        self._tables_of_events.append(table)
        self._night = None
        self._derived.clear()
        is_playing = self.game.status == "playing"
        if self._was_playing and not is_playing:
            self.last_finish = number
        self._was_playing = is_playing
        is_ending = is_playing and self.game.ended
        ended_rounds = len(self.game.finished) + is_ending
        if ended_rounds > self._ended_rounds:  # not after an undo of the bell
            self.last_end = number
        self._ended_rounds = ended_rounds
        self._has_ended = ended_rounds > 0 and (is_ending or not is_playing)
        if round_before is not None and self._round_state != round_before:
            self.last_round_change = number
        self._note_kind(number, line)
        if line.token:
            self.tokens.add(line.token)
        self.far.add(number, line)
        if self._has_own_undo(number):
            self.has_doubts = self.has_doubts or line.name == DOUBTED
            return  # it is no step of a table
        if isinstance(line.event, Void):
            self._last_void = number
        if table == ROOM:
            self._last_of_room = number
        self._add_to_table(number, line, table)

    def _add_to_table(self, number: int, line: Line, table: int) -> None:
        if isinstance(line.event, Void) and line.step not in (None, number):
            self._step_voids.append(number)
        here = self.get_table_lines(table or HEAD)
        if line.step == number:
            self._add_first_of_step(number, line, here)
        else:
            here.add(number, line)

    def _add_first_of_step(self, number: int, line: Line, here: TableLines) -> None:
        """Add the first line of a step to its table, and its effect on what can be undone at all tables."""
        step, undone = self._find_step(number)
        if undone:
            here.add(number, line)
            for lines in self._by_table.values():
                lines.leave_step(step)
        else:
            for lines in self._by_table.values():
                lines.begin_step(step)
            here.add(number, line)

    def _find_step(self, number: int) -> tuple[int, bool]:
        """Return the step that line ``number`` begins, undoes or redoes, and whether it is undone then."""
        undone = False
        while isinstance(event := self.get_line(number).event, Void) and (
            self.get_line(event.seq).step == event.seq
        ):
            number, undone = event.seq, not undone
        return number, undone

    def _find_line_table(self, line: Line) -> int:
        about = line.about or line.answers
        if about is not None and 0 < about <= len(self.lines):
            return self._tables_of_events[about]
        if line.name in OUTSIDE_THROWS:
            return HEAD
        return line.table or ROOM

    def _reconsider(self) -> None:
        self._derived.clear()
        for lines in self._by_table.values():
            lines.reconsider(self.game.voided, self._last_void)
