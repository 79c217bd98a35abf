"""Corrections of dice: what is logged, and what must be shown to people before it is."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.commands import CorrectThrow
from pi_bunco.game.due import check_number
from pi_bunco.game.lines import OUTSIDE, Dice, Line, outside_correction
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Game, Misfit, parse_event
from pi_bunco.rules.events import Correct, Event
from pi_bunco.rules.night import Consequences, compare
from pi_bunco.sentences import say


class NotSure(Refused):
    """A correction of an earlier round, before people have seen what it changes."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A copy of a game, and the ``event`` of which people want to know what it would change."""

    game: Game
    event: Event

    def consequences(self) -> Consequences:
        """Return what it would change; for any thread.

        Raises
        ------
        Refused
            If the game would not take it.
        """
        after = self.game.copy()
        try:
            after.push(self.event)
        except Misfit as misfit:
            raise Refused(
                say("That does not fit now: {reason}.", reason=str(misfit)),
                say("Look at the page and try again."),
            ) from None
        return compare(self.game, after)


def correction(book: Book, command: CorrectThrow) -> Line | None:
    """Return the line of a correction, ``None`` where the throw shows these dice already.

    Raises
    ------
    Refused
        If there is no such throw at the table, or it has another number of dice.
    """
    seq = command.seq
    line = book.line(seq) if 0 < seq < book.next else None
    if line is None or line.dice is None or line.is_correction or not book.is_at(seq, command.table):
        raise Refused(
            say("There is no throw {number} in this game.", number=seq),
            say("Tap the throw on the page again."),
        )
    check_number(command.dice, len(line.dice))
    dice: Dice | Mapping[str, int] = command.dice
    if isinstance(line.dice, Mapping):
        dice = dict(zip(line.dice, command.dice, strict=True))
    if book.dice_of(seq) == dice:
        return None
    if line.name in OUTSIDE:
        return outside_correction(seq, dice)
    # A throw of the game is corrected in the game, also while the semi-final is played.
    return Line(Correct(seq, dice), in_semi_final=0 < book.seated < seq)


def check_sure(book: Book, command: CorrectThrow) -> None:
    """Raise :class:`NotSure` where a correction is of an earlier round, and nobody says that it is meant."""
    if command.seq < book.last_bell and not command.sure:
        raise NotSure(
            say("That throw is of an earlier round."),
            say("Look at what would change, and say that it is meant."),
        )


def preview(book: Book, command: CorrectThrow) -> Preview | None:
    """Return what tells what a correction would change, ``None`` where it changes nothing.

    Raises
    ------
    Refused
        As :func:`correction`.
    """
    line = correction(book, command)
    return Preview(book.game.copy(), parse_event(line.to_dict())) if line else None
