"""A rendered table: dice, mat, light, hands and a camera, all from a seed; numpy and OpenCV only."""

from pi_bunco.devices.camera.mock.camera import MockCamera
from pi_bunco.devices.camera.mock.look import DieLook, LightLook, Look, MatLook, TrayLook, ViewLook
from pi_bunco.devices.camera.mock.still import render_still
from pi_bunco.devices.camera.mock.table import MatTable, table_look
from pi_bunco.devices.camera.mock.truth import Fault, Kind, Lain, Shown
from pi_bunco.devices.camera.mock.wild import wild

__all__ = [
    "DieLook",
    "Fault",
    "Kind",
    "Lain",
    "LightLook",
    "Look",
    "MatLook",
    "MatTable",
    "MockCamera",
    "Shown",
    "TrayLook",
    "ViewLook",
    "render_still",
    "table_look",
    "wild",
]
