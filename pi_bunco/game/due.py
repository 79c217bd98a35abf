"""Finds what the game needs next: a bell, a throw, a draw; and makes the line of the next throw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD, Dice, Line
from pi_bunco.game.refused import Refused
from pi_bunco.rules import DieOffs
from pi_bunco.rules.events import DieOff, Throw
from pi_bunco.rules.night import (
    Ask,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
)
from pi_bunco.sentences import say, say_count

Phase = Literal[
    "ready",
    "playing",
    "rolloff",
    "dieoff",
    "order",
    "set_rolloff",
    "one_each",
    "draw",
    "final",
    "over",
]
"""The phase of the game at a table.

``ready``: before a bell. ``dieoff``: a roll-off with one die for each side (tournament). ``order``: each
player throws three dice for the order of a set's roll-off (boxed). ``set_rolloff``: that roll-off.
``one_each``: each player throws one die for a place or an order. ``draw``: a name or seats are drawn.
``final``: three ones win (tournament).
"""


@dataclass(frozen=True, slots=True)
class ExpectedThrow:
    """A throw that the game expects now.

    Attributes
    ----------
    dice
        The number of dice.
    thrower
        Who throws them, ``None`` if several players throw one die each.
    throwers
        The players who throw one die each, from left to right; empty if one player throws all.
    make_line
        Makes the line from the dice, from left to right.
    """

    dice: int
    thrower: str | None
    throwers: tuple[str, ...]
    make_line: Callable[[Dice], Line]


def find_due(book: Book) -> Ask | None:
    """Return what the night needs next, ``None`` if it needs nothing or a semi-final is played.

    Who has left is not drawn.
    """
    if book.played.status == "playing":
        return None
    ask = next((ask for ask in book.night.asks if ask.needed), None)
    if isinstance(ask, Draw):
        # Somebody must be drawn, even if all of them have left.
        return replace(ask, among=_list_present(book, ask.among) or ask.among)
    return None if isinstance(ask, SemiFinal) else ask


def find_drawing(book: Book) -> Draw | SeatSemiFinal | Drawing | None:
    """Return the draw that is possible now: one that the night needs, or else the break's drawing."""
    ask = find_due(book)
    if isinstance(ask, Draw | SeatSemiFinal):
        return ask
    drawing = next((ask for ask in book.night.asks if isinstance(ask, Drawing)), None)
    present = _list_present(book, drawing.among) if drawing else ()
    return replace(drawing, among=present) if drawing and present else None


def _list_present(book: Book, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these players who have not left."""
    left = book.night.left
    return tuple(name for name in names if name not in left)


def find_phase(book: Book, table: int) -> Phase:
    """Return the phase of the game at this table."""
    rules_table, ask = book.get_table(table), find_due(book)
    if ask is not None:
        return _PHASES[type(ask)]
    if book.played.status != "playing":
        return book.played.status
    if rules_table.rolloff is None:
        return "playing"
    return "dieoff" if rules_table.takes == "die_off" else "rolloff"


_PHASES: Mapping[type, Literal["order", "set_rolloff", "one_each", "draw", "final"]] = {
    OrderThrow: "order",
    RolloffThrow: "set_rolloff",
    PlaceDie: "one_each",
    FinalOrder: "one_each",
    Draw: "draw",
    SeatSemiFinal: "draw",
    FinalThrow: "final",
}


def find_expected(book: Book, table: int) -> ExpectedThrow | None:
    """Return the throw that the game expects at this table now, ``None`` if it expects none.

    Throws outside the rounds belong to the head table.
    """
    rules_table = book.get_table(table)
    ask = find_due(book) if table == HEAD else None
    match ask:
        case OrderThrow() | RolloffThrow() | FinalThrow():
            return ExpectedThrow(3, ask.player, (), lambda dice: Line(ask.make_event(dice)))
        case PlaceDie() | FinalOrder():
            return _expect_one_each(ask.names, lambda dice: Line(ask.make_event(dice)))
    if rules_table.takes is None:
        return None
    if isinstance(rules_table.rolloff, DieOffs) and rules_table.takes == "die_off":
        return _expect_one_each(rules_table.rolloff.names, lambda dice: book.make_line(DieOff(table, dice)))
    return ExpectedThrow(3, rules_table.holder, (), lambda dice: book.make_line(Throw(table, dice)))


def _expect_one_each(names: tuple[str, ...], make: Callable[[dict[str, int]], Line]) -> ExpectedThrow:
    return ExpectedThrow(len(names), None, names, lambda dice: make(dict(zip(names, dice, strict=True))))


def make_throw_line(book: Book, table: int, dice: Dice) -> Line:
    """Return the line of dice that are thrown at a table now, from left to right.

    Raises
    ------
    Refused
        If the game expects no dice now, or another number.
    """
    expected = find_expected(book, table)
    if expected is None:
        raise Refused(say("No round is being played."), say("Ring the bell, then enter the dice."))
    check_dice_count(dice, expected.dice)
    return expected.make_line(dice)


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
