"""The view of the camera's page: its figures, the board's health, and notes for people."""

from types import SimpleNamespace
from typing import Any

import pytest

from pi_bunco.devices.board import Flags, Health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.equipment.camera_figures import view_camera
from pi_bunco.messages.up import CameraNote, Figures
from pi_bunco.views.devices import CameraStatus, CameraView

LIVE = CameraStatus("live", "Pi camera live", mock=False)
COOL = Health(51.25, Flags(0))


def make_view(health: Health, share: float = 1.0, *, name: str = "picamera2", **figures: Any) -> CameraView:
    """Return the view of a camera with these figures."""
    cooling: Any = SimpleNamespace(find_rate=lambda: 30.0, health=health, share=share)
    return view_camera(LIVE, Figures(size=(1280, 960), **figures), cooling, name)


def test_seeing_rounds_its_figures() -> None:
    """Figures are rounded, and ``None`` if nothing was measured."""
    view = make_view(COOL, processed=29.9731, delivered=30.0012, delay=0.04567)
    assert (view.looked, view.given, view.delay, view.temperature) == (30.0, 30.0, 46, 51.2)
    assert view.size == (1280, 960)
    assert make_view(COOL, broken=3).broken == 3
    bare = make_view(Health(None, None))
    assert (bare.looked, bare.given, bare.delay, bare.temperature, bare.notes) == (None, None, None, None, ())


def test_rate_below_one_is_not_rounded_away() -> None:
    """A slow stream's rate has two digits, in figures for programs too."""
    view = make_view(COOL, processed=0.4049, delivered=0.0512, delay=2.0)
    assert (view.looked, view.given) == (0.4, 0.05)


def test_slow_camera_is_noted_with_advice_for_its_kind() -> None:
    """A camera below five pictures a second has a note, unless the hot board makes it slow."""
    slow = 0.4
    for name, word in (("picamera2", "light"), ("http://10.0.0.7/video", "Wi-Fi")):
        (note,) = make_view(COOL, delivered=slow, name=name).notes
        assert note.text == "The camera is slow: throws are noticed late."
        assert word in note.remedy
    assert make_view(COOL, processed=4.0, delivered=5.0).notes == ()
    (hot,) = make_view(COOL, 0.25, delivered=slow).notes
    assert "The board is hot" in hot.text


@pytest.mark.parametrize(
    ("flags", "share", "texts"),
    [
        (Flags(0), 0.5, ["so half of the pictures"]),
        (Flags.CAPPED, 0.25, ["a quarter of the pictures"]),
        (Flags.UNDERVOLTAGE | Flags.WAS_UNDERVOLTAGE, 1.0, ["supply is too weak now"]),
        (Flags.WAS_UNDERVOLTAGE, 1.0, ["supply has been too weak at times since"]),
        (Flags.THROTTLED, 1.0, ["is slowing itself down"]),
        (Flags.WAS_THROTTLED | Flags.WAS_CAPPED, 1.0, []),
    ],
)
def test_seeing_notes_what_slows_the_board_down(flags: Flags, share: float, texts: list[str]) -> None:
    """Notes report heat and a weak supply, with what to do; only a weak supply is reported afterwards too."""
    notes = make_view(Health(80.0, flags), share).notes
    assert len(notes) == len(texts)
    assert all(text in note.text and note.remedy for text, note in zip(texts, notes, strict=True))


def test_seeing_without_a_camera_shows_the_temperature() -> None:
    """The view of a table without a camera has the temperature and no figures about pictures."""
    none = CameraStatus("none", "no camera", mock=False)
    view = view_camera(none, None, Cooling(30.0, lambda: COOL), "none")
    assert (view.status, view.size, view.looked, view.temperature) == ("none", None, None, 51.2)


def test_trouble_of_the_calibration_is_noted() -> None:
    """What is wrong with the calibration comes first among the notes."""
    note = CameraNote("Gain 8 instead of 2.", "Calibrate it again.")
    assert make_view(COOL, note=note).notes == (note,)
