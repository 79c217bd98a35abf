"""What a correction would change, in sentences, for those who have to say whether it is meant."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from pi_bunco.rules.night import Consequences
from pi_bunco.rules.night.consequences import CardChange, HolderChange, TableChange
from pi_bunco.rules.result import TableResult
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.words import names, some
from pi_bunco.views.results import title

_COUNTS = ("win", "loss", "bunco", "mini", "point")
_MANY = {"loss": "losses"}


@dataclass(frozen=True, slots=True)
class ForetoldView:
    """What a correction would change.

    Attributes
    ----------
    past
        Whether it changes a round that is over, a seat, or which throws count.
    changes
        Each change as a sentence.
    """

    past: bool
    changes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return asdict(self)


def show_foretold(foretold: Consequences) -> ForetoldView:
    """Return it as people read it.

    >>> show_foretold(Consequences(unused=(9, 12)))
    ForetoldView(past=True, changes=('2 later events no longer count.',))
    """
    return ForetoldView(foretold.past, tuple(_sentences(foretold)))


def _sentences(foretold: Consequences) -> Iterator[str]:
    yield from map(_table, foretold.tables)
    if foretold.chairs:
        yield f"Other seats for {some(change.name for change in foretold.chairs)}."
    yield from map(_holder, foretold.holders)
    yield from map(_card, foretold.cards)
    if foretold.unused:
        yield f"{_events(len(foretold.unused))} no longer {_count(len(foretold.unused))}."
    if foretold.used_again:
        yield f"{_events(len(foretold.used_again))} {_count(len(foretold.used_again))} again."


def _table(change: TableChange) -> str:
    of = "the semi-final, round" if change.semi_final else f"set {change.set}, round"
    where = f"Table {change.table} in {of} {change.round}"
    if change.after is None:
        return f"{where} is not over any more."
    after = f"{_won(change.after)} {_scores(change.after)}"
    if change.before is None:
        return f"{where} is over: {after}."
    return f"{where}: {after}, instead of {_won(change.before)} {_scores(change.before)}."


def _won(table: TableResult) -> str:
    return f"{names(table.winners)} won" if table.winners else "nobody won"


def _scores(table: TableResult) -> str:
    return " to ".join(str(table.scores[side.players[0]]) for side in table.sides)


def _holder(change: HolderChange) -> str:
    return f"{_held(change.held)} goes to {_or_nobody(change.after)} instead of {_or_nobody(change.before)}."


def _held(held: int | Award | str) -> str:
    if isinstance(held, Award):
        return f"“{title(held)}”"
    return f"Set {held}" if isinstance(held, int) else "The grand prize"


def _or_nobody(holders: Iterable[str]) -> str:
    held = tuple(holders)
    return names(held) if held else "nobody"


def _card(change: CardChange) -> str:
    more = (change.more.wins, change.more.losses, change.more.buncos, change.more.minis, change.more.points)
    parts = [_more(what, number) for what, number in zip(_COUNTS, more, strict=True) if number]
    return f"{change.name}: {', '.join(parts)}."


def _more(what: str, number: int) -> str:
    name = what if abs(number) == 1 else _MANY.get(what, f"{what}s")
    return f"{abs(number)} {name} {'more' if number > 0 else 'fewer'}"


def _events(number: int) -> str:
    return "1 later event" if number == 1 else f"{number} later events"


def _count(number: int) -> str:
    return "counts" if number == 1 else "count"
