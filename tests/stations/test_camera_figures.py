"""The view of the camera's page: its figures, the board's health, and notes for people."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pi_bunco.devices.board import Flags, Health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.errors import Trouble
from pi_bunco.stations.camera_figures import view_camera
from pi_bunco.stations.speed import Speed
from pi_bunco.stations.station import LockedCamera
from pi_bunco.views.devices import CameraStatus, CameraView

LIVE = CameraStatus("live", "Pi camera live", mock=False)
COOL = Health(51.25, Flags(0))


def make_view(health: Health, share: float = 1.0, *, speed: Speed | None = None, **more: Any) -> CameraView:
    """Return the view of a camera with these figures."""
    newest = SimpleNamespace(image=np.zeros((960, 1280, 3), np.uint8))
    camera = SimpleNamespace(broken=more.get("broken", 0))
    supervisor: Any = SimpleNamespace(newest=newest, measure_speed=lambda: speed, camera=camera)
    cooling: Any = SimpleNamespace(find_rate=lambda: 30.0, health=health, share=share)
    return view_camera(LIVE, supervisor, cooling, more.get("locked"), more.get("name", "picamera2"))


def test_seeing_rounds_its_figures() -> None:
    """Figures are rounded, and ``None`` if nothing was measured."""
    view = make_view(COOL, speed=Speed(29.9731, 30.0012, 0.04567))
    assert (view.looked, view.given, view.delay, view.temperature) == (30.0, 30.0, 46, 51.2)
    assert view.size == (1280, 960)
    assert make_view(COOL, broken=3).broken == 3
    bare = make_view(Health(None, None))
    assert (bare.looked, bare.given, bare.delay, bare.temperature, bare.notes) == (None, None, None, None, ())


def test_rate_below_one_is_not_rounded_away() -> None:
    """A slow stream's rate has two digits, in figures for programs too."""
    view = make_view(COOL, speed=Speed(0.4049, 0.0512, 2.0))
    assert (view.looked, view.given) == (0.4, 0.05)


def test_slow_camera_is_noted_with_advice_for_its_kind() -> None:
    """A camera below five pictures a second has a note, unless the hot board makes it slow."""
    slow = Speed(0.4, 0.4, 0.2)
    for name, word in (("picamera2", "light"), ("http://10.0.0.7/video", "Wi-Fi")):
        (note,) = make_view(COOL, speed=slow, name=name).notes
        assert note.text == "The camera is slow: throws are noticed late."
        assert word in note.remedy
    assert make_view(COOL, speed=Speed(4.0, 5.0, 0.2)).notes == ()
    (hot,) = make_view(COOL, 0.25, speed=slow).notes
    assert "The board is hot" in hot.text


@pytest.mark.parametrize(
    ("flags", "share", "texts"),
    [
        (Flags(0), 0.5, ["so half of the pictures"]),
        (Flags.CAPPED, 0.25, ["a quarter of the pictures"]),
        (Flags.UNDERVOLTAGE | Flags.WAS_UNDERVOLTAGE, 1.0, ["supply is too weak now"]),
        (Flags.WAS_UNDERVOLTAGE, 1.0, ["supply was too weak since"]),
        (Flags.THROTTLED, 1.0, ["slows itself down"]),
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
    view = view_camera(none, None, Cooling(30.0, lambda: COOL), None, "none")
    assert (view.status, view.size, view.looked, view.temperature) == ("none", None, None, 51.2)


class Stubborn:
    """A camera whose ``lock`` raises a trouble, if it has one."""

    name, live = "stubborn", True

    def __init__(self, trouble: CameraTrouble | None) -> None:
        self.trouble = trouble
        self.closed = False

    def frames(self) -> None:
        raise AssertionError("these tests read no pictures")

    def lock(self, wanted: dict[str, float]) -> dict[str, float]:
        if self.trouble:
            raise self.trouble
        return wanted

    def close(self) -> None:
        self.closed = True


class Calibrated:
    """A reader that is its own calibration, with locked settings."""

    trouble = None

    def __init__(self) -> None:
        self.locked = {"gain": 2.0}

    @property
    def calibration(self) -> "Calibrated":
        return self


def test_locked_camera_that_does_not_keep_its_settings_is_used_and_reported() -> None:
    """A camera that does not keep its settings is used, and noted until it is opened again."""
    reader = Calibrated()
    cameras = iter([Stubborn(NotKept("Gain 8 instead of 2.", "Calibrate it again.")), Stubborn(None)])
    locked = LockedCamera(lambda: next(cameras), reader)  # type: ignore[arg-type, return-value] # stand-ins
    assert locked.trouble is None
    locked()
    assert locked.trouble is not None
    assert make_view(COOL, locked=locked).notes[0].text == "Gain 8 instead of 2."
    locked()
    assert locked.trouble is None


def test_locked_camera_that_is_lost_is_closed() -> None:
    """A camera that is lost while it is locked is closed, and the error is raised."""
    camera = Stubborn(CameraTrouble("It is gone.", "Plug it in."))
    with pytest.raises(CameraTrouble, match="It is gone"):
        LockedCamera(lambda: camera, Calibrated())()  # type: ignore[arg-type, return-value] # stand-ins
    assert camera.closed


def test_locked_camera_is_no_longer_reported_after_another_calibration() -> None:
    """A new calibration ends the report that the camera did not keep the old one's settings."""

    class Changing:
        calibration: Calibrated | None = Calibrated()
        trouble: Trouble | None = None

    reader = Changing()
    camera = Stubborn(NotKept("Gain 8 instead of 2.", "Calibrate it again."))
    locked = LockedCamera(lambda: camera, reader)  # type: ignore[arg-type, return-value] # stand-ins
    locked()
    assert locked.trouble is not None
    reader.calibration = Calibrated()
    assert locked.trouble is None
    reader.calibration, reader.trouble = None, Trouble("It cannot be read.", "Calibrate it again.")
    assert locked.trouble is reader.trouble
