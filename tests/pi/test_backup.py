"""Backups under a real systemd: each night, and onto a USB stick as soon as one is plugged in."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.files import assets
from pi_bunco.store import list_backups, read_record, restore
from tests.pi.virtualpi import LAB, VirtualPi
from tests.store.numbers import get_number

pytestmark = pytest.mark.pi

MEGABYTES = 16
CARD = LAB / "ready.ext4"


def run_debugfs(disk: Path, order: str) -> str:
    return subprocess.run(["debugfs", "-R", order, disk], capture_output=True, text=True, check=True).stdout


def read_mount_command() -> str:
    """Return the udev rule's command that mounts a stick.

    The virtual Pi's stick has a file system with owners, so it does not need the options for FAT.
    """
    rule = assets.find("systemd/udev/90-pi-bunco-stick.rules").read_text("utf-8")
    found = re.search(r'RUN\+="([^"]+)"', rule)
    assert found
    command = found[1].replace("$devnode", "/dev/ubdb")
    return command.replace(" --owner=pi-bunco", "").replace(",umask=0077", "")


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[VirtualPi]:
    """Yield a Pi with a disk that belongs to the table, as a stick does, and that is not mounted."""
    stick = tmp_path / "stick"
    stick.write_bytes(bytes(MEGABYTES << 20))
    user = re.search(r"^pi-bunco:x:(\d+):(\d+):", run_debugfs(CARD, "cat /etc/passwd"), re.MULTILINE)
    assert user
    owner = f"root_owner={user[1]}:{user[2]}"
    subprocess.run(["mkfs.ext4", "-q", "-E", owner, stick], check=True)
    with VirtualPi(tmp_path, CARD, disks=(stick,)) as pi:
        pi.wait_for_table("the table answers", lambda now: now)
        yield pi
    shutil.rmtree(tmp_path)


def list_stick(pi: VirtualPi) -> str:
    return pi.run("ls /media/pi-bunco/pi-bunco", check=False).out


def test_backups_are_copied_onto_a_stick(pi: VirtualPi, tmp_path: Path) -> None:
    """A new stick gets a backup at once, and each later backup; the newest one can be restored."""
    pi.run("systemctl start pi-bunco-backup.service")
    assert pi.run("systemctl is-active pi-bunco-backup.timer").out == "active\n"
    assert not pi.run("ls /media/pi-bunco").out
    pi.run(read_mount_command())
    pi.wait_until("the first on the stick", lambda: "-0001-" in list_stick(pi))
    lines = len(pi.record())
    pi.wait_until(
        "something new", lambda: pi.post("/api/table/1/ring", {})[0] == 200 or len(pi.record()) > lines
    )
    pi.run("systemctl start pi-bunco-backup.service")
    pi.wait_until("the second on the stick", lambda: "-0002-" in list_stick(pi))
    pi.run("systemctl stop pi-bunco; until systemd-umount /media/pi-bunco; do sleep 1; done")
    record = pi.run("pi-bunco record --state-dir /var/lib/pi-bunco").out.splitlines()
    pi.cut()
    copied = tmp_path / "copied"
    copied.mkdir()
    run_debugfs(tmp_path / "stick", f"rdump /pi-bunco {copied}")
    newest = next(each for each in list_backups(copied / "pi-bunco") if get_number(each) == 2)
    restore(newest.path, tmp_path / "new")
    restored = read_record(tmp_path / "new")
    assert lines < len(restored) <= len(record)
    assert restored == record[: len(restored)]
