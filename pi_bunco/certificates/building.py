"""The building blocks of certificates: keys, names, what every certificate says, and private files.

All keys are of one kind, P-256, which every TLS knows.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from pi_bunco.certificates.span import Span
from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.machine import disk
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import say

PEM = serialization.Encoding.PEM
BROKEN = (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm, x509.InvalidVersion)
"""What the library raises if keys, requests and certificates are not what they should be."""


class AuthorityTrouble(Trouble):
    """The files of an authority's certificates are damaged, or cannot be read or written."""


@contextmanager
def put_in_words(trouble: Trouble) -> Iterator[None]:
    """Raise a trouble if something in the ``with`` is no key or certificate as it should be."""
    try:
        yield
    except BROKEN as error:
        raise trouble from error


def describe(
    name: str,
    key: ec.EllipticCurvePublicKey,
    signer: ec.EllipticCurvePrivateKey,
    valid: Span,
    *,
    below: int | None = None,
) -> x509.CertificateBuilder:
    """Return what every certificate says. RFC 5280, section 4.2.1, asks for these extensions.

    Parameters
    ----------
    name
        The common name of its owner.
    key
        The key of its owner.
    signer
        The key that signs it.
    valid
        When it is valid.
    below
        How many authorities may be below this one; ``None``: it is no authority.
    """
    is_authority = below is not None
    return (
        x509.CertificateBuilder()
        .subject_name(make_name(name))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(valid.begin)
        .not_valid_after(valid.end)
        .add_extension(x509.BasicConstraints(is_authority, below), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=not is_authority,
                key_cert_sign=is_authority,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                crl_sign=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
    )


def make_name(text: str) -> x509.Name:
    """Return the name of the owner of a certificate."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def make_key() -> ec.EllipticCurvePrivateKey:
    """Return a new key."""
    return ec.generate_private_key(ec.SECP256R1())


def write_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return a key as PEM."""
    return key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def parse_key(pem: bytes, certificate: x509.Certificate) -> ec.EllipticCurvePrivateKey:
    """Return the key of a certificate; raise one of :data:`BROKEN` if it belongs to another one."""
    key = serialization.load_pem_private_key(pem, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("not the key of this certificate")
    return key


def check_kind(key: object) -> ec.EllipticCurvePublicKey:
    """Return a key; raise :class:`TypeError` if it is of another kind."""
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise TypeError("not a key of the curve P-256")
    return key


def read_private(path: Path, most: int, remedy: str) -> bytes | None:
    """Return the content of a file, ``None`` if there is none.

    Parameters
    ----------
    path
        The file.
    most
        The most bytes that it may have.
    remedy
        What to do if it cannot be read.

    Raises
    ------
    AuthorityTrouble
        If it cannot be read, or is a link.
    """
    if path.is_symlink():
        raise AuthorityTrouble(say("{path} is a link, not a file.", path=str(path)), remedy)
    try:
        return bounded.read(path, most)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AuthorityTrouble(
            say("{path} cannot be read ({why}).", path=str(path), why=str(error.strerror)), remedy
        ) from error


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only the owner may read, completely or not at all.

    Raises
    ------
    AuthorityTrouble
        If it cannot be written. Then an old file stays.
    """
    try:
        disk.make_dir(path.parent)
        path.parent.chmod(0o700)
        disk.write_atomic(path, data, private=True)
    except OSError as error:
        raise AuthorityTrouble(
            say("{path} cannot be written ({why}).", path=str(path), why=say_why(error, path)),
            say("Make room on the disk, or give write permission there: pi-bunco doctor disk card"),
        ) from error
