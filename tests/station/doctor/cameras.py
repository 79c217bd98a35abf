"""Camera states with pictures of a drawn mat, for the doctor's tests."""

from functools import cache

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Image
from pi_bunco.station.doctor.camera import CameraState
from tests.vision.calibrate.mats import draw_felt, photograph

TROUBLE = CameraTrouble("No Pi camera is connected.", "Check the ribbon cable.")
BLIND = CameraState("the camera", trouble=TROUBLE)


def make_state(*pictures: Image, rate: float | None = 30.0, mock: bool = False) -> CameraState:
    """Return the state of a camera that has taken these pictures."""
    return CameraState("Pi camera", pictures, rate=rate, mock=mock, if_slow="Give it more light.")


@cache
def empty(light: float = 1.0, *, flicker: float = 0.0, markers: bool = True) -> CameraState:
    """Return the state of a camera with three pictures of the empty mat."""
    mat = draw_felt(markers=markers)
    return make_state(
        *(photograph(mat, light=light + flicker * (number % 2), number=number) for number in range(3))
    )
