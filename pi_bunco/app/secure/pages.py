"""Switches HTTPS on and off while pages go on, and keeps the certificate up to date."""

import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from pi_bunco.app.background import Worker
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.secure.choice import SecureChoice, load_choice, save_choice
from pi_bunco.app.secure.known_time import find_known_time, is_set_by_network, read_told_time
from pi_bunco.app.secure.names import collect_page_names, list_own_labels
from pi_bunco.certificates.names import PageNames
from pi_bunco.certificates.profile import make_profile
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.machine.disk import make_dir
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings
from pi_bunco.web.ports.secure import SecureView
from pi_bunco.web.server import Server
from pi_bunco.web.wire.handshakes import make_context

if TYPE_CHECKING:  # what makes certificates takes 12 MB, and is loaded only where HTTPS is on
    from pi_bunco.certificates.pages import PageAuthority, PageCertificate

FOLDER = "secure"
"""The folder in the state folder. Only its owner may open it; it is in no backup and no support bundle."""
_AUTHORITY, _PAGES = "authority.pem", "pages.pem"
_MAX_BYTES = 20_000
_LOOK_SECONDS = 30.0
"""How often it looks whether the machine has another name, address or time."""
_log = structlog.get_logger("web")


class SecurePageKeeper:
    """Implements :class:`pi_bunco.web.ports.secure.SecurePages`: the pages over HTTPS, on their own port.

    It looks every half minute whether the certificate still fits. Connections that are open keep the old one.

    Parameters
    ----------
    settings
        The table's settings.
    machine
        The machine, by default this one.
    read_clock
        Returns what the machine's clock shows.
    """

    def __init__(
        self,
        settings: Settings,
        machine: Machine | None = None,
        read_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._settings, self._machine, self._read_clock = settings, machine or Machine(), read_clock
        self._folder = settings.state_dir / FOLDER
        self._lock = threading.RLock()
        self._choice = load_choice(self._folder)
        self._server: Server | None = None
        self._authority: PageAuthority | None = None
        self._certificate: PageCertificate | None = None
        self._wanted = PageNames(frozenset(), frozenset())
        self._context: ssl.SSLContext | None = None
        self._port: int | None = None
        self._trouble: Trouble | None = None
        self._worker: Worker | None = None

    def begin(self, server: Server) -> None:
        """Open the port if HTTPS is on, and keep the certificate up to date from now on.

        What goes wrong is shown on the page: the pages without HTTPS go on.
        """
        with self._lock:
            self._server = server
            self.refresh()
        self._worker = Worker("certificate", self.refresh, _LOOK_SECONDS)

    def close(self) -> None:
        """Look no more. The server closes the port."""
        if self._worker:
            self._worker.close()

    def view(self) -> SecureView:
        """Return what the page shows."""
        with self._lock:
            authority, certificate = self._authority, self._certificate
            named = certificate.named if certificate else PageNames(frozenset(), frozenset())
            uncovered = sorted(
                str(address) for address in self._wanted.addresses if address not in named.addresses
            )
            return SecureView(
                is_on=self._choice.on,
                port=self._port,
                plain_port=self._server.port if self._server else 0,
                trouble=self._trouble,
                called=authority.called if authority else "",
                fingerprint=authority.fingerprint if authority else "",
                hosts=tuple(sorted(named.names) + sorted(map(str, named.addresses))),
                uncovered=tuple(uncovered) if certificate else (),
                valid=certificate.valid if certificate else None,
                is_time_known=self._is_time_known(),
            )

    def switch_on(self, milliseconds: int | None) -> None:
        """Serve the pages over HTTPS too, also after a restart.

        Parameters
        ----------
        milliseconds
            The time by the browser of the host, since 1970; ``None``: it is not known.

        Raises
        ------
        Trouble
            If the disk does not take the choice. What else goes wrong is shown by :meth:`view`.
        """
        with self._lock:
            self._save(replace(self._choice, on=True))
            self._note_time(milliseconds)
            self.refresh()

    def switch_off(self) -> None:
        """Serve the pages without HTTPS only; :class:`Trouble`: the disk does not take the choice."""
        with self._lock:
            self._save(replace(self._choice, on=False))
            if self._server and self._port is not None:
                self._server.close_secure()
            self._port = self._trouble = None

    def begin_again(self) -> None:
        """Throw the authority away and make another one. Each device has to install its root then.

        Raises
        ------
        Trouble
            If HTTPS is off, or the disk does not take it.
        """
        with self._lock:
            if not self._choice.on:
                raise Refused(say("The secure pages are off."), say("Switch them on first."))
            try:
                for name in (_AUTHORITY, _PAGES):
                    (self._folder / name).unlink(missing_ok=True)
            except OSError as error:
                raise _explain(error, self._folder) from error
            self._authority = self._certificate = self._context = None
            self.refresh()

    def note_time(self, milliseconds: int) -> None:
        """Note the time by the host's browser (milliseconds since 1970), and renew what is too old then."""
        with self._lock:
            self._note_time(milliseconds)
            self.refresh()

    def make_profile(self) -> bytes | None:
        """Return the profile for Apple's devices, ``None`` if HTTPS has not been on since the start."""
        about = say("This device then trusts the Bunco table’s own pages, and nothing outside its network.")
        return make_profile(self._authority, str(about)) if self._authority else None

    def get_root(self) -> bytes | None:
        """Return the certificate for devices, as DER, ``None`` if HTTPS has not been on since the start."""
        return self._authority.root_der if self._authority else None

    def refresh(self) -> None:
        """Do what is missing: open the port, or renew the certificate. :meth:`view` shows what fails."""
        with self._lock:
            if not self._choice.on:
                return
            before, self._trouble = self._trouble, None
            try:
                self._renew()
                if self._server and self._port is None:
                    self._port = self._server.open_secure(self._settings.secure_port, self._get_context)
            except Trouble as trouble:
                self._trouble = trouble
                if str(trouble) != str(before):
                    _log.warning("no pages over HTTPS", why=str(trouble))

    def _renew(self) -> None:
        """Load or make what the port needs. A certificate that still fits stays."""
        from pi_bunco.certificates.building import write_private  # noqa: PLC0415 - only where HTTPS is on

        authority = self._authority or self._load_authority()
        self._wanted = collect_page_names(self._settings, self._machine)
        named, now = authority.choose(self._wanted), self.find_time()
        path = self._folder / _PAGES
        certificate = self._certificate or self._load_certificate(authority, path)
        if certificate is None or not certificate.fits(named, now):
            data = authority.issue(named, now)
            write_private(path, data)
            certificate = authority.read(data)
            _log.info("the pages have a new certificate", names=len(named.names))
        if certificate is not self._certificate:
            try:
                self._context = make_context(str(path))
            except OSError as error:
                raise _explain(error, path) from error
            self._certificate = certificate

    def _load_authority(self) -> "PageAuthority":
        from pi_bunco.certificates.pages import PageAuthority  # noqa: PLC0415 - as above

        host = socket.gethostname().lower().partition(".")[0]
        self._authority = PageAuthority(self._folder / _AUTHORITY, host, list_own_labels(self._settings))
        return self._authority

    @staticmethod
    def _load_certificate(authority: "PageAuthority", path: Path) -> "PageCertificate | None":
        """Return the certificate of the last time, ``None`` if there is none that can be used."""
        from pi_bunco.certificates.building import AuthorityTrouble, read_private  # noqa: PLC0415 - as above

        with suppress(AuthorityTrouble):  # then it is made again
            if data := read_private(path, _MAX_BYTES, ""):
                return authority.read(data)
        return None

    def _get_context(self) -> ssl.SSLContext:
        """Return the newest context; the port is open only while there is one."""
        context = self._context
        if context is None:
            raise OSError("the certificate is being made")
        return context

    def find_time(self) -> datetime:
        """Return the latest time that has certainly come."""
        return find_known_time(
            self._read_clock(), self._choice.told, by_network=is_set_by_network(self._machine)
        )

    def _is_time_known(self) -> bool:
        return self._choice.told is not None or is_set_by_network(self._machine)

    def _note_time(self, milliseconds: int | None) -> None:
        if milliseconds is None or is_set_by_network(self._machine):
            return
        if told := read_told_time(milliseconds, self._read_clock()):
            self._save(replace(self._choice, told=told))

    def _save(self, choice: SecureChoice) -> None:
        try:
            make_dir(self._folder)
            self._folder.chmod(0o700)
            save_choice(self._folder, choice)
        except OSError as error:
            raise _explain(error, self._folder) from error
        self._choice = choice


def _explain(error: OSError, path: Path) -> Trouble:
    return Trouble(
        say("{path} cannot be written ({why}).", path=str(path), why=say_why(error, path)),
        say("Make room on the disk, or give write permission there: pi-bunco doctor disk card"),
    )
