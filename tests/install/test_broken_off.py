"""Interruptions of install.sh: the old version still plays, and the same command completes the work."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.install.commands import IMPORT_GAME, INSTALL, LIST_OUR_FILES, UPDATE
from tests.install.roots import Root

POWER_CUT = "kill -9 -1"  # ends all processes except the first, which is this test's shell
HANG_UP = "kill -TERM 0; sleep 60"  # ends all processes of the terminal

# Replaces a program by a script. If the arguments fit the pattern, it starts the program and interrupts it.
STAND_IN = """
real=$(command -v {program})
cp "$real" /var/tmp/real
cat >/var/tmp/stand-in <<'END'
#!/bin/sh
case "$*" in {pattern})
    if [ {seconds} != 0 ]; then /var/tmp/real "$@" & sleep {seconds}; fi
    {deed}
    exit 1 ;;
esac
exec /var/tmp/real "$@"
END
chmod 755 /var/tmp/stand-in
mv /var/tmp/stand-in "$real"
setsid --wait bash -c '{command}' >/var/tmp/out 2>/var/tmp/err || echo "status $?"
cat /var/tmp/real >"$real"
cat /var/tmp/out
cat /var/tmp/err >&2
"""


class Cut(NamedTuple):
    """An interruption: in which program, with which arguments, how many seconds after its start, and how."""

    program: str
    pattern: str
    seconds: int = 0

    deed: str = POWER_CUT


def interrupt(root: Root, command: str, cut: Cut, bundle: Path, *, net: bool = False) -> str:
    """Run a command, interrupt it, and return its standard error."""
    done = root.run(STAND_IN.format(command=command, **cut._asdict()), net=net, bundle=bundle)
    assert done.returncode == 0, done.stderr
    assert "status " in done.stdout, f"{cut} did not happen:\n{done.stdout}"
    return done.stderr


PACKAGES = Cut("dpkg-deb", "--fsys-tarfile*systemd_*")
WHEELS = Cut("env", "*pip*--require-hashes*", 4)
ITSELF = Cut("env", "*pip*--no-deps*", 1)
STAMP = Cut("sync", "-f*")
UNIT = Cut("install", "*pi-bunco.service")
FOLDERS = Cut("systemd-tmpfiles", "--create*")
SETTINGS = Cut("mv", "*table.toml")
PREVIOUS = Cut("mv", "*/previous")
CURRENT = Cut("mv", "*/current")
ENABLED = Cut("systemctl", "enable*pi-bunco.service")


def test_power_cut_during_the_install(root: Root, scratch: Path, bundle: Path) -> None:
    """After power cuts at nine places, from apt to the last link, the same command completes the install."""
    there = root.add_layer(scratch)
    install = "bash /mnt/bundle/install.sh"
    for cut in (PACKAGES, WHEELS, ITSELF, STAMP, UNIT, FOLDERS, SETTINGS, CURRENT, ENABLED):
        interrupt(there, install, cut, bundle, net=True)
        done = there.run("pi-bunco rehearse --throws 1 --json")
        assert (
            done.returncode == 0
            or "install.sh" in done.stderr
            or "pi-bunco: command not found" in done.stderr
        )
    assert "The table is at http://" in there.check_output(install, net=True, bundle=bundle)
    assert there.check_output("pi-bunco rehearse --throws 1 --json")
    assert there.check_output("ls /opt/pi-bunco/versions | wc -l; dpkg --audit") == "1\n"
    assert there.check_output("ls /opt/pi-bunco").split() == ["current", "placed", "versions"]
    for unit in ("pi-bunco.service", "pi-bunco-backup.timer"):
        assert there.check_output(f"systemctl is-enabled {unit}") == "enabled\n"


def test_power_cut_during_an_update(ready: Root, next_bundle: Path) -> None:
    """After each power cut one of the two versions plays, with all games; then the update succeeds."""
    ready.check_output(IMPORT_GAME)
    for cut in (WHEELS, STAMP, FOLDERS, PREVIOUS, CURRENT, ENABLED):
        interrupt(ready, UPDATE, cut, next_bundle)
        assert ready.check_output("pi-bunco rehearse --throws 1 --json")
        assert "Boxed" in ready.check_output("pi-bunco record --list")
    updated = "pi-bunco, version 9.9.9\n"
    assert ready.check_output("pi-bunco --version") == updated, "all but the last step was done"
    ready.check_output(UPDATE, bundle=next_bundle)
    assert ready.check_output("pi-bunco --version") == updated
    interrupt(ready, "pi-bunco update --back", CURRENT, next_bundle)
    assert ready.check_output("pi-bunco rehearse --throws 1 --json")
    ready.check_output("pi-bunco update --back")
    assert ready.check_output("pi-bunco --version") != updated
    assert ready.check_output("ls /opt/pi-bunco/versions | wc -l") == "2\n"


def test_hang_up_during_an_update(ready: Root, next_bundle: Path) -> None:
    """If the terminal ends while packages are installed, nothing unfinished is left, and a message helps."""
    before = ready.check_output("ls /opt/pi-bunco /opt/pi-bunco/versions; pi-bunco --version")
    errors = interrupt(ready, UPDATE, WHEELS._replace(seconds=0, deed=HANG_UP), next_bundle)
    assert "Interrupted before it was done; games and settings are unchanged." in errors
    assert "Run the same command again." in errors
    assert ready.check_output("ls /opt/pi-bunco /opt/pi-bunco/versions; pi-bunco --version") == before


def test_power_cut_during_the_uninstall(ready: Root, bundle: Path) -> None:
    """After power cuts, ``--uninstall`` removes the rest, and never the games."""
    ready.check_output(IMPORT_GAME)
    remove = f"{INSTALL} --uninstall"
    for cut in (Cut("rm", "*pi-bunco-backup.timer"), Cut("rm", "*/opt/pi-bunco")):
        interrupt(ready, remove, cut, bundle)
    ready.check_output(remove)
    assert ready.check_output(LIST_OUR_FILES).split() == ["/etc/pi-bunco", "/var/lib/pi-bunco"]
    assert ready.check_output("ls /var/lib/pi-bunco/log.sqlite3")


@pytest.fixture(autouse=True)
def _native(root: Root) -> None:
    """Skip emulated roots: these tests do not depend on the processor, and would take hours there."""
    if root.emulated:
        pytest.skip("interrupted only where programs run natively")
