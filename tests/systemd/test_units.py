"""The systemd units, checked by systemd's tools and by pi-bunco's command line."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from pi_bunco.cli import cli
from pi_bunco.files import assets
from pi_bunco.settings.config import load

FOLDER = assets.find("systemd")
KINDS = {".service", ".timer", ".path", ".socket"}
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.suffix in KINDS)
BROWSER = "pi-bunco-kiosk.service"
"""Chromium has its own sandbox, with namespaces that systemd's sandbox would forbid."""
SERVICES = [name for name in UNITS if name.endswith(".service") and name != BROWSER]
TABLE = "pi-bunco.service"

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here"
)


def read_unit(unit: str) -> dict[str, list[str]]:
    """Return all values of each key of a unit."""
    values: dict[str, list[str]] = {}
    for line in (FOLDER / unit).read_text("utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            values.setdefault(key, []).append(value)
    return values


def parse_command(unit: str) -> click.Context:
    """Return the parsed command line of a unit; parsing fails for an unknown option."""
    env, program, command, *options = shlex.split(read_unit(unit)["ExecStart"][0])
    assert (env, program) == ("/usr/bin/env", "pi-bunco")
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    return found.make_context(command, options)


def test_units_exist() -> None:
    """The known units are in the folder, so that the tests below check them."""
    assert {TABLE, "pi-bunco-backup.service", "pi-bunco-backup.timer", "pi-bunco-stick.service"} <= set(UNITS)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_units_are_valid(unit: str) -> None:
    """``systemd-analyze verify`` prints nothing; its status alone is 0 even for a misspelt key."""
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no"]
    done = subprocess.run([*verify, FOLDER / unit], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@needs_systemd
def test_units_with_a_misspelt_key_are_noticed(tmp_path: Path) -> None:
    """The test above can fail: ``systemd-analyze verify`` reports a misspelt key."""
    wrong = tmp_path / TABLE
    wrong.write_text((FOLDER / TABLE).read_text("utf-8").replace("ProtectClock=", "ProtectClok="), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", wrong], capture_output=True, text=True, check=False)
    assert "ProtectClok" in done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES)
def test_services_are_sandboxed(unit: str) -> None:
    """``systemd-analyze security`` rates the exposure of each service at 2.5 or less, and as the README says.

    Another systemd may rate by one tenth more or less.
    """
    rate = ["systemd-analyze", "security", "--offline=true", "--threshold=25"]
    done = subprocess.run([*rate, FOLDER / unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]
    rated = re.search(r"exposure level for \S+ ([\d.]+)", done.stdout)
    said = re.search(rf"\| `{unit}` \| ([\d.]+) \|", (FOLDER / "README.md").read_text("utf-8"))
    assert rated is not None
    assert said is not None
    assert abs(float(rated[1]) - float(said[1])) < 0.15


@pytest.mark.parametrize("unit", SERVICES)
def test_what_is_not_set_has_a_reason(unit: str) -> None:
    """Each of three limits is set, or a comment in the unit says why it is not."""
    text = (FOLDER / unit).read_text("utf-8")
    for key in ("MemoryDenyWriteExecute", "ProcSubset", "IPAddressDeny"):
        assert re.search(rf"^({key}=|#.*{key}.*:)", text, re.MULTILINE) or f"{key} is not set: " in text, key


def test_table_service_is_watched_and_restarted() -> None:
    """The table's service reports when it is ready, has a watchdog, and is always restarted."""
    values = read_unit(TABLE)
    assert values["Type"] == ["notify"]
    assert int(values["WatchdogSec"][0]) >= 10
    assert values["Restart"] == ["always"]
    assert values["RestartSec"] == ["100ms"]
    assert values["StartLimitIntervalSec"] == ["0"]
    assert values["WantedBy"] == ["multi-user.target"]


def test_table_service_has_a_memory_limit() -> None:
    """The memory limits are shares of the board's memory below 60 %, which leaves room for a browser."""
    values = read_unit(TABLE)
    limits = [int(values[key][0].removesuffix("%")) for key in ("MemoryHigh", "MemoryMax")]
    assert limits == sorted(limits)
    assert limits[-1] < 60


def test_table_service_has_valid_options_and_settings() -> None:
    """The service's options are valid, its state folder is writable, and the shipped settings load."""
    options = parse_command(TABLE).params
    assert options["state_dir"] == Path("/var/lib") / read_unit(TABLE)["StateDirectory"][0]
    assert options["file"] == Path("/etc/pi-bunco/table.toml")
    assert load(FOLDER / "table.toml", {}).camera == "picamera2"


def test_settings_in_comments_are_valid(tmp_path: Path) -> None:
    """Each commented-out line of the settings file is a setting with a valid value."""
    text = re.sub(r"^# (\w+ = )", r"\1", (FOLDER / "table.toml").read_text("utf-8"), flags=re.MULTILINE)
    file = tmp_path / "table.toml"
    file.write_text(text, "utf-8")
    assert load(file, {}).players == ("Ann", "Bob", "Cy", "Di")


@pytest.mark.parametrize("unit", ["pi-bunco-backup.service", "pi-bunco-stick.service"])
def test_backup_services_use_the_tables_folder_and_user(unit: str) -> None:
    """Both backup services read the table's folder as its user, and may write to their target."""
    options, values = parse_command(unit).params, read_unit(unit)
    assert options["state_dir"] == parse_command(TABLE).params["state_dir"]
    assert values["User"] == read_unit(TABLE)["User"]
    if options["to"]:
        assert str(options["to"]).startswith(values["ReadWritePaths"][0].removeprefix("-") + "/")
        assert values["ConditionPathIsMountPoint"] == [str(options["to"].parent)]


def test_stick_service_uses_the_folder_of_the_udev_rule() -> None:
    """The udev rule, the folder of tmpfiles.d and the stick's service have the same mount point."""
    rule = (FOLDER / "udev/90-pi-bunco-stick.rules").read_text("utf-8")
    folders = (FOLDER / "tmpfiles.d/pi-bunco.conf").read_text("utf-8")
    place = read_unit("pi-bunco-stick.service")["ConditionPathIsMountPoint"][0]
    assert f"$devnode {place}" in rule
    assert "Wants=pi-bunco-stick.service" in rule
    assert re.search(rf"^d {place} +0755 root", folders, re.MULTILINE)
    watched = read_unit("pi-bunco-stick.path")["PathChanged"][0]
    assert re.search(rf"^d {watched} +0700 pi-bunco", folders, re.MULTILINE)


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not installed here")
def test_user_is_made_with_its_groups(tmp_path: Path) -> None:
    """On a blank system the user and its groups for camera and pins are made, also by a second run."""
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
