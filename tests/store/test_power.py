"""A power cut at any moment: what was said to be logged is there, in order, and the log can be written on."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pi_bunco.store import Log, LogTrouble
from tests.store.power import cuts, needs_strace, put, quick_folder, traced

WRITER = """
import sys
from pathlib import Path
from pi_bunco.store import Log

folder, settings = Path(sys.argv[1]), sys.argv[2:]
number = 0
for evening in range(3):
    with Log(folder) as log:
        for pragma in settings:
            log._database.execute(pragma)
        log.start({"record": "bunco/1", "evening": evening})
        number += 1
        print(f"said {number};", flush=True)
        for event in range(14):
            # Long ones, so that the write-ahead log goes over into the file in the midst of an evening too.
            log.append([{"event": "x:a", "number": number, "text": "x" * (9000 if event % 3 else 90)}])
            number += 1
            print(f"said {number};", flush=True)
"""
CHECKPOINTS = "PRAGMA wal_autocheckpoint = 20"


def run(tmp_path: Path, *settings: str) -> tuple[int, int]:
    """Write, cut the power everywhere, and give how many cuts were tried and how many lost something."""
    with quick_folder(tmp_path) as folder:
        return _run(folder, *settings)


def _run(folder: Path, *settings: str) -> tuple[int, int]:
    trace, state = folder / "trace", folder / "state"
    command = traced(trace, [sys.executable, "-c", WRITER, str(state), *settings])
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    tried = lost = 0
    for _, said, _, files in cuts(trace, state):
        shown = max(map(int, re.findall(rb"said (\d+);", said)), default=0)
        tried += 1
        after = put(files, str(state), folder / "after")
        try:
            log = Log(after)
        except LogTrouble:  # the witness knows of more than there is
            lost += 1
            continue
        with log:
            rows = [row for (row,) in log._database.execute("SELECT body FROM line ORDER BY game, seq")]
            lost += len(rows) < shown
            assert len(rows) <= shown + 1
            log.start({"record": "bunco/1"})
    return tried, lost


@needs_strace
def test_no_power_cut_takes_back_what_was_said(tmp_path: Path) -> None:
    """At hundreds of points of writing, opening and closing: every line that was said to be there is."""
    tried, lost = run(tmp_path, CHECKPOINTS)
    assert tried > 1000
    assert lost == 0


@pytest.mark.nightly
@needs_strace
def test_a_log_that_syncs_less_would_be_caught(tmp_path: Path) -> None:
    """The test above does find what is lost when SQLite is told not to wait for the disk."""
    _, lost = run(tmp_path, CHECKPOINTS, "PRAGMA synchronous = NORMAL")
    assert lost > 0
