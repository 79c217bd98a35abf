"""The door knows the devices and their roles, and decides who may do what. Any thread may use it."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from pi_bunco.access import codes, cookies, roles
from pi_bunco.access.devices import Device, DeviceActivity, Devices, PageOrder, Visitor, forget_request
from pi_bunco.access.file import AccessFile, AccessTrouble, SavedAccess, Stamp
from pi_bunco.access.moving import MoveRefused, Moves
from pi_bunco.access.pin import NoPin, Pin, Tries, WrongEntries, WrongPin, try_secret
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.access.visits import Visits
from pi_bunco.sentences import say
from pi_bunco.settings.config import LOOPBACK, RolesSetting

_log = structlog.get_logger("web")


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorConfig:
    """The settings of a door.

    Attributes
    ----------
    file
        Keeps the PIN and the devices; ``None``: nothing is kept after the program ends.
    roles
        Whether devices have roles.
    mock
        Whether table 1 plays by itself.
    count_tables
        Returns how many tables there are.
    clock, steady_clock
        The time in seconds since 1970, and the seconds on a clock that never jumps.
    """

    file: AccessFile | None = None
    roles: RolesSetting = "auto"
    mock: bool = False
    count_tables: Callable[[], int] = lambda: 1
    clock: Callable[[], float] = time.time
    steady_clock: Callable[[], float] = time.monotonic


class Door:
    """Knows the devices, and decides who may do what.

    If its file is damaged, only the machine itself may tap. Everybody can still watch.

    Parameters
    ----------
    config
        Its settings; ``None``: one table, and nothing is kept.

    >>> Door().identify(None, "10.0.0.7").role.name  # one table and no PIN: every device may do everything
    'host'
    >>> room = Door(DoorConfig(count_tables=lambda: 3))
    >>> room.identify(None, "10.0.0.7").role.name, room.identify(None, "127.0.0.1").role.name
    ('guest', 'host')
    """

    def __init__(self, config: DoorConfig | None = None) -> None:
        self._config = config or DoorConfig()
        self._lock = threading.RLock()
        self._tries = Tries(self._config.steady_clock)
        self._saved = SavedAccess(cookies.make_key())
        self._devices = Devices()
        self._stamp: Stamp = None
        self._damage: AccessTrouble | None = None
        self._visits = Visits()
        self._moves = Moves(self._config.steady_clock)
        self._machine_code = codes.make_code(codes.MACHINE_LETTERS)
        self._reload()

    # What everybody may know.

    @property
    def roles_in_use(self) -> bool:
        """Whether devices have roles now. Without roles every device may do everything."""
        with self._lock:
            return roles.should_use_roles(
                self._config.roles,
                mock=self._config.mock,
                tables=self._config.count_tables(),
                pin=self.has_pin or self._damage is not None,
            )

    @property
    def has_pin(self) -> bool:
        """Whether a PIN is set."""
        with self._lock:
            self._reload()
            return self._saved.pin is not None

    @property
    def damage(self) -> AccessTrouble | None:
        """What is wrong with the file; ``None``: nothing."""
        with self._lock:
            self._reload()
            return self._damage

    @property
    def machine_code(self) -> str | None:
        """The code on the machine's own screen for setting the first PIN; ``None`` once a PIN is set."""
        with self._lock:
            return None if self.has_pin or self._damage else self._machine_code

    @property
    def own_code(self) -> str | None:
        """The code on the machine's own page for the PIN, which stands in for it; ``None``: damaged file.

        It changes whenever it was used. Nobody can block it by wrong tries.
        """
        with self._lock:
            self._reload()
            return None if self._damage else self._machine_code

    @property
    def wrong_pins(self) -> WrongEntries:
        """The wrong PINs since the last right one."""
        return self._tries.wrong

    @property
    def wanted_code(self) -> str | None:
        """The code for setting the first PIN while somebody may need it; ``None``: nobody does.

        That is while devices have roles and no PIN is set.
        """
        with self._lock:
            return self.machine_code if self.roles_in_use else None

    def identify(self, cookie: str | None, address: str) -> Visitor:
        """Return the sender of a request.

        Parameters
        ----------
        cookie
            The cookie of their device; ``None``: it has none.
        address
            The address of their device. An IPv4 address is written as IPv4.
        """
        with self._lock:
            in_use = self.roles_in_use  # reads the file again if it has changed
            device = self._find_device(cookie) or self._accept_new_id(cookie)
            machine = address == LOOPBACK  # only this address, not the machine's other addresses
            role = device.role if device else GUEST
            if machine or not in_use:
                role = HOST
            return Visitor(role, address, device, machine)

    def has_priority(self, cookie: str) -> bool:
        """Return whether a device is served before guests, because the host has let it in.

        This never waits, not even while a change is being written, because the one thread that talks to the
        network calls it.
        """
        device = self._find_device(cookie)
        return device is not None and device.since is not None

    def make_cookie(self, device: Device) -> str:
        """Return the cookie for a device."""
        with self._lock:
            self._reload()  # another door may have written the key that signs it
            return cookies.sign(self._saved.key, device.id)

    def find_order(self, device: Device) -> PageOrder | None:
        """Return the page that the host wants a device to show, ``None`` if there is none."""
        return self._visits.find_order(device.id)

    def note_request(self, device: Device, page: str = "", table: int | None = None) -> None:
        """Note that a device sent a request, and which page it opened, if any."""
        with self._lock:
            if device.id in self._devices.known:
                self._visits.note_request(device.id, self._config.clock(), page, table)

    # What everybody may ask for.

    def ask(self, visitor: Visitor, wants: Role) -> Device:
        """Note that a device asks for a role, and return the device with its code.

        An unknown device becomes a new one.

        Raises
        ------
        AccessTrouble
            If the file is damaged, or the key that signs cookies cannot be written.
        """
        with self._lock:
            self._check_file()
            if visitor.device is not None and visitor.device.id in self._devices.known:
                device = replace(self._devices.find(visitor.device.id), wants=wants, address=visitor.address)
            else:
                code = codes.make_code(codes.DEVICE_LETTERS, {device.code for device in self._devices})
                device = Device(secrets.token_urlsafe(12), code, wants, address=visitor.address)
                if self._stamp is None:  # the key must be the same after a restart
                    self._save(self._saved)
            now = self._config.clock()
            self._visits.note_asked(device.id, now)
            self._replace_devices(self._devices.put(device, self._visits.find_patient(now)))
            return device

    def enter_pin(self, visitor: Visitor, digits: str) -> Device:
        """Assign the host's role to a device after its user entered the PIN, and return the device.

        Raises
        ------
        NoPin
            If no PIN is set.
        WrongPin, TooManyTries
            If it is not the PIN, or this device or address has tried too often.
        pi_bunco.access.devices.TooManyDevices, AccessTrouble
            If it cannot be let in or kept.
        """
        pin = self.check_pin(visitor, digits)
        with self._lock:
            self._check_unchanged(pin)
            return self._make_host(visitor)

    def check_pin(self, visitor: Visitor, digits: str) -> Pin:
        """Check that somebody knows the PIN, or the machine's own code, and return the PIN.

        Their device gets no new role.

        Raises
        ------
        NoPin
            If no PIN is set.
        WrongPin, TooManyTries
            If it is not the PIN, or this device or address has tried too often.
        """
        pin = self._get_pin()
        if pin is None:
            raise NoPin(say("No PIN is set."), say("Set one first, with the code that the machine shows."))
        if self._use_own_code(digits):
            return pin
        try_secret(self._tries, visitor, lambda: pin.matches(digits), say("This is not the PIN."))
        return pin

    def needs_proof(self, visitor: Visitor) -> bool:
        """Return whether somebody must know the PIN, or the machine's code, to set a PIN.

        The machine itself never needs it. The host's device needs it only if a PIN is set.
        """
        is_hosts = visitor.device is not None and visitor.device.role == HOST
        return not visitor.machine and (self.has_pin or not is_hosts)

    def set_pin(self, visitor: Visitor, proof: str, digits: str) -> Device | None:
        """Set the PIN, and make the visitor's device the host's.

        Parameters
        ----------
        visitor
            Who sets it. The machine itself is no device.
        proof
            The old PIN, or the code that the machine shows; ignored if none is needed.
        digits
            The new PIN.

        Returns
        -------
        Device or None
            The host's device; ``None`` for the machine itself.

        Raises
        ------
        pi_bunco.access.pin.BadPin
            If these digits cannot be a PIN. Then no try is counted.
        WrongPin, TooManyTries, pi_bunco.access.devices.TooManyDevices, AccessTrouble
            As for :meth:`enter_pin`.
        """
        new, old = Pin.of(digits), self._get_pin()
        if self.needs_proof(visitor) and not self._use_own_code(proof):
            if old is None:
                raise WrongPin(
                    say("This is not the code that the machine shows."),
                    say("Check what you typed, and try again."),
                )
            try_secret(self._tries, visitor, lambda: old.matches(proof), say("This is not the old PIN."))
        with self._lock:
            self._machine_code = codes.make_code(codes.MACHINE_LETTERS)
            self._check_unchanged(old)
            saved = self._saved.with_pin(new, visitor.device.id if visitor.device else "")
            self._save(saved)
            self._keep_devices(Devices({each.id: each for each in (*saved.devices, *self._devices.waiting)}))
            _log.info("a PIN was set", address=visitor.address)
            return None if visitor.machine else self._make_host(visitor)

    def keep_host(self, visitor: Visitor) -> Device | None:
        """Keep somebody the host after their command has brought roles into use.

        Without this, the person who begins a room on a tablet would be a guest in it. Their device is the
        host's until a PIN is set.

        Parameters
        ----------
        visitor
            Who sent the command, as they were identified before it.

        Returns
        -------
        Device or None
            Their device; ``None`` if their role has not changed.

        Raises
        ------
        pi_bunco.access.devices.TooManyDevices, AccessTrouble
            If it cannot be let in or kept.
        """
        with self._lock:
            is_kept = visitor.device is not None and visitor.device.role == HOST
            if visitor.machine or visitor.role != HOST or is_kept or not self.roles_in_use:
                return None
            _log.info("who brought roles into use is the host", address=visitor.address)
            return self._make_host(visitor)

    def begin_move(self, visitor: Visitor) -> str | None:
        """Return a code with which a device takes its role to the encrypted pages; ``None``: no device."""
        with self._lock:
            if visitor.device is None or visitor.device.id not in self._devices.known:
                return None
            return self._moves.begin(visitor.device.id, visitor.address)

    def finish_move(self, visitor: Visitor, code: str) -> Device:
        """Return the device that brings a code, with a new id. Its old cookie is void from now on.

        Raises
        ------
        MoveRefused
            If the code was used, is too old or unknown, or was made for another address.
        AccessTrouble
            If the new id cannot be kept. Then the old one stays.
        """
        with self._lock:
            self._check_file()
            old = self._devices.known.get(self._moves.take(code, visitor.address) or "")
            if old is None:
                raise MoveRefused(
                    say("This way to the secure page was used before, or is more than a minute old."),
                    say("Go back to the plain page, and tap there once more."),
                )
            renewed = replace(old, id=secrets.token_urlsafe(12))
            self._replace_devices(self._devices.renew(old.id, renewed), renewed={old.id: renewed.id})
            _log.info("a device went on to the encrypted pages", address=visitor.address)
            return renewed

    # What only the host may do.

    @property
    def devices(self) -> tuple[tuple[Device, DeviceActivity | None, PageOrder | None], ...]:
        """All devices, each with its last activity and the page that it should show.

        Those that wait come first.
        """
        with self._lock:
            self._reload()
            return tuple(
                (device, self._visits.find_activity(device.id), self._visits.find_order(device.id))
                for device in (*self._devices.waiting, *self._devices.let_in)
            )

    def let_in(self, device_id: str, role: Role) -> None:
        """Set the role of a device. A device that becomes a guest is forgotten.

        Raises
        ------
        pi_bunco.access.devices.NoDevice
            If the device is not known.
        pi_bunco.access.devices.TooManyDevices, AccessTrouble
            If it cannot be let in or kept.
        """
        with self._lock:
            self._check_file()
            self._replace_devices(self._devices.admit(device_id, role, self._config.clock()))
            if role == HOST:
                self._visits.prepare_offer(device_id)

    def offer_new_id(self, device: Device) -> Device:
        """Return a device for its next cookie: with a new id if the host has just made it a host's.

        Somebody else may know its cookie from the time before. The old id is void when the new one comes.
        """
        with self._lock:
            return replace(device, id=self._visits.find_offer(device.id) or device.id)

    def rename(self, device_id: str, name: str) -> None:
        """Set the name of a device.

        Raises
        ------
        pi_bunco.access.devices.NoDevice, AccessTrouble
            If the device is not known, or the name cannot be kept.
        """
        with self._lock:
            self._check_file()
            device = replace(self._devices.find(device_id), name=name)
            self._replace_devices(self._devices.put(device))

    def send(self, device_id: str, address: str) -> None:
        """Order a device to show a page, such as ``/table/3``. It finds the order with its next request.

        Raises
        ------
        pi_bunco.access.devices.NoDevice
            If the device is not known.
        """
        with self._lock:
            self._reload()
            self._devices.find(device_id)  # raises if it is not known
            self._visits.order(device_id, address)

    def reset(self) -> None:
        """Forget the PIN and all devices. A damaged file is removed too.

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

    # Internals.

    def _reload(self) -> None:
        """Read the file again if another program has written it, such as ``pi-bunco pin``."""
        file = self._config.file
        if file is None or (stamp := file.read_stamp()) == self._stamp:
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
            self._devices = Devices({device.id: device for device in (*saved.devices, *waiting)})

    def _start_over(self) -> None:
        """Forget the PIN, the devices and the wrong tries, but leave the file as it is."""
        self._damage, self._saved, self._devices = None, SavedAccess(cookies.make_key()), Devices()
        self._tries = Tries(self._config.steady_clock)
        self._machine_code = codes.make_code(codes.MACHINE_LETTERS)

    def _check_file(self) -> None:
        """Read the file again if it has changed, and check that it is not damaged."""
        self._reload()
        if self._damage:
            raise AccessTrouble(self._damage.text, self._damage.remedy)

    def _get_pin(self) -> Pin | None:
        with self._lock:
            self._check_file()
            return self._saved.pin

    def _use_own_code(self, typed: str) -> bool:
        """Return whether somebody typed the machine's own code, which then changes."""
        with self._lock:
            code = codes.normalize_code(typed)
            if self._damage or not hmac.compare_digest(
                code.encode(errors="replace"), self._machine_code.encode()
            ):
                return False
            self._machine_code = codes.make_code(codes.MACHINE_LETTERS)
            return True

    def _check_unchanged(self, pin: Pin | None) -> None:
        """Check that the PIN is still the one that was tried, since a try takes a while."""
        if self._get_pin() != pin:
            raise WrongPin(say("The PIN was changed just now."), say("Try again with the new PIN."))

    def _find_device(self, cookie: str | None) -> Device | None:
        device = cookies.read(self._saved.key, cookie or "")
        return self._devices.known.get(device or "")

    def _accept_new_id(self, cookie: str | None) -> Device | None:
        """Return the device that got this cookie with an offered id, which becomes its id."""
        offered = cookies.read(self._saved.key, cookie or "") or ""
        old = self._devices.known.get(self._visits.find_old_id(offered) or "")
        if old is None:
            return None
        renewed = replace(old, id=offered)
        with suppress(AccessTrouble):  # the old id is not void yet, and this is tried again
            self._replace_devices(self._devices.renew(old.id, renewed), renewed={old.id: offered})
        return renewed

    def _make_host(self, visitor: Visitor) -> Device:
        """Assign the host's role to a device, and return it.

        It gets a new id: somebody else may know its cookie from the time when it was a guest's or a table's.
        """
        device = self.ask(visitor, HOST)
        renewed = replace(device, id=secrets.token_urlsafe(12))
        devices = self._devices.renew(device.id, renewed).admit(renewed.id, HOST, self._config.clock())
        self._replace_devices(devices, renewed={device.id: renewed.id})
        return devices.find(renewed.id)

    def _replace_devices(self, devices: Devices, renewed: Mapping[str, str] | None = None) -> None:
        """Replace the devices. If what is kept of those that are let in has changed, it is written first.

        `renewed` has the old and new ids of those that got another one.
        """
        let_in = tuple(map(forget_request, devices.let_in))
        if let_in != tuple(map(forget_request, self._saved.devices)):
            self._save(replace(self._saved, devices=let_in))
        for old, new in (renewed or {}).items():
            self._visits.move(old, new)
        self._keep_devices(devices)

    def _keep_devices(self, devices: Devices) -> None:
        """Know these devices from now on, and forget what others did."""
        self._devices = devices
        self._visits.keep_only(devices.known.keys())

    def _save(self, saved: SavedAccess) -> None:
        if self._config.file:
            self._config.file.save(saved)
            self._stamp = self._config.file.read_stamp()
        self._saved = saved
