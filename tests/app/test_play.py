"""A table that cannot begin says why, and gives back what it had taken."""

import socket
import threading
from pathlib import Path

import pytest

from pi_bunco.app.play import play
from pi_bunco.config import Settings
from pi_bunco.errors import Trouble
from pi_bunco.store import Log
from pi_bunco.threads import ThreadTrouble

THREADS = [
    "table", "timekeeper", "oddsmaker", "backups", "mock party", "looking", "lookout", "pages", "streams",
    "page worker 1", "page worker 9",
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
