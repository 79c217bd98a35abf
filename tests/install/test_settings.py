"""The settings are the host's: written once, never changed; what came since is told."""

from pathlib import Path

import pytest

from tests.install.parts import TOP, part

HAS = """
camera_here() {{ echo {camera}; }}
is_installed() {{ {pins}; }}
need_settings "$here/systemd/table.toml"
printf '%s\\n' "${{NOTES[@]}}"
"""


def settled(folder: Path, camera: str, *, pins: bool) -> tuple[str, str]:
    """Install on a machine with this camera, and perhaps with pins; give the settings and what was noted."""
    done = part(folder, HAS.format(camera=camera, pins=str(pins).lower()))
    assert done.returncode == 0, done.stderr
    return (folder / "etc" / "table.toml").read_text("utf-8"), done.stdout


def test_settings_say_what_this_machine_has(tmp_path: Path) -> None:
    """With camera and pins they are the shipped ones; without, dice are tapped and the page is the bell."""
    assert settled(tmp_path / "pi", "picamera2", pins=True)[0] == (TOP / "systemd" / "table.toml").read_text()
    bare, noted = settled(tmp_path / "bare", "none", pins=False)
    assert 'camera = "none"' in bare
    assert '\nbell = "mock"' in bare
    assert "No camera was found" in noted


@pytest.mark.parametrize(
    ("camera", "has_pins", "told"),
    [
        ("picamera2", "yes", ['camera = "picamera2"', "name its board there"]),
        ("usb", "no", ['camera = "usb"']),
        ("none", "no", []),
    ],
)
def test_what_came_since_is_told_and_changes_nothing(
    tmp_path: Path, camera: str, has_pins: str, told: list[str]
) -> None:
    """A camera or pins that were not there at the first install are named, with the line to change."""
    first, _ = settled(tmp_path, "none", pins=False)
    again, noted = settled(tmp_path, camera, pins=has_pins == "yes")
    assert again == first
    assert all(words in noted for words in told)
    assert noted.count("systemctl restart") // 2 == len(told), "each is said, and said again at the end"


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("", "127.0.0.1"),
        ('host = "0.0.0.0"', "127.0.0.1"),
        ('host = "192.168.1.20"  # the table alone', "192.168.1.20"),
        ('host = "fd00::20"', "[fd00::20]"),
    ],
)
def test_page_is_asked_where_it_answers(tmp_path: Path, line: str, address: str) -> None:
    """A table that listens on one address only is asked there, or it would be called broken."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "table.toml").write_text(f"{line}\n", "utf-8")
    assert part(tmp_path, "host_here").stdout == f"{address}\n"


@pytest.mark.parametrize(
    ("bus", "camera"), [("platform/soc/fe801000.csi", "none"), ("pci0000:00/usb1/1-1", "usb")]
)
def test_video_device_is_a_usb_camera_only_on_usb(tmp_path: Path, bus: str, camera: str) -> None:
    """A Pi's own camera has a video device too, which gives no pictures without picamera2."""
    device = tmp_path / "devices" / bus / "video4linux" / "video0"
    device.mkdir(parents=True)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "video0").symlink_to(device)
    script = "VIDEO=$folder/class; is_installed() { false; }; camera_here"
    assert part(tmp_path, script).stdout == f"{camera}\n"
