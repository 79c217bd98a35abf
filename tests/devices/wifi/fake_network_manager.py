"""A NetworkManager on a private D-Bus, as far as the own Wi-Fi needs one. It notes what it was asked."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection

NAME = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
DEVICE = f"{ROOT}/Devices/2"
CABLE = f"{ROOT}/Devices/1"
NEEDS = ("settings.modify.system", "network-control", "wifi.share.protected", "enable-disable-wifi")
_TYPES = {bool: "b", int: "u", str: "s"}
Settings = dict[str, dict[str, tuple[str, Any]]]


def make_house(name: str, timestamp: int, **more: tuple[str, Any]) -> Settings:
    """Return a Wi-Fi of the house as NetworkManager keeps it."""
    connection = {"id": ("s", name), "uuid": ("s", f"house-{name}"), "type": ("s", "802-11-wireless")}
    return {
        "connection": {**connection, "timestamp": ("t", timestamp), **more},
        "802-11-wireless": {"ssid": ("ay", name.encode()), "mode": ("s", "infrastructure")},
    }


@dataclass
class FakeNetworkManager:
    """What it has and does. A test changes it before the program asks.

    Attributes
    ----------
    connections
        The settings of each connection by its path.
    active
        The path of the Wi-Fi's active connection, ``""``: none.
    failing
        The reason with which the activation of a connection fails, by its uuid.
    hanging
        The uuids of connections whose activation does not end.
    calls
        The methods that were called, with what was sent.
    """

    address: str
    wifi: bool = True
    can_be_own: bool = True
    managed: bool = True
    wired: bool = False
    enabled: bool = True
    hardware: bool = True
    rights: dict[str, str] = field(default_factory=lambda: {f"{NAME}.{need}": "yes" for need in NEEDS})
    connections: dict[str, Settings] = field(default_factory=dict)
    active: str = ""
    state: int = 2
    failing: dict[str, int] = field(default_factory=dict)
    hanging: set[str] = field(default_factory=set)
    calls: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = count(1)
        self._activations = count(1)
        self._activation = ""
        self._connection: DBusConnection | None = None

    def add(self, settings: Settings) -> str:
        """Add a connection and return its path."""
        path = f"{ROOT}/Settings/{next(self._numbers)}"
        self.connections[path] = settings
        return path

    def get_uuid(self, path: str) -> str:
        return str(self.connections[path]["connection"]["uuid"][1])

    def find_own(self) -> Settings | None:
        """Return the settings of the own Wi-Fi, ``None`` if it was never made."""
        own = [each for each in self.connections.values() if each["connection"]["id"][1] == "pi-bunco"]
        assert len(own) < 2
        return own[0] if own else None

    def list_called(self, method: str) -> list[tuple[Any, ...]]:
        return [body for name, body in self.calls if name == method]

    def serve(self, connection: DBusConnection) -> None:
        """Answer until the bus closes."""
        self._connection = connection
        while True:
            try:
                message = connection.receive()
            except (OSError, ConnectionError):
                return
            if message.header.message_type is not MessageType.method_call:
                continue
            fields = message.header.fields
            path, method = fields[HeaderFields.path], fields[HeaderFields.member]
            self.calls.append((method, message.body))
            try:
                signature, body = self._answer(path, method, message.body)
                connection.send(new_method_return(message, signature, body))
            except KeyError as missing:
                connection.send(new_error(message, missing.args[0]))
            except OSError:
                return

    def _answer(self, path: str, method: str, body: tuple[Any, ...]) -> tuple[str | None, tuple[Any, ...]]:
        if method == "GetAll":
            values = self._list_properties(path, body[0])
            return "a{sv}", ({name: (_find_type(value), value) for name, value in values.items()},)
        if method == "Set":
            assert body[:2] == (NAME, "WirelessEnabled")
            self.enabled = body[2][1]
            return None, ()
        act: Callable[..., tuple[str | None, tuple[Any, ...]]] = getattr(self, f"_{method}")
        return act(path, *body)

    def _list_properties(self, path: str, interface: str) -> dict[str, Any]:
        if path == ROOT:
            return {"WirelessEnabled": self.enabled, "WirelessHardwareEnabled": self.hardware}
        if path == CABLE:
            return {"DeviceType": 1, "State": 100 if self.wired else 20, "Managed": True}
        if interface.endswith(".Wireless"):
            return {"WirelessCapabilities": 0x40 | 0x3F if self.can_be_own else 0x3F}
        if path == DEVICE:
            active = self._name_activation() if self.active else "/"
            state = 100 if self.active else 30 if self.enabled else 20
            return {
                "DeviceType": 2,
                "Managed": self.managed,
                "Interface": "wlan0",
                "State": state,
                "ActiveConnection": active,
            }
        if not self.active or path != self._name_activation():
            raise KeyError("org.freedesktop.DBus.Error.UnknownMethod")
        return {"Uuid": self.get_uuid(self.active), "Connection": self.active, "State": self.state}

    def _name_activation(self) -> str:
        return f"{ROOT}/ActiveConnection/{self._activation or 0}"

    def _GetDevices(self, _: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802 - D-Bus's name, as all below
        return "ao", ([CABLE, *([DEVICE] if self.wifi else [])],)

    def _GetPermissions(self, _: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        return "a{ss}", (self.rights,)

    def _ListConnections(self, _: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        return "ao", (list(self.connections),)

    def _GetConnectionByUuid(self, _: str, uuid: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        for path in self.connections:
            if self.get_uuid(path) == uuid:
                return "o", (path,)
        raise KeyError(f"{NAME}.Settings.InvalidConnection")

    def _GetSettings(self, path: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        """Return all but the secrets."""
        shown = {
            part: {name: value for name, value in values.items() if name != "psk"}
            for part, values in self.connections[path].items()
        }
        return "a{sa{sv}}", (shown,)

    def _GetSecrets(self, path: str, part: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        return "a{sa{sv}}", ({part: {"psk": self.connections[path][part]["psk"]}},)

    def _AddConnection(self, _: str, settings: Settings) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        return "o", (self.add(settings),)

    def _Update(self, path: str, settings: Settings) -> tuple[None, tuple[Any, ...]]:  # noqa: N802
        self.connections[path] = settings
        return None, ()

    def _Disconnect(self, _: str) -> tuple[None, tuple[Any, ...]]:  # noqa: N802
        self.active = ""
        return None, ()

    def _ActivateConnection(self, _: str, path: str, device: str, what: str) -> tuple[str, tuple[Any, ...]]:  # noqa: N802
        assert (device, what) == (DEVICE, "/")
        self._activation = str(next(self._activations))
        uuid, activation = self.get_uuid(path), self._name_activation()
        self.active, self.state = path, 1 if uuid in self.hanging else 2
        if uuid in self.failing:
            self.active = ""
            assert self._connection is not None
            emitter = DBusAddress(DEVICE, interface=f"{NAME}.Device")
            reason = (120, 50, self.failing[uuid])
            self._connection.send(new_signal(emitter, "StateChanged", "uuu", reason))
        return "o", (activation,)


def _find_type(value: object) -> str:
    return "o" if isinstance(value, str) and value.startswith("/") else _TYPES[type(value)]


@contextmanager
def open_bus(folder: Path) -> Iterator[str]:
    """Run a private bus, and yield its address."""
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={folder}/bus"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.communicate()


@contextmanager
def open_network_manager(folder: Path) -> Iterator[FakeNetworkManager]:
    """Run one on a bus of its own, in the Wi-Fi ``Hall``."""
    with open_bus(folder) as address:
        manager = FakeNetworkManager(address)
        manager.add(make_house("Old", 10))
        manager.active = manager.add(make_house("Hall", 20))
        connection = open_dbus_connection(address)
        connection.send_and_get_reply(message_bus.RequestName(NAME))
        thread = threading.Thread(target=manager.serve, args=(connection,))
        thread.start()
        try:
            yield manager
        finally:
            connection.sock.shutdown(2)
            thread.join()
            connection.close()
