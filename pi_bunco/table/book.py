"""A game as the table has it in hand: its lines as they were logged, and the rules' view of them."""

from collections.abc import Sequence
from typing import Any

from pi_bunco.rules import Game, Header, Misfit, RecordError, parse_event
from pi_bunco.table.refused import Refused

Body = dict[str, Any]

TABLE = 1
"""The number of the one table that this controller plays."""


class Book:
    """The lines of a game, and what they come to.

    Parameters
    ----------
    lines
        The record, header first, as the log gives it.
    """

    def __init__(self, lines: Sequence[Body]) -> None:
        self.game = Game(Header.parse(lines[0]))
        self.lines = [lines[0]]
        for body in lines[1:]:
            self._push(body)

    @property
    def next(self) -> int:
        """The number that the next event gets."""
        return len(self.lines)

    def add(self, body: Body) -> int:
        """Put an event at the end and give its number.

        Raises
        ------
        Refused
            If the game cannot take it now; the book stays as it was.
        """
        try:
            return self._push(body)
        except (Misfit, RecordError) as misfit:
            raise Refused(f"That does not fit now: {misfit}.", "Look at the page and try again.") from misfit

    def fits(self, body: Body) -> bool:
        """Tell whether the game would take this event now."""
        return self.game.misfit(parse_event(body)) is None

    def _push(self, body: Body) -> int:
        number = self.game.push(parse_event(body))
        self.lines.append(body)
        return number
