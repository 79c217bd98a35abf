"""install.sh broken off in the middle: what played plays on, and the same command goes on from there."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.install.roots import Root
from tests.install.said import INSTALL, OURS, PUT_GAME, UPDATE

POWER = "kill -9 -1"  # everything but the first process, which is this test's shell
HANG_UP = "kill -TERM 0; sleep 60"  # all that hangs on the terminal

# Stands in front of a program: when it is asked for what fits the pattern, it begins, and then that happens.
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
    """Where it is broken off, and how: a program, what it was asked for, and seconds after it began."""

    program: str
    pattern: str
    seconds: int = 0
    deed: str = POWER


def broken_off(root: Root, command: str, cut: Cut, bundle: Path, *, net: bool = False) -> str:
    """Do a command that is broken off, and give what it said last."""
    done = root.run(STAND_IN.format(command=command, **cut._asdict()), net=net, bundle=bundle)
    assert done.returncode == 0, done.stderr
    assert "status " in done.stdout, f"{cut} never came:\n{done.stdout}"
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


def test_power_goes_on_a_blank_root(root: Root, scratch: Path, bundle: Path) -> None:
    """At each of nine places from apt to the last link; the same command, given once more, makes it whole."""
    there = root.above(scratch)
    install = "bash /mnt/bundle/install.sh"
    for cut in (PACKAGES, WHEELS, ITSELF, STAMP, UNIT, FOLDERS, SETTINGS, CURRENT, ENABLED):
        broken_off(there, install, cut, bundle, net=True)
        half = there.run("pi-bunco rehearse --throws 1 --json")
        assert (
            half.returncode == 0
            or "install.sh" in half.stderr
            or "pi-bunco: command not found" in half.stderr
        )
    said = there.said(install, net=True, bundle=bundle)
    assert "The table is at http://" in said
    assert there.said("pi-bunco rehearse --throws 1 --json")
    assert there.said("ls /opt/pi-bunco/versions | wc -l; dpkg --audit") == "1\n"
    assert there.said("ls /opt/pi-bunco").split() == ["current", "placed", "versions"]
    for unit in ("pi-bunco.service", "pi-bunco-backup.timer"):
        assert there.said(f"systemctl is-enabled {unit}") == "enabled\n"


def test_power_goes_in_an_update(ready: Root, next_bundle: Path) -> None:
    """After each cut one of the two versions plays, with all games; the update then goes through."""
    ready.said(PUT_GAME)
    for cut in (WHEELS, STAMP, FOLDERS, PREVIOUS, CURRENT, ENABLED):
        broken_off(ready, UPDATE, cut, next_bundle)
        assert ready.said("pi-bunco rehearse --throws 1 --json")
        assert "Boxed" in ready.said("pi-bunco record --list")
    now = "pi-bunco, version 9.9.9\n"
    assert ready.said("pi-bunco --version") == now, "all but the last step was done"
    ready.said(UPDATE, bundle=next_bundle)
    assert ready.said("pi-bunco --version") == now
    broken_off(ready, "pi-bunco update --back", CURRENT, next_bundle)
    assert ready.said("pi-bunco rehearse --throws 1 --json")
    ready.said("pi-bunco update --back")
    assert ready.said("pi-bunco --version") != now
    assert ready.said("ls /opt/pi-bunco/versions | wc -l") == "2\n"


def test_hang_up_says_what_to_do(ready: Root, next_bundle: Path) -> None:
    """Told to end, in the packages: nothing half-made is left, and a sentence says how to go on."""
    before = ready.said("ls /opt/pi-bunco /opt/pi-bunco/versions; pi-bunco --version")
    told = broken_off(ready, UPDATE, WHEELS._replace(seconds=0, deed=HANG_UP), next_bundle)
    assert "Interrupted before it was done; games and settings are unchanged." in told
    assert "Run the same command again." in told
    assert ready.said("ls /opt/pi-bunco /opt/pi-bunco/versions; pi-bunco --version") == before


def test_power_goes_in_taking_away(ready: Root, bundle: Path) -> None:
    """Given once more, --uninstall takes away the rest, and never the games."""
    ready.said(PUT_GAME)
    remove = f"{INSTALL} --uninstall"
    for cut in (Cut("rm", "*pi-bunco-backup.timer"), Cut("rm", "*/opt/pi-bunco")):
        broken_off(ready, remove, cut, bundle)
    ready.said(remove)
    assert ready.said(OURS).split() == ["/etc/pi-bunco", "/var/lib/pi-bunco"]
    assert ready.said("ls /var/lib/pi-bunco/log.sqlite3")


@pytest.fixture(autouse=True)
def _native(root: Root) -> None:
    """Leave out emulated roots: what is shown here does not hang on the machine, and would take hours."""
    if root.emulated:
        pytest.skip("broken off only where programs run natively")
