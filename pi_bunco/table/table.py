"""The table: it alone writes its game. A command comes in, events are logged, and then they are seen."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random, SystemRandom

from pi_bunco.errors import Trouble
from pi_bunco.rules import RecordError
from pi_bunco.store import Kept, Log, LogTrouble, Photos
from pi_bunco.table.alerts import Before, alerts
from pi_bunco.table.book import Body, Book
from pi_bunco.table.commands import Command, NewGame, Redo, Seen, Undo
from pi_bunco.table.decide import Extras, decide
from pi_bunco.table.header import header
from pi_bunco.table.lessons import lesson, touched
from pi_bunco.table.refused import Refused
from pi_bunco.table.show import Around, show
from pi_bunco.table.snapshot import Alert, Snapshot


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of this machine, so that a test can have its own."""

    wall: Callable[[], float] = time.time
    """Seconds since 1970; may be wrong on a Pi, and only ever shown."""
    steady: Callable[[], float] = time.monotonic
    """Seconds on the clock of :attr:`pi_bunco.frames.Frame.taken`."""


ALERTS_KEPT = 4
"""A page that blinked while several things happened still shows the last of them."""


class Table:
    """One table and its game.

    Parameters
    ----------
    log
        Where its events go, before anybody sees them.
    photos
        Where the throws' photos go.
    clock
        The clocks.
    chance
        Draws names and seats; ``None``: the system's own.
    kept
        Where pictures go whose dice a person has named; ``None``: nowhere.

    Raises
    ------
    Trouble
        If the log holds a game that cannot be read.
    """

    def __init__(
        self,
        log: Log,
        photos: Photos,
        clock: Clock | None = None,
        chance: Random | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._log = log
        self._photos = photos
        self._clock = clock or Clock()
        self._chance = chance or SystemRandom()
        self._kept = kept
        self._alerts: tuple[Alert, ...] = ()
        self._book = _open(log)
        self._learnt = self._book.next if self._book else 0

    @property
    def book(self) -> Book:
        """The game in hand; nobody outside writes into it."""
        if self._book is None:
            raise Refused("There is no game yet.", "Begin a new game.")
        return self._book

    @property
    def finished(self) -> bool:
        """Whether there is no game to go on with: none at all, one that is over, or a room of many tables."""
        book = self._book
        return book is None or book.night.over or len(book.game.tables) > 1

    def handle(self, command: Command) -> tuple[Alert, ...]:
        """Do what is asked, log it, and tell what happened that everybody should see and hear.

        Raises
        ------
        Refused
            If the game cannot take it.
        LogTrouble
            If it could not be logged. Nothing was changed, in both cases.
        """
        if isinstance(command, NewGame):
            lines = header(command) | self._time()
            self._log.start(lines)
            self._book = Book([lines])
            self._learnt = self._book.next
            return ()
        book = self.book
        before = Before.of(book)
        try:
            decide(book, command, self._extras(command), self._chance)
            self._log.append(book.lines[before.seen :])
        except BaseException:
            self._book = Book(self._logged(book.lines[: before.seen]))
            raise
        if isinstance(command, Undo | Redo):
            return ()  # nothing new happened at the table
        news = alerts(book, before)
        self._alerts = (*self._alerts, *news)[-ALERTS_KEPT:]
        return news

    def show(self, around: Around) -> Snapshot:
        """Give what a page shows now."""
        return show(self.book, self._log.game, around, self._alerts)

    def learn(self) -> None:
        """Keep the pictures of which people have said what lies there, and let go of what they took back.

        This may wait for a slow card, so it comes after the page has what was done.
        """
        lines = self.book.lines
        since, self._learnt = self._learnt, len(lines)
        if self._kept is None:
            return
        for image in touched(lines, since):
            label = lesson(lines, image)
            if label is None:
                self._kept.drop(image)
            else:
                self._kept.keep(self._photos.path(image), image, label)

    def _logged(self, known: list[Body]) -> list[Body]:
        """Give what was logged, which is what happened; a card that fails wholly does not give that."""
        try:
            return self._log.record()
        except LogTrouble:
            return known

    def _extras(self, command: Command) -> Extras:
        if not isinstance(command, Seen):
            return self._time()
        frame = command.frame
        extras = self._time() | {
            "size": [frame.image.shape[1], frame.image.shape[0]],
            "taken": round(self._clock.wall() - (self._clock.steady() - frame.taken), 3),
            "frame": frame.index,
        }
        name = self._photos.save(frame.image, self._log.game, self.book.next)
        return extras | ({"image": name} if name else {})

    def _time(self) -> Extras:
        now = datetime.fromtimestamp(self._clock.wall(), UTC)
        return {"time": now.isoformat(timespec="milliseconds")}


def _open(log: Log) -> Book | None:
    lines = log.record()
    if not lines:
        return None
    try:
        return Book(lines)
    except (RecordError, Refused, ValueError) as error:
        raise Trouble(
            f"Game {log.game} of the log cannot be read: {error}.",
            "Begin a new game with --new, or choose another --state-dir; what was logged stays.",
        ) from error
