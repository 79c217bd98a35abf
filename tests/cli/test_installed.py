"""Which table's folder a command uses if none is named."""

from pathlib import Path

import pytest

from pi_bunco.cli import installed
from pi_bunco.cli.installed import find_folder
from pi_bunco.config import SERVICE_SETTINGS
from tests.cli.conftest import Call


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Install a table whose folder is another user's."""
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
def test_another_users_table_is_not_passed_over(call: Call, service: Path, words: str) -> None:
    """The installed command never uses another folder instead: it says who may read the table's."""
    status, out, err = call(*words.split())
    assert (status, out) == (2, "")
    assert err == (
        f"pi-bunco: The table's folder {service} is for the administrator alone. "
        "Put sudo before the command, or name another folder with --state-dir.\n"
    )
    assert list(service.iterdir()) == []


def test_a_folder_that_was_named_is_taken(service: Path) -> None:
    """A folder that is named is used."""
    assert find_folder(service / "mine") == service / "mine"


def test_a_program_that_was_not_installed_uses_the_users_folder(
    monkeypatch: pytest.MonkeyPatch, service: Path
) -> None:
    """A checkout beside an installed table plays in its user's folder."""
    monkeypatch.delenv("PI_BUNCO_CONFIG")
    assert find_folder(None) == service / "home/pi-bunco"
