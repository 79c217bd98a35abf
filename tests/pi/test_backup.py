"""Backups under a real systemd: each night, and on a stick as soon as one is there."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco import assets
from pi_bunco.store import list_backups, read_record, restore
from tests.pi.virtualpi import LAB, VirtualPi
from tests.store.numbers import get_number

pytestmark = pytest.mark.pi

MEGABYTES = 16
CARD = LAB / "ready.ext4"


def debugfs(disk: Path, order: str) -> str:
    return subprocess.run(["debugfs", "-R", order, disk], capture_output=True, text=True, check=True).stdout


def how() -> str:
    """Return the udev rule's command that puts a stick in its place.

    The virtual Pi's stick is of a kind whose files have owners, so it needs none of FAT's options.
    """
    rule = assets.find("systemd/udev/90-pi-bunco-stick.rules").read_text("utf-8")
    found = re.search(r'RUN\+="([^"]+)"', rule)
    assert found
    command = found[1].replace("$devnode", "/dev/ubdb")
    return command.replace(" --owner=pi-bunco", "").replace(",umask=0077", "")


@pytest.fixture
def pi(tmp_path: Path) -> Iterator[VirtualPi]:
    """Yield a Pi with a disk that belongs to the table, as a stick does, and that nobody has put anywhere."""
    stick = tmp_path / "stick"
    stick.write_bytes(bytes(MEGABYTES << 20))
    user = re.search(r"^pi-bunco:x:(\d+):(\d+):", debugfs(CARD, "cat /etc/passwd"), re.MULTILINE)
    assert user
    owner = f"root_owner={user[1]}:{user[2]}"
    subprocess.run(["mkfs.ext4", "-q", "-E", owner, stick], check=True)
    with VirtualPi(tmp_path, CARD, disks=(stick,)) as pi:
        pi.until_table("the table answers", lambda now: now)
        yield pi
    shutil.rmtree(tmp_path)


def on_the_stick(pi: VirtualPi) -> str:
    return pi.run("ls /media/pi-bunco/pi-bunco", check=False).out


def test_backups_come_onto_a_stick(pi: VirtualPi, tmp_path: Path) -> None:
    """A stick that is put in has a backup at once, and the next one as it is made; it can be put back."""
    pi.run("systemctl start pi-bunco-backup.service")
    assert pi.run("systemctl is-active pi-bunco-backup.timer").out == "active\n"
    assert not pi.run("ls /media/pi-bunco").out
    pi.run(how())
    pi.until("the first on the stick", lambda: "-0001-" in on_the_stick(pi))
    lines = len(pi.record())
    pi.until("something new", lambda: pi.post("/api/table/1/ring", {})[0] == 200 or len(pi.record()) > lines)
    pi.run("systemctl start pi-bunco-backup.service")
    pi.until("the second on the stick", lambda: "-0002-" in on_the_stick(pi))
    pi.run("systemctl stop pi-bunco; until systemd-umount /media/pi-bunco; do sleep 1; done")
    record = pi.run("pi-bunco record --state-dir /var/lib/pi-bunco").out.splitlines()
    pi.cut()
    taken = tmp_path / "taken"
    taken.mkdir()
    debugfs(tmp_path / "stick", f"rdump /pi-bunco {taken}")
    newest = next(each for each in list_backups(taken / "pi-bunco") if get_number(each) == 2)
    restore(newest.path, tmp_path / "new")
    kept = read_record(tmp_path / "new")
    assert lines < len(kept) <= len(record)
    assert kept == record[: len(kept)]
