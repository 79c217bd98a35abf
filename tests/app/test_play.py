"""Starting a table: failures that leave nothing behind, rooms that play by themselves, and stations."""

import threading
import time
from pathlib import Path

import pytest

from pi_bunco.app.play import play
from pi_bunco.equipment.cameras import StationTrouble
from pi_bunco.equipment.mock_party import HOST
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import RingBell
from pi_bunco.link.broker import find_free_port
from pi_bunco.machine.threads import ThreadTrouble
from pi_bunco.settings.config import GUESTS, MOCK, NO_CAMERA, Settings, load
from pi_bunco.store import Log
from tests.at_night import leave_to_night

THREADS = [
    "writer", "memory", "timekeeper", "oddsmaker", "backups", "mock party", "stations", "station", "pages",
    "streams", "page worker 1", "page worker 9",
]  # fmt: skip
CAMERA_THREADS = {"mock party", "stations", "station"}


@pytest.mark.parametrize("name", leave_to_night(THREADS, ("writer", "stations", "page worker 9")))
def test_start_fails_cleanly_without_a_thread(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a thread cannot be started, the error names it, no thread is left, and a second start works."""
    before, really_start = set(threading.enumerate()), threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        really_start(thread)

    # Without a camera a start is faster.
    camera = MOCK if name in CAMERA_THREADS else NO_CAMERA
    settings = Settings(state_dir=tmp_path, port=find_free_port(), camera=camera)
    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(ThreadTrouble, match=f"starts no more threads.*“{name}”.*ulimit -u"), play(settings):
        pass
    assert set(threading.enumerate()) <= before
    monkeypatch.undo()
    with play(settings) as playing:
        assert playing.server.port == settings.port
        running = {thread.name for thread in threading.enumerate()}
        assert running >= set(THREADS) - (CAMERA_THREADS if camera == NO_CAMERA else set())
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("number", ["abc", "9" * 5000, "-1"])
def test_mock_camera_with_a_wrong_seed_is_refused(tmp_path: Path, number: str) -> None:
    """A mock camera with a word, a negative number or 5,000 digits is refused with a short message."""
    settings = Settings(camera=f"mock:{number}", state_dir=tmp_path, port=0)
    with pytest.raises(Trouble, match="takes a number for its dice, not “") as trouble, play(settings):
        pass
    assert len(str(trouble.value)) < 300
    Log(tmp_path).close()


def test_room_plays_by_itself(tmp_path: Path) -> None:
    """Mock cameras play at tables 1 and 2, mock guests at table 3."""
    players = tuple(f"P{n}" for n in range(12))
    stations = {2: MOCK, 3: GUESTS}
    settings = Settings(
        state_dir=tmp_path, port=find_free_port(), players=players, speed=50, stations=stations
    )
    with play(settings) as playing:
        assert playing.cameras == {1: MOCK} | stations
        service = playing.room
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not all(service.view(table).course for table in (1, 2, 3)):
            time.sleep(0.1)
        sources = [{throw.by for throw in service.view(table).course} for table in (1, 2, 3)]
        assert [service.view(table).camera.status for table in (1, 2, 3)] == ["live", "live", "none"]
    assert sources[2] == {"mock guest"}
    assert sources[0] | sources[1] <= {"camera", HOST}


def test_station_of_a_table_that_is_not_in_the_game_is_idle(tmp_path: Path) -> None:
    """An unfinished game of one table goes on despite stations for more tables; a new game refuses them."""
    one = Settings(state_dir=tmp_path, port=find_free_port(), camera=NO_CAMERA)
    with play(one) as playing:
        playing.room.ask(RingBell())
    room = one.model_copy(update={"stations": {2: GUESTS, 3: GUESTS}})
    with play(room) as playing:
        assert playing.resumed
        assert playing.cameras == {1: NO_CAMERA}
        assert "Not in this game: table 2 and 3. No camera is read there until a new game." in playing.notes
    with (
        pytest.raises(StationTrouble, match="There is a station for table 2"),
        play(room.model_copy(update={"new": True})),
    ):
        pass


def test_reader_that_does_not_exist_stops_the_start(tmp_path: Path) -> None:
    """The message has the line of the setting, although another process opens the reader."""
    (tmp_path / "table.toml").write_text('camera = "mock"\nreader = "owl"\n')
    settings = load(tmp_path / "table.toml", {"state_dir": tmp_path, "port": 0})
    with (
        pytest.raises(Trouble, match=r'table\.toml, line 2: reader: There is no reader called "owl"'),
        play(settings),
    ):
        pass


def test_damaged_calibration_of_table_2_is_reported(tmp_path: Path) -> None:
    """A note at the start names the damaged file and the table that plays without it."""
    (tmp_path / "calibration-2.zip").write_bytes(b"x")
    players = tuple(f"P{n}" for n in range(8))
    settings = Settings(
        state_dir=tmp_path, port=find_free_port(), players=players, camera=NO_CAMERA, stations={2: MOCK}
    )
    with play(settings) as playing:
        (note,) = (note for note in playing.notes if "calibration-2.zip" in note)
    assert note.endswith("Until then table 2 plays without it.")


def test_a_start_completes_the_deletion_of_an_imported_evening(tmp_path: Path) -> None:
    """A power cut had left its record, which no page shows any more."""
    left = tmp_path / "imported/.making-0123456789abcdef"
    left.mkdir(parents=True)
    (left / "record.jsonl").write_text("Zoë Quirk")
    with play(Settings(camera=NO_CAMERA, state_dir=tmp_path, port=find_free_port())):
        assert not left.exists()
