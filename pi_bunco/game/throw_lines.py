"""Makes the line of the dice that are thrown next at a table."""

from collections.abc import Sequence

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD, Line
from pi_bunco.game.moment import find_moment, get_table_moment
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Dice
from pi_bunco.rules.events import DieOff, Missed, Throw
from pi_bunco.rules.night import FinalOrder, FinalThrow, OrderThrow, PlaceDie, RolloffThrow
from pi_bunco.sentences import say, say_count

THREE = 3
"""The number of dice in a throw."""


def make_throw_line(book: Book, table: int, dice: Dice) -> Line:
    """Return the line of dice that are thrown at a table now, from left to right.

    Throws outside the rounds belong to the head table.

    Raises
    ------
    Refused
        If the game expects no dice now, or another number.
    """
    moment = get_table_moment(book, table)
    if not moment.dice:
        raise Refused(say("No round is being played."), say("Ring the bell, then enter the dice."))
    check_dice_count(dice, moment.dice)
    match find_moment(book).ask if table == HEAD else None:
        case OrderThrow() | RolloffThrow() | FinalThrow() as ask:
            return Line(ask.make_event(dice))
        case PlaceDie() | FinalOrder() as ask:
            return Line(ask.make_event(dict(zip(ask.names, dice, strict=True))))
    if moment.throwers:
        return book.make_line(DieOff(table, dict(zip(moment.throwers, dice, strict=True))))
    one, two, three = dice
    return book.make_line(Throw(table, (one, two, three)))


def make_missed_line(book: Book, table: int, after: int, dice: Sequence[int]) -> Line | None:
    """Return the line of a throw just after an event, ``None`` if no throw fits there."""
    if len(dice) != THREE:
        return None
    one, two, three = dice
    missed = Line(Missed(after, table, (one, two, three)), in_semi_final=book.is_in_semi_final(after))
    return missed if book.fits(missed) else None


def check_dice_count(dice: Dice, number: int) -> None:
    """Raise :class:`Refused` if there are not exactly ``number`` dice."""
    if len(dice) != number:
        raise Refused(
            say_count(
                "This takes {count} die, not {given}.",
                "This takes {count} dice, not {given}.",
                number,
                given=len(dice),
            ),
            say_count("Tap {count} face.", "Tap {count} faces.", number),
        )
