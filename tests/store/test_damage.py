"""A log with a damaged file never goes on silently with less than was shown."""

import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pi_bunco.store import BackupTrouble, Log, LogTrouble, salvage
from tests.store.damage import FILES, JOURNAL, LOG, KilledTable, damage, play_and_kill, read_lines
from tests.store.power import quick_folder

TRIES = 400


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[KilledTable]:
    """Return four killed tables: two have a backup, two merge their write-ahead log often."""
    killed = []
    for seed, (backup, pages) in enumerate([(True, 1000), (False, 1000), (True, 20), (False, 20)]):
        where = tmp_path_factory.mktemp(f"table{seed}")
        killed.append(play_and_kill(where, seed, backup=backup, pages=pages))
    return killed


@pytest.mark.nightly
def test_no_damage_loses_shown_lines_silently(tables: list[KilledTable], tmp_path: Path) -> None:
    """Each log is complete, repaired, or refused with a remedy, and the remedy saves only logged lines."""
    chance = Random(14)
    outcomes: Counter[str] = Counter()
    saved_count = shown_count = 0
    with quick_folder(tmp_path) as scratch:
        for number in range(TRIES):
            table, other = chance.sample(tables, 2)
            state = scratch / str(number)
            shutil.copytree(table.folder, state)
            name = chance.choice((*FILES, LOG, JOURNAL))
            kind = damage(state / name, other.folder / name, table.early / name, chance)
            case = (number, name, kind)
            try:
                with Log(state) as log:
                    outcomes["repaired" if log.warning else "complete"] += 1
            except LogTrouble as trouble:
                remedy = trouble.remedy
            else:
                assert read_lines(state / LOG) == table.shown, case
                continue
            assert "pi-bunco restore" in remedy, case
            outcomes["refused"] += 1
            try:
                salvage(state)
            except BackupTrouble:
                assert "Nothing of it can be saved" in remedy, case
                continue
            with Log(state) as log:
                log.append([{"event": "x:later"}])
            saved_lines = read_lines(state / LOG)
            saved_lines.popitem()
            if kind != "other":  # otherwise all saved lines may be another table's
                assert saved_lines.items() <= table.shown.items(), case
                saved_count += len(saved_lines)
                shown_count += len(table.shown)
    assert min(outcomes.values()) > TRIES / 10, outcomes
    assert sum(outcomes.values()) == TRIES
    assert saved_count > 0.5 * shown_count
