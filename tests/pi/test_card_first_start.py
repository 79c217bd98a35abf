"""A card without a terminal: pi-bunco installs itself at the first start of the Pi."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pi.virtualpi import LAB, VirtualPi
from tests.tools.imager import SECRET
from tools.card.seeds import RUN, merge_first_run

pytestmark = pytest.mark.pi

BOOT = "/boot/firmware"
STATE = "/var/lib/pi-bunco-first-start"
SCREEN = "/var/tmp/screen"  # noqa: S108 - in the Pi
DAMAGED = f"{BOOT}/pi-bunco/install.sh"
UNIT = "pi-bunco-first-start.service"

USER_DATA = f"""#cloud-config
hostname: dice-room
manage_etc_hosts: true
users:
- name: ann
  shell: /bin/bash
  lock_passwd: false
  passwd: {SECRET}
runcmd:
  - [ touch, /var/tmp/theirs ]
"""

PREPARE = f"""
set -e
mkfs.vfat -n bootfs /dev/ubdb >/dev/null
mkdir -p {BOOT}
echo '/dev/ubdb {BOOT} vfat defaults 0 2' >>/etc/fstab
mount {BOOT}
echo 'camera_auto_detect=1' >{BOOT}/config.txt
echo 'root=/dev/ubda rootwait cgroup_enable=memory' >{BOOT}/cmdline.txt
cp -r /lab/card/* {BOOT}/
# A screen whose text can be read, and no pause for people who read it.
mkdir -p /etc/systemd/system/{UNIT}.d
printf '[Service]\\nEnvironment=PI_BUNCO_SCREEN={SCREEN} PI_BUNCO_PAUSE=1\\n' \
    >/etc/systemd/system/{UNIT}.d/test.conf
sync
"""
"""Writes a boot partition as people copy it, onto the Pi's second disk."""

SEED = f"""
printf 'dsmode: local\\ninstance_id: rpios-image\\n' >{BOOT}/meta-data
cat >{BOOT}/user-data <<'END'
{USER_DATA}END
rm /etc/cloud/cloud-init.disabled
sync
"""


@pytest.fixture
def boot_disk(folder: Path) -> Iterator[Path]:
    """Yield an empty disk for the boot partition, with the size that a Pi's has."""
    disk = folder / "boot.img"
    with disk.open("wb") as stream:
        stream.truncate(512 << 20)
    yield disk
    disk.unlink()


def read_screen(pi: VirtualPi) -> str:
    """Return what the screen has shown, without line breaks; ``""``: nothing yet."""
    return " ".join(pi.run(f"cat {SCREEN} 2>/dev/null", check=False).out.split())


def start(folder: Path, boot_disk: Path, card: str = "cloud.ext4") -> VirtualPi:
    """Switch the Pi on."""
    return VirtualPi(folder, LAB / card, disks=(boot_disk,))


def test_card_installs_itself_by_cloud_init(folder: Path, boot_disk: Path) -> None:
    """It names a damaged file, goes on after a power cut, keeps what the imager wrote, and runs once."""
    with start(folder, boot_disk) as pi:
        pi.run(PREPARE + SEED)
        pi.run(f"cp {DAMAGED} /var/tmp/whole && echo x >>{DAMAGED} && sync")

    with start(folder, boot_disk) as pi:
        # What to do is the end of the sentence, so all of it is there then.
        pi.wait_until("the screen says what to do", lambda: "copy the files again" in read_screen(pi))
        assert "missing or damaged: install.sh" in read_screen(pi)
        assert pi.run(f"test -e {STATE}/done", check=False).rc == 1
        pi.wait_until(
            "the login shows it", lambda: pi.run("cat /run/issue.d/*first-start.issue", check=False).out
        )
        # A power cut in the imager's own commands would lose them: cloud-init begins them only once.
        pi.wait_until("cloud-init ends", lambda: pi.run("test -e /var/tmp/theirs", check=False).rc == 0)
        pi.run(f"cp /var/tmp/whole {DAMAGED} && sync")

    with start(folder, boot_disk) as pi:
        pi.wait_until("it tries again", lambda: "This is another try." in read_screen(pi))
        pi.wait_until("the longest step", lambda: "3 of 7" in read_screen(pi))
        pi.run(f"rm {SCREEN}; sync")

    with start(folder, boot_disk) as pi:
        pi.wait_until("it goes on", lambda: "The power was cut in the step" in read_screen(pi))
        pi.wait_until("the installation succeeds", lambda: pi.run(f"cat {STATE}/done", check=False).rc == 0)
        pi.wait_for_welcome()
        pi.wait_until("the screen shows the address", lambda: "http://" in read_screen(pi))
        assert "is ready" in read_screen(pi)
        # The imager's part has been done too, and its file is untouched.
        assert pi.run("hostname").out.strip() == "dice-room"
        assert "ann" in pi.run("getent passwd ann").out
        assert pi.fetch(f"{BOOT}/user-data").decode() == USER_DATA
        # The folder's own packages were taken: there is no internet.
        assert "install ok installed" in pi.run("dpkg-query -W -f='${Status}' fonts-dejavu-core").out
        log = pi.fetch(f"{BOOT}/pi-bunco-log.txt").decode()
        for words in ("missing or damaged", "another try", "The power was cut", "7 of 7", "is ready"):
            assert words in log
        assert SECRET not in log
        pi.run("sync")

    with start(folder, boot_disk) as pi:
        pi.wait_for_welcome()
        pi.wait_until("the Pi has started", lambda: "done" in pi.run("cloud-init status", check=False).out)
        assert pi.run(f"systemctl show -P ExecMainStartTimestampMonotonic {UNIT}").out.strip() == "0"
        assert pi.fetch(f"{BOOT}/pi-bunco-log.txt").decode() == log


def test_card_installs_itself_by_firstrun(folder: Path, boot_disk: Path) -> None:
    """firstrun.sh arranges the installation and removes itself; the next start goes on with it."""
    script = folder / "firstrun.sh"
    script.write_bytes(merge_first_run(b""))
    with start(folder, boot_disk, "blank.ext4") as pi:
        pi.run(PREPARE)
        pi.run(f"sed -i 's|$|{RUN}|' {BOOT}/cmdline.txt")
        pi.put(script, f"{BOOT}/firstrun.sh")
        pi.run(f"sh {BOOT}/firstrun.sh")
        assert pi.run(f"ls {BOOT}/firstrun.sh", check=False).rc != 0
        assert "systemd.run" not in pi.run(f"cat {BOOT}/cmdline.txt").out
        pi.wait_until("it installs", lambda: "2 of 7" in read_screen(pi))
        pi.run(f"rm {SCREEN}; sync")

    with start(folder, boot_disk, "blank.ext4") as pi:
        pi.wait_until("it goes on", lambda: "The power was cut in the step" in read_screen(pi))
