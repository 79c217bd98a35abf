"""Renders a table from a seed: dice, mat, light, hands and a camera. Uses only numpy and OpenCV."""

from renderer.look import DieLook, LightLook, MatLook, TableLook, TrayLook, ViewLook
from renderer.still import MatTable, make_table_look, render_still
from renderer.truth import LyingDie, StillThrow, ThrowFault, ThrowKind
from renderer.wild import make_wild_look

__all__ = [
    "DieLook",
    "LightLook",
    "LyingDie",
    "MatLook",
    "MatTable",
    "StillThrow",
    "TableLook",
    "ThrowFault",
    "ThrowKind",
    "TrayLook",
    "ViewLook",
    "make_table_look",
    "make_wild_look",
    "render_still",
]
