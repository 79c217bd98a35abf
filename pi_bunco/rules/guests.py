"""New seats when guests arrive late or leave during a game.

Everybody else keeps their chair if the sheet's tables allow it. Guests who cannot come or leave now are left
over: they wait, or keep their seat, until the next bell begins a set, when the number of tables may change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from pi_bunco.rules.header import Seats, is_ghost
from pi_bunco.rules.sheets import Sheet

Chairs = list[str | None]


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The new seats, and the guests who cannot come or leave now."""

    tables: tuple[Seats, ...]
    left_over: tuple[str, ...] = ()


def seat_guests(sheet: Sheet, tables: Sequence[Seats], come: Sequence[str], *, free: bool) -> SeatChange:
    """Seat late guests: first on the chairs of ghosts, head table first; at new tables only if ``free``.

    Parameters
    ----------
    sheet
        The sheet of the game.
    tables
        The present seats, seat 1 first.
    come
        The late guests in the order of arrival. Those without a seat are left over.
    free
        Whether the number of tables may change, since the next bell begins a set.

    >>> from pi_bunco.rules import load_sheet
    >>> classic, boxed = load_sheet("classic"), load_sheet("boxed")
    >>> seat_guests(classic, [("Ann", "Bob", "Cy", "ghost 1")], ["Eve", "Fay"], free=False)
    SeatChange(tables=(('Ann', 'Bob', 'Cy', 'Eve'),), left_over=('Fay',))
    >>> seat_guests(classic, [("Ann", "Bob", "Cy", "Di")], ["Eve"], free=True).tables
    (('Ann', 'Bob', 'Cy', 'ghost 1'), ('Eve', 'Di', 'ghost 2', 'ghost 3'))
    >>> seat_guests(boxed, [("Ann", "Bob", "Cy")], ["Di", "Eve"], free=False)
    SeatChange(tables=(('Ann', 'Bob', 'Cy', 'Di'),), left_over=('Eve',))
    """
    for number in range(len(come), 0, -1):
        seated = _seat(sheet, tables, come[:number], (), free=free)
        if seated is not None:
            return SeatChange(seated, tuple(come[number:]))
    return SeatChange(tuple(tables), tuple(come))


def unseat_guests(sheet: Sheet, tables: Sequence[Seats], leave: Sequence[str], *, free: bool) -> SeatChange:
    """Let guests leave: a ghost takes their chair if the sheet has ghosts.

    Parameters
    ----------
    sheet, tables, free
        As for :func:`seat_guests`.
    leave
        The guests who leave. If the sheet has no ghosts and the tables are not ``free``, all of them are left
        over: they keep their seats until the end of the set.

    >>> from pi_bunco.rules import load_sheet
    >>> classic, boxed = load_sheet("classic"), load_sheet("boxed")
    >>> unseat_guests(classic, [("Ann", "Bob", "Cy", "Di")], ["Bob"], free=False).tables
    (('Ann', 'ghost 1', 'Cy', 'Di'),)
    >>> unseat_guests(boxed, [("Ann", "Bob", "Cy")], ["Bob"], free=False)
    SeatChange(tables=(('Ann', 'Bob', 'Cy'),), left_over=('Bob',))
    >>> unseat_guests(boxed, [("Ann", "Bob", "Cy")], ["Bob"], free=True).tables
    (('Ann', 'Cy'),)
    """
    players = sum(not is_ghost(name) for seats in tables for name in seats)
    ghosts_before, ghosts_after = sheet.takes_ghosts(players), sheet.takes_ghosts(players - len(leave))
    if free or (ghosts_before and ghosts_after):
        seated = _seat(sheet, tables, (), leave, free=free)
        if seated is not None:
            return SeatChange(seated)
    return SeatChange(tuple(tables), tuple(leave))


def _seat(
    sheet: Sheet, tables: Sequence[Seats], come: Sequence[str], leave: Sequence[str], *, free: bool
) -> tuple[Seats, ...] | None:
    """Return the new seats, ``None`` if the sheet does not allow this number of players now."""
    chairs = [[None if is_ghost(name) or name in leave else name for name in seats] for seats in tables]
    players = sum(name is not None for table in chairs for name in table) + len(come)
    least = -(-players // 4)
    number = max(len(tables), least) if free and sheet.takes_ghosts(players) else len(tables)
    layout = sheet.find_layouts(players, number)
    if layout is None or (len(layout) != len(tables) and not free) or len(layout) < least:
        return None
    seated = _fill(_fit(chairs, [table.seats for table in layout]), come)
    if seated is None:
        return None
    if sheet.takes_ghosts(players):
        seated = _spread(seated, free=free)
    ghosts = count(1)
    return tuple(
        tuple(name if name is not None else f"ghost {next(ghosts)}" for name in table) for table in seated
    )


def _fit(chairs: list[Chairs], sizes: Sequence[int]) -> tuple[list[Chairs], list[str]]:
    """Return tables of these sizes with everybody who keeps their chair, and those who lose theirs."""
    fitted: list[Chairs] = []
    lost: list[str] = []
    for at, size in enumerate(sizes):
        table = chairs[at] if at < len(chairs) else []
        if sum(name is not None for name in table) > size or len(table) > size:
            names = [name for name in table if name is not None]
            table, over = [*names[:size]], names[size:]
            lost += over
        fitted.append([*table, *[None] * (size - len(table))])
    lost += [name for table in chairs[len(sizes) :] for name in table if name is not None]
    return fitted, lost


def _fill(fitted: tuple[list[Chairs], list[str]], come: Sequence[str]) -> list[Chairs] | None:
    """Seat those who lost their chairs, then those who come; ``None``: there are too few chairs."""
    tables, lost = fitted
    names = iter((*lost, *come))
    filled = [[name if name is not None else next(names, None) for name in table] for table in tables]
    return filled if next(names, None) is None else None


def _spread(tables: list[Chairs], *, free: bool) -> list[Chairs]:
    """Move players so that no table has only ghosts, and nobody sits alone with ghosts."""
    if free:
        tables = [table for table in tables if any(table)]
    for table in tables:
        least = 2 if any(table) else 1
        while sum(name is not None for name in table) < least:
            fullest = max(reversed(tables), key=lambda other: sum(name is not None for name in other))
            if sum(name is not None for name in fullest) <= least:
                break
            seat = max(at for at, name in enumerate(fullest) if name is not None)
            table[table.index(None)], fullest[seat] = fullest[seat], None
    return tables
