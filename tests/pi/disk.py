"""A separate disk for the games, which can fail without the rest of the card."""

import subprocess
from pathlib import Path

from tests.pi.virtualpi import STATE, VirtualPi

MEGABYTES = 24
SECTORS = MEGABYTES * 2048
"""The disk's size in units of the kernel's device mapper, 512 bytes."""


def make_empty(disk: Path) -> bytes:
    """Write an empty file system into a file, and return its bytes."""
    disk.write_bytes(bytes(MEGABYTES << 20))
    subprocess.run(["mkfs.ext4", "-q", "-F", disk], check=True)
    return disk.read_bytes()


def keep_games_on(pi: VirtualPi, table: str) -> None:
    """Let the table play without a camera, with its games on a disk of the device mapper's ``table``."""
    pi.stop_and_remove_camera()
    pi.run(f"dmsetup create games --table '{table}'")
    pi.run(f"mount /dev/mapper/games {STATE} && chown pi-bunco: {STATE} && systemctl start pi-bunco")
    pi.wait_for_table("the table answers", lambda now: now)
