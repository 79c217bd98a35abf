"""The camera's page: its state, its figures, and what people should know about it."""

from dataclasses import dataclass

from pi_bunco.figures import say_number
from pi_bunco.messages.rate import say_rate
from pi_bunco.messages.up import CameraNote
from pi_bunco.sentences import say, say_count
from pi_bunco.store import KeptAmount
from pi_bunco.views.devices import CameraView
from pi_bunco.views.words import adapt_remedy

_MIN_WHOLE = 10
"""From this value on, a figure has no tenths."""


@dataclass(frozen=True, slots=True)
class CameraPageView:
    """What the page shows: the camera's state, and how much is kept for training (``None``: nothing)."""

    camera: CameraView
    kept: KeptAmount | None


@dataclass(frozen=True, slots=True)
class CameraFigure:
    """A figure with its unit. ``value`` is ``""`` if it is not known now."""

    name: str
    value: str
    unit: str


@dataclass(frozen=True, slots=True)
class CameraStateView:
    """The state of the camera.

    Attributes
    ----------
    status
        ``live``, ``starting``, ``trouble`` or ``none``.
    text, remedies
        The state in words, and sentences about what to do.
    notes
        What else people should know.
    """

    status: str
    text: str
    remedies: tuple[str, ...]
    notes: tuple[CameraNote, ...]


def make_camera_state(page: CameraPageView) -> CameraStateView:
    """Return the state of the camera."""
    camera = page.camera
    hint = {
        "none": say("Enter the dice by tapping."),
        "starting": say("It takes some seconds."),
    }.get(camera.status, "")
    remedies = [adapt_remedy(camera.remedy) or hint]
    if camera.status == "trouble" and camera.looked is None:
        remedies += [
            say("The game goes on by taps."),
            say("The table tries the camera again by itself, at least every 15 seconds."),
        ]
    notes = tuple(CameraNote(note.text, adapt_remedy(note.remedy)) for note in camera.notes)
    return CameraStateView(camera.status, camera.says, tuple(filter(None, remedies)), notes)


def make_figures(page: CameraPageView) -> tuple[CameraFigure, ...]:
    """Return the camera's figures, in the order in which people read them."""
    camera = page.camera
    broken = [CameraFigure(say("Broken"), str(camera.broken), say("left out"))] if camera.broken else []
    size = camera.size if camera.looked is not None else None
    return (
        CameraFigure(say("Pictures"), *(say_rate(camera.looked) if camera.looked else ("", say("a second")))),
        CameraFigure(say("Delay"), "" if camera.delay is None else say_number(camera.delay), say("ms")),
        CameraFigure(say("Temperature"), _format_figure(camera.temperature), say("°C")),
        *broken,
        CameraFigure(say("Size"), f"{size[0]} × {size[1]}" if size else "", say("px")),
    )


def is_blind(page: CameraPageView) -> bool:
    """Return whether there is no new picture."""
    return page.camera.looked is None and page.camera.status != "live"


def describe_kept(page: CameraPageView) -> tuple[str, ...]:
    """Return sentences about the kept pictures of corrected throws; none if no pictures should be kept."""
    kept = page.kept
    if kept is None:
        return ()
    sentences = []
    if kept.trouble:
        lost = say("The last throw that somebody put right could not be kept: {why}.", why=kept.trouble)
        sentences = [lost, say("Make room on the card.")]
    count = say_count(
        "{count} picture of a throw that people put right is kept for the reader to learn from: "
        "{megabytes} of {limit} MB.",
        "{count} pictures of throws that people put right are kept for the reader to learn from: "
        "{megabytes} of {limit} MB.",
        kept.pictures,
        megabytes=kept.megabytes,
        limit=kept.limit,
    )
    return (*sentences, count)


def _format_figure(value: float | None) -> str:
    if value is None:
        return ""
    return say_number(value, 1 if value < _MIN_WHOLE else 0)
