"""Settings come from the command line, a file, or their defaults, and a wrong one is named."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.config import ConfigTrouble, load
from tests.pipes import fed


def test_config_defaults_to_the_mock_table_on_this_machine() -> None:
    """Without a word: four players, classic, port 8080, this machine only."""
    settings = load(None, {})
    assert (settings.camera, settings.rules, settings.port, settings.address) == (
        "mock", "classic", 8080, "127.0.0.1")  # fmt: skip
    assert settings.players == ("Ann", "Bob", "Cy", "Di")


def test_config_opens_a_real_table_to_the_room() -> None:
    """With a real camera the page is for every tablet in the room, unless told otherwise."""
    assert load(None, {"camera": "picamera2"}).address == "0.0.0.0"
    assert load(None, {"camera": "picamera2", "host": "127.0.0.1"}).address == "127.0.0.1"


def test_config_file_is_beaten_by_the_command_line(tmp_path: Path) -> None:
    """What is said beats the file, the file beats the defaults."""
    file = tmp_path / "table.toml"
    file.write_text('rules = "boxed"\nplayers = ["Zoë", "Bob"]\nport = 9000\n', encoding="utf-8")
    settings = load(file, {"port": 9001})
    assert (settings.rules, settings.players, settings.port) == ("boxed", ("Zoë", "Bob"), 9001)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = 99999", r"table\.toml, line 1: port cannot be 99999\."),
        ("prot = 8080", r"table\.toml, line 1: prot is no setting\. The settings are camera,"),
        ("port = ", r"table\.toml cannot be understood: Invalid value"),
        ("port = 'x'\n", r"port cannot be 'x'"),
        ("speed = 0", r"speed cannot be 0\."),
        ("a" + ".a" * 40 + " = 1", r"cannot be understood: A key with more than 32 parts \(at line 1"),
        (
            "sets = 100",
            r"table\.toml, line 1: sets cannot be 100\. Input should be less than or equal to 99;",
        ),
        ("seed = -1", r"seed cannot be -1\."),
        (f"sets = {'9' * 5000}", r"table\.toml cannot be understood: a number is too long,"),
        (
            f"sets = {'[' * 5000}{']' * 5000}",
            r"understood: a number is too long, or lists stand in",
        ),
        (f"{'k' * 5000} = 1", r"table\.toml, line 1: k{59}… is no setting\."),
        (f"port = '{'x' * 5000}'", r"port cannot be 'x{59}…'\. "),
        ("port = 80\n\n[stations]\n2 = 'usb'\n26 = 'mock'\n", r"line 5: stations\.26 cannot be"),
        ("# two\nstations.2 = 'usb'\nstations.3 = 7\n", r"line 3: stations\.3 cannot be"),
        ("stations = 7\n", r"line 1: stations cannot be 7"),
    ],
)
def test_config_file_that_is_wrong_is_named(tmp_path: Path, text: str, says: str) -> None:
    """A broken file says which file, which key, and what is allowed."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigTrouble, match=says):
        load(file, {})


def test_config_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A missing file is named."""
    with pytest.raises(ConfigTrouble, match=r"none\.toml cannot be read"):
        load(tmp_path / "none.toml", {})


@pytest.mark.parametrize("said", [{"port": -1}, {"sets": 0}, {"keep_megabytes": 0}])
def test_config_option_that_is_wrong_is_named(said: dict[str, Any]) -> None:
    """A wrong option is named as it was written."""
    with pytest.raises(ConfigTrouble, match=f"--{next(iter(said)).replace('_', '-')} cannot be"):
        load(None, said)


def test_config_that_is_no_file_is_not_read(tmp_path: Path) -> None:
    """A pipe is not waited for, and a device without an end is not read."""
    with fed(tmp_path / "pipe") as pipe, pytest.raises(ConfigTrouble, match="It is a pipe, not a file"):
        load(pipe, {})
    with pytest.raises(ConfigTrouble, match=r"/dev/zero cannot be read \(It is a device, not a file\)"):
        load(Path("/dev/zero"), {})


def test_config_players_stand_in_a_file(tmp_path: Path) -> None:
    """One name a line; blank lines and the blanks around a name do not count, commas belong to it."""
    file = tmp_path / "guests.txt"
    file.write_text("\ufeffZoë \n\n Bob, jr.\r\nCy", encoding="utf-8")
    assert load(None, {"players": str(file)}).players == ("Zoë", "Bob, jr.", "Cy")
    assert load(None, {"players": "guests.txt,Bob"}).players == ("guests.txt", "Bob")
    assert load(None, {"players": "x" * 5000}).players == ("x" * 5000,)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"Zo\xeb", "the file of names is no utf-8 text"),
        (b"x" * 1_000_001, "the file of names cannot be read"),
    ],
)
def test_config_players_file_that_is_wrong(tmp_path: Path, content: bytes, says: str) -> None:
    """It is named, with what is wrong."""
    file = tmp_path / "guests.txt"
    file.write_bytes(content)
    with pytest.raises(ConfigTrouble, match=f"(?i)--players cannot be .*{says}"):
        load(None, {"players": str(file)})


def test_config_stations(tmp_path: Path) -> None:
    """On the command line one for each table, in a file a table of them."""
    assert load(None, {"stations": ("2=usb", "11=mock:7")}).stations == {2: "usb", 11: "mock:7"}
    file = tmp_path / "table.toml"
    file.write_text('[stations]\n2 = "guests"\n3 = "http://10.0.0.7:8080/video"\n')
    assert load(file, {}).stations == {2: "guests", 3: "http://10.0.0.7:8080/video"}


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("usb",), "a station is like 2=usb"),
        (("2=",), "a station is like 2=usb"),
        (("x=usb",), "a station is like 2=usb"),
        (("2=usb", "2=none"), "table 2 has two stations"),
        (("26=usb",), "less than or equal to 25"),
        (("0=usb",), "greater than or equal to 1"),
    ],
)
def test_config_station_that_is_wrong(said: tuple[str, ...], says: str) -> None:
    """What is allowed is told."""
    with pytest.raises(ConfigTrouble, match=f"(?i)--station cannot be .*{says}"):
        load(None, {"stations": said})


def test_a_station_knows_its_line(tmp_path: Path) -> None:
    """What is found out only when the room is opened can be named by its line too."""
    file = tmp_path / "table.toml"
    file.write_text("port = 0\n[stations]\n2 = 'usb'\n\n'9' = 'usb'\n")
    settings = load(file, {})
    assert [settings.place_of(table) for table in (2, 9, 3)] == [f"{file}, line 3: ", f"{file}, line 5: ", ""]
    assert load(file, {"stations": ("2=mock",)}).place_of(2) == ""
