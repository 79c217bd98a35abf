"""Makes the checks of the doctor, by name and in the order in which they are shown.

A running table has devices open that no other program can open. So it checks them itself, if a program asks.
"""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pi_bunco.app.doctor import backup, bell, board, card, clock, network, photos, program, wifi
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine, parse_facts
from pi_bunco.devices.board import read_health
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark, NotReadable, report_fault
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.config import EVERYWHERE, LOOPBACK

Check = Callable[[CheckContext], Finding]
"""A check of one thing."""

CHECKS: Mapping[str, Check] = {
    "camera": lambda context: context.camera_findings["camera"],
    "light": lambda context: context.camera_findings["light"],
    "mat": lambda context: context.camera_findings["mat"],
    "button": lambda context: bell.judge_button(context.bell_state),
    "buzzer": lambda context: bell.judge_part("buzzer", context.bell_state),
    "lamp": lambda context: bell.judge_part("lamp", context.bell_state),
    "reader": program.check_reader,
    "disk": card.check_disk,
    "card": card.check_card,
    "photos": photos.check_photos,
    "backup": backup.check_backup,
    "cameras": board.check_cameras,
    "memory": board.check_memory,
    "undervoltage": lambda context: board.judge_undervoltage(read_health(context.machine.root).flags),
    "throttling": lambda context: board.judge_throttling(read_health(context.machine.root).flags),
    "temperature": lambda context: board.judge_temperature(read_health(context.machine.root)),
    "clock": clock.check_clock,
    "network": lambda context: network.judge_network(context.settings, network.read_network(context.machine)),
    "wifi": lambda context: wifi.judge_wifi(context.look_at_wifi(context.settings), wifi.ask_as_telephone),
    "secure": lambda context: context.judge_secure(),
    "pis": lambda context: context.judge_pis(),
    "service": program.check_service,
    "versions": program.check_versions,
}
"""Each check by its name."""

GROUPS: Mapping[str, tuple[str, ...]] = {"bell": ("button", "buzzer", "lamp")}
"""Several checks under one name."""

CAMERA_CHECKS = ("camera", "light", "mat")
"""The checks of each table with its own station. Those of further tables have a number: ``camera 2``."""
BELL_CHECKS = ("button", "buzzer", "lamp")
DEVICE_CHECKS = (*CAMERA_CHECKS, *BELL_CHECKS)
"""The checks of devices that a running table has open."""
RUNNING_TABLE_CHECKS = frozenset(
    {
        *DEVICE_CHECKS,
        *("reader", "disk", "card", "photos", "backup", "cameras", "wifi", "secure", "pis", "versions"),
    }
)
"""The checks that a running table makes itself, because it has these devices and files open."""
_ANSWER_SECONDS = 20.0
"""How long to wait for an answer. The table examines some pictures before it answers."""


def select_checks(names: Iterable[str]) -> tuple[str, ...]:
    """Return the named checks in the usual order, or all checks if none is named.

    Raises
    ------
    Trouble
        If there is no such check.

    >>> select_checks(["network", "bell"])
    ('button', 'buzzer', 'lamp', 'network')
    """
    named = {check for name in names for check in GROUPS.get(name, (name,))}
    for name in named - CHECKS.keys():
        raise Trouble(
            say("There is no check “{name}”.", name=clip_text(name)),
            say("There are {names}.", names=", ".join([*CHECKS, *GROUPS])),
        )
    return tuple(name for name in CHECKS if name in named or not named)


def examine(
    context: CheckContext, names: Iterable[str], known: Mapping[str, Finding] | None = None
) -> Iterator[Finding]:
    """Make the named checks one by one; make the checks of cameras for each table.

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
        elif known_findings := [found for check, found in known.items() if check.partition(" ")[0] == name]:
            yield from known_findings
        else:
            for table, table_context in context.tables.items():
                finding = _run_check(name, table_context)
                yield name_table(finding, table) if len(context.tables) > 1 else finding


def name_table(finding: Finding, table: int) -> Finding:
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
        return refused.report(name)
    except Exception as error:  # noqa: BLE001 - a fault in one check must not hide the others
        return report_fault(name, error)


def collect_findings(context: CheckContext, names: Iterable[str]) -> dict[str, Finding]:
    """Ask the running table with these settings for its findings.

    Parameters
    ----------
    context
        The table, with its port, its folder and the machine that it runs on.
    names
        The names of the checks, also of those that do not need a running table.

    Returns
    -------
    dict
        The findings by check, none if no table runs. If the table runs but does not answer, the check of each
        device is bad. While it asks for its first game, it has no camera open.
    """
    wanted = [name for name in names if name in RUNNING_TABLE_CHECKS]
    if not wanted:
        return {}
    settings = context.settings
    host = LOOPBACK if settings.address == EVERYWHERE else settings.address
    address = f"http://{host}:{settings.port}/api/doctor?only={','.join(wanted)}"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=_ANSWER_SECONDS) as answer:
            findings = json.loads(answer.read())["findings"]
        return {values["check"]: Finding(**{**values, "mark": Mark(values["mark"])}) for values in findings}
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        if _asks_for_game(error):
            found = say("The table’s pages ask for its first game, and the table uses the bell meanwhile.")
            remedy = say("Try the bell on that page.")
            return {name: Finding.look(name, found, remedy) for name in wanted if name in BELL_CHECKS}
        if not is_played(settings.state_dir, context.machine) and not _runs_as_service(context.machine):
            return {}
        found = say(
            "A table plays here, but its page at port {port} does not answer ({error}).",
            port=settings.port,
            error=str(error),
        )
        remedy = say("If it has another port, name it with --port; else: sudo systemctl restart pi-bunco")
        return {name: Finding.bad(name, found, remedy) for name in wanted if name in DEVICE_CHECKS}


def _asks_for_game(error: Exception) -> bool:
    """Return whether an answer comes from a table that has no game yet."""
    if not isinstance(error, urllib.error.HTTPError):
        return False
    with suppress(ValueError, OSError, AttributeError):
        return json.loads(error.read()).get("welcome") is True
    return False


def _runs_as_service(machine: Machine) -> bool:
    """Return whether systemd runs a table, in any folder."""
    properties = machine.run_program("systemctl", "show", program.SERVICE_UNIT, "--property=ActiveState")
    return parse_facts(properties or "").get("ActiveState") == "active"


def is_played(folder: Path, machine: Machine) -> bool:
    """Return whether a process plays a table in this folder: whether it holds the folder's lock.

    This reads the kernel's list of locks (``proc_locks(5)``). Taking the lock instead could stop a table
    that starts at the same moment.
    """
    try:
        status = (folder / "lock").stat()
    except OSError:
        return False
    lock_entry = f":{status.st_ino}"
    return any(
        words[1] == "FLOCK" and words[5].endswith(lock_entry)
        for words in map(str.split, machine.read_text("proc/locks").splitlines())
        if len(words) > 5  # noqa: PLR2004 - the sixth word is the file
    )
