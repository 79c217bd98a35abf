"""The outbox of a far Pi on its disk. Items stay there all night, since a new head may lack their lines."""

import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import structlog
from pydantic import Field, Json, TypeAdapter

from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import ItemKey, pick_items
from pi_bunco.limits import NUMBER, TABLES
from pi_bunco.link.messages import MAX_HEADS, Items
from pi_bunco.link.outbox import Kept, Outbox
from pi_bunco.sentences import say
from pi_bunco.store.chain import MALFORMED

_log = structlog.get_logger()

FILE = "outbox.sqlite"
_KEPT = 5000
"""Most items on the disk: a table throws about a thousand times a night."""
_Number = Annotated[int, Field(ge=1, le=NUMBER)]
_ROW: TypeAdapter[tuple[str, int, int, int, str, dict[str, Any], str, str]] = TypeAdapter(
    tuple[
        Annotated[str, Field(pattern="^[0-9a-f]{8}$")],
        _Number,
        _Number,
        Annotated[int, Field(ge=1, le=TABLES)],
        str,
        Json[dict[str, Any]],
        Annotated[str, Field(pattern="^([0-9a-f]{32})?$")],
        Annotated[str, Field(max_length=64)],
    ]
)
_SCHEMA = """
CREATE TABLE IF NOT EXISTS item (
    number INTEGER PRIMARY KEY, outbox TEXT NOT NULL, game INTEGER NOT NULL, at INTEGER NOT NULL,
    name TEXT NOT NULL, body TEXT NOT NULL, done INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS pi (name TEXT PRIMARY KEY);
"""


class OutboxFile:
    """An outbox that is on the disk. Any thread may call it.

    Parameters
    ----------
    folder
        The folder of its file, which exists.
    clock
        Seconds on a steady clock.
    pi
        The name of this Pi in its room.

    Attributes
    ----------
    former
        The names that it had before, since it has left the room and joined again.

    Raises
    ------
    Trouble
        If its file cannot be used.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic, pi: str = "") -> None:
        self._path, self._clock, self._pi = folder / FILE, clock, pi
        self._changed = threading.Condition()
        self._begun = clock()
        try:
            with ExitStack() as opened:
                database = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
                self._database = opened.enter_context(closing(database))
                self._database.execute("PRAGMA journal_mode = WAL")
                # An item is on the disk before it is shown.
                self._database.execute("PRAGMA synchronous = FULL")
                self._database.executescript(_SCHEMA)
                for column in ("seal", "of"):
                    with suppress(sqlite3.OperationalError):  # it is there
                        self._database.execute(
                            f"ALTER TABLE item ADD COLUMN {column} TEXT NOT NULL DEFAULT ''"
                        )
                self._database.execute("INSERT OR IGNORE INTO pi VALUES (?)", (pi,))
                rows = self._database.execute("SELECT name FROM pi WHERE name NOT IN ('', ?)", (pi,))
                self.former: tuple[str, ...] = tuple(str(name) for (name,) in rows)[:MAX_HEADS]
                self._outbox = self._load()
                opened.pop_all()
        except (sqlite3.Error, *MALFORMED, ValueError) as error:
            raise self._explain(error) from error

    @property
    def waiting(self) -> tuple[Kept, ...]:
        """The items that are not in the copy of the log yet, oldest first."""
        with self._changed:
            return tuple(self._outbox.waiting)

    def put(  # noqa: PLR0913, PLR0917 - an item has these parts
        self, game: int, table: int, name: str, body: Mapping[str, Any], seal: str = "", of: str = ""
    ) -> ItemKey:
        """Write an item to the disk, and return its name.

        Raises
        ------
        Trouble
            If the disk does not take it. Then it is not sent.
        """
        with self._changed:
            kept = self._outbox.make(game, table, name, body, self._clock(), seal, of)
            row = (kept.number, kept.outbox, game, table, name, dumps(body), seal, of)
            try:
                with self._begin():
                    self._database.execute("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)", row)
                    old = kept.number - _KEPT
                    self._database.execute("DELETE FROM item WHERE number <= ? AND done", (old,))
            except sqlite3.Error as error:
                raise self._explain(error) from error
            self._outbox.put(kept)
            return ItemKey(kept.outbox, kept.number, self._pi)

    def follow(self, newest: Mapping[tuple[str, str], int]) -> None:
        """Note what is in the log from this Pi, see :meth:`Outbox.follow`."""
        with self._changed:
            done = self._outbox.follow(pick_items(newest, (self._pi, *self.former)))
            if not done:
                return
            self._changed.notify_all()
            numbers = [(kept.number,) for kept in done]
            try:
                with self._begin():
                    self._database.executemany("UPDATE item SET done = 1 WHERE number = ?", numbers)
            except sqlite3.Error as error:  # after the next start they wait again, until the log is followed
                _log.warning("the outbox cannot be written", why=str(error))

    def reopen(self) -> None:
        """Let all items wait again: the log may be another one now. What it has leaves with :meth:`follow`.

        Nothing is written: each start does this anew. What cannot be read stays done, since nearly always
        the log has it.
        """
        with self._changed:
            try:
                self._outbox.reopen(self._read("done"))
            except (sqlite3.Error, *MALFORMED, ValueError) as error:
                _log.warning("earlier items of the outbox cannot be read", why=str(error))

    def forget_done(self) -> None:
        """Delete what is in the log: it never comes again (:class:`Trouble`: the disk does not take it)."""
        with self._changed:
            try:
                with self._begin():
                    self._database.execute("DELETE FROM item WHERE done")
            except sqlite3.Error as error:
                raise self._explain(error) from error

    def make_message(self) -> Items | None:
        """Return the items to send now, ``None`` if none are due."""
        with self._changed:
            items = self._outbox.make_message(self._clock())
            return items and replace(items, former=self.former)

    def wait(self, number: int, seconds: float) -> bool:
        """Wait until an item is in the copy of the log, and return whether it is."""

        def is_gone() -> bool:
            return all(kept.number != number for kept in self._outbox.waiting)

        with self._changed:
            return self._changed.wait_for(is_gone, seconds)

    def measure_age(self, kept: Kept) -> float:
        """Return for how many seconds an item has waited: an older one, since this program started."""
        return self._clock() - (self._begun if kept.since is None else kept.since)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _begin(self) -> Iterator[None]:
        """Begin a transaction, which ends with the block."""
        with self._database:
            self._database.execute("BEGIN")
            yield

    def _load(self) -> Outbox:
        waiting = self._read("NOT done")
        (last,) = self._database.execute("SELECT CAST(max(number) AS INTEGER) FROM item").fetchone()
        return Outbox(secrets.token_hex(4), last or 0, waiting)

    def _read(self, condition: str, *values: int) -> list[Kept]:
        rows = self._database.execute(
            f"SELECT outbox, number, game, at, name, body, seal, of FROM item WHERE {condition} ORDER BY 2",  # noqa: S608 - the condition is written here
            values,
        )
        checked = (_ROW.validate_python(row, strict=True) for row in rows)
        return [Kept(*row[:6], None, *row[6:]) for row in checked]

    def _explain(self, error: Exception) -> Trouble:
        return Trouble(
            say("{path} cannot be used ({why}).", path=self._path, why=str(error)),
            say("Make room on the card, or tap on a page of the head."),
        )
