"""Plug-ins: cameras, bells and readers of other packages, and messages about wrong ones."""

from pathlib import Path

import numpy as np
import pytest

from pi_bunco.devices.bell import UnknownBell, open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.camera import is_device, open_camera
from pi_bunco.devices.ports import BellTrouble, CameraTrouble, Ring
from pi_bunco.equipment.bell import open_table_bell
from pi_bunco.settings import plugins
from pi_bunco.settings.plugins import PluginTrouble, find_plugin
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.open_reader import UnknownReader, open_reader
from tests.plugin_packages import install_plugin

ENTRY_POINTS = """
[pi_bunco.cameras]
wall = plugged:Wall
hole = plugged:no_camera
still = plugged:Still
dead = plugged:fail
gone = plugged_nowhere:Wall
party = plugged:Wall

[pi_bunco.bells]
gong = plugged:Gong
dead = plugged:fail

[pi_bunco.readers]
owl = plugged:Owl
dead = plugged:fail
"""
SOURCE = """
class Wall:
    live = True
    def __init__(self, argument): self.name = f"wall {argument}"
    def frames(self): return iter(())
    def close(self): pass

class Gong:
    down = False
    def __init__(self, argument): self.argument, self.rings = argument, []
    def on_press(self, listener): pass
    def sound(self, ring): self.rings.append(ring)
    def light(self, lamp): pass
    def close(self): pass

class Owl:
    def __init__(self, argument): self.argument = argument
    def read(self, image, *, dice=3, die_size=None): return self.argument

class Still:
    def __init__(self, argument): self.name = argument
    def frames(self): return iter(())

def no_camera(argument): return "a hole"
def fail(argument): raise RuntimeError("no cable")
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a package that has one plug-in of each kind, and wrong ones."""
    install_plugin(tmp_path, "plugged", ENTRY_POINTS, SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_plugin_camera_gets_its_argument() -> None:
    """A plug-in camera is a device, and gets the text after its name and a colon."""
    assert is_device("wall:left:2")
    assert open_camera("wall:left:2").name == "wall left:2"
    assert open_camera("wall").name == "wall "


def test_plugin_bell_is_used() -> None:
    """A plug-in bell gets its argument, and plays rings."""
    bell, button = open_table_bell("gong:big")
    bell.sound(Ring.BUNCO)
    assert (vars(bell), button.stage) == ({"argument": "big", "rings": [Ring.BUNCO]}, "up")


def test_plugin_reader_is_made_for_each_caller() -> None:
    """Each table, and each calibration, gets its own reader of the plug-in."""
    image = np.zeros((2, 2, 3), np.uint8)
    first, second = open_reader("owl:night"), open_reader("owl:night")
    read: list[object] = [first.read(image), second.read(image)]
    assert read == ["night"] * 2
    assert first is not second


def test_file_is_preferred_to_a_plugin(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file and a plug-in camera have the same name, the file is used."""
    (installed / "party").mkdir()
    monkeypatch.chdir(installed)
    assert not is_device("party")
    with pytest.raises(CameraTrouble, match="party"):
        open_camera("party")


@pytest.mark.parametrize("spec", ["dead", "hole"])
def test_plugin_camera_that_fails_is_a_camera_trouble(spec: str) -> None:
    """A plug-in that fails, or that makes no camera, raises a CameraTrouble, so that it is tried again."""
    with pytest.raises(CameraTrouble, match=rf'"{spec}" .*Put plugged:\w+ right') as trouble:
        open_camera(spec)
    assert ("no cable" in str(trouble.value)) == (spec == "dead")


def test_plugin_bell_that_fails_is_replaced_by_a_mock_bell() -> None:
    """If a plug-in bell fails, a mock bell replaces it, and the page shows why."""
    bell, button = open_table_bell("dead")
    assert isinstance(bell, MockBell)
    assert button.stage == "missing"
    assert "no cable" in button.text
    with pytest.raises(BellTrouble):
        open_bell("dead")


def test_plugin_reader_that_fails_is_a_trouble() -> None:
    """If a plug-in reader fails, the station cannot be opened."""
    with pytest.raises(PluginTrouble, match=r'The plug-in "dead" has failed'):
        open_reader("dead")


def test_plugin_camera_that_lacks_methods_is_refused() -> None:
    """The message lists the attributes of a camera that the plug-in's object lacks."""
    with pytest.raises(CameraTrouble, match=r'"still" makes lacks close and live\. Put plugged:Still right'):
        open_camera("still")


def test_plugin_that_cannot_be_loaded_is_reported() -> None:
    """The message about a plug-in that cannot be loaded has its module."""
    assert is_device("gone")  # its station finds out, since this program does not load it
    with pytest.raises(
        PluginTrouble, match=r'"gone" cannot be loaded.*plugged_nowhere.*Put plugged_nowhere:'
    ):
        open_camera("gone")


def test_plugins_of_the_same_name_are_refused(installed: Path) -> None:
    """Two plug-ins with the same name are refused; the same plug-in found twice counts once."""
    install_plugin(installed, "second", "[pi_bunco.bells]\ngong = second:Gong\n")
    with pytest.raises(PluginTrouble, match=r"several plug-ins.*plugged:Gong, second:Gong"):
        find_plugin("bells", "gong")
    install_plugin(installed, "third", "[pi_bunco.readers]\nowl = plugged:Owl\n")
    assert find_plugin("readers", "owl:x") is not None


def test_unknown_name_lists_the_plugins() -> None:
    """The message about an unknown name lists the installed plug-ins of that kind, once."""
    with pytest.raises(CameraTrouble, match=r'called "owl".*Installed plug-ins: .*party.*wall\.') as raised:
        open_camera("owl")
    assert str(raised.value).count("Installed") == 1
    with pytest.raises(UnknownBell, match=r'called "owl".*Installed plug-ins: dead, gong\.'):
        open_bell("owl")
    with pytest.raises(UnknownReader, match=r'called "gong".*Installed plug-ins: dead, owl\.'):
        open_reader("gong")


def test_plugins_are_searched_only_for_unknown_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the names of pi-bunco's own kinds, the metadata of other packages is not read."""
    monkeypatch.setattr(plugins, "_find_entry_points", lambda *_: pytest.fail("looked"))
    open_camera("mock").close()
    open_bell("mock").close()
    assert is_device("usb")
    assert type(open_reader(None)) is type(best_reader())
