"""Who somebody is, what something needs, and whether the one may do the other."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.config import RolesSetting

RoleName = Literal["guest", "room", "table", "host"]


@dataclass(frozen=True, slots=True)
class Guest:
    """Anybody: watches."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the room that the host has let in: watches, and is served before guests."""


@dataclass(frozen=True, slots=True)
class TableDevice:
    """A device that the host has let in for a table: taps there.

    Attributes
    ----------
    table
        The number of the table, from 1.
    """

    table: int


@dataclass(frozen=True, slots=True)
class Host:
    """The host's device: may do all."""


Role = Guest | Screen | TableDevice | Host
GUEST = Guest()
"""Whom nobody has let in."""


@dataclass(frozen=True, slots=True)
class Read:
    """What anybody may do."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What a device of a table may do.

    Attributes
    ----------
    table
        The number of the table, from 1.
    """

    table: int


@dataclass(frozen=True, slots=True)
class ForHost:
    """What only the host may do."""


Need = Read | Tap | ForHost


def allows(role: Role, need: Need) -> bool:
    """Return whether somebody may do something.

    >>> allows(Guest(), Read()), allows(Guest(), Tap(3)), allows(TableDevice(3), Tap(3))
    (True, False, True)
    >>> allows(TableDevice(3), Tap(4)), allows(TableDevice(3), ForHost()), allows(Host(), ForHost())
    (False, False, True)
    """
    match role, need:
        case (Host(), _) | (_, Read()):
            return True
        case TableDevice(mine), Tap(table):
            return mine == table
        case _:
            return False


def are_on(setting: RolesSetting, *, mock: bool, tables: int, pin: bool) -> bool:
    """Return whether devices have roles; where they have none every device may do all.

    Parameters
    ----------
    setting
        What the settings say.
    mock
        Whether table 1 plays itself.
    tables
        How many tables there are, from 1.
    pin
        Whether the host has a PIN.

    >>> are_on("auto", mock=False, tables=1, pin=False), are_on("auto", mock=False, tables=2, pin=False)
    (False, True)
    >>> are_on("auto", mock=True, tables=9, pin=True), are_on("on", mock=True, tables=1, pin=False)
    (False, True)
    """
    if setting == "auto":
        return not mock and (pin or tables > 1)
    return setting == "on"


def name_of(role: Role) -> RoleName:
    """Return how programs call a role.

    >>> name_of(TableDevice(3)), table_of(TableDevice(3)), table_of(Host())
    ('table', 3, None)
    """
    match role:
        case Host():
            return "host"
        case TableDevice():
            return "table"
        case Screen():
            return "room"
        case Guest():
            return "guest"


def table_of(role: Role) -> int | None:
    """Return the table that a role is for, ``None`` where it is for none."""
    return role.table if isinstance(role, TableDevice) else None


def find_role(name: RoleName, table: int | None = None) -> Role:
    """Return the role of that name.

    Raises
    ------
    ValueError
        If only one of both says that it is for a table.

    >>> find_role("table", 3), find_role("host")
    (TableDevice(table=3), Host())
    """
    if (name == "table") != (table is not None):
        raise ValueError("a table's role needs the number of its table, the others have none")
    if table is not None:
        return TableDevice(table)
    plain: dict[RoleName, Role] = {"guest": Guest(), "room": Screen(), "host": Host()}
    return plain[name]
