"""Finds out whether dice may be a throw that somebody else has entered meanwhile."""

from collections.abc import Sequence

from pi_bunco.game.book import Book
from pi_bunco.game.commands import DiceSettled, EnterDice
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Dice
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import say


class SameThrow(Refused):
    """Somebody else has entered a throw since the first tap, and it may be the same one.

    Attributes
    ----------
    entered
        The dice of that throw.
    newest
        The number of the newest throw at the table.
    """

    def __init__(self, entered: Dice, newest: int) -> None:
        self.entered = entered
        self.newest = newest
        super().__init__(
            say("{dice} was entered here while you were tapping.", dice=format_dice(entered)),
            say("Was yours another throw? Then tap it in again."),
        )


def check_not_entered(book: Book, command: EnterDice) -> None:
    """Raise :class:`SameThrow` if somebody else has entered a throw at the table since the first tap."""
    if command.another:
        return
    throws = book.get_table_lines(command.table).list_throws(book.last_bell, book.gone)
    entered = list_entered_meanwhile(book, command, throws)
    if entered:
        raise SameThrow(book.get_line(entered[0]).faces, throws[0])


def list_entered_meanwhile(book: Book, command: EnterDice, throws: Sequence[int]) -> list[int]:
    """Return which throws of a table another page has entered since the first tap of a throw.

    Parameters
    ----------
    book
        The book.
    command
        The throw. If it does not say what its sender saw, it means now.
    throws
        The numbers of the table's throws.
    """
    if command.after is None:
        return []
    page = command.token.partition(".")[0]
    return [
        seq for seq in throws if seq > command.after and book.get_line(seq).token.partition(".")[0] != page
    ]


def was_entered_elsewhere(book: Book, command: DiceSettled | EnterDice) -> bool:
    """Return whether a throw of the table has come from elsewhere since another Pi saw or took dice.

    While that Pi is not heard, people tap its dice in on a page of the head, for the round or its roll-off.
    Its own throws do not matter: it sends each throw once, and has sent those before it made this one.

    Parameters
    ----------
    book
        The book.
    command
        The dice. If they come from no other Pi, or it did not say what it had, nobody knows.
    """
    if command.item is None or command.after is None:
        return False
    throws = book.get_table_lines(command.table).list_throws(max(book.last_bell, command.after), book.gone)
    return not all(_has_sent(book, command, seq) for seq in throws)


def _has_sent(book: Book, command: DiceSettled | EnterDice, seq: int) -> bool:
    """Return whether the Pi of a command has sent a throw, or the reading that the throw answers."""
    line, own = book.get_line(seq), command.item
    item = line.item or (book.get_line(line.answers).item if line.answers else None)
    if item is None or own is None:
        return False
    return item.outbox == own.outbox or item.pi in {own.pi, *command.former}
