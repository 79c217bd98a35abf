"""What the next dice on the mat are for: who throws how many, and what is logged of them."""

from collections.abc import Callable
from dataclasses import dataclass

from pi_bunco.rules import DieOffs
from pi_bunco.table.book import TABLE, Body, Book

Dice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A throw that the game takes now.

    Attributes
    ----------
    dice
        How many dice it needs.
    thrower
        Who throws them, ``None`` where several throw one die each.
    each
        Who throws one die each, from left to right; nobody where one player throws all.
    event
        Makes the event of the dice, from left to right.
    """

    dice: int
    thrower: str | None
    each: tuple[str, ...]
    event: Callable[[Dice], Body]


def due(book: Book) -> Due | None:
    """Tell what dice the game takes now, ``None`` if it takes none."""
    table = book.game.tables[0]
    if table.takes is None:
        return None
    if isinstance(table.rolloff, DieOffs) and table.takes == "die_off":
        names = table.rolloff.names
        return Due(len(names), None, names, lambda dice: _one_each("die_off", names, dice))
    return Due(3, table.holder, (), lambda dice: {"event": "throw", "table": TABLE, "dice": list(dice)})


def _one_each(event: str, names: tuple[str, ...], dice: Dice) -> Body:
    return {"event": event, "table": TABLE, "dice": dict(zip(names, dice, strict=True))}
