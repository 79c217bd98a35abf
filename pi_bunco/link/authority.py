"""The certificates of a room: those who have one of them may speak to the room's Pis over TLS.

The head has an authority of its own, which signs one certificate for each Pi. Each Pi keeps its key, its
certificate and the authority's in one file. The name of the first head's authority contains the room's id.
When another Pi becomes the head, it lets further Pis in with an authority of its own: no key ever leaves its
Pi. So a room has a bundle of authorities, the first head's at the beginning.

Pis have no clock, so all certificates are valid from 1970 to 9999 (RFC 5280, section 4.1.2.5: the end of a
certificate without an end). All keys are of one kind, P-256, which every TLS knows. Addresses and host names
may change, so a certificate has neither. It has the Pi's name in the room, by which far Pis know their head:
any Pi may become the head, so each certificate is for clients and for servers.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from pi_bunco.certificates.building import (
    PEM,
    AuthorityTrouble,
    check_kind,
    describe,
    make_key,
    make_name,
    parse_key,
    put_in_words,
    read_private,
    write_key,
    write_private,
)
from pi_bunco.certificates.span import Span
from pi_bunco.errors import Trouble
from pi_bunco.link.carrier import Credentials
from pi_bunco.link.joining import MAX_REQUEST_BYTES, MEMBER_LETTERS
from pi_bunco.link.state import ROSTER_FILE, TRUSTED_FILE
from pi_bunco.sentences import say

_ROOM = "pi-bunco room "
MAX_BUNDLE_BYTES = 16_000
"""Most bytes in a bundle of authorities: those of about twenty heads."""
_NAME = re.compile(f"[a-z0-9-]{{1,{MEMBER_LETTERS}}}")  # the broker's rules contain it as it is
_PURPOSES = (ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH)
_VALID = Span(datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))
_MAX_FILE_BYTES = MAX_BUNDLE_BYTES + 2 * MAX_REQUEST_BYTES


class RequestTrouble(Trouble):
    """What another machine sent for joining cannot be used."""


class Authority:
    """The authority of a room: the files ``authority.pem`` and ``authority.key``, which are made if missing.

    Parameters
    ----------
    folder
        Its folder, which only the owner may open.

    Attributes
    ----------
    certificate
        Its certificate, as PEM.
    room
        The room's id: 8 hexadecimal digits.

    Raises
    ------
    AuthorityTrouble
        If a file is damaged or missing, or cannot be read or written. A file that is there stays as it is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     authority = Authority(Path(folder))
    ...     again = Authority(Path(folder))
    >>> again.room == authority.room == read_room(authority.certificate)
    True
    """

    def __init__(self, folder: Path) -> None:
        key_path, path = folder / "authority.key", folder / "authority.pem"
        remedy = say(
            "Copy {key} and {certificate} back from a backup. Or remove both: then a new room begins, and "
            "every Pi has to join again.",
            key=str(key_path),
            certificate=str(path),
        )
        key_pem, certificate = (
            read_private(key_path, _MAX_FILE_BYTES, remedy),
            read_private(path, _MAX_FILE_BYTES, remedy),
        )
        if key_pem is None and certificate is None:
            key_pem, certificate = _make_authority()
            write_private(key_path, key_pem)
            write_private(path, certificate)
        if key_pem is None or certificate is None:
            missing = key_path if key_pem is None else path
            raise AuthorityTrouble(say("{path} is missing.", path=str(missing)), remedy)
        with put_in_words(AuthorityTrouble(say("{path} is damaged.", path=str(path)), remedy)):
            (self._certificate,), self.room = _parse_bundle(_limit(certificate))
        with put_in_words(AuthorityTrouble(say("{path} is damaged.", path=str(key_path)), remedy)):
            self._key = parse_key(key_pem, self._certificate)
        self.certificate = certificate

    def sign(self, request: bytes, name: str) -> bytes:
        """Return a certificate for a far Pi, as PEM. Of its request only the key counts.

        Parameters
        ----------
        request
            Its request, as :func:`make_request` makes it.
        name
            Its name: 1 to 32 small letters, digits and hyphens.

        Raises
        ------
        RequestTrouble
            If the request is too long, damaged, or for another kind of key.
        ValueError
            If the name is too long, or contains anything else.
        """
        trouble = RequestTrouble(
            say("The certificate request of {name} cannot be used.", name=name),
            say("Install the same version of pi-bunco on both Pis, and begin to join again."),
        )
        with put_in_words(trouble):
            key = _parse_request(request)
        return self._certify(name, key)

    def issue(self, name: str) -> tuple[bytes, bytes]:
        """Return a new key and its certificate, both as PEM; ``name`` is as for :meth:`sign`."""
        key = make_key()
        return write_key(key), self._certify(name, key.public_key())

    def _certify(self, name: str, key: ec.EllipticCurvePublicKey) -> bytes:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a Pi")
        builder = describe(name, key, self._key, _VALID)
        return (
            builder.issuer_name(self._certificate.subject)
            .add_extension(x509.ExtendedKeyUsage(_PURPOSES), critical=True)
            .sign(self._key, hashes.SHA256())
            .public_bytes(PEM)
        )


@dataclass(frozen=True, slots=True)
class Identity:
    """What a Pi needs to speak to its room.

    Attributes
    ----------
    path
        The file with its key, its certificate and the authorities', in this order, as OpenSSL reads them.
    authorities
        The certificates of the room's authorities, as PEM, the first head's at the beginning.
    room
        The room's id.
    name
        Its name in the room.
    """

    path: Path
    authorities: bytes
    room: str
    name: str


def make_request() -> tuple[bytes, bytes]:
    """Return a new key of a far Pi and its certificate request, both as PEM."""
    key = make_key()
    request = x509.CertificateSigningRequestBuilder(x509.Name([])).sign(key, hashes.SHA256())
    return write_key(key), request.public_bytes(PEM)


def read_room(authorities: bytes) -> str:
    """Return the room's id in a bundle of its authorities.

    Raises
    ------
    RequestTrouble
        If this is no such bundle.
    """
    trouble = RequestTrouble(
        say("What the other Pi sent is no certificate of a room."),
        say("Install the same version of pi-bunco on both Pis, and begin to join again."),
    )
    with put_in_words(trouble):
        return _parse_bundle(authorities)[1]


def join_bundles(first: bytes, *others: bytes) -> bytes:
    """Return a bundle of all authorities in these, each once, in their order.

    Raises
    ------
    RequestTrouble
        If one of them is no such bundle, or if there are too many authorities.
    """
    trouble = RequestTrouble(
        say("The certificates of the room’s heads cannot be used."),
        say("Install the same version of pi-bunco on all Pis. If that is so, begin a new room."),
    )
    with put_in_words(trouble):
        found = [each for bundle in (first, *others) for each in _parse_bundle(bundle)[0]]
        return _limit(b"".join(dict.fromkeys(each.public_bytes(PEM) for each in found)), MAX_BUNDLE_BYTES)


def save_identity(folder: Path, key: bytes, certificate: bytes, authorities: bytes) -> Identity:
    """Write the identity of a Pi, completely or not at all, and return it.

    Parameters
    ----------
    folder
        Its folder, which only the owner may open.
    key
        Its key, from :func:`make_request`.
    certificate
        What the head sent for it.
    authorities
        The certificates of the room's authorities, from which the code was made.

    Raises
    ------
    RequestTrouble
        If no authority has signed this certificate for this key. Then nothing is written.
    AuthorityTrouble
        If it cannot be written. Then an old file stays.
    """
    path = folder / "identity.pem"
    trouble = RequestTrouble(
        say("What the head sent is no certificate for this Pi."),
        say("Begin to join again. If this happens again, look for a strange device in the network."),
    )
    with put_in_words(trouble):
        own = x509.load_pem_x509_certificate(_limit(certificate))
        issuers, _ = _parse_bundle(authorities)
        data = b"".join([key, *(each.public_bytes(PEM) for each in (own, *issuers))])
        identity = _parse_identity(path, data)
    write_private(path, data)
    return identity


def load_identity(folder: Path) -> Identity | None:
    """Return the identity of a far Pi, ``None`` if it has not joined a room.

    Raises
    ------
    AuthorityTrouble
        If its file is damaged or cannot be read.
    """
    path = folder / "identity.pem"
    remedy = say("Remove {path}, and join the room again.", path=str(path))
    if (data := read_private(path, _MAX_FILE_BYTES, remedy)) is None:
        return None
    with put_in_words(AuthorityTrouble(say("{path} is damaged.", path=str(path)), remedy)):
        return _parse_identity(path, data)


def forget_identity(folder: Path) -> None:
    """Remove the identity of a far Pi, and what it knows of its room (:class:`OSError`: it cannot)."""
    for name in (TRUSTED_FILE, ROSTER_FILE, "identity.pem"):
        (folder / name).unlink(missing_ok=True)


def find_credentials(folder: Path, identity: Identity) -> Credentials:
    """Return the files by which a Pi with this identity speaks to its room.

    ``folder``: the folder of the identity. Since the Pi has joined, it may have heard of more authorities.
    """
    trusted = folder / TRUSTED_FILE
    return Credentials(trusted if trusted.exists() else identity.path, identity.path, identity.path)


def save_trusted(folder: Path, authorities: bytes) -> None:
    """Write down which authorities the room has (:class:`AuthorityTrouble`: the disk does not take it)."""
    write_private(folder / TRUSTED_FILE, authorities)


def load_trusted(folder: Path, identity: Identity) -> bytes:
    """Return the authorities of the room, as PEM (:class:`AuthorityTrouble`: they cannot be read)."""
    path = folder / TRUSTED_FILE
    return read_private(path, _MAX_FILE_BYTES, say("Remove {path}.", path=str(path))) or identity.authorities


# Certificates. What begins with _parse raises one of building.BROKEN.


def _limit(pem: bytes, most: int = MAX_REQUEST_BYTES) -> bytes:
    """Return what another machine sent; raise :class:`ValueError` if it is too long for a parser."""
    if len(pem) > most:
        raise ValueError("too long")
    return pem


def _parse_request(pem: bytes) -> ec.EllipticCurvePublicKey:
    request = x509.load_pem_x509_csr(_limit(pem))
    key = check_kind(request.public_key())
    if not request.is_signature_valid:
        raise ValueError("the sender does not have the key")
    return key


def _parse_bundle(pem: bytes) -> tuple[list[x509.Certificate], str]:
    """Return the certificates of the authorities, and the room's id."""
    found = x509.load_pem_x509_certificates(_limit(pem, MAX_BUNDLE_BYTES))
    rooms = [*map(_read_authority, found)]
    return found, rooms[0]


def _read_authority(certificate: x509.Certificate) -> str:
    """Return the id in the certificate of an authority."""
    check_kind(certificate.public_key())
    certificate.verify_directly_issued_by(certificate)
    room = re.fullmatch(f"CN={_ROOM}([0-9a-f]{{8}})", certificate.subject.rfc4514_string())
    if room is None:
        raise ValueError("not the name of a room's authority")
    return room[1]


def _parse_identity(path: Path, data: bytes) -> Identity:
    own, *issuers = x509.load_pem_x509_certificates(data)
    authorities = b"".join(each.public_bytes(PEM) for each in issuers)
    found, room = _parse_bundle(authorities)
    issuer = next((each for each in found if each.subject == own.issuer), found[0])
    own.verify_directly_issued_by(issuer)
    parse_key(data, own)
    return Identity(path, authorities, room, own.subject.rfc4514_string().removeprefix("CN="))


def _make_authority() -> tuple[bytes, bytes]:
    """Return the key and the certificate of a new authority, both as PEM."""
    key, name = make_key(), _ROOM + secrets.token_hex(4)
    builder = describe(name, key.public_key(), key, _VALID, below=0).issuer_name(make_name(name))
    return write_key(key), builder.sign(key, hashes.SHA256()).public_bytes(PEM)
