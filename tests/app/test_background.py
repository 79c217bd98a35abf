"""Threads that work in the background when they are woken, and the backup at the end of each set."""

import threading
from pathlib import Path

import pytest

from pi_bunco.app import background as module
from pi_bunco.app.background import Backups, Worker
from pi_bunco.store import BackupTrouble, Log, list_backups


def test_worker_that_is_woken_during_its_work_works_once_more() -> None:
    """``wake`` does not wait, and a worker that is woken three times while it works does so once more."""
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


def test_worker_that_is_not_woken_does_not_work() -> None:
    """A worker that is closed without being woken has not worked."""
    done: list[int] = []
    Worker("work", lambda: done.append(1)).close()
    assert done == []


def test_worker_with_an_interval_works_repeatedly() -> None:
    """A worker with an interval works again and again without being woken, until it is closed."""
    done = threading.Semaphore(0)
    worker = Worker("work", done.release, every=0.001)
    assert all(done.acquire(timeout=60) for _ in range(3))
    worker.close()


HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}


def test_end_of_a_set_makes_a_backup(tmp_path: Path) -> None:
    """Events within a set make no backup; the end of a set makes one of all lines until then."""
    current_set = [1]
    with Log(tmp_path) as log:
        log.start(HEADER)
        maker = Backups(tmp_path, lambda: current_set[0])
        for number in range(5):
            log.append([{"event": "bell", "number": number}])
            maker.back_up_finished_set()
        current_set[0] = 2
        log.append([{"event": "bell"}])
        maker.back_up_finished_set()
        maker.back_up_finished_set()
        maker.close()
    assert [each.lines for each in list_backups(tmp_path / "backups")] == [7]


@pytest.mark.parametrize("error", [BackupTrouble("The card is full.", "Make room."), RuntimeError("boom")])
def test_backup_that_fails_is_tried_at_the_end_of_the_next_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """If a backup fails, nothing is raised, and the end of the next set tries again."""
    tried = threading.Semaphore(0)

    def fail(*_: object) -> None:
        tried.release()
        raise error

    monkeypatch.setattr(module, "back_up", fail)
    current_set = [1]
    maker = Backups(tmp_path, lambda: current_set[0])
    for number in (2, 3):
        current_set[0] = number
        maker.back_up_finished_set()
        assert tried.acquire(timeout=60)
    maker.close()
