"""The boot settings of a Raspberry Pi: added once, reported, backed up, and removed again."""

from pathlib import Path

import pytest

from tests.install.parts import run_part

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=4d8097e2-02 rootfstype=ext4 rootwait quiet"


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "config.txt").write_text("dtparam=audio=on\ncamera_auto_detect=0\n", "utf-8")
    (folder / "cmdline.txt").write_text(CMDLINE + "\n", "utf-8")
    return folder


def test_boot_settings_are_added_once_and_backed_up(firmware: Path, tmp_path: Path) -> None:
    """A second run adds nothing, and the backups are the files from before the first run."""
    first = run_part(tmp_path, 'need_boot; echo "reboot $REBOOT"')
    assert "Added camera_auto_detect=1" in first.stdout
    assert "Added cgroup_enable=memory" in first.stdout
    assert "reboot yes" in first.stdout
    second = run_part(tmp_path, 'need_boot; echo "reboot $REBOOT"')
    assert "Added" not in second.stdout
    assert "reboot no" in second.stdout
    assert (firmware / "cmdline.txt").read_text("utf-8") == f"{CMDLINE} cgroup_enable=memory\n"
    assert (firmware / "config.txt").read_text("utf-8").count("camera_auto_detect=1") == 1
    assert (firmware / "cmdline.txt.before-pi-bunco").read_text("utf-8") == f"{CMDLINE}\n"
    assert "pi-bunco" not in (firmware / "config.txt.before-pi-bunco").read_text("utf-8")


def test_boot_settings_are_removed_again(firmware: Path, tmp_path: Path) -> None:
    """Uninstalling removes the added settings, and keeps lines that were written since."""
    before = {name: (firmware / name).read_text("utf-8") for name in ("config.txt", "cmdline.txt")}
    run_part(tmp_path, "need_boot")
    with (firmware / "config.txt").open("a", encoding="utf-8") as file:
        file.write("dtoverlay=disable-bt\n")
    assert run_part(tmp_path, "take_boot_back").returncode == 0
    assert (firmware / "config.txt").read_text("utf-8") == before["config.txt"] + "dtoverlay=disable-bt\n"
    assert (firmware / "cmdline.txt").read_text("utf-8") == before["cmdline.txt"]


@pytest.mark.parametrize("line", ["camera_auto_detect=1", "dtoverlay=imx708", "  dtoverlay=ov5647,cam0"])
def test_boot_settings_for_a_configured_camera_are_kept(firmware: Path, tmp_path: Path, line: str) -> None:
    """If the camera is detected automatically, or a line names it, nothing is added."""
    (firmware / "config.txt").write_text(f"{line}\n", "utf-8")
    run_part(tmp_path, "need_boot")
    assert (firmware / "config.txt").read_text("utf-8") == f"{line}\n"


def test_boot_setting_from_before_the_install_stays(firmware: Path, tmp_path: Path) -> None:
    """A setting that was there before the install is not removed."""
    (firmware / "cmdline.txt").write_text(f"{CMDLINE} cgroup_enable=memory\n", "utf-8")
    run_part(tmp_path, "need_boot; take_boot_back")
    assert (firmware / "cmdline.txt").read_text("utf-8") == f"{CMDLINE} cgroup_enable=memory\n"


def test_boot_cmdline_stays_one_line(firmware: Path, tmp_path: Path) -> None:
    """Even without a final line break, cmdline.txt stays one line: with two lines the Pi would not start."""
    (firmware / "cmdline.txt").write_text(CMDLINE, "utf-8")
    run_part(tmp_path, "need_boot")
    assert (firmware / "cmdline.txt").read_text("utf-8").count("\n") == 1


@pytest.mark.parametrize("script", ["DRY=yes need_boot", "BOOT=no need_boot"])
def test_boot_files_are_unchanged_by_a_dry_run_or_no_boot(
    firmware: Path, tmp_path: Path, script: str
) -> None:
    """A dry run, and --no-boot, change neither file."""
    before = sorted((path.name, path.read_bytes()) for path in firmware.iterdir())
    assert run_part(tmp_path, script).returncode == 0
    assert sorted((path.name, path.read_bytes()) for path in firmware.iterdir()) == before


def test_boot_settings_are_skipped_on_other_machines(tmp_path: Path) -> None:
    """On plain Debian without these files the output says so, and the exit status is 0."""
    done = run_part(tmp_path, "need_boot")
    assert (done.returncode, "This is not a Raspberry Pi" in done.stdout) == (0, True)
