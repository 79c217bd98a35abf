"""Who takes which chair at a table, so that nobody has the same partner twice running."""

from collections.abc import Sequence

from pi_bunco.rules.header import Seats


def seat_alone(stay: Sequence[tuple[int, str]], come: Sequence[str]) -> Seats:
    """Seat a table of single players: who stays in the order of the old seats, then who comes.

    ``stay`` has the old seats (counted from 0) and names in the order of the seats; ``come`` the names in
    the order of old tables and seats.

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
