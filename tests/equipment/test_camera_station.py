"""A table's camera: its station is started again when it ends, and what it sees is never lost."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.equipment import camera_station, station_process
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.equipment.work import WorkMeter
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.messages.down import Calibrate, Open, Show, Wanted
from pi_bunco.messages.up import Picture, Seen
from pi_bunco.views.devices import CameraStatus, DiceMotion
from tests.equipment.programs import OPEN, make_command

PATIENCE = 20.0


class Client:
    """The room as the station's table sees it; it records what it receives."""

    table = 3

    def __init__(self) -> None:
        self.wanted = Wanted(3, "1.1-1.playing")
        self.messages: list[Any] = []
        self.news = threading.Condition()

    def find_wanted(self) -> Wanted:
        return self.wanted

    def wait_for_change(self, known: int, seconds: float) -> int:
        threading.Event().wait(min(seconds, 0.02))
        return known

    def send(self, message: Any) -> None:
        with self.news:
            self.messages.append(message)
            self.news.notify_all()

    def wait_for(self, word: str, times: int = 1) -> list[Any]:
        """Return all messages as soon as so many of them contain a word."""
        with self.news:
            found = self.news.wait_for(
                lambda: sum(word in str(each) for each in self.messages) >= times, PATIENCE
            )
            assert found, self.messages
            return list(self.messages)


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture(autouse=True)
def shorten_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_station, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(camera_station, "LONGEST_PAUSE", 0.05)


@contextmanager
def start(
    monkeypatch: pytest.MonkeyPatch, client: Client, body: str, camera: str = "usb", file: str = ""
) -> Iterator[CameraStation]:
    """Start a station with a stand-in program."""
    monkeypatch.setattr(station_process, "_COMMAND", make_command(body))
    with closing(CameraStation(Open(camera=camera, table=3, calibration=file))) as station:
        station.begin(client, lambda: 15.0, lambda: 4)
        yield station


def list_statuses(client: Client) -> list[tuple[str, str]]:
    return [(each.status, each.says) for each in client.messages if isinstance(each, CameraStatus)]


def test_station_opens_and_answers(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """Its first message, its state, its figures and its answers arrive."""
    with start(monkeypatch, client, OPEN) as station:
        assert station.wait_until_open().notes == ("It is a stand-in.",)
        assert station.ask(Show, PATIENCE) == Picture(1, b"picture")
        client.wait_for("stand-in live")
        assert station.figures.processed == 1.0


def test_station_that_waits_for_its_beginning_is_not_killed(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """A station is silent until it may open its camera, for which a slow board may need seconds."""
    body = """
send(Hello(calibrated=False))
read()
time.sleep(0.2)  # it opens its camera
while True:
    send(Figures())
    time.sleep(0.05)
"""
    monkeypatch.setattr(station_process, "_COMMAND", make_command(body))
    monkeypatch.setattr(station_process, "MAX_SILENCE", 0.4)
    monkeypatch.setattr(WorkMeter, "has_worked", lambda _: False)
    with closing(CameraStation(Open(camera="usb", table=3, calibration=""))) as station:
        station.wait_until_open()
        threading.Event().wait(0.8)
        pid = station.pid
        station.begin(client, lambda: 15.0, lambda: 0)
        threading.Event().wait(0.8)
        assert station.pid == pid
    assert "has ended" not in str(client.messages)


def test_station_learns_what_is_wanted(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """Each change of what the table waits for is sent once, the pace, and how many throws were shown."""
    body = """
send(Hello(calibrated=False))
while message := read():
    send(CameraHealth("live", str(message)))
"""
    with start(monkeypatch, client, body):
        client.wait_for("rate=15.0")
        client.wait_for("shown=4")
        client.wanted = Wanted(2, "1.1-1.dieoff")
        client.wait_for("1.1-1.dieoff")
    assert [text.count("dice=") for _, text in list_statuses(client)].count(1) == 2


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP])
def test_station_comes_back(monkeypatch: pytest.MonkeyPatch, client: Client, sign: signal.Signals) -> None:
    """A station that is killed, crashes or is stopped starts again, and the page says so meanwhile."""
    monkeypatch.setattr(station_process, "MAX_SILENCE", 0.4)
    with start(monkeypatch, client, OPEN) as station:
        station.wait_until_open()
        client.wait_for("stand-in live")
        pid = station.pid
        os.kill(pid, sign)
        client.wait_for("stand-in live", 2)
        assert station.pid != pid
        assert station.ask(Show, PATIENCE) == Picture(1, b"picture")
    trouble = [text for status, text in list_statuses(client) if status == "trouble"]
    assert trouble[-1] == "The program that watches this camera has ended. It starts again."
    assert DiceMotion(moving=False) in client.messages


def test_page_says_that_a_station_is_silent(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """A silent station is shown as trouble until it is heard again; then its own words return."""
    monkeypatch.setattr(camera_station, "_SHOWN_SILENCE", 0.3)
    monkeypatch.setattr(station_process, "MAX_SILENCE", PATIENCE)
    with start(monkeypatch, client, OPEN) as station:
        station.wait_until_open()
        client.wait_for("sends nothing")
        station.ask(Show, PATIENCE)
        client.wait_for("stand-in live", 2)


def test_dice_seen_before_the_end_are_kept(
    monkeypatch: pytest.MonkeyPatch, client: Client, tmp_path: Path
) -> None:
    """What a station has sent before it was killed still reaches the game, once."""
    body = """
send(Hello(calibrated=False))
seen = Seen(reading=Reading(Status.EMPTY), moment="", age=1.0, index=1, size=(2, 2), file=b"jpeg")
if not os.path.exists(first.calibration):
    open(first.calibration, "w").close()
    send(seen)
    os.kill(os.getpid(), 9)
send(CameraHealth("live", "Watching again."))
while read():
    pass
"""
    with start(monkeypatch, client, body, file=str(tmp_path / "mark")) as station:
        client.wait_for("has ended")
        client.wait_for("Watching again")
        assert station.health.status == "live"
    assert sum(isinstance(each, Seen) for each in client.messages) == 1


def test_station_that_cannot_open_says_why(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """The start stops with the station's own words."""
    with (
        start(monkeypatch, client, 'send(Failed("There is no reader “owl”.", "Install it."))') as station,
        pytest.raises(Trouble, match="no reader “owl”"),
    ):
        station.wait_until_open()


def test_trouble_that_a_station_reports_stays_on_the_page(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """If a station says why it ends, as with a hanging driver, the page keeps its words."""
    body = """
send(Hello(calibrated=False))
send(CameraHealth("trouble", "usb does not answer.", "Unplug it."))
sys.exit(EXPLAINED)
"""
    with start(monkeypatch, client, body):
        client.wait_for("DiceMotion", 3)
    assert {text for _, text in list_statuses(client)} == {"usb does not answer."}


def test_trouble_of_a_camera_is_not_the_reason_of_a_crash(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    """If a station crashes in the dark, the page does not go on saying that it is dark."""
    body = (
        'send(Hello(calibrated=False))\nsend(CameraHealth("trouble", "It is dark.", "A lamp."))\nos.abort()'
    )
    with start(monkeypatch, client, body):
        client.wait_for("has ended")


def test_station_of_another_version_is_named(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """A station that speaks other messages is not used, and the page says so."""
    body = "send(Hello(version=7, calibrated=False))\nread(); read(); time.sleep(60)"
    with start(monkeypatch, client, body) as station:
        with pytest.raises(Trouble, match="another version"):
            station.wait_until_open()
        client.wait_for("another version")


def test_recording_is_not_started_again(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """A recording would show the same throws again."""
    with start(monkeypatch, client, "send(Hello(calibrated=False))", camera="/party.mp4") as station:
        client.wait_for("has ended")
        pid = station.pid
        assert station._thread is not None
        station._thread.join(PATIENCE)
        assert (station.pid, station._thread.is_alive()) == (pid, False)


def test_question_to_a_station_that_ends_is_refused(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """A question is refused as soon as the station ends, and after a while without an answer."""
    body = """
send(Hello(calibrated=False))
while message := read():
    if isinstance(message, Calibrate):
        os.kill(os.getpid(), 9)
    if isinstance(message, Show):
        send(RefusedStep(message.id, "The disk is full.", "Make room.", broken=message.id > 1))
"""
    with start(monkeypatch, client, body) as station:
        station.wait_until_open()
        with pytest.raises(Refused, match="The disk is full"):
            station.ask(Show, PATIENCE)
        with pytest.raises(Trouble, match="The disk is full"):
            station.ask(Show, PATIENCE)
        with pytest.raises(Refused, match="does not answer"):
            station.ask(lambda number: Calibrate(number, "find"), PATIENCE)


def test_answer_that_comes_too_late_is_forgotten(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """Nobody waits for a late answer, and it answers no later question."""
    body = """
send(Hello(calibrated=False))
while message := read():
    if isinstance(message, Show):
        time.sleep(0.5 if message.id == 1 else 0)
        send(Picture(message.id, b"%d" % message.id))
"""
    with start(monkeypatch, client, body) as station:
        station.wait_until_open()
        with pytest.raises(Refused, match="does not answer"):
            station.ask(Show, 0.05)
        assert station.ask(Show, PATIENCE) == Picture(2, b"2")
