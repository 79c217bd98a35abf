"""Who sends a request, what was seen of their device, and which page the host wants it to show."""

from dataclasses import dataclass

from pi_bunco.access.devices import Device
from pi_bunco.access.roles import Role


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request.

    Attributes
    ----------
    role
        What they may do now. Everybody is the host while devices have no roles.
    address
        The address that the request comes from.
    device
        Their device, if it has asked to be let in; ``None``: not known.
    machine
        Whether it is the machine itself.
    """

    role: Role
    address: str
    device: Device | None = None
    machine: bool = False

    def is_allowed(self, need: Role) -> bool:
        """Return whether they may do what needs a role."""
        return self.role.allows(need)


@dataclass(frozen=True, slots=True)
class DeviceActivity:
    """What is known of a device since the program started.

    Attributes
    ----------
    at
        When it sent its last request, in seconds since 1970.
    page, table
        The page that it opened last, such as ``table`` or ``results``, and its table; ``""`` and ``None`` if
        there is none.
    """

    at: float
    page: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PageOrder:
    """A page that the host wants a device to show.

    Attributes
    ----------
    number
        Grows with each order, so that a device knows which orders it has carried out.
    address
        The address of the page, such as ``/table/3``.
    """

    number: int
    address: str
