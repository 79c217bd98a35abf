"""The devices that wait to be let in or are let in, their last activity, and the senders of requests.

All values are frozen: a method that changes something returns new values.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pi_bunco.access.roles import GUEST, Role
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say

MAX_WAITING = 400
"""Most devices that wait to be let in."""
MAX_LET_IN = 200
"""Most devices that are let in: as many as are kept up to date at once."""


class NoDevice(Trouble):
    """There is no such device."""


class TooManyDevices(Trouble):
    """No more devices can be let in."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device.

    Attributes
    ----------
    id
        Identifies the device for ever: 16 letters, digits, ``-`` and ``_``, which nobody can guess. Its
        cookie carries the id.
    code
        Four letters by which the host finds the device among those that wait.
    wants
        The role that it asked for last.
    role
        Its role now. A guest waits to be let in.
    since
        When it was let in, in seconds since 1970 by a clock that may be wrong. ``None``: it still waits.
    name
        The host's name for it, such as ``tablet 3``; ``""``: none.
    address
        The address it asked from; ``""`` if that was before a restart.
    """

    id: str
    code: str
    wants: Role
    role: Role = GUEST
    since: float | None = None
    name: str = ""
    address: str = ""


def forget_request(device: Device) -> Device:
    """Return what is kept of a device: neither the role that it asked for, nor its address."""
    return replace(device, wants=device.role, address="")


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request.

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


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices that are known.

    Attributes
    ----------
    known
        Each device by its id. Those that asked first come first.
    """

    known: Mapping[str, Device] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Device]:
        """Return all devices."""
        return iter(self.known.values())

    @property
    def let_in(self) -> tuple[Device, ...]:
        """The devices that are let in."""
        return tuple(device for device in self if device.since is not None)

    @property
    def waiting(self) -> tuple[Device, ...]:
        """The devices that wait to be let in."""
        return tuple(device for device in self if device.since is None)

    def find(self, device_id: str) -> Device:
        """Return a device by its id.

        Raises
        ------
        NoDevice
            If it is not known.
        """
        try:
            return self.known[device_id]
        except KeyError:
            raise NoDevice(
                say("This device is not known any more."), say("Look at the list of devices again.")
            ) from None

    def put(self, device: Device, patient: Container[str] = ()) -> "Devices":
        """Return the devices after a device was added or changed.

        A new device that waits may be one too many. Then another one is removed, if possible an impatient
        one: the one that has waited longest among those of the address with most waiting devices.

        Parameters
        ----------
        device
            The device.
        patient
            The ids of those that still show the page on which they have asked.
        """
        known = {**self.known, device.id: device}
        waiting = self.waiting
        if device.since is None and device.id not in self.known and len(waiting) >= MAX_WAITING:
            at_address = Counter(other.address for other in (*waiting, device))
            # `max` returns the first of equals, which has waited longest.
            del known[max(waiting, key=lambda other: (other.id not in patient, at_address[other.address])).id]
        return Devices(known)

    def renew(self, device_id: str, renewed: Device) -> "Devices":
        """Return the devices after one got another id; it keeps its place among them."""
        return Devices(
            {other.id: other for other in (renewed if device.id == device_id else device for device in self)}
        )

    def admit(self, device_id: str, role: Role, at: float) -> "Devices":
        """Return the devices after one got a new role. A device that becomes a guest is removed.

        Parameters
        ----------
        device_id
            The id of the device.
        role
            Its new role.
        at
            The time now, in seconds since 1970.

        Raises
        ------
        NoDevice
            If it is not known.
        TooManyDevices
            If 200 are let in already.
        """
        device = self.find(device_id)
        if role == GUEST:
            return Devices({id_: other for id_, other in self.known.items() if id_ != device_id})
        if device.since is None and len(self.let_in) >= MAX_LET_IN:
            raise TooManyDevices(
                say("{count} devices are let in already.", count=MAX_LET_IN),
                say("Remove one that is not used."),
            )
        since = at if device.since is None else device.since
        return self.put(replace(device, role=role, wants=role, since=since))
