"""The devices that have asked to be let in, and those that are: values, of which a change makes another."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from pi_bunco.access.refusals import NoDevice, TooManyDevices
from pi_bunco.access.roles import GUEST, Role
from pi_bunco.sentences import say

WAITING = 40
"""Devices that wait to be let in, at most."""
LET_IN = 200
"""Devices that are let in, at most: as many as are kept up to date at once."""


@dataclass(frozen=True, slots=True)
class Device:
    """One device.

    Attributes
    ----------
    id
        Names it for ever; its cookie says it, and nobody can guess it.
    code
        Four letters by which the host finds it among those that wait.
    wants
        The role that it asked for last.
    role
        The role that it has; a guest waits to be let in.
    since
        When it was let in, in seconds since 1970 by a clock that may be wrong; ``None``: it waits.
    name
        What the host calls it, such as ``tablet 3``; ``""``: nothing.
    address
        Where it asked from; ``""`` where that was before a restart.
    """

    id: str
    code: str
    wants: Role
    role: Role = GUEST
    since: float | None = None
    name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices that are known.

    Attributes
    ----------
    known
        Each by its name (``Device.id``), those that asked first come first.
    """

    known: Mapping[str, Device] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Device]:
        """Return all devices."""
        return iter(self.known.values())

    @property
    def let_in(self) -> tuple[Device, ...]:
        """Those that are let in."""
        return tuple(device for device in self if device.since is not None)

    @property
    def waiting(self) -> tuple[Device, ...]:
        """Those that wait to be let in."""
        return tuple(device for device in self if device.since is None)

    @property
    def codes(self) -> set[str]:
        """The codes that are taken."""
        return {device.code for device in self}

    def of(self, device: str) -> Device:
        """Return a device by its name.

        Raises
        ------
        NoDevice
            If none of those that are known is it.
        """
        try:
            return self.known[device]
        except KeyError:
            raise NoDevice(
                say("This device is not known any more."), say("Look at the list of devices again.")
            ) from None

    def having(self, device: Device) -> "Devices":
        """Return these with a device that is new or has changed.

        Where too many wait, the one that has waited longest makes way, of the address that has most of them.
        """
        known = {**self.known, device.id: device}
        others = [one for one in self.waiting if one.id != device.id]
        if device.since is None and device.id not in self.known and len(others) >= WAITING:
            counted = Counter(one.address for one in [*others, device])
            most = max(counted[one.address] for one in others)
            del known[next(one.id for one in others if counted[one.address] == most)]
        return Devices(known)

    def admitting(self, device: str, role: Role, at: float) -> "Devices":
        """Return these with a device that now has this role; a guest is put out.

        Raises
        ------
        NoDevice
            If it is not known.
        TooManyDevices
            If 200 are let in already.
        """
        if role == GUEST:
            return self.without(device)
        one = self.of(device)
        if one.since is None and len(self.let_in) >= LET_IN:
            raise TooManyDevices(
                say("{count} devices are let in already.", count=LET_IN), say("Put one out that is not used.")
            )
        return self.having(replace(one, role=role, wants=role, since=at if one.since is None else one.since))

    def without(self, device: str) -> "Devices":
        """Return these without a device.

        Raises
        ------
        NoDevice
            If it is not known.
        """
        self.of(device)
        return Devices({id_: one for id_, one in self.known.items() if id_ != device})
