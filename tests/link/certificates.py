"""Certificates and requests for tests, also such as pi-bunco does not make."""

import base64
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import NameOID

from pi_bunco.link.authority import Authority, Identity, make_request, save_identity

PEM = serialization.Encoding.PEM
Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey


def join(authority: Authority, folder: Path, name: str = "hall-2") -> Identity:
    """Return the identity of a far Pi that was let in."""
    key, request = make_request()
    return save_identity(folder, key, authority.sign(request, name), authority.certificate)


def issue(authority: Authority, path: Path, name: str = "head") -> Path:
    """Write a key and its certificate in one file, as TLS reads them."""
    path.write_bytes(b"".join(authority.issue(name)))
    return path


def read_files(folder: Path) -> dict[str, bytes]:
    """Return the content of each file in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def make_csr(key: Key) -> bytes:
    """Return a request for a key of any kind."""
    hash_ = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    builder = x509.CertificateSigningRequestBuilder(x509.Name([]))
    return builder.sign(key, hash_).public_bytes(PEM)


def unpack(pem: bytes) -> bytes:
    """Return what is in a PEM."""
    return base64.b64decode(b"".join(pem.splitlines()[1:-1]))


def pack(der: bytes, label: str = "CERTIFICATE REQUEST") -> bytes:
    """Return a PEM."""
    return f"-----BEGIN {label}-----\n{base64.b64encode(der).decode()}\n-----END {label}-----\n".encode()


def make_builder(
    key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey, name: x509.Name
) -> x509.CertificateBuilder:
    """Return what a certificate of somebody else says."""
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .public_key(key)
        .serial_number(1)
        .not_valid_before(datetime(1970, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
    )


def make_root(*names: str, key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | None = None) -> bytes:
    """Return a certificate that is signed with its own key."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text) for text in names])
    builder = make_builder(key.public_key(), name).issuer_name(name)
    return builder.sign(key, hashes.SHA256()).public_bytes(PEM)


def forge_signature(pem: bytes) -> bytes:
    """Return a certificate with another signature."""
    return pack(unpack(pem)[:-1] + bytes([unpack(pem)[-1] ^ 1]), "CERTIFICATE")


def write_key(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, password: bytes = b"") -> bytes:
    """Return a key as PEM."""
    encryption: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if password:
        encryption = serialization.BestAvailableEncryption(password)
    return key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, encryption)
