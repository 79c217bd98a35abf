"""The summary of one table's lines: waiting readings, the steps to undo, and the dice on the mat."""

from collections.abc import Container, Sequence
from itertools import takewhile

from pi_bunco.game.lines import FarEvent, LateThrow, Line, UncountedDice, WaitingDice
from pi_bunco.rules.events import Void


class TableLines:
    """The summary of one table's lines.

    Attributes
    ----------
    pending
        The numbers of the readings that wait, oldest first. A doubtful reading waits until a valid event
        ``answers`` it, and again if that event is undone. A certain throw waits behind it, but not again
        after it was scored. A throw that came too late waits again after any undo, since its round may be
        open again.
    for_host
        The numbers of the late throws about which the host is asked, oldest first.
    ruled
        The doubtful readings with a ruling of the sheet.
    mat
        The last line with places of dice, ``None`` before the first.
    last
        The number of the last line, 0 before the first.

    >>> from pi_bunco.game.lines import DoubtfulDice
    >>> from pi_bunco.rules.events import Throw
    >>> lines = TableLines()
    >>> lines.add(1, Line(DoubtfulDice(1)))
    >>> lines.add(2, Line(WaitingDice(1)))
    >>> lines.pending
    [1, 2]
    >>> lines.add(3, Line(Throw(1, (1, 2, 3)), answers=1))
    >>> lines.pending, lines.undo
    ([2], 3)
    >>> lines.add(4, Line(Void(3)))
    >>> lines.reconsider(voided={3}, last_void=4)
    >>> lines.pending, lines.undo, lines.redo
    ([1, 2], None, 4)
    """

    def __init__(self) -> None:
        self.pending: list[int] = []
        self.for_host: list[int] = []
        self.ruled: set[int] = set()
        self.mat: Line | None = None
        self.last = 0
        self._throws: list[int] = []
        self._is_certain: dict[int, bool] = {}  # for each reading that ever waited
        self._asks_host: set[int] = set()  # those of them about which the host is asked
        self._answers: list[tuple[int, int, bool]] = []  # number, reading, whether that came too late
        self._throw_answers: set[int] = set()  # the answers that are throws
        self._done: list[int] = []  # the steps that can be undone, oldest first
        self._undone: list[tuple[int, int]] = []  # each undo, and the event that it voids
        self._before_step: dict[
            int, Sequence[int]
        ] = {}  # what could be undone before a step of several lines

    @property
    def undo(self) -> int | None:
        """The number of the step that can be undone, ``None`` if there is none."""
        return self._done[-1] if self._done else None

    @property
    def redo(self) -> int | None:
        """The number of the undo that can be taken back, ``None`` if there is none.

        A new step after an undo makes it final.
        """
        return self._undone[-1][0] if self._undone else None

    def add(self, number: int, line: Line) -> None:
        """Add a line; after a void call :meth:`reconsider` for all tables."""
        self.last = number
        again = line.step is not None and line.step != number  # the dice of these lines lay there before
        if line.boxes and not again:
            self.mat = line
        if line.is_throw:
            self._throws.append(number)
        if line.waits:
            self._is_certain[number] = isinstance(line.event, WaitingDice)
            if isinstance(line.event, LateThrow) and line.event.host:
                self._asks_host.add(number)
            self._list_of(number).append(number)
        elif line.answers is not None:
            self._add_answer(number, line, line.answers)
        if not again:
            self._add_step(number, line)

    def begin_step(self, step: int) -> None:
        """Begin a step of several lines. It makes earlier lines again, so nobody can undo those alone."""
        self._before_step[step] = self._done
        self._done = []
        self._forget_undone(step)

    def leave_step(self, step: int) -> None:
        """Leave a step that was undone: what could be undone before it can be undone again."""
        self._done = [*self._before_step.get(step, ())]
        self._forget_undone(step)

    def _forget_undone(self, step: int) -> None:
        if self._undone and self._undone[-1][1] != step:
            self._undone.clear()

    def reconsider(self, voided: Container[int], last_void: int) -> None:
        """Compute again which readings wait.

        Parameters
        ----------
        voided
            The numbers of the voided events.
        last_void
            The number of the last void.
        """
        answered = {
            reading
            for number, reading, too_late in self._answers
            if (number > last_void if too_late else number not in voided or self._is_certain.get(reading))
        }
        waiting = [reading for reading in self._is_certain if reading not in answered]
        self.pending = [reading for reading in waiting if reading not in self._asks_host]
        self.for_host = [reading for reading in waiting if reading in self._asks_host]

    def find_previous(self, seq: int, voided: Container[int]) -> int:
        """Return the event just before the throw of a reading.

        It is the reading itself, or the last throw that answers an earlier reading if that came later.

        Parameters
        ----------
        seq
            The number of the reading.
        voided
            The numbers of the voided events.
        """
        earlier = (
            number
            for number, reading, _ in self._answers
            if reading < seq and number in self._throw_answers and number not in voided
        )
        return max(seq, max(earlier, default=0))

    def find_newest_throw(self, since: int, gone: Container[int]) -> int:
        """Return the number of the newest throw after event ``since`` that is not ``gone``; 0: none."""
        return next(iter(self.list_throws(since, gone)), 0)

    def list_throws(self, since: int, gone: Container[int]) -> list[int]:
        """Return the numbers of the throws after event ``since`` that are not ``gone``, newest first."""
        newer = takewhile(lambda seq: seq > since, reversed(self._throws))
        return [seq for seq in newer if seq not in gone]

    def _add_answer(self, number: int, line: Line, reading: int) -> None:
        if line.is_ruling:
            self.ruled.add(reading)
        self._answers.append((number, reading, line.came_too_late))
        if line.is_throw:
            self._throw_answers.add(number)
        if reading in self._list_of(reading):
            self._list_of(reading).remove(reading)

    def _list_of(self, reading: int) -> list[int]:
        return self.for_host if reading in self._asks_host else self.pending

    def _add_step(self, number: int, line: Line) -> None:
        # People can undo only their own steps: no reading of the camera, no throw that did not count, no
        # seating that follows from the end of a round, and nothing that Pis settle between them.
        no_step = line.waits or isinstance(line.event, UncountedDice | FarEvent) or line.came_too_late
        if no_step or line.is_automatic or line.foreign:
            return
        target = line.event.seq if isinstance(line.event, Void) else None
        if target is not None and self._undone and self._undone[-1][0] == target:
            self._done.append(self._undone.pop()[1])
        elif target is not None and self._done and self._done[-1] == target:
            self._undone.append((number, self._done.pop()))
        else:
            self._done.append(number)
            self._undone.clear()
