"""Settings from the command line, a file, or their defaults, and the messages about wrong ones."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.settings.config import ConfigTrouble, Settings, load
from tests.pipes import make_pipe


def test_config_defaults() -> None:
    """By default four players play classic with the mock camera, on port 8080 of this machine only."""
    settings = load(None, {})
    assert (settings.camera, settings.rules, settings.port, settings.address) == (
        "mock", "classic", 8080, "127.0.0.1")  # fmt: skip
    assert settings.players == ("Ann", "Bob", "Cy", "Di")


def test_config_opens_a_real_table_to_the_room() -> None:
    """With a real camera the page listens on all addresses, unless a host is given."""
    assert load(None, {"camera": "picamera2"}).address == "0.0.0.0"
    assert load(None, {"camera": "picamera2", "host": "127.0.0.1"}).address == "127.0.0.1"


def test_config_command_line_overrides_the_file(tmp_path: Path) -> None:
    """An option overrides the file, and the file overrides the defaults."""
    file = tmp_path / "table.toml"
    file.write_text('rules = "boxed"\nplayers = ["Zoë", "Bob"]\nport = 9000\n', encoding="utf-8")
    settings = load(file, {"port": 9001})
    assert (settings.rules, settings.players, settings.port) == ("boxed", ("Zoë", "Bob"), 9001)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 99999", r"table\.toml, line 1: port cannot be 99999\."),
        ("prot = 8080", r"table\.toml, line 1: prot is not a setting\. The settings are camera,"),
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
            r"understood: a number is too long, or lists are",
        ),
        (f"{'k' * 5000} = 1", r"table\.toml, line 1: k{59}… is not a setting\."),
        (f"port = '{'x' * 5000}'", r"port cannot be 'x{59}…'\. "),
        ("players = [\n  'Ann',\n  7,\n]\n", r"table\.toml, line 3: item 2 of players cannot be 7\."),
        ("names = [\n 'http://x']", r"line 1: names cannot be \['http://x'\]\. A name is like"),
        ("port = 80\n# again\nport = 81\n", r"table\.toml, line 3: this setting occurs twice\."),
        ("port = 80\nport = 81", r"table\.toml, line 2: this setting occurs twice\."),
        ("[stations]\n[stations]\n", r"table\.toml, line 2: this setting occurs twice\."),
    ],
)
def test_config_wrong_file_is_reported(tmp_path: Path, text: str, sentence: str) -> None:
    """The message about a wrong file names the file, the line, the key, and what is allowed."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigTrouble, match=sentence):
        load(file, {})


def test_config_missing_file_is_reported(tmp_path: Path) -> None:
    """The message about a missing file names it."""
    with pytest.raises(ConfigTrouble, match=r"none\.toml cannot be read"):
        load(tmp_path / "none.toml", {})


@pytest.mark.parametrize("options", [{"port": -1}, {"sets": 0}, {"keep_megabytes": 0}])
def test_config_wrong_option_is_reported(options: dict[str, Any]) -> None:
    """The message about a wrong option has its name on the command line."""
    with pytest.raises(ConfigTrouble, match=f"--{next(iter(options)).replace('_', '-')} cannot be"):
        load(None, options)


def test_config_pipe_and_device_are_not_read(tmp_path: Path) -> None:
    """A pipe is refused without waiting for it, and an endless device without reading it."""
    with make_pipe(tmp_path / "pipe") as pipe, pytest.raises(ConfigTrouble, match="It is a pipe, not a file"):
        load(pipe, {})
    with pytest.raises(ConfigTrouble, match=r"/dev/zero cannot be read \(It is a device, not a file\)"):
        load(Path("/dev/zero"), {})


def test_config_players_can_be_in_a_file(tmp_path: Path) -> None:
    """A list of players may be a file; blanks around names are ignored."""
    file = tmp_path / "guests.txt"
    file.write_text("\ufeffZoë \n\n Bob, jr.\r\nCy", encoding="utf-8")
    assert load(None, {"players": str(file)}).players == ("Zoë", "Bob, jr.", "Cy")
    assert load(None, {"players": "guests.txt,Bob"}).players == ("guests.txt", "Bob")
    assert load(None, {"players": "x" * 5000}).players[0].startswith("x" * 100)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04\0", "--players: This file is not a list that can be read. It is a workbook"),
        (b"x" * 100_001, "--players: The file .* cannot be read"),
        (b"Ann;1\nBob;1\nCy", "--players: “Cy” has no table in the list"),
    ],
)
def test_config_wrong_file_of_players_is_reported(tmp_path: Path, content: bytes, sentence: str) -> None:
    """The message about a wrong file of players says what is wrong."""
    file = tmp_path / "guests.txt"
    file.write_bytes(content)
    with pytest.raises(ConfigTrouble, match=sentence):
        load(None, {"players": str(file)})


def test_config_players_have_their_tables(tmp_path: Path) -> None:
    """A second column is the table of each guest, and doubts about the list are kept for the host."""
    file = tmp_path / "guests.csv"
    file.write_bytes("Name;Table;Diet\nJosé;2\nAnn;1;vegan\nBob;2\n".encode("cp1252"))
    guests = load(None, {"players": str(file)}).guests
    assert (guests.names, guests.tables) == (("José", "Ann", "Bob"), (2, 1, 2))
    assert [note.partition(".")[0] for note in guests.notes] == [
        "The file does not say how its letters are encoded",
        "Left out: “Diet”",
    ]


def test_config_stations_from_options_and_file(tmp_path: Path) -> None:
    """Stations come from an option for each table, or from the section [stations] of the file."""
    assert load(None, {"stations": ("2=usb", "11=mock:7")}).stations == {2: "usb", 11: "mock:7"}
    file = tmp_path / "table.toml"
    file.write_text('[stations]\n2 = "guests"\n3 = "http://10.0.0.7:8080/video"\n')
    assert load(file, {}).stations == {2: "guests", 3: "http://10.0.0.7:8080/video"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[stations]\n2 = 'usb'\n\n26 = 'mock'\n",
            r"line 4: stations\.26 is not the number of a table\. .*2 to 25",
        ),
        ("[stations]\n0 = 'usb'\n", r"line 2: stations\.0 is not the number of a table"),
        ("[stations]\n02 = 'usb'\n", r"line 2: stations\.02 is not the number of a table"),
        ("[stations]\n' 2' = 'usb'\n", r"line 2: stations\. 2 is not the number of a table"),
        (f"[stations]\n{'9' * 5000} = 'usb'\n", r"line 2: stations\.9{50}…? is not the number of a table"),
        ("[stations]\ntwo = 'usb'\n", r"line 2: stations\.two is not the number of a table"),
        ("# one\n[stations]\n\n1 = 'usb'\n", r"line 4: stations\.1 names table 1\. .*setting “camera”"),
        ("# two\nstations.2 = 'usb'\nstations.3 = 7\n", r"line 3: stations\.3 is no camera\. .*quotation"),
        ("[stations.2]\ncamera = 'usb'\n", r"line 1: stations\.2 is no camera"),
        ("stations = { 2 = 'usb', 3 = ' ' }\n", r"line 1: stations\.3 names no camera\. Write one"),
        ("[stations]\n2 = 'usb'\n2 = 'none'\n", r"line 3: this setting occurs twice"),
        ("stations = 7\n", r"line 1: stations does not say which table has which camera\. Write \["),
        ("stations = ['2=usb']\n", r"line 1: stations does not say which table has which camera"),
        ("[station]\n2 = 'usb'\n", r"line 1: station is not a setting\. .*stations"),
    ],
)
def test_config_wrong_station_in_a_file_is_reported(tmp_path: Path, text: str, sentence: str) -> None:
    """The message about a wrong station in a file has its line, what is wrong and what to do."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    with pytest.raises(ConfigTrouble, match=rf"^{file}, {sentence}"):
        load(file, {})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("usb",), r"--station must look like 2=usb: the number of a table, and its camera\."),
        (("2=",), r"--station 2 names no camera\. Write one"),
        (("x=usb",), r"--station x is not the number of a table\. Further tables have the numbers 2 to 25\."),
        (("2=usb", "2=none"), r"--station 2 is a second station of table 2\. Leave one of them out\."),
        (("26=usb",), r"--station 26 is not the number of a table"),
        (("0=usb",), r"--station 0 is not the number of a table"),
        (("02=usb",), r"--station 02 is not the number of a table"),
        (("1=usb",), r"--station 1 names table 1\. .*--camera"),
        (("=usb",), r"--station  is not the number of a table"),
    ],
)
def test_config_wrong_station_option_is_reported(options: tuple[str, ...], sentence: str) -> None:
    """The message about a wrong --station says what is wrong or what is allowed."""
    with pytest.raises(ConfigTrouble, match=f"^{sentence}"):
        load(None, {"stations": options})


def test_config_knows_the_place_of_each_station(tmp_path: Path) -> None:
    """Each station has its line in the file or its option, for messages when the room opens."""
    file = tmp_path / "table.toml"
    file.write_text("port = 0\ncamera = 'none'\n[stations]\n2 = 'usb'\n\n'9' = 'usb'\n")
    settings = load(file, {})
    assert [settings.find_place(table) for table in (1, 2, 9, 3)] == [
        f"{file}, line 2: camera: ",
        f"{file}, line 4: stations.2: ",
        f"{file}, line 6: stations.9: ",
        "",
    ]
    settings = load(file, {"stations": ("2=mock",), "camera": "mock"})
    assert [settings.find_place(table) for table in (1, 2, 9)] == ["", "--station 2: ", ""]


def test_config_adds_the_line_of_a_setting_to_a_trouble(tmp_path: Path) -> None:
    """A trouble that is raised while a setting is used gets the setting's place, and is the same error."""
    file = tmp_path / "table.toml"
    file.write_text("port = 0\n\nrules = 'boxed'\n")
    settings = load(file, {})
    trouble = Trouble("There is no sheet.", "Choose another.")
    with pytest.raises(Trouble) as raised, settings.add_place("rules"):
        raise trouble
    assert raised.value is trouble
    assert str(trouble) == f"{file}, line 3: rules: There is no sheet. Choose another."
    with pytest.raises(Trouble, match=r"^There is no bell\."), settings.add_place("bell"):
        raise Trouble("There is no bell.", "Choose another.")


def test_config_error_hides_a_password(tmp_path: Path) -> None:
    """The message about a wrong value contains an address without its user and password."""
    file = tmp_path / "table.toml"
    file.write_text("port = 'http://ann:s3cret@10.0.0.7/video'\n")
    with pytest.raises(ConfigTrouble, match=r"port cannot be 'http://10\.0\.0\.7/video'\."):
        load(file, {})


def test_a_bell_at_the_pins_stays_with_another_camera() -> None:
    """Without a name it comes from the camera of table 1, but the wires stay where they are."""
    wired = Settings(camera="picamera2", bell=None)
    assert [wired.give_cameras(cameras).bell_used for cameras in ({1: "usb"}, {2: "usb"})] == ["gpio", "gpio"]
    assert Settings(camera="usb", bell=None).give_cameras({1: "picamera2"}).bell_used == "gpio"
    assert Settings(camera="usb", bell=None).give_cameras({1: "none"}).bell_used == "mock"
