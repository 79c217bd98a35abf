"""From what is asked to what is logged: each command becomes events, or is refused with a sentence."""

from collections.abc import Callable
from random import Random
from typing import Any

from pi_bunco.frames import Doubt, Reading, Status
from pi_bunco.table.again import ruling
from pi_bunco.table.alone import alone
from pi_bunco.table.book import TABLE, Body, Book, name_of
from pi_bunco.table.commands import (
    Answer,
    Call,
    Confirm,
    Correct,
    Dismiss,
    Draw,
    EndRound,
    Enter,
    Judge,
    Offer,
    Redo,
    Ring,
    Seen,
    Undo,
)
from pi_bunco.table.course import course
from pi_bunco.table.due import due, phase
from pi_bunco.table.honours import confirm, draw, judge, offer
from pi_bunco.table.lying import lies_as_logged, partly_logged
from pi_bunco.table.pending import pending
from pi_bunco.table.refused import Refused
from pi_bunco.table.steps import steps

OUTSIDE = ("boxed:order", "boxed:throw", "tournament:die_off", "final:order", "final:throw")
"""The events of throws outside the rounds, which have a correction of their own."""
_HALVES = [True, False]
CAME_BACK = "These dice lay here when the table came back. Were they a new throw?"
HALVES = "I need one die on each half of the mat."
WHOSE = "I cannot tell whose die is whose."
_OPEN = "A throw still waits for an answer.", "Say what its dice show, or that it was no throw."

Extras = dict[str, Any]
"""What goes into an event beside what the rules need: ``time``, ``image``, ``size``, ``taken``, ``frame``."""


def decide(book: Book, command: object, extras: Extras, chance: Random) -> None:
    """Add to the book the events that a command comes to.

    Parameters
    ----------
    book
        The game; the events are added to it.
    command
        One of :mod:`pi_bunco.table.commands`, but for ``NewGame``.
    extras
        Written into the first event.
    chance
        Draws names and seats; what it draws is logged, so that nothing hangs on it afterwards.

    Raises
    ------
    Refused
        If the game does not take it; the book may hold a part of it then and must be thrown away.
    """
    if isinstance(command, Draw):
        draw(book, command, extras, chance)
    else:
        _DECIDERS[type(command)](book, command, extras)
    _let_the_waiting_in(book, extras)


def _ring(book: Book, command: Ring, extras: Extras) -> None:
    if book.played.status == "playing":
        raise Refused("The round is being played.", "The next bell comes when it is over.")
    if book.played.status == "over":
        raise Refused("The last round is over.", "Look at the page for what comes next.")
    book.add(book.of_played({"event": "bell", "by": command.by, **extras}))


def _end_round(book: Book, command: EndRound, extras: Extras) -> None:
    if pending(book.lines):
        raise Refused(*_OPEN)
    if book.played.status != "playing":
        raise Refused("No round is being played.", "Ring the bell to begin one.")
    if not book.fits(book.of_played({"event": "end_round"})):
        raise Refused("The bell has ended this round already.", "It is over when the last throw is made.")
    book.add(book.of_played({"event": "end_round", "by": command.by, **extras}))


def _seen(book: Book, command: Seen, extras: Extras) -> None:
    reading = command.reading
    wanted = due(book)
    if reading.status is Status.EMPTY:
        return
    if command.at_start:
        if wanted is None or lies_as_logged(reading, book.lines):
            return
        reading = Reading(Status.DOUBTFUL, reading.dice, CAME_BACK, Doubt.LAY)
        extras = extras | {"at_start": True}
    facts = _facts(reading) | extras
    if wanted is None and not pending(book.lines):
        book.add({"event": "camera:uncounted", **facts})
        return
    if reading.status is Status.READ and wanted and wanted.each and not _on_both_halves(reading, extras):
        why = HALVES if wanted.dice == len(_HALVES) else WHOSE
        reading = Reading(Status.DOUBTFUL, reading.dice, why, Doubt.WHOSE)
        facts = _facts(reading) | extras
    if reading.status is Status.DOUBTFUL:
        # Dice that were touched, not thrown: whoever counts the throws does not count these twice.
        touched = {"touched": True} if partly_logged(reading, book.lines) else {}
        book.add({"event": "camera:doubtful", **facts, **touched})
    elif pending(book.lines):
        book.add({"event": "camera:waiting", **facts})
    else:
        del facts["values"]  # a throw has them as its dice
        book.add(_throw(book, reading.values) | facts)


def _enter(book: Book, command: Enter, extras: Extras) -> None:
    if command.token and any(body.get("token") == command.token for body in book.lines):
        return
    if pending(book.lines):
        raise Refused(*_OPEN)
    token = {"token": command.token} if command.token else {}
    book.add(_throw(book, command.dice) | {"by": command.by} | token | extras)


def _answer(book: Book, command: Answer, extras: Extras) -> None:
    asked = _asked(book, command.seq)
    if not asked:
        return
    facts = {key: asked[key] for key in ("image", "size", "boxes", "taken", "frame") if key in asked}
    book.add(_throw(book, command.dice) | facts | {"by": command.by, "answers": command.seq} | extras)


def _dismiss(book: Book, command: Dismiss, extras: Extras) -> None:
    if _asked(book, command.seq):
        book.add({"event": "table:no_throw", "answers": command.seq, "by": command.by, **extras})


def _correct(book: Book, command: Correct, extras: Extras) -> None:
    body = book.lines[command.seq] if 0 < command.seq < book.next else {}
    if "dice" not in body or name_of(body) == "correct":
        raise Refused(f"There is no throw {command.seq} in this game.", "Tap the throw on the page again.")
    _need(command.dice, len(body["dice"]))
    names = list(body["dice"]) if isinstance(body["dice"], dict) else []
    dice: object = dict(zip(names, command.dice, strict=True)) if names else list(command.dice)
    event = {"event": "correct", "seq": command.seq, "dice": dice, "by": command.by, **extras}
    if body["event"] in OUTSIDE:
        event["event"] = "night:correct"
        shown = alone(book, phase(book))
    else:
        # A throw of the game is corrected in the game, also while the semi-final is played.
        event = book.of_played(event) if command.seq > book.seated else event
        shown = course(book)
    if all((thrown.seq, thrown.dice) != (command.seq, command.dice) for thrown in shown):
        book.add(event)


def _undo(book: Book, command: Undo, extras: Extras) -> None:
    _void(book, command.seq, steps(book.lines)[0], command.by, extras)


def _redo(book: Book, command: Redo, extras: Extras) -> None:
    _void(book, command.seq, steps(book.lines)[1], command.by, extras)


def _void(book: Book, wanted: int, last: int | None, by: str, extras: Extras) -> None:
    """Void the last step, but only if it is the one that the page showed: a second tap changes nothing."""
    if wanted != last:
        raise Refused("The game has moved on since.", "Look at the page and tap again.")
    book.add({"event": "void", "seq": wanted, "by": by, **extras})


def _call(book: Book, command: Call, extras: Extras) -> None:
    if book.played.tables[0].callable is None:
        raise Refused("There is nothing to call.", "A call comes right after its throw.")
    book.add(book.of_played({"event": "call", "table": TABLE, "by": command.by, **extras}))


_DECIDERS: dict[type, Callable[[Book, Any, Extras], None]] = {
    Ring: _ring,
    EndRound: _end_round,
    Seen: _seen,
    Enter: _enter,
    Answer: _answer,
    Dismiss: _dismiss,
    Correct: _correct,
    Undo: _undo,
    Redo: _redo,
    Call: _call,
    Confirm: confirm,
    Judge: judge,
    Offer: offer,
}


def _let_the_waiting_in(book: Book, extras: Extras) -> None:
    """Settle what waits, in the order in which it was thrown, up to the first that somebody must look at."""
    time = {"time": extras["time"]}
    for seq in pending(book.lines):
        seen = book.lines[seq]
        if due(book) is None:
            # Nobody at the table knew yet that the round was over: this throw has no round to count in.
            book.add({"event": "table:no_throw", "answers": seq, "by": "rules", **time})
        elif seen["event"] == "camera:doubtful":
            again = ruling(book, seq)
            if again is None:
                return
            book.add(again | time)
        else:
            facts = {key: value for key, value in seen.items() if key not in ("event", "values")}
            throw = _throw(book, tuple(seen["values"]))
            if not book.fits(throw):
                throw = {"event": "table:no_throw", "by": "rules"}
                facts = {}
            book.add(throw | facts | {"answers": seq} | time)


def _asked(book: Book, seq: int) -> Body | None:
    """Give the doubtful reading that is to be answered, ``None`` if it has its answer already."""
    waiting = pending(book.lines)
    if waiting and waiting[0] == seq:
        return book.lines[seq]
    if 0 < seq < book.next and book.lines[seq]["event"] == "camera:doubtful":
        return None
    raise Refused(f"Nothing doubtful has the number {seq}.", "Look at the page and answer again.")


def _throw(book: Book, dice: tuple[int, ...]) -> Body:
    """Write dice down as the event that the game takes now."""
    wanted = due(book)
    if wanted is None:
        raise Refused("No round is being played.", "Ring the bell, then enter the dice.")
    _need(dice, wanted.dice)
    return wanted.event(dice)


def _need(dice: tuple[int, ...], number: int) -> None:
    if len(dice) != number:
        raise Refused(f"This takes {number} dice, not {len(dice)}.", f"Tap {number} faces.")


def _facts(reading: Reading) -> Extras:
    """Keep what the camera saw; ``values`` and ``boxes`` from left to right."""
    facts: Extras = {
        "table": TABLE,
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
