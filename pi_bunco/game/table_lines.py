"""The summary of one table's lines: waiting readings, the steps to undo, and the dice on the mat."""

from collections.abc import Container

from pi_bunco.game.lines import RULES, Line, NoThrow, UncountedDice, WaitingDice
from pi_bunco.rules.events import Void


class TableLines:
    """The summary of one table's lines.

    Attributes
    ----------
    pending
        The numbers of the readings that wait, oldest first. A doubtful reading waits until a valid event
        ``answers`` it. It waits again if that answer or ruling is undone. A certain throw waits behind it,
        but not again after it was scored. A throw that came too late waits again after an undo, since its
        round may be open again.
    ruled
        The doubtful readings with a ruling of the sheet.
    mat
        The last line with places of dice, ``None`` before the first.
    last
        The number of the last line, 0 before the first.

    >>> from pi_bunco.game.lines import DoubtfulDice
    >>> from pi_bunco.rules.events import Throw
    >>> lines = TableLines()
    >>> lines.take(1, Line(DoubtfulDice(1)))
    >>> lines.take(2, Line(WaitingDice(1)))
    >>> lines.pending
    [1, 2]
    >>> lines.take(3, Line(Throw(1, (1, 2, 3)), answers=1))
    >>> lines.pending, lines.undo
    ([2], 3)
    >>> lines.take(4, Line(Void(3)))
    >>> lines.reconsider(gone={3}, undone=4)
    >>> lines.pending, lines.undo, lines.redo
    ([1, 2], None, 4)
    """

    def __init__(self) -> None:
        self.pending: list[int] = []
        self.ruled: set[int] = set()
        self.mat: Line | None = None
        self.last = 0
        self._waited: dict[int, bool] = {}  # all readings that ever waited, and whether they were certain
        self._answers: list[tuple[int, int, bool]] = []  # number, reading, whether that came too late
        self._revoked: set[int] = set()  # the answers that are voids of a throw
        self._done: list[int] = []
        self._undone: list[tuple[int, int]] = []  # each undo, and the event that it voids

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

    def take(self, number: int, line: Line) -> None:
        """Add a line; after a void call :meth:`reconsider` for all tables."""
        self.last = number
        if line.boxes:
            self.mat = line
        if line.waits:
            self._waited[number] = isinstance(line.event, WaitingDice)
            self.pending.append(number)
        elif line.answers is not None:
            self._take_answer(number, line, line.answers)
        self._take_step(number, line)

    def reconsider(self, gone: Container[int], undone: int) -> None:
        """Compute again which readings wait.

        Parameters
        ----------
        gone
            The numbers of the voided events.
        undone
            The number of the last void.
        """
        answered = {
            question
            for number, question, too_late in self._answers
            if (number > undone if too_late else number not in gone or self._waited.get(question))
        }
        self.pending = [number for number in self._waited if number not in answered]

    def find_previous(self, seq: int, gone: Container[int]) -> int:
        """Return the event just before the throw of a reading.

        It is the reading itself, or the last answer to an earlier reading if that came later.

        Parameters
        ----------
        seq
            The number of the reading.
        gone
            The numbers of the voided events.
        """
        earlier = (
            number
            for number, question, too_late in self._answers
            if question < seq and not too_late and number not in gone and number not in self._revoked
        )
        return max(seq, max(earlier, default=0))

    def _take_answer(self, number: int, line: Line, question: int) -> None:
        if line.is_ruling:
            self.ruled.add(question)
        self._answers.append((number, question, _is_too_late(line)))
        if isinstance(line.event, Void):
            self._revoked.add(number)
        if question in self.pending:
            self.pending.remove(question)

    def _take_step(self, number: int, line: Line) -> None:
        # People can undo only their own steps: no reading of the camera, and no throw that did not count.
        no_step = line.waits or isinstance(line.event, UncountedDice) or _is_too_late(line)
        if no_step or line.foreign:
            return
        target = line.event.seq if isinstance(line.event, Void) else None
        if target is not None and self._undone and self._undone[-1][0] == target:
            self._done.append(self._undone.pop()[1])
        elif target is not None and self._done and self._done[-1] == target:
            self._undone.append((number, self._done.pop()))
        else:
            self._done.append(number)
            self._undone.clear()


def _is_too_late(line: Line) -> bool:
    """Return whether a line says that a reading came too late, since its round was over."""
    return isinstance(line.event, NoThrow) and line.by == RULES and not line.is_ruling
