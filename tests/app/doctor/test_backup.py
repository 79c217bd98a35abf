"""The check of backups: none, an old one, a new one, one on a USB stick."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pi_bunco.app.doctor.backup import DatedBackup, check_backup, judge_backup
from pi_bunco.findings import Mark
from pi_bunco.store import BACKUPS, Backup, Log, back_up
from tests.app.doctor.stand_ins import make_context

NIGHT = datetime.fromisoformat("2026-11-21T04:30:00+00:00")
BACKUP = DatedBackup(Backup(Path("pi-bunco-0042-2026-11-21.zip"), 3, 812, "2026-11-20 22:15", ""), NIGHT)


@pytest.mark.parametrize(
    ("games", "hours_later", "on_card", "on_stick", "mark", "words"),
    [
        (0, None, None, None, Mark.GOOD, "Nothing was played yet"),
        (1, 0, None, None, Mark.LOOK, "There is none yet; 1 game would be lost"),
        (3, -9, BACKUP, None, Mark.GOOD, "from 2026-11-21 04:30, with 3 games; on this card alone"),
        (3, -9, BACKUP, BACKUP, Mark.GOOD, "on the USB stick 3 games"),
        (3, 47, BACKUP, None, Mark.GOOD, "with 3 games"),
        (4, 49, BACKUP, BACKUP, Mark.LOOK, "games have been played since"),
    ],
)
def test_backup_is_judged(  # noqa: PLR0913, PLR0917 - the columns of the table
    games: int,
    hours_later: int | None,
    on_card: DatedBackup | None,
    on_stick: DatedBackup | None,
    mark: Mark,
    words: str,
) -> None:
    """No backup, or one that is more than two days older than the last game, needs a look."""
    played = None if hours_later is None else NIGHT + timedelta(hours=hours_later)
    found = judge_backup(games, played, on_card, on_stick)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is Mark.LOOK)


def test_backup_of_a_real_folder_is_judged(tmp_path: Path) -> None:
    """The check reads log and backups of a folder without a log, before the first bell, and after it."""
    assert check_backup(make_context(tmp_path)).found.startswith("Nothing was played yet")
    with Log(tmp_path) as log:
        log.start({"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]})
        assert check_backup(make_context(tmp_path)).found.startswith("Nothing was played yet")
        log.append([{"event": "bell"}])
        assert check_backup(make_context(tmp_path)).mark is Mark.LOOK
        backup = back_up(tmp_path, tmp_path / BACKUPS)
        assert backup is not None
        assert "with 1 game" in check_backup(make_context(tmp_path)).found
        days_ago = datetime.now().astimezone().timestamp() - 3 * 86400
        os.utime(backup.path, (days_ago, days_ago))
        assert check_backup(make_context(tmp_path)).mark is Mark.GOOD, (
            "opening the log changes its files' times, although nothing was played"
        )
        log.append([{"event": "end_round"}])
        assert check_backup(make_context(tmp_path)).mark is Mark.LOOK


def test_backup_in_the_folder_of_a_missing_stick_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup in the folder of the USB stick is no second copy if no stick is mounted there."""
    with Log(tmp_path) as log:
        log.start({"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]})
        log.append([{"event": "bell"}])
    stick = tmp_path / "media" / "pi-bunco"
    for place in (tmp_path / BACKUPS, stick):
        back_up(tmp_path, place)
    monkeypatch.setattr("pi_bunco.app.doctor.backup.STICK", stick)
    monkeypatch.setattr("pi_bunco.settings.config.STICK", stick)
    assert "on this card alone" in check_backup(make_context(tmp_path)).found
    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick.parent)
    assert "on the USB stick 1 game" in check_backup(make_context(tmp_path)).found


def test_backup_of_a_damaged_log_is_bad(tmp_path: Path) -> None:
    """A log that cannot be read is bad, and the remedy names the backups."""
    (tmp_path / "log.sqlite3").write_bytes(b"no database, but as long as one" * 40)
    found = check_backup(make_context(tmp_path))
    assert found.mark is Mark.BAD
    assert "pi-bunco restore" in found.remedy
