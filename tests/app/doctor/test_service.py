"""The service, by what systemd says of it."""

from pathlib import Path

import pytest

from pi_bunco.app.doctor.service import check_service, judge_service
from pi_bunco.findings import Mark
from tests.app.doctor.made import machine, make_context

RUNS = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
    "NRestarts": "0",
    "Result": "success",
    "ActiveEnterTimestamp": "Sat 2026-11-21 19:58:03 CET",
}


@pytest.mark.parametrize(
    ("told", "mark", "words"),
    [
        (RUNS, Mark.GOOD, "It runs since 2026-11-21 19:58:03, and starts with the machine."),
        (RUNS | {"NRestarts": "1"}, Mark.LOOK, "began again once"),
        (RUNS | {"NRestarts": "3"}, Mark.LOOK, "began again 3 times"),
        (RUNS | {"UnitFileState": "disabled"}, Mark.LOOK, "does not start with the machine"),
        (RUNS | {"ActiveState": "inactive"}, Mark.LOOK, "stopped"),
        (RUNS | {"ActiveState": "activating"}, Mark.LOOK, "activating"),
        (
            RUNS | {"ActiveState": "activating", "StatusText": "Port 80 is taken."},
            Mark.BAD,
            "Port 80 is taken.",
        ),
        (RUNS | {"ActiveState": "failed", "Result": "watchdog"}, Mark.BAD, "failed (watchdog)"),
        ({"LoadState": "not-found"}, Mark.LOOK, "Nothing starts the table"),
        (None, Mark.LOOK, "no systemd"),
    ],
)
def test_judged(told: dict[str, str] | None, mark: Mark, words: str) -> None:
    """Each state of the unit has its mark, its words and its remedy."""
    found = judge_service(told)
    assert found.mark is mark
    assert words in found.found
    assert bool(found.remedy) == (mark is not Mark.GOOD)


def test_systemctl_is_asked(tmp_path: Path) -> None:
    """What systemctl prints is taken apart; a machine without it is said to have none."""
    told = "".join(f"{key}={value}\n" for key, value in RUNS.items())
    assert check_service(make_context(tmp_path, machine(tmp_path, systemctl=told))).mark is Mark.GOOD
    assert check_service(make_context(tmp_path, machine(tmp_path))).mark is Mark.LOOK
