"""Renders a table from a seed: dice, mat, light, hands and a camera. Uses only numpy and OpenCV."""

from pi_bunco.devices.camera.mock.camera import MockCamera
from pi_bunco.devices.camera.mock.look import DieLook, LightLook, MatLook, MockLook, TrayLook, ViewLook
from pi_bunco.devices.camera.mock.still import MatTable, make_table_look, render_still
from pi_bunco.devices.camera.mock.truth import LyingDie, MockThrow, ThrowFault, ThrowKind
from pi_bunco.devices.camera.mock.wild import make_wild_look

__all__ = [
    "DieLook",
    "LightLook",
    "LyingDie",
    "MatLook",
    "MatTable",
    "MockCamera",
    "MockLook",
    "MockThrow",
    "ThrowFault",
    "ThrowKind",
    "TrayLook",
    "ViewLook",
    "make_table_look",
    "make_wild_look",
    "render_still",
]
