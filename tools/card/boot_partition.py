"""The boot partition of a card: finds out which system it has, and adds pi-bunco's files."""

import errno
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from tools.card.problem import CardProblem
from tools.card.seeds import check_user_data, merge_command_line, merge_first_run, merge_vendor_data

SPARE = 16 << 20
"""Bytes that stay free on the boot partition: for the log, and for the next kernel's files."""

_EMPTY_SEED = {"user-data": b"#cloud-config\n", "meta-data": b"instance-id: pi-bunco\n"}
"""cloud-init needs both files, even if they say nothing."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was done with a card.

    Attributes
    ----------
    cloud_init
        Whether the card's system has cloud-init (Debian 13), or else a firstrun.sh (Debian 12).
    changed
        The names of the files of the imager's that were extended, or that were added beside them.
    """

    cloud_init: bool
    changed: tuple[str, ...]


def prepare(card: Path, folder: Path) -> Prepared:
    """Copy a folder of :mod:`tools.card.folder` onto a boot partition, and arrange the first start.

    Nothing on the card is changed if it is not a boot partition or too small. The file that starts everything
    is written last.

    Raises
    ------
    CardProblem
        If it cannot be done: what is wrong, and what to do.
    """
    check_is_boot_partition(card)
    # Before the first byte is written, so that a card that cannot be extended stays as it is.
    files = plan(card, (folder / "vendor-data").read_bytes())
    _check_space(card, folder)
    try:
        _copy(folder / "pi-bunco", card / "pi-bunco")
        shutil.copyfile(folder / "pi-bunco-read-me.txt", card / "pi-bunco-read-me.txt")
        for name, content in files.items():
            _replace(card / name, content)
        os.sync()
    except OSError as error:
        raise _explain(error, card) from error
    return Prepared(has_cloud_init(card), tuple(files))


def check_is_boot_partition(card: Path) -> None:
    """Check that a folder is a Raspberry Pi's boot partition.

    Raises
    ------
    CardProblem
        If it is not.
    """
    if not card.is_dir():
        raise CardProblem(
            f"There is no folder {card}.",
            "Put the card into this computer, and name the folder of its partition “bootfs”.",
        )
    missing = [name for name in ("config.txt", "cmdline.txt") if not (card / name).is_file()]
    if missing:
        raise CardProblem(
            f"{card} is not the boot partition of a Raspberry Pi: it has no {' and no '.join(missing)}.",
            "Write the card with Raspberry Pi Imager first. Then name the folder of its partition “bootfs”.",
        )


def has_cloud_init(card: Path) -> bool:
    """Return whether the system on the card reads files for cloud-init; older ones have none of them."""
    return any((card / name).exists() for name in ("user-data", "meta-data", "network-config"))


def plan(card: Path, ours: bytes) -> dict[str, bytes]:
    """Return the files that must change on a card, with their new contents; none if all is done already.

    Parameters
    ----------
    card
        The boot partition.
    ours
        pi-bunco's vendor-data.
    """
    if has_cloud_init(card):
        check_user_data(_read(card / "user-data"))
        wanted = {name: _read(card / name) or empty for name, empty in _EMPTY_SEED.items()}
        wanted["vendor-data"] = merge_vendor_data(_read(card / "vendor-data"), ours)
    else:
        # cmdline.txt is the last: it starts the other.
        wanted = {
            "firstrun.sh": merge_first_run(_read(card / "firstrun.sh")),
            "cmdline.txt": merge_command_line(_read(card / "cmdline.txt")),
        }
    return {name: content for name, content in wanted.items() if content != _read(card / name)}


def _read(file: Path) -> bytes:
    return file.read_bytes() if file.exists() else b""


def _check_space(card: Path, folder: Path) -> None:
    """Check it with some room for each file, since a FAT partition has clusters of some kilobytes."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    old = sum(file.stat().st_size for file in (card / "pi-bunco").rglob("*") if file.is_file())
    needed = sum(file.stat().st_size + 4096 for file in files) + SPARE
    free = shutil.disk_usage(card).free + old
    if free < needed:
        raise CardProblem(
            f"The boot partition is too small: {free >> 20} MB are free, {needed >> 20} MB are needed.",
            "Make it for one system: --system trixie (Debian 13) or --system bookworm (Debian 12).",
        )


def _copy(source: Path, target: Path) -> None:
    """Copy a folder without rights and times, which FAT does not have; what an earlier one had is removed."""
    if target.exists():
        shutil.rmtree(target)
    target.mkdir()
    for each in sorted(source.rglob("*")):
        copy = target / each.relative_to(source)
        if each.is_dir():
            copy.mkdir()
        else:
            shutil.copyfile(each, copy)


def _replace(file: Path, content: bytes) -> None:
    """Write a complete new file before it replaces the old one."""
    new = file.with_name(f"{file.name}.new")
    with new.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)


def _explain(error: OSError, card: Path) -> CardProblem:
    if error.errno == errno.ENOSPC:
        return CardProblem(
            f"The boot partition {card} is full.",
            "Delete what you have copied onto it yourself, or write the card again, and run this again.",
        )
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return CardProblem(
            f"Nothing can be written to {card}.",
            "Is the switch of the card's adapter at “lock”? Move it. If not, run this as administrator.",
        )
    return CardProblem(
        f"The card could not be written: {error.strerror or error}.",
        "Take it out, put it in again, and run this again. If it happens again, take another card.",
    )
