"""Small programs that stand in for a station: they speak its messages, but have no camera."""

import sys

HEAD = """
import os, sys, time
from pi_bunco.messages.codec import get_down_codec, get_up_codec
from pi_bunco.messages.down import *
from pi_bunco.messages.up import *
from pi_bunco.messages.calibration import CalibrationView
from pi_bunco.readings import Reading, Status
inbox, outbox = sys.stdin.buffer, sys.stdout.buffer
def send(message):
    outbox.write(get_up_codec().pack(message)); outbox.flush()
def read():
    return get_down_codec().read(inbox)
first = read()
"""

OPEN = """
send(Hello(calibrated=True, notes=("It is a stand-in.",)))
send(CameraHealth("live", "stand-in live"))
while message := read():
    send(Figures(processed=1.0))
    if isinstance(message, Show):
        send(Picture(message.id, b"picture"))
"""


def make_command(body: str) -> tuple[str, ...]:
    """Return the command that runs such a program."""
    return sys.executable, "-c", HEAD + body
