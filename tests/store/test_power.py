"""After a power cut at any moment all reported lines are there, in order, and the log can be written."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pi_bunco.store import Log, LogTrouble
from tests.at_night import leave_to_night
from tests.store.power import add_strace, cut_everywhere, needs_strace, quick_folder, write_folder

WRITER = """
import sys
from pathlib import Path
from pi_bunco.store import Log

folder, settings = Path(sys.argv[1]), sys.argv[3:]
number = 0
for evening in range(int(sys.argv[2])):
    with Log(folder) as log:
        for pragma in settings:
            log._database.execute(pragma)
        log.start({"record": "bunco/1", "evening": evening})
        number += 1
        print(f"reported {number};", flush=True)
        for event in range(14):
            # Some events are long, so that the write-ahead log is merged during an evening too.
            log.append([{"event": "x:a", "number": number, "text": "x" * (9000 if event % 3 else 90)}])
            number += 1
            print(f"reported {number};", flush=True)
"""
CHECKPOINTS = "PRAGMA wal_autocheckpoint = 20"


def count_losses(tmp_path: Path, *settings: str, evenings: int = 3) -> tuple[int, int]:
    """Write evenings, cut the power everywhere, and count all cuts and those that lose lines."""
    tried = lost = 0
    with quick_folder(tmp_path) as folder:
        trace, state = folder / "trace", folder / "state"
        command = add_strace(trace, [sys.executable, "-c", WRITER, str(state), str(evenings), *settings])
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for _, output, _, files in cut_everywhere(trace, state):
            tried += 1
            reported = max(map(int, re.findall(rb"reported (\d+);", output)), default=0)
            after = write_folder(files, str(state), folder / "after")
            try:
                log = Log(after)
            except LogTrouble:  # the witness shows that lines are missing
                lost += 1
                continue
            with log:
                rows = [row for (row,) in log._database.execute("SELECT body FROM line ORDER BY game, seq")]
                lost += len(rows) < reported
                assert len(rows) <= reported + 1
                log.start({"record": "bunco/1"})
    return tried, lost


@needs_strace
@pytest.mark.parametrize("evenings", leave_to_night((2, 3), (2,)))
def test_power_cut_loses_no_reported_line(tmp_path: Path, evenings: int) -> None:
    """After hundreds of cuts, while writing, opening and closing, each reported line is there."""
    tried, lost = count_losses(tmp_path, CHECKPOINTS, evenings=evenings)
    assert tried > 300 * evenings
    assert lost == 0


@pytest.mark.nightly
@needs_strace
def test_power_cut_test_can_fail(tmp_path: Path) -> None:
    """If SQLite does not wait for the disk, the test above finds lost lines."""
    _, lost = count_losses(tmp_path, CHECKPOINTS, "PRAGMA synchronous = NORMAL")
    assert lost > 0
