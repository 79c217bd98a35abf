"""Makes the checks of the doctor, and lists them all by name in the order in which they are shown."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import structlog

from pi_bunco.app.doctor import backup, bell, board, camera, card, clock, mat, network, program
from pi_bunco.app.doctor.context import CheckContext, NotReadable
from pi_bunco.devices.board import read_health
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say

_log = structlog.get_logger()

Check = Callable[[CheckContext], Finding]
"""A check of one thing."""

CHECKS: Mapping[str, Check] = {
    "camera": lambda context: camera.judge_camera(context.camera_state, context.table),
    "light": lambda context: mat.judge_light(context.camera_state, context.readable_calibration),
    "mat": lambda context: mat.judge_mat(context.camera_state, *context.calibration),
    "button": lambda context: bell.judge_button(context.bell_state),
    "buzzer": lambda context: bell.judge_part("buzzer", context.bell_state),
    "lamp": lambda context: bell.judge_part("lamp", context.bell_state),
    "reader": program.check_reader,
    "disk": card.check_disk,
    "card": card.check_card,
    "backup": backup.check_backup,
    "cameras": board.check_cameras,
    "memory": board.check_memory,
    "undervoltage": lambda context: board.judge_undervoltage(read_health(context.machine.root).flags),
    "throttling": lambda context: board.judge_throttling(read_health(context.machine.root).flags),
    "temperature": lambda context: board.judge_temperature(read_health(context.machine.root)),
    "clock": clock.check_clock,
    "network": lambda context: network.judge_network(context.settings, network.read_network(context.machine)),
    "service": program.check_service,
    "versions": program.check_versions,
}
"""Each check by its name."""

GROUPS: Mapping[str, tuple[str, ...]] = {"bell": ("button", "buzzer", "lamp")}
"""Several checks under one name."""

CAMERA_CHECKS = ("camera", "light", "mat")
"""The checks of each table with its own station. Those of further tables have a number: ``camera 2``."""
DEVICE_CHECKS = (*CAMERA_CHECKS, "button", "buzzer", "lamp")
"""The checks of devices that a running table has open."""
RUNNING_TABLE_CHECKS = frozenset({*DEVICE_CHECKS, "reader", "disk", "card", "backup", "cameras", "versions"})
"""The checks that a running table makes itself, because it has these devices and files open."""


def select_checks(names: Iterable[str]) -> tuple[str, ...]:
    """Return the named checks in the usual order, or all checks if none is named.

    Raises
    ------
    Trouble
        If there is no such check.

    >>> select_checks(["network", "bell"])
    ('button', 'buzzer', 'lamp', 'network')
    """
    asked = {check for name in names for check in GROUPS.get(name, (name,))}
    for name in asked - CHECKS.keys():
        raise Trouble(
            say("There is no check “{name}”.", name=clip_text(name)),
            say("There are {names}.", names=", ".join([*CHECKS, *GROUPS])),
        )
    return tuple(name for name in CHECKS if name in asked or not asked)


def examine(
    context: CheckContext, names: Iterable[str], known: Mapping[str, Finding] | None = None
) -> Iterator[Finding]:
    """Make the named checks one by one, those of cameras for each table.

    Parameters
    ----------
    context
        The table.
    names
        The names of the checks.
    known
        The findings that are known already, by check name.
    """
    known = known or {}
    for name in names:
        if name not in CAMERA_CHECKS:
            yield known.get(name) or _run_check(name, context)
        # If the finding of one table is known, those of all tables are.
        elif of_tables := [found for check, found in known.items() if check.partition(" ")[0] == name]:
            yield from of_tables
        else:
            for table, at in context.tables.items():
                finding = _run_check(name, at)
                yield _name_table(finding, table) if len(context.tables) > 1 else finding


def _name_table(finding: Finding, table: int) -> Finding:
    """Return a finding that names its table, with a remedy that leads to this table's page."""
    found = say("Table {table}: {found}", table=table, found=finding.found)
    if table == HEAD:
        return replace(finding, found=found)
    remedy = finding.remedy  # stays a Sentence if nothing in it is replaced
    if "/calibrate" in remedy:
        remedy = remedy.replace("/calibrate", f"/calibrate?table={table}")
    return replace(finding, check=f"{finding.check} {table}", found=found, remedy=remedy)


def _run_check(name: str, context: CheckContext) -> Finding:
    try:
        return CHECKS[name](context)
    except NotReadable as refused:
        return Finding.look(
            name,
            say("This user may not look at {path}.", path=refused.path),
            say("Ask again as: sudo pi-bunco doctor"),
        )
    except Exception as error:  # noqa: BLE001 - a fault in one check must not hide the others
        _log.exception("a check failed", check=name)
        return Finding.bad(
            name,
            say("The check itself failed: {error}.", error=f"{error!r}"),
            say("pi-bunco support-bundle packs it for those who help you."),
        )
