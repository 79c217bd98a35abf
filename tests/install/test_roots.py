"""install.sh for real, on blank Debian systems: `make test-install`."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import cv2
import pytest

from pi_bunco.app.rehearsal.table import RehearsalTable
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.calibrate.file import save
from tests.install.roots import Root
from tests.install.said import INSTALL, OURS, PUT_GAME, UPDATE, with_next

PLAY = """
echo 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8080/").status)' >/var/tmp/ask
runuser -u pi-bunco -- pi-bunco run --state-dir /var/lib/pi-bunco >/tmp/said 2>&1 &
for ((k = 0; k < 600; k++)); do
    if python3 /var/tmp/ask 2>/dev/null; then break; fi
    sleep 0.5
done
"""


def test_blank_root_gets_everything(installed: tuple[Root, str]) -> None:
    """One command on a blank Debian: a program that reads dice, a user, settings, units for every boot."""
    root, said = installed
    assert "reads dice" in said
    assert "This system has no python3-picamera2" in said
    assert "This system has no python3-lgpio" in said
    assert "The table is at http://" in said
    assert "█" in said, "no QR code"
    assert max(map(len, said.splitlines())) <= 80
    assert root.said("pi-bunco --version").startswith("pi-bunco, version ")
    assert 'camera = "none"' in root.said("cat /etc/pi-bunco/table.toml")
    assert root.said("id -nG pi-bunco").split() == ["pi-bunco", "video", "gpio"]
    assert root.said("stat -c '%U %a' /var/lib/pi-bunco") == "pi-bunco 700\n"
    for unit in ("pi-bunco.service", "pi-bunco-backup.timer", "pi-bunco-address.service"):
        assert root.said(f"systemctl is-enabled {unit}") == "enabled\n"
    kiosk = root.run("systemctl is-enabled pi-bunco-kiosk.service")
    assert kiosk.stdout == "disabled\n"
    assert not root.said("find /opt/pi-bunco -user pi-bunco"), "the table could change its own program"


def test_throws_are_read_as_here(ready: Root, tmp_path: Path) -> None:
    """The same pictures of a calibrated mat are read as here, though rounding may be another's there."""
    table = RehearsalTable(1)
    save(table.calibrate(best_reader()), tmp_path / "table.zip")
    laid = [table.throw(number) for number in range(5)]  # the last one leans
    for number, throw in enumerate(laid):
        cv2.imwrite(str(tmp_path / f"{number}.png"), throw.image)
    words = "read --json --calibration {0}/table.zip {0}/0.png {0}/1.png {0}/2.png {0}/3.png {0}/4.png"
    here = subprocess.run(
        [sys.executable, "-m", "pi_bunco", *words.format(tmp_path).split()],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    there = ready.said(f"pi-bunco {words.format('/mnt/bundle')}", bundle=tmp_path)
    for one, other in zip(here.stdout.splitlines(), there.splitlines(), strict=True):
        ours, theirs = json.loads(one), json.loads(other)
        assert theirs["status"] == ours["status"]
        assert [die["value"] for die in theirs["dice"]] == [die["value"] for die in ours["dice"]]
        if ours["status"] == "read":
            assert sure(theirs) == pytest.approx(sure(ours), abs=0.02)
    assert [json.loads(line)["status"] for line in there.splitlines()] == ["read"] * 4 + ["doubtful"]


def sure(told: dict[str, Any]) -> list[float]:
    return [die["confidence"] for die in told["dice"]]


def test_again_changes_nothing(ready: Root) -> None:
    """The same command once more makes no other version, writes no file, and leaves the settings alone."""
    ready.said("echo 'port = 8123' >>/etc/pi-bunco/table.toml")
    before = ready.said("find /opt /etc /usr/local -newermt @0 -printf '%p %T@\\n' | grep pi-bunco | sort")
    said = ready.said(INSTALL)
    assert "is there already" in said
    assert "wrote" not in said
    assert "http://" not in said or ":8123/" in said
    after = ready.said("find /opt /etc /usr/local -newermt @0 -printf '%p %T@\\n' | grep pi-bunco | sort")
    changed = set(after.splitlines()) ^ set(before.splitlines())
    assert {line.split()[0] for line in changed} <= {"/opt/pi-bunco", "/opt/pi-bunco/placed"}


def test_what_was_damaged_is_put_right(ready: Root) -> None:
    """A unit that was changed, a link that is gone and a package that is broken come back."""
    ready.said(
        "echo broken >/etc/systemd/system/pi-bunco.service; rm /usr/local/bin/pi-bunco; "
        "rm -r /opt/pi-bunco/current/lib/python3*/site-packages/flask"
    )
    said = ready.said(INSTALL, net=True)
    assert "wrote /etc/systemd/system/pi-bunco.service" in said
    assert ready.said("readlink /opt/pi-bunco/current").startswith("versions/2-")
    assert ready.said("pi-bunco rehearse --throws 1 --json")


def test_never_during_a_game(ready: Root) -> None:
    """While a game is played the installer does nothing; once the table is stopped it goes on."""
    ready.said(PUT_GAME)
    done = ready.run(f"{PLAY}\n{INSTALL}")
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout.startswith("200\n"), "the page did not answer"
    assert "A game is being played at this table: Boxed" in done.stderr
    assert "of 6" not in done.stdout
    ready.said(INSTALL)


def test_update_and_back(ready: Root, next_bundle: Path) -> None:
    """A wheel of the next version plays after an update; back is the one before, and back again the next."""
    said = ready.said(UPDATE, bundle=next_bundle)
    assert "version 9.9.9 is installed and reads dice" in said
    assert ready.said("pi-bunco --version") == "pi-bunco, version 9.9.9\n"
    ready.said("pi-bunco update --back")
    assert "9.9.9" not in ready.said("pi-bunco --version")
    ready.said(f"{INSTALL} --back")
    assert ready.said("pi-bunco --version") == "pi-bunco, version 9.9.9\n"


def test_version_that_does_not_read_is_not_taken(ready: Root, bundle: Path, tmp_path: Path) -> None:
    """One that cannot read a throw is told and thrown away; the version that plays stays."""

    def spoil(checkout: Path) -> None:
        (checkout / "pi_bunco" / "app" / "rehearsal" / "games.py").write_text(
            "raise RuntimeError('spoilt')\n", "utf-8"
        )

    packed = with_next(bundle, tmp_path, ready.checkout, spoil)
    before = ready.said("pi-bunco --version; ls /opt/pi-bunco/versions")
    done = ready.run(UPDATE, bundle=packed)
    assert done.returncode == 2
    assert "does not read dice" in done.stderr
    assert ready.said("pi-bunco --version; ls /opt/pi-bunco/versions") == before


def test_without_internet_from_a_bundle(root: Root, scratch: Path, bundle: Path) -> None:
    """A folder made by `make bundle` is enough where Python and systemd are, as on any Raspberry Pi OS."""
    there = root.above(scratch)
    there.said(
        "apt-get -qq update; apt-get -qq install -y --no-install-recommends python3 systemd; apt-get clean",
        net=True,
    )
    said = there.said("bash /mnt/bundle/install.sh --from /mnt/bundle", bundle=bundle)
    assert "reads dice" in said
    assert there.said("pi-bunco rehearse --throws 1 --json")


def test_uninstall_keeps_the_games(ready: Root) -> None:
    """Everything of ours is gone but games and settings; installing again finds them."""
    ready.said(PUT_GAME)
    ready.said("mkdir -p /boot/firmware && cd /boot/firmware && echo 'camera_auto_detect=0' >config.txt && "
               "echo 'console=tty1 root=PARTUUID=1-02 rootwait' >cmdline.txt")  # fmt: skip
    said = ready.said(INSTALL)
    assert "sudo reboot" in said
    assert ready.said("cat /boot/firmware/cmdline.txt").endswith("rootwait cgroup_enable=memory\n")
    assert ready.said("tail -n 2 /boot/firmware/config.txt").startswith("camera_auto_detect=1\n")
    ready.said(f"{INSTALL} --uninstall")
    left = ready.said(OURS).split()
    assert left == [
        "/boot/firmware/cmdline.txt.before-pi-bunco", "/boot/firmware/config.txt.before-pi-bunco",
        "/etc/pi-bunco", "/var/lib/pi-bunco",
    ]  # fmt: skip
    assert (
        ready.said("cat /boot/firmware/*.txt")
        == "console=tty1 root=PARTUUID=1-02 rootwait\ncamera_auto_detect=0\n"
    )
    assert "not installed here" in ready.said(f"{INSTALL} --uninstall")
    ready.said(INSTALL, net=True)
    assert "Boxed" in ready.said("pi-bunco record --list")


def test_packages_of_a_pi_are_taken(ready: Root, tmp_path: Path) -> None:
    """Where apt has picamera2 and lgpio they are installed, and a new table uses the Pi's camera and bell."""
    for name in ("python3-picamera2", "python3-lgpio"):
        package = tmp_path / "debs" / name
        (package / "DEBIAN").mkdir(parents=True)
        (package / "DEBIAN" / "control").write_text(textwrap.dedent(f"""\
            Package: {name}
            Version: 1
            Architecture: all
            Maintainer: Nobody <nobody@example.org>
            Description: stands in for the one of Raspberry Pi OS
            """), "utf-8")  # fmt: skip
        subprocess.run(["dpkg-deb", "--build", package], check=True, capture_output=True)
    ready.said("rm /etc/pi-bunco/table.toml")
    said = ready.said(
        "cp /mnt/bundle/debs/*.deb /root; cd /root; for each in *.deb; do dpkg-deb --field $each; "
        "echo Filename: ./$each; echo Size: $(stat -c %s $each); "
        "echo SHA256: $(sha256sum <$each | cut -c 1-64); "
        "echo; done >Packages; echo 'deb [trusted=yes] file:/root ./' >/etc/apt/sources.list; "
        f"rm -rf /etc/apt/sources.list.d; {INSTALL}",
        bundle=tmp_path,
    )
    assert "installed python3-picamera2" in said
    assert "installed python3-lgpio" in said
    settings = ready.said("cat /etc/pi-bunco/table.toml")
    assert 'camera = "picamera2"' in settings
    assert 'bell = "mock"' not in settings


@pytest.fixture(autouse=True)
def _as_root(root: Root) -> None:
    """Each test here needs a root."""
    assert os.geteuid() == 0
    assert root.layers
