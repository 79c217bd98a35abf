"""A log of which a card has damaged one file never goes on with less than was shown, as if nothing were."""

import shutil
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from pi_bunco.store import BackupTrouble, Log, LogTrouble, salvage
from tests.store.damage import FILES, JOURNAL, LOG, Killed, damage, killed, lines
from tests.store.power import quick_folder

TRIES = 400


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[Killed]:
    """Four tables that were killed: two with a backup, one that takes its write-ahead log over often."""
    made = []
    for seed, (backup, pages) in enumerate([(True, 1000), (False, 1000), (True, 20), (False, 20)]):
        where = tmp_path_factory.mktemp(f"table{seed}")
        made.append(killed(where, seed, backup=backup, pages=pages))
    return made


@pytest.mark.nightly
def test_no_damaged_file_takes_back_in_silence_what_was_shown(tables: list[Killed], tmp_path: Path) -> None:
    """Each log is whole, repaired, or refused with a remedy; what the remedy saves was logged just so."""
    chance = Random(14)
    ends: Counter[str] = Counter()
    saved = shown = 0
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
                    ends["repaired" if log.doubt else "whole"] += 1
            except LogTrouble as trouble:
                remedy = trouble.remedy
            else:
                assert lines(state / LOG) == table.shown, case
                continue
            assert "pi-bunco restore" in remedy, case
            ends["refused"] += 1
            try:
                salvage(state)
            except BackupTrouble:
                assert "Nothing of it can be saved" in remedy, case
                continue
            with Log(state) as log:
                log.append([{"event": "x:later"}])
            there = lines(state / LOG)
            there.popitem()
            if kind != "other":  # another table's log may be all that is there
                assert there.items() <= table.shown.items(), case
                saved, shown = saved + len(there), shown + len(table.shown)
    assert min(ends.values()) > TRIES / 10, ends
    assert sum(ends.values()) == TRIES
    assert saved > 0.5 * shown
