"""The settings file: written once and never changed; new devices are only reported."""

from pathlib import Path

import pytest

from tests.install.parts import TOP, run_part

SCRIPT = """
camera_here() {{ echo {camera}; }}
is_installed() {{ {pins}; }}
need_settings "$here/systemd/table.toml"
printf '%s\\n' "${{NOTES[@]}}"
"""


def install_settings(folder: Path, camera: str, *, pins: bool) -> tuple[str, str]:
    """Install on a machine with this camera, and perhaps with pins; return the settings and the output."""
    done = run_part(folder, SCRIPT.format(camera=camera, pins=str(pins).lower()))
    assert done.returncode == 0, done.stderr
    return (folder / "etc" / "table.toml").read_text("utf-8"), done.stdout


def test_settings_follow_the_devices_of_the_machine(tmp_path: Path) -> None:
    """With camera and pins the shipped settings are used; without them, no camera and a mock bell."""
    assert (
        install_settings(tmp_path / "pi", "picamera2", pins=True)[0]
        == (TOP / "systemd" / "table.toml").read_text()
    )
    bare, output = install_settings(tmp_path / "bare", "none", pins=False)
    assert 'camera = "none"' in bare
    assert '\nbell = "mock"' in bare
    assert "No camera was found" in output


@pytest.mark.parametrize(
    ("camera", "has_pins", "notes"),
    [
        ("picamera2", "yes", ['camera = "picamera2"', "name its board there"]),
        ("usb", "no", ['camera = "usb"']),
        ("none", "no", []),
    ],
)
def test_settings_are_kept_and_new_devices_reported(
    tmp_path: Path, camera: str, has_pins: str, notes: list[str]
) -> None:
    """A camera or pins that the first install did not find are reported, with the line to change."""
    first, _ = install_settings(tmp_path, "none", pins=False)
    again, output = install_settings(tmp_path, camera, pins=has_pins == "yes")
    assert again == first
    assert all(note in output for note in notes)
    assert output.count("systemctl restart") // 2 == len(notes), "each is printed, and again at the end"


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("", "127.0.0.1"),
        ('host = "0.0.0.0"', "127.0.0.1"),
        ('host = "192.168.1.20"  # the table alone', "192.168.1.20"),
        ('host = "fd00::20"', "[fd00::20]"),
    ],
)
def test_settings_decide_the_address_of_the_page(tmp_path: Path, line: str, address: str) -> None:
    """The installer checks the page at the address of the setting ``host``."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "table.toml").write_text(f"{line}\n", "utf-8")
    assert run_part(tmp_path, "host_here").stdout == f"{address}\n"


@pytest.mark.parametrize(
    ("bus", "camera"), [("platform/soc/fe801000.csi", "none"), ("pci0000:00/usb1/1-1", "usb")]
)
def test_settings_use_a_video_device_only_on_usb(tmp_path: Path, bus: str, camera: str) -> None:
    """A video device counts as a USB camera only if it is on USB: a Pi camera's device sends no pictures."""
    device = tmp_path / "devices" / bus / "video4linux" / "video0"
    device.mkdir(parents=True)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "video0").symlink_to(device)
    script = "VIDEO=$folder/class; is_installed() { false; }; camera_here"
    assert run_part(tmp_path, script).stdout == f"{camera}\n"
