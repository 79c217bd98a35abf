"""A table that cannot begin says why, and gives back what it had taken."""

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.app.play import play
from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, Settings
from pi_bunco.errors import Trouble
from pi_bunco.frames import Image, Reading
from pi_bunco.game.commands import RingBell
from pi_bunco.stations.cameras import StationTrouble
from pi_bunco.stations.mock_party import HOST
from pi_bunco.store import Log
from pi_bunco.threads import ThreadTrouble
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader

THREADS = [
    "writer", "memory", "timekeeper", "oddsmaker", "backups", "mock party", "looking", "supervisor", "pages",
    "streams", "page worker 1", "page worker 9",
]  # fmt: skip


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.mark.parametrize("name", THREADS)
def test_where_a_thread_cannot_be_started(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever it is: one sentence, no thread left over, and port and folder free for the next start."""
    before, really = set(threading.enumerate()), threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        really(thread)

    settings = Settings(state_dir=tmp_path, port=free_port())
    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ThreadTrouble, match=f"starts no further thread.*“{name}”.*ulimit -u"), play(settings):
        pass
    assert set(threading.enumerate()) <= before
    monkeypatch.undo()
    with play(settings) as playing:
        assert playing.server.port == settings.port
        assert {thread.name for thread in threading.enumerate()} >= set(THREADS)
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("number", ["abc", "9" * 5000, "-1"])
def test_a_mock_camera_whose_number_is_none(tmp_path: Path, number: str) -> None:
    """The mock camera's dice begin from a number; a word, or one of thousands of digits, is none."""
    settings = Settings(camera=f"mock:{number}", state_dir=tmp_path, port=0)
    with pytest.raises(Trouble, match="takes the number of its dice, not “") as told, play(settings):
        pass
    assert len(str(told.value)) < 300
    Log(tmp_path).close()


class OneThread:
    """A reader that knows which threads have used it."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.threads: set[int] = set()

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        self.threads.add(threading.get_ident())
        return self._reader.read(image, dice=dice, die_size=die_size)


def test_a_room_plays_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables 1 and 2 by mock cameras, table 3 by mock guests; no reader is used by two threads."""
    readers: list[OneThread] = []

    def reader(name: str | None, tell: Callable[[str], object]) -> OneThread:
        readers.append(OneThread(open_reader(name, tell)))
        return readers[-1]

    monkeypatch.setattr("pi_bunco.app.room_equipment.open_reader", reader)
    players = tuple(f"P{n}" for n in range(12))
    stations = {2: MOCK, 3: GUESTS}
    settings = Settings(state_dir=tmp_path, port=free_port(), players=players, speed=50, stations=stations)
    with play(settings) as playing:
        assert playing.cameras == {1: MOCK} | stations
        service = playing.room
        until = time.monotonic() + 60
        while time.monotonic() < until and not all(service.view(table).course for table in (1, 2, 3)):
            time.sleep(0.1)
        by = [{thrown.by for thrown in service.view(table).course} for table in (1, 2, 3)]
        assert [service.view(table).camera.status for table in (1, 2, 3)] == ["live", "live", "none"]
    assert by[2] == {"mock guest"}
    assert by[0] | by[1] <= {"camera", HOST}
    assert [len(used.threads) for used in readers] == [1, 1]
    assert len(readers[0].threads | readers[1].threads) == 2


def test_a_station_of_a_table_that_is_not_in_the_game_rests(tmp_path: Path) -> None:
    """An unfinished game of one table goes on with the stations of a room; a new one refuses them."""
    one = Settings(state_dir=tmp_path, port=free_port(), camera=NO_CAMERA)
    with play(one) as playing:
        playing.room.ask(RingBell())
    room = one.model_copy(update={"stations": {2: GUESTS, 3: GUESTS}})
    with play(room) as playing:
        assert playing.resumed
        assert playing.cameras == {1: NO_CAMERA}
        assert "Not in this game, so without a station until a new one: table 2 and 3." in playing.notes
    with (
        pytest.raises(StationTrouble, match="There is no table 2"),
        play(room.model_copy(update={"new": True})),
    ):
        pass


def test_a_damaged_calibration_of_a_further_table_is_told(tmp_path: Path) -> None:
    """Its table plays without it, and a note names the table."""
    (tmp_path / "calibration-2.zip").write_bytes(b"x")
    players = tuple(f"P{n}" for n in range(8))
    settings = Settings(
        state_dir=tmp_path, port=free_port(), players=players, camera=NO_CAMERA, stations={2: MOCK}
    )
    with play(settings) as playing:
        (note,) = (note for note in playing.notes if "calibration-2.zip" in note)
    assert note.endswith("Until then table 2 plays without it.")
