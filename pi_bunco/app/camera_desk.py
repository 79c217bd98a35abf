"""Gives cameras to tables, as people choose on pages, and keeps what they chose."""

import hashlib
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import count, islice
from pathlib import Path

from pi_bunco.app.calibration_shelf import swap_calibration
from pi_bunco.app.room_equipment import RoomEquipment
from pi_bunco.devices.camera import check_name, normalize_name
from pi_bunco.devices.camera.address import Address
from pi_bunco.devices.camera.found import FoundCamera, find_first_usb
from pi_bunco.devices.camera.phones import find_stream
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.equipment.camera_station import CameraStation, fetch_picture
from pi_bunco.equipment.connected_cameras import ConnectedCameras
from pi_bunco.equipment.peeks import CameraPeeks
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.up import CameraHealth
from pi_bunco.sentences import Sentence, say
from pi_bunco.settings.chosen_cameras import ChosenCameras, load_chosen, save_chosen
from pi_bunco.settings.config import (
    GUESTS,
    MOCK,
    NO_CAMERA,
    Settings,
    get_camera_kind,
    hide_password,
)
from pi_bunco.web.ports.cameras import OfferedCamera

_NETWORK = ("http", "https", "rtsp")
_HOST = re.compile(r"(?:\[[\w:.%]+\]|[\w.-]+)(?::\d+)?(?:[/?#]|$)")
"""The beginning of an address without its password: a name or a number, and a port."""
_FREE_MOCKS = 3
"""How many mock cameras are offered besides those of tables."""
_SEARCHES = 2
"""How many phones are looked for at once."""
_NOT_SEEN = CameraHealth("starting", "")
"""The state of a camera that nobody has looked at."""
_GONE = CameraHealth("trouble", say("Not connected now."), say("Plug it in at the same place."))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskConfig:
    """What a desk uses.

    Attributes
    ----------
    folder
        The state folder, which keeps what people choose.
    list_tables
        Returns the tables that may have a camera of this Pi.
    get_settings
        Returns the settings, with the cameras that the tables have now.
    change_cameras
        Lets tables have other cameras.
    offers_mocks
        Whether mock cameras are there to try the page with.
    find_station
        Returns the station of a table's camera, ``None`` if it does not run.
    """

    folder: Path
    list_tables: Callable[[], Sequence[int]]
    get_settings: Callable[[], Settings]
    change_cameras: Callable[[Mapping[int, str]], None]
    find_station: Callable[[int], CameraStation | None]
    offers_mocks: bool = False


class TableCameras:
    """Gives cameras to tables; implements :class:`pi_bunco.web.ports.cameras.CameraDesk`.

    Parameters
    ----------
    config
        What it uses.
    connected
        Knows which cameras are connected.
    peeks
        Shows what cameras see that no table has.
    """

    def __init__(
        self, config: DeskConfig, connected: ConnectedCameras | None = None, peeks: CameraPeeks | None = None
    ) -> None:
        self._config = config
        self._connected = connected or ConnectedCameras()
        self._peeks = peeks or CameraPeeks()
        self._lock = threading.Lock()
        self._searches = threading.Semaphore(_SEARCHES)

    def close(self) -> None:
        """Close the cameras that were open for a look."""
        self._peeks.close()

    @property
    def settings(self) -> Settings:
        """The settings, with the cameras that the tables have now."""
        return self._config.get_settings()

    def list_tables(self) -> Sequence[int]:
        """Return the tables that may have a camera of this Pi, in order."""
        return self._config.list_tables()

    def list_cameras(self) -> Sequence[OfferedCamera]:
        """Return the cameras: those of tables first."""
        added, found = self._load_added(), self._connected.list_found()
        names = self._list_names().items()
        return tuple(self._describe(name, table, added, found) for name, table in names)

    def give(self, table: int, camera: str) -> None:
        """Let a table have a camera, by its id; ``""``: none. A table that has it now loses it."""
        with self._lock:
            if table not in self.list_tables():
                raise Refused(
                    say("Table {table} is not playing now.", table=table), say("Choose another table.")
                )
            name = self._find_name(camera) if camera else NO_CAMERA
            losers = [each for each, has in self._get_cameras().items() if camera and has == name]
            self._change({**dict.fromkeys(losers, NO_CAMERA), table: name})

    def give_all(self) -> None:
        """Let each table without a camera have one that no table has, in order."""
        with self._lock:
            cameras = self._get_cameras()
            empty = [table for table, name in cameras.items() if name == NO_CAMERA or self._is_missing(name)]
            free = [name for name, table in self._list_names().items() if table is None]
            if given := dict(zip(empty, free, strict=False)):
                self._change(given)

    def add(self, address: str) -> None:
        """Add a network camera or a phone by its address. This replaces its older password."""
        name = address.strip()
        if "://" not in name:
            name = f"http://{name}"
        if get_camera_kind(name).lower() not in _NETWORK or not _HOST.match(
            Address.of(name).bare.partition("://")[2]
        ):
            raise CameraTrouble(
                say("“{address}” is not the address of a camera.", address=hide_password(address)),
                say("Write it like http://192.168.1.20:8080/video, or rtsp://…"),
            )
        check_name(name)
        with self._lock:
            others = self._list_spellings(name)
            if tables := [table for table, has in self._get_cameras().items() if has in others]:
                self._change(dict.fromkeys(tables, name))
            self._save_choice(lambda chosen: reduce(ChosenCameras.remove, others, chosen).add(name))

    def add_phone(self, host: str) -> str:
        """Add the phone at an address that sends pictures, and return the address of its stream.

        Anybody may ask for it, and each one takes a worker for seconds.
        """
        if not self._searches.acquire(blocking=False):
            raise Refused(say("Other phones are being looked for now."), say("Try again in some seconds."))
        try:
            name = find_stream(f"[{host}]" if ":" in host else host)
        finally:
            self._searches.release()
        with self._lock:
            self._save_choice(lambda chosen: chosen.add(name))
        return name

    def remove(self, camera: str) -> None:
        """Remove a camera that was added, by its id. A table that has it loses it."""
        with self._lock:
            name = self._find_name(camera)
            if losers := [table for table, has in self._get_cameras().items() if has == name]:
                self._change(dict.fromkeys(losers, NO_CAMERA))
            self._peeks.end(name)
            self._save_choice(lambda chosen: chosen.remove(name))

    def drop_missing(self) -> None:
        """Let tables whose cameras are not connected have none."""
        with self._lock:
            missing = [table for table, name in self._get_cameras().items() if self._is_missing(name)]
            if missing:
                self._change(dict.fromkeys(missing, NO_CAMERA))

    def fetch_picture(self, camera: str) -> bytes | None:
        """Return the newest picture of a camera as a JPEG, ``None`` if there is none yet."""
        name = self._find_name(camera)
        station = self._find_station(self._list_names()[name])
        return fetch_picture(station) if station else self._peeks.fetch_picture(name)

    def _change(self, cameras: Mapping[int, str]) -> None:
        """Change cameras now and for later starts. What cannot be kept is not changed."""
        before = self._get_cameras()

        def decide(chosen: ChosenCameras) -> ChosenCameras:
            for table, name in cameras.items():
                chosen = chosen.give(table, name)
                if (old := before.get(table, NO_CAMERA)) and get_camera_kind(old) in _NETWORK:
                    chosen = chosen.add(old)  # so that it can be given to a table again
            return chosen

        self._save_choice(decide)
        for name in cameras.values():
            self._peeks.end(name)
        try:
            self._config.change_cameras(cameras)
        except OSError as error:
            raise _make_disk_trouble(error) from error

    def _save_choice(self, decide: Callable[[ChosenCameras], ChosenCameras]) -> None:
        try:
            save_chosen(decide(load_chosen(self._config.folder)), self._config.folder)
        except OSError as error:
            raise _make_disk_trouble(error) from error

    def _get_cameras(self) -> dict[int, str]:
        """Return the camera of each table."""
        settings = self._config.get_settings()
        tables = self.list_tables()
        return {table: settings.get_camera(table) for table in tables}

    def _find_name(self, camera: str) -> str:
        for name in self._list_names():
            if make_id(name) == camera:
                return name
        raise Refused(say("This camera is not there any more."), say("Look at the list again."))

    def _list_names(self) -> dict[str, int | None]:
        """Return the names of all cameras, each with the table that has it."""
        cameras = self._get_cameras()
        names: dict[str, int | None] = {
            name: table for table, name in cameras.items() if name not in {NO_CAMERA, GUESTS}
        }
        used = {_find_device(name) for name in names}
        connected = {each.name: each.device or each.name for each in self._connected.list_found()}
        names |= {
            name: None for name, device in connected.items() if name not in names and device not in used
        }
        known = set(map(normalize_name, names))
        names |= {name: None for name in self._load_added() if normalize_name(name) not in known}
        if self._config.offers_mocks:
            mocks = (f"{MOCK}:{seed}" for seed in count(2))
            names |= dict.fromkeys(islice((mock for mock in mocks if mock not in names), _FREE_MOCKS))
        return names

    def _list_spellings(self, name: str) -> list[str]:
        """Return how else the same network camera is called here, such as with another password."""
        key, names = normalize_name(name), (*self._get_cameras().values(), *self._load_added())
        network = (each for each in names if get_camera_kind(each).lower() in _NETWORK)
        return [each for each in network if each != name and normalize_name(each) == key]

    def _load_added(self) -> Sequence[str]:
        return load_chosen(self._config.folder).added

    def _describe(
        self, name: str, table: int | None, added: Sequence[str], found: Sequence[FoundCamera]
    ) -> OfferedCamera:
        connected = _find_connected(name, found)
        is_missing = connected is None and self._should_be_listed(name)
        health = self._find_health(name, table, is_missing=is_missing)
        return OfferedCamera(
            id=make_id(name),
            title=_make_title(name, connected),
            place=hide_password(name) if get_camera_kind(name) in _NETWORK else _name_port(name),
            table=table,
            status=health.status,
            says=health.text,
            remedy=health.remedy,
            added=name in added,
            connected=not is_missing,
        )

    def _is_missing(self, name: str) -> bool:
        """Return whether a camera should be plugged in, but is not."""
        connected = _find_connected(name, self._connected.list_found())
        return connected is None and self._should_be_listed(name)

    def _should_be_listed(self, name: str) -> bool:
        """Return whether a camera of this name is listed if it is plugged in."""
        if get_camera_kind(name) == "picamera2":
            return self._connected.knows_ribbon
        return name == "usb" or name.startswith("/dev/")

    def _find_station(self, table: int | None) -> CameraStation | None:
        return None if table is None else self._config.find_station(table)

    def _find_health(self, name: str, table: int | None, *, is_missing: bool) -> CameraHealth:
        if station := self._find_station(table):
            return station.health
        if is_missing:
            return _GONE
        return self._peeks.get_health(name) or _NOT_SEEN


def open_desk(equipment: RoomEquipment, list_tables: Callable[[], Sequence[int]]) -> TableCameras:
    """Return a desk for the tables of this Pi, which has this equipment."""
    return TableCameras(
        DeskConfig(
            folder=equipment.settings.state_dir,
            list_tables=list_tables,
            get_settings=lambda: equipment.settings,
            change_cameras=equipment.change_cameras,
            find_station=equipment.stations.get,
            offers_mocks=equipment.settings.mock,
        )
    )


def open_planning_desk(settings: Settings, list_tables: Callable[[], Sequence[int]]) -> TableCameras:
    """Return a desk for tables that do not play yet. Their cameras are open only for a look."""
    planned = [settings]

    def change_cameras(cameras: Mapping[int, str]) -> None:
        before = planned[0]
        for table, camera in cameras.items():
            swap_calibration(before.state_dir, table, before.get_camera(table), camera)
        planned[0] = before.give_cameras({HEAD: before.camera, **before.stations, **cameras})

    desk = TableCameras(
        DeskConfig(
            folder=settings.state_dir,
            list_tables=list_tables,
            get_settings=lambda: planned[0],
            change_cameras=change_cameras,
            find_station=lambda _: None,
            offers_mocks=settings.mock,
        )
    )
    # The first look takes seconds, for which no page should wait.
    start_thread(threading.Thread(target=desk.list_cameras, name="first look", daemon=True))
    return desk


def make_id(name: str) -> str:
    """Return the id of a camera, which hides a password in its name.

    >>> make_id("usb")
    '04b961957b'
    """
    return hashlib.sha256(name.encode()).hexdigest()[:10]


def _find_device(name: str) -> str:
    """Return the device file that a camera's name means now, or the name in one spelling."""
    if name == "usb":
        try:
            return find_first_usb()
        except CameraTrouble:
            return name
    spelled = normalize_name(name)
    return os.path.realpath(spelled) if spelled.startswith("/dev/") else spelled


def _find_connected(name: str, found: Sequence[FoundCamera]) -> FoundCamera | None:
    """Return which of the connected cameras a name means, ``None``: none of them."""
    device = _find_device(name)
    return next((each for each in found if name == each.name or device == (each.device or each.name)), None)


def _make_title(name: str, found: FoundCamera | None) -> Sentence:
    match get_camera_kind(name).lower():
        case "http" | "https" | "rtsp":
            return say("Camera on the network")
        case "mock":
            return say("Mock camera {seed}", seed=name.partition(":")[2] or "1")
        case "picamera2":
            return say("Pi camera {model}", model=found.model if found else "")
    if found and found.model:
        return say("USB camera {model}", model=found.model)
    return say("USB camera") if name == "usb" or name.startswith("/dev/") else say("Camera {name}", name=name)


def _name_port(name: str) -> str:
    """Return where a camera is plugged in, such as ``USB 1.2``, ``""`` if its name does not say it.

    >>> _name_port("/dev/v4l/by-path/platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.2:1.0-video-index0")
    'USB 1.2'
    """
    port = name.partition("-usb-")[2].split(":")
    return f"USB {port[1]}" if len(port) > 1 else ""


def _make_disk_trouble(error: OSError) -> Trouble:
    return Trouble(
        say("The choice could not be saved ({why}).", why=error.strerror or str(error)),
        say("Make room on the card, and choose again."),
    )
