"""The pages of a Pi for tests: they answer what a test sets. And a port that proves a name."""

import http.server
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import TypeAdapter

from pi_bunco.link.messages import LinePlace
from pi_bunco.link.standing import PiStanding

PLACE = LinePlace(1, 7, "a" * 32)
ROOM = "7c1f09aa"


def make_standing(name: str, term: int = 2, port: int = 8883, room: str = ROOM) -> PiStanding:
    """Return what a head says of itself."""
    return PiStanding(room, name, "head", term, port, PLACE, (PLACE,))


def write_standing(standing: PiStanding) -> bytes:
    """Return it as pages send it."""
    return TypeAdapter(PiStanding).dump_json(standing)


@dataclass
class Pages:
    """Serves one answer at every address.

    Attributes
    ----------
    body, status, headers
        The answer.
    asked
        The paths that were asked for.
    """

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to serve."""
        pages = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                pages.asked.append(self.path)
                self.send_response(pages.status)
                for name, value in pages.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(pages.body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        """Their address."""
        return f"http://127.0.0.1:{self.server.server_address[1]}/"

    def __enter__(self) -> Self:
        """Return these pages."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Serve no more."""
        self.server.shutdown()
        self.server.server_close()


class TlsPort:
    """A port that proves a name, as a broker does, and says nothing."""

    def __init__(self, authority: Path, own: Path) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(own)
        self._context.load_verify_locations(authority)
        self._context.verify_mode = ssl.CERT_REQUIRED
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                plain, _ = self._listener.accept()
                plain.settimeout(20.0)
                with plain, suppress(OSError), self._context.wrap_socket(plain, server_side=True) as made:
                    made.recv(1)

    def close(self) -> None:
        """Listen no more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
