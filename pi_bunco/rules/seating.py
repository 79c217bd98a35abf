"""Who sits where: at the start of a game, after each round, and when guests arrive late or leave."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice

from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.header import Seats, is_ghost
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets import Sheet
from pi_bunco.rules.sheets.parts import find_destination, split_groups
from pi_bunco.sentences import say, say_count

MIN_PLAYERS = 2
"""The fewest players of a game; at a table of teams each of them then has a ghost as a partner."""

_SEATS = 4


def seat_first_tables(sheet: Sheet, players: Sequence[str]) -> tuple[Seats, ...]:
    """Seat the players of a new game in their (random) order.

    At tables of teams ghosts fill the empty seats. The last table gets the first ghost, the table before it
    the next, and so on. After the head table the last table is next again. The first ghost of a table sits in
    seat 4 and the second in seat 3, so two ghosts are never partners.

    Raises
    ------
    RecordError
        If the sheet does not allow this number of players, or a player has the name of a ghost.

    >>> from pi_bunco.rules import load_sheet
    >>> seat_first_tables(load_sheet("classic"), ["Ann", "Bob", "Cy", "Di", "Eve", "Fay"])
    (('Ann', 'Bob', 'Cy', 'ghost 1'), ('Di', 'Eve', 'Fay', 'ghost 2'))
    >>> seat_first_tables(load_sheet("classic"), ["Ann", "Bob"])
    (('Ann', 'Bob', 'ghost 1', 'ghost 2'),)
    >>> seat_first_tables(load_sheet("boxed"), ["Ann", "Bob", "Cy", "Di", "Eve"])
    (('Ann', 'Bob', 'Cy'), ('Di', 'Eve'))
    >>> seat_first_tables(load_sheet("boxed"), ["Ann"])
    Traceback (most recent call last):
    pi_bunco.rules.faults.RecordError: boxed is not for 1 player; the next number it takes is 2
    """
    for name in players:
        if is_ghost(name):
            raise RecordError(
                say(
                    "the name {name} is a ghost's: no player's may begin with 'ghost'", name=quote_value(name)
                )
            )
    number = len(players)
    layout = sheet.find_layouts(number, -(-number // 4)) if number >= MIN_PLAYERS else None
    if not layout:
        next_number = next(n for n in count(max(number, MIN_PLAYERS)) if sheet.find_layouts(n, 1))
        raise RecordError(
            say_count(
                "{sheet} is not for {count} player; the next number it takes is {more}",
                "{sheet} is not for {count} players; the next number it takes is {more}",
                number,
                sheet=sheet.slug,
                more=next_number,
            )
        )
    ghosts = [0] * len(layout)  # how many sit at each table
    for ghost in range(sum(table.seats for table in layout) - number):
        ghosts[-1 - ghost % len(layout)] += 1
    names, ghost_numbers = iter(players), count(1)
    return tuple(
        (*islice(names, table.seats - empty), *(f"ghost {n}" for n in islice(ghost_numbers, empty)))
        for table, empty in zip(layout, ghosts, strict=True)
    )


def seat_at_tables(sheet: Sheet, tables: Sequence[Sequence[str]]) -> tuple[Seats, ...]:
    """Seat the players of a new game at tables that somebody has chosen. Ghosts fill the tables of teams.

    Whether the sheet allows these tables shows when the header is read.

    Raises
    ------
    RecordError
        If more than four players sit at a table, or one sits there alone.

    >>> from pi_bunco.rules import load_sheet
    >>> seat_at_tables(load_sheet("classic"), [["Ann", "Bob", "Cy"], ["Di", "Eve"]])
    (('Ann', 'Bob', 'Cy', 'ghost 1'), ('Di', 'Eve', 'ghost 2', 'ghost 3'))
    """
    for number, names in enumerate(tables, start=1):
        if not MIN_PLAYERS <= len(names) <= _SEATS:
            raise RecordError(
                say_count(
                    "{count} player would sit at table {number}; there must be {fewest} to {most}",
                    "{count} players would sit at table {number}; there must be {fewest} to {most}",
                    len(names),
                    number=number,
                    fewest=MIN_PLAYERS,
                    most=_SEATS,
                )
            )
    if not sheet.takes_ghosts(sum(map(len, tables))):
        return tuple(map(tuple, tables))
    ghosts = (f"ghost {number}" for number in count(1))
    return tuple((*names, *islice(ghosts, _SEATS - len(names))) for names in tables)


def seat_alone(stay: Sequence[tuple[int, str]], come: Sequence[str]) -> Seats:
    """Seat a table of single players: first those who stay, then those who come.

    ``stay`` has the old seats (counted from 0) and the names, in the order of the seats; ``come`` has the
    names in the order of their old tables and seats.

    >>> seat_alone([(1, "Bob")], ["Eve", "Fay"])
    ('Bob', 'Eve', 'Fay')
    """
    return (*(name for _, name in stay), *come)


def seat_teams(stay: Sequence[tuple[int, str]], come: Sequence[str]) -> Seats:
    """Seat a table of four in teams; arguments as for :func:`seat_alone`.

    >>> seat_teams([(0, "Ann"), (2, "Cy")], ["Eve", "Gil"])     # Cy moves from seat 3 to 4
    ('Ann', 'Eve', 'Gil', 'Cy')
    >>> seat_teams([(1, "Bob"), (3, "Di")], ["Eve", "Gil"])     # Di moves from seat 4 to 1
    ('Di', 'Bob', 'Eve', 'Gil')
    >>> seat_teams([], ["Ann", "Cy", "Eve", "Gil"])             # two pairs come: each is split
    ('Ann', 'Cy', 'Eve', 'Gil')
    >>> seat_teams([(0, "Ann"), (1, "Bob"), (2, "Cy"), (3, "Di")], [])
    ('Ann', 'Di', 'Bob', 'Cy')
    """
    if not come:
        one, two, three, four = (name for _, name in stay)
        return one, four, two, three
    if not stay:
        return tuple(come)
    (low, first), (high, second) = stay
    taken = {low: first, (high + 1) % 4: second}
    newcomers = iter(come)
    return tuple(taken.get(seat) or next(newcomers) for seat in range(4))


@dataclass(frozen=True, slots=True)
class DecidedTable:
    """The result of a table's round: who sat there, who won, and whether they played in teams."""

    seats: Seats
    winners: frozenset[str]
    teams: bool


def number_groups(tables: Sequence[Seats]) -> dict[str, int]:
    """Return the number of each player's group, from 1, for these seats.

    >>> number_groups([["A", "B"], ["C", "ghost 1"], ["D"], ["E"], ["F"], ["G"]])
    {'A': 1, 'B': 1, 'C': 1, 'D': 1, 'E': 2, 'F': 2, 'G': 2}
    """
    return {
        name: number
        for number, group in enumerate(split_groups(len(tables)), 1)
        for at in group
        for name in tables[at]
        if not is_ghost(name)
    }


@dataclass(frozen=True, slots=True)
class Ways:
    """The tables, counted from 0, to which the winners and the losers of a table go after a round."""

    winners: int
    losers: int


def find_ways(sheet: Sheet, sizes: Sequence[int]) -> tuple[Ways, ...]:
    """Return where the winners and the losers of each table go, for tables of these numbers of seats.

    >>> from pi_bunco.rules import load_sheet
    >>> find_ways(load_sheet("houseparty"), [4, 4, 4])
    (Ways(winners=0, losers=2), Ways(winners=0, losers=1), Ways(winners=1, losers=2))
    """
    ways = []
    for group in split_groups(len(sizes)) if sheet.move_among == "groups" else [range(len(sizes))]:
        for at in group:
            losers = find_destination(sheet.losers_move, at, group)
            pair_moves = sheet.pairs_move_together and sizes[at] == 2  # noqa: PLR2004 - a pair
            winners = losers if pair_moves else find_destination(sheet.winners_move, at, group)
            ways.append(Ways(winners, losers))
    return tuple(ways)


def move_players(sheet: Sheet, tables: Sequence[DecidedTable]) -> tuple[Seats, ...]:
    """Return the seats of the next round.

    >>> from pi_bunco.rules import load_sheet
    >>> move_players(load_sheet("casino"), [
    ...     DecidedTable(("A", "B", "C", "D"), frozenset("AC"), True),
    ...     DecidedTable(("E", "F", "G", "H"), frozenset("FH"), True),
    ... ])
    (('A', 'E', 'G', 'C'), ('H', 'F', 'B', 'D'))
    """
    stay: list[list[tuple[int, str]]] = [[] for _ in tables]
    come: list[list[str]] = [[] for _ in tables]
    ways = find_ways(sheet, [len(table.seats) for table in tables])
    for at, (table, way) in enumerate(zip(tables, ways, strict=True)):
        for seat, name in enumerate(table.seats):
            to = way.winners if name in table.winners else way.losers
            if to == at:
                stay[to].append((seat, name))
            else:
                come[to].append(name)
    return tuple(
        seat_teams(stay[at], come[at]) if table.teams else seat_alone(stay[at], come[at])
        for at, table in enumerate(tables)
    )


Chairs = list[str | None]  # the chairs of a table, each with its player; None: it is empty


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The new seats, and the guests who cannot come or leave now."""

    tables: tuple[Seats, ...]
    left_over: tuple[str, ...] = ()


def seat_guests(
    sheet: Sheet,
    tables: Sequence[Seats],
    come: Sequence[str],
    *,
    free: bool,
    teams: Mapping[str, int] | None = None,
) -> SeatChange:
    """Seat late guests: on the chairs of ghosts, head table first, and if ``free`` also at new tables.

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
    teams
        The number of the team that a late guest joins. They wait until one of its tables has an empty chair.

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
        seated = _find_seats(sheet, _empty_chairs(tables), come[:number], teams or {}, free=free)
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
        The guests who leave, in the order in which they left. If the sheet has no ghosts and the tables are
        not ``free``, all of them are left over: they keep their seats until the end of the set. The last ones
        are also left over if the sheet does not allow so few players. One player always stays.

    >>> from pi_bunco.rules import load_sheet
    >>> classic, boxed = load_sheet("classic"), load_sheet("boxed")
    >>> unseat_guests(classic, [("Ann", "Bob", "Cy", "Di")], ["Bob"], free=False).tables
    (('Ann', 'ghost 1', 'Cy', 'Di'),)
    >>> unseat_guests(boxed, [("Ann", "Bob", "Cy")], ["Bob"], free=False)
    SeatChange(tables=(('Ann', 'Bob', 'Cy'),), left_over=('Bob',))
    >>> unseat_guests(boxed, [("Ann", "Bob", "Cy")], ["Bob"], free=True).tables
    (('Ann', 'Cy'),)
    >>> unseat_guests(classic, [("Ann", "Bob", "ghost 1", "ghost 2")], ["Bob", "Ann"], free=False)
    SeatChange(tables=(('Ann', 'ghost 1', 'ghost 2', 'ghost 3'),), left_over=('Ann',))
    """
    players = sum(not is_ghost(name) for seats in tables for name in seats)
    for number in range(min(len(leave), players - 1), 0, -1):
        keeps_ghosts = sheet.takes_ghosts(players) and sheet.takes_ghosts(players - number)
        seated = None
        if free or keeps_ghosts:
            seated = _find_seats(sheet, _empty_chairs(tables, leave[:number]), (), {}, free=free)
        if seated is not None:
            return SeatChange(seated, tuple(leave[number:]))
    return SeatChange(tuple(tables), tuple(leave))


def _empty_chairs(tables: Sequence[Seats], leave: Collection[str] = ()) -> list[Chairs]:
    """Return the chairs of each table, without the ghosts and those who leave."""
    return [[None if is_ghost(name) or name in leave else name for name in seats] for seats in tables]


def _find_seats(
    sheet: Sheet, chairs: list[Chairs], come: Sequence[str], teams: Mapping[str, int], *, free: bool
) -> tuple[Seats, ...] | None:
    """Return the new seats, ``None`` if the sheet does not allow this number of players now."""
    players = sum(name is not None for table in chairs for name in table) + len(come)
    least = -(-players // 4)
    number = max(len(chairs), least) if free and sheet.takes_ghosts(players) else len(chairs)
    layout = sheet.find_layouts(players, number)
    if layout is None or (len(layout) != len(chairs) and not free) or len(layout) < least:
        return None
    seated = _fill_chairs(_fit_chairs(chairs, [table.seats for table in layout]), come, teams)
    if seated is None:
        return None
    if sheet.takes_ghosts(players):
        seated = _spread_players(seated, free=free)
    ghosts = count(1)
    return tuple(
        tuple(name if name is not None else f"ghost {next(ghosts)}" for name in table) for table in seated
    )


def _fit_chairs(chairs: list[Chairs], sizes: Sequence[int]) -> tuple[list[Chairs], list[str]]:
    """Return tables of these sizes with everybody who keeps their chair, and those who lose theirs."""
    fitted: list[Chairs] = []
    lost: list[str] = []
    for at, size in enumerate(sizes):
        table = chairs[at] if at < len(chairs) else []
        if sum(name is not None for name in table) > size or len(table) > size:
            names = [name for name in table if name is not None]
            table = [*names[:size]]
            lost += names[size:]
        fitted.append([*table, *[None] * (size - len(table))])
    lost += [name for table in chairs[len(sizes) :] for name in table if name is not None]
    return fitted, lost


def _fill_chairs(
    fitted: tuple[list[Chairs], list[str]], come: Sequence[str], teams: Mapping[str, int]
) -> list[Chairs] | None:
    """Seat those who join a team, those who lost their chairs, then the others who come.

    ``None``: there are too few chairs.
    """
    tables, lost = fitted
    groups = dict(enumerate(split_groups(len(tables)), 1))
    for name in (name for name in come if teams.get(name) in groups):
        table = next((tables[at] for at in groups[teams[name]] if None in tables[at]), None)
        if table is None:
            return None
        table[table.index(None)] = name
    names = iter((*lost, *(name for name in come if teams.get(name) not in groups)))
    filled = [[name if name is not None else next(names, None) for name in table] for table in tables]
    return filled if next(names, None) is None else None


def _spread_players(tables: list[Chairs], *, free: bool) -> list[Chairs]:
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
