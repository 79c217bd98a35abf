"""What each route takes and answers, for the description of the API. A route says it with :func:`answers`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Route = TypeVar("Route", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class RouteNote:
    """What a route takes and answers.

    Attributes
    ----------
    sends
        What it answers: a type, whose values are sent as JSON, or a media type such as ``text/csv``; a tuple
        if it answers one or the other.
    takes
        What its body is: a type, whose values are sent as JSON, or a media type; ``None``: it has none. A
        mapping has the type for each name that can be the last part of the address.
    asks
        What may be in the query of its address, each with its meaning.
    """

    sends: Any = "text/html"
    takes: Any = None
    asks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TroubleAnswer:
    """What is wrong (``error``), and what to do (``remedy``)."""

    error: str
    remedy: str


PAGE = RouteNote()
"""A page. It is the note of each route that has none."""
_NOTES: dict[Callable[..., Any], RouteNote] = {}


def answers(sends: Any, *, takes: Any = None, **asks: str) -> Callable[[Route], Route]:
    """Return a decorator that notes what a route takes and answers; as in :class:`RouteNote`."""

    def note(route: Route) -> Route:
        _NOTES[route] = RouteNote(sends, takes, asks)
        return route

    return note


def find_note(route: Callable[..., Any]) -> RouteNote:
    """Return what a route takes and answers."""
    return _NOTES.get(route, PAGE)
