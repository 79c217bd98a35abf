"""The check of a camera: whether it delivers pictures, fast enough and complete."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, islice

from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.camera.address import CHECK_NETWORK
from pi_bunco.devices.camera.slow import MIN_RATE, advise_slow_camera
from pi_bunco.devices.ports import CameraTrouble, NotKept, count_broken, get_key_interval, lock
from pi_bunco.errors import Trouble
from pi_bunco.figures import say_number
from pi_bunco.findings import Finding
from pi_bunco.frames import Frame, Image
from pi_bunco.messages.rate import say_rate
from pi_bunco.messages.up import CameraHealth
from pi_bunco.sentences import say, say_count
from pi_bunco.settings.config import MOCK, Settings, get_camera_kind
from pi_bunco.vision.frozen import FROZEN, Repetition

_WARM_UP_PICTURES = 12
"""How many pictures to skip, until the camera has adjusted its exposure."""
EXAMINED_PICTURES = 6
"""How many pictures are examined. At least three are needed to notice flicker."""
SLOW_LOOK_SECONDS = 3.0
"""From this many seconds on, the doctor warns that a look takes long: people wait for their throw."""
_TAKING_SECONDS = 8.0
"""The longest time to warm up, and to take pictures. A slow camera has fewer pictures then."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraState:
    """A camera with its newest pictures, or with the reason why it has none.

    Attributes
    ----------
    name
        The camera's name for people.
    pictures
        Some of its pictures in order, empty if there are none.
    trouble
        Why there are no pictures.
    rate
        How many pictures a second it takes, ``None`` if that cannot be measured.
    not_kept
        The calibrated settings that the camera does not keep, ``None`` if it keeps all.
    mock
        Whether this is the mock table.
    broken
        How many of the pictures came broken.
    if_slow
        What to do if its pictures come too slowly.
    frozen
        Whether it repeats one picture.
    longest_look
        The most seconds that a look at one of its last few hundred pictures took; ``None``: the table does
        not run.
    """

    name: str
    pictures: tuple[Image, ...] = field(default=(), repr=False)
    trouble: Trouble | None = None
    rate: float | None = None
    not_kept: Trouble | None = None
    mock: bool = False
    broken: int = 0
    if_slow: str = ""
    frozen: bool = False
    longest_look: float | None = None


def take_state(settings: Settings, locked: Mapping[str, float], table: int = 1) -> CameraState:
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
    name = settings.get_camera(table)
    mock = get_camera_kind(name) == MOCK
    try:
        with closing(open_camera(name)) as camera:
            not_kept = None
            if locked:
                try:
                    lock(camera, locked)  # as the table does
                except NotKept as error:
                    not_kept = error
            frames = camera.frames()
            first = _take(frames, _WARM_UP_PICTURES if camera.live and not mock else 1)
            # A recording may have only one picture. Two of a slow camera are needed to measure its rate.
            taken = _take(frames, EXAMINED_PICTURES) or first
            repetition = Repetition(get_key_interval(camera))
            return CameraState(
                camera.name,
                tuple(frame.image for frame in taken),
                rate=measure_rate(taken),
                not_kept=not_kept,
                mock=mock,
                broken=count_broken(camera),
                if_slow=advise_slow_camera(name),
                frozen=camera.live and not mock and is_frozen(repetition, chain(taken, frames)),
            )
    except CameraTrouble as trouble:
        return CameraState("the camera", trouble=trouble, mock=mock)


def _take(frames: Iterator[Frame], count: int) -> list[Frame]:
    """Return the next pictures, as many as are wanted or come in time, but at least one if there is one."""
    until = time.monotonic() + _TAKING_SECONDS
    taken: list[Frame] = []
    for frame in islice(frames, count):
        taken.append(frame)
        if time.monotonic() > until:
            break
    return taken


def is_frozen(repetition: Repetition, frames: Iterable[Frame]) -> bool:
    """Return whether a camera repeats one picture. It does not as soon as two pictures differ."""
    for number, frame in enumerate(frames):
        if repetition.see(frame):
            return True
        if number and not repetition.unchanged:
            return False
    return False


def measure_rate(frames: list[Frame]) -> float | None:
    """Return the number of pictures a second, ``None`` if they were all taken at the same time.

    >>> import numpy as np
    >>> image = np.zeros((2, 2, 3), np.uint8)
    >>> measure_rate([Frame(image, index, 0.05 * index) for index in range(5)])
    20.0
    """
    seconds = frames[-1].taken - frames[0].taken
    return (frames[-1].index - frames[0].index) / seconds if seconds > 0 else None


def judge_camera(state: CameraState, table: int = 1) -> Finding:
    """Judge whether a table's camera delivers pictures, fast enough and complete."""
    if state.trouble:
        return Finding.bad("camera", state.trouble.text, state.trouble.remedy)
    height, width = state.pictures[-1].shape[:2]
    name = state.name
    found = say("{camera} gives pictures of {width} x {height}.", camera=name, width=width, height=height)
    if state.rate:
        number, unit = say_rate(state.rate)
        found = say(
            "{camera} gives pictures of {width} x {height}, {rate}.",
            camera=name,
            width=width,
            height=height,
            rate=say("{number} {unit}", number=number, unit=unit),
        )
    if state.mock:
        setting = 'camera = "picamera2"' if table == 1 else f'stations.{table} = "usb"'
        return Finding.look(
            "camera",
            say("{found} It is not a real camera: the table plays by itself.", found=found),
            say("Name your camera in the settings: {setting}", setting=setting),
        )
    if state.frozen:
        return Finding.bad("camera", say("{found} {text}", found=found, text=FROZEN.text), FROZEN.remedy)
    if state.not_kept:
        return Finding.look(
            "camera", say("{found} {text}", found=found, text=state.not_kept.text), state.not_kept.remedy
        )
    return _judge_pace(state, found)


def _judge_pace(state: CameraState, found: str) -> Finding:
    if state.rate is not None and state.rate < MIN_RATE:
        return Finding.look(
            "camera", say("{found} That is slow: throws are noticed late.", found=found), state.if_slow
        )
    if state.broken:
        return Finding.look(
            "camera",
            say_count(
                "{found} Meanwhile {count} picture arrived broken.",
                "{found} Meanwhile {count} pictures arrived broken.",
                state.broken,
                found=found,
            ),
            say("Try another cable, and a port of its own, or a network nearer to the camera."),
        )
    if state.longest_look is None:
        return Finding.good("camera", found)
    found = say(
        "{found} Looking at a picture took {seconds} s at most.",
        found=found,
        seconds=say_number(state.longest_look, 1),
    )
    if state.longest_look < SLOW_LOOK_SECONDS:
        return Finding.good("camera", found)
    return Finding.look(
        "camera",
        say("{found} That is long: throws are shown late.", found=found),
        say("Close other programs, and give the board air."),
    )


def explain_no_pictures(health: CameraHealth, name: str, seconds: float) -> Trouble:
    """Return why the camera of that name has given no picture for some seconds."""
    if health.status == "trouble":
        return Trouble(health.text, health.remedy or say("Until it is fixed, enter the dice by tapping."))
    if health.status == "starting":
        return Trouble(say("The camera is being opened."), say("Check again in 15 seconds."))
    return Trouble(
        say("The camera has given no picture for {seconds} seconds.", seconds=round(seconds)),
        CHECK_NETWORK
        if "://" in name
        else say("Check its cable, and close other programs, which slow the machine down."),
    )
