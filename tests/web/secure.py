"""Certificates of the pages' own authority, and clients that speak TLS."""

import http.client
import socket
import ssl
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding

from pi_bunco.certificates.names import PageNames
from pi_bunco.certificates.pages import PageAuthority
from pi_bunco.web.ports.secure import SecureView
from pi_bunco.web.wire.handshakes import make_context
from tests.web.wire.callers import PATIENCE

NAMED = PageNames(frozenset({"localhost"}), frozenset({ip_address("127.0.0.1")}))


@dataclass(frozen=True)
class Trust:
    """An authority of the pages, in a folder.

    Attributes
    ----------
    folder
        Its folder, with ``root.pem``, which clients trust.
    authority
        The authority.
    opened
        What must be closed after the test.
    """

    folder: Path
    authority: PageAuthority
    opened: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def make(cls, folder: Path) -> "Trust":
        """Make an authority."""
        authority = PageAuthority(folder / "authority.pem", "bunco")
        (folder / "root.pem").write_bytes(authority.root.public_bytes(Encoding.PEM))
        return cls(folder, authority)

    def serve(self) -> Callable[[], ssl.SSLContext]:
        """Return what a server needs to serve with a new certificate."""
        path = self.folder / "pages.pem"
        path.write_bytes(self.authority.issue(NAMED, datetime.now(UTC)))
        context = make_context(str(path))
        return lambda: context

    def make_client(self) -> ssl.SSLContext:
        """Return the rules of a client that trusts this authority and nothing else."""
        context = ssl.create_default_context(cafile=str(self.folder / "root.pem"))
        context.set_alpn_protocols(["h2", "http/1.1"])
        return context

    def connect(self, port: int, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """Connect from an address, with a complete handshake."""
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
        return self.make_client().wrap_socket(plain, server_hostname="127.0.0.1")

    def open(self, port: int, source: str = "127.0.0.1") -> http.client.HTTPSConnection:
        """Return a connection for requests from an address."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=PATIENCE, source_address=(source, 0), context=self.make_client()
        )
        return self.opened.enter_context(closing(connection))


class FakeSecurePages:
    """Pages over HTTPS whose state a test sets. It remembers what was asked of it."""

    def __init__(self, view: SecureView) -> None:
        self.now = view
        self.calls: list[tuple[object, ...]] = []

    def view(self) -> SecureView:
        return self.now

    def switch_on(self, milliseconds: int | None) -> None:
        self.calls.append(("on", milliseconds))

    def switch_off(self) -> None:
        self.calls.append(("off",))

    def begin_again(self) -> None:
        self.calls.append(("again",))

    def note_time(self, milliseconds: int) -> None:
        self.calls.append(("time", milliseconds))

    def make_profile(self) -> bytes | None:
        return b"a profile" if self.now.called else None

    def get_root(self) -> bytes | None:
        return b"a root" if self.now.called else None
