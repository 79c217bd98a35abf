"""``pi-bunco run`` with wrong settings: the messages to the host."""

import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Call

PLAYERS = "\nplayers = 'A,B,C,D,E,F,G,H,I,J,K,L'\n"


@pytest.fixture(autouse=True)
def _begins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep this process's signals and log, and fail if the table begins to play."""

    def serve(*_: object, **__: object) -> None:
        raise AssertionError("it began to play")

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("pi_bunco.machine.logs.configure", lambda **_: None)
    monkeypatch.setattr("pi_bunco.app.play.serve", serve)


NO_SUCH = "There is no camera, video or folder called"
SAME = "have the same camera"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{PLAYERS}[stations]\n2 = 'none'\n3 = 'webcam'", f'line 5: stations.3: {NO_SUCH} "webcam".'),
        (f"{PLAYERS}[stations]\n2 = '/no/film.mp4'", f"line 4: stations.2: {NO_SUCH}"),
        (f"{PLAYERS}[stations]\n2 = 'usb:0'", f"line 4: stations.2: {NO_SUCH}"),
        (f"{PLAYERS}[stations]\n2 = 'ftp://10.0.0.7'", f"line 4: stations.2: {NO_SUCH}"),
        (f"{PLAYERS}[stations]\n2 = 'guests:7'", f"line 4: stations.2: {NO_SUCH}"),
        (f"{PLAYERS}[stations]\n2 = 'mock:x'", "line 4: stations.2: The mock camera takes a number for"),
        (
            f"{PLAYERS}[stations]\n4 = 'usb'",
            "line 4: stations.4: There is a station for table 4, but no such table.",
        ),
        (f"camera = 'usb'{PLAYERS}[stations]\n3 = 'usb'", f"line 4: stations.3: Tables 1 and 3 {SAME}"),
        (f"camera = '0'{PLAYERS}stations.2 = '/dev/video0'", f"line 3: stations.2: Tables 1 and 2 {SAME}"),
        ("\ncalibration = '/no/cal.zip'", "line 2: calibration: There is no calibration at /no/cal.zip."),
        ("\ncamera = '/no/film.mp4'", f"line 2: camera: {NO_SUCH}"),
        ("camera = 'htp://ann:s3cret@cam'", f'line 1: camera: {NO_SUCH} "htp://cam".'),
        ("\n\nrules = 'clasic'", 'line 3: rules: There is no sheet "clasic"'),
        ("bell = 'gpio:no'", 'line 1: bell: There is no board "no".'),
        ("[stations]\n26 = 'usb'", "line 2: stations.26 is not the number of a table."),
    ],
)
def test_wrong_setting_in_a_file_is_reported(call: Call, tmp_path: Path, text: str, message: str) -> None:
    """The message names file, line and setting, what is wrong and what to do; nothing begins."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    status, out, err = call("run", "--config", file, "--port", "0", "--state-dir", tmp_path / "state")
    assert (status, out) == (2, "")
    assert err.startswith(f"pi-bunco: {file}, {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("stations", "message"),
    [
        (["26=usb"], "--station 26 is not the number of a table. Further tables have the numbers 2 to 25."),
        (["0=usb"], "--station 0 is not the number of a table."),
        (["1=usb"], "--station 1 names table 1."),
        (["usb"], "--station must look like 2=usb: the number of a table, and its camera."),
        (["2="], "--station 2 names no camera."),
        (["2=usb", "2=none"], "--station 2 is a second station of table 2."),
        (["3=webcam"], "--station 3: There is no camera, video or folder called"),
        (["3=/no/film.mp4"], "--station 3: There is no camera, video or folder called"),
        (["2=0", "3=/dev/video0"], "--station 3: Tables 2 and 3 have the same camera, “/dev/video0”."),
        (["4=usb"], "--station 4: There is a station for table 4, but no such table."),
    ],
)
def test_wrong_station_on_the_command_line_is_reported(
    call: Call, tmp_path: Path, stations: list[str], message: str
) -> None:
    """The message names the option and the number of its table."""
    words = [word for station in stations for word in ("--station", station)]
    players = PLAYERS.split("'")[1]
    status, _, err = call(
        "run", *words, "--players", players, "--port", "0", "--state-dir", tmp_path / "state"
    )
    assert status == 2
    assert err.startswith(f"pi-bunco: {message}")


def test_guests_are_printed_before_the_game_begins(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list is shown as it was understood, also if its game is then refused, and nothing is logged.

    A service has no terminal, and its journal keeps what it prints. So it prints no name.
    """
    file = tmp_path / "guests.csv"
    file.write_text("Name;Table;Diet\nJosé;1\nJose\u0301;2\nAnn;1\nBo\u200bb;2\n", encoding="utf-8")
    words = "run", "--players", file, "--camera", "none", "--port", "0", "--state-dir", tmp_path / "state"
    status, out, err = call(*words)
    assert status == 2
    assert out.splitlines() == [
        "4 guests.",
        "Something in the list was not understood. Start it in a terminal to read it.",
    ]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    status, out, err = call(*words)
    assert status == 2
    assert out.splitlines() == [
        "4 guests:",
        "  table  1  José, Ann",
        "  table  2  José, Bob",
        "  Look at the list: Left out: “Diet”.",
    ]
    assert err.startswith("pi-bunco: Two players are called 'José'.")


def test_a_wrong_file_of_guests_is_reported(call: Call, tmp_path: Path) -> None:
    """A workbook is refused with a remedy, in one line."""
    file = tmp_path / "guests.xlsx"
    file.write_bytes(b"PK\x03\x04\0\0")
    status, _, err = call("run", "--players", file, "--port", "0", "--state-dir", tmp_path / "state")
    assert status == 2
    assert err == (
        "pi-bunco: --players: This file is not a list that can be read. It is a workbook, a document or an "
        "archive. Save it as “CSV UTF-8” or plain text, or copy the names and paste them.\n"
    )
