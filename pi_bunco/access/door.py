"""The door: who is let in, as what. It alone is asked by those who answer requests, from any thread."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog

from pi_bunco.access import codes, cookies, roles
from pi_bunco.access.devices import Device, Devices
from pi_bunco.access.file import AccessFile, SavedAccess, Stamp
from pi_bunco.access.guesses import try_secret
from pi_bunco.access.pin import Pin
from pi_bunco.access.refusals import AccessTrouble, NoPin, WrongPin
from pi_bunco.access.roles import GUEST, Host, Role
from pi_bunco.access.tries import Tries
from pi_bunco.access.visits import Order, Seen, Visitor
from pi_bunco.config import LOOPBACK, RolesSetting
from pi_bunco.sentences import say

_log = structlog.get_logger("web")


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorConfig:
    """What a door goes by.

    Attributes
    ----------
    file
        What keeps PIN and devices; ``None``: nothing does, and all is forgotten at the end.
    roles
        Whether devices have roles.
    mock
        Whether table 1 plays itself.
    tables
        Returns how many tables there are.
    clock, steady
        Seconds since 1970, and seconds on a clock that never jumps.
    """

    file: AccessFile | None = None
    roles: RolesSetting = "auto"
    mock: bool = False
    tables: Callable[[], int] = lambda: 1
    clock: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


class Door:
    """Knows the devices, and decides who may do what.

    A file that is damaged lets nobody in but the machine itself; everybody can watch.

    Parameters
    ----------
    config
        What it goes by; ``None``: one table that keeps nothing.

    >>> Door().visitor(None, "10.0.0.7").role  # one table and no PIN: every device may do all
    Host()
    >>> room = Door(DoorConfig(tables=lambda: 3))
    >>> room.visitor(None, "10.0.0.7").role, room.visitor(None, "127.0.0.1").role
    (Guest(), Host())
    """

    def __init__(self, config: DoorConfig | None = None) -> None:
        self._config = config or DoorConfig()
        self._lock = threading.RLock()
        self._tries = Tries(self._config.steady)
        self._saved = SavedAccess(cookies.new_key())
        self._devices = Devices()
        self._stamp: Stamp = None
        self._damage: AccessTrouble | None = None
        self._seen: dict[str, Seen] = {}
        self._orders: dict[str, Order] = {}
        self._ordered = 0
        self._machine_code = codes.make(codes.MACHINE)
        self._look()

    # What anybody may know.

    @property
    def on(self) -> bool:
        """Whether devices have roles now; else every device may do all."""
        with self._lock:
            config, pin = self._config, self.has_pin or self._damage is not None
            return roles.are_on(config.roles, mock=config.mock, tables=config.tables(), pin=pin)

    @property
    def has_pin(self) -> bool:
        """Whether a PIN is set."""
        with self._lock:
            self._look()
            return self._saved.pin is not None

    @property
    def damage(self) -> AccessTrouble | None:
        """What is wrong with the file, ``None``: nothing."""
        with self._lock:
            self._look()
            return self._damage

    @property
    def machine_code(self) -> str | None:
        """The code by which the first PIN is set, for the machine's own screen; ``None`` where one is set."""
        with self._lock:
            return None if self.has_pin or self._damage else self._machine_code

    def visitor(self, cookie: str | None, address: str) -> Visitor:
        """Return who asks.

        Parameters
        ----------
        cookie
            What the device carries; ``None``: nothing.
        address
            Where it asks from, IPv4 as IPv4.
        """
        with self._lock:
            on = self.on  # it looks at the file first
            device = self._known(cookie)
            machine = address == LOOPBACK  # it alone: not the machine's other addresses
            role = Host() if machine or not on else device.role if device else GUEST
            return Visitor(role, address, device, machine)

    def comes_first(self, cookie: str) -> bool:
        """Return whether a device is served before guests, since the host has let it in.

        It never waits, not even while a change is being written: it is asked by the one thread that talks to
        the network.
        """
        device = self._known(cookie)
        return device is not None and device.since is not None

    def cookie(self, device: Device) -> str:
        """Return what a device is to carry."""
        with self._lock:
            return cookies.sign(self._saved.key, device.id)

    def order(self, device: Device) -> Order | None:
        """Return what the host wants a device to show, ``None``: nothing."""
        return self._orders.get(device.id)

    def saw(self, device: Device, page: str = "", table: int | None = None) -> None:
        """Take note that a device asked for something, and of the page that it shows if it opened one."""
        with self._lock:
            if device.id not in self._devices.known:
                return
            before = self._seen.get(device.id, Seen(0.0))
            now = self._config.clock()
            self._seen[device.id] = Seen(now, page, table) if page else replace(before, at=now)

    # What anybody may ask for.

    def ask(self, visitor: Visitor, wants: Role) -> Device:
        """Take note that a device wants a role, and return it with its code; it is a new one if not known.

        Raises
        ------
        AccessTrouble
            If the file is damaged, or the key cannot be written that signs its cookie.
        """
        with self._lock:
            self._look()
            self._check()
            if visitor.device is not None and visitor.device.id in self._devices.known:
                device = replace(self._devices.of(visitor.device.id), wants=wants, address=visitor.address)
            else:
                device = self._new(visitor.address, wants)
                if self._stamp is None:  # the key must be the same after a restart
                    self._save(self._saved)
            self._keep(self._devices.having(device))
            return device

    def enter_pin(self, visitor: Visitor, digits: str) -> Device:
        """Make a device the host's by the PIN, and return it.

        Raises
        ------
        NoPin
            If none is set.
        WrongPin, TooManyTries
            If it is another one, or this device or address has tried too often.
        pi_bunco.access.devices.TooManyDevices, AccessTrouble
            If it cannot be let in or kept.
        """
        pin = self._fitting(visitor, digits)
        with self._lock:
            self._still(pin)
            return self._host(visitor)

    def check_pin(self, visitor: Visitor, digits: str) -> None:
        """See that somebody knows the PIN; their device may do no more afterwards than before.

        Raises
        ------
        NoPin
            If none is set.
        WrongPin, TooManyTries
            If it is another one, or this device or address has tried too often.
        """
        self._fitting(visitor, digits)

    def _fitting(self, visitor: Visitor, digits: str) -> Pin:
        pin = self._pin()
        if pin is None:
            raise NoPin(say("No PIN is set."), say("Set one first, with the code that the machine shows."))
        try_secret(self._tries, visitor, lambda: pin.fits(digits), say("This is not the PIN."))
        return pin

    def set_pin(self, visitor: Visitor, proof: str, digits: str) -> Device | None:
        """Set the PIN, and make the device that does so the host's.

        Parameters
        ----------
        visitor
            Who does so. The machine itself needs no proof, and is no device.
        proof
            The old PIN, or the code that the machine shows where none is set.
        digits
            The new one.

        Returns
        -------
        Device or None
            The host's device, ``None`` for the machine itself.

        Raises
        ------
        pi_bunco.access.pin.BadPin
            If that can be no PIN; then no try is counted.
        WrongPin, TooManyTries, pi_bunco.access.devices.TooManyDevices, AccessTrouble
            As for :meth:`enter_pin`.
        """
        new, old, code = Pin.of(digits), self._pin(), self._machine_code
        if not visitor.machine:
            if old is None:
                says = say("This is not the code that the machine shows.")
                try_secret(self._tries, visitor, lambda: codes.normalize_code(proof) == code, says)
            else:
                try_secret(self._tries, visitor, lambda: old.fits(proof), say("This is not the old PIN."))
        with self._lock:
            self._still(old)
            self._save(replace(self._saved, pin=new))
            _log.info("a PIN was set", address=visitor.address)
            return None if visitor.machine else self._host(visitor)

    # What only the host may ask for.

    @property
    def devices(self) -> tuple[tuple[Device, Seen | None, Order | None], ...]:
        """All devices, with what was seen of them and what they are to show; those that wait come first."""
        with self._lock:
            self._look()
            both = (*self._devices.waiting, *self._devices.let_in)
            return tuple((one, self._seen.get(one.id), self._orders.get(one.id)) for one in both)

    def let_in(self, device: str, role: Role) -> None:
        """Assign a role to a device; a device that becomes a guest is forgotten.

        Raises
        ------
        pi_bunco.access.devices.NoDevice
            If it is not known.
        pi_bunco.access.devices.TooManyDevices, AccessTrouble
            If it cannot be let in or kept.
        """
        with self._lock:
            self._look()
            self._check()
            self._keep(self._devices.admitting(device, role, self._config.clock()))

    def rename(self, device: str, name: str) -> None:
        """Call a device something.

        Raises
        ------
        pi_bunco.access.devices.NoDevice, AccessTrouble
            If it is not known, or the name cannot be kept.
        """
        with self._lock:
            self._look()
            self._check()
            self._keep(self._devices.having(replace(self._devices.of(device), name=name)))

    def send(self, device: str, address: str) -> None:
        """Want a device to show a page, such as ``/table/3``; it learns of that when it asks next.

        Raises
        ------
        pi_bunco.access.devices.NoDevice
            If it is not known.
        """
        with self._lock:
            self._look()
            self._devices.of(device)
            self._ordered += 1
            self._orders[device] = Order(self._ordered, address)

    def reset(self) -> None:
        """Forget PIN and devices; a damaged file is removed too.

        Raises
        ------
        AccessTrouble
            If the file cannot be removed.
        """
        with self._lock:
            if self._config.file:
                self._config.file.forget()
            self._start_over()
            self._stamp = None
            _log.warning("PIN and devices were forgotten", new_secret=self._machine_code)

    # How it works inside.

    def _look(self) -> None:
        """Take in what another program has written, such as ``pi-bunco pin``."""
        file = self._config.file
        if file is None or (stamp := file.stamp()) == self._stamp:
            return
        self._stamp = stamp
        try:
            saved = file.load()
        except AccessTrouble as damage:
            _log.error("PIN and devices cannot be known", why=str(damage))
            self._start_over()
            self._damage = damage
            return
        waiting = self._devices.waiting if saved and saved.key == self._saved.key else ()
        self._start_over()
        if saved:
            self._saved = saved
            self._devices = Devices({one.id: one for one in (*saved.devices, *waiting)})

    def _start_over(self) -> None:
        self._damage, self._saved, self._devices = None, SavedAccess(cookies.new_key()), Devices()
        self._tries = Tries(self._config.steady)
        self._machine_code = codes.make(codes.MACHINE)

    def _check(self) -> None:
        if self._damage:
            raise AccessTrouble(self._damage.text, self._damage.remedy)

    def _pin(self) -> Pin | None:
        with self._lock:
            self._look()
            self._check()
            return self._saved.pin

    def _still(self, pin: Pin | None) -> None:
        """See that the PIN is still the one that was tried: that took a while."""
        if self._pin() != pin:
            raise WrongPin(say("The PIN was changed just now."), say("Try again with that one."))

    def _known(self, cookie: str | None) -> Device | None:
        if not cookie:
            return None
        device = cookies.read(self._saved.key, cookie)
        return None if device is None else self._devices.known.get(device)

    def _new(self, address: str, wants: Role) -> Device:
        code = codes.make(codes.DEVICE, self._devices.codes)
        return Device(cookies.new_id(), code, wants, address=address)

    def _host(self, visitor: Visitor) -> Device:
        """Make a device the host's."""
        device = self.ask(visitor, Host())
        self.let_in(device.id, Host())
        return self._devices.of(device.id)

    def _keep(self, devices: Devices) -> None:
        """Know these from now on; what is kept of them is written first, if it has changed."""
        if devices.let_in != self._saved.devices:
            self._save(replace(self._saved, devices=devices.let_in))
        self._devices = devices
        self._seen = {one: seen for one, seen in self._seen.items() if one in devices.known}
        self._orders = {one: order for one, order in self._orders.items() if one in devices.known}

    def _save(self, saved: SavedAccess) -> None:
        if self._config.file:
            self._config.file.save(saved)
            self._stamp = self._config.file.stamp()
        self._saved = saved
