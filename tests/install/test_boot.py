"""The boot settings of a Raspberry Pi: added once, told, backed up, and taken back."""

from pathlib import Path

import pytest

from tests.install.parts import part

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4d8097e2-02 rootfstype=ext4 rootwait quiet"


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "config.txt").write_text("dtparam=audio=on\ncamera_auto_detect=0\n", "utf-8")
    (folder / "cmdline.txt").write_text(CMDLINE + "\n", "utf-8")
    return folder


def test_settings_are_added_once_and_backed_up(firmware: Path, tmp_path: Path) -> None:
    """The second time nothing is added; the copies are those of before the first."""
    first = part(tmp_path, 'need_boot; echo "reboot $REBOOT"')
    assert "Added camera_auto_detect=1" in first.stdout
    assert "Added cgroup_enable=memory" in first.stdout
    assert "reboot yes" in first.stdout
    second = part(tmp_path, 'need_boot; echo "reboot $REBOOT"')
    assert "Added" not in second.stdout
    assert "reboot no" in second.stdout
    assert (firmware / "cmdline.txt").read_text("utf-8") == f"{CMDLINE} cgroup_enable=memory\n"
    assert (firmware / "config.txt").read_text("utf-8").count("camera_auto_detect=1") == 1
    assert (firmware / "cmdline.txt.before-pi-bunco").read_text("utf-8") == f"{CMDLINE}\n"
    assert "pi-bunco" not in (firmware / "config.txt.before-pi-bunco").read_text("utf-8")


def test_taken_back_it_is_as_before(firmware: Path, tmp_path: Path) -> None:
    """Uninstalling takes out what was added, and leaves what somebody wrote since."""
    before = {name: (firmware / name).read_text("utf-8") for name in ("config.txt", "cmdline.txt")}
    part(tmp_path, "need_boot")
    with (firmware / "config.txt").open("a", encoding="utf-8") as file:
        file.write("dtoverlay=disable-bt\n")
    assert part(tmp_path, "take_boot_back").returncode == 0
    assert (firmware / "config.txt").read_text("utf-8") == before["config.txt"] + "dtoverlay=disable-bt\n"
    assert (firmware / "cmdline.txt").read_text("utf-8") == before["cmdline.txt"]


@pytest.mark.parametrize("line", ["camera_auto_detect=1", "dtoverlay=imx708", "  dtoverlay=ov5647,cam0"])
def test_camera_that_is_looked_for_is_left_alone(firmware: Path, tmp_path: Path, line: str) -> None:
    """A camera that is found, or was named by somebody, needs nothing."""
    (firmware / "config.txt").write_text(f"{line}\n", "utf-8")
    part(tmp_path, "need_boot")
    assert (firmware / "config.txt").read_text("utf-8") == f"{line}\n"


def test_word_that_somebody_else_added_stays(firmware: Path, tmp_path: Path) -> None:
    """What was there before us is not ours to take away."""
    (firmware / "cmdline.txt").write_text(f"{CMDLINE} cgroup_enable=memory\n", "utf-8")
    part(tmp_path, "need_boot; take_boot_back")
    assert (firmware / "cmdline.txt").read_text("utf-8") == f"{CMDLINE} cgroup_enable=memory\n"


def test_cmdline_stays_one_line(firmware: Path, tmp_path: Path) -> None:
    """Without a last line break, too: a second line would keep the Pi from starting."""
    (firmware / "cmdline.txt").write_text(CMDLINE, "utf-8")
    part(tmp_path, "need_boot")
    assert (firmware / "cmdline.txt").read_text("utf-8").count("\n") == 1


@pytest.mark.parametrize("script", ["DRY=yes need_boot", "BOOT=no need_boot"])
def test_nothing_is_written_if_nothing_may_be(firmware: Path, tmp_path: Path, script: str) -> None:
    """A dry run, and --no-boot, leave both files alone."""
    before = sorted((path.name, path.read_bytes()) for path in firmware.iterdir())
    assert part(tmp_path, script).returncode == 0
    assert sorted((path.name, path.read_bytes()) for path in firmware.iterdir()) == before


def test_no_pi_has_nothing_to_set(tmp_path: Path) -> None:
    """Plain Debian has no such files; that is said, and is no fault."""
    done = part(tmp_path, "need_boot")
    assert (done.returncode, "This is not a Raspberry Pi" in done.stdout) == (0, True)
