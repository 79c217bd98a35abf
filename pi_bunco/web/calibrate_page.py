"""The calibration page: its blocks."""

from pi_bunco.views.calibration import CalibrationView
from pi_bunco.views.page import calibration
from pi_bunco.web.blocks import Block

BLOCKS: tuple[Block[CalibrationView], ...] = (
    Block("mat_drawn", calibration.drawn),
    Block("mat_mend", calibration.mend),
    Block("mat_steps", calibration.steps),
)
"""All that the calibration page shows beside the picture."""
