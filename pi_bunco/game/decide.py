"""From what is asked to what is logged: each command becomes events, or is refused with a sentence."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pi_bunco.frames import Doubt, Reading, Status
from pi_bunco.game.already_logged import lies_as_logged, partly_logged
from pi_bunco.game.book import OUTSIDE, Body, Book, name_of
from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    ChangeSeats,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    Decided,
    DiceSettled,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    JudgeCostume,
    OfferAwards,
    RedoStep,
    RingBell,
    UndoStep,
)
from pi_bunco.game.due import due
from pi_bunco.game.new_game import check_names
from pi_bunco.game.refused import Refused
from pi_bunco.game.rulings import ruling
from pi_bunco.game.staff import confirm, draw, judge, offer
from pi_bunco.game.table_lines import HEAD, ROOM
from pi_bunco.limits import TABLES
from pi_bunco.rules import Seating, Tally, is_ghost

THREE = 3
"""Dice of a throw."""
_HALVES = [True, False]
CAME_BACK = "These dice lay here when the table came back. Were they a new throw?"
HALVES = "I need one die on each half of the mat."
WHOSE = "I cannot tell whose die is whose."
_OPEN = "A throw still waits for an answer.", "Say what its dice show, or that it was no throw."

Extras = dict[str, Any]
"""What goes into an event beside what the rules need: ``time``, ``token``, ``image``, ``size``, ``taken``,
``frame``."""


def decide(book: Book, command: Decided, extras: Extras, chance: Random) -> None:
    """Add to the book the events that a command comes to; none where its token was logged before.

    Parameters
    ----------
    book
        The game; the events are added to it.
    command
        One of :mod:`pi_bunco.game.commands`, but for ``NewGame``.
    extras
        Written into the first event.
    chance
        Draws names and seats; what it draws is logged, so that nothing hangs on it afterwards.

    Raises
    ------
    Refused
        If the game does not take it; the book may hold a part of it then and must be thrown away.
    """
    if command.token and command.token in book.tokens:
        return
    if isinstance(command, DrawNames):
        draw(book, command, extras, chance)
    else:
        _DECIDERS[type(command)](book, command, extras)
    _let_the_waiting_in(book, extras)


def _ring(book: Book, command: RingBell, extras: Extras) -> None:
    if book.played.status == "playing":
        raise Refused("The round is being played.", "The next bell comes when it is over.")
    if book.played.status == "over":
        raise Refused("The last round is over.", "Look at the page for what comes next.")
    _need_no_doubt(book)
    book.add(book.of_played({"event": "bell", "by": command.by, **extras}))


def _end_round(book: Book, command: EndRoundNow, extras: Extras) -> None:
    if book.at(HEAD).pending:
        raise Refused(*_OPEN)
    if book.played.status != "playing":
        raise Refused("No round is being played.", "Ring the bell to begin one.")
    if not book.fits(book.of_played({"event": "end_round"})):
        raise Refused("The bell has ended this round already.", "It is over when the last throw is made.")
    book.add(book.of_played({"event": "end_round", "by": command.by, **extras}))


def _seen(book: Book, command: DiceSettled, extras: Extras) -> None:
    reading = command.reading
    lines, wanted = book.at(command.table), due(book, command.table)
    if reading.status is Status.EMPTY:
        return
    if command.at_start:
        if wanted is None or lies_as_logged(reading, lines.mat):
            return
        reading = Reading(Status.DOUBTFUL, reading.dice, CAME_BACK, Doubt.LAY)
        extras = extras | {"at_start": True}
    facts = _facts(reading, command.table) | extras
    if wanted is None and not lines.pending:
        book.add({"event": "camera:uncounted", **facts})
        return
    if reading.status is Status.READ and wanted and wanted.each and not _on_both_halves(reading, extras):
        why = HALVES if wanted.dice == len(_HALVES) else WHOSE
        reading = Reading(Status.DOUBTFUL, reading.dice, why, Doubt.WHOSE)
        facts = _facts(reading, command.table) | extras
    if reading.status is Status.DOUBTFUL:
        # Dice that were touched, not thrown: whoever counts the throws does not count these twice.
        touched = {"touched": True} if partly_logged(reading, lines.mat) else {}
        book.add({"event": "camera:doubtful", **facts, **touched})
    elif lines.pending:
        book.add({"event": "camera:waiting", **facts})
    else:
        del facts["values"]  # a throw has them as its dice
        book.add(_throw(book, command.table, reading.values) | facts)


def _enter(book: Book, command: EnterDice, extras: Extras) -> None:
    if book.at(command.table).pending:
        raise Refused(*_OPEN)
    book.add(_throw(book, command.table, command.dice) | {"by": command.by} | extras)


def _answer(book: Book, command: AnswerDoubt, extras: Extras) -> None:
    asked = _asked(book, command)
    if not asked:
        return
    facts = {key: asked[key] for key in ("image", "size", "boxes", "taken", "frame") if key in asked}
    throw = _late(book, command.table, command.seq, command.dice) or _throw(book, command.table, command.dice)
    book.add(throw | facts | {"by": command.by, "answers": command.seq} | extras)


def _dismiss(book: Book, command: DismissDoubt, extras: Extras) -> None:
    if _asked(book, command):
        book.add({"event": "table:no_throw", "answers": command.seq, "by": command.by, **extras})


def _correct(book: Book, command: CorrectThrow, extras: Extras) -> None:
    body = book.lines[command.seq] if 0 < command.seq < book.next else {}
    here = body and _is_at(book, command.seq, command.table)
    if not here or "dice" not in body or name_of(body) == "correct":
        raise Refused(f"There is no throw {command.seq} in this game.", "Tap the throw on the page again.")
    _need(command.dice, len(body["dice"]))
    names = list(body["dice"]) if isinstance(body["dice"], dict) else []
    dice: object = dict(zip(names, command.dice, strict=True)) if names else list(command.dice)
    event = {"event": "correct", "seq": command.seq, "dice": dice, "by": command.by, **extras}
    if body["event"] in OUTSIDE:
        event["event"] = "night:correct"
    elif command.seq > book.seated:  # a throw of the game is corrected in the game, whatever is played now
        event = book.of_played(event)
    if book.dice_of(command.seq) != dice:
        book.add(event)


def _need_no_doubt(book: Book) -> None:
    """See that no throw of the round before waits: its answer may change who won, and who sits where."""
    if HEAD in book.in_doubt:
        raise Refused(*_OPEN)
    if book.in_doubt:
        table = book.in_doubt[0]
        raise Refused(f"A throw at table {table} is still in doubt.", f"Answer it at table {table} first.")


def _undo(book: Book, command: UndoStep, extras: Extras) -> None:
    _void(book, command, book.at(command.table).undo, extras)


def _redo(book: Book, command: RedoStep, extras: Extras) -> None:
    _void(book, command, book.at(command.table).redo, extras)


def _void(book: Book, command: UndoStep | RedoStep, last: int | None, extras: Extras) -> None:
    """Void the last step, but only if it is the one that the page showed: a second tap changes nothing."""
    if command.seq != last:
        raise Refused("The game has moved on since.", "Look at the page and tap again.")
    if book.table_of(last) == ROOM and (since := _stepped_since(book, last)):
        raise Refused(f"Table {since} has gone on since.", f"First take back what was done at table {since}.")
    book.add({"event": "void", "seq": last, "by": command.by, **extras})


def _stepped_since(book: Book, seq: int) -> int | None:
    """Return a table other than the head table at which something that stands was done after an event."""
    tables = range(HEAD + 1, len(book.played.tables) + 1)
    return next((table for table in tables if (book.at(table).undo or 0) > seq), None)


def _call(book: Book, command: CallThrow, extras: Extras) -> None:
    if book.table(command.table).callable is None:
        raise Refused("There is nothing to call.", "A call comes right after its throw.")
    book.add(book.of_played({"event": "call", "table": command.table, "by": command.by, **extras}))


def _count(book: Book, command: CountTally, extras: Extras) -> None:
    if book.at(command.table).pending:
        raise Refused(*_OPEN)
    tally = Tally(command.table, command.counted)
    book.add(book.of_played(tally.to_dict()) | {"by": command.by, **extras})


def _seat(book: Book, command: ChangeSeats, extras: Extras) -> None:
    if book.seated:
        raise Refused("The semi-final is seated.", "Undo its seats to draw them anew.")
    if len(command.tables) > TABLES:
        raise Refused(f"A room has at most {TABLES} tables.", "Seat the players at fewer.")
    new = [name for seats in command.tables for name in seats if not is_ghost(name)]
    check_names(new)
    _need_no_doubt(book)
    book.add(Seating(command.tables).to_dict() | {"by": command.by, **extras})


_DECIDERS: dict[type, Callable[[Book, Any, Extras], None]] = {
    RingBell: _ring,
    EndRoundNow: _end_round,
    DiceSettled: _seen,
    EnterDice: _enter,
    AnswerDoubt: _answer,
    DismissDoubt: _dismiss,
    CorrectThrow: _correct,
    UndoStep: _undo,
    RedoStep: _redo,
    CallThrow: _call,
    CountTally: _count,
    ChangeSeats: _seat,
    ConfirmClaims: confirm,
    JudgeCostume: judge,
    OfferAwards: offer,
}


def _let_the_waiting_in(book: Book, extras: Extras) -> None:
    """Settle what waits at each table, in the order of its throws, up to one that somebody must look at."""
    for table in range(1, len(book.played.tables) + 1):
        _let_in(book, table, {"time": extras["time"]})


def _let_in(book: Book, table: int, time: Extras) -> None:
    for seq in tuple(book.at(table).pending):
        seen = book.lines[seq]
        if due(book, table) is None and not _counted_late(book, table, seq):
            # Nobody at the table knew yet that the round was over: this throw has no round to count in.
            book.add({"event": "table:no_throw", "answers": seq, "by": "rules", **time})
        elif seen["event"] == "camera:doubtful":
            again = ruling(book, table, seq)
            if again is None:
                return
            book.add(again | time)
        else:
            facts = {key: value for key, value in seen.items() if key not in ("event", "values")}
            throw = _late(book, table, seq, seen["values"]) or _throw(book, table, tuple(seen["values"]))
            if not book.fits(throw):
                throw = {"event": "table:no_throw", "by": "rules"}
                facts = {}
            book.add(throw | facts | {"answers": seq} | time)


def _asked(book: Book, command: AnswerDoubt | DismissDoubt) -> Body | None:
    """Return the doubtful reading that is to be answered, ``None`` if it has its answer already."""
    seq, waiting = command.seq, book.at(command.table).pending
    if waiting and waiting[0] == seq:
        return book.lines[seq]
    known = 0 < seq < book.next and _is_at(book, seq, command.table)
    if known and book.lines[seq]["event"] == "camera:doubtful":
        return None
    raise Refused(f"Nothing doubtful has the number {seq}.", "Look at the page and answer again.")


def _is_at(book: Book, seq: int, table: int) -> bool:
    """Tell whether an event is of this table; what is of the whole room is of the head table."""
    return (book.table_of(seq) or HEAD) == table


def _throw(book: Book, table: int, dice: tuple[int, ...]) -> Body:
    """Write dice down as the event that the game takes now at this table."""
    wanted = due(book, table)
    if wanted is None:
        raise Refused("No round is being played.", "Ring the bell, then enter the dice.")
    _need(dice, wanted.dice)
    return wanted.event(dice)


def _late(book: Book, table: int, seq: int, dice: Sequence[int]) -> Body | None:
    """Write down dice that reading ``seq`` saw before the round turned: they count where they were seen."""
    if not book.turned_since(seq) or len(dice) != THREE:
        return None
    after = book.at(table).after(seq, book.game.voided)
    missed = book.of_played({"event": "missed", "after": after, "table": table, "dice": [*dice]})
    return missed if book.fits(missed) else None


def _counted_late(book: Book, table: int, seq: int) -> bool:
    """Tell whether three dice that reading ``seq`` saw would have a place where they were seen."""
    return _late(book, table, seq, (1, 2, 3)) is not None


def _need(dice: tuple[int, ...], number: int) -> None:
    if len(dice) != number:
        raise Refused(f"This takes {number} dice, not {len(dice)}.", f"Tap {number} faces.")


def _facts(reading: Reading, table: int) -> Extras:
    """Keep what the camera saw; ``values`` and ``boxes`` from left to right."""
    facts: Extras = {
        "table": table,
        "values": list(reading.values),
        "boxes": [[round(edge, 1) for edge in die.box] for die in reading.dice],
        "confidence": [round(die.confidence, 3) for die in reading.dice],
        "by": "camera",
    }
    if reading.reason:
        facts["reason"] = reading.reason
    return facts | ({"kind": reading.doubt.value} if reading.doubt else {})


def _on_both_halves(reading: Reading, extras: Extras) -> bool:
    middle = extras["size"][0] / 2
    return [die.centre[0] < middle for die in reading.dice] == _HALVES
