"""Roles: what a device may do, and what a request needs."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.config import RolesSetting
from pi_bunco.errors import Trouble

RoleName = Literal["guest", "room", "table", "host"]


class NotAllowed(Trouble):
    """Somebody asked for something that they may not do."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a device may do, or the least that a device must be allowed to do to send a request.

    Attributes
    ----------
    name
        ``guest`` watches. ``room`` is a screen that the host has let in; it watches too, and is served before
        guests. ``table`` taps at its table. ``host`` may do everything.
    table
        The number of the table, from 1. The other roles have none.

    Raises
    ------
    ValueError
        If a table's role has no number, or another role has one.
    """

    name: RoleName
    table: int | None = None

    def __post_init__(self) -> None:
        """Check that the number fits the name."""
        if (self.name == "table") != (self.table is not None):
            raise ValueError("a table's role needs the number of its table, the others have none")

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
