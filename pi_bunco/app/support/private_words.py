"""Finds the names and secrets that a support bundle must not contain."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.support.redact import Redactor
from pi_bunco.config import Settings
from pi_bunco.errors import Trouble
from pi_bunco.house import ENDING, get_house_folder
from pi_bunco.rules import SHEETS
from pi_bunco.rules.header import is_ghost
from pi_bunco.store import LogTrouble, count_games, read_record
from pi_bunco.store.database import FILE

_MIN_LETTERS = 4
"""Letters of the shortest secret to remove. Shorter ones would also remove ordinary words."""
_COMMON_WORD = re.compile(r"(?i)bunco|raspberry|localhost|debian|\broot\b|\bpi\b")
"""Words in the names of so many machines and users that they identify nobody."""
_PASSWORD_KEY = re.compile(r"(?i)use?r|login|pass|pwd|token|key|auth|secret")
"""The keys in a camera's address whose values are names or passwords."""
_WIFI_FILES = (
    "etc/NetworkManager/system-connections/*",
    "run/NetworkManager/system-connections/*",
    "etc/wpa_supplicant/*.conf",
)
_WIFI_WORDS = re.compile(r"(?m)^\s*(?:ssid|psk|id|password|identity)\s*=\s*\"?([^\"\n]+?)\"?\s*$")


def make_redactor(settings: Settings, machine: Machine) -> tuple[Redactor, Trouble | None]:
    """Return an object that removes the names and secrets which the bundle must not contain.

    Parameters
    ----------
    settings
        The table's settings.
    machine
        The machine that the table runs on.

    Returns
    -------
    Redactor, Trouble or None
        The redactor, and the reason if not all players' names are known.

    Raises
    ------
    Trouble
        If this user may not read the games.
    """
    names = dict.fromkeys(name for name in settings.players if not is_ghost(name))
    trouble: Trouble | None = None
    try:
        for number in range(1, count_logged_games(settings.state_dir) + 1):
            names |= dict.fromkeys(_find_names(read_record(settings.state_dir, number)))
    except LogTrouble as error:
        trouble = error
    except ValueError as error:
        trouble = Trouble(f"The log is damaged: {error}.", "")
    secrets = dict.fromkeys(
        secret for secret in _find_secrets(settings, machine) if len(secret) >= _MIN_LETTERS
    )
    return Redactor(tuple(names), tuple(secrets)), trouble


def count_logged_games(folder: Path) -> int:
    """Return the number of games in the log, 0 without a log.

    Raises
    ------
    Trouble
        If this user may not read the folder.
    LogTrouble
        If the log cannot be read.
    """
    try:
        (folder / FILE).stat()
    except FileNotFoundError:
        return 0
    except PermissionError:
        raise Trouble(
            f"This user may not read the games in {folder}, so their names cannot be removed.",
            "Ask as: sudo pi-bunco support-bundle",
        ) from None
    return count_games(folder)


def _find_names(lines: list[str]) -> Iterator[str]:
    for line in lines:
        body = json.loads(line)
        found = [
            body.get("player"),
            *(name for table in _list_items(body.get("tables")) for name in _list_items(table)),
            # These people may never have had a seat.
            *_list_items(body.get("waiting")),
            *_list_items(body.get("away")),
            *_list_items(body.get("dice")),
        ]
        yield from (name for name in found if isinstance(name, str) and not is_ghost(name))


def _list_items(value: Any) -> list[Any]:
    """Return the items of a list or the keys of an object, nothing for another value."""
    return list(value) if isinstance(value, list | dict) else []


def _find_secrets(settings: Settings, machine: Machine) -> Iterator[str]:
    for camera in (settings.camera, *settings.stations.values()):
        if "://" in camera:
            yield from _find_passwords(camera)
        elif not camera.startswith("/dev/") and ("." in camera or "/" in camera):
            yield Path(camera).stem  # the name that somebody has given to a recording
    house_sheets = get_house_folder(settings.state_dir).glob(f"*{ENDING}")
    sheet_names = (Path(settings.rules).stem, *(path.stem for path in house_sheets))
    yield from (name for name in sheet_names if name not in SHEETS)
    yield from (name for name in settings.names if "." in name or not _COMMON_WORD.search(name))
    yield from _find_wifi_names(machine)
    yield from (word for word in _find_own_names(machine) if not _COMMON_WORD.search(word))


def _find_passwords(camera: str) -> Iterator[str]:
    """Return the user's name and the passwords in a camera's address; of one that is broken, all of it."""
    try:
        parts = urlsplit(camera)
    except ValueError:
        yield camera
        return
    for word in (parts.username, parts.password):
        yield from {word, unquote(word)} if word else ()
    yield from (value for key, value in parse_qsl(parts.query) if _PASSWORD_KEY.search(key))


def _find_wifi_names(machine: Machine) -> Iterator[str]:
    """Return the names and passwords of known Wi-Fi networks, as far as this user may read them."""
    for pattern in _WIFI_FILES:
        for path in sorted(machine.root.glob(pattern)):
            yield path.stem
            try:
                yield from _WIFI_WORDS.findall(path.read_text("utf-8", "replace"))
            except OSError:
                continue
    if network := machine.run_program("iwgetid", "--raw"):
        yield network.strip()


def _find_own_names(machine: Machine) -> Iterator[str]:
    """Return the names of the machine and of the users who have a home folder on it."""
    yield machine.read_text("etc/hostname") or socket.gethostname()
    for line in machine.read_text("etc/passwd").splitlines():
        name, *_, full_name, home, _ = f"{line}::::".split(":")[:7]
        if home.startswith("/home/"):
            yield name
            yield full_name.partition(",")[0]
