"""After a power cut at any moment of a game, nothing that a page has shown is lost."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.link.broker import find_free_port
from pi_bunco.store import Log
from tests.store.power import add_strace, cut_everywhere, needs_strace, quick_folder, write_folder

PATIENCE = 120.0
"""Seconds that a slow machine may take to play the game, as the program runs under ``strace``."""
EVENTS = 14


def request_until(table: subprocess.Popen[bytes], address: str, events: int) -> None:
    """Request the view of table 1 again and again until its game has this number of events."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and table.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/api/table/1", timeout=10) as answer:
                if json.load(answer)["revision"] >= events:
                    return
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"the game did not reach {events} events")


def find_shown(sent: bytes) -> tuple[int, set[str]]:
    """Return the newest revision in what was sent to pages, and the names of all photos in it."""
    revisions = [int(number) for number in re.findall(rb'"revision": ?(\d+)', sent)]
    photos = {name.decode() for name in re.findall(rb'"image": ?"(\d+-\d+\.jpg)"', sent)}
    return max(revisions, default=0), photos


@pytest.mark.nightly
@needs_strace
def test_no_power_cut_takes_back_what_a_page_has_shown(tmp_path: Path) -> None:
    """The mock table plays with photos. The power fails at each of its writes, in three ways."""
    with quick_folder(tmp_path) as folder:
        trace, state, port = folder / "trace", folder / "state", find_free_port()
        program = Path(sys.executable).with_name("pi-bunco")
        play = [str(program), "run", "--speed", "20", "--port", str(port), "--state-dir", str(state)]
        table = subprocess.Popen(add_strace(trace, play), stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            request_until(table, f"http://127.0.0.1:{port}", EVENTS)
        finally:
            os.killpg(table.pid, signal.SIGKILL)
            table.wait(PATIENCE)
        whole = {path.name: path.read_bytes() for path in (state / "photos").glob("*.jpg")}
        tried, revision = check_each_cut(folder, trace, state, whole)
    assert tried > 100
    assert revision >= EVENTS - 3  # the last answers came after the last write


def check_each_cut(folder: Path, trace: Path, state: Path, whole: dict[str, bytes]) -> tuple[int, int]:
    """Check the files after each cut. Return how many there were, and the last shown revision."""
    tried, revision, last = 0, 0, b""
    photos: set[str] = set()
    for _, sent, cut, files in cut_everywhere(trace, state):
        if len(sent) > len(last):
            newer, more = find_shown(sent[max(len(last) - 100, 0) :])
            revision, photos, last = max(revision, newer), photos | more, sent
        with Log(write_folder(files, str(state), folder / "after")) as log:
            lines: list[Any] = log.record()
        tried += 1
        assert len(lines) >= revision, cut
        for name in photos:
            assert (folder / "after/photos" / name).read_bytes() == whole[name], cut
    return tried, revision
