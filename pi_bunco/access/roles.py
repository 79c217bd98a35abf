"""Roles: what a device may do, and what a request needs."""

from collections.abc import Callable
from dataclasses import dataclass

from pi_bunco.errors import Trouble
from pi_bunco.limits import TABLES
from pi_bunco.sentences import say
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
    """

    called: Callable[[int], str]
    most: int = 0


ROLE_KINDS = {
    "guest": RoleKind(lambda _: say("nobody yet")),
    "room": RoleKind(lambda _: say("the room’s screen")),
    "table": RoleKind(lambda number: say("table {table}", table=number), TABLES),
    "host": RoleKind(lambda _: say("the host")),
}
"""All kinds of roles, by their names in requests and in the file of devices.

``guest`` watches. ``room`` is a screen that the host has let in; it watches too, and is served before guests.
``table`` taps at its table. ``host`` may do everything.
"""


@dataclass(frozen=True, slots=True)
class Role:
    """What a device may do, or the least that a device must be allowed to do to send a request.

    Attributes
    ----------
    name
        The name of its kind; see :data:`ROLE_KINDS`.
    number
        Its number, such as that of the table, from 1. ``None`` if such roles have no numbers.

    Raises
    ------
    ValueError
        If there is no such kind, or the number does not fit it.
    """

    name: str
    number: int | None = None

    def __post_init__(self) -> None:
        """Check that the number fits the kind."""
        kind = ROLE_KINDS.get(self.name)
        if kind is None:
            raise ValueError(f"there is no role {self.name!r}")
        if self.number is not None and not 1 <= self.number <= kind.most:
            raise ValueError(f"there is no role {self.name!r} of this number")
        if kind.most and self.number is None:
            raise ValueError(f"the role {self.name!r} needs a number")

    @property
    def table(self) -> int | None:
        """The number of the table that it belongs to; ``None``: no table."""
        return self.number if self.name == "table" else None

    @property
    def called(self) -> str:
        """What a device with this role is called."""
        return ROLE_KINDS[self.name].called(self.number or 0)

    def allows(self, need: "Role") -> bool:
        """Return whether a device with this role may do what needs the role `need`.

        >>> Role("table", 3).allows(GUEST), Role("table", 3).allows(Role("table", 3)), HOST.allows(HOST)
        (True, True, True)
        >>> GUEST.allows(Role("table", 3)), Role("table", 3).allows(Role("table", 4)), SCREEN.allows(HOST)
        (False, False, False)
        """
        return self == HOST or need in (GUEST, self)


GUEST, SCREEN, HOST = Role("guest"), Role("room"), Role("host")


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
