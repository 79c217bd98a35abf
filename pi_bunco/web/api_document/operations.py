"""The operations of an application: each request that it answers, once for each kind of body."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from pi_bunco.access.roles import GUEST, HOST, STAFF, Role
from pi_bunco.web.answers import RouteNote, find_note
from pi_bunco.web.needs import find_needed_role

_VARIABLE = re.compile(r"<(?:\w+:)?(\w+)>")
_TABLE = {"number": "2"}


@dataclass(frozen=True, slots=True)
class Operation:
    """A request that the program answers.

    Attributes
    ----------
    method, path
        Such as ``POST`` and ``/api/table/{number}/enter``.
    variables
        The names of the variable parts of its address.
    part
        The module or the kind of page that it belongs to, such as ``api`` or ``money``.
    route
        The function that answers it.
    note
        What that takes and answers.
    takes
        What its body is, as in the note, but never a mapping.
    need
        The role that it needs, for table 2 if its address has the number of a table.
    """

    method: str
    path: str
    variables: tuple[str, ...]
    part: str
    route: Callable[..., Any]
    note: RouteNote
    takes: Any
    need: Role

    @property
    def sends(self) -> tuple[Any, ...]:
        """What it may answer: types and media types."""
        return self.note.sends if isinstance(self.note.sends, tuple) else (self.note.sends,)

    @property
    def role(self) -> str:
        """Which device may send it, in words."""
        return name_role(self.need)

    @property
    def is_for_programs(self) -> bool:
        """Whether programs are meant, so that its failures are JSON."""
        return self.path.startswith(("/api/", "/events"))


def list_operations(app: Flask) -> tuple[Operation, ...]:
    """Return all operations of an application, those for programs first."""
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: not rule.rule.startswith("/api/"))
    with app.app_context():
        return tuple(each for rule in rules for each in _list_of_rule(app, rule))


def _list_of_rule(app: Flask, rule: Rule) -> Iterator[Operation]:
    route = app.view_functions[rule.endpoint]
    note = find_note(route)
    bodies = note.takes if isinstance(note.takes, Mapping) else {"": note.takes}
    if not rule.rule.endswith(">"):  # its address names none, so it is for the first
        bodies = {"": next(iter(bodies.values()))}
    for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
        for name, takes in bodies.items():
            address = re.sub(r"<(\w+)>$", name, rule.rule) if name else rule.rule
            yield Operation(
                method,
                _VARIABLE.sub(r"{\1}", address),
                tuple(_VARIABLE.findall(address)),
                rule.endpoint.partition(".")[0],
                route,
                note,
                takes,
                find_needed_role(route, _TABLE | ({"name": name} if name else {})),
            )


def name_role(need: Role) -> str:
    """Return in words which device may send a request that needs a role.

    >>> name_role(GUEST), name_role(Role("table", 2)), name_role(Role("table", 1)), name_role(STAFF)
    ('everybody', 'the table', 'table 1', 'staff')
    """
    words = {GUEST: "everybody", HOST: "the host", STAFF: "staff", Role("table", 1): "table 1"}
    return words.get(need, "the table")
