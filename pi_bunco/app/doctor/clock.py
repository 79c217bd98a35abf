"""The check of the clock. A Raspberry Pi 4 has no clock that runs without power, so it asks the network."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pi_bunco
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import parse_facts
from pi_bunco.dates import say_long_date
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.sentences import say
from pi_bunco.store import read_record

_MAX_LAG = timedelta(minutes=5)
"""How far behind a known time the clock may be."""
_SET_CLOCK = say(
    "Connect it to the internet for a minute, or set it: "
    "sudo timedatectl set-time 'YEAR-MONTH-DAY HOUR:MINUTE'"
)


def check_clock(context: CheckContext) -> Finding:
    """Check whether the clock is right. Games do not depend on it, but the times in the log do."""
    machine = context.machine
    properties = parse_facts(machine.run_program("timedatectl", "show") or "")
    set_by_network = (
        properties.get("NTPSynchronized") == "yes"
        or (machine.root / "run/systemd/timesync/synchronized").exists()
    )
    # On a machine without its own clock, the kernel has no rtc or one that was never set.
    has_own_clock = (machine.root / "sys/class/rtc/rtc0").exists()
    installed = datetime.fromtimestamp(Path(pi_bunco.__file__).stat().st_mtime).astimezone()
    return judge_clock(
        context.now(),
        max(installed, _read_last_time(context) or installed),
        by_network=set_by_network,
        own=has_own_clock,
    )


def judge_clock(now: datetime, known: datetime, *, by_network: bool, own: bool) -> Finding:
    """Judge the clock.

    Parameters
    ----------
    now
        The time that the clock shows.
    known
        A time that is certainly past: when this program was installed, or when the last event was logged.
    by_network
        Whether the network has set the clock since the start.
    own
        Whether the machine has a clock that runs without power.

    >>> evening = datetime.fromisoformat("2026-11-21T20:15+00:00")
    >>> print(judge_clock(evening, evening, by_network=True, own=False))
    good  clock: It is 20:15 on 21 November 2026, by the network's clock.
    """
    time = say("{time} on {date}", time=f"{now:%H:%M}", date=say_long_date(now))
    if now < known - _MAX_LAG:
        return Finding.look(
            "clock",
            say(
                "The clock says {time}, but the log is newer. Games are safe, their times are wrong.",
                time=time,
            ),
            _SET_CLOCK,
        )
    if by_network:
        return Finding.good("clock", say("It is {time}, by the network's clock.", time=time))
    if own:
        return Finding.good("clock", say("It is {time}, by the machine's own clock.", time=time))
    return Finding.look(
        "clock",
        say(
            "The clock says {time}, but nobody has set it. Games are safe, their times may be wrong.",
            time=time,
        ),
        _SET_CLOCK,
    )


def _read_last_time(context: CheckContext) -> datetime | None:
    try:
        return datetime.fromisoformat(json.loads(read_record(context.settings.state_dir)[-1])["time"])
    except (Trouble, OSError, ValueError, KeyError, TypeError):
        return None  # no game yet, or an imported one without times
