"""``pi-bunco pin``."""

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


def set_pin(folder: Path, *lines: str) -> Result:
    """Run ``pin --set`` and type these lines."""
    return CliRunner().invoke(pin, ["--set", "--state-dir", str(folder)], "".join(f"{x}\n" for x in lines))


def test_pin_is_set_without_being_shown(tmp_path: Path) -> None:
    """The PIN is typed twice and never printed, and a running table uses it at once."""
    playing = door(tmp_path)
    assert playing.identify(None, TABLET).role == HOST
    done = set_pin(tmp_path, "2580", "2580")
    assert done.exit_code == 0
    assert "2580" not in done.output
    assert "The PIN is set." in done.output
    assert playing.identify(None, TABLET).role != HOST
    assert playing.enter_pin(playing.identify(None, TABLET), "2580").role == HOST


def test_new_pin_keeps_the_devices(tmp_path: Path) -> None:
    """After a new PIN a device keeps its role, before and after a restart."""
    set_pin(tmp_path, "2580", "2580")
    playing = door(tmp_path)
    device = playing.ask(playing.identify(None, TABLET), Role("table", 3))
    playing.let_in(device.id, Role("table", 3))
    set_pin(tmp_path, "1111", "1111")
    for each in (playing, door(tmp_path)):
        assert each.identify(playing.make_cookie(device), TABLET).role == Role("table", 3)


def test_wrong_pin_is_not_set(tmp_path: Path) -> None:
    """A PIN that is too short, or is typed differently the second time, is not set."""
    for lines in (("12", "12"), ("2580", "2581")):
        assert set_pin(tmp_path, *lines).exit_code != 0
    assert AccessFile(tmp_path).load() is None


def test_reset_forgets_pin_and_devices(tmp_path: Path, call: Call) -> None:
    """``--reset`` removes PIN and devices; a second time it reports that there are none."""
    set_pin(tmp_path, "2580", "2580")
    words = ("pin", "--reset", "--state-dir", tmp_path)
    assert call(*words) == (0, "PIN and devices are forgotten.\n", "")
    assert call(*words) == (0, "There was no PIN, and no device.\n", "")
    assert door(tmp_path).identify(None, TABLET).role == HOST


def test_damaged_file_is_reported_and_can_be_reset(tmp_path: Path, call: Call) -> None:
    """With a damaged file all uses but --reset fail with a message that names the file and --reset."""
    AccessFile(tmp_path).path.write_bytes(b"\0")
    for option in ([], ["--set"]):
        status, out, err = call("pin", *option, "--state-dir", tmp_path)
        assert (status, out) == (2, "")
        assert f"{AccessFile(tmp_path).path} is damaged." in err
        assert "sudo pi-bunco pin --reset" in err
    assert call("pin", "--reset", "--state-dir", tmp_path)[0] == 0
    assert call("pin", "--state-dir", tmp_path)[1] == "No PIN is set, and no device is let in.\n"


@pytest.mark.parametrize(
    ("devices", "words"), [(0, "no device is"), (1, "1 device is"), (2, "2 devices are")]
)
def test_pin_prints_what_is_set(tmp_path: Path, call: Call, devices: int, words: str) -> None:
    """Without an option, the output says that a PIN is set, and how many devices are let in."""
    set_pin(tmp_path, "2580", "2580")
    playing = door(tmp_path)
    for _ in range(devices):
        playing.enter_pin(playing.identify(None, TABLET), "2580")
    assert call("pin", "--state-dir", tmp_path)[1] == f"A PIN is set, and {words} let in.\n"


def test_set_and_reset_together_are_refused(tmp_path: Path, call: Call) -> None:
    """``--set`` and ``--reset`` together are refused."""
    status, _, err = call("pin", "--set", "--reset", "--state-dir", tmp_path)
    assert status == 2
    assert "not both" in err
