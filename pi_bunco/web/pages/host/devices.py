"""The list of a room's devices on the host's page."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.access.devices import Device, DeviceActivity, Visitor
from pi_bunco.access.door import Door
from pi_bunco.access.roles import STAFF, Role
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.words import join_some_names
from pi_bunco.sentences import say, say_count
from pi_bunco.web.page_kind import PageKind

SHOWN_WAITING = 40
"""Most devices that wait on the host's page. The others are let in by the QR code that they show."""
_NAMED = 3  # most devices that are named in one line
SILENT_AFTER = 20.0
"""Seconds without a request after which a device counts as silent."""


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One device in the list.

    Attributes
    ----------
    id, code, name
        Its id in requests, the code that it shows, and its name in the room.
    waits
        Whether it waits to be let in, for the first time or with another role.
    known
        Whether it was let in before.
    asks, role
        The role that it asks for and the role that it has, in words.
    table
        The table that it asks for or belongs to; ``None``: no table.
    lets_in
        The fields of the form that lets it in with this role.
    shows
        The page that it shows, and for how long it has been silent, in words.
    silent
        Whether it was let in, but has sent no request for a while.
    away
        Whether it has sent no request for a while.
    twice
        Whether another device belongs to the same table.
    own
        Whether it is the device that shows this list.
    teams
        The teams whose staff it is, or asks to be; empty: of none, or of every team.
    """

    id: str
    code: str
    name: str
    waits: bool
    known: bool
    asks: str
    role: str
    table: int | None
    lets_in: Mapping[str, str | int]
    shows: str
    silent: bool
    away: bool
    twice: bool
    own: bool
    teams: tuple[int, ...] = ()


def list_devices(door: Door, visitor: Visitor, kinds: Mapping[str, PageKind]) -> tuple[DeviceLine, ...]:
    """Return all devices. Those that wait come first, and of these those that still show their page."""
    devices = door.devices
    tables = [device.role.table for device, _, _ in devices]
    lines = [_make_line(device, activity, tables, visitor, kinds) for device, activity, _ in devices]
    return tuple(sorted(lines, key=lambda line: (not line.waits, line.waits and line.away)))


def shorten_list(lines: tuple[DeviceLine, ...]) -> tuple[tuple[DeviceLine, ...], int]:
    """Return the lines for the host's page, and how many more devices wait than it shows."""
    more = max(0, sum(line.waits for line in lines) - SHOWN_WAITING)
    return (*lines[:SHOWN_WAITING], *lines[SHOWN_WAITING + more :]) if more else lines, more


def say_alarm(lines: Sequence[DeviceLine]) -> str:
    """Return which devices need the host, in words; ``""``: none does.

    These are devices that wait to be let in, and silent ones of tables. A host may put their phone away.
    """
    waiting = [line for line in lines if line.waits]
    silent = [line for line in lines if line.silent and not line.waits and line.table is not None]
    if waiting:
        names = [line.name or line.code for line in waiting]
        return say_count(
            "{names} waits to be let in",
            "{count} devices wait to be let in: {names}",
            len(waiting),
            names=join_some_names(names, _NAMED),
        )
    if silent:
        names = [line.name or line.role for line in silent]
        return say_count(
            "{names} is silent",
            "{count} devices are silent: {names}",
            len(silent),
            names=join_some_names(names, _NAMED),
        )
    return ""


def say_calm(lines: Sequence[DeviceLine]) -> str:
    """Return how many devices were let in, in words."""
    return say_count("{count} device", "{count} devices", len(lines)) if lines else say("none was let in")


def _make_line(
    device: Device,
    activity: DeviceActivity | None,
    tables: list[int | None],
    visitor: Visitor,
    kinds: Mapping[str, PageKind],
) -> DeviceLine:
    waits = device.wants != device.role
    role = device.wants if waits else device.role
    ago = time.time() - activity.at if activity else 0.0
    away = activity is None or ago > SILENT_AFTER
    return DeviceLine(
        id=device.id,
        code=device.code,
        name=device.name,
        waits=waits,
        known=device.since is not None,
        asks=device.wants.called,
        role=device.role.called,
        table=role.table,
        lets_in=list_role_fields(role),
        shows=_describe_activity(activity, ago, kinds),
        silent=device.since is not None and away,
        away=away,
        twice=role.table is not None and tables.count(role.table) > 1,
        own=visitor.device is not None and visitor.device.id == device.id,
        teams=role.numbers if role.name == STAFF.name else (),
    )


def list_role_fields(role: Role) -> dict[str, str | int]:
    """Return the fields of a form that lets a device in with a role.

    >>> list_role_fields(Role("table", 3)), list_role_fields(Role("staff", 1, (2,)))
    ({'role': 'table', 'number': 3}, {'staff': '1,2'})
    """
    if role.name == STAFF.name:
        return {"staff": ",".join(map(str, role.numbers))}
    return {"role": role.name, **({"number": role.number} if role.number else {})}


def _describe_activity(activity: DeviceActivity | None, ago: float, kinds: Mapping[str, PageKind]) -> str:
    if activity is None:
        return say("not seen since the start")
    if not activity.page:
        return say("shows no page")
    page = kinds[activity.page].called(activity.table or HEAD)
    if ago <= SILENT_AFTER:
        return say("shows {page}", page=page)
    minutes = int(ago // 60)
    if not minutes:
        return say("silent; showed {page}", page=page)
    return say_count(
        "silent for {count} minute; showed {page}",
        "silent for {count} minutes; showed {page}",
        minutes,
        page=page,
    )
