"""Logs of whole evenings for tests of deletions, with names in every kind of line."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from pi_bunco.rules import Game, Header, parse_event
from pi_bunco.store import BACKUPS, Log, back_up

GUEST = "Zoë Quirk"
"""The guest who is deleted: nothing else in a state directory has this name."""
NEW = {"record": "bunco/1", "rules": "boxed", "tables": [["Olga", "Peter"]], "time": "2026-03-01T20:00"}
"""The header of the game on the pages."""


def play_evening(number: int, guests: tuple[str, ...], sheet: str = "boxed") -> list[str]:
    """Return the lines of an evening that chance has thrown."""
    rng = Random(number)
    time = f"2026-01-{number % 28 + 1:02}T20:15:00.{number:03}+00:00"
    header: dict[str, Any] = {"record": "bunco/1", "rules": sheet, "tables": [list(guests)], "sets": 1}
    game, lines = Game(Header.parse(header)), [json.dumps(header | {"time": time}, ensure_ascii=False)]
    while game.status != "over":
        dice = [rng.randint(1, 6) for _ in range(3)]
        throw = {
            "event": "throw",
            "table": 1,
            "dice": dice,
            "by": "tap",
            "image": f"{number}-{len(lines)}.jpg",
        }
        event = throw if game.status == "playing" else {"event": "bell", "by": "tap"}
        game.push(parse_event(event))
        lines.append(json.dumps(event | {"time": time}))
    more: list[dict[str, Any]] = [
        {"event": "room:guests", "waiting": [guests[0]], "away": [], "by": "tap"},
        {"event": "pi:answer", "table": 1, "text": f"{guests[0]} sits elsewhere.", "by": "tap"},
        {"event": "casino:verified", "claims": [f"bunco:17:{guests[0]}", f"win:1.1:{guests[0]}"]},
        {"event": "casino:drawing", "player": guests[0], "prize": f"for {guests[0]}"},
        {"event": "else:where", "note": {"who": [guests[0]], guests[0]: 1}},
        {"event": "pi:settled", "pi": "hall", "digest": "0123456789abcdef"},
    ]
    return [*lines, *(json.dumps(line, ensure_ascii=False) for line in more)]


def make_state(folder: Path, evenings: int = 3) -> Path:
    """Make a state directory with evenings of the guest, others, and everything that may have the name."""
    with Log(folder) as log:
        for number in range(1, evenings + 1):
            guests = (GUEST, "Ann") if number % 3 else ("Bob", "Cy")
            log.copy(play_evening(number, guests))
    back_up(folder, folder / BACKUPS)
    with Log(folder) as log:
        log.start(NEW)
    back_up(folder, folder / BACKUPS)
    (folder / "photos").mkdir()
    for name in ("1-2.jpg", "1-3.jpg", "2-2.jpg"):
        (folder / "photos" / name).write_bytes(b"\xff\xd8\xff" + name.encode())
    for copy in ("replaced/0001", "followed", "followed-1"):
        (folder / copy).mkdir(parents=True)
        (folder / copy / "log.sqlite3").write_bytes(f"the log with {GUEST}".encode())
    (folder / ".restoring-left").mkdir()
    (folder / ".restoring-left/log.sqlite3").write_bytes(GUEST.encode())
    (folder / "log.sqlite3.new").write_bytes(GUEST.encode())
    return folder


def find_bytes(folder: Path, text: str) -> list[str]:
    """Return the files that have a text in any of their bytes, also packed into a ZIP file."""
    needles = text.encode(), json.dumps(text)[1:-1].encode()
    return [name for name, data in _read_all(folder) if any(needle in data for needle in needles)]


def _read_all(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        yield str(path.relative_to(folder)), path.name.encode()
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                for inner in archive.namelist():
                    yield f"{path.name}:{inner}", archive.read(inner)
