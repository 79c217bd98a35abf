"""The check of the service that plays the table."""

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import parse_facts
from pi_bunco.findings import Finding
from pi_bunco.sentences import say, say_count

UNIT = "pi-bunco.service"
_SHOWN = "LoadState,ActiveState,UnitFileState,NRestarts,Result,ActiveEnterTimestamp,StatusText"
_WHY = say("journalctl -u pi-bunco -n 30 says why")
_BY_HAND = say("Start it by hand when you want to play: pi-bunco run")
_INSTALL = say("Install it: sudo bash install.sh")


def check_service(context: CheckContext) -> Finding:
    """Check whether systemd runs the table, and how often it was restarted."""
    shown = context.machine.run_program("systemctl", "show", UNIT, "--property", _SHOWN)
    return judge_service(parse_facts(shown) if shown else None)


def judge_service(shown: dict[str, str] | None) -> Finding:
    """Judge the unit's properties from systemd, ``None`` if systemd does not answer.

    Source: systemctl(1), and ``org.freedesktop.systemd1``(5) for the properties.

    >>> print(judge_service({"LoadState": "not-found"}))
    look  service: Nothing starts the table when the machine starts. Install it: sudo bash install.sh
    """
    if shown is None:
        return Finding.look("service", say("This machine has no systemd to start the table."), _BY_HAND)
    if shown.get("LoadState") != "loaded":
        return Finding.look("service", say("Nothing starts the table when the machine starts."), _INSTALL)
    state = shown.get("ActiveState", "")
    if state == "active":
        return _judge_running(shown)
    if state == "inactive":
        return Finding.look(
            "service", say("The service is stopped."), say("Start it: sudo systemctl start pi-bunco")
        )
    return _judge_beginning(state, shown)


def _judge_beginning(state: str, shown: dict[str, str]) -> Finding:
    if state == "failed":
        remedy = say("{why}; then: sudo systemctl restart pi-bunco", why=_WHY)
        return Finding.bad(
            "service", say("The service has failed ({result}).", result=shown.get("Result", "")), remedy
        )
    if shown.get("StatusText"):  # it reports why before it waits, see app/service.py
        found = say("The table cannot begin: {reason}", reason=shown["StatusText"])
        return Finding.bad("service", found, say("It is tried again by itself, three times a minute."))
    remedy = say("Wait half a minute and ask again; {why}, if it stays so.", why=_WHY)
    return Finding.look("service", say("The service is {state}.", state=state), remedy)


def _judge_running(shown: dict[str, str]) -> Finding:
    since = " ".join(shown.get("ActiveEnterTimestamp", "").split()[1:3])
    runs = say("It runs since {since}", since=since) if since else say("It runs")
    if not shown.get("UnitFileState", "").startswith("enabled"):
        remedy = say("Enable that: sudo systemctl enable pi-bunco")
        return Finding.look("service", say("{runs}, but does not start with the machine.", runs=runs), remedy)
    again = int(shown.get("NRestarts") or 0)
    if again:
        times = say_count("once", "{count} times", again)
        remedy = say("{why}; pi-bunco support-bundle packs it for those who help you.", why=_WHY)
        return Finding.look(
            "service",
            say("{runs}; it began again {times}, with the same game.", runs=runs, times=times),
            remedy,
        )
    return Finding.good("service", say("{runs}, and starts with the machine.", runs=runs))
