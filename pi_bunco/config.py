"""What a table is told at its start: from the command line, and from a file beside it."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator

from pi_bunco import limits
from pi_bunco.errors import Trouble
from pi_bunco.limits import SEED, SETS
from pi_bunco.rules.quoting import clipped, quoted
from pi_bunco.rules.sheets.scan import lines_of
from pi_bunco.toml import text_of

MOCK = "mock"
NO_CAMERA = "none"
GUESTS = "guests"
"""A station without a camera, at which mock guests tap."""
NO_DEVICE = (MOCK, NO_CAMERA, GUESTS)
"""Kinds of cameras that are no device, so that every table may have its own."""
SERVICE_STATE = Path("/var/lib/pi-bunco")
"""Where the service keeps its games (``systemd/pi-bunco.service``)."""
SERVICE_SETTINGS = Path("/etc/pi-bunco/table.toml")
"""The service's settings."""
STICK = Path("/media/pi-bunco/pi-bunco")
"""Where backups are on a USB stick, while there is one (``systemd/pi-bunco-stick.service``)."""

_HOST = re.compile(
    r"[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?"
)

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a real table is shown on tablets of the room


def stick_is_there() -> bool:
    """Tell whether a USB stick is mounted; where none is, a folder of that name is on the card itself."""
    return STICK.parent.is_mount()


def kind_of(camera: str) -> str:
    """Return the kind of a camera, as the settings name it.

    >>> kind_of("mock:7"), kind_of("usb"), kind_of("http://10.0.0.7/video")
    ('mock', 'usb', 'http')
    """
    return camera.partition(":")[0]


class ConfigTrouble(Trouble, ValueError):
    """A setting, or the file that holds it, is wrong."""


def state_home() -> Path:
    """Give the folder where a table keeps its log if it is not told another.

    Where the service is installed that is the service's for whoever may write there, as root may.
    """
    if "XDG_STATE_HOME" not in os.environ and os.access(SERVICE_STATE, os.W_OK):
        return SERVICE_STATE
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "pi-bunco"


class Settings(BaseModel):
    """All that ``pi-bunco run`` can be told; each is an option and a key of the config file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    camera: str = MOCK
    """Of table 1: ``mock``, ``none``, a video, a folder, ``picamera2:1``, ``usb``, a device, or http."""
    stations: Mapping[Annotated[int, Field(ge=1, le=limits.TABLES)], str] = {}
    """The cameras of further tables, by their numbers; or ``none``, or ``guests``: mock guests who tap."""
    rules: str = "classic"
    """The sheet: classic, casino, houseparty, tournament, boxed, one of the house, or its .toml file."""
    players: tuple[str, ...] = ("Ann", "Bob", "Cy", "Di")
    """2 to 100 names, in the order of the tables and seats, or a file with one name a line."""
    sets: Annotated[int, Field(ge=1, le=SETS)] | None = None
    """How many sets; ``None``: what the sheet says."""
    seed: Annotated[int, Field(ge=0, le=SEED)] = 1
    """What the mock table throws; the same seed throws the same."""
    speed: Annotated[float, Field(gt=0, le=100)] = 1.0
    """How much shorter the pauses at the mock table are."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    """The page's port; 0 takes a free one."""
    host: str | None = None
    """The address to serve on; ``None``: this machine only in mock mode, else all addresses."""
    names: tuple[str, ...] = ()
    """Further names by which the page may be opened, beside the machine's own and its addresses."""
    per_address: Annotated[int, Field(ge=1, le=limits.CONNECTIONS)] = limits.CONNECTIONS_OF_ONE
    """How many connections to the page one address may have at once; a browser opens up to six."""
    state_dir: Path = Field(default_factory=state_home)
    """Where the log and the photos are."""
    calibration: Path | None = None
    """What ``pi-bunco calibrate`` wrote; ``None``: ``calibration.zip`` in the state folder, if there."""
    bell: str | None = None
    """``mock`` (the key on the page), ``gpio``, ``gpio:BOARD``; ``None``: gpio with picamera2, else mock."""
    keep: bool = False
    """Keep the pictures of throws that people put right, for the reader to learn from."""
    keep_megabytes: Annotated[int, Field(ge=1)] = 200
    """How much of the disk they may take; the oldest go first."""
    countdown: Annotated[int, Field(ge=0, le=limits.COUNTDOWN)] = 0
    """How many seconds after each round the next bell rings by itself; 0: the host rings it."""
    new: bool = False
    """Begin a new game even if one is unfinished."""

    _places: dict[int, str] = PrivateAttr(default_factory=dict)

    def know_places(self, places: Mapping[int, str]) -> None:
        """Take in where a settings file names each table's station."""
        self._places.update(places)

    def place_of(self, table: int) -> str:
        """Return where a table's station stands in a settings file, ``""`` where it does not."""
        return self._places.get(table, "")

    @field_validator("players", mode="before")
    @classmethod
    def _players(cls, value: object) -> object:
        if not (isinstance(value, str) and os.path.isfile(value)):  # noqa: PTH113 - pathlib's own fails on long names
            return _split(value)
        try:
            return tuple(filter(None, (line.strip() for line in text_of(Path(value)).splitlines())))
        except OSError as error:
            raise ValueError(f"the file of names cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ValueError("the file of names is no UTF-8 text") from error

    @field_validator("stations", mode="before")
    @classmethod
    def _stations(cls, value: object) -> object:
        """Read what the command line says, ``2=usb`` once for each table; a file has a table of them."""
        if not isinstance(value, tuple):
            return value
        stations: dict[str, str] = {}
        for said in value:
            table, equals, camera = said.partition("=")
            if not (equals and table.isdecimal() and camera):
                raise ValueError("a station is like 2=usb: the number of its table, and its camera")
            if table in stations:
                raise ValueError(f"table {table} has two stations")
            stations[table] = camera
        return stations

    @field_validator("names", mode="before")
    @classmethod
    def _hosts(cls, value: object) -> object:
        hosts = _split(value)
        for host in hosts if isinstance(hosts, tuple | list) else ():
            if not (isinstance(host, str) and _HOST.fullmatch(host)):
                raise ValueError('a name is like "bunco.example.org", without http:// and port')
        return hosts

    @property
    def mock(self) -> bool:
        """Whether the table plays itself."""
        return kind_of(self.camera) == MOCK

    @property
    def address(self) -> str:
        """The address to serve on."""
        return self.host or (LOOPBACK if self.mock else EVERYWHERE)

    @property
    def bell_used(self) -> str:
        """The bell of this table: the one it was told, else pins beside the Pi's camera, else the page."""
        return self.bell or ("gpio" if kind_of(self.camera) == "picamera2" else MOCK)


def _split(value: object) -> object:
    """Part names at their commas; a list is one already."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return value


def load(file: Path | None, said: dict[str, Any]) -> Settings:
    """Put the settings together: what was said beats the file, the file beats the defaults.

    Parameters
    ----------
    file
        A TOML file with keys of :class:`Settings`; ``None``: the one that ``PI_BUNCO_CONFIG`` names, as the
        installed command does, or none.
    said
        What the command line said.

    Raises
    ------
    ConfigTrouble
        Naming the file, the key and what is allowed.
    """
    told: dict[str, Any] = {}
    lines: Mapping[tuple[str | int, ...], int] = {}
    if file is None and (named := os.environ.get("PI_BUNCO_CONFIG")):
        file = Path(named)
    if file is not None:
        try:
            text = text_of(file)
            told = tomllib.loads(text)
            lines = lines_of(text)
        except OSError as error:
            raise ConfigTrouble(
                f"The settings in {file} cannot be read ({error.strerror}).", "Name another with --config."
            ) from error
        except (ValueError, RecursionError) as error:
            known = isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError)
            why = str(error) if known else "a number is too long, or lists stand in one another without end"
            raise ConfigTrouble(
                f"The settings in {file} cannot be understood: {why}.",
                'Mend that line; words stand in quotation marks, such as camera = "usb".',
            ) from error
    try:
        settings = Settings(**(told | said))
    except ValidationError as error:
        first = error.errors()[0]
        top = str(first["loc"][0])
        path = tuple(str(part) for part in first["loc"] if part != "[key]")
        line = lines.get(path) or lines.get(path[:1])
        key = clipped(".".join(path))
        in_file = f"{file}, line {line}: {key}" if line else f"{file}: {key}"
        where = f"--{_OPTIONS.get(top, top).replace('_', '-')}" if top in said else in_file
        if first["type"] == "extra_forbidden":
            raise ConfigTrouble(
                f"{where} is no setting.", f"The settings are {', '.join(Settings.model_fields)}."
            ) from error
        given = (told | said).get(top)
        why = first["msg"].removeprefix("Value error, ")
        raise ConfigTrouble(
            f"{where} cannot be {quoted(given)}.", f"{why[:1].upper()}{why[1:]}; see pi-bunco run --help."
        ) from error
    if "stations" not in said:
        stations = {int(path[1]): line for path, line in lines.items() if _is_station(path)}
        settings.know_places({table: f"{file}, line {line}: " for table, line in stations.items()})
    return settings


def _is_station(path: tuple[str | int, ...]) -> bool:
    """Tell whether a key of a settings file names the station of a table."""
    return len(path) == 2 and path[0] == "stations" and str(path[1]).isdecimal()  # noqa: PLR2004 - stations.7


_OPTIONS = {"stations": "station"}
"""What settings are called on the command line, where that is another word."""
