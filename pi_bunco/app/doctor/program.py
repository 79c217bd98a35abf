"""The checks of the program: its versions, its service, and whether the reader's learnt files are intact."""

import platform
import sys
from collections.abc import Mapping
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from pi_bunco import __version__
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import parse_facts
from pi_bunco.dates import say_moment
from pi_bunco.devices.board import find_board
from pi_bunco.files.assets import AssetMissing, find
from pi_bunco.findings import Finding
from pi_bunco.sentences import say, say_count, say_series
from pi_bunco.vision.learnt.manifest import WeightsTrouble, check_file, read_manifest

_PACKAGES = ("numpy", "gpiozero", "picamera2", "lgpio")
_PARTS_WITHOUT_NAME = frozenset({"system", "machine", "board"})
"""Parts whose version already contains their name."""
_MIN_OPENCV, _BELOW_OPENCV = (4, 10), (5, 0)
"""The oldest OpenCV that the reader was measured with, and the first one whose interface differs."""
_PRINT_OPENCV = "import cv2; print(cv2.__version__)"
SERVICE_UNIT = "pi-bunco.service"
_PROPERTIES = "LoadState,ActiveState,UnitFileState,NRestarts,Result,ActiveEnterTimestamp,StatusText"
_SEE_JOURNAL = say("journalctl -u pi-bunco -n 30 says why")
_START_BY_HAND = say("Start it by hand when you want to play: pi-bunco run")
_INSTALL = say("Install it: sudo bash install.sh")


def check_versions(context: CheckContext) -> Finding:
    """Check the installed versions."""
    return judge_versions(find_versions(context), has_64_bits=sys.maxsize > 2**32)


def find_versions(context: CheckContext) -> dict[str, str]:
    """Return the version of each part that is installed."""
    system = parse_facts(context.machine.read_text("etc/os-release")).get("PRETTY_NAME", "").strip('"')
    versions = {"pi-bunco": __version__, "Python": platform.python_version(), "OpenCV": _find_opencv(context)}
    for package in _PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            if find_spec(package):
                versions[package] = say("without a version number")
    return versions | {
        "system": system,
        "Linux": platform.release(),
        "machine": platform.machine(),
        "board": find_board(context.machine.root).model,
    }


def _find_opencv(context: CheckContext) -> str:
    """Return OpenCV's version, ``""`` if it cannot be loaded: the table's program itself never loads it."""
    # Debian's package has no metadata.
    return (context.machine.run_program(sys.executable, "-P", "-c", _PRINT_OPENCV) or "").strip()


def judge_versions(versions: Mapping[str, str], *, has_64_bits: bool) -> Finding:
    """Judge the versions; `has_64_bits` is whether this system has 64 bits.

    >>> print(judge_versions({"pi-bunco": "0.1.0", "OpenCV": "5.0.1"}, has_64_bits=True))
    bad   versions: pi-bunco 0.1.0, OpenCV 5.0.1. This version of OpenCV was not tested. Run install.sh again.
    """
    named = say_series(
        [
            number if name in _PARTS_WITHOUT_NAME else say("{name} {number}", name=name, number=number)
            for name, number in versions.items()
            if number
        ]
    )
    if not has_64_bits:
        return Finding.bad(
            "versions",
            say("{named}. This system has 32 bits.", named=named),
            say("Write the card again with the 64-bit Raspberry Pi OS."),
        )
    if not versions["OpenCV"]:
        return Finding.bad(
            "versions",
            say("{named}. OpenCV cannot be loaded, so no dice are read.", named=named),
            say("Run install.sh again."),
        )
    number = tuple(int(part) for part in versions["OpenCV"].split(".")[:2])
    if not _MIN_OPENCV <= number < _BELOW_OPENCV:
        return Finding.bad(
            "versions",
            say("{named}. This version of OpenCV was not tested.", named=named),
            say("Run install.sh again."),
        )
    return Finding.good("versions", say("{named}.", named=named))


def check_reader(_: CheckContext) -> Finding:
    """Check whether the reader's learnt files are unchanged since the installation."""
    try:
        folder = find("models")
        names = list(read_manifest(folder))
        for name in names:
            check_file(folder, name)
    except (WeightsTrouble, AssetMissing) as trouble:
        return Finding.bad(
            "reader",
            say(
                "{text} Dice are read by their pips alone, and more throws are asked about.",
                text=trouble.text,
            ),
            say("Run install.sh again."),
        )
    return Finding.good(
        "reader", say("All {count} files with what it has learnt are intact.", count=len(names))
    )


def check_service(context: CheckContext) -> Finding:
    """Check whether systemd runs the table, and how often it was restarted."""
    properties = context.machine.run_program("systemctl", "show", SERVICE_UNIT, "--property", _PROPERTIES)
    return judge_service(parse_facts(properties) if properties else None)


def judge_service(properties: dict[str, str] | None) -> Finding:
    """Judge the unit's properties from systemd, ``None`` if systemd does not answer.

    Source: systemctl(1), and ``org.freedesktop.systemd1``(5) for the properties.

    >>> print(judge_service({"LoadState": "not-found"}))
    look  service: Nothing starts the table when the machine starts. Install it: sudo bash install.sh
    """
    if properties is None:
        return Finding.look("service", say("This machine has no systemd to start the table."), _START_BY_HAND)
    if properties.get("LoadState") != "loaded":
        return Finding.look("service", say("Nothing starts the table when the machine starts."), _INSTALL)
    state = properties.get("ActiveState", "")
    if state == "active":
        return _judge_running(properties)
    if state == "inactive":
        return Finding.look(
            "service", say("The service is stopped."), say("Start it: sudo systemctl start pi-bunco")
        )
    return _judge_beginning(state, properties)


def _judge_beginning(state: str, properties: dict[str, str]) -> Finding:
    """Judge a service that has failed, or that is not running yet."""
    if state == "failed":
        return Finding.bad(
            "service",
            say("The service has failed ({result}).", result=properties.get("Result", "")),
            say("{why}; then: sudo systemctl restart pi-bunco", why=_SEE_JOURNAL),
        )
    if properties.get("StatusText"):  # it reports why before it waits, see app/service.py
        return Finding.bad(
            "service",
            say("The table cannot begin: {reason}", reason=properties["StatusText"]),
            say("It tries again by itself, three times a minute."),
        )
    return Finding.look(
        "service",
        say("The service is {state}.", state=state),
        say("Wait half a minute and ask again. If that does not help, {why}", why=_SEE_JOURNAL),
    )


def _judge_running(properties: dict[str, str]) -> Finding:
    since = " ".join(properties.get("ActiveEnterTimestamp", "").split()[1:3])  # without day and time zone
    runs = say("It is running")
    if since:
        runs = say("It has been running since {since}", since=say_moment(datetime.fromisoformat(since)))
    if not properties.get("UnitFileState", "").startswith("enabled"):
        return Finding.look(
            "service",
            say("{runs}, but does not start with the machine.", runs=runs),
            say("Enable that: sudo systemctl enable pi-bunco"),
        )
    if restarts := int(properties.get("NRestarts") or 0):
        times = say_count("once", "{count} times", restarts)
        return Finding.look(
            "service",
            say("{runs}; it has restarted {times}, with the same game.", runs=runs, times=times),
            say("{why}; pi-bunco support-bundle packs it for those who help you.", why=_SEE_JOURNAL),
        )
    return Finding.good("service", say("{runs}, and starts with the machine.", runs=runs))
