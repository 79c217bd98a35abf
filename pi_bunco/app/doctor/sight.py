"""The check of the camera: what it sees, and whether its pictures come properly."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, Settings, kind_of
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import Camera, CameraTrouble, NotKept, count_broken, lock
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Frame, Image
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say, say_count

WARM = 12
"""Pictures to wait for until a camera has found its exposure."""
LOOKS = 6
"""Number of examined pictures. Flicker shows from three on."""
SLOW = 5.0
"""The pictures a second below which throws are noticed late."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraLooks:
    """What the camera sees now.

    Attributes
    ----------
    name
        The camera's name for people.
    pictures
        Some of its pictures in order, empty if there are none.
    trouble
        Why there are no pictures.
    rate
        Pictures a second, ``None`` if that means nothing for this camera.
    not_kept
        Which calibrated settings the camera does not keep, ``None`` if it keeps all.
    broken
        The number of broken pictures meanwhile.
    mock
        Whether this is the mock table.
    """

    name: str
    pictures: tuple[Image, ...] = field(default=(), repr=False)
    trouble: Trouble | None = None
    rate: float | None = None
    not_kept: Trouble | None = None
    mock: bool = False
    broken: int = 0


def by_opening(settings: Settings, locked: Mapping[str, float], table: int = HEAD) -> CameraLooks:
    """Open a table's camera, take pictures and close it. No other program may have it open.

    Parameters
    ----------
    settings
        The room's settings.
    locked
        The calibrated exposure and colours that the table plays with, empty if there are none.
    table
        The number of the table.
    """
    name = settings.camera if table == HEAD else settings.stations.get(table, NO_CAMERA)
    mock = kind_of(name) == MOCK
    if kind_of(name) in (NO_CAMERA, GUESTS):
        return CameraLooks("none")
    try:
        with closing(open_camera(name)) as camera:
            not_kept = _lock(camera, locked)
            frames = camera.frames()
            warm = list(islice(frames, WARM if camera.live and not mock else 1))
            looked = _next(frames, warm)
            pictures = tuple(frame.image for frame in looked)
            lost = count_broken(camera)
            return CameraLooks(camera.name, pictures, None, rate(looked), not_kept, mock, lost)
    except CameraTrouble as trouble:
        return CameraLooks("the camera", trouble=trouble, mock=mock)


def _lock(camera: Camera, locked: Mapping[str, float]) -> Trouble | None:
    """Lock a camera as the table does, and return which settings it does not keep."""
    try:
        if locked:
            lock(camera, locked)
    except NotKept as not_kept:
        return not_kept
    return None


def rate(frames: list[Frame]) -> float | None:
    """Return the number of pictures a second.

    >>> import numpy as np
    >>> image = np.zeros((2, 2, 3), np.uint8)
    >>> rate([Frame(image, index, 0.05 * index) for index in range(5)])
    20.0
    """
    first, last = frames[0], frames[-1]
    lasted = last.taken - first.taken
    return (last.index - first.index) / lasted if lasted > 0 else None


def _next(frames: Iterator[Frame], warm: list[Frame]) -> list[Frame]:
    looked = list(islice(frames, LOOKS))
    return looked or warm  # a recording may have only one picture


def judge_camera(sight: CameraLooks, table: int = HEAD) -> Finding:
    """Judge whether a table's pictures come properly."""
    if sight.name == NO_CAMERA:
        return Finding.good("camera", say("There is none, as set: dice are tapped in."))
    if sight.trouble:
        return Finding.bad("camera", sight.trouble.text, sight.trouble.remedy)
    height, width = sight.pictures[-1].shape[:2]
    called = sight.name if "://" in sight.name else f"{sight.name[0].upper()}{sight.name[1:]}"
    found = say("{camera} gives pictures of {width} x {height}.", camera=called, width=width, height=height)
    if sight.rate:
        found = say(
            "{camera} gives pictures of {width} x {height}, {rate} a second.",
            camera=called,
            width=width,
            height=height,
            rate=f"{sight.rate:.0f}",
        )
    if sight.mock:
        setting = 'camera = "picamera2"' if table == HEAD else f'stations.{table} = "usb"'
        return Finding.look(
            "camera",
            say("{found} It is no real one: the table plays itself.", found=found),
            say("Name your camera in the settings: {setting}", setting=setting),
        )
    if sight.not_kept:
        return Finding.look(
            "camera", say("{found} {text}", found=found, text=sight.not_kept.text), sight.not_kept.remedy
        )
    return _judge_pace(sight, found)


def _judge_pace(sight: CameraLooks, found: str) -> Finding:
    if sight.rate is not None and sight.rate < SLOW:
        return Finding.look(
            "camera",
            say("{found} That is slow: throws are noticed late.", found=found),
            say("Give it more light, and close other programs; a USB camera belongs in a port of its own."),
        )
    if sight.broken:
        return Finding.look(
            "camera",
            say_count(
                "{found} Meanwhile {count} picture arrived broken.",
                "{found} Meanwhile {count} pictures arrived broken.",
                sight.broken,
                found=found,
            ),
            say("Try another cable, and a port of its own, or a network nearer to the camera."),
        )
    return Finding.good("camera", found)


def report_unseen(check: str, sight: CameraLooks) -> Finding:
    """Return the finding that a check needs pictures."""
    if sight.name == NO_CAMERA:
        return Finding.good(check, say("Without a camera there is nothing to see."))
    return Finding.look(check, say("Without pictures this cannot be checked."), say("Fix the camera first."))
