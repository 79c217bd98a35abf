"""What the pages need to be served over HTTPS."""

from dataclasses import dataclass
from typing import Protocol

from pi_bunco.certificates.span import Span
from pi_bunco.errors import Trouble


@dataclass(frozen=True, slots=True)
class SecureView:
    """The pages over HTTPS, as their page and the doctor show them.

    Attributes
    ----------
    is_on
        Whether the host has switched them on.
    port
        Their port, ``None`` if it is not open.
    plain_port
        The port of the plain pages.
    trouble
        Why they do not work, ``None`` if they do or are off.
    called
        The name that devices show for the certificate that they install; ``""``: there is none yet.
    fingerprint
        The SHA-256 of that certificate, as devices show it.
    hosts
        The names and addresses for which the certificate of the pages is valid.
    uncovered
        Addresses of this machine for which it cannot be valid, because they are not those of a local network.
    valid
        When it is valid; ``None``: there is none.
    is_time_known
        Whether somebody has said the time: the network, or a browser of the host.
    """

    is_on: bool = False
    port: int | None = None
    plain_port: int = 0
    trouble: Trouble | None = None
    called: str = ""
    fingerprint: str = ""
    hosts: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
    valid: Span | None = None
    is_time_known: bool = False


class SecurePages(Protocol):
    """The pages over HTTPS. Any thread may call it.

    What the host asks for raises :class:`pi_bunco.errors.Trouble` if the disk does not take it.
    """

    def view(self) -> SecureView:
        """Return what the page shows."""

    def switch_on(self, milliseconds: int | None) -> None:
        """Switch them on; ``milliseconds``: the time by the host's browser since 1970, if it is known."""

    def switch_off(self) -> None:
        """Switch them off."""

    def begin_again(self) -> None:
        """Make another certificate for devices to install. The old one is worth nothing then."""

    def note_time(self, milliseconds: int) -> None:
        """Note the time by the host's browser."""

    def make_profile(self) -> bytes | None:
        """Return the profile for Apple's devices, ``None`` if they were never on since the start."""

    def get_root(self) -> bytes | None:
        """Return the certificate to install, as DER, ``None`` if they were never on since the start."""
