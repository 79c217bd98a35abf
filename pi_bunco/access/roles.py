"""Roles: what a device may do, and what a request needs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pi_bunco.errors import Trouble
from pi_bunco.limits import TABLES
from pi_bunco.rules.sheets.parts import GROUP_TABLES
from pi_bunco.sentences import say, say_list
from pi_bunco.settings.config import RolesSetting


class NotAllowed(Trouble):
    """Somebody asked for something that they may not do."""


@dataclass(frozen=True, slots=True)
class RoleKind:
    """A kind of role.

    Attributes
    ----------
    called
        Returns what a device with such a role is called, by the role's number.
    most
        The highest number of such a role, from 1; 0: these roles have no numbers.
    several
        Whether a device can have several numbers, or none, which means all of them.
    """

    called: Callable[[int], str]
    most: int = 0
    several: bool = False


ROLE_KINDS = {
    "guest": RoleKind(lambda _: say("nobody yet")),
    "room": RoleKind(lambda _: say("the room’s screen")),
    "table": RoleKind(lambda number: say("table {table}", table=number), TABLES),
    "staff": RoleKind(
        lambda team: say("the staff of team {team}", team=team) if team else say("the staff of every team"),
        TABLES // GROUP_TABLES,
        several=True,
    ),
    "host": RoleKind(lambda _: say("the host")),
}
"""All kinds of roles, by their names in requests and in the file of devices.

``guest`` watches. ``room`` is a screen that the host has let in; it watches too, and is served before guests.
``table`` taps at its table. ``staff`` confirms what is on the cards of its teams. ``host`` may do everything.
"""


@dataclass(frozen=True, slots=True)
class Role:
    """What a device may do, or the least that a device must be allowed to do to send a request.

    Attributes
    ----------
    name
        The name of its kind; see :data:`ROLE_KINDS`.
    number
        Its number, such as that of the table, from 1. ``None`` if such roles have no numbers. For staff it
        means every team, and as a need any team.
    more
        Its other numbers in order, if it can have several.

    Raises
    ------
    ValueError
        If there is no such kind, or the number does not fit it.
    """

    name: str
    number: int | None = None
    more: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check that the numbers fit the kind."""
        kind = ROLE_KINDS.get(self.name)
        if kind is None:
            raise ValueError(f"there is no role {self.name!r}")
        if any(not 1 <= number <= kind.most for number in self.numbers):
            raise ValueError(f"there is no role {self.name!r} of this number")
        if kind.most and self.number is None and not kind.several:
            raise ValueError(f"the role {self.name!r} needs a number")
        if self.more and not (kind.several and self.number):
            raise ValueError(f"the role {self.name!r} has one number")

    @property
    def table(self) -> int | None:
        """The number of the table that it belongs to; ``None``: no table."""
        return self.number if self.name == "table" else None

    @property
    def numbers(self) -> tuple[int, ...]:
        """All its numbers; empty if it has none."""
        return () if self.number is None else (self.number, *self.more)

    @property
    def called(self) -> str:
        """What a device with this role is called."""
        return say_list([ROLE_KINDS[self.name].called(number) for number in self.numbers or (0,)])

    def allows(self, need: "Role") -> bool:
        """Return whether a device with this role may do what needs the role `need`.

        >>> Role("table", 3).allows(GUEST), Role("table", 3).allows(Role("table", 3)), HOST.allows(HOST)
        (True, True, True)
        >>> GUEST.allows(Role("table", 3)), Role("table", 3).allows(Role("table", 4)), SCREEN.allows(HOST)
        (False, False, False)
        >>> [make_staff_role([2, 1]).allows(need) for need in (STAFF, Role("staff", 2), Role("staff", 3))]
        [True, True, False]
        """
        if self == HOST or need in (GUEST, self):
            return True
        is_same = need.name == self.name and ROLE_KINDS[self.name].several
        return is_same and (None in (need.number, self.number) or need.number in self.numbers)


GUEST, SCREEN, HOST = Role("guest"), Role("room"), Role("host")
STAFF = Role("staff")
"""As a need: the staff of any team. As a role: the staff of every team."""


def make_staff_role(teams: Iterable[int]) -> Role:
    """Return the role of the staff of these teams; of every team if there is none.

    >>> make_staff_role([2, 1]).called
    'the staff of team 1 and the staff of team 2'
    """
    numbers = sorted({*teams})
    return Role("staff", numbers[0], tuple(numbers[1:])) if numbers else STAFF


def should_use_roles(setting: RolesSetting, *, mock: bool, tables: int, pin: bool) -> bool:
    """Return whether devices need roles. Without roles every device may do everything.

    Parameters
    ----------
    setting
        What the settings say.
    mock
        Whether table 1 plays by itself.
    tables
        How many tables there are, from 1.
    pin
        Whether the host has a PIN.

    >>> [should_use_roles("auto", mock=False, tables=tables, pin=False) for tables in (1, 2)]
    [False, True]
    >>> [should_use_roles(setting, mock=True, tables=9, pin=True) for setting in ("auto", "on")]
    [False, True]
    """
    return setting == "on" or (setting == "auto" and not mock and (pin or tables > 1))
