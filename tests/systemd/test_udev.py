"""The udev rules, asked by udev itself, of devices that are only told of."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pi_bunco import assets

RULES = assets.find("systemd") / "udev"

_USB = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
_DISK = f"{_USB}/1-1:1.0/host0/target0:0:0/0:0:0:0/block/sda"
_KNOWN = 'SUBSYSTEM=="block", ENV{ID_BUS}="usb", ENV{ID_FS_TYPE}="%s", ENV{ID_FS_LABEL}="%s"'
"""What udev's own rules have found out by reading the disk."""

# The rules are read from where udev looks for them, in a world of its own.
_ASK = """
mount -t tmpfs tmpfs /run
mkdir -p /run/udev/rules.d
cp "$1"/*.rules "$2" /run/udev/rules.d
umockdev-run -d "$3" -- udevadm test --action=add "/sys$4" 2>&1
"""

can_ask = (
    os.geteuid() == 0
    and all(shutil.which(each) for each in ("unshare", "udevadm", "umockdev-run"))
    and subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "t", "/run"], check=False).returncode == 0
)
pytestmark = pytest.mark.skipif(
    not can_ask, reason="asking udev needs root, and umockdev (apt: umockdev udev)"
)


def asked(folder: Path, *, removable: int, kind: str = "vfat", label: str = "PARTY") -> str:
    """Tell udev of a disk on USB with one partition, and give what it says of the partition."""
    known, device = folder / "10-known.rules", folder / "stick.umockdev"
    known.write_text(_KNOWN % (kind, label), "utf-8")
    # A USB device says itself whether it can be unplugged, by an attribute that is called as the disk's.
    device.write_text(
        f"P: {_USB}\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\nA: removable=unknown\\n\n\n"
        f"P: {_DISK}\nN: sda\nE: SUBSYSTEM=block\nE: DEVTYPE=disk\nE: DEVNAME=/dev/sda\n"
        f"A: removable={removable}\\n\n\n"
        f"P: {_DISK}/sda1\nN: sda1\nE: SUBSYSTEM=block\nE: DEVTYPE=partition\nE: DEVNAME=/dev/sda1\n"
        "A: partition=1\\n\n",
        "utf-8",
    )
    done = subprocess.run(
        ["unshare", "-m", "bash", "-euc", _ASK, "_", RULES, known, device, f"{_DISK}/sda1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_stick_is_mounted_for_the_table(tmp_path: Path) -> None:
    """A stick as sticks are sold is put at its place, and the desktop leaves it alone."""
    for kind in ("vfat", "exfat"):
        said = asked(tmp_path, removable=1, kind=kind)
        assert "systemd-mount" in said
        assert "/dev/sda1 /media/pi-bunco" in said
        assert "UDISKS_IGNORE=1" in said


@pytest.mark.parametrize(
    ("removable", "kind", "label"),
    [(0, "vfat", "DISK"), (1, "ext4", "PARTY"), (1, "vfat", "bootfs")],
    ids=["a hard disk", "no FAT", "what a machine starts from"],
)
def test_other_disks_are_left_alone(tmp_path: Path, removable: int, kind: str, label: str) -> None:
    """What is no stick, or holds a system, is nobody's backup."""
    said = asked(tmp_path, removable=removable, kind=kind, label=label)
    assert "DEVNAME=/dev/sda1" in said
    assert "systemd-mount" not in said
