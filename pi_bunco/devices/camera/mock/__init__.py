"""A rendered table: dice, mat, light, hands and a camera, all from a seed; numpy and OpenCV only."""

from pi_bunco.devices.camera.mock.camera import MockCamera
from pi_bunco.devices.camera.mock.look import DieLook, LightLook, Look, MatLook, ViewLook
from pi_bunco.devices.camera.mock.still import render_still
from pi_bunco.devices.camera.mock.truth import Kind, Shown
from pi_bunco.devices.camera.mock.wild import wild

__all__ = [
    "DieLook",
    "Kind",
    "LightLook",
    "Look",
    "MatLook",
    "MockCamera",
    "Shown",
    "ViewLook",
    "render_still",
    "wild",
]
