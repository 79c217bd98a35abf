"""Measures the cost of an event in a night of 25 tables: to decide and log it, and to make a page."""

import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

from pi_bunco.game.book import Book
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import Line
from pi_bunco.room.presence import NO_CAMERA
from pi_bunco.rules.events import Void
from pi_bunco.store import Log, Photos
from pi_bunco.views.show import DeviceStatus, make_table_view

PLAYERS = 100
EVENTS = 7000
SETS = 8
"""Enough sets that the night does not end before all events."""
DEVICES = DeviceStatus(NO_CAMERA)


def measure(sheet: str, events: int = EVENTS) -> Mapping[str, float]:
    """Play a night by a sheet, and return milliseconds of processor time.

    Parameters
    ----------
    sheet
        The name of a printed sheet.
    events
        How many events the night has.

    Returns
    -------
    Mapping
        ``events``: how many were timed; ``median`` and ``p99``: of an event with one of the pages it changes;
        ``restart``: to read the night again; ``void``: to take back its second event.
    """
    random = Random(1)  # noqa: S311 - dice that can be thrown again
    times_ms: list[float] = []
    with tempfile.TemporaryDirectory() as folder, Log(Path(folder)) as log:
        keeper = Keeper(log, Photos(Path(folder)))
        keeper.handle(NewGame(sheet, tuple(f"P{n}" for n in range(PLAYERS)), sets=SETS))
        while keeper.book.next_seq < events and keeper.book.game.status != "over":
            command = _choose_next(keeper.book, random)
            start = time.process_time()
            outcome = keeper.handle(command)
            deciding = time.process_time() - start
            start = time.process_time()
            for table in outcome.tables:
                make_table_view(keeper, table, DEVICES)
            showing = (time.process_time() - start) / max(len(outcome.tables), 1)
            times_ms.append(1000 * (deciding + showing))
        lines = log.record()
    start = time.process_time()
    book = Book(lines)
    restarted = time.process_time()
    book.add(Line(Void(2)))
    return {
        "events": len(times_ms),
        "median": statistics.median(times_ms),
        "p99": statistics.quantiles(times_ms, n=100)[-1],
        "restart": 1000 * (restarted - start),
        "void": 1000 * (time.process_time() - restarted),
    }


def _choose_next(book: Book, random: Random) -> RingBell | EnterDice:
    """Return the next command: the bell, or dice at any table that may throw."""
    game = book.played
    if game.status == "ready":
        return RingBell()
    table = random.choice([table for table in game.tables if table.takes])
    dice = 2 if table.takes == "die_off" else 3
    return EnterDice(tuple(random.randint(1, 6) for _ in range(dice)), table=table.number)
