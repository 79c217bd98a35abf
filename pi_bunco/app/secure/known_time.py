"""The latest time that has certainly come, on a machine whose clock may be wrong.

A certificate has to begin before now and may not be long. A Pi without a network believes in the time at
which it was switched off, or in 1970. So it also looks at when the program was installed, and at what the
host's browser said last.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pi_bunco
from pi_bunco.app.doctor.machine import Machine

PROGRAM_MADE = datetime(2026, 11, 1, tzinfo=UTC)
"""A time at which this part of the program was not there yet. No right clock shows an earlier one."""
LATEST = datetime(2045, 1, 1, tzinfo=UTC)
"""A later time is a mistake of a clock: the authority would end before the certificate."""
_SET_BY_NETWORK = "run/systemd/timesync/synchronized"


def is_set_by_network(machine: Machine) -> bool:
    """Return whether the network has set the clock since the start (``systemd-timesyncd.service(8)``)."""
    return (machine.root / _SET_BY_NETWORK).exists()


@dataclass(frozen=True, slots=True)
class ToldTime:
    """What the host's browser said last.

    Attributes
    ----------
    time
        The time.
    ahead
        By how many seconds the machine's clock was ahead of it then; 0: it was not.
    """

    time: datetime
    ahead: float = 0.0


def find_known_time(clock: datetime, told: ToldTime | None, *, by_network: bool) -> datetime:
    """Return the latest time that has certainly come.

    Parameters
    ----------
    clock
        What the machine's clock shows.
    told
        What the host's browser said last, ``None`` if it has said nothing.
    by_network
        Whether the network has set the clock. Then nothing else counts.

    >>> morning = datetime(2027, 5, 2, 9, tzinfo=UTC)
    >>> find_known_time(datetime(1970, 1, 1, tzinfo=UTC), ToldTime(morning), by_network=False) == morning
    True
    >>> find_known_time(morning, ToldTime(LATEST), by_network=True) == morning
    True
    >>> a_year_ahead = ToldTime(morning, ahead=366 * 86400.0)
    >>> find_known_time(datetime(2028, 5, 2, tzinfo=UTC), a_year_ahead, by_network=False) == morning
    True
    """
    if by_network and PROGRAM_MADE <= clock <= LATEST:
        return clock
    if told is None:
        other = datetime.fromtimestamp(Path(pi_bunco.__file__).stat().st_mtime, UTC)
    else:
        other, clock = told.time, clock - timedelta(seconds=told.ahead)
    return max(time for time in (clock, other, PROGRAM_MADE) if time <= LATEST)


def read_told_time(milliseconds: int, clock: datetime) -> ToldTime | None:
    """Return the time that a browser says (``Date.now()``), ``None`` if it cannot be right.

    >>> read_told_time(1_800_000_000_000, datetime(1970, 1, 1, tzinfo=UTC))
    ToldTime(time=datetime.datetime(2027, 1, 15, 8, 0, tzinfo=datetime.timezone.utc), ahead=0.0)
    >>> read_told_time(0, LATEST) is read_told_time(10**18, LATEST) is None
    True
    """
    if not PROGRAM_MADE.timestamp() <= milliseconds / 1000 <= LATEST.timestamp():
        return None
    time = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return ToldTime(time, max(0.0, (clock - time).total_seconds()))
