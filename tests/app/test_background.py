"""Threads that work when they are woken, and backups at the end of each set, which no game waits for."""

import threading
from pathlib import Path

import pytest

from pi_bunco.app import background as module
from pi_bunco.app.background import Backups, Worker
from pi_bunco.store import BackupTrouble, Log, list_backups


def test_work_that_is_asked_for_meanwhile_is_done_once_more() -> None:
    """Nobody waits for it; however often it is woken while it works, it works once more."""
    began, go_on, done = threading.Event(), threading.Event(), []

    def work() -> None:
        began.set()
        go_on.wait(60)
        done.append(1)

    worker = Worker("work", work)
    worker.wake()
    assert began.wait(60)
    for _ in range(3):
        worker.wake()
    assert done == []
    go_on.set()
    worker.close()
    assert done == [1, 1]


def test_a_worker_that_nobody_woke_has_nothing_to_do() -> None:
    """It is closed without having worked."""
    done: list[int] = []
    Worker("work", lambda: done.append(1)).close()
    assert done == []


def test_a_regular_worker_works_without_being_woken() -> None:
    """Again and again, until it is closed."""
    done = threading.Semaphore(0)
    worker = Worker("work", done.release, every=0.001)
    assert all(done.acquire(timeout=10) for _ in range(3))
    worker.close()


HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def test_the_end_of_a_set_makes_a_backup(tmp_path: Path) -> None:
    """Throws within a set make none; the set's end makes one of all that was logged until then."""
    stands = [1]
    with Log(tmp_path) as log:
        log.start(HEADER)
        maker = Backups(tmp_path, lambda: stands[0])
        for number in range(5):
            log.append([{"event": "bell", "number": number}])
            maker.back_up_finished_set()
        stands[0] = 2
        log.append([{"event": "bell"}])
        maker.back_up_finished_set()
        maker.back_up_finished_set()
        maker.close()
    assert [each.lines for each in list_backups(tmp_path / "backups")] == [7]


@pytest.mark.parametrize("fault", [BackupTrouble("The card is full.", "Make room."), RuntimeError("boom")])
def test_a_backup_that_fails_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """It is told in the journal, and the next set's end tries again."""
    tried = threading.Semaphore(0)

    def fails(*_: object) -> None:
        tried.release()
        raise fault

    monkeypatch.setattr(module, "back_up", fails)
    stands = [1]
    maker = Backups(tmp_path, lambda: stands[0])
    for number in (2, 3):
        stands[0] = number
        maker.back_up_finished_set()
        assert tried.acquire(timeout=10)
    maker.close()
