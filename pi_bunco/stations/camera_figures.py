"""Makes the figures of the camera and of the board that the camera's page shows."""

from collections.abc import Iterator

from pi_bunco.devices.board import Flags, Health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.slow import MIN_RATE, advise_slow_camera
from pi_bunco.devices.ports import count_broken
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.stations.speed import Speed
from pi_bunco.stations.station import LockedCamera
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.views.devices import CameraNote, CameraStatus, CameraView

_SHARE_WORDS = {0.5: say("half"), 0.25: say("a quarter")}


def view_camera(
    camera: CameraStatus,
    supervisor: CameraSupervisor | None,
    cooling: Cooling,
    locked: LockedCamera | None,
    name: str,
) -> CameraView:
    """Return the present figures of a table's camera and of the board.

    Parameters
    ----------
    camera
        What the table's page says about the camera.
    supervisor
        Watches the camera's pictures, ``None`` without a camera.
    cooling
        Watches the board's temperature.
    locked
        Opens the camera with its calibrated settings, ``None`` if it has none.
    name
        The camera's name in the settings.
    """
    newest = supervisor.newest if supervisor else None
    speed = supervisor.measure_speed() if supervisor else None
    cooling.find_rate()  # for its effect: it reads the temperature, even if no camera runs
    health = cooling.health
    return CameraView(
        camera.status,
        camera.says,
        camera.remedy,
        (newest.image.shape[1], newest.image.shape[0]) if newest else None,
        speed and _round_rate(speed.processed),
        speed and _round_rate(speed.delivered),
        speed and round(1000 * speed.delay),
        health.temperature and round(health.temperature, 1),
        (
            *_list_notes(health, cooling.share, locked.trouble if locked else None),
            *_note_slowness(speed, cooling.share, name),
        ),
        count_broken(supervisor.camera) if supervisor else 0,
    )


def _round_rate(rate: float) -> float:
    return round(rate, 1 if rate >= 1 else 2)


def _note_slowness(speed: Speed | None, share: float, name: str) -> Iterator[CameraNote]:
    """Note that a camera is slow, unless it is the board's heat that makes it so."""
    if speed and speed.delivered < MIN_RATE and share == 1:
        yield CameraNote(say("The camera is slow: throws are noticed late."), advise_slow_camera(name))


def _list_notes(health: Health, share: float, trouble: Trouble | None) -> list[CameraNote]:
    notes = [CameraNote(trouble.text, trouble.remedy)] if trouble else []
    if part := _SHARE_WORDS.get(share):
        notes.append(
            CameraNote(
                say(
                    "The board is hot, so {part} of the pictures are taken until it has cooled down.",
                    part=part,
                ),
                say(
                    "Throws are still read, a little later. Give it air: out of the sun, a heat sink, a fan.",
                ),
            )
        )
    if health.flags and health.undervoltage:
        notes.append(
            CameraNote(
                say("The power supply is too weak now.")
                if health.flags & Flags.UNDERVOLTAGE
                else say("The power supply was too weak since the board was switched on."),
                say("Use the one made for this board, with its own cable."),
            )
        )
    if health.throttled and share == 1:
        notes.append(
            CameraNote(
                say("The board slows itself down now."), say("Check its power supply, and give it air.")
            )
        )
    return notes
