"""The udev rules, which udev itself applies to devices that only a description contains."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pi_bunco.files import assets

RULES = assets.find("systemd") / "udev"

_USB = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
_DISK = f"{_USB}/1-1:1.0/host0/target0:0:0/0:0:0:0/block/sda"
_KNOWN = 'SUBSYSTEM=="block", ENV{ID_BUS}="usb", ENV{ID_FS_TYPE}="%s", ENV{ID_FS_LABEL}="%s"'
"""A rule with the properties that udev would find by reading the disk."""

# udev reads the rules from their usual place, in a separate mount namespace.
_TEST_RULES = """
mount -t tmpfs tmpfs /run
mkdir -p /run/udev/rules.d
cp "$1"/*.rules "$2" /run/udev/rules.d
umockdev-run -d "$3" -- udevadm test --action=add "/sys$4" 2>&1
"""

can_test_rules = (
    os.geteuid() == 0
    and all(shutil.which(each) for each in ("unshare", "udevadm", "umockdev-run"))
    and subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "t", "/run"], check=False).returncode == 0
)
pytestmark = pytest.mark.skipif(
    not can_test_rules, reason="asking udev needs root, and umockdev (apt: umockdev udev)"
)


def apply_rules(folder: Path, *, removable: int, kind: str = "vfat", label: str = "PARTY") -> str:
    """Let udev apply its rules to the partition of a USB disk, and return its output."""
    known, device = folder / "10-known.rules", folder / "stick.umockdev"
    known.write_text(_KNOWN % (kind, label), "utf-8")
    # The USB device has an attribute with the same name as the disk's, which the rules must not use.
    device.write_text(
        f"P: {_USB}\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\nA: removable=unknown\\n\n\n"
        f"P: {_DISK}\nN: sda\nE: SUBSYSTEM=block\nE: DEVTYPE=disk\nE: DEVNAME=/dev/sda\n"
        f"A: removable={removable}\\n\n\n"
        f"P: {_DISK}/sda1\nN: sda1\nE: SUBSYSTEM=block\nE: DEVTYPE=partition\nE: DEVNAME=/dev/sda1\n"
        "A: partition=1\\n\n",
        "utf-8",
    )
    done = subprocess.run(
        ["unshare", "-m", "bash", "-euc", _TEST_RULES, "_", RULES, known, device, f"{_DISK}/sda1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def test_stick_is_mounted(tmp_path: Path) -> None:
    """A USB stick with FAT or exFAT is mounted at its place, and the desktop ignores it."""
    for kind in ("vfat", "exfat"):
        output = apply_rules(tmp_path, removable=1, kind=kind)
        assert "systemd-mount" in output
        assert "/dev/sda1 /media/pi-bunco" in output
        assert "UDISKS_IGNORE=1" in output


@pytest.mark.parametrize(
    ("removable", "kind", "label"),
    [(0, "vfat", "DISK"), (1, "ext4", "PARTY"), (1, "vfat", "bootfs")],
    ids=["a hard disk", "no FAT", "a boot partition"],
)
def test_other_disks_are_not_mounted(tmp_path: Path, removable: int, kind: str, label: str) -> None:
    """A hard disk, a disk without FAT and a boot partition are not mounted."""
    output = apply_rules(tmp_path, removable=removable, kind=kind, label=label)
    assert "DEVNAME=/dev/sda1" in output
    assert "systemd-mount" not in output
