"""Loads the settings of a table from the command line and from a file."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator

from pi_bunco import limits
from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.files.toml import Key, KeyPlaces, find_key_places, read_toml_text
from pi_bunco.guest_list import ListedGuests, ListTrouble, decode_list, read_guests
from pi_bunco.limits import GUESTS_BYTES, SEED, SETS
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.sentences import say

MOCK = "mock"
NO_CAMERA = "none"
GUESTS = "guests"
"""A station without a camera, at which mock guests tap."""
NO_DEVICE = (MOCK, NO_CAMERA, GUESTS)
"""Kinds of cameras without a device, so that every table may have one."""
SERVICE_STATE = Path("/var/lib/pi-bunco")
"""The folder of the service's games (``systemd/pi-bunco.service``)."""
SERVICE_RUNTIME = Path("/run/pi-bunco")
"""The service's folder in memory, which stays until the machine is switched off."""
CALIBRATION = "calibration.zip"
"""The name of table 1's file in the state folder."""
SERVICE_SETTINGS = Path("/etc/pi-bunco/table.toml")
"""The service's settings."""
STICK = Path("/media/pi-bunco/pi-bunco")
"""The folder of backups on a USB stick, if one is plugged in (``systemd/pi-bunco-stick.service``)."""

_HOST_NAME = re.compile(
    r"[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?"
)
_TABLE_NUMBER = re.compile(r"[1-9][0-9]?")
_CAMERA_EXAMPLES = say('such as "usb", or "none" where dice are tapped in')
_DUPLICATE_KEY = re.compile(r"Cannot .* \((?:at line (\d+), column \d+|at end of document)\)")
"""The standard library's message about a key that occurs twice."""
_OPTION_NAMES = {"stations": "station"}
"""Settings whose option on the command line has another name."""

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - tablets in the room open the pages of a real table
RolesSetting = Literal["auto", "on", "off"]
"""Whether devices have roles; ``auto``: if there are several tables or a PIN, and no mock table."""


def is_stick_mounted() -> bool:
    """Return whether a USB stick is mounted. If not, its folder would be on the card itself."""
    return STICK.parent.is_mount()


def name_calibration(table: int) -> str:
    """Return the name of a table's calibration in the state folder.

    >>> name_calibration(1), name_calibration(3)
    ('calibration.zip', 'calibration-3.zip')
    """
    return CALIBRATION if table == 1 else f"{Path(CALIBRATION).stem}-{table}{Path(CALIBRATION).suffix}"


def get_camera_kind(camera: str) -> str:
    """Return the kind of a camera from its name in the settings.

    >>> get_camera_kind("mock:7"), get_camera_kind("usb"), get_camera_kind("http://10.0.0.7/video")
    ('mock', 'usb', 'http')
    """
    return camera.partition(":")[0]


def hide_password(camera: str) -> str:
    """Return a camera's name without the user and password of an address, so that it may be shown.

    >>> hide_password("http://ann:s3cret@10.0.0.7/video"), hide_password("usb")
    ('http://10.0.0.7/video', 'usb')
    """
    return re.sub(r"(?<=://)[^/?#]*@", "", camera)


class ConfigTrouble(Trouble, ValueError):
    """A setting, or the file that holds it, is wrong."""


class _Wrong(ValueError):
    """A part of a setting is wrong.

    Parameters
    ----------
    text, remedy
        The rest of a sentence that begins with its place, and what to do.
    part
        The path of that part within the setting.
    """

    def __init__(self, text: str, remedy: str, *part: str | int) -> None:
        super().__init__(say("{what} {remedy}", what=text, remedy=remedy))
        self.text, self.remedy, self.part = text, remedy, part


def find_state_folder() -> Path:
    """Return the default folder of a table's log.

    It is the service's folder if the service is installed and this user may write there.
    """
    if "XDG_STATE_HOME" not in os.environ and os.access(SERVICE_STATE, os.W_OK):
        return SERVICE_STATE
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "pi-bunco"


class Settings(BaseModel):
    """All settings of ``pi-bunco run``; each is an option and a key of the config file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    camera: str = MOCK
    """The camera of table 1, such as ``usb`` or ``picamera2:1``; ``pi-bunco run --help`` lists all kinds."""
    stations: Mapping[Annotated[int, Field(ge=1, le=limits.TABLES)], str] = {}
    """The camera of each further table, by number; ``none``: people tap dice; ``guests``: mock guests do."""
    rules: str = "classic"
    """The sheet: a printed one (``pi-bunco rules list`` names them), a house sheet, or its .toml file."""
    players: tuple[str, ...] = ("Ann", "Bob", "Cy", "Di")
    """2 to 100 names, in the order of the tables and seats, or a list of them as text, or its file."""
    sets: Annotated[int, Field(ge=1, le=SETS)] | None = None
    """How many sets; ``None``: as many as the sheet says."""
    seed: Annotated[int, Field(ge=0, le=SEED)] = 1
    """The seed of the mock table's dice; the same seed gives the same throws."""
    speed: Annotated[float, Field(gt=0, le=100)] = 1.0
    """How many times shorter than usual the pauses at the mock table are."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    """The page's port; 0 takes a free one."""
    secure_port: Annotated[int, Field(ge=0, le=65535)] = 8443
    """The port of the same pages over HTTPS, once the host has switched that on; 0 takes a free one."""
    host: str | None = None
    """The address to serve on; ``None``: this machine only if table 1 is a mock, else all addresses."""
    names: tuple[str, ...] = ()
    """Further names in the page's address, beside the names and addresses of the machine itself."""
    roles: RolesSetting = "auto"
    """``on``: devices only watch until the host lets them in; ``off``: every device may do everything;
    ``auto``: on if there are several tables or a PIN is set, and table 1 is no mock."""
    per_address: Annotated[int, Field(ge=1, le=limits.CONNECTIONS)] = limits.CONNECTIONS_PER_ADDRESS
    """How many connections to the page one address may have at once; a browser opens up to six."""
    state_dir: Path = Field(default_factory=find_state_folder)
    """Where the log and the photos are."""
    calibration: Path | None = None
    """The file that ``pi-bunco calibrate`` wrote; ``None``: ``calibration.zip`` in the state folder."""
    bell: str | None = None
    """``mock`` (the page's button), ``gpio``, ``gpio:BOARD``; ``None``: gpio with picamera2, else mock."""
    reader: str | None = None
    """The name of a plug-in that reads the dice (docs/extending.md); ``None``: the built-in reader."""
    keep: bool = False
    """Whether to keep the pictures of throws that people correct, so that the reader can learn from them."""
    keep_megabytes: Annotated[int, Field(ge=1)] = 200
    """The most disk space for kept pictures, in megabytes; the oldest are deleted first."""
    photos_days: Annotated[int, Field(ge=0, le=limits.PHOTOS_FOR_EVER)] = 30
    """How many days photos of throws stay; 0: those of this evening only; 36500: for ever."""
    countdown: Annotated[int, Field(ge=0, le=limits.COUNTDOWN)] = 0
    """Seconds from the end of a round until the next bell rings by itself; 0: the host rings it."""
    new: bool = False
    """Whether to begin a new game even if one is unfinished."""

    welcome: bool = False
    """Whether pages ask for the next game, also with the mock camera; not while a game goes on."""

    _prefixes: Mapping[Key, str] = PrivateAttr(default_factory=dict)
    _listed: ListedGuests | None = PrivateAttr(None)

    def model_post_init(self, context: Any, /) -> None:
        """Store the place of each setting, for errors that are found later."""
        self._prefixes = context or {}

    @property
    def guests(self) -> ListedGuests:
        """The players, with their tables and with what may be wrong in the list that names them."""
        listed = self._listed
        return listed if listed and listed.names == self.players else ListedGuests(self.players)

    def find_place(self, table: int) -> str:
        """Return the place of a table's camera setting, to begin a sentence, or ``""`` if it is obvious."""
        return self._prefixes.get(self.make_camera_key(table), "")

    @staticmethod
    def make_camera_key(table: int) -> tuple[str, ...]:
        """Return the setting that names a table's camera.

        >>> Settings.make_camera_key(1), Settings.make_camera_key(3)
        (('camera',), ('stations', '3'))
        """
        return ("camera",) if table == 1 else ("stations", str(table))

    @contextmanager
    def add_place(self, *key: str) -> Iterator[None]:
        """Add the place of this setting to any :class:`Trouble` that is raised in the ``with``."""
        try:
            yield
        except Trouble as trouble:
            place = self._prefixes.get(key, "")
            trouble.text = say("{place}{text}", place=place, text=trouble.text) if place else trouble.text
            raise

    @field_validator("stations", mode="before")
    @classmethod
    def _read_stations(cls, value: object) -> object:
        """Read the stations: ``2=usb`` for each table on the command line, or a TOML table in a file."""
        stations: dict[int, str] = {}
        for table, camera in _split_pairs(value):
            if table == "1":
                raise _Wrong(
                    say("names table 1."),
                    say("Table 1 takes its camera from the setting “camera” (--camera)."),
                    table,
                )
            if not (_TABLE_NUMBER.fullmatch(table) and int(table) <= limits.TABLES):
                raise _Wrong(
                    say("is not the number of a table."),
                    say("Further tables have the numbers 2 to {most}.", most=limits.TABLES),
                    table,
                )
            if int(table) in stations:
                raise _Wrong(
                    say("is a second station of table {table}.", table=table),
                    say("Leave one of them out."),
                    table,
                )
            if not isinstance(camera, str):
                raise _Wrong(
                    say("is no camera."),
                    say("Write one in quotation marks, {examples}.", examples=_CAMERA_EXAMPLES),
                    table,
                )
            if not camera.strip():
                raise _Wrong(
                    say("names no camera."), say("Write one, {examples}.", examples=_CAMERA_EXAMPLES), table
                )
            stations[int(table)] = camera
        return stations

    @field_validator("names", mode="before")
    @classmethod
    def _read_hosts(cls, value: object) -> object:
        hosts = _split_names(value)
        for host in hosts if isinstance(hosts, tuple | list) else ():
            if not (isinstance(host, str) and _HOST_NAME.fullmatch(host)):
                raise ValueError('a name is like "bunco.example.org", without http:// and port')
        return hosts

    @property
    def mock(self) -> bool:
        """Whether the table plays itself."""
        return get_camera_kind(self.camera) == MOCK

    def get_camera(self, table: int) -> str:
        """Return the name of a table's camera, :data:`NO_CAMERA` if it has none."""
        return self.camera if table == 1 else self.stations.get(table, NO_CAMERA)

    def list_cameras(self) -> tuple[str, ...]:
        """Return the names of all cameras, that of table 1 first."""
        return (self.camera, *(self.stations[table] for table in sorted(self.stations)))

    def give_cameras(self, cameras: Mapping[int, str]) -> "Settings":
        """Return these settings with another camera at each table. A table that is missing here has none.

        The calibration that they name is for the camera of table 1, so another camera there loses it. A bell
        at the pins stays, although without a name it comes from the camera of table 1.
        """
        others = {table: camera for table, camera in cameras.items() if table != 1}
        camera = cameras.get(1, NO_CAMERA)
        calibration = self.calibration if camera == self.camera else None
        bell = self.bell if self.bell_used == MOCK else self.bell_used
        changes = {"camera": camera, "stations": others, "calibration": calibration, "bell": bell}
        return self.model_copy(update=changes)

    def names_calibration(self, table: int) -> bool:
        """Return whether the settings name a table's calibration."""
        return table == 1 and self.calibration is not None

    def find_calibration(self, table: int) -> Path:
        """Return the path of a table's calibration, which may not exist."""
        named = self.calibration if table == 1 else None
        return named or self.state_dir / name_calibration(table)

    @property
    def address(self) -> str:
        """The address to serve on."""
        return self.host or (LOOPBACK if self.mock else EVERYWHERE)

    @property
    def bell_used(self) -> str:
        """The bell from the settings; if they name none: pins if table 1 has a Pi camera, else the page."""
        return self.bell or ("gpio" if get_camera_kind(self.camera) == "picamera2" else MOCK)


def _split_names(value: object) -> object:
    """Split names at their commas. A list stays as it is."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    return value


def load(file: Path | None, options: dict[str, Any]) -> Settings:
    """Load the settings: the command line overrides the file, and the file overrides the defaults.

    Parameters
    ----------
    file
        A TOML file with keys of :class:`Settings`; ``None``: the file in ``PI_BUNCO_CONFIG``, which the
        installed command sets, or no file.
    options
        The options of the command line.

    Raises
    ------
    ConfigTrouble
        With the file, the key and the allowed values.
    """
    if file is None and (named := os.environ.get("PI_BUNCO_CONFIG")):
        file = Path(named)
    from_file, places = _read_file(file) if file else ({}, KeyPlaces())
    prefixes = {key: f"{places.find(*key)}: " for key in places.lines if key[0] not in options}
    tables = (str(station).partition("=")[0] for station in options.get("stations", ()))
    prefixes |= {("stations", table): f"--station {table}: " for table in tables}
    values = from_file | options
    listed: ListedGuests | None = None
    if isinstance(values.get("players"), str):
        listed = _read_list(values["players"], _find_place(("players",), places, options))
        values["players"] = listed.names
    try:
        settings = Settings.model_validate(values, context=prefixes)
    except ValidationError as error:
        raise _make_trouble(error, values, places, options) from error
    settings._listed = listed  # noqa: SLF001 - it comes from the same list as the names
    return settings


def _read_list(text: str, place: str) -> ListedGuests:
    """Return the guests of a list, or of the file of this name."""
    try:
        if not os.path.isfile(text):  # noqa: PTH113 - pathlib's own fails on long names
            return read_guests(text)
        decoded, notes = decode_list(bounded.read(Path(text), GUESTS_BYTES))
        listed = read_guests(decoded)
    except OSError as error:
        raise ConfigTrouble(
            say(
                "{place}: The file {text} cannot be read ({why}).", place=place, text=text, why=error.strerror
            ),
            say("Name a file of names, as plain text or CSV."),
        ) from error
    except ListTrouble as trouble:
        raise ConfigTrouble(say("{place}: {why}", place=place, why=trouble.text), trouble.remedy) from trouble
    return replace(listed, notes=(*notes, *listed.notes))


def _read_file(file: Path) -> tuple[dict[str, Any], KeyPlaces]:
    """Return the settings of a file, and their places."""
    try:
        text = read_toml_text(file)
        values = tomllib.loads(text)
        return values, find_key_places(file, text, values)
    except OSError as error:
        raise ConfigTrouble(
            say("The settings in {file} cannot be read ({why}).", file=file, why=error.strerror),
            say("Name another with --config."),
        ) from error
    except (ValueError, RecursionError) as error:
        known = isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError)
        why = str(error) if known else "a number is too long, or lists are nested too deeply"
        if known and (duplicate := _DUPLICATE_KEY.fullmatch(why)):
            line = duplicate[1] or text.count("\n") + 1
            raise ConfigTrouble(
                say("{file}, line {line}: this setting occurs twice.", file=file, line=line),
                say("Leave one of the two out."),
            ) from error
        raise ConfigTrouble(
            say("The settings in {file} cannot be understood: {why}.", file=file, why=why),
            say('Correct that line; words need quotation marks, such as camera = "usb".'),
        ) from error


def _make_trouble(
    error: ValidationError, values: Mapping[str, Any], places: KeyPlaces, options: Mapping[str, Any]
) -> ConfigTrouble:
    """Return the first error and its place in words."""
    first = error.errors()[0]
    key: Key = tuple(part for part in first["loc"] if part != "[key]")
    wrong = first.get("ctx", {}).get("error")
    if isinstance(wrong, _Wrong):
        place = _find_place((*key, *wrong.part), places, options)
        return ConfigTrouble(say("{place} {why}", place=place, why=wrong.text), wrong.remedy)
    place = _find_place(key, places, options)
    if first["type"] == "extra_forbidden":
        return ConfigTrouble(
            say("{place} is not a setting.", place=place),
            say("The settings are {names}.", names=", ".join(Settings.model_fields)),
        )
    value = _find_value(values, key)
    quoted = quote_value(hide_password(value) if isinstance(value, str) else value)
    why = first["msg"].removeprefix("Value error, ")
    return ConfigTrouble(
        say("{place} cannot be {given}.", place=place, given=quoted),
        say("{why}; see pi-bunco run --help.", why=why[:1].upper() + why[1:]),
    )


def _find_place(key: Key, places: KeyPlaces, options: Mapping[str, Any]) -> str:
    """Return the place of a setting: ``--station 2``, or its line in the file."""
    if key[0] not in options:
        return places.find(*key)
    option = str(key[0])
    return " ".join(
        (f"--{_OPTION_NAMES.get(option, option).replace('_', '-')}", *map(clip_text, map(str, key[1:])))
    )


def _find_value(value: Any, key: Key) -> Any:
    """Return the value at a key, or the whole text if the key is a part of a text."""
    for part in key:
        if not isinstance(value, Mapping | list | tuple):
            break
        value = value[part]  # type: ignore[index]  # the key is that of an error in these very values
    return value


def _split_pairs(stations: object) -> list[tuple[str, object]]:
    """Return tables and their cameras from a file's table, or from the command line."""
    if isinstance(stations, Mapping):
        return [(str(table), camera) for table, camera in stations.items()]
    if not isinstance(stations, tuple):
        raise _Wrong(
            say("does not say which table has which camera."),
            say('Write [stations], and below it 2 = "usb".'),
        )
    parted = [pair.partition("=") for pair in stations]
    if not all(equals for _, equals, _ in parted):
        raise _Wrong(say("must look like 2=usb:"), say("the number of a table, and its camera."))
    return [(table, camera) for table, _, camera in parted]
