"""The state folder that a command uses if none is named."""

from pathlib import Path

import pytest

from pi_bunco.cli import installed
from pi_bunco.cli.installed import find_folder
from pi_bunco.settings.config import SERVICE_SETTINGS
from tests.cli.conftest import Call


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Pretend that a table is installed whose folder belongs to another user."""
    monkeypatch.setenv("PI_BUNCO_CONFIG", str(SERVICE_SETTINGS))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(installed, "SERVICE_STATE", tmp_path)
    monkeypatch.setattr("pi_bunco.cli.installed.os.access", lambda path, _: path != tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "record",
        "record --list",
        "dice-check",
        "backup",
        "restore",
        "calibrate",
        "rules new mine --parent boxed",
    ],
)
def test_command_names_an_unreadable_folder_of_the_service(call: Call, service: Path, words: str) -> None:
    """If this user may not read the installed table's folder, a command stops and uses no other one."""
    status, out, err = call(*words.split())
    assert (status, out) == (2, "")
    assert err == (
        f"pi-bunco: The table's folder {service} is for the administrator alone. "
        "Put sudo before the command, or name another folder with --state-dir.\n"
    )
    assert list(service.iterdir()) == []


def test_named_folder_is_used(service: Path) -> None:
    """A folder that is named is used."""
    assert find_folder(service / "mine") == service / "mine"


def test_checkout_uses_the_users_folder(monkeypatch: pytest.MonkeyPatch, service: Path) -> None:
    """A program that is not installed uses the user's folder, even beside an installed table."""
    monkeypatch.delenv("PI_BUNCO_CONFIG")
    assert find_folder(None) == service / "home/pi-bunco"
