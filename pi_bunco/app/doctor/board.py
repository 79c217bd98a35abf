"""The checks of the board: its memory, its number of cameras, its power supply, its speed and its heat."""

import re

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.devices.board import Board, Flags, Health, find_board
from pi_bunco.devices.camera.plan import limit_by_memory, limit_cameras
from pi_bunco.equipment.cameras import find_shared_camera
from pi_bunco.figures import say_number
from pi_bunco.findings import Finding
from pi_bunco.game.lines import HEAD
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say, say_count
from pi_bunco.settings.config import NO_DEVICE, get_camera_kind

_LOOK_FREE_MB, _BAD_FREE_MB = 100, 40
"""Free memory below which the finding is *look* or *bad*. The table itself takes about 180 MB."""
_WARM_CELSIUS, _HOT_CELSIUS = 70.0, 80.0
"""From 80 °C on, a Raspberry Pi slows down (its documentation: "Frequency management and thermal control"). A
board that is ten degrees cooler may get there on a warm evening."""

_SUPPLY = say(
    "Use the board's own power supply (5.1 V; 3 A for a Pi 4, 5 A for a Pi 5) with its own cable, "
    "and plug nothing else into the Pi that needs much power."
)
_COOL = say("Cool the board: take it out of its box, away from the lamp, or add a heat sink or a fan.")
_NOT_KNOWN = say("Not known: {unknown}.", unknown=say("this machine does not report it"))


def check_memory(context: CheckContext) -> Finding:
    """Check whether enough memory is free."""
    kilobytes = re.search(r"^MemAvailable: +(\d+)", context.machine.read_text("proc/meminfo"), re.MULTILINE)
    return judge_memory(int(kilobytes[1]) // 1024 if kilobytes else 0, find_board(context.machine.root))


def judge_memory(free: int, board: Board) -> Finding:
    """Judge the free memory, in megabytes.

    >>> from pi_bunco.devices.board import Family
    >>> print(judge_memory(212, Board("Raspberry Pi Zero 2 W Rev 1.0", Family.ZERO2, 416, 256, 180)))
    good  memory: 212 of 416 MB are free; 180 of 256 MB for the camera.
    """
    text = say("{free} of {memory} MB are free.", free=say_number(free), memory=say_number(board.memory))
    if board.contiguous and board.contiguous_free is not None:
        text = say(
            "{free} of {memory} MB are free; {left} of {contiguous} MB for the camera.",
            free=say_number(free),
            memory=say_number(board.memory),
            left=say_number(board.contiguous_free),
            contiguous=say_number(board.contiguous),
        )
    if free >= _LOOK_FREE_MB:
        return Finding.good("memory", text)
    report = Finding.look if free >= _BAD_FREE_MB else Finding.bad
    return report(
        "memory",
        say("Only {says}", says=text),
        say(
            "Close other programs (a browser on the Pi itself takes the most), or restart the machine; "
            "show the page on another device."
        ),
    )


def check_cameras(context: CheckContext) -> Finding:
    """Check whether each table has its own camera, and whether the board can process them all."""
    cameras = {HEAD: context.settings.camera, **context.settings.stations}
    if shared := find_shared_camera(cameras):
        name, tables = shared
        return Finding.bad(
            "cameras",
            say(
                "Tables {names} have the same camera, “{clipped}”.",
                names=join_names(map(str, tables)),
                clipped=clip_text(name),
            ),
            say("Give each table a camera of its own, or none."),
        )
    wanted = sum(get_camera_kind(name) not in NO_DEVICE for name in cameras.values())
    return judge_cameras(wanted, find_board(context.machine.root))


def judge_cameras(wanted: int, board: Board) -> Finding:
    """Judge whether the board can process the wanted number of cameras. Its limit is an estimate.

    >>> from pi_bunco.devices.board import Family
    >>> print(judge_cameras(1, Board("Raspberry Pi 4 Model B Rev 1.5", Family.PI4, 3792)))
    good  cameras: This board can handle about 6 cameras; the settings name 1.
    """
    limit = limit_cameras(board)
    text = say_count(
        "This board can handle about {count} camera; the settings name {wanted}.",
        "This board can handle about {count} cameras; the settings name {wanted}.",
        limit,
        wanted=wanted,
    )
    if wanted <= limit:
        return Finding.good("cameras", text)
    instead = say(
        "Let people tap the dice at {number} of these tables (set their cameras to none)",
        number=wanted - limit,
    )
    memory = limit_by_memory(board)
    if memory is not None and memory < wanted:
        return Finding.look(
            "cameras",
            say("{says} Its memory is not enough.", says=text),
            say("{instead}, or take a board with more memory.", instead=instead),
        )
    return Finding.look(
        "cameras",
        say("{says} Throws will be noticed late.", says=text),
        say("{instead}, or take a faster board.", instead=instead),
    )


def judge_undervoltage(flags: Flags | None) -> Finding:
    """Judge the power supply by what the firmware has noticed.

    >>> print(judge_undervoltage(Flags(0)))
    good  undervoltage: The power supply has been strong enough since the start.
    """
    if flags is None:
        return Finding.good("undervoltage", _NOT_KNOWN)
    if flags & Flags.UNDERVOLTAGE:
        return Finding.bad("undervoltage", say("The power supply is too weak now."), _SUPPLY)
    if flags & Flags.WAS_UNDERVOLTAGE:
        return Finding.look(
            "undervoltage", say("The power supply has been too weak at times since the start."), _SUPPLY
        )
    return Finding.good("undervoltage", say("The power supply has been strong enough since the start."))


def judge_throttling(flags: Flags | None) -> Finding:
    """Judge by what the firmware has noticed whether the board runs at its full speed.

    >>> print(judge_throttling(Flags.WAS_THROTTLED))
    look  throttling: The board was slowed down at times since the start. See undervoltage and temperature ...
    """
    if flags is None:
        return Finding.good("throttling", _NOT_KNOWN)
    see = say("See undervoltage and temperature here.")
    if flags & (Flags.CAPPED | Flags.THROTTLED | Flags.WARM):
        return Finding.bad("throttling", say("The board is slowed down now: throws are noticed late."), see)
    if flags & (Flags.WAS_CAPPED | Flags.WAS_THROTTLED | Flags.WAS_WARM):
        return Finding.look("throttling", say("The board was slowed down at times since the start."), see)
    return Finding.good("throttling", say("The board has run at full speed since the start."))


def judge_temperature(health: Health) -> Finding:
    """Judge the processor's temperature.

    >>> print(judge_temperature(Health(54.2, None)))
    good  temperature: Processor temperature: 54 °C.
    """
    if health.temperature is None:
        return Finding.good("temperature", _NOT_KNOWN)
    temperature = f"{health.temperature:.0f}"
    text = say("Processor temperature: {temperature} °C.", temperature=temperature)
    if health.temperature >= _HOT_CELSIUS:
        hot = say(
            "Processor temperature: {temperature} °C. The board is slowed down.", temperature=temperature
        )
        return Finding.bad("temperature", hot, _COOL)
    if health.temperature >= _WARM_CELSIUS:
        return Finding.look("temperature", text, _COOL)
    return Finding.good("temperature", text)
