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
