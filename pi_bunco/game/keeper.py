"""The keeper of a game: it alone writes the game. It logs each command's events, and only then shows them."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random, SystemRandom
from typing import TypeVar, cast

from pi_bunco.errors import Trouble
from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    Command,
    DiceSettled,
    EnterDice,
    GameCommand,
    NameTeam,
    NewGame,
    RedoStep,
    RingBell,
    Stamp,
    UndoStep,
)
from pi_bunco.game.decide import decide
from pi_bunco.game.far_meant import find_meant
from pi_bunco.game.item_key import ITEM, Newest, find_newest_items
from pi_bunco.game.judge_dice import Stop
from pi_bunco.game.lessons import find_touched_pictures, make_label
from pi_bunco.game.line_format import reads_back, write_line
from pi_bunco.game.lines import HEAD, ROOM, Body, FarAnswer, Line, Photo
from pi_bunco.game.lost_photos import explain_lost_photos
from pi_bunco.game.moment import find_moment
from pi_bunco.game.new_game import make_header
from pi_bunco.game.news import News, StateBefore, find_news
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import SeatDraft, draw_seats
from pi_bunco.limits import TABLES
from pi_bunco.readings import Snapshot
from pi_bunco.rules import RecordError
from pi_bunco.rules.lines import replace_in_strings
from pi_bunco.sentences import say
from pi_bunco.store import KeptThrows, Log, LogTrouble, Photos
from pi_bunco.store.deleted import is_deleted
from pi_bunco.store.photos import make_name


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of this machine, so that a test can have its own."""

    wall: Callable[[], float] = time.time
    """Seconds since 1970; may be wrong on a Pi, so it is only for display."""
    steady: Callable[[], float] = time.monotonic
    """Seconds on the clock of :func:`time.monotonic`."""


T = TypeVar("T")

MAX_NEWS = 4
"""The most news to keep at each table, for a page that missed some."""


@dataclass(frozen=True, slots=True)
class CommandEffect:
    """The effect of one command.

    Attributes
    ----------
    tables
        The numbers of the tables whose pages have changed.
    news
        The news for each of these tables; none after an undo.
    """

    tables: frozenset[int] = frozenset()
    news: Mapping[int, tuple[News, ...]] = field(default_factory=dict)


class Keeper:
    """Keeps the game of a room: up to 25 tables, one log.

    Parameters
    ----------
    log
        Stores the events before anybody sees them.
    photos
        Stores the throws' photos.
    clock
        The clocks.
    chance
        Draws names and seats; ``None``: the system's random numbers.
    kept
        Stores pictures with labels from people; ``None``: they are not kept.

    Raises
    ------
    Trouble
        If the log's game cannot be read.
    """

    def __init__(
        self,
        log: Log,
        photos: Photos,
        clock: Clock | None = None,
        chance: Random | None = None,
        kept: KeptThrows | None = None,
    ) -> None:
        self._log = log
        self._photos = photos
        self._clock = clock or Clock()
        self._chance = chance or SystemRandom()
        self._kept = kept
        self._news: dict[int, tuple[News, ...]] = {}
        self._stops: dict[int, Stop] = {}
        # The newest item of each outbox in all games: a Pi may send one again that an earlier game has.
        self._earlier_items = find_newest_items(log.list_lines_with(ITEM))
        self._ended_at: float | None = None  # when a throw ended the last round, on the steady clock
        self._lock = threading.RLock()  # for reading or writing the game
        self._book = self._open_book()
        self._next_to_learn = self._book.next_seq if self._book else 0

    def _open_book(self) -> Book | None:
        """Return the game of the log, ``None`` before the first one, and after the last one was deleted."""
        lines = replace_in_strings(self._log.record())  # what an old or imported game may have
        if not lines or is_deleted(lines):
            return None
        try:
            return Book(lines, self._log.game)
        except (RecordError, Refused, ValueError) as error:
            raise Trouble(
                say(
                    "Game {game} of the log cannot be read: {reason}.", game=self._log.game, reason=str(error)
                ),
                say("Begin a new game with --new, or choose another --state-dir; what was logged stays."),
            ) from error

    @property
    def book(self) -> Book:
        """The present game (:class:`Refused`: there is none). Nobody else may write into it."""
        if self._book is None:
            raise Refused(say("There is no game yet."), say("Begin a new game."))
        return self._book

    @property
    def finished(self) -> bool:
        """Whether there is no game to continue: none, or it is over, or has too many tables."""
        book = self._book
        return book is None or book.over or len(book.game.seats) > TABLES

    @property
    def is_empty(self) -> bool:
        """Whether there is no game: none was begun, or the last one was deleted."""
        return self._book is None

    @property
    def is_over(self) -> bool:
        """Whether there is a game that is over, and can be shown."""
        book = self._book
        return book is not None and book.over and len(book.game.seats) <= TABLES

    def read(self, ask: Callable[[Book], T]) -> T:
        """Call ``ask`` while the game is locked, and return its result. ``ask`` must be quick."""
        with self._lock:
            return ask(self.book)

    def list_items(self) -> Newest:
        """Return the number of the newest item of each outbox in all games."""
        return self.read(lambda book: self._earlier_items | book.far.items)

    def draw_seats(self) -> SeatDraft:
        """Draw new seats without logging them; see :func:`pi_bunco.game.seats.draw_seats`."""
        return self.read(lambda book: draw_seats(book, self._chance))

    @property
    def number(self) -> int:
        """The game's number in the log."""
        return self._log.game

    def get_news(self, table: int) -> tuple[News, ...]:
        """Return the last news at a table, oldest first."""
        return self._news.get(table, ())

    @property
    def keeps_photos(self) -> bool:
        """Whether the disk takes photos."""
        return self._photos.fault is None

    def explain_lost_photos(self) -> Trouble | None:
        """Return since when photos are not kept, and why, ``None`` if they are kept."""
        fault = self._photos.fault
        return (
            self.read(lambda book: explain_lost_photos(book, fault, self._photos.folder)) if fault else None
        )

    @property
    def tables(self) -> range:
        """The numbers of the present tables."""
        with self._lock:
            return range(1, len(self.book.played.tables) + 1)

    def handle(self, command: Command) -> CommandEffect:
        """Execute and log a command, and return its effect.

        Raises
        ------
        Refused
            If it does not fit.
        LogTrouble
            If it could not be logged. In both cases nothing has changed.
        """
        if isinstance(command, NewGame):
            with self._lock:
                return self._begin(command)
        (outcome,) = self.handle_all((command,))
        if isinstance(outcome, CommandEffect):
            return outcome
        raise outcome

    def handle_all(self, commands: Sequence[GameCommand]) -> list[CommandEffect | Exception]:
        """Execute several commands in their order, and log them together.

        Returns
        -------
        list
            The effect of each command, or its error: :class:`Refused`, or any other if pi-bunco has a bug.

        Raises
        ------
        LogTrouble
            If they could not be logged. Then nothing has changed.
        """
        # Saving a photo takes long, so it comes before the lock.
        stamps = [self._stamp(command) for command in commands]
        with self._lock:
            first, stops = self.book.next_seq, dict(self._stops)
            outcomes = [self._try(command, stamp) for command, stamp in zip(commands, stamps, strict=True)]
            try:
                self._log.append([write_line(line) for line in self.book.get_lines_from(first)])
            except BaseException:
                self._stops = stops
                self._book = Book(self._read_logged(self.book.to_dicts(first)), self._log.game)
                raise
            for outcome in outcomes:
                if isinstance(outcome, CommandEffect):
                    for table, news in outcome.news.items():
                        self._news[table] = (*self.get_news(table), *news)[-MAX_NEWS:]
            return outcomes

    def _begin(self, command: NewGame) -> CommandEffect:
        stamp = self._stamp(command)
        if command.draw and not command.tables:
            command = command.shuffle(self._chance)
        header = make_header(command) | ({"token": stamp.token} if stamp.token else {}) | {"time": stamp.time}
        self._log.start(header)
        if self._book:  # its lines may still be on their way to the other Pis, which send those items again
            self._earlier_items |= self._book.far.items
        self._book = Book([header], self._log.game)
        self._next_to_learn = self._book.next_seq
        self._news, self._stops, self._ended_at = {}, {}, None
        if any(command.team_names):
            names = enumerate(command.team_names, 1)
            self.handle_all([NameTeam(number, name, by=command.by) for number, name in names])
        return CommandEffect(frozenset(self.tables))

    def _try(self, command: GameCommand, stamp: Stamp) -> CommandEffect | Exception:
        """Execute a command. The item of another Pi always gets a line, which is the answer to that Pi."""
        if not command.item:
            return self._execute(command, stamp)
        known, outbox = (self._earlier_items, self.book.far.items), command.item.outbox
        names = ("", command.item.pi, *command.former)
        newest = max(items.get((name, outbox), 0) for items in known for name in names)
        if command.item.number <= newest:
            return CommandEffect()  # it came twice
        if command.previous > newest:  # that one could not be logged; its Pi sends both again
            return Refused(say("The entry before this one is missing."), say("It comes again."))
        if isinstance(command, EnterDice | DiceSettled) and self.book.far.has_item(
            command.item, command.table
        ):  # two Pis began with copies of one card, and both have kept this item: the host is asked
            command = replace(command, not_own=True)
        before, state_before = self.book.next_seq, describe_visible(self.book)
        outcome = self._execute(command, stamp)
        if self.book.next_seq == before:
            answer = FarAnswer(getattr(command, "table", HEAD), *_explain_outcome(outcome))
            self.book.add(stamp.sign(Line(answer)))
            if isinstance(outcome, CommandEffect | Refused):
                return CommandEffect(self._find_changed(before, state_before))
        return outcome

    def _execute(self, command: GameCommand, stamp: Stamp) -> CommandEffect | Exception:
        """Execute a command; if it fails, the book stays unchanged."""
        book = self.book
        before, state_before = StateBefore.of(book), describe_visible(book)
        was_playing = book.played.status == "playing"
        if isinstance(command, DiceSettled):
            stamp = replace(stamp, stop=self._stops.get(command.table))
        elif isinstance(command, RingBell) and self._ended_at is not None:
            stamp = replace(stamp, since_end=self._clock.steady() - self._ended_at)
        try:
            decide(book, find_meant(book, self._log, command), stamp, self._chance)
            if command.item:
                _check_reads_back(book, before.next_seq)
        except Exception as error:  # noqa: BLE001 - a bug in one command must not affect others
            if book.next_seq > before.next_seq:
                self._book = Book(book.to_dicts(before.next_seq), book.number)
            return error
        if book.next_seq == before.next_seq:
            return CommandEffect()
        self._note_stops(before)
        if was_playing and self.book.played.status != "playing":
            self._ended_at = self._clock.steady() if isinstance(command, _THROWS) else None
        changed = self._find_changed(before.next_seq, state_before)
        if isinstance(command, UndoStep | RedoStep) or book.get_line(before.next_seq).step:
            return CommandEffect(changed)  # nothing new happened at the tables
        return CommandEffect(
            changed, {table: news for table in changed if (news := find_news(book, table, before))}
        )

    def _note_stops(self, before: StateBefore) -> None:
        """Note when each table had to stop, since dice may have left the hand before that."""
        now = self._clock.steady()
        if self.book.get_line(before.next_seq).step:
            self._stops.clear()  # what stopped the tables has another number now
        for number, table in enumerate(self.book.played.tables, 1):
            if table.state in _MAY_THROW:
                self._stops.pop(number, None)
            elif before.states[number - 1 : number] in (("playing",), ("finishing",)):
                self._stops[number] = Stop(before.next_seq, now)

    def _find_changed(self, since: int, state_before: Mapping[int, object]) -> frozenset[int]:
        """Return the tables whose pages have changed: with new lines, or with another state than before."""
        book, now = self.book, describe_visible(self.book)
        about = {book.find_table(seq) for seq in range(since, book.next_seq)}
        corrected = any(line.name in _CORRECTIONS for line in book.get_lines_from(since))
        if not about <= {*self.tables} or corrected or now[ROOM] != state_before[ROOM]:
            return frozenset(self.tables)
        return frozenset(
            table for table in self.tables if table in about or now[table] != state_before.get(table)
        )

    def learn(self) -> None:
        """Keep the pictures that people have labelled, and drop those whose labels they took back.

        This may wait for a slow card, so call it after the pages have changed.
        """
        book = self.book
        since, self._next_to_learn = self._next_to_learn, book.next_seq
        if self._kept is None:
            return
        for image in find_touched_pictures(book.lines, since):
            label = make_label(book.lines, image)
            if label is None:
                self._kept.drop(image)
            else:
                self._kept.keep(self._photos.find_path(image), image, label)

    def _read_logged(self, known: Sequence[Body]) -> Sequence[Body]:
        """Return what the log really holds, or ``known`` if nobody can read it."""
        try:
            return cast("list[Body]", replace_in_strings(self._log.record()))
        except LogTrouble:
            return known

    def _stamp(self, command: Command) -> Stamp:
        photo = self._save_photo(command.snapshot) if isinstance(command, DiceSettled) else None
        now = datetime.fromtimestamp(self._clock.wall(), UTC)
        time = now.isoformat(timespec="milliseconds")
        return Stamp(time, command.by, command.token, photo, item=command.item, code=command.code)

    def _save_photo(self, snapshot: Snapshot) -> Photo:
        taken = round(self._clock.wall() - (self._clock.steady() - snapshot.taken), 3)
        place = self._log.game, self.book.next_seq
        # The photo of another Pi's camera stays there, under this name.
        image = self._photos.save(snapshot.jpeg, *place) if snapshot.jpeg else make_name(*place)
        return Photo(image or None, snapshot.size, (), taken, snapshot.index)


def _check_reads_back(book: Book, since: int) -> None:
    """Refuse what another Pi has sent if its lines would say something else after a restart, or on a copy."""
    for seq in range(since, book.next_seq):
        if not reads_back(book.get_line(seq), book.lines[: seq - 1]):
            raise Refused(
                say("The other Pi has sent something that this version does not know."),
                say("Look at the page and tap again."),
            )


def _explain_outcome(outcome: CommandEffect | Exception) -> tuple[str, str]:
    """Return why a command was refused and what to do, two empty texts if it has only changed nothing."""
    if isinstance(outcome, CommandEffect):
        return "", ""
    if isinstance(outcome, Trouble):
        return outcome.text, outcome.remedy
    return (
        say("That failed inside pi-bunco: {fault}.", fault=repr(outcome)[:200]),
        say("Look at the page and tap again."),
    )


_THROWS = (EnterDice, AnswerDoubt, DiceSettled, CallThrow)
"""Commands with which a throw can end a round."""

_MAY_THROW = ("playing", "finishing")
"""States of a table in which a throw counts for the round."""

_CORRECTIONS = ("correct", "missed", "void", "night:correct")
"""Events that may change the score card of any player."""


def describe_visible(book: Book) -> dict[int, object]:
    """Return the visible state of each table, and of the room under :data:`ROOM`."""
    game = book.played
    tables: dict[int, object] = {
        table.number: (table.state, table.takes, table.holder, table.scores, table.callable)
        for table in game.tables
    }
    moment = replace(find_moment(book), tables=())  # every page says it in words
    return tables | {ROOM: (game, game.status, game.set, game.round, game.seats, game.bag, moment)}
