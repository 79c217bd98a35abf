"""Port 80: it leads people who type only a name to the pages, and answers the questions of telephones.

It shares the gate, the workers and all limits with the pages, so a flood there is no other than one of pages.
"""

import re
import socket
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from werkzeug.wrappers import Response

from pi_bunco.devices.wifi.port import OWN_ADDRESS
from pi_bunco.web.guard import MachineNames, is_address, parse_host
from pi_bunco.web.probes import find_answer

if TYPE_CHECKING:  # this module has only types
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_PATH = re.compile(r"/(?!/)[\w./-]*", re.ASCII)
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_ANSWER_HEADERS = {**_HEADERS, "X-NetworkManager-Status": "online"}  # Linux looks at this, others do not


class FrontDoor:
    """Answers the requests of one listening socket.

    Parameters
    ----------
    listener
        The socket, which the server closes.
    names
        The names of this machine.
    is_own_wifi_on
        Returns whether the Pi's own Wi-Fi is on. It must return soon.
    own_address
        The address of this machine in that Wi-Fi.

    Attributes
    ----------
    listener
        The socket.
    """

    def __init__(
        self,
        listener: socket.socket,
        names: MachineNames,
        is_own_wifi_on: Callable[[], bool],
        own_address: str = OWN_ADDRESS,
    ) -> None:
        self.listener = listener
        self._names, self._is_own_wifi_on, self._own_address = names, is_own_wifi_on, own_address

    @property
    def port(self) -> int:
        """The port of the socket."""
        return int(self.listener.getsockname()[1])

    def answer(
        self, environ: "WSGIEnvironment", start_response: "StartResponse", page_port: int
    ) -> Iterable[bytes]:
        """Answer a request. The pages are at `page_port`.

        A telephone's question is answered only in the own Wi-Fi: in the house's Wi-Fi, only the real server
        knows whether there is internet.
        """
        host, path = parse_host(environ.get("HTTP_HOST", "")) or "", environ.get("PATH_INFO", "")
        is_question = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        known = find_answer(host, path) if is_question else None
        if known and environ["SERVER_NAME"] == self._own_address and self._is_own_wifi_on():
            response = Response(known.body, known.status, _ANSWER_HEADERS, mimetype=known.kind)
        elif is_question and (own := self._find_own_name(host, environ["SERVER_NAME"])):
            path = path if _PATH.fullmatch(path) else "/"
            response = Response("", 302, {**_HEADERS, "Location": f"http://{own}:{page_port}{path}"})
        else:
            response = Response("There is nothing here.\n", 404, _HEADERS, mimetype="text/plain")
        return response(environ, start_response)

    def _find_own_name(self, host: str, address: str) -> str | None:
        """Return the name by which the browser should call this machine, ``None`` if it means another one.

        A browser keeps its cookie by the name. Instead of an address it gets the one that it has reached.
        """
        if is_address(host):
            return f"[{address}]" if ":" in address else address
        return host if host in self._names else None
