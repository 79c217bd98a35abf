"""A set's end makes a backup by itself, and whatever becomes of that, the game goes on."""

import threading
from pathlib import Path

import pytest

from pi_bunco.app import backups as module
from pi_bunco.app.backups import Backups
from pi_bunco.store import BackupTrouble, Log, list_backups

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
