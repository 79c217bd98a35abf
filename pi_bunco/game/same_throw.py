"""Finds out whether tapped dice may be a throw that somebody else has entered meanwhile."""

from pi_bunco.game.book import Book
from pi_bunco.game.commands import EnterDice
from pi_bunco.game.lines import Dice
from pi_bunco.game.refused import Refused
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
            say("{dice} was counted here while you were tapping.", dice=format_dice(entered)),
            say("Was yours another throw? Then tap it in again."),
        )


def check_not_entered(book: Book, command: EnterDice) -> None:
    """Raise :class:`SameThrow` if somebody else has entered a throw at the table since the first tap."""
    if command.after is None or command.another:
        return
    page, gone, last_bell = command.token.partition(".")[0], book.gone, book.last_bell
    newest = book.get_table_lines(command.table).find_newest_throw(max(command.after, last_bell), gone)
    for seq in range(newest, max(command.after, last_bell), -1):
        line = book.get_line(seq)
        is_here = line.is_throw and book.is_at(seq, command.table) and seq not in gone
        if is_here and line.token.partition(".")[0] != page:
            raise SameThrow(line.faces, newest)
