"""The Wi-Fi of NetworkManager, which Raspberry Pi OS has since bookworm. It is asked over D-Bus.

Passwords go only to NetworkManager, which keeps them where only root can read them.

Source: https://networkmanager.dev/docs/api/latest/spec.html
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import structlog

from pi_bunco.devices.wifi import reasons
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.bus import SYSTEM, Bus, BusTrouble, unwrap
from pi_bunco.devices.wifi.port import WifiState, WifiTrouble
from pi_bunco.devices.wifi.profile import OWN_UUID, SECURITY, WIRELESS, make_profile
from pi_bunco.sentences import Sentence, say

_log = structlog.get_logger("wifi")

_SERVICE = "org.freedesktop.NetworkManager"
_MANAGER = "/org/freedesktop/NetworkManager"
_SETTINGS = "/org/freedesktop/NetworkManager/Settings"
_CONNECTION = f"{_SERVICE}.Settings.Connection"
_ACTIVE = f"{_SERVICE}.Connection.Active"
_DEVICE = f"{_SERVICE}.Device"
_NOTHING = "/"  # no object
_ETHERNET, _WIFI = 1, 2  # NMDeviceType
_CAN_BE_OWN = 0x40  # NM_WIFI_DEVICE_CAP_AP
_READY, _CONNECTED, _FAILED = 30, 100, 120  # NMDeviceState: disconnected, activated, failed
_UP, _DOWN = 2, 4  # NMActiveConnectionState
NEEDS = tuple(
    f"{_SERVICE}.{action}"
    for action in ("settings.modify.system", "network-control", "wifi.share.protected", "enable-disable-wifi")
)
"""What ``systemd/polkit/51-pi-bunco-wifi.rules`` allows."""
_COUNTRY = Path("sys/module/cfg80211/parameters/ieee80211_regdom")
_NO_COUNTRY = ("", "00")
_MOST_TRIES = 3  # of the house's Wi-Fis that the machine knows


@dataclass(frozen=True, slots=True)
class _Known:
    """A Wi-Fi of the house that the machine has joined before: its object, its name, and when that was."""

    path: str
    name: str
    used: int


@dataclass(frozen=True, slots=True)
class _Device:
    """The Wi-Fi device: its object, its name such as ``wlan0``, and its active connection."""

    path: str
    interface: str
    active: str


class NetworkManager:
    """Implements :class:`~pi_bunco.devices.wifi.port.Wifi` with NetworkManager.

    Parameters
    ----------
    address
        The address of the bus.
    patience
        Seconds that a Wi-Fi may take to come up.
    pause
        Seconds between two looks meanwhile.
    root
        The folder that takes the place of ``/``.
    """

    def __init__(
        self, address: str = SYSTEM, *, patience: float = 40.0, pause: float = 0.5, root: Path = Path("/")
    ) -> None:
        self._address, self._patience, self._pause, self._root = address, patience, pause, root

    def look(self) -> WifiState:
        """Return what the Wi-Fi does now."""
        try:
            with Bus(self._address, _SERVICE) as bus:
                return self._look(bus)
        except BusTrouble as error:
            return WifiState(trouble=_explain_silence(error))
        except WifiTrouble as trouble:
            return WifiState(trouble=trouble)

    def switch_on(self, access: WifiAccess) -> None:
        """Switch the own Wi-Fi on, or go back to where the machine was."""
        with self._open() as bus:
            if trouble := self._look(bus).trouble:
                raise trouble
            device = _find_device(bus)
            former = _find_active_connection(bus, device)
            own = _save(bus, make_profile(access, device.interface, autoconnect=False))
            self._unblock(bus, device)
            failure = self._activate(bus, own, device)
            if failure is None:
                _save(bus, make_profile(access, device.interface, autoconnect=True))
                return
            _log.warning("the own Wi-Fi did not come up")
            back = [former] if former and former != own else [known.path for known in _list_known(bus)]
            came_back = self._try_each(bus, back, device)
            raise WifiTrouble(
                say("The Pi’s own Wi-Fi did not come up: {reason}.", reason=failure),
                reasons.explain_return(came_back),
            )

    def switch_off(self) -> None:
        """Go back to the house's Wi-Fi, or switch the own one on again."""
        with self._open() as bus:
            device = _find_device(bus)
            state, known = self._look(bus), _list_known(bus)
            if not known and not state.is_wired:
                raise WifiTrouble(*reasons.NO_HOUSE)
            if state.own:
                _save(bus, make_profile(state.own, device.interface, autoconnect=False))
            if not known:
                bus.call(device.path, _DEVICE, "Disconnect")
                return
            if self._try_each(bus, [each.path for each in known], device):
                return
            _log.warning("no Wi-Fi of the house took this machine")
            if state.is_on and state.own:
                own = _save(bus, make_profile(state.own, device.interface, autoconnect=True))
                self._activate(bus, own, device)
            raise WifiTrouble(
                say("This machine could not join the house’s Wi-Fi: {reason}.", reason=reasons.OUT_OF_REACH),
                say(
                    "The Pi’s own Wi-Fi is on again. Go nearer to the house’s router, or check that the"
                    " router is on."
                ),
            )

    @contextmanager
    def _open(self) -> Iterator[Bus]:
        """Open the bus, and say in words what goes wrong on it."""
        try:
            with Bus(self._address, _SERVICE) as bus:
                yield bus
        except BusTrouble as error:
            raise _explain_silence(error) from error

    def _look(self, bus: Bus) -> WifiState:
        manager = bus.get_all(_MANAGER, _SERVICE)
        state = WifiState(is_wired=_is_wired(bus))
        try:
            device = _find_device(bus)
        except WifiTrouble as trouble:
            return replace(state, trouble=trouble)
        state = replace(state, house=next((known.name for known in _list_known(bus)), ""))
        rights = bus.call(_MANAGER, _SERVICE, "GetPermissions")[0]
        if any(rights.get(need) != "yes" for need in NEEDS):
            return replace(state, trouble=WifiTrouble(*reasons.NO_RIGHTS))
        own = _find_own(bus)
        state = replace(state, own=_read_access(bus, own) if own else None)
        if not manager["WirelessHardwareEnabled"]:
            return replace(state, trouble=WifiTrouble(*reasons.SWITCHED_OFF))
        if not manager["WirelessEnabled"] and self._read_country() in _NO_COUNTRY:
            return replace(state, trouble=WifiTrouble(*reasons.NO_COUNTRY))
        active = _read_active(bus, device.active)
        if active.get("Uuid") == OWN_UUID:
            return replace(state, is_on=active["State"] == _UP)
        connected = str(active.get("Connection", ""))
        name = _read_name(bus.call(connected, _CONNECTION, "GetSettings")[0]) if connected else ""
        return replace(state, house=name or state.house)

    def _read_country(self) -> str:
        try:
            return (self._root / _COUNTRY).read_text("ascii").strip()
        except OSError:
            return ""

    def _unblock(self, bus: Bus, device: _Device) -> None:
        """Switch the radio on, if somebody has switched it off, and wait until it is ready."""
        if bus.get_all(_MANAGER, _SERVICE)["WirelessEnabled"]:
            return
        bus.set(_MANAGER, _SERVICE, "WirelessEnabled", "b", True)  # noqa: FBT003 - the property's value
        self._wait(lambda: bus.get_all(device.path, _DEVICE)["State"] >= _READY)

    def _try_each(self, bus: Bus, paths: list[str], device: _Device) -> bool:
        """Activate the first of these connections that comes up, and return whether one did."""
        return any(self._activate(bus, path, device) is None for path in paths[:_MOST_TRIES])

    def _activate(self, bus: Bus, path: str, device: _Device) -> Sentence | None:
        """Activate a connection, and return why it does not come up; ``None``: it did."""
        with bus.collect_signals(device.path, _DEVICE, "StateChanged") as signals:
            try:
                (active,) = bus.call(
                    _MANAGER, _SERVICE, "ActivateConnection", "ooo", path, device.path, _NOTHING
                )
            except BusTrouble:
                return reasons.REFUSED
            states: list[int] = []

            def has_ended() -> bool:
                states.append(_read_active(bus, active).get("State", _DOWN))
                return states[-1] in (_UP, _DOWN)

            if not self._wait(has_ended):
                return reasons.TOO_LATE
            if states[-1] == _UP:
                return None
            failures = [
                reason for state, _, reason in (signal.body for signal in signals) if state == _FAILED
            ]
        return reasons.explain_failure(failures[-1] if failures else 0)

    def _wait(self, is_done: Callable[[], bool]) -> bool:
        """Wait until something is done, and return whether it was in time."""
        end = time.monotonic() + self._patience
        while not is_done():
            if time.monotonic() > end:
                return False
            time.sleep(self._pause)
        return True


def _explain_silence(error: BusTrouble) -> WifiTrouble:
    is_forbidden = error.name.endswith(("AccessDenied", "PermissionDenied"))
    return WifiTrouble(*(reasons.NO_RIGHTS if is_forbidden else reasons.NO_MANAGER))


def _is_wired(bus: Bus) -> bool:
    devices = (bus.get_all(path, _DEVICE) for path in bus.call(_MANAGER, _SERVICE, "GetDevices")[0])
    return any(each["DeviceType"] == _ETHERNET and each["State"] == _CONNECTED for each in devices)


def _find_device(bus: Bus) -> _Device:
    """Return the Wi-Fi device that can be a Wi-Fi of its own."""
    trouble = reasons.NO_DEVICE
    for path in bus.call(_MANAGER, _SERVICE, "GetDevices")[0]:
        device = bus.get_all(path, _DEVICE)
        if device["DeviceType"] == _WIFI and device["Managed"]:
            if bus.get_all(path, f"{_DEVICE}.Wireless")["WirelessCapabilities"] & _CAN_BE_OWN:
                return _Device(path, device["Interface"], device["ActiveConnection"])
            trouble = reasons.CANNOT_BE_OWN
    raise WifiTrouble(*trouble)


def _read_active(bus: Bus, path: str) -> Mapping[str, Any]:
    """Return the properties of an active connection, none if it is not there any more."""
    if path == _NOTHING:
        return {}
    try:
        return bus.get_all(path, _ACTIVE)
    except BusTrouble as error:
        if error.means_gone:
            return {}
        raise


def _find_active_connection(bus: Bus, device: _Device) -> str:
    """Return the connection that a device uses, ``""`` if it uses none."""
    return str(_read_active(bus, device.active).get("Connection", ""))


def _find_own(bus: Bus) -> str | None:
    """Return the own Wi-Fi's connection, ``None`` if it was never made."""
    try:
        (path,) = bus.call(_SETTINGS, f"{_SERVICE}.Settings", "GetConnectionByUuid", "s", OWN_UUID)
    except BusTrouble as error:
        if error.name.endswith("InvalidConnection"):
            return None
        raise
    return str(path)


def _save(bus: Bus, profile: Mapping[str, Mapping[str, tuple[str, Any]]]) -> str:
    """Make the own Wi-Fi's connection, or change it, and return it."""
    own = _find_own(bus)
    if own is None:
        (path,) = bus.call(_SETTINGS, f"{_SERVICE}.Settings", "AddConnection", "a{sa{sv}}", profile)
        return str(path)
    bus.call(own, _CONNECTION, "Update", "a{sa{sv}}", profile)
    return own


def _read_access(bus: Bus, path: str) -> WifiAccess:
    name = _read_name(bus.call(path, _CONNECTION, "GetSettings")[0])
    secrets = bus.call(path, _CONNECTION, "GetSecrets", "s", SECURITY)[0]
    return WifiAccess(name, str(unwrap(secrets[SECURITY])["psk"]))


def _list_known(bus: Bus) -> list[_Known]:
    """Return the Wi-Fis that this machine joins by itself, the last one first."""
    known = []
    for path in bus.call(_SETTINGS, f"{_SERVICE}.Settings", "ListConnections")[0]:
        settings = bus.call(path, _CONNECTION, "GetSettings")[0]
        connection = unwrap(settings["connection"])
        wireless = unwrap(settings.get(WIRELESS, {}))
        if (
            wireless
            and wireless.get("mode", "infrastructure") == "infrastructure"
            and connection.get("autoconnect", True)
        ):
            known.append(_Known(path, _read_name(settings), int(connection.get("timestamp", 0))))
    return sorted(known, key=lambda each: each.used, reverse=True)


def _read_name(settings: Mapping[str, Mapping[str, tuple[str, Any]]]) -> str:
    """Return the name of a Wi-Fi from its settings. Its bytes need not be text."""
    return bytes(unwrap(settings.get(WIRELESS, {})).get("ssid", b"")).decode("utf-8", "replace")
