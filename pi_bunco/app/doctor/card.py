"""The check of the disk, an SD card on a Raspberry Pi: its free space, a test file and its health."""

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from pi_bunco.app.doctor.context import CheckContext, NotReadable, check_access, report_not_allowed
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import STICK
from pi_bunco.findings import Finding
from pi_bunco.sentences import say, say_count

LOOK_FREE, BAD_FREE = 500_000_000, 100_000_000
"""Bytes that should be free. Photos take about 45 MB, kept pictures 200 MB, and an update 200 MB."""

WORN = 0x09
"""The step from which four fifths of a card's life are used (JEDEC JESD84-B51, EXT_CSD 268, 269)."""
PRE_END, URGENT = 0x02, 0x03
"""The steps from which 80 %, or 90 %, of the spare blocks are used (PRE_EOL_INFO, EXT_CSD 267)."""

_REPLACE = say(
    "Copy the games away now (plug in a USB stick, then: sudo pi-bunco backup --to {stick}), "
    "then put in a new card.",
    stick=STICK,
)


def check_disk(context: CheckContext) -> Finding:
    """Check whether enough space is free."""
    folder = find_existing(context.settings.state_dir)
    try:
        with check_access(folder):
            status = os.statvfs(folder)
    except NotReadable as refused:
        return report_not_allowed("disk", refused.path)
    return judge_free_space(status.f_bavail * status.f_frsize, status.f_blocks * status.f_frsize)


def judge_free_space(free: int, total: int) -> Finding:
    """Judge the free space on a disk, in bytes.

    >>> print(judge_free_space(24_400_000_000, 31_000_000_000))
    good  disk: 24.4 GB of 31.0 GB are free.
    >>> print(judge_free_space(40_000_000, 31_000_000_000))
    bad   disk: Only 40 MB of 31.0 GB are free. Make room: pi-bunco record saves a game elsewhere, ...
    """
    found = say("{free} of {total} are free.", free=format_size(free), total=format_size(total))
    remedy = say(
        "Make room: pi-bunco record saves a game elsewhere, sudo apt clean removes what updates have left; "
        "or use a larger card."
    )
    if free < BAD_FREE:
        return Finding.bad("disk", say("Only {found}", found=found), remedy)
    return (
        Finding.look("disk", say("Only {found}", found=found), remedy)
        if free < LOOK_FREE
        else Finding.good("disk", found)
    )


def format_size(number: float) -> str:
    """Return a number of bytes as text for people.

    >>> format_size(75_300), format_size(46_000_000), format_size(31_914_983_424)
    ('75 kB', '46 MB', '31.9 GB')
    """
    if number < 1e6:  # noqa: PLR2004 - a megabyte
        return f"{number / 1e3:.0f} kB"
    return f"{number / 1e6:.0f} MB" if number < 1e9 else f"{number / 1e9:.1f} GB"  # noqa: PLR2004 - a gigabyte


def check_card(context: CheckContext) -> Finding:
    """Check whether the card can be written to, and its health."""
    folder = find_existing(context.settings.state_dir)
    try:
        fault = _write(folder)
    except PermissionError:
        return report_not_allowed("card", folder)
    return judge_card(folder, fault, read_wear(context.machine, folder.stat().st_dev))


class Wear(NamedTuple):
    """The health of a disk, as far as the system knows it.

    Attributes
    ----------
    name
        Its name, such as ``mmcblk0p2``, or ``""`` if it is unknown.
    errors
        The number of errors that its file system has recorded.
    life, spare
        Used life and used spare blocks, in the steps of JESD84-B51; 0 if unknown.
    written
        Bytes written to the disk since the machine started.
    hours
        Hours since the machine started.
    """

    name: str
    errors: int = 0
    life: int = 0
    spare: int = 0
    written: int = 0
    hours: float = 0.0


def read_wear(machine: Machine, device: int) -> Wear:
    """Ask the kernel about the health of a disk.

    Parameters
    ----------
    machine
        The machine.
    device
        The disk's number, as ``os.stat`` returns it.
    """
    block = machine.locate(f"sys/dev/block/{os.major(device)}:{os.minor(device)}")
    try:
        place = block.resolve(strict=True)
    except OSError:
        return Wear("")
    whole = place.parent if (place / "partition").exists() else place
    errors = machine.read_text(f"sys/fs/ext4/{place.name}/errors_count")
    life = [int(word, 16) for word in _read(whole / "device/life_time").split()]
    spare = _read(whole / "device/pre_eol_info")
    sectors = _read(whole / "stat").split()
    uptime = machine.read_text("proc/uptime").split()
    return Wear(
        place.name,
        int(errors or 0),
        max(life, default=0),
        int(spare or "0", 16),
        # Documentation/block/stat.rst of the kernel: the seventh number, in sectors of 512 bytes.
        int(sectors[6]) * 512 if len(sectors) > 6 else 0,  # noqa: PLR2004 - it counts from 0
        float(uptime[0]) / 3600 if uptime else 0.0,
    )


def judge_card(folder: Path, fault: str, card: Wear) -> Finding:
    """Judge a disk by its health and by `fault`, why a test file could not be written to it.

    >>> print(judge_card(Path("/var/lib/pi-bunco"), "", Wear("mmcblk0p2", written=9_000_000, hours=3.0)))
    good  card: It can be written to; 3 MB an hour were written since the start.
    >>> print(judge_card(Path("/var/lib/pi-bunco"), "", Wear("mmcblk0p2", errors=2)))
    bad   card: The file system has recorded 2 errors. Copy the games away now (plug in ...
    """
    if fault:
        return Finding.bad(
            "card",
            say("Nothing can be written to {folder}: {fault}.", folder=folder, fault=fault),
            say("Restart the machine. If that does not help, the card is worn out or locked: replace it."),
        )
    if card.errors:
        found = say_count(
            "The file system has recorded an error.",
            "The file system has recorded {count} errors.",
            card.errors,
        )
        return Finding.bad("card", found, _REPLACE)
    if card.spare >= URGENT:
        return Finding.bad("card", say("The card says that it is at the end of its life."), _REPLACE)
    if card.spare >= PRE_END or card.life >= WORN:
        return Finding.look("card", say("The card says that most of its life is over."), _REPLACE)
    if card.hours < 1:
        return Finding.good("card", say("It can be written to."))
    rate = format_size(card.written / card.hours)
    found = say("It can be written to; {rate} an hour were written since the start.", rate=rate)
    return Finding.good("card", found)


def find_existing(folder: Path) -> Path:
    """Return the folder, or the nearest parent that exists."""
    for path in (folder, *folder.absolute().parents):
        try:
            if path.is_dir():
                return path
        except PermissionError:
            continue
    return Path("/")


def _write(folder: Path) -> str:
    """Write a small file to the disk and return why that failed, ``""`` if it succeeded."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"doctor")
            file.flush()
            os.fsync(file.fileno())
    except PermissionError:
        raise
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _read(path: Path) -> str:
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return ""
