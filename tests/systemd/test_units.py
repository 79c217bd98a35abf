"""The units, judged by systemd's own tools and by our own command line."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from pi_bunco import assets
from pi_bunco.cli import cli
from pi_bunco.config import load

FOLDER = assets.find("systemd")
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in {".service", ".timer", ".path"})
BROWSER = "pi-bunco-kiosk.service"
"""Chromium shuts its pages in by itself, with namespaces that a service shut in by systemd may not make."""
SERVICES = [name for name in UNITS if name.endswith(".service") and name != BROWSER]
TABLE = "pi-bunco.service"

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here"
)


def told(unit: str) -> dict[str, list[str]]:
    """Return what a unit's sections say, each key with all its values."""
    said: dict[str, list[str]] = {}
    for line in (FOLDER / unit).read_text("utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            said.setdefault(key, []).append(value)
    return said


def started(unit: str) -> click.Context:
    """Let our own command line read what a unit starts; it refuses an option that it does not know."""
    env, program, command, *options = shlex.split(told(unit)["ExecStart"][0])
    assert (env, program) == ("/usr/bin/env", "pi-bunco")
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    return found.make_context(command, options)


def test_the_units_that_are_known_are_there() -> None:
    """The tests below look at each of them."""
    assert {TABLE, "pi-bunco-backup.service", "pi-bunco-backup.timer", "pi-bunco-stick.service"} <= set(UNITS)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_units_are_understood_whole(unit: str) -> None:
    """Systemd finds nothing to say; it returns 0 for a misspelt key too, so any word is a failure."""
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no"]
    done = subprocess.run([*verify, FOLDER / unit], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@needs_systemd
def test_a_misspelt_key_would_be_noticed(tmp_path: Path) -> None:
    """The check above does see a key that systemd would pass over."""
    wrong = tmp_path / TABLE
    wrong.write_text((FOLDER / TABLE).read_text("utf-8").replace("ProtectClock=", "ProtectClok="), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", wrong], capture_output=True, text=True, check=False)
    assert "ProtectClok" in done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES)
def test_services_are_shut_in(unit: str) -> None:
    """Systemd rates what a service could do to the machine at 2.5 of 10 or less."""
    rate = ["systemd-analyze", "security", "--offline=true", "--threshold=25"]
    done = subprocess.run([*rate, FOLDER / unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


def test_the_table_is_told_to_systemd_and_watched() -> None:
    """It says itself when it is ready, is fed by its own threads, and comes back whatever stopped it."""
    said = told(TABLE)
    assert said["Type"] == ["notify"]
    assert int(said["WatchdogSec"][0]) >= 10
    assert said["Restart"] == ["always"]
    assert said["RestartSec"] == ["100ms"]
    assert said["StartLimitIntervalSec"] == ["0"]
    assert said["WantedBy"] == ["multi-user.target"]


def test_the_table_has_room_on_a_small_board() -> None:
    """Its limit is a share of what the board has, and leaves the system and a browser theirs."""
    said = told(TABLE)
    limits = [int(said[key][0].removesuffix("%")) for key in ("MemoryHigh", "MemoryMax")]
    assert limits == sorted(limits)
    assert limits[-1] < 60


def test_the_table_starts_with_settings_that_are_in_order() -> None:
    """What it starts is understood, it may write where its games are, and its settings are valid."""
    options = started(TABLE).params
    assert options["state_dir"] == Path("/var/lib") / told(TABLE)["StateDirectory"][0]
    assert options["file"] == Path("/etc/pi-bunco/table.toml")
    assert load(FOLDER / "table.toml", {}).camera == "picamera2"


def test_every_setting_that_is_offered_is_one(tmp_path: Path) -> None:
    """Each line that a host may take the # from is a setting with a value that it can have."""
    text = re.sub(r"^# (\w+ = )", r"\1", (FOLDER / "table.toml").read_text("utf-8"), flags=re.MULTILINE)
    file = tmp_path / "table.toml"
    file.write_text(text, "utf-8")
    assert load(file, {}).players == ("Ann", "Bob", "Cy", "Di")


@pytest.mark.parametrize("unit", ["pi-bunco-backup.service", "pi-bunco-stick.service"])
def test_backups_are_of_the_tables_games(unit: str) -> None:
    """Both look where the table writes, as the same user, and may write where they put it."""
    options, said = started(unit).params, told(unit)
    assert options["state_dir"] == started(TABLE).params["state_dir"]
    assert said["User"] == told(TABLE)["User"]
    if options["to"]:
        assert str(options["to"]).startswith(said["ReadWritePaths"][0].removeprefix("-") + "/")
        assert said["ConditionPathIsMountPoint"] == [str(options["to"].parent)]


def test_the_stick_is_put_where_its_service_looks() -> None:
    """The udev rule, the folder that is made for it and the service say the same place and name."""
    rule = (FOLDER / "udev/90-pi-bunco-stick.rules").read_text("utf-8")
    made = (FOLDER / "tmpfiles.d/pi-bunco.conf").read_text("utf-8")
    place = told("pi-bunco-stick.service")["ConditionPathIsMountPoint"][0]
    assert f"$devnode {place}" in rule
    assert "Wants=pi-bunco-stick.service" in rule
    assert re.search(rf"^d {place} +0755 root", made, re.MULTILINE)
    watched = told("pi-bunco-stick.path")["PathChanged"][0]
    assert re.search(rf"^d {watched} +0700 pi-bunco", made, re.MULTILINE)


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not installed here")
def test_the_user_is_made_with_its_groups(tmp_path: Path) -> None:
    """On a blank system user and groups of camera and pins are made; doing it again changes nothing."""
    for name in ("passwd", "group", "shadow", "gshadow"):
        (tmp_path / "etc").mkdir(exist_ok=True)
        (tmp_path / "etc" / name).touch()
    make = ["systemd-sysusers", f"--root={tmp_path}", str(FOLDER / "sysusers.d/pi-bunco.conf")]
    for _ in range(2):
        subprocess.run(make, check=True, capture_output=True)
        users = [line.split(":") for line in (tmp_path / "etc/passwd").read_text().splitlines()]
        assert [(user[0], user[5], user[6]) for user in users] == [
            ("pi-bunco", "/var/lib/pi-bunco", "/usr/sbin/nologin")
        ]
        groups = dict(line.split(":x:") for line in (tmp_path / "etc/group").read_text().splitlines())
        assert {name for name, rest in groups.items() if "pi-bunco" in rest} == {"gpio", "video"}
