"""The checks of the disk, an SD card on a Raspberry Pi: what it has left, a test file and its health."""

import os
from pathlib import Path
from typing import NamedTuple

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.figures import say_number
from pi_bunco.findings import Finding, Mark, check_access
from pi_bunco.machine.disk_space import (
    MAKE_ROOM,
    DiskSpace,
    advise_about_files,
    find_existing,
    find_shortage,
    try_to_write,
)
from pi_bunco.sentences import say, say_count
from pi_bunco.settings.config import STICK

_LOOK_FREE_BYTES, _BAD_FREE_BYTES = 500_000_000, 100_000_000
"""Free space below which the finding is *look* or *bad*. Photos take about 45 MB. Kept pictures and an update
take 200 MB each."""
_LOOK_FREE_FILES, _BAD_FREE_FILES = 20_000, 2_000
"""The same for the number of further files. An update takes about 10,000, photos less than 1,000."""
_LOOK_LIFE_STEP = 0x09
"""The step from which four fifths of a card's life are used (JEDEC JESD84-B51, EXT_CSD 268, 269)."""
_LOOK_SPARE_STEP, _BAD_SPARE_STEP = 0x02, 0x03
"""The steps from which 80 %, or 90 %, of the spare blocks are used (PRE_EOL_INFO, EXT_CSD 267)."""

_REPLACE = say(
    "Copy the games away now (plug in a USB stick, then: sudo pi-bunco backup --to {stick}), "
    "then put in a new card.",
    stick=STICK,
)

_RESTART = say("Restart the machine. If that does not help, the card is worn out or locked: replace it.")


def check_disk(context: CheckContext) -> Finding:
    """Check whether enough bytes are free, and whether enough further files fit."""
    folder = find_existing(context.settings.state_dir)
    with check_access(folder):
        return judge_space(DiskSpace.of(folder), folder)


def judge_space(space: DiskSpace, folder: Path) -> Finding:
    """Judge what the disk of a folder has left. Where the number of files has no limit, only bytes count.

    >>> print(judge_space(DiskSpace(24_400_000_000, 31_000_000_000, 1_700_000, 1_900_000), Path("/")))
    good  disk: 24.4 GB of 31.0 GB are free, and 1,700,000 more files fit.
    >>> print(judge_space(DiskSpace(40_000_000, 31_000_000_000), Path("/")))
    bad   disk: Only 40 MB of 31.0 GB are free. Make room: pi-bunco record saves a game elsewhere, ...
    >>> print(judge_space(DiskSpace(24_400_000_000, 31_000_000_000, 0, 1_900_000), Path("/")))
    bad   disk: Only 0 more files fit, of 1,900,000 in all; 24.4 GB of 31.0 GB are free. Delete files ...
    """
    found = say("{free} of {total} are free.", free=format_size(space.free), total=format_size(space.total))
    marks = list(Mark)  # from good to bad
    in_bytes = _mark(space.free, _LOOK_FREE_BYTES, _BAD_FREE_BYTES)
    in_files = _mark(space.free_files, _LOOK_FREE_FILES, _BAD_FREE_FILES) if space.total_files else Mark.GOOD
    if in_files is not Mark.GOOD and marks.index(in_files) >= marks.index(in_bytes):
        few = say(
            "Only {files} more files fit, of {total} in all; {found}",
            files=say_number(space.free_files),
            total=say_number(space.total_files),
            found=found,
        )
        return Finding("disk", in_files, few, advise_about_files(folder))
    if in_bytes is not Mark.GOOD:
        return Finding("disk", in_bytes, say("Only {found}", found=found), MAKE_ROOM)
    if space.total_files:
        found = say(
            "{free} of {total} are free, and {files} more files fit.",
            free=format_size(space.free),
            total=format_size(space.total),
            files=say_number(space.free_files),
        )
    return Finding.good("disk", found)


def _mark(left: int, look: int, bad: int) -> Mark:
    return Mark.BAD if left < bad else Mark.LOOK if left < look else Mark.GOOD


def format_size(number: float) -> str:
    """Return a number of bytes as text for people.

    >>> format_size(75_300), format_size(46_000_000), format_size(31_914_983_424)
    ('75 kB', '46 MB', '31.9 GB')
    """
    if number < 1e6:  # noqa: PLR2004 - a megabyte
        return say("{size} kB", size=say_number(number / 1e3))
    if number < 1e9:  # noqa: PLR2004 - a gigabyte
        return say("{size} MB", size=say_number(number / 1e6))
    return say("{size} GB", size=say_number(number / 1e9, 1))


def check_card(context: CheckContext) -> Finding:
    """Check whether the card can be written to, and how worn it is."""
    folder = find_existing(context.settings.state_dir)
    with check_access(folder):
        refusal = try_to_write(folder)
        if isinstance(refusal, PermissionError):
            raise refusal
        return judge_card(folder, refusal, read_wear(context.machine, folder.stat().st_dev))


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


def judge_card(folder: Path, refusal: OSError | None, wear: Wear) -> Finding:
    """Judge a disk by its health and by `refusal`, the error of a test file that it did not take.

    A disk that has no room is not worn.

    >>> print(judge_card(Path("/var/lib/pi-bunco"), None, Wear("mmcblk0p2", written=9_000_000, hours=3.0)))
    good  card: It is writable; 3 MB an hour were written since the start.
    >>> print(judge_card(Path("/var/lib/pi-bunco"), None, Wear("mmcblk0p2", errors=2)))
    bad   card: The file system has recorded 2 errors. Copy the games away now (plug in ...
    """
    if refusal:
        shortage = find_shortage(refusal, folder)
        why = shortage.why if shortage else refusal.strerror or str(refusal)
        found = say("Nothing can be written to {folder}: {fault}.", folder=folder, fault=why)
        return Finding.bad("card", found, shortage.advice if shortage else _RESTART)
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
        return Finding.good("card", say("It is writable."))
    rate = format_size(wear.written / wear.hours)
    return Finding.good(
        "card", say("It is writable; {rate} an hour were written since the start.", rate=rate)
    )
