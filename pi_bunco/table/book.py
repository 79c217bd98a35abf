"""A game as the table has it in hand: its lines as they were logged, and the rules' view of them."""

from collections.abc import Sequence
from typing import Any

from pi_bunco.rules import Game, Header, RecordError, parse_event
from pi_bunco.rules.night import Night, misfit, tell
from pi_bunco.table.foreign import readable
from pi_bunco.table.refused import Refused

Body = dict[str, Any]

TABLE = 1
"""The number of the one table that this controller plays."""

_SEMI_FINAL = "semi_final:"


class Book:
    """The lines of a game, and what they come to.

    Parameters
    ----------
    lines
        The record, header first, as the log gives it. What the table cannot read of another program's lines
        stays in the log alone.

    Attributes
    ----------
    game
        The game by its record.
    night
        What surrounds it: set winners, breaks, awards, finals.
    played
        What is played at the table now: the game, or once it is seated the semi-final.
    seated
        What to add to an event's number in :attr:`played` for its number in the log.
    """

    def __init__(self, lines: Sequence[Body]) -> None:
        self.game = Game(Header.parse(lines[0]))
        self.lines = [lines[0]]
        for body in lines[1:]:
            self._push(body, readable(body, self.lines))
        self._look_around()

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
            reason = misfit(self.game, parse_event(body))
        except RecordError as fault:
            reason = str(fault)
        if reason:
            raise Refused(f"That does not fit now: {reason}.", "Look at the page and try again.")
        number = self._push(body)
        self._look_around()
        return number

    def fits(self, body: Body) -> bool:
        """Tell whether the game would take this event now."""
        return misfit(self.game, parse_event(body)) is None

    def of_played(self, body: Body) -> Body:
        """Write an event of what is played as the log has it: a semi-final's has a name of its own."""
        return body | {"event": _SEMI_FINAL + body["event"]} if self.seated else body

    def _push(self, body: Body, line: Body | None = None) -> int:
        number = self.game.push(parse_event(body))
        self.lines.append(body if line is None else line)
        return number

    def _look_around(self) -> None:
        self.night: Night = tell(self.game)
        finals = self.night.finals
        self.played = (finals and finals.semi_final) or self.game
        self.seated = (finals and finals.seated) or 0


def name_of(body: Body) -> str:
    """Give an event's name as the record has it; in a semi-final its name there.

    >>> name_of({"event": "semi_final:throw"}), name_of({"event": "throw"})
    ('throw', 'throw')
    """
    name: str = body.get("event", "")
    return name.removeprefix(_SEMI_FINAL)
