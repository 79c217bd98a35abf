"""The camera's page: its blocks."""

from pi_bunco.views.page import camera
from pi_bunco.views.page.camera import CameraLook
from pi_bunco.web.blocks import Block

BLOCKS: tuple[Block[CameraLook], ...] = (
    Block("camera_blind", camera.is_blind),
    Block("camera_sight", camera.sight),
    Block("camera_figures", camera.figures),
    Block("camera_kept", camera.describe_kept),
)
"""All that the camera's page shows beside the picture."""
