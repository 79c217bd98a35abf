"""``pi-bunco pin``, as a host uses it at the machine."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.access.roles import HOST, Role
from pi_bunco.cli.pin import pin
from tests.cli.conftest import Call

TABLET = "10.0.0.7"


def door(folder: Path) -> Door:
    return Door(DoorConfig(file=AccessFile(folder)))


def typed(folder: Path, *lines: str) -> Result:
    """Return what ``--set`` asks."""
    return CliRunner().invoke(pin, ["--set", "--state-dir", str(folder)], "".join(f"{x}\n" for x in lines))


def test_a_pin_is_set_without_being_shown(tmp_path: Path) -> None:
    """It is asked for twice, is never printed, and a table that plays goes by it at once."""
    playing = door(tmp_path)
    assert playing.identify(None, TABLET).role == HOST
    got = typed(tmp_path, "2580", "2580")
    assert got.exit_code == 0
    assert "2580" not in got.output
    assert "The PIN is set." in got.output
    assert playing.identify(None, TABLET).role != HOST
    assert playing.enter_pin(playing.identify(None, TABLET), "2580").role == HOST


def test_a_new_pin_keeps_the_devices(tmp_path: Path) -> None:
    """A tablet that was let in taps on, before and after a restart."""
    typed(tmp_path, "2580", "2580")
    playing = door(tmp_path)
    device = playing.ask(playing.identify(None, TABLET), Role("table", 3))
    playing.let_in(device.id, Role("table", 3))
    typed(tmp_path, "1111", "1111")
    for one in (playing, door(tmp_path)):
        assert one.identify(playing.make_cookie(device), TABLET).role == Role("table", 3)


def test_what_is_no_pin_is_not_set(tmp_path: Path) -> None:
    """Too short, or typed differently the second time."""
    for lines in (("12", "12"), ("2580", "2581")):
        assert typed(tmp_path, *lines).exit_code != 0
    assert AccessFile(tmp_path).load() is None


def test_reset_forgets_pin_and_devices(tmp_path: Path, call: Call) -> None:
    """A second time there is nothing to forget, and it says so."""
    typed(tmp_path, "2580", "2580")
    words = ("pin", "--reset", "--state-dir", tmp_path)
    assert call(*words) == (0, "PIN and devices are forgotten.\n", "")
    assert call(*words) == (0, "There was no PIN, and no device.\n", "")
    assert door(tmp_path).identify(None, TABLET).role == HOST


def test_a_damaged_file_is_told_and_can_be_reset(tmp_path: Path, call: Call) -> None:
    """Every other use names the file and the way out."""
    AccessFile(tmp_path).path.write_bytes(b"\0")
    for option in ([], ["--set"]):
        status, out, err = call("pin", *option, "--state-dir", tmp_path)
        assert (status, out) == (2, "")
        assert f"{AccessFile(tmp_path).path} is damaged." in err
        assert "sudo pi-bunco pin --reset" in err
    assert call("pin", "--reset", "--state-dir", tmp_path)[0] == 0
    assert call("pin", "--state-dir", tmp_path)[1] == "No PIN is set, and no device is let in.\n"


@pytest.mark.parametrize(("devices", "says"), [(0, "no device is"), (1, "1 device is"), (2, "2 devices are")])
def test_it_says_what_is_set(tmp_path: Path, call: Call, devices: int, says: str) -> None:
    """Whether there is a PIN, and how many devices are let in; neither is named."""
    typed(tmp_path, "2580", "2580")
    playing = door(tmp_path)
    for _ in range(devices):
        playing.enter_pin(playing.identify(None, TABLET), "2580")
    assert call("pin", "--state-dir", tmp_path)[1] == f"A PIN is set, and {says} let in.\n"


def test_only_one_thing_at_once(tmp_path: Path, call: Call) -> None:
    """Setting and forgetting together is refused, and nothing is done."""
    status, _, err = call("pin", "--set", "--reset", "--state-dir", tmp_path)
    assert status == 2
    assert "not both" in err
