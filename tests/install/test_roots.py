"""The real install.sh on blank Debian systems: `make test-install`."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import cv2
import pytest
from still_throws.table import RehearsalTable

from pi_bunco.vision.best import best_reader
from pi_bunco.vision.calibrate.file import save
from tests.install.commands import IMPORT_GAME, INSTALL, LIST_OUR_FILES, UPDATE, add_next_version
from tests.install.roots import Root

PLAY = """
echo 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8080/").status)' >/var/tmp/ask
runuser -u pi-bunco -- pi-bunco run --state-dir /var/lib/pi-bunco >/tmp/said 2>&1 &
for ((k = 0; k < 600; k++)); do
    if python3 /var/tmp/ask 2>/dev/null; then break; fi
    sleep 0.5
done
"""


def test_install_on_a_blank_system(installed: tuple[Root, str]) -> None:
    """On a blank Debian one command installs a program that reads dice, a user, settings and units."""
    root, output = installed
    assert "reads dice" in output
    assert "This system has no python3-picamera2" in output
    assert "This system has no python3-lgpio" in output
    assert "The table is at http://" in output
    assert "█" in output, "no QR code"
    assert max(map(len, output.splitlines())) <= 80
    assert root.check_output("pi-bunco --version").startswith("pi-bunco, version ")
    assert 'camera = "none"' in root.check_output("cat /etc/pi-bunco/table.toml")
    assert root.check_output("id -nG pi-bunco").split() == ["pi-bunco", "video", "gpio"]
    assert root.check_output("stat -c '%U %a' /var/lib/pi-bunco") == "pi-bunco 700\n"
    for unit in ("pi-bunco.service", "pi-bunco-backup.timer", "pi-bunco-address.service"):
        assert root.check_output(f"systemctl is-enabled {unit}") == "enabled\n"
    kiosk = root.run("systemctl is-enabled pi-bunco-kiosk.service")
    assert kiosk.stdout == "disabled\n"
    assert not root.check_output("find /opt/pi-bunco -user pi-bunco"), (
        "the table could change its own program"
    )


def test_installed_program_reads_the_same_throws(ready: Root, tmp_path: Path) -> None:
    """The installed program reads pictures of a calibrated mat like this checkout, except for rounding."""
    table = RehearsalTable(1)
    save(table.calibrate(best_reader()), tmp_path / "table.zip")
    for number in range(5):  # in the last throw a die leans
        cv2.imwrite(str(tmp_path / f"{number}.png"), table.throw(number).image)
    words = "read --json --calibration {0}/table.zip {0}/0.png {0}/1.png {0}/2.png {0}/3.png {0}/4.png"
    here = subprocess.run(
        [sys.executable, "-m", "pi_bunco", *words.format(tmp_path).split()],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    there = ready.check_output(f"pi-bunco {words.format('/mnt/bundle')}", bundle=tmp_path)
    for one, other in zip(here.stdout.splitlines(), there.splitlines(), strict=True):
        ours, theirs = json.loads(one), json.loads(other)
        assert theirs["status"] == ours["status"]
        assert [die["value"] for die in theirs["dice"]] == [die["value"] for die in ours["dice"]]
        if ours["status"] == "read":
            assert list_confidences(theirs) == pytest.approx(list_confidences(ours), abs=0.02)
    assert [json.loads(line)["status"] for line in there.splitlines()] == ["read"] * 4 + ["doubtful"]


def list_confidences(reading: dict[str, Any]) -> list[float]:
    return [die["confidence"] for die in reading["dice"]]


def test_second_install_changes_nothing(ready: Root) -> None:
    """The same command a second time makes no version, writes no file, and keeps the settings."""
    ready.check_output("echo 'port = 8123' >>/etc/pi-bunco/table.toml")
    before = ready.check_output(
        "find /opt /etc /usr/local -newermt @0 -printf '%p %T@\\n' | grep pi-bunco | sort"
    )
    output = ready.check_output(INSTALL)
    assert "is there already" in output
    assert "wrote" not in output
    assert "http://" not in output or ":8123/" in output
    after = ready.check_output(
        "find /opt /etc /usr/local -newermt @0 -printf '%p %T@\\n' | grep pi-bunco | sort"
    )
    changed = set(after.splitlines()) ^ set(before.splitlines())
    assert {line.split()[0] for line in changed} <= {"/opt/pi-bunco", "/opt/pi-bunco/placed"}


def test_second_install_repairs_damage(ready: Root) -> None:
    """A changed unit, a missing link and a damaged package are repaired."""
    ready.check_output(
        "echo broken >/etc/systemd/system/pi-bunco.service; rm /usr/local/bin/pi-bunco; "
        "rm -r /opt/pi-bunco/current/lib/python3*/site-packages/flask"
    )
    output = ready.check_output(INSTALL, net=True)
    assert "wrote /etc/systemd/system/pi-bunco.service" in output
    assert ready.check_output("readlink /opt/pi-bunco/current").startswith("versions/2-")
    assert ready.check_output("pi-bunco rehearse --throws 1 --json")


def test_install_is_refused_during_a_game(ready: Root) -> None:
    """While a game is played the installer does nothing; after the table has stopped it works."""
    ready.check_output(IMPORT_GAME)
    done = ready.run(f"{PLAY}\n{INSTALL}")
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout.startswith("200\n"), "the page did not answer"
    assert "A game is being played at this table: Boxed" in done.stderr
    assert "of 6" not in done.stdout
    ready.check_output(INSTALL)


def test_update_and_back(ready: Root, next_bundle: Path) -> None:
    """An update installs the next version; ``--back`` exchanges it with the version before."""
    output = ready.check_output(UPDATE, bundle=next_bundle)
    assert "version 9.9.9 is installed and reads dice" in output
    assert ready.check_output("pi-bunco --version") == "pi-bunco, version 9.9.9\n"
    ready.check_output("pi-bunco update --back")
    assert "9.9.9" not in ready.check_output("pi-bunco --version")
    ready.check_output(f"{INSTALL} --back")
    assert ready.check_output("pi-bunco --version") == "pi-bunco, version 9.9.9\n"


def test_update_to_a_version_that_reads_no_dice_is_refused(ready: Root, bundle: Path, tmp_path: Path) -> None:
    """A version that cannot read a throw is reported and removed; the current version stays."""

    def spoil(checkout: Path) -> None:
        (checkout / "pi_bunco" / "app" / "rehearsal" / "games.py").write_text(
            "raise RuntimeError('spoilt')\n", "utf-8"
        )

    next_bundle = add_next_version(bundle, tmp_path, ready.checkout, spoil)
    before = ready.check_output("pi-bunco --version; ls /opt/pi-bunco/versions")
    done = ready.run(UPDATE, bundle=next_bundle)
    assert done.returncode == 2
    assert "does not read dice" in done.stderr
    assert ready.check_output("pi-bunco --version; ls /opt/pi-bunco/versions") == before


def test_install_from_a_bundle_without_a_network(root: Root, scratch: Path, bundle: Path) -> None:
    """A bundle is enough on a system with Python and systemd, such as each Raspberry Pi OS."""
    there = root.add_layer(scratch)
    there.check_output(
        "apt-get -qq update; apt-get -qq install -y --no-install-recommends python3 systemd; apt-get clean",
        net=True,
    )
    output = there.check_output("bash /mnt/bundle/install.sh --from /mnt/bundle", bundle=bundle)
    assert "reads dice" in output
    assert there.check_output("pi-bunco rehearse --throws 1 --json")


def test_uninstall_keeps_the_games(ready: Root) -> None:
    """Uninstalling keeps only games, settings and backups of boot files; a new install uses them."""
    ready.check_output(IMPORT_GAME)
    ready.check_output(
        "mkdir -p /boot/firmware && cd /boot/firmware && echo 'camera_auto_detect=0' >config.txt && "
        "echo 'console=tty1 root=PARTUUID=1-02 rootwait' >cmdline.txt"
    )
    output = ready.check_output(INSTALL)
    assert "sudo reboot" in output
    assert ready.check_output("cat /boot/firmware/cmdline.txt").endswith("rootwait cgroup_enable=memory\n")
    assert ready.check_output("tail -n 2 /boot/firmware/config.txt").startswith("camera_auto_detect=1\n")
    ready.check_output(f"{INSTALL} --uninstall")
    left = ready.check_output(LIST_OUR_FILES).split()
    assert left == [
        "/boot/firmware/cmdline.txt.before-pi-bunco", "/boot/firmware/config.txt.before-pi-bunco",
        "/etc/pi-bunco", "/var/lib/pi-bunco",
    ]  # fmt: skip
    assert (
        ready.check_output("cat /boot/firmware/*.txt")
        == "console=tty1 root=PARTUUID=1-02 rootwait\ncamera_auto_detect=0\n"
    )
    assert "not installed here" in ready.check_output(f"{INSTALL} --uninstall")
    ready.check_output(INSTALL, net=True)
    assert "Boxed" in ready.check_output("pi-bunco record --list")


def test_install_uses_the_packages_of_a_pi(ready: Root, tmp_path: Path) -> None:
    """If apt has picamera2 and lgpio, they are installed, and the settings name the Pi's camera and bell."""
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
    ready.check_output("rm /etc/pi-bunco/table.toml")
    output = ready.check_output(
        "cp /mnt/bundle/debs/*.deb /root; cd /root; for each in *.deb; do dpkg-deb --field $each; "
        "echo Filename: ./$each; echo Size: $(stat -c %s $each); "
        "echo SHA256: $(sha256sum <$each | cut -c 1-64); "
        "echo; done >Packages; echo 'deb [trusted=yes] file:/root ./' >/etc/apt/sources.list; "
        f"rm -rf /etc/apt/sources.list.d; {INSTALL}",
        bundle=tmp_path,
    )
    assert "installed python3-picamera2" in output
    assert "installed python3-lgpio" in output
    settings = ready.check_output("cat /etc/pi-bunco/table.toml")
    assert 'camera = "picamera2"' in settings
    assert 'bell = "mock"' not in settings


@pytest.fixture(autouse=True)
def _as_root(root: Root) -> None:
    """Assert that the fixture ``root`` has worked, which each test here needs."""
    assert os.geteuid() == 0
    assert root.layers
