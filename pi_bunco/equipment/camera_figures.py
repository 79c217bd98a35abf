"""Makes the figures of the camera and of the board that the camera's page shows."""

from collections.abc import Iterator

from pi_bunco.devices.board import Flags, Health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.slow import MIN_RATE, advise_slow_camera
from pi_bunco.messages.up import CameraNote, Figures
from pi_bunco.sentences import say
from pi_bunco.views.devices import CameraStatus, CameraView

_SHARE_WORDS = {0.5: say("half"), 0.25: say("a quarter")}


def view_camera(camera: CameraStatus, figures: Figures | None, cooling: Cooling, name: str) -> CameraView:
    """Return the present figures of a table's camera and of the board.

    Parameters
    ----------
    camera
        What the table's page says about the camera.
    figures
        The newest figures of the camera, ``None`` without a camera.
    cooling
        Watches the board's temperature.
    name
        The camera's name in the settings.
    """
    figures = figures or Figures()
    cooling.find_rate()  # for its effect: it reads the temperature, even if no camera runs
    health = cooling.health
    return CameraView(
        camera.status,
        camera.says,
        camera.remedy,
        figures.size,
        figures.processed and _round_rate(figures.processed),
        figures.delivered and _round_rate(figures.delivered),
        figures.delay and round(1000 * figures.delay),
        health.temperature and round(health.temperature, 1),
        (
            *_list_notes(health, cooling.share, figures.note),
            *_note_slowness(figures.delivered, cooling.share, name),
        ),
        figures.broken,
    )


def _round_rate(rate: float) -> float:
    return round(rate, 1 if rate >= 1 else 2)


def _note_slowness(rate: float | None, share: float, name: str) -> Iterator[CameraNote]:
    """Note that a camera is slow, unless it is the board's heat that makes it so."""
    if rate and rate < MIN_RATE and share == 1:
        yield CameraNote(say("The camera is slow: throws are noticed late."), advise_slow_camera(name))


def _list_notes(health: Health, share: float, note: CameraNote | None) -> list[CameraNote]:
    notes = [note] if note else []
    if part := _SHARE_WORDS.get(share):
        notes.append(
            CameraNote(
                say(
                    "The board is hot, so {part} of the pictures are taken until it has cooled down.",
                    part=part,
                ),
                say(
                    "Throws are still read, a little later. Cool the board: move it out of the sun, or add "
                    "a heat sink or a fan.",
                ),
            )
        )
    if health.flags and health.undervoltage:
        notes.append(
            CameraNote(
                say("The power supply is too weak now.")
                if health.flags & Flags.UNDERVOLTAGE
                else say("The power supply has been too weak at times since the board was switched on."),
                say("Use the one made for this board, with its own cable."),
            )
        )
    if health.throttled and share == 1:
        notes.append(
            CameraNote(
                say("The board is slowing itself down."), say("Check its power supply, and give it air.")
            )
        )
    return notes
