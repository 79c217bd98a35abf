"""The role that each request needs. A route says it with :func:`needs`, and commands have a table."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pi_bunco.access.roles import HOST, STAFF, Role
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.whole_numbers import parse_whole

_OWN_TABLE = None  # the role of the table whose number is in the address

COMMAND_ROLES: Mapping[str, Role | None] = {
    "ring": Role("table", HEAD),  # the bell belongs to table 1, even if it is sent to another table's address
    "end-round": HOST,
    "enter": _OWN_TABLE,
    "answer": _OWN_TABLE,
    "dismiss": _OWN_TABLE,
    "correct": _OWN_TABLE,
    "void": _OWN_TABLE,
    "restore": _OWN_TABLE,
    "insert": _OWN_TABLE,
    "undo": _OWN_TABLE,
    "redo": _OWN_TABLE,
    "withdraw": _OWN_TABLE,
    "call": _OWN_TABLE,
    "tally": _OWN_TABLE,
    "seating": HOST,
    "draw": HOST,
    "confirm": STAFF,
    "doubt": STAFF,
    "take-back": STAFF,
    "retabulate": STAFF,
    "judge": STAFF,
    "name-team": HOST,
    "offer": HOST,
}
"""The role for each command to a table.

A need that depends on the body, such as ``sure`` or the team of a player, is checked where the body is read.
"""


def find_command_role(values: Mapping[str, Any]) -> Role:
    """Return the role for the command that a request names, by the values in its address.

    >>> find_command_role({"number": "3", "name": "enter"})
    Role(name='table', number=3, more=())
    >>> find_command_role({"number": "3", "name": "ring"})
    Role(name='table', number=1, more=())
    """
    need = COMMAND_ROLES.get(values.get("name", ""), HOST)
    return find_own_table(values) if need is _OWN_TABLE else need


def find_own_table(values: Mapping[str, Any]) -> Role:
    """Return the role of the table whose ``number`` is in the address.

    >>> find_own_table({"number": "3"}), find_own_table({"number": "x"})
    (Role(name='table', number=3, more=()), Role(name='host', number=None, more=()))
    """
    number = parse_whole(str(values.get("number", "")), HEAD, TABLES)
    return HOST if number is None else Role("table", number)


Need = Role | Callable[[Mapping[str, Any]], Role]
"""The role that a route needs, or a function that returns it for the values in the address."""
Route = TypeVar("Route", bound=Callable[..., Any])
_NEEDS: dict[Callable[..., Any], Need] = {}


def needs(need: Need) -> Callable[[Route], Route]:
    """Return a decorator that sets the role for a route. It stands directly above the function."""

    def note(route: Route) -> Route:
        _NEEDS[route] = need
        return route

    return note


def find_needed_role(route: Callable[..., Any], values: Mapping[str, Any]) -> Role:
    """Return the least role that a request needs.

    Parameters
    ----------
    route
        The function that answers it. A route without :func:`needs` is for the host.
    values
        The values in the address, such as the table's ``number``.
    """
    need = _NEEDS.get(route, HOST)
    return need if isinstance(need, Role) else need(values)


def says_need(route: Callable[..., Any]) -> bool:
    """Return whether a route says which role it needs."""
    return route in _NEEDS
