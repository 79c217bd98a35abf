"""Turns the head's log into messages: what is new, and what a far Pi lacks."""

from collections.abc import Iterator

from pi_bunco.link.messages import MAX_LINES, LinePlace, LogLines, Rewind
from pi_bunco.store.chain import GENESIS, SealedLine
from pi_bunco.store.tail import LogTail, Place

MAX_BYTES = 100_000
"""Most bytes of lines in a message, but at least one line."""


class Sender:
    """Reads the log, and knows what was sent to all.

    Parameters
    ----------
    tail
        Reads the log.
    term
        The term of this head.
    """

    def __init__(self, tail: LogTail, term: int) -> None:
        self._tail, self._term = tail, term
        self._sent = tail.find_last()

    @property
    def place(self) -> LinePlace | None:
        """The newest line that was sent to all, or was there before."""
        return LinePlace.find(self._sent)

    def list_new(self) -> Iterator[LogLines]:
        """Yield the lines that were not sent to all yet."""
        while rows := self._read_after(self._sent):
            yield self._make_lines(rows, self._sent)
            self._sent = Place(rows[-1].game, rows[-1].seq, rows[-1].seal)

    def answer(self, asked: LinePlace | None) -> LogLines | Rewind | None:
        """Return the lines after the newest one of a far Pi, ``None`` if there are none.

        If this log does not have that line, return that the far Pi must begin a new copy.
        """
        after = asked.make_place() if asked else None
        if asked and not self.has(asked):
            return Rewind(term=self._term, place=asked)
        rows = self._read_after(after)
        return self._make_lines(rows, after) if rows else None

    def has(self, place: LinePlace | None) -> bool:
        """Return whether the log begins with a far Pi's copy, by that copy's newest line."""
        return place is None or self._tail.find_seal(place.game, place.seq) == bytes.fromhex(place.seal)

    def count_missing(self, place: LinePlace | None) -> int | None:
        """Return how many lines of the newest game a far Pi lacks, ``None`` if it is at an earlier game."""
        if self._sent is None:
            return 0
        return self._sent.seq - place.seq if place and place.game == self._sent.game else None

    def _read_after(self, place: Place | None) -> list[SealedLine]:
        game, seq = (place.game, place.seq) if place else (0, 0)
        return self._tail.read_after(game, seq, MAX_LINES, MAX_BYTES)

    def _make_lines(self, rows: list[SealedLine], before: Place | None) -> LogLines:
        return LogLines(
            term=self._term,
            before=(before.seal if before else GENESIS).hex(),
            game=rows[0].game,
            seq=rows[0].seq,
            lines=tuple(row.body.decode() for row in rows),
            seal=rows[-1].seal.hex(),
        )
