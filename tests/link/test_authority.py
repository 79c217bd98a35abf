"""The certificates of a room, tried in real TLS, and hostile requests."""

import ssl
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from pi_bunco.link.authority import (
    Authority,
    RequestTrouble,
    join_bundles,
    make_request,
    save_identity,
)
from pi_bunco.link.joining import MAX_REQUEST_BYTES
from tests.link.certificates import PEM, issue, join, make_builder, make_csr, pack, unpack, write_key

# TLS.


def make_context(purpose: int, own: Path, trusted: bytes) -> ssl.SSLContext:
    """Return a context that asks for a certificate, with all checks of RFC 5280 as in Python 3.13."""
    context = ssl.SSLContext(purpose)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    context.load_verify_locations(cadata=trusted.decode())
    context.load_cert_chain(own)
    return context


def shake_hands(client: ssl.SSLContext, server: ssl.SSLContext) -> tuple[str, str]:
    """Do a whole handshake in memory, and return the names that the server and the client have seen."""
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = (
        client.wrap_bio(to_client, to_server),
        server.wrap_bio(to_server, to_client, server_side=True),
    )
    for _ in range(4):
        for side in sides:
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    of_server, of_client = (side.getpeercert(binary_form=True) or b"" for side in sides)
    return read_name(of_client), read_name(of_server)


def read_name(der: bytes) -> str:
    return x509.load_der_x509_certificate(der).subject.rfc4514_string()


def test_a_far_pi_speaks_to_the_head(authority: Authority, tmp_path: Path) -> None:
    """Both accept the other's certificate, and the head sees the name that the host has let in."""
    far = join(authority, tmp_path / "far")
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, far.path, far.authorities)
    broker = issue(authority, tmp_path / "broker.pem")
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=hall-2", "CN=head")


def test_the_file_of_an_identity_is_all_that_tls_needs(authority: Authority, tmp_path: Path) -> None:
    """A program that can only name files, such as paho, names this one three times."""
    far = join(authority, tmp_path / "far")
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.load_verify_locations(far.path)
    client.load_cert_chain(far.path, far.path)
    broker = issue(authority, tmp_path / "broker.pem")
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=hall-2", "CN=head")


def test_the_head_is_a_client_too(authority: Authority, tmp_path: Path) -> None:
    """A certificate that the authority issues itself is as good as a signed one."""
    client = make_context(
        ssl.PROTOCOL_TLS_CLIENT,
        issue(authority, tmp_path / "client.pem"),
        authority.certificate,
    )
    broker = issue(authority, tmp_path / "broker.pem")
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=head", "CN=head")


def test_any_pi_may_become_the_head(authority: Authority, tmp_path: Path) -> None:
    """Each certificate is a server's and a client's: only its name says whose it is."""
    far, other = (join(authority, tmp_path / name, name) for name in ("far", "other"))
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, other.path, other.authorities)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, far.path, far.authorities)
    assert shake_hands(client, server) == ("CN=other", "CN=far")


def test_pis_of_two_heads_understand_each_other(authority: Authority, tmp_path: Path) -> None:
    """A Pi that a later head has let in is believed, and believes, by the bundle of both authorities."""
    later = Authority(tmp_path / "later")
    bundle = join_bundles(authority.certificate, later.certificate)
    old = join(authority, tmp_path / "old", "old")
    key, request = make_request()
    new = save_identity(tmp_path / "new", key, later.sign(request, "new"), bundle)
    for first, second in ((old, new), (new, old)):
        client = make_context(ssl.PROTOCOL_TLS_CLIENT, first.path, bundle)
        server = make_context(ssl.PROTOCOL_TLS_SERVER, second.path, bundle)
        assert shake_hands(client, server) == (f"CN={first.name}", f"CN={second.name}")
    alone = make_context(ssl.PROTOCOL_TLS_CLIENT, old.path, authority.certificate)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(alone, make_context(ssl.PROTOCOL_TLS_SERVER, new.path, bundle))


def test_pis_of_another_room_are_strangers(authority: Authority, tmp_path: Path) -> None:
    """Neither a far Pi nor a head accepts the certificates of another room."""
    stranger = Authority(tmp_path / "elsewhere")
    assert stranger.room != authority.room
    pairs = (authority, stranger), (stranger, authority)
    for number, (of_client, of_server) in enumerate(pairs):
        far = join(of_client, tmp_path / f"far-{number}")
        broker = issue(of_server, tmp_path / "broker.pem")
        for client_trusts, server_trusts in ((of_client, of_server), (of_server, of_server)):
            client = make_context(ssl.PROTOCOL_TLS_CLIENT, far.path, client_trusts.certificate)
            server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, server_trusts.certificate)
            with pytest.raises(ssl.SSLCertVerificationError):
                shake_hands(client, server)


def test_a_far_pi_cannot_let_others_in(authority: Authority, tmp_path: Path) -> None:
    """A certificate that it signs with its own key is refused."""
    far = join(authority, tmp_path / "far")
    own_key = serialization.load_pem_private_key(far.path.read_bytes(), None)
    assert isinstance(own_key, ec.EllipticCurvePrivateKey)
    own = x509.load_pem_x509_certificate(far.path.read_bytes())
    key = ec.generate_private_key(ec.SECP256R1())
    signed = (
        make_builder(key.public_key(), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "friend")]))
        .issuer_name(own.subject)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), critical=True)
        .sign(own_key, hashes.SHA256())
    )
    friend = tmp_path / "friend.pem"
    friend.write_bytes(write_key(key) + signed.public_bytes(PEM) + own.public_bytes(PEM))
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, friend, authority.certificate)
    broker = issue(authority, tmp_path / "broker.pem")
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    server.verify_flags &= ~ssl.VERIFY_X509_STRICT  # as the broker
    with pytest.raises(ssl.SSLCertVerificationError, match="CA certificate"):
        shake_hands(client, server)


# What certificates say.


def test_certificates_are_valid_on_a_pi_without_a_clock(authority: Authority) -> None:
    """They are valid from 1970 to the end of 9999: the authority's, signed ones and issued ones."""
    signed = authority.sign(make_request()[1], "hall")
    for pem in (authority.certificate, signed, authority.issue("head")[1]):
        certificate = x509.load_pem_x509_certificate(pem)
        assert certificate.not_valid_before_utc == datetime(1970, 1, 1, tzinfo=UTC)
        assert certificate.not_valid_after_utc == datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def test_the_authority_signs_only_members(authority: Authority) -> None:
    """Its path length is 0, so nobody else of its room can sign. Its name contains the room."""
    certificate = x509.load_pem_x509_certificate(authority.certificate)
    limits = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (limits.critical, limits.value) == (True, x509.BasicConstraints(ca=True, path_length=0))
    assert certificate.subject.rfc4514_string() == f"CN=pi-bunco room {authority.room}"
    assert len(authority.room) == 8


def test_no_two_certificates_have_one_number(authority: Authority) -> None:
    """The same request, signed twice, has two serial numbers."""
    _, request = make_request()
    certificates = [x509.load_pem_x509_certificate(authority.sign(request, "hall")) for _ in range(2)]
    assert certificates[0].serial_number != certificates[1].serial_number


def test_of_a_request_only_the_key_counts(authority: Authority) -> None:
    """A request for an authority's rights, other purposes and another name gets none of these."""
    key = ec.generate_private_key(ec.SECP256R1())
    request = (
        x509.CertificateSigningRequestBuilder(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "head")]),
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("head")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate = x509.load_pem_x509_certificate(authority.sign(request.public_bytes(PEM), "hall"))
    extensions = certificate.extensions
    assert certificate.subject.rfc4514_string() == "CN=hall"
    assert certificate.public_key() == key.public_key()
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert [*extensions.get_extension_for_class(x509.ExtendedKeyUsage).value] == [
        ExtendedKeyUsageOID.CLIENT_AUTH,
        ExtendedKeyUsageOID.SERVER_AUTH,
    ]
    with pytest.raises(x509.ExtensionNotFound):
        extensions.get_extension_for_class(x509.SubjectAlternativeName)


@pytest.mark.parametrize(
    "name", ["", "Hall", "hall 2", "hall/#", "+", "hall\n", "x" * 33, "hållplats", "$SYS"]
)
def test_a_name_that_is_no_members_is_never_signed(authority: Authority, name: str) -> None:
    """It could mean something else in the broker's rules."""
    with pytest.raises(ValueError, match="no name of a Pi"):
        authority.sign(make_request()[1], name)
    with pytest.raises(ValueError, match="no name of a Pi"):
        authority.issue(name)


# Hostile requests.


BROKEN: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no PEM": lambda: b"\0" * 1000,
    "no end": lambda: make_request()[1][:-10],
    "no DER": lambda: pack(b"rubbish"),
    "cut": lambda: pack(unpack(make_request()[1])[:-1]),
    "too much": lambda: pack(unpack(make_request()[1]) + b"\0"),
    "a key": lambda: make_request()[0],
    "another kind of PEM": lambda: make_request()[1].replace(b"CERTIFICATE REQUEST", b"CERTIFICATE"),
    "very deep": lambda: pack(b"\x30\x80" * 1400),
    "RSA": lambda: make_csr(rsa.generate_private_key(65537, 2048)),
    "P-384": lambda: make_csr(ec.generate_private_key(ec.SECP384R1())),
    "Ed25519": lambda: make_csr(ed25519.Ed25519PrivateKey.generate()),
    "huge": lambda: b"-----BEGIN CERTIFICATE REQUEST-----\n" + b"A" * 10_000_000,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_requests_are_refused(authority: Authority, kind: str) -> None:
    """Only a whole request for a key of the curve P-256 is signed. The error says what to do."""
    with pytest.raises(RequestTrouble, match=r"request of hall cannot .* the same version"):
        authority.sign(BROKEN[kind](), "hall")


def test_long_requests_are_refused_unread(authority: Authority) -> None:
    """Text before a request is allowed, so only the length of this one is wrong."""
    _, request = make_request()
    longest = request.rjust(MAX_REQUEST_BYTES, b"\n")
    authority.sign(longest, "hall")
    with pytest.raises(RequestTrouble):
        authority.sign(b"\n" + longest, "hall")


def test_a_changed_request_brings_in_no_other_key(authority: Authority) -> None:
    """Each byte of a request is changed in four ways; it is refused, or still for the same key."""
    _, request = make_request()
    der = unpack(request)
    key = x509.load_pem_x509_csr(request).public_key()
    refused = 0
    for place, change in ((place, change) for place in range(len(der)) for change in (1, 2, 128, 255)):
        changed = pack(der[:place] + bytes([der[place] ^ change]) + der[place + 1 :])
        try:
            signed = authority.sign(changed, "hall")
        except RequestTrouble:
            refused += 1
        else:
            assert x509.load_pem_x509_certificate(signed).public_key() == key
    assert refused >= 4 * len(der) - 4  # one byte counts unused bits at the end, which may be 0 by chance


def test_a_request_needs_the_key(authority: Authority) -> None:
    """Somebody who puts another's public key into a request cannot sign it."""
    (_, mine), (_, others) = make_request(), make_request()
    my_key, other_key = (
        x509.load_pem_x509_csr(request)
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        for request in (mine, others)
    )
    with pytest.raises(RequestTrouble):
        authority.sign(pack(unpack(mine).replace(my_key, other_key)), "hall")
