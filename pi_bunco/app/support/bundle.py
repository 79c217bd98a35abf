"""Packs the bundle, and checks at the end that it contains no name and no secret."""

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
from pi_bunco.app.support.private_words import count_logged_games, make_redactor
from pi_bunco.app.support.redact import Redactor, remove_names
from pi_bunco.config import name_calibration
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.store import read_record
from pi_bunco.vision.calibrate.file import CalibrationTrouble, read_numbers

_JOURNAL = ("--no-pager", "--output=short-iso", "--no-hostname")
_MAX_LINES = 4000
"""How many lines of the service's log are packed: the last ones, of a few evenings."""
_KERNEL = re.compile(
    r"(?i)under-?voltage|mmc|mmcblk|ext4|i/o error|read-only|usb \d|uvcvideo|unicam|rp1|imx\d|ov\d{4}|csi|"
    r"thermal|thrott|oom|out of memory|gpio|watchdog|segfault"
)
"""The kernel's messages about cards, cameras, pins, power and memory, but not about networks."""
_DEVICE_NAMES = re.compile(r"Product:|SerialNumber|Manufacturer:")
"""Lines with the name that a phone or a USB stick reports, which may be its owner's."""
_README = """\
This is what pi-bunco support-bundle has packed on {time}. You may open each file and read it.

{list}

In all files the first player is called "{player}", and the others have the next numbers.
The bundle contains no photos, passwords or PINs, and no names of people, of Wi-Fi networks
or of this machine.
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


def make_parts(
    context: CheckContext, findings: list[Finding], redactor: Redactor, names_trouble: Trouble | None
) -> Iterator[BundlePart]:
    """Yield each part, without names and secrets.

    Parameters
    ----------
    context
        The table.
    findings
        The doctor's findings.
    redactor
        Removes names and secrets.
    names_trouble
        Why some names are unknown; ``None``: all are known. If some are unknown, parts that could contain
        them are left out.
    """
    yield BundlePart(
        "doctor.txt",
        "what pi-bunco doctor says",
        _join_lines(redactor.redact_text(str(finding)) for finding in findings),
    )
    for name, about, value in (
        ("doctor.json", "the same, for programs", {"findings": [finding.to_json() for finding in findings]}),
        ("versions.json", "versions of the program and of what it uses", _collect_versions(context)),
        ("settings.json", "the table's settings", context.settings.model_dump(mode="json")),
    ):
        yield BundlePart(
            name, about, json.dumps(redactor.redact_value(value), indent=2, ensure_ascii=False) + "\n"
        )
    files = redactor.redact_text(_count_files(context.settings.state_dir))
    yield BundlePart("files.txt", "how many files the table keeps, and how large", files)
    for table in context.tables:
        with suppress(CalibrationTrouble):  # the doctor reports what is wrong with it
            facts = redactor.redact_text(read_numbers(context.settings.find_calibration(table)))
            owner = f"table {table}'s" if len(context.tables) > 1 else "the"
            yield BundlePart(
                name_calibration(table).replace(".zip", ".json"),
                f"numbers of {owner} calibration, no picture",
                facts,
            )
    if kernel := context.machine.run_program("journalctl", "--dmesg", "--boot", *_JOURNAL):
        messages = _join_lines(
            line for line in kernel.splitlines() if _KERNEL.search(line) and not _DEVICE_NAMES.search(line)
        )
        yield BundlePart(
            "kernel.txt", "what the kernel says of card, camera, power", redactor.redact_text(messages)
        )
    if names_trouble:
        return
    journal = context.machine.run_program(
        "journalctl", f"--unit={SERVICE_UNIT}", f"--lines={_MAX_LINES}", *_JOURNAL
    )
    nothing = "This machine has no log of a service, or this user may not read it: ask with sudo.\n"
    yield BundlePart("service.txt", "the service's log", redactor.redact_text(journal or nothing))
    folder = context.settings.state_dir
    if number := count_logged_games(folder):
        lines = remove_names(read_record(folder, number), redactor)
        about = f"the last game ({number} in all), with other names"
        yield BundlePart(f"game-{number}.jsonl", about, _join_lines(lines))


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
                place = f"{first}/" if path.parent != folder else path.suffix or first
                sizes_by_place.setdefault(place, []).append(path.stat().st_size)
    except OSError as error:
        return f"The folder cannot be read: {error.strerror}.\n"
    return "".join(
        f"{len(sizes):6} {place:14} {format_size(sum(sizes))}\n" for place, sizes in sizes_by_place.items()
    )


def _join_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def gather(context: CheckContext, findings: list[Finding]) -> tuple[list[BundlePart], Redactor]:
    """Gather the contents of the bundle.

    Parameters
    ----------
    context
        The table.
    findings
        The doctor's findings.

    Raises
    ------
    Trouble
        If this user may not read the games, whose names must be removed.
    """
    redactor, names_trouble = make_redactor(context.settings, context.machine)
    parts = list(make_parts(context, findings, redactor, names_trouble))
    contents = "\n".join(f"{part.name:18} {part.about}" for part in parts)
    note = "The logs are left out, since the players' names could not be read"
    about = _README.format(
        time=f"{context.now():%Y-%m-%d %H:%M}",
        list=contents,
        player=redactor.example,
        unknown=f"{note}: {names_trouble}" if names_trouble else "",
    )
    return [BundlePart("README.txt", "what is in here", redactor.redact_text(about)), *parts], redactor


def pack(parts: Sequence[BundlePart], redactor: Redactor) -> bytes:
    """Return the .zip file's bytes.

    Raises
    ------
    Trouble
        If it still contains a name or a secret. Then it must not be written.
    """
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for part in parts:
            # A fixed date, since a clock that was never set shows a date too old for ZIP.
            member = ZipInfo(part.name)
            member.compress_type = ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, part.text)
    with ZipFile(packed) as archive:
        for name in archive.namelist():
            if redactor.contains_private_words(archive.read(name).decode()):
                raise Trouble(
                    f"A name or a secret would be in {name}, so nothing was written.",
                    "This is a fault of pi-bunco: please tell its makers, without the file.",
                )
    return packed.getvalue()
