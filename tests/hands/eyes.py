"""What a person sees on a screen, as values. The people of these tests know nothing else."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

LOOK = (Path(__file__).with_name("eyes.js")).read_text()
"""The script that looks. It runs in the page, and returns what :func:`read_sight` takes."""

Role = Literal["button", "link", "field", "select", "radio", "tick"]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to tap, to type into or to choose from.

    Attributes
    ----------
    role, name
        Its kind, and its label as a screen reader would read it.
    x, y
        Its middle in the window, in pixels.
    beside
        The text of the line or card in which it stands.
    group
        The label of the group to which it belongs, as a screen reader would read it.
    covered
        Whether something else lies over its middle, so that a finger would touch that.
    away
        Whether one has to scroll to it.
    enabled, chosen, value
        Whether it can be used; whether it is ticked; what is typed in it.
    choices
        What a select offers.
    """

    role: Role
    name: str
    x: float
    y: float
    beside: str
    group: str
    covered: bool
    away: bool
    enabled: bool
    chosen: bool
    value: str
    choices: tuple[str, ...]

    def __str__(self) -> str:
        marks = [word for word, yes in (("covered", self.covered), ("away", self.away)) if yes]
        marks += [] if self.enabled else ["disabled"]
        return f"[{self.name}]{' (' + ', '.join(marks) + ')' if marks else ''}"


@dataclass(frozen=True, slots=True)
class Sight:
    """One look at a screen.

    Attributes
    ----------
    address
        The page's path, as it stands at the top of a browser.
    lines
        The texts that can be read, from top to bottom.
    things
        What can be tapped or filled in, also what is covered.
    rows, items
        Tables by rows and cells, and lists by lines.
    now, next
        The marked sentences: what happens now and what comes next; empty if the page marks none.
    """

    address: str
    lines: tuple[str, ...]
    things: tuple[Thing, ...]
    rows: tuple[tuple[str, ...], ...]
    items: tuple[str, ...]
    now: tuple[str, ...]
    next: tuple[str, ...]

    @property
    def text(self) -> str:
        """All texts, a line each."""
        return "\n".join(self.lines)

    def reads(self, pattern: str) -> re.Match[str] | None:
        """Return where the texts match a pattern, ``None`` if they do not."""
        return re.search(pattern, self.text, re.MULTILINE)

    def find(self, pattern: str, *roles: Role, beside: str = "") -> Thing | None:
        """Return the first thing that can be used and whose whole name matches a pattern.

        Parameters
        ----------
        pattern
            A regular expression.
        roles
            Only things of these kinds; none: of every kind.
        beside
            A text that has to stand in the same line or card.
        """
        return next(iter(self.find_all(pattern, *roles, beside=beside)), None)

    def find_all(self, pattern: str, *roles: Role, beside: str = "") -> list[Thing]:
        """Return all things that :meth:`find` looks for."""
        return [
            thing
            for thing in self.things
            if thing.enabled
            and (not roles or thing.role in roles)
            and re.fullmatch(pattern, thing.name)
            and beside in thing.beside
        ]

    def describe(self) -> str:
        """Return everything that the screen shows, for the report of a failed test."""
        things = ", ".join(map(str, self.things))
        return "\n".join(
            [f"  at {self.address}", *(f"  | {line}" for line in self.lines), f"  to tap: {things}"]
        )


def read_sight(raw: dict[str, Any]) -> Sight:
    """Return what the script :data:`LOOK` has seen."""
    return Sight(
        address=raw["address"],
        lines=tuple(raw["lines"]),
        things=tuple(Thing(**thing | {"choices": tuple(thing["choices"])}) for thing in raw["things"]),
        rows=tuple(map(tuple, raw["rows"])),
        items=tuple(raw["items"]),
        now=tuple(raw["now"]),
        next=tuple(raw["next"]),
    )
