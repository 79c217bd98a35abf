"""Who asks for something, what was seen of their device, and what the host wants it to show."""

from dataclasses import dataclass

from pi_bunco.access.devices import Device
from pi_bunco.access.roles import Need, Role, allows


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for something.

    Attributes
    ----------
    role
        What they may do now; everybody is the host where devices have no roles.
    address
        Where they ask from.
    device
        Their device, if it has asked to be let in or is; ``None``: not known.
    machine
        Whether it is the machine itself.
    """

    role: Role
    address: str
    device: Device | None = None
    machine: bool = False

    def may(self, need: Need) -> bool:
        """Return whether they may do what needs this."""
        return allows(self.role, need)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a device since the start.

    Attributes
    ----------
    at
        When it asked for something last, in seconds since 1970.
    page, table
        The page that it opened last, such as ``table`` or ``results``, and its table; ``""`` and ``None``:
        none.
    """

    at: float
    page: str = ""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """The page that the host wants a device to show.

    Attributes
    ----------
    number
        Grows with each order, so that a device knows which it has carried out.
    address
        Where the page is, such as ``/table/3``.
    """

    number: int
    address: str
