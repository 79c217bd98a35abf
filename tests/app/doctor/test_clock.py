"""The clock: set by the network, its own, set by nobody, or behind what was logged."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pi_bunco.app.doctor.clock import check_clock, judge_clock
from pi_bunco.findings import Mark
from pi_bunco.store import Log
from tests.app.doctor.made import machine, make_context

EVENING = datetime.fromisoformat("2026-11-21T20:15:00+00:00")


@pytest.mark.parametrize(
    ("late", "by_network", "own", "mark"),
    [
        (0, True, False, Mark.GOOD),
        (0, False, True, Mark.GOOD),
        (0, False, False, Mark.LOOK),
        (4, True, False, Mark.GOOD),
        (6, True, True, Mark.LOOK),
    ],
)
def test_judged(late: int, *, by_network: bool, own: bool, mark: Mark) -> None:
    """A clock that something sets is good; one that nobody set, or that is behind the log, is not."""
    found = judge_clock(EVENING, EVENING + timedelta(minutes=late), by_network=by_network, own=own)
    assert found.mark is mark
    assert "20:15 on 21 November 2026" in found.found
    assert bool(found.remedy) == (mark is Mark.LOOK)


def test_a_clock_behind_the_log(tmp_path: Path) -> None:
    """A throw that was logged later than now shows that the clock fell back."""
    with Log(tmp_path) as log:
        log.start(json.loads('{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'))
        log.append([{"event": "bell", "time": (datetime.now(UTC) + timedelta(days=1)).isoformat()}])
    made = machine(tmp_path / "root", timedatectl="NTPSynchronized=yes\n")
    assert check_clock(make_context(tmp_path, made)).mark is Mark.LOOK
    assert "the log is newer" in check_clock(make_context(tmp_path, made)).found


def test_who_set_it(tmp_path: Path) -> None:
    """Systemd's word, its file, or a clock of the machine's own each make it good."""
    synced = machine(tmp_path / "a", timedatectl="Timezone=UTC\nNTPSynchronized=yes\n")
    by_file = machine(tmp_path / "b", {"run/systemd/timesync/synchronized": ""})
    own = machine(tmp_path / "c", {"sys/class/rtc/rtc0": ""}, timedatectl="NTPSynchronized=no\n")
    nobody = machine(tmp_path / "d", timedatectl="NTPSynchronized=no\n")
    marks = [check_clock(make_context(tmp_path, made)).mark for made in (synced, by_file, own, nobody)]
    assert marks == [Mark.GOOD, Mark.GOOD, Mark.GOOD, Mark.LOOK]
