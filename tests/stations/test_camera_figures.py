"""What the camera's page is told: figures, the board, and what people should know."""

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


def make_view(
    health: Health, share: float = 1.0, *, speed: Speed | None = None, locked: Any = None, broken: int = 0
) -> CameraView:
    """Return the view of a camera with these figures."""
    newest = SimpleNamespace(image=np.zeros((960, 1280, 3), np.uint8))
    camera = SimpleNamespace(broken=broken)
    supervisor: Any = SimpleNamespace(newest=newest, measure_speed=lambda: speed, camera=camera)
    cooling: Any = SimpleNamespace(find_rate=lambda: 30.0, health=health, share=share)
    return view_camera(LIVE, supervisor, cooling, locked)


def test_seeing_rounds_what_nobody_can_tell_apart() -> None:
    """Figures are rounded; none are made up where nothing was measured."""
    told = make_view(COOL, speed=Speed(29.9731, 30.0012, 0.04567))
    assert (told.looked, told.given, told.delay, told.temperature) == (30.0, 30.0, 46, 51.2)
    assert told.size == (1280, 960)
    assert make_view(COOL, broken=3).broken == 3
    bare = make_view(Health(None, None))
    assert (bare.looked, bare.given, bare.delay, bare.temperature, bare.notes) == (None, None, None, None, ())


@pytest.mark.parametrize(
    ("flags", "share", "says"),
    [
        (Flags(0), 0.5, ["so half of the pictures"]),
        (Flags.CAPPED, 0.25, ["a quarter of the pictures"]),
        (Flags.UNDERVOLTAGE | Flags.WAS_UNDERVOLTAGE, 1.0, ["supply is too weak now"]),
        (Flags.WAS_UNDERVOLTAGE, 1.0, ["supply was too weak since"]),
        (Flags.THROTTLED, 1.0, ["slows itself down"]),
        (Flags.WAS_THROTTLED | Flags.WAS_CAPPED, 1.0, []),
    ],
)
def test_seeing_notes_what_holds_the_board_back(flags: Flags, share: float, says: list[str]) -> None:
    """Heat and a weak supply are told with what to do; what is long over is not, but for the supply."""
    notes = make_view(Health(80.0, flags), share).notes
    assert len(notes) == len(says)
    assert all(words in note.text and note.remedy for words, note in zip(says, notes, strict=True))


def test_seeing_without_a_camera_still_knows_the_board() -> None:
    """A table that is tapped shows the temperature and nothing of pictures."""
    none = CameraStatus("none", "no camera", mock=False)
    told = view_camera(none, None, Cooling(30.0, lambda: COOL), None)
    assert (told.status, told.size, told.looked, told.temperature) == ("none", None, None, 51.2)


class Stubborn:
    """A camera that locks nothing of what it is told, or is gone."""

    name, live = "stubborn", True

    def __init__(self, trouble: CameraTrouble | None) -> None:
        self.trouble = trouble
        self.closed = False

    def frames(self) -> None:
        raise AssertionError("nobody looks")

    def lock(self, wanted: dict[str, float]) -> dict[str, float]:
        if self.trouble:
            raise self.trouble
        return wanted

    def close(self) -> None:
        self.closed = True


class Calibrated:
    """A reader with a calibration, of which only what was locked matters here."""

    trouble = None

    def __init__(self) -> None:
        self.locked = {"gain": 2.0}

    @property
    def calibration(self) -> "Calibrated":
        return self


def test_locked_a_camera_that_does_not_keep_its_calibration_is_used_and_told_of() -> None:
    """The table plays on with it; what it does not keep is told until it is opened or calibrated anew."""
    reader = Calibrated()
    cameras = iter([Stubborn(NotKept("Gain 8 instead of 2.", "Calibrate it again.")), Stubborn(None)])
    locked = LockedCamera(lambda: next(cameras), reader)  # type: ignore[arg-type, return-value] # stand-ins
    assert locked.trouble is None
    locked()
    assert locked.trouble is not None
    assert make_view(COOL, locked=locked).notes[0].text == "Gain 8 instead of 2."
    locked()
    assert locked.trouble is None


def test_locked_a_camera_that_is_gone_is_given_back() -> None:
    """One that does not answer while it is locked is closed and tried again."""
    camera = Stubborn(CameraTrouble("It is gone.", "Plug it in."))
    with pytest.raises(CameraTrouble, match="It is gone"):
        LockedCamera(lambda: camera, Calibrated())()  # type: ignore[arg-type, return-value] # stand-ins
    assert camera.closed


def test_locked_another_calibration_ends_the_complaint() -> None:
    """What a camera did not keep of a calibration that is no longer in use is nobody's concern."""

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
