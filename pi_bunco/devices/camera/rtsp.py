"""Network cameras that speak RTSP, through OpenCV's FFmpeg."""

import cv2

from pi_bunco.devices.camera.address import CHECK_NETWORK, Address
from pi_bunco.devices.camera.capture import Capture
from pi_bunco.devices.camera.live import LiveCamera
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.sentences import say


class RtspCamera(LiveCamera):
    """A network camera's RTSP stream.

    Parameters
    ----------
    address
        Such as ``rtsp://user:password@192.168.1.20/stream1``; the password is never shown.

    Raises
    ------
    CameraTrouble
        If nothing answers there within some seconds, or it sends no pictures.
    """

    key_interval = 10.0
    """A calm picture may stay as it is until the next key frame, for so many seconds.

    Sources: Vivotek, user's manual of the FD836BA, "Dynamic Intra frame period": up to 10 seconds; x264's
    default ``keyint``: 250 pictures. Axis, Video Streaming API: 32 pictures by default.
    """

    def __init__(self, address: str) -> None:
        name = Address.of(address).bare
        super().__init__(
            name,
            lambda: Capture(
                address,
                cv2.CAP_FFMPEG,
                required={cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: 8000, cv2.CAP_PROP_READ_TIMEOUT_MSEC: 4000},
                wanted={},
                refused=CameraTrouble(say("No stream could be opened at {name}.", name=name), CHECK_NETWORK),
                lost=CameraTrouble(say("The stream {name} broke off.", name=name), CHECK_NETWORK),
            ),
            CHECK_NETWORK,
        )
