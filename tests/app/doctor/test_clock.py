"""The check of the clock: set by the network, by a clock module or by nobody, or behind the log."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pi_bunco.app.doctor.clock import check_clock, judge_clock
from pi_bunco.findings import Mark
from pi_bunco.store import Log
from tests.app.doctor.stand_ins import machine, make_context

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
def test_clock_is_judged(late: int, *, by_network: bool, own: bool, mark: Mark) -> None:
    """A clock that is set is good; one that is not set, or that is behind the log, needs a look."""
    found = judge_clock(EVENING, EVENING + timedelta(minutes=late), by_network=by_network, own=own)
    assert found.mark is mark
    assert "20:15 on 21 November 2026" in found.found
    assert bool(found.remedy) == (mark is Mark.LOOK)


def test_clock_behind_the_log_needs_a_look(tmp_path: Path) -> None:
    """A logged event with a later time than now shows that the clock is wrong."""
    with Log(tmp_path) as log:
        log.start(json.loads('{"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}'))
        log.append([{"event": "bell", "time": (datetime.now(UTC) + timedelta(days=1)).isoformat()}])
    synced = machine(tmp_path / "root", timedatectl="NTPSynchronized=yes\n")
    found = check_clock(make_context(tmp_path, synced))
    assert found.mark is Mark.LOOK
    assert "the log is newer" in found.found


def test_clock_that_is_set_is_good(tmp_path: Path) -> None:
    """The answer of timedatectl, systemd's file, or a clock module each make the clock good."""
    synced = machine(tmp_path / "a", timedatectl="Timezone=UTC\nNTPSynchronized=yes\n")
    by_file = machine(tmp_path / "b", {"run/systemd/timesync/synchronized": ""})
    own = machine(tmp_path / "c", {"sys/class/rtc/rtc0": ""}, timedatectl="NTPSynchronized=no\n")
    nobody = machine(tmp_path / "d", timedatectl="NTPSynchronized=no\n")
    marks = [
        check_clock(make_context(tmp_path, described)).mark for described in (synced, by_file, own, nobody)
    ]
    assert marks == [Mark.GOOD, Mark.GOOD, Mark.GOOD, Mark.LOOK]
