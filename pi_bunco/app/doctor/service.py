"""The service that plays the table."""

from pi_bunco.app.doctor.case import Case
from pi_bunco.app.doctor.machine import facts
from pi_bunco.findings import Finding

UNIT = "pi-bunco.service"
_SHOWN = "LoadState,ActiveState,UnitFileState,NRestarts,Result,ActiveEnterTimestamp,StatusText"
_WHY = "journalctl -u pi-bunco -n 30 says why"
_BY_HAND = "Start it by hand when you want to play: pi-bunco run"
_INSTALL = "Install it: sudo bash install.sh"


def service(case: Case) -> Finding:
    """Look whether systemd plays the table, and how often it had to begin again."""
    told = case.machine.says("systemctl", "show", UNIT, "--property", _SHOWN)
    return judge_service(facts(told) if told else None)


def judge_service(told: dict[str, str] | None) -> Finding:
    """Judge what systemd says of the unit; ``None``: nothing.

    Source: systemctl(1), and ``org.freedesktop.systemd1``(5) for the properties.

    >>> print(judge_service({"LoadState": "not-found"}))
    look  service: Nothing starts the table when the machine starts. Install it: sudo bash install.sh
    """
    if told is None:
        return Finding.look("service", "This machine has no systemd to start the table.", _BY_HAND)
    if told.get("LoadState") != "loaded":
        return Finding.look("service", "Nothing starts the table when the machine starts.", _INSTALL)
    state = told.get("ActiveState", "")
    if state == "active":
        return _judge_running(told)
    if state == "inactive":
        return Finding.look("service", "The service is stopped.", "Start it: sudo systemctl start pi-bunco")
    return _judge_beginning(state, told)


def _judge_beginning(state: str, told: dict[str, str]) -> Finding:
    if state == "failed":
        remedy = f"{_WHY}; then: sudo systemctl restart pi-bunco"
        return Finding.bad("service", f"The service has failed ({told.get('Result', '')}).", remedy)
    if told.get("StatusText"):  # it says why before it waits, see app/service.py
        found = f"The table cannot begin: {told['StatusText']}"
        return Finding.bad("service", found, "It is tried again by itself, three times a minute.")
    remedy = f"Wait half a minute and ask again; {_WHY}, if it stays so."
    return Finding.look("service", f"The service is {state}.", remedy)


def _judge_running(told: dict[str, str]) -> Finding:
    since = " ".join(told.get("ActiveEnterTimestamp", "").split()[1:3])
    runs = f"It runs{since and f' since {since}'}"
    if not told.get("UnitFileState", "").startswith("enabled"):
        remedy = "Let it: sudo systemctl enable pi-bunco"
        return Finding.look("service", f"{runs}, but does not start with the machine.", remedy)
    again = int(told.get("NRestarts") or 0)
    if again:
        times = "once" if again == 1 else f"{again} times"
        remedy = f"{_WHY}; pi-bunco support-bundle packs it for those who help you."
        return Finding.look("service", f"{runs}; it began again {times}, with the same game.", remedy)
    return Finding.good("service", f"{runs}, and starts with the machine.")
