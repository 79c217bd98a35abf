"""Looks for a phone's camera app that sends a stream of pictures."""

import http.client
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Timer
from typing import NamedTuple

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say

_SECONDS = 2.0
"""How long to wait for each answer: a phone that is not there does not answer at all."""
_ALL_SECONDS = 4.0
"""How long to wait for a whole answer: a phone may send it letter by letter."""
_MJPEG = "multipart/x-mixed-replace"
_UNAUTHORIZED = 401


class App(NamedTuple):
    """A camera app: its ``name``, and the ``port`` and ``path`` of its stream by default."""

    name: str
    port: int
    path: str = "/video"


APPS = (App("IP Webcam", 8080), App("DroidCam", 4747), App("IP Camera Lite", 8081))
"""Apps whose streams are MJPEG over HTTP, as their own start pages say."""


def find_stream(host: str, apps: tuple[App, ...] = APPS) -> str:
    """Return the address of the stream that a phone sends.

    Parameters
    ----------
    host
        The phone's address in the network; an IPv6 address stands in brackets.
    apps
        The apps to look for, all at once.

    Raises
    ------
    CameraTrouble
        If no app sends a stream there, or the app wants a password.
    """
    with ThreadPoolExecutor(len(apps)) as pool:
        answers = dict(zip(apps, pool.map(_make_request(host), apps), strict=True))
    for app, answer in answers.items():
        if answer == _MJPEG:
            return f"http://{host}:{app.port}{app.path}"
    locked = next((app for app, answer in answers.items() if answer == _UNAUTHORIZED), None)
    if locked:
        raise CameraTrouble(
            say("{app} on this phone wants a user and a password.", app=locked.name),
            say("Switch them off in the app, or type the address with them: http://USER:PASSWORD@…"),
        )
    raise CameraTrouble(
        say("No camera app sends pictures on this phone."),
        say("Start the app and its server, leave it running, and look again."),
    )


def _make_request(host: str) -> Callable[[App], str | int | None]:
    def request(app: App) -> str | int | None:
        """Return the kind of content that is sent there, 401 if it wants a password, ``None``: nothing."""
        connection = http.client.HTTPConnection(host.strip("[]"), app.port, timeout=_SECONDS)
        deadline = Timer(_ALL_SECONDS, _hang_up, (connection,))
        start_thread(deadline)
        try:
            connection.request("GET", app.path)
            answer = connection.getresponse()
            return answer.status if answer.status == _UNAUTHORIZED else answer.headers.get_content_type()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            deadline.cancel()
            connection.close()

    return request


def _hang_up(connection: http.client.HTTPConnection) -> None:
    """End an answer that is being read, which then is an error."""
    with suppress(OSError, AttributeError):  # it has ended by itself
        connection.sock.shutdown(socket.SHUT_RDWR)
