"""Asks a running table for its findings, since no other program can open the devices that it has open."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.examine import DEVICE_CHECKS, RUNNING_TABLE_CHECKS
from pi_bunco.app.doctor.machine import Machine, parse_facts
from pi_bunco.app.doctor.program import SERVICE_UNIT
from pi_bunco.config import EVERYWHERE, LOOPBACK, Settings
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.sentences import say

_ANSWER_SECONDS = 20.0
"""How long to wait for an answer. The table examines some pictures before it answers."""


class NoAnswer(Trouble):
    """A table runs here, but its page does not answer."""


def collect_findings(context: CheckContext, names: Iterable[str]) -> dict[str, Finding]:
    """Return the findings of the running table, none if no table runs."""
    wanted = [name for name in names if name in RUNNING_TABLE_CHECKS]
    if not wanted:
        return {}
    try:
        return ask_table(context.settings, wanted, context.machine) or {}
    except NoAnswer as trouble:
        return {
            name: Finding.bad(name, trouble.text, trouble.remedy) for name in wanted if name in DEVICE_CHECKS
        }


def ask_table(settings: Settings, names: Iterable[str], machine: Machine) -> dict[str, Finding] | None:
    """Ask the running table with these settings.

    Parameters
    ----------
    settings
        The settings, with the table's port and folder.
    names
        The names of the checks.
    machine
        The machine that the table runs on.

    Returns
    -------
    dict or None
        Its findings by check, ``None`` if no table runs.

    Raises
    ------
    NoAnswer
        If the table runs but does not answer.
    """
    host = LOOPBACK if settings.address == EVERYWHERE else settings.address
    page = f"http://{host}:{settings.port}/api/doctor?only={','.join(names)}"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(page, timeout=_ANSWER_SECONDS) as answer:
            answered = json.loads(answer.read())
        return {one["check"]: Finding(**{**one, "mark": Mark(one["mark"])}) for one in answered["findings"]}
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        properties = machine.run_program("systemctl", "show", SERVICE_UNIT, "--property=ActiveState") or ""
        is_active = parse_facts(properties) == {"ActiveState": "active"}  # in any folder
        if is_active or is_played(settings.state_dir, machine):
            raise NoAnswer(
                say(
                    "A table plays here, but its page at port {port} does not answer ({error}).",
                    port=settings.port,
                    error=str(error),
                ),
                say("If it has another port, name it with --port; else: sudo systemctl restart pi-bunco"),
            ) from None
        return None


def is_played(folder: Path, machine: Machine) -> bool:
    """Return whether a process plays the table in this folder, because it holds the folder's lock.

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
