"""The Pi's own authority for its pages, and the certificates with which it serves them over HTTPS.

People install the *root* on their devices. It has signed one *authority*, and then its key was thrown away:
it never was on a disk. The authority's key is on the Pi and signs the certificate of the pages. The authority
may speak only for names and addresses that exist in a local network (name constraints, RFC 5280, section
4.2.1.10), so somebody who steals the Pi cannot pretend to be a bank. A program that verifies certificates
need not look at constraints in a root (RFC 5280, section 6.2), but must look at those of an authority below
it. So both have them.

Sources for what devices ask for: https://support.apple.com/103769 (825 days, the names in the extension for
them, the purpose), https://chromestatus.com (Chrome looks at the constraints of installed roots since 128).

Pis have no clock. The root and its authority are valid from 2020 to 2049, so they need none. The certificate
of the pages may be valid for 825 days only, so it needs a time that is known: see :func:`issue`.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import ExtendedKeyUsageOID

from pi_bunco.certificates.building import (
    BROKEN,
    PEM,
    AuthorityTrouble,
    describe,
    make_key,
    make_name,
    parse_key,
    put_in_words,
    read_private,
    write_key,
    write_private,
)
from pi_bunco.certificates.names import PageNames, parse_address
from pi_bunco.certificates.span import Span
from pi_bunco.sentences import say

LOCAL_ENDINGS = ("local", "lan", "home", "internal", "home.arpa", "localdomain", "localhost")
"""Endings of names that exist only in a local network: RFC 6762, RFC 8375, RFC 6761, and those of routers."""
_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(network)
    for network in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # RFC 1918
        "169.254.0.0/16", "fe80::/10",  # those of one link: RFC 3927, RFC 4291
        "127.0.0.0/8", "::1/128",  # the machine itself
        "fc00::/7",  # RFC 4193
    )
)  # fmt: skip
"""Networks whose addresses no two houses tell apart."""
_NAME = re.compile(r"(?=.{1,200}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_VALID = Span(datetime(2020, 1, 1, tzinfo=UTC), datetime(2049, 12, 31, tzinfo=UTC))
_EARLIER = timedelta(days=30)
"""How long before the known time a certificate begins: the clocks of devices may be late."""
_LASTS = timedelta(days=820)
"""Apple's devices accept 825 days."""
_RENEWED_AFTER = timedelta(days=400)
_MAX_BYTES = 20_000
_SHOWN = 30  # letters of the machine's name; a common name has at most 64 (RFC 5280, ub-common-name)


class PageAuthority:
    """The authority for the pages: one file, with its key, its certificate and the root, made if missing.

    Parameters
    ----------
    path
        The file.
    host
        The name of this machine, which people find again in the settings of their devices.
    own_names
        Further names for which it may speak, beside those of a local network.

    Attributes
    ----------
    root
        The certificate that people install.
    called
        The name that their devices show for it, such as ``Bunco table of bunco (3f9a)``.

    Raises
    ------
    AuthorityTrouble
        If the file is damaged, or cannot be read or written. A file that is there stays as it is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     authority = PageAuthority(Path(folder) / "authority.pem", "bunco", {"bunco.example.org"})
    ...     again = PageAuthority(Path(folder) / "authority.pem", "other")
    >>> again.root == authority.root, authority.called[:-6]
    (True, 'Bunco table of bunco ')
    >>> authority.covers("dice.local"), authority.covers("192.168.1.20"), authority.covers("8.8.8.8")
    (True, True, False)
    >>> again.covers("bunco.example.org"), authority.covers("example.org")
    (True, False)
    """

    def __init__(self, path: Path, host: str, own_names: frozenset[str] | set[str] = frozenset()) -> None:
        remedy = say("Begin again with a new certificate: then each device has to install it once more.")
        data = read_private(path, _MAX_BYTES, remedy)
        if data is None:
            data = _make(host, sorted(filter(_NAME.fullmatch, {*own_names, host})))
            write_private(path, data)
        with put_in_words(AuthorityTrouble(say("{path} is damaged.", path=str(path)), remedy)):
            self._own, self.root = x509.load_pem_x509_certificates(data)
            self._own.verify_directly_issued_by(self.root)
            self._key = parse_key(data, self._own)
            constraints = self._own.extensions.get_extension_for_class(x509.NameConstraints).value
            self._permitted = [each.value for each in constraints.permitted_subtrees or ()]
        self.called = self.root.subject.rfc4514_string().removeprefix("CN=")

    @property
    def root_der(self) -> bytes:
        """The certificate that people install, as DER."""
        return self.root.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of that certificate, as devices show it."""
        return self.root.fingerprint(hashes.SHA256()).hex(":").upper()

    def covers(self, host: str) -> bool:
        """Return whether a certificate of this authority may name a host: a name or an address."""
        address = parse_address(host)
        if address is None:
            names = (each for each in self._permitted if isinstance(each, str))
            return bool(_NAME.fullmatch(host)) and any(f".{host}".endswith(f".{name}") for name in names)
        return any(address in each for each in self._permitted if isinstance(each, IPv4Network | IPv6Network))

    def choose(self, wanted: PageNames) -> PageNames:
        """Return those names and addresses that a certificate of this authority may have."""
        return PageNames(
            frozenset(filter(self.covers, wanted.names)),
            frozenset(each for each in wanted.addresses if self.covers(str(each))),
        )

    def issue(self, named: PageNames, now: datetime) -> bytes:
        """Return a new key, its certificate for the pages, and the authority's certificate, as PEM.

        Parameters
        ----------
        named
            What the certificate names, from :meth:`choose`.
        now
            The latest time that has certainly come. The certificate is valid from 30 days before it to 790
            days after it, so it is accepted for two years even if the machine's clock stood still.
        """
        key, begin = make_key(), now - _EARLIER
        subjects: list[x509.GeneralName] = [*map(x509.DNSName, sorted(named.names))]
        subjects += map(x509.IPAddress, sorted(named.addresses, key=lambda each: (each.version, int(each))))
        certificate = (
            describe(f"{self.called}, here", key.public_key(), self._key, Span(begin, begin + _LASTS))
            .issuer_name(self._own.subject)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        return write_key(key) + certificate.public_bytes(PEM) + self._own.public_bytes(PEM)

    def read(self, data: bytes) -> "PageCertificate | None":
        """Return what a certificate of the pages says; ``None`` if it is damaged or not of this authority."""
        try:
            own, issuer = x509.load_pem_x509_certificates(data)
            parse_key(data, own)
            own.verify_directly_issued_by(self._own)
            if issuer != self._own:
                return None
            subjects = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (*BROKEN, x509.ExtensionNotFound):
            return None
        return PageCertificate(
            PageNames(
                frozenset(subjects.get_values_for_type(x509.DNSName)),
                frozenset(
                    each
                    for each in subjects.get_values_for_type(x509.IPAddress)
                    if isinstance(each, IPv4Address | IPv6Address)
                ),
            ),
            Span(own.not_valid_before_utc, own.not_valid_after_utc),
        )


@dataclass(frozen=True, slots=True)
class PageCertificate:
    """What the certificate of the pages says.

    Attributes
    ----------
    named
        The names and addresses for which it is valid.
    valid
        When it is valid.
    """

    named: PageNames
    valid: Span

    def fits(self, wanted: PageNames, now: datetime) -> bool:
        """Return whether it names all of these, and need not be renewed at this time."""
        return (
            wanted.names <= self.named.names
            and wanted.addresses <= self.named.addresses
            and self.valid.begin <= now <= self.valid.begin + _RENEWED_AFTER
        )


def _make(host: str, own_names: list[str]) -> bytes:
    """Return the key and the certificate of a new authority, and its root, as PEM. The root's key is gone."""
    called = f"Bunco table of {host[:_SHOWN]} ({secrets.token_hex(2)})"
    below = f"{called}, pages"
    constraints = x509.NameConstraints(
        [
            *(x509.DNSName(name) for name in dict.fromkeys((*LOCAL_ENDINGS, *own_names))),
            *map(x509.IPAddress, _NETWORKS),
        ],
        None,
    )
    root_key, key = make_key(), make_key()
    root = (
        describe(called, root_key.public_key(), root_key, _VALID, below=1)
        .issuer_name(make_name(called))
        .add_extension(constraints, critical=True)
        .sign(root_key, hashes.SHA256())
    )
    own = (
        describe(below, key.public_key(), root_key, _VALID, below=0)
        .issuer_name(root.subject)
        .add_extension(constraints, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    return write_key(key) + own.public_bytes(PEM) + root.public_bytes(PEM)
