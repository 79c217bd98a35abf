"""Finds what an entry of another Pi means here: its copy may have been of another log, with other numbers."""

from dataclasses import replace

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    CorrectThrow,
    DiceSettled,
    DismissDoubt,
    EnterDice,
    EventCommand,
    GameCommand,
    InsertThrow,
    RefuseItem,
    TableCommand,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import Sentence, say
from pi_bunco.store import Log


def name_event(book: Book, log: Log, seq: int) -> str:
    """Return the name of an event that holds in another log too, ``""`` if there is no such event.

    It is the item of its line, or the item of the reading that the line answers. Without an item, it is the
    seal of the line.
    """
    if not 0 < seq < book.next_seq:
        return ""
    line = book.get_line(seq)
    if not line.item and line.is_throw and line.answers:
        line = book.get_line(line.answers)
    first = next((each for each in book.lines if each.item == line.item), line)
    return line.item.full if line.item and line is first else (log.find_seal(book.number, seq) or b"").hex()


def find_meant(book: Book, log: Log, command: GameCommand) -> GameCommand:
    """Return an entry of another Pi with the numbers of this log.

    If it is about a game or an event that this log does not have, the host is asked about its dice. Anything
    else is refused.
    """
    place = command.header
    if place and (place.game, log.find_seal(place.game, 0)) != (book.number, place.seal):
        if log.is_deleted(place.game):  # nobody wants its dice any more
            return RefuseItem("", "", table=getattr(command, "table", HEAD))
        return _find_meant_elsewhere(command)
    return _find_meant_here(book, log, command)


def _find_meant_here(book: Book, log: Log, command: GameCommand) -> GameCommand:
    """Return an entry that was made in this game, with the number that its event has here."""
    if (
        not isinstance(command, EventCommand | CallThrow | EnterDice | DiceSettled | InsertThrow)
        or not command.of
    ):
        return command
    if isinstance(command, EventCommand | CallThrow):
        if seq := _find_event(book, log, command, command.seq or 0):
            return replace(command, seq=seq)
    else:
        seq = _find_event(book, log, command, command.after or 0)
        if isinstance(command, DiceSettled):
            seq = seq or 0  # any throw of the round may be this one: a camera cannot say that it is another
        if isinstance(command, EnterDice | DiceSettled):
            return replace(command, after=seq)  # None: nobody knows which throws here were seen there
        if seq:
            return replace(command, after=seq)
    if isinstance(command, AnswerDoubt | CorrectThrow | InsertThrow):
        return EnterDice(
            command.dice, table=command.table, item=command.item, seen=command.seen, not_own=True
        )
    return _refuse(command, say("That was about an entry that was lost with the previous head."))


def _find_meant_elsewhere(command: GameCommand) -> GameCommand:
    """Return what becomes of an entry that was made in another game, or in a game that is not in this log."""
    if isinstance(command, EnterDice | DiceSettled):
        return replace(command, not_own=True)
    return _refuse(command, say("That was meant for another game."))


def _refuse(command: GameCommand, text: Sentence) -> RefuseItem:
    return RefuseItem(text, say("Look at the page and tap again."), table=getattr(command, "table", HEAD))


def _find_event(book: Book, log: Log, command: TableCommand, seq: int) -> int | None:
    """Return the number here of the event that another log has as ``seq``, ``None`` if it is not here."""
    key = ItemKey.parse(command.of)
    if key is None:
        seal = log.find_seal(book.number, seq)
        return seq if seal and seal.hex() == command.of else None
    found = next((number for number, line in enumerate(book.lines, 1) if line.item == key), None)
    if found is None or isinstance(command, AnswerDoubt | DismissDoubt):
        return found
    answers = (seq for seq, line in enumerate(book.lines, 1) if line.answers == found and line.is_throw)
    return next(answers, found)
