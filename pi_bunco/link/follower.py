"""Decides what a far Pi does with what it hears: the pure part of following a log.

The log's numbers have no gaps, and each line has a seal over all lines before it. So one comparison shows
whether lines follow the copy. What does not follow is asked for again; the carrier may forget everything. A
message of an older term comes from a Pi that was the head once.
"""

from dataclasses import dataclass

from pi_bunco.link.messages import AskLines, Beat, FromHead, LinePlace, LogLines, Rewind

SILENCE = 3.5
"""Seconds without a word from the head after which a far Pi is cut off: three beats are missing."""
PATIENCE = 2.0
"""Seconds after which lines that were asked for are asked for again."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Write these lines to the copy, and call :meth:`Follower.keep` when they are on the disk."""

    lines: LogLines


@dataclass(frozen=True, slots=True)
class SetAside:
    """The copy is not the beginning of the head's log: set it aside, and begin a new one."""


Action = Keep | SetAside | AskLines
"""What a far Pi must do; :class:`AskLines` is sent to the head."""


class Follower:
    """The state of a far Pi.

    Parameters
    ----------
    place
        The newest line of its copy, ``None`` if that is empty.
    now
        Seconds on a steady clock, as for all methods.
    term
        The newest term that this Pi has ever heard.

    Attributes
    ----------
    place
        The newest line of the copy.
    head
        What the head said of itself last, ``None`` before its first beat.
    term
        The newest term of a message.

    >>> lines = LogLines(term=1, before="0" * 32, game=1, seq=0, lines=("{}",), seal="a" * 32)
    >>> follower = Follower(None, 0.0)
    >>> follower.take(lines, 0.1) == [Keep(lines)]
    True
    >>> follower.keep(lines.last)
    >>> follower.take(lines, 0.2)
    []
    """

    def __init__(self, place: LinePlace | None, now: float, term: int = 0) -> None:
        self.place = place
        self.head: Beat | None = None
        self.term = term
        self._heard = now
        self._asked: float | None = None

    @property
    def behind(self) -> bool:
        """Whether the head's log is known to have more than the copy."""
        return self.head is not None and self.head.place != self.place

    def measure_silence(self, now: float) -> float:
        """Return for how many seconds the head has said nothing."""
        return now - self._heard

    def take(self, message: FromHead, now: float) -> list[Action]:
        """Take a message of the head, and return what to do."""
        if message.term < self.term:
            return []
        self.term, self._heard = message.term, now
        match message:
            case Beat():
                self.head = message
                return self._ask(now) if self.behind else []
            case LogLines():
                return self._take_lines(message, now)
            case Rewind() if message.place == self.place:
                self.place, self._asked = None, now
                return [SetAside(), AskLines(place=None)]
        return []

    def keep(self, place: LinePlace | None) -> None:
        """Note the newest line that is on the disk."""
        self.place, self._asked = place, None

    def check(self, now: float) -> list[Action]:
        """Return what to do if nothing comes: ask once more."""
        return self._ask(now) if self.behind else []

    def _take_lines(self, lines: LogLines, now: float) -> list[Action]:
        if self._follows(lines):
            return [Keep(lines)]
        if self.place and (lines.last.game, lines.last.seq) <= (self.place.game, self.place.seq):
            return []  # it came twice, or in another order
        return self._ask(now)

    def _follows(self, lines: LogLines) -> bool:
        if self.place is None:
            return lines.before == "0" * 32 and lines.seq == 0
        begins_game = lines.seq == 0 and lines.game > self.place.game
        goes_on = (lines.game, lines.seq) == (self.place.game, self.place.seq + 1)
        return lines.before == self.place.seal and (begins_game or goes_on)

    def _ask(self, now: float) -> list[Action]:
        if self._asked is not None and now - self._asked < PATIENCE:
            return []
        self._asked = now
        return [AskLines(place=self.place)]
