"""Corrects throws: makes the lines of corrections, and previews of their consequences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.commands import Amendment, CorrectThrow, InsertThrow, RestoreThrow, VoidThrow
from pi_bunco.game.keep_end import KeptEnd, keep_end, play_on
from pi_bunco.game.lines import Line, make_outside_correction
from pi_bunco.game.refused import Refused
from pi_bunco.game.throw_lines import THREE, check_dice_count
from pi_bunco.rules import Dice, Game
from pi_bunco.rules.events import Correct, Missed, Void
from pi_bunco.rules.night import OUTSIDE_THROWS, Consequences, compare
from pi_bunco.rules.words import format_dice
from pi_bunco.sentences import say


class NotSure(Refused):
    """A correction changes an earlier round, and people have not seen the consequences yet."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A correction whose consequences people want to see.

    Attributes
    ----------
    game, lines
        A copy of the game, and its lines in the log.
    line
        The line that corrects a throw.
    table
        The table of the throw.
    in_doubt
        Whether a reading waits for an answer at any table.
    """

    game: Game
    lines: Sequence[Line]
    line: Line
    table: int
    in_doubt: bool

    def find_consequences(self) -> Consequences:
        """Return the consequences. Any thread may call this.

        Raises
        ------
        Refused
            If the event does not fit.
        """
        return compare(self.game, play_on(self.game, self.line))

    def keep_end(self) -> KeptEnd | None:
        """Return the correction with the end of its round, see :func:`~pi_bunco.game.keep_end.keep_end`."""
        return keep_end(self.game, self.lines, self.line, self.table, in_doubt=self.in_doubt)


def make_amendment(book: Book, command: Amendment) -> Line | None:
    """Return the line that corrects a throw, ``None`` if the throw is right already.

    Raises
    ------
    Refused
        If there is no such throw at the table, or it has another number of dice.
    """
    match command:
        case CorrectThrow():
            return _make_correction(book, command)
        case VoidThrow():
            # The void also answers the throw's reading, so that the page does not ask about those dice again.
            void = Line(Void(command.seq), answers=_find_throw(book, command.table, command.seq).answers)
            return None if command.seq in book.game.voided else void
        case RestoreThrow():
            _find_throw(book, command.table, command.seq)
            voided_by = book.find_void(command.seq)
            return Line(Void(voided_by)) if voided_by else None
        case InsertThrow():
            return _make_missed(book, command)


def check_sure(book: Book, command: Amendment) -> None:
    """Raise :class:`NotSure` if the throw is from an earlier round and the command is not ``sure``."""
    if find_number(command) < book.last_bell and not command.sure:
        raise NotSure(
            say("That throw is from an earlier round."),
            say("Look at what would change, and say that it is meant."),
        )


def find_number(command: Amendment) -> int:
    """Return the number of the event that a correction names."""
    return command.after if isinstance(command, InsertThrow) else command.seq


def make_preview(book: Book, command: Amendment) -> Preview | None:
    """Return a preview of a correction, ``None`` if it changes nothing.

    Raises
    ------
    Refused
        See :func:`make_amendment`.
    """
    line = make_amendment(book, command)
    if line is None:
        return None
    return Preview(book.game.copy(), tuple(book.lines), line, command.table, bool(book.in_doubt))


def _make_correction(book: Book, command: CorrectThrow) -> Line | None:
    seq = command.seq
    line = _find_throw(book, command.table, seq)
    assert line.dice is not None  # noqa: S101 - a throw has dice
    check_dice_count(command.dice, len(line.dice))
    dice: Dice | Mapping[str, int] = command.dice
    if isinstance(line.dice, Mapping):
        dice = dict(zip(line.dice, command.dice, strict=True))
    called = command.called if book.game.header.options.calls else None
    now = book.find_dice(seq)
    if now == dice and called is None:
        return None
    faces = tuple(now.values()) if isinstance(now, Mapping) else now
    if command.was and faces and command.was != faces:
        # Its other dice are from before that correction, and would take it back.
        raise Refused(
            say("Somebody has put that throw right meanwhile: it is {dice} now.", dice=format_dice(faces)),
            say("Look at the throw and tap again."),
        )
    if line.name in OUTSIDE_THROWS:
        return make_outside_correction(seq, dice)
    return Line(Correct(seq, dice, called), in_semi_final=book.is_in_semi_final(seq))


def _make_missed(book: Book, command: InsertThrow) -> Line:
    check_dice_count(command.dice, THREE)
    if not 0 < command.after < book.next_seq:
        raise Refused(
            say("There is no event {number} in this game.", number=command.after),
            say("Tap the throw before the missing one again."),
        )
    _check_not_moved(book, command.after)
    one, two, three = command.dice
    missed = Missed(command.after, command.table, (one, two, three))
    return Line(missed, in_semi_final=book.is_in_semi_final(command.after), answers=command.answers)


def _find_throw(book: Book, table: int, seq: int) -> Line:
    _check_not_moved(book, seq)
    line = book.get_line(seq) if 0 < seq < book.next_seq else None
    if line is None or line.dice is None or line.is_correction or not book.is_at(seq, table):
        raise Refused(
            say("There is no throw {number} in this game.", number=seq),
            say("Tap the throw on the page again."),
        )
    return line


def _check_not_moved(book: Book, seq: int) -> None:
    """Refuse an event that a step has made again under another number: a correction would change nothing."""
    if seq in book.moved:
        raise Refused(
            say("That entry has another number since a correction."), say("Look at the page and tap again.")
        )
