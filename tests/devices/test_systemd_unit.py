"""The service unit, judged by systemd's own tools and by our own command line."""

import configparser
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from pi_bunco import assets
from pi_bunco.cli import cli
from pi_bunco.cli.run import run

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here"
)


@pytest.fixture
def unit() -> Path:
    return assets.find("systemd/pi-bunco.service")


@needs_systemd
def test_systemd_unit_is_understood_whole(unit: Path) -> None:
    """Systemd finds nothing to say; it returns 0 for a misspelt key too, so any word is a failure."""
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no"]
    done = subprocess.run([*verify, unit], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@needs_systemd
def test_systemd_unit_misspelt_key_would_be_noticed(unit: Path, tmp_path: Path) -> None:
    """The check above does see a key that systemd would pass over."""
    wrong = tmp_path / unit.name
    wrong.write_text(unit.read_text("utf-8").replace("ProtectClock=", "ProtectClok="), "utf-8")
    done = subprocess.run(["systemd-analyze", "verify", wrong], capture_output=True, text=True, check=False)
    assert "ProtectClok" in done.stderr


@needs_systemd
def test_systemd_unit_is_shut_in(unit: Path) -> None:
    """Systemd rates what the service could do to the machine at 2.5 of 10 or less."""
    rate = ["systemd-analyze", "security", "--offline=true", "--threshold=25"]
    done = subprocess.run([*rate, unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


def test_systemd_unit_starts_a_command_that_exists(unit: Path) -> None:
    """What it starts is understood by our own command line, and keeps its games where systemd lets it."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's keys have capitals
    parser.read_string(unit.read_text("utf-8"))
    service = parser["Service"]
    env, program, command, *options = shlex.split(service["ExecStart"])
    assert (env, program) == ("/usr/bin/env", "pi-bunco")
    assert command in cli.list_commands(run.make_context("run", []))
    told = run.make_context(command, options).params
    assert told["camera"] == "picamera2"
    assert told["state_dir"] == Path("/var/lib") / service["StateDirectory"]
