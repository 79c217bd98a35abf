"""One table in the log: what waits there, what one tap takes back, what lies on its mat."""

from collections.abc import Container
from typing import Any

from pi_bunco.game.foreign import OTHER

Body = dict[str, Any]

HEAD = 1
"""The number of the head table, which has the bell, and where the dice outside the rounds are thrown."""
ROOM = 0
"""Stands for the number of a table where an event is of the whole room."""

SEEN = ("camera:doubtful", "camera:waiting")
NO_STEP = (*SEEN, "camera:uncounted")
"""What the camera saw is no step of anybody's, so it is never taken back; nor is a throw without a round."""


def is_ruling(body: Body) -> bool:
    """Tell whether an event is the sheet's word that a throw is thrown again.

    >>> is_ruling({"event": "table:no_throw", "answers": 4, "by": "rules", "kind": "cocked"})
    True
    >>> is_ruling({"event": "table:no_throw", "answers": 4, "by": "rules"})
    False
    """
    return body.get("by") == "rules" and "kind" in body


class TableLines:
    """What the lines of one table come to.

    Attributes
    ----------
    pending
        The numbers of the readings that wait, oldest first. A doubtful reading waits until an event that
        stands ``answers`` it, so that taking an answer back asks again; so does taking back that the sheet
        had it thrown again. A throw that waited behind it was sure: once it was scored it waits no more. One
        that had no round to count in waits again after an undo, since the round may be open again.
    ruled
        The doubtful readings on which the sheet has ruled.
    mat
        The last line that says where dice lie, ``None`` before the first.
    last
        The number of the last line, 0 before the first.

    >>> lines = TableLines()
    >>> lines.take(1, {"event": "camera:doubtful"})
    >>> lines.take(2, {"event": "camera:waiting"})
    >>> lines.pending
    [1, 2]
    >>> lines.take(3, {"event": "throw", "answers": 1})
    >>> lines.pending, lines.undo
    ([2], 3)
    >>> lines.take(4, {"event": "void", "seq": 3})
    >>> lines.reconsider(gone={3}, undone=4)
    >>> lines.pending, lines.undo, lines.redo
    ([1, 2], None, 4)
    """

    def __init__(self) -> None:
        self.pending: list[int] = []
        self.ruled: set[int] = set()
        self.mat: Body | None = None
        self.last = 0
        self._waited: dict[int, bool] = {}  # all readings that ever waited; whether they were sure
        self._answers: list[tuple[int, int, bool]] = []  # number, what it answers, whether the round was over
        self._done: list[int] = []
        self._undone: list[tuple[int, int]] = []  # the undo, and what it took back

    @property
    def undo(self) -> int | None:
        """The number of the step that an undo takes back, ``None`` where there is none."""
        return self._done[-1] if self._done else None

    @property
    def redo(self) -> int | None:
        """The number of the undo that a redo takes back; a new step after an undo leaves none."""
        return self._undone[-1][0] if self._undone else None

    def take(self, number: int, body: Body) -> None:
        """Take in a line; after a void :meth:`reconsider` is called for all tables."""
        self.last = number
        if "boxes" in body:
            self.mat = body
        if body["event"] in SEEN:
            self._waited[number] = body["event"] == "camera:waiting"
            self.pending.append(number)
        elif "answers" in body:
            self._take_answer(number, body)
        self._take_step(number, body)

    def reconsider(self, gone: Container[int], undone: int) -> None:
        """Find anew what waits.

        Parameters
        ----------
        gone
            The numbers of the events that stand voided.
        undone
            The number of the last void.
        """
        answered = {
            question
            for number, question, homeless in self._answers
            if (number > undone if homeless else number not in gone or self._waited.get(question))
        }
        self.pending = [number for number in self._waited if number not in answered]

    def after(self, seq: int, gone: Container[int]) -> int:
        """Return the event just after which the dice of a reading were thrown.

        It is the reading itself, or the last answer to one before it, where that came later.

        Parameters
        ----------
        seq
            The number of the reading.
        gone
            The numbers of the events that stand voided.
        """
        earlier = (
            number
            for number, question, homeless in self._answers
            if question < seq and not homeless and number not in gone
        )
        return max(seq, max(earlier, default=0))

    def _take_answer(self, number: int, body: Body) -> None:
        question = body["answers"]
        ruling = is_ruling(body)
        if ruling:
            self.ruled.add(question)
        self._answers.append((number, question, body.get("by") == "rules" and not ruling))
        if question in self.pending:
            self.pending.remove(question)

    def _take_step(self, number: int, body: Body) -> None:
        by_rules = body.get("by") == "rules" and not is_ruling(body)
        if body["event"] in NO_STEP or body["event"].startswith(OTHER) or by_rules:
            return
        target = body["seq"] if body["event"] == "void" else None
        if target is not None and self._undone and self._undone[-1][0] == target:
            self._done.append(self._undone.pop()[1])
        elif target is not None and self._done and self._done[-1] == target:
            self._undone.append((number, self._done.pop()))
        else:
            self._done.append(number)
            self._undone.clear()
