"""Packs the bundle."""

import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pi_bunco.app.doctor.card import format_size
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.program import SERVICE_UNIT, find_versions
from pi_bunco.app.support.allow import (
    allow_finding,
    allow_journal,
    allow_record,
    allow_settings,
    allow_text,
    allow_value,
)
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.sentences import say
from pi_bunco.settings.config import name_calibration
from pi_bunco.store import list_games, read_record
from pi_bunco.store.database import FILE
from pi_bunco.vision.calibrate.file import CalibrationTrouble, read_numbers

_JOURNAL = ("--no-pager", "--output=short-iso", "--no-hostname")
_MAX_LINES = 4000
"""How many lines of the service's log are packed: the last ones, of a few evenings."""
_KERNEL = re.compile(
    r"(?i)under-?voltage|mmc|mmcblk|ext4|i/o error|read-only|usb \d|uvcvideo|unicam|rp1|imx\d|ov\d{4}|csi|"
    r"thermal|thrott|oom|out of memory|gpio|watchdog|segfault"
)
"""The kernel's messages about cards, cameras, pins, power and memory, but not about networks."""
_PRIVATE = re.compile(r"Product:|SerialNumber|Manufacturer:|wlan|(?:[0-9a-f]{2}:){5}[0-9a-f]{2}")
"""Lines with the name of a phone or a USB stick, which may be its owner's, or about networks."""
_FOLDERS = frozenset({"photos", "backups", "kept", "sheets"})
"""The folders in a table's folder that pi-bunco makes."""
_README = """\
This is what pi-bunco support-bundle has packed on {time}. You may open each file and read it.

{list}

The players are called "Player 1" and so on. The bundle contains only words of the program
itself and numbers: "…" stands where something else was. So it has no photos, passwords or
PINs, and no names of people, of Wi-Fi networks or of this machine.
{unknown}"""


class BundlePart(NamedTuple):
    """One file of the bundle.

    Attributes
    ----------
    name
        The file's name.
    about
        A short description.
    text
        The contents.
    """

    name: str
    about: str
    text: str


def make_parts(context: CheckContext, findings: list[Finding]) -> Iterator[BundlePart]:
    """Yield each part.

    Parameters
    ----------
    context
        The table.
    findings
        The doctor's findings.
    """
    allowed = [allow_finding(finding) for finding in findings]
    yield BundlePart("doctor.txt", "what pi-bunco doctor says", _join_lines(map(str, allowed)))
    for name, about, value in (
        ("doctor.json", "the same, for programs", {"findings": [finding.to_json() for finding in allowed]}),
        ("versions.json", "versions of the program and of what it uses", _collect_versions(context)),
        ("settings.json", "the table's settings", allow_settings(context.settings)),
    ):
        yield BundlePart(name, about, _write_json(value))
    files = _count_files(context.settings.state_dir)
    yield BundlePart("files.txt", "how many files the table keeps, and how large", files)
    for table in context.tables:
        with suppress(CalibrationTrouble):  # the doctor reports what is wrong with it
            facts = allow_value(json.loads(read_numbers(context.settings.find_calibration(table))))
            owner = f"table {table}'s" if len(context.tables) > 1 else "the"
            name = name_calibration(table).replace(".zip", ".json")
            yield BundlePart(name, f"numbers of {owner} calibration, no picture", _write_json(facts))
    if kernel := context.machine.run_program("journalctl", "--dmesg", "--boot", *_JOURNAL):
        messages = (
            line for line in kernel.splitlines() if _KERNEL.search(line) and not _PRIVATE.search(line)
        )
        yield BundlePart("kernel.txt", "what the kernel says of card, camera, power", _join_lines(messages))
    journal = context.machine.run_program(
        "journalctl", f"--unit={SERVICE_UNIT}", f"--lines={_MAX_LINES}", *_JOURNAL
    )
    nothing = "This machine has no log of a service, or this user may not read it: ask with sudo.\n"
    service = _join_lines(allow_journal((journal or "").splitlines()))
    yield BundlePart("service.txt", "the service's log", service or nothing)


def make_game(folder: Path) -> BundlePart | None:
    """Return the part with the last game, ``None`` before the first.

    Raises
    ------
    Trouble
        If the log cannot be read.
    """
    try:
        if not (folder / FILE).exists():
            return None
        numbers = list_games(folder)
        number = max(numbers, default=0)
        lines = allow_record(read_record(folder, number))
        return BundlePart(
            f"game-{number}.jsonl",
            f"the last game ({len(numbers)} in all), with other names",
            _join_lines(lines),
        )
    except PermissionError:
        raise Trouble(
            say("This user may not read the games in {folder}.", folder=folder),
            say("Run it with sudo: sudo pi-bunco support-bundle"),
        ) from None
    except ValueError as error:
        raise Trouble(say("The log is damaged."), "") from error


def _collect_versions(context: CheckContext) -> dict[str, object]:
    packages = sorted(
        {f"{package.metadata['Name']} {package.version}" for package in distributions()}, key=str.lower
    )
    return {**find_versions(context), "packages": packages}


def _count_files(folder: Path) -> str:
    """Return how many files each of the table's folders has, without their names, which may be private."""
    sizes_by_place: dict[str, list[int]] = {}
    try:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                first = path.relative_to(folder).parts[0]
                place = (
                    path.suffix if path.parent == folder else f"{first}/" if first in _FOLDERS else "other/"
                )
                sizes_by_place.setdefault(place, []).append(path.stat().st_size)
    except OSError as error:
        return f"The folder cannot be read: {error.strerror}.\n"
    return "".join(
        f"{len(sizes):6} {place:14} {format_size(sum(sizes))}\n" for place, sizes in sizes_by_place.items()
    )


def _join_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _write_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def gather(context: CheckContext, findings: list[Finding]) -> list[BundlePart]:
    """Gather the contents of the bundle.

    Parameters
    ----------
    context
        The table.
    findings
        The doctor's findings.
    """
    parts = list(make_parts(context, findings))
    unknown = ""
    try:
        game = make_game(context.settings.state_dir)
        parts += [game] if game else []
    except Trouble as trouble:
        unknown = (
            f"The last game is left out: {allow_text(trouble.text)} {allow_text(trouble.remedy)}".rstrip()
        )
    about = _README.format(
        time=f"{context.now():%Y-%m-%d %H:%M}",
        list="\n".join(f"{part.name:18} {part.about}" for part in parts),
        unknown=unknown,
    )
    return [BundlePart("README.txt", "what is in here", about), *parts]


def pack(parts: Sequence[BundlePart]) -> bytes:
    """Return the .zip file's bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for part in parts:
            # A fixed date, since a clock that was never set shows a date too old for ZIP.
            member = ZipInfo(part.name)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, part.text)
    return packed.getvalue()
