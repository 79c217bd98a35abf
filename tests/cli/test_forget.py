"""``pi-bunco forget`` deletes at a stopped table what the page deletes at a running one."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pi_bunco.cli.forget import forget
from pi_bunco.errors import Trouble
from pi_bunco.store import Log, list_games
from tests.app.people.evenings import GUEST, find_bytes, make_state


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return make_state(tmp_path / "state", evenings=2)


def run(state: Path, *options: str) -> Result:
    return CliRunner().invoke(forget, ["--state-dir", str(state), *options])


def test_a_guest_is_deleted(state: Path) -> None:
    """The command says what stands there instead, and no byte is left; a dry run changes nothing."""
    dry = run(state, "--guest", GUEST, "--dry-run")
    assert dry.output == f"Would be deleted: the name {GUEST} in 2 evenings; all older backups.\n"
    assert find_bytes(state / "backups", GUEST)
    done = run(state, "--guest", GUEST)
    assert "Guest 1 stands there instead." in done.output
    assert find_bytes(state, GUEST) == []


def test_an_evening_and_photos_are_deleted(state: Path) -> None:
    """An evening goes by its number; all photos go at once."""
    assert "evening 1, with its photos" in run(state, "--game", "1").output
    assert list_games(state) == (2, 3)
    assert run(state, "--photos").output == "To be deleted: 1 photos.\n"
    assert not list((state / "photos").iterdir())


@pytest.mark.parametrize("options", [(), ("--photos", "--game", "1")])
def test_one_thing_at_a_time(state: Path, options: tuple[str, ...]) -> None:
    """The command deletes one thing, and asks which if it is not said."""
    assert "Give one of --guest, --game and --photos." in run(state, *options).output


def test_a_playing_table_is_refused(state: Path) -> None:
    """Its page deletes; the command touches no log that is open."""
    with Log(state):
        found = run(state, "--game", "1")
    assert isinstance(found.exception, Trouble)
    assert "Another pi-bunco is playing" in found.exception.text
