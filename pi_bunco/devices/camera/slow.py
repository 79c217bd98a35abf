"""What to do about a camera whose pictures come too slowly. It depends on the kind of the camera."""

from collections.abc import Mapping

from pi_bunco.devices.camera import is_device
from pi_bunco.sentences import Sentence, say
from pi_bunco.settings.config import get_camera_kind

MIN_RATE = 5.0
"""If a camera takes fewer pictures a second, throws are noticed late."""

_NEARER = say("Bring it nearer to the Wi-Fi, or connect it with a cable.")
_WEB = say(
    "Choose a smaller picture or more pictures a second in the camera or the phone's camera app. {nearer}",
    nearer=_NEARER,
)
_USB = say("Give it more light and a USB port of its own, and close other programs.")

_ADVICE: Mapping[str, Sentence] = {
    "mock": say("This machine draws the mock camera’s pictures: close other programs."),
    "picamera2": say("Give it more light, since a dark picture takes longer, and close other programs."),
    "usb": _USB,
    "http": _WEB,
    "https": _WEB,
    "rtsp": say(
        "Take the camera's smaller stream; the camera's manual has its address. {nearer}", nearer=_NEARER
    ),
}
"""The advice for each kind of camera that a name can begin with."""
_RECORDING = say("Record it again with more pictures a second.")
_PLUGIN = say("Look for more pictures a second in the settings of the camera or of its plug-in.")


def advise_slow_camera(camera: str) -> Sentence:
    """Return what to do if the pictures of a camera come too slowly.

    Parameters
    ----------
    camera
        Its name in the settings.

    >>> advise_slow_camera("/dev/video2")
    'Give it more light and a USB port of its own, and close other programs.'
    >>> advise_slow_camera("rtsp://10.0.0.7/stream1")
    "Take the camera's smaller stream; the camera's manual has its address. Bring it nearer to the Wi-Fi, ..."
    """
    if camera.isdecimal() or camera.startswith("/dev/"):
        return _USB
    if advice := _ADVICE.get(get_camera_kind(camera).lower()):
        return advice
    return _PLUGIN if is_device(camera) else _RECORDING
