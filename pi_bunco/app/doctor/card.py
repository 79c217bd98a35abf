"""The checks of the disk, an SD card on a Raspberry Pi: its free space, a test file and its health."""

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from pi_bunco.app.doctor.context import CheckContext, check_access
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import STICK
from pi_bunco.findings import Finding
from pi_bunco.sentences import say, say_count

_LOOK_FREE_BYTES, _BAD_FREE_BYTES = 500_000_000, 100_000_000
"""Free space below which the finding is *look* or *bad*. Photos take about 45 MB. Kept pictures and an update
take 200 MB each."""
_LOOK_LIFE_STEP = 0x09
"""The step from which four fifths of a card's life are used (JEDEC JESD84-B51, EXT_CSD 268, 269)."""
_LOOK_SPARE_STEP, _BAD_SPARE_STEP = 0x02, 0x03
"""The steps from which 80 %, or 90 %, of the spare blocks are used (PRE_EOL_INFO, EXT_CSD 267)."""

_REPLACE = say(
    "Copy the games away now (plug in a USB stick, then: sudo pi-bunco backup --to {stick}), "
    "then put in a new card.",
    stick=STICK,
)


def check_disk(context: CheckContext) -> Finding:
    """Check whether enough space is free."""
    folder = find_existing(context.settings.state_dir)
    with check_access(folder):
        status = os.statvfs(folder)
    return judge_free_space(status.f_bavail * status.f_frsize, status.f_blocks * status.f_frsize)


def judge_free_space(free: int, total: int) -> Finding:
    """Judge the free space on a disk, in bytes.

    >>> print(judge_free_space(24_400_000_000, 31_000_000_000))
    good  disk: 24.4 GB of 31.0 GB are free.
    >>> print(judge_free_space(40_000_000, 31_000_000_000))
    bad   disk: Only 40 MB of 31.0 GB are free. Make room: pi-bunco record saves a game elsewhere, ...
    """
    found = say("{free} of {total} are free.", free=format_size(free), total=format_size(total))
    if free >= _LOOK_FREE_BYTES:
        return Finding.good("disk", found)
    report = Finding.look if free >= _BAD_FREE_BYTES else Finding.bad
    return report(
        "disk",
        say("Only {found}", found=found),
        say(
            "Make room: pi-bunco record saves a game elsewhere, sudo apt clean removes what updates have "
            "left; or use a larger card."
        ),
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
    """Check whether the card can be written to, and how worn it is."""
    folder = find_existing(context.settings.state_dir)
    with check_access(folder):
        fault = _write_test_file(folder)
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
    try:
        place = (machine.root / f"sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve(strict=True)
    except OSError:
        return Wear("")
    whole = place.parent if (place / "partition").exists() else place
    errors = machine.read_text(f"sys/fs/ext4/{place.name}/errors_count")
    life = [int(word, 16) for word in machine.read_text(whole / "device/life_time").split()]
    spare = machine.read_text(whole / "device/pre_eol_info")
    sectors = machine.read_text(whole / "stat").split()
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


def judge_card(folder: Path, fault: str, wear: Wear) -> Finding:
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
    if wear.errors:
        return Finding.bad(
            "card",
            say_count(
                "The file system has recorded an error.",
                "The file system has recorded {count} errors.",
                wear.errors,
            ),
            _REPLACE,
        )
    if wear.spare >= _BAD_SPARE_STEP:
        return Finding.bad("card", say("The card says that it is at the end of its life."), _REPLACE)
    if wear.spare >= _LOOK_SPARE_STEP or wear.life >= _LOOK_LIFE_STEP:
        return Finding.look("card", say("The card says that most of its life is over."), _REPLACE)
    if wear.hours < 1:
        return Finding.good("card", say("It can be written to."))
    rate = format_size(wear.written / wear.hours)
    return Finding.good(
        "card", say("It can be written to; {rate} an hour were written since the start.", rate=rate)
    )


def find_existing(folder: Path) -> Path:
    """Return the folder, or the nearest parent that exists."""
    for path in (folder, *folder.absolute().parents):
        try:
            if path.is_dir():
                return path
        except PermissionError:
            continue
    return Path("/")


def _write_test_file(folder: Path) -> str:
    """Write a small file to the disk. Return the reason if that failed, ``""`` if it succeeded."""
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
