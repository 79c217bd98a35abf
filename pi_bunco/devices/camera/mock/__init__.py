"""A mock camera: it lays pictures of dice and hands on the picture of a mat."""

from pi_bunco.devices.camera.mock.camera import MockCamera
from pi_bunco.devices.camera.mock.throw import MockThrow, ThrowKind

__all__ = ["MockCamera", "MockThrow", "ThrowKind"]
