"""Plug-ins: a camera, a bell and a reader of other packages, and what is said where one is wrong."""

from pathlib import Path

import numpy as np
import pytest

from pi_bunco import plugins
from pi_bunco.app.room_equipment import Readers
from pi_bunco.config import Settings, load
from pi_bunco.devices.bell import UnknownBell, open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.camera import is_device, open_camera
from pi_bunco.devices.ports import BellTrouble, CameraTrouble, Ring
from pi_bunco.plugins import PluginTrouble, find_plugin
from pi_bunco.stations.bell import open_table_bell
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.open_reader import UnknownReader, open_reader
from tests.plugged import install_plugin

ENTRY_POINTS = """
[pi_bunco.cameras]
wall = plugged:Wall
hole = plugged:no_camera
still = plugged:Still
dead = plugged:fails
gone = plugged_nowhere:Wall
party = plugged:Wall

[pi_bunco.bells]
gong = plugged:Gong
dead = plugged:fails

[pi_bunco.readers]
owl = plugged:Owl
dead = plugged:fails
"""
SOURCE = """
class Wall:
    live = True
    def __init__(self, told): self.name = f"wall {told}"
    def frames(self): return iter(())
    def close(self): pass

class Gong:
    down = False
    def __init__(self, told): self.told, self.heard = told, []
    def on_press(self, told): pass
    def sound(self, ring): self.heard.append(ring)
    def light(self, lamp): pass
    def close(self): pass

class Owl:
    def __init__(self, told): self.told = told
    def read(self, image, *, dice=3, die_size=None): return self.told

class Still:
    def __init__(self, told): self.name = told
    def frames(self): return iter(())

def no_camera(told): return "a hole"
def fails(told): raise RuntimeError("no cable")
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package that has one plug-in of each kind, and wrong ones."""
    install_plugin(tmp_path, "plugged", ENTRY_POINTS, SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_camera_of_another_package() -> None:
    """It is a device, and is told what stands behind its name and a colon."""
    assert is_device("wall:left:2")
    assert open_camera("wall:left:2").name == "wall left:2"
    assert open_camera("wall").name == "wall "


def test_a_bell_of_another_package() -> None:
    """It is played like any bell."""
    bell, shown = open_table_bell("gong:big")
    bell.sound(Ring.BUNCO)
    assert (vars(bell), shown.stage) == ({"told": "big", "heard": [Ring.BUNCO]}, "up")


def test_a_reader_of_another_package(tmp_path: Path) -> None:
    """Each table has one of its own, and so has who calibrates."""
    readers = Readers(Settings(reader="owl:night", state_dir=tmp_path), [])
    image = np.zeros((2, 2, 3), np.uint8)
    read: list[object] = [
        one.read(image) for one in (readers.head, readers.make_for_table(2), readers.make_plain())
    ]
    assert read == ["night"] * 3
    assert readers.make_plain() is not readers.make_plain()


def test_a_file_beats_a_plugin_of_the_same_name(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody has recorded is played, whichever packages are installed."""
    (installed / "party").mkdir()
    monkeypatch.chdir(installed)
    assert not is_device("party")
    with pytest.raises(CameraTrouble, match="party"):
        open_camera("party")


@pytest.mark.parametrize("spec", ["dead", "hole"])
def test_a_camera_that_fails_is_tried_again(spec: str) -> None:
    """What is wrong with it is a camera's trouble: said on the page, and the game goes on by taps."""
    with pytest.raises(CameraTrouble, match=rf'"{spec}" .*Put plugged:\w+ right') as troubled:
        open_camera(spec)
    assert ("no cable" in str(troubled.value)) == (spec == "dead")


def test_where_a_bell_fails_the_page_rings() -> None:
    """As where the pins of a board cannot be had; and the page says why."""
    bell, shown = open_table_bell("dead")
    assert isinstance(bell, MockBell)
    assert shown.stage == "missing"
    assert "no cable" in shown.text
    with pytest.raises(BellTrouble):
        open_bell("dead")


def test_a_reader_that_fails_ends_the_start(tmp_path: Path) -> None:
    """Nobody else reads in its place; where the settings name it is said."""
    (tmp_path / "table.toml").write_text('reader = "dead"\n')
    settings = load(tmp_path / "table.toml", {"state_dir": tmp_path})
    with pytest.raises(PluginTrouble, match=r'table\.toml, line 1: reader: The plug-in "dead" has failed'):
        Readers(settings, [])


def test_what_a_camera_lacks_is_named() -> None:
    """So that who writes one need not compare it with the port by eye."""
    with pytest.raises(CameraTrouble, match=r'"still" makes lacks close and live\. Put plugged:Still right'):
        open_camera("still")


def test_what_cannot_be_loaded_is_said() -> None:
    """With its place, which is the package that is wrong."""
    with pytest.raises(
        PluginTrouble, match=r'"gone" cannot be loaded.*plugged_nowhere.*Put plugged_nowhere:'
    ):
        is_device("gone")


def test_two_of_one_name_are_refused(installed: Path) -> None:
    """Nobody could say which is meant; the same package, found twice on the path, is one."""
    install_plugin(installed, "second", "[pi_bunco.bells]\ngong = second:Gong\n")
    with pytest.raises(PluginTrouble, match=r"several plug-ins.*plugged:Gong, second:Gong"):
        find_plugin("bells", "gong")
    install_plugin(installed, "third", "[pi_bunco.readers]\nowl = plugged:Owl\n")
    assert find_plugin("readers", "owl:x") is not None


def test_a_name_that_no_package_has() -> None:
    """Is said as it always was, with the plug-ins of that kind that are installed."""
    with pytest.raises(CameraTrouble, match=r'called "owl".*Installed plug-ins: .*party.*wall\.'):
        open_camera("owl")
    with pytest.raises(UnknownBell, match=r'called "owl".*Installed plug-ins: dead, gong\.'):
        open_bell("owl")
    with pytest.raises(UnknownReader, match=r'called "gong".*Installed plug-ins: dead, owl\.'):
        open_reader("gong")


def test_nobody_looks_for_plugins_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came with pi-bunco is opened without reading what other packages say of themselves."""
    monkeypatch.setattr(plugins, "_find_entry_points", lambda *_: pytest.fail("looked"))
    open_camera("mock").close()
    open_bell("mock").close()
    assert is_device("usb")
    assert type(open_reader(None)) is type(best_reader())
