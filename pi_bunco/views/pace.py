"""The pace of each table: how many throws its round had, how long it lasted, and which table is last."""

from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from pi_bunco.game.book import Book
from pi_bunco.rules import Table, TableResult

BEHIND_SHARE = 0.5
"""A table is behind in a round if it has at most this share of the throws of a usual table."""
BEHIND_AFTER = 8
"""Throws of a usual table before which none is called behind: early on, everything is chance."""


@dataclass(frozen=True, slots=True)
class TablePace:
    """The pace of one table in the present round, or between rounds in the last one.

    Attributes
    ----------
    throws
        How many throws it has made, those of a roll-off included.
    seconds
        From the bell to its last throw, once it is decided; ``None``: it is not, or has counted on paper.
    is_last
        Whether it is the last of several tables: the slowest in the round, or the one that was decided last.
    """

    throws: int = 0
    seconds: int | None = None
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class RoundPace:
    """The pace of a round: the bell that began it, and each table, head table first.

    ``began`` is in seconds since 1970 on the clock of the machine; ``None``: no bell was rung yet.
    """

    began: int | None = None
    tables: tuple[TablePace, ...] = ()


def read_time(book: Book, seq: int) -> float | None:
    """Return when an event was logged, in seconds since 1970; ``None``: it does not say."""
    text = book.get_line(seq).time if seq else ""
    return datetime.fromisoformat(text).timestamp() if text else None


def make_round_pace(book: Book) -> RoundPace:
    """Return the pace of the present round, or between rounds that of the last one."""
    game = book.played
    tables: tuple[Table | TableResult, ...] = game.tables
    if game.status != "playing":
        tables = game.finished[-1].tables if game.finished else ()
    began = read_time(book, book.last_bell) if tables else None
    paces = [_make_table_pace(book, table, began) for table in tables]
    last = _find_last(paces, is_over=game.status != "playing") if len(paces) > 1 else None
    return RoundPace(
        None if began is None else round(began),
        tuple(replace(pace, is_last=at == last) for at, pace in enumerate(paces)),
    )


def _make_table_pace(book: Book, table: Table | TableResult, began: float | None) -> TablePace:
    throws = table.throws
    if not (table.winners and throws):
        return TablePace(len(throws))
    ended = read_time(book, throws[-1].seq + book.seq_offset)
    seconds = None if began is None or ended is None or ended < began else round(ended - began)
    return TablePace(len(throws), seconds)


def _find_last(paces: list[TablePace], *, is_over: bool) -> int | None:
    """Return the place of the last table: the one decided last, or in a round the one that is far behind."""
    open_tables = [at for at, pace in enumerate(paces) if pace.seconds is None]
    if is_over:
        timed = [at for at in range(len(paces)) if at not in open_tables]
        return max(timed, key=lambda at: paces[at].seconds or 0, default=None)
    if len(open_tables) == 1:
        return open_tables[0]
    usual = median(pace.throws for pace in paces)
    slowest = min(open_tables, key=lambda at: paces[at].throws, default=None)
    is_behind = slowest is not None and paces[slowest].throws <= BEHIND_SHARE * usual
    return slowest if is_behind and usual >= BEHIND_AFTER else None
