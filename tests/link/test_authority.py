"""The certificates of a room, tried in real TLS; hostile requests, and damaged files."""

import base64
import os
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
    AuthorityTrouble,
    Identity,
    RequestTrouble,
    load_identity,
    make_request,
    read_room,
    save_identity,
)
from pi_bunco.link.joining import MAX_REQUEST_BYTES

PEM = serialization.Encoding.PEM
Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey | ed25519.Ed25519PrivateKey
FILES = "authority.key", "authority.pem"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "room")


def join(authority: Authority, folder: Path, name: str = "hall-2") -> Identity:
    """Return the identity of a far Pi that was let in."""
    key, request = make_request()
    return save_identity(folder, key, authority.sign(request, name), authority.certificate)


def issue(authority: Authority, path: Path, *, server: bool) -> Path:
    """Write a key and its certificate in one file, as TLS reads them."""
    path.write_bytes(b"".join(authority.issue("head", server=server)))
    return path


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


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
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, far.path, far.authority)
    broker = issue(authority, tmp_path / "broker.pem", server=True)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=hall-2", "CN=head")


def test_the_file_of_an_identity_is_all_that_tls_needs(authority: Authority, tmp_path: Path) -> None:
    """A program that can only name files, such as paho, names this one three times."""
    far = join(authority, tmp_path / "far")
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.load_verify_locations(far.path)
    client.load_cert_chain(far.path, far.path)
    broker = issue(authority, tmp_path / "broker.pem", server=True)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=hall-2", "CN=head")


def test_the_head_has_a_client_of_its_own(authority: Authority, tmp_path: Path) -> None:
    """A client certificate that the authority issues itself is as good as a signed one."""
    client = make_context(
        ssl.PROTOCOL_TLS_CLIENT,
        issue(authority, tmp_path / "client.pem", server=False),
        authority.certificate,
    )
    broker = issue(authority, tmp_path / "broker.pem", server=True)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    assert shake_hands(client, server) == ("CN=head", "CN=head")


def test_a_far_pi_cannot_pretend_to_be_the_head(authority: Authority, tmp_path: Path) -> None:
    """Other Pis refuse its certificate as a server's."""
    far, other = (join(authority, tmp_path / name, name) for name in ("far", "other"))
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, other.path, other.authority)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, far.path, far.authority)
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate purpose"):
        shake_hands(client, server)


def test_a_server_is_no_client(authority: Authority, tmp_path: Path) -> None:
    """The broker's certificate, if stolen, does not open the broker."""
    broker = issue(authority, tmp_path / "broker.pem", server=True)
    client = make_context(ssl.PROTOCOL_TLS_CLIENT, broker, authority.certificate)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    with pytest.raises(ssl.SSLCertVerificationError, match="certificate purpose"):
        shake_hands(client, server)


def test_pis_of_another_room_are_strangers(authority: Authority, tmp_path: Path) -> None:
    """Neither a far Pi nor a head accepts the certificates of another room."""
    stranger = Authority(tmp_path / "elsewhere")
    assert stranger.room != authority.room
    pairs = (authority, stranger), (stranger, authority)
    for number, (of_client, of_server) in enumerate(pairs):
        far = join(of_client, tmp_path / f"far-{number}")
        broker = issue(of_server, tmp_path / "broker.pem", server=True)
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
    broker = issue(authority, tmp_path / "broker.pem", server=True)
    server = make_context(ssl.PROTOCOL_TLS_SERVER, broker, authority.certificate)
    server.verify_flags &= ~ssl.VERIFY_X509_STRICT  # as the broker
    with pytest.raises(ssl.SSLCertVerificationError, match="CA certificate"):
        shake_hands(client, server)


# What certificates say.


def test_certificates_are_valid_on_a_pi_without_a_clock(authority: Authority) -> None:
    """They are valid from 1970 to the end of 9999: the authority's, signed ones and issued ones."""
    signed = authority.sign(make_request()[1], "hall")
    for pem in (authority.certificate, signed, authority.issue("head", server=True)[1]):
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
    """A request for more than a client's certificate, and for another name, gets neither."""
    key = ec.generate_private_key(ec.SECP256R1())
    request = (
        x509.CertificateSigningRequestBuilder(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "head")]),
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("head")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate = x509.load_pem_x509_certificate(authority.sign(request.public_bytes(PEM), "hall"))
    extensions = certificate.extensions
    assert certificate.subject.rfc4514_string() == "CN=hall"
    assert certificate.public_key() == key.public_key()
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert [*extensions.get_extension_for_class(x509.ExtendedKeyUsage).value] == [
        ExtendedKeyUsageOID.CLIENT_AUTH
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
        authority.issue(name, server=False)


# Hostile requests.


def make_csr(key: Key) -> bytes:
    hash_ = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    builder = x509.CertificateSigningRequestBuilder(x509.Name([]))
    return builder.sign(key, hash_).public_bytes(PEM)


def unpack(pem: bytes) -> bytes:
    return base64.b64decode(b"".join(pem.splitlines()[1:-1]))


def pack(der: bytes, label: str = "CERTIFICATE REQUEST") -> bytes:
    return f"-----BEGIN {label}-----\n{base64.b64encode(der).decode()}\n-----END {label}-----\n".encode()


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


# Certificates of an authority, from another machine.


def make_builder(
    key: ec.EllipticCurvePublicKey | rsa.RSAPublicKey, name: x509.Name
) -> x509.CertificateBuilder:
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


def test_a_room_is_read_from_its_certificate(authority: Authority) -> None:
    """The id in the name is the room's."""
    assert read_room(authority.certificate) == authority.room
    assert read_room(make_root("pi-bunco room 0123abcd")) == "0123abcd"


def forge_signature(pem: bytes) -> bytes:
    return pack(unpack(pem)[:-1] + bytes([unpack(pem)[-1] ^ 1]), "CERTIFICATE")


FALSE_ROOTS: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no DER": lambda: pack(b"rubbish", "CERTIFICATE"),
    "a request": lambda: make_request()[1],
    "RSA": lambda: make_root("pi-bunco room 0123abcd", key=rsa.generate_private_key(65537, 2048)),
    "P-384": lambda: make_root("pi-bunco room 0123abcd", key=ec.generate_private_key(ec.SECP384R1())),
    "no name": make_root,
    "two names": lambda: make_root("pi-bunco room 0123abcd", "pi-bunco room 0123abcd"),
    "another name": lambda: make_root("Example Root"),
    "a short id": lambda: make_root("pi-bunco room 0123abc"),
    "a long id": lambda: make_root("pi-bunco room 0123abcde"),
    "no digits": lambda: make_root("pi-bunco room ABCDEFGH"),
    "a path": lambda: make_root("pi-bunco room ../../.."),
    "another line": lambda: make_root("pi-bunco room 0123abcd\n"),
    "forged": lambda: forge_signature(make_root("pi-bunco room 0123abcd")),
    "huge": lambda: b"-----BEGIN CERTIFICATE-----\n" + b"A" * 10_000_000,
    "too long": lambda: make_root("pi-bunco room 0123abcd").rjust(MAX_REQUEST_BYTES + 1, b"\n"),
}


@pytest.mark.parametrize("kind", FALSE_ROOTS)
def test_other_certificates_belong_to_no_room(kind: str) -> None:
    """Their senders are no heads. The error says what to do."""
    with pytest.raises(RequestTrouble, match=r"no certificate of a room.* the same version"):
        read_room(FALSE_ROOTS[kind]())


def test_a_members_certificate_belongs_to_no_authority(authority: Authority) -> None:
    """A far Pi would otherwise trust a member of a room as much as its head."""
    with pytest.raises(RequestTrouble):
        read_room(authority.sign(make_request()[1], "hall"))


# The authority's files.


def test_the_authority_stays_the_same(authority: Authority, tmp_path: Path) -> None:
    """Opened again, it has the same room and key, and has changed nothing."""
    before = read_files(tmp_path / "room")
    again = Authority(tmp_path / "room")
    assert (again.room, again.certificate) == (authority.room, authority.certificate)
    root = x509.load_pem_x509_certificate(authority.certificate)
    x509.load_pem_x509_certificate(again.sign(make_request()[1], "hall")).verify_directly_issued_by(root)
    assert read_files(tmp_path / "room") == before


def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    """Neither the umask nor the permissions of an older folder matter, and no draft remains."""
    folder = tmp_path / "room"
    folder.mkdir(mode=0o777)
    old_umask = os.umask(0)
    try:
        Authority(folder)
        join(Authority(folder), tmp_path / "far")
    finally:
        os.umask(old_umask)
    for made in (folder, tmp_path / "far"):
        assert made.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in made.iterdir()} == {0o600}
    assert sorted(read_files(folder)) == [*FILES]


def test_an_authority_is_not_written_through_a_link(tmp_path: Path) -> None:
    """A link in the place of a draft is removed, and the file behind it stays as it is."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    folder = tmp_path / "room"
    folder.mkdir()
    for name in FILES:
        (folder / f".{name}.new").symlink_to(victim)
    Authority(folder)
    assert victim.read_bytes() == b"mine"
    assert sorted(path.name for path in folder.iterdir()) == [*FILES]


@pytest.mark.parametrize("target", ["missing", "copy"])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("authority")
def test_a_link_in_place_of_a_file_is_an_error(tmp_path: Path, name: str, target: str) -> None:
    """That holds if it leads to the right file and if it leads nowhere, and nothing is made."""
    folder, other = tmp_path / "room", tmp_path / "other"
    folder.rename(other)
    folder.mkdir()
    (other / name).rename(other / "copy")
    (folder / name).symlink_to(other / target)
    with pytest.raises(AuthorityTrouble, match=f"{name} is a link.*from a backup"):
        Authority(folder)
    assert [path.name for path in folder.iterdir()] == [name]
    assert not (other / "missing").exists()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("authority")
def test_half_an_authority_is_an_error(tmp_path: Path, name: str) -> None:
    """The missing file is named with the remedy, and the other one stays as it is."""
    folder = tmp_path / "room"
    (folder / name).unlink()
    before = read_files(folder)
    with pytest.raises(AuthorityTrouble, match=f"{name} is missing.*from a backup"):
        Authority(folder)
    assert read_files(folder) == before
    assert len(before) == 1


def write_key(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey, password: bytes = b"") -> bytes:
    encryption: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if password:
        encryption = serialization.BestAvailableEncryption(password)
    return key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, encryption)


DAMAGED: list[tuple[str, Callable[[bytes], bytes]]] = [
    *((name, lambda _: b"") for name in FILES),
    *((name, lambda old: bytes(len(old))) for name in FILES),
    *((name, lambda old: old[: len(old) // 2]) for name in FILES),
    *((name, lambda old: old.replace(b"M", b"N", 1)) for name in FILES),
    *((name, lambda old: old.rjust(MAX_REQUEST_BYTES * 4)) for name in FILES),
    ("authority.key", lambda _: make_request()[0]),
    ("authority.key", lambda _: write_key(rsa.generate_private_key(65537, 2048))),
    ("authority.key", lambda _: write_key(ec.generate_private_key(ec.SECP256R1()), b"password")),
    ("authority.pem", lambda _: make_root("pi-bunco room")),
    ("authority.pem", forge_signature),
]


@pytest.mark.parametrize(("name", "damage"), DAMAGED)
@pytest.mark.usefixtures("authority")
def test_a_damaged_authority_is_an_error(tmp_path: Path, name: str, damage: Callable[[bytes], bytes]) -> None:
    """The damaged file is named with the remedy, and nothing is changed."""
    folder = tmp_path / "room"
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    before = read_files(folder)
    with pytest.raises(AuthorityTrouble, match=r"from a backup.*a new room begins") as raised:
        Authority(folder)
    assert raised.value.text.startswith(str(folder / name))
    assert read_files(folder) == before


@pytest.mark.usefixtures("authority")
def test_key_and_certificate_of_two_rooms_are_an_error(tmp_path: Path) -> None:
    """Both are whole, but they do not belong together."""
    Authority(tmp_path / "other")
    (tmp_path / "other" / "authority.pem").replace(tmp_path / "room" / "authority.pem")
    with pytest.raises(AuthorityTrouble, match=r"authority\.key is damaged"):
        Authority(tmp_path / "room")


@pytest.mark.parametrize("name", FILES)
def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path, name: str) -> None:
    """It cannot be read as a file, and nothing is made beside it."""
    (tmp_path / name).mkdir()
    with pytest.raises(AuthorityTrouble, match=f"{name} cannot be read"):
        Authority(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path) -> None:
    """The error names the file that cannot be read."""
    (tmp_path / "room").write_bytes(b"")
    with pytest.raises(AuthorityTrouble, match=r"authority\.key cannot be read \(Not a directory\)"):
        Authority(tmp_path / "room")


def test_a_full_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No part of a file remains, so that the next start can make both."""

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        (tmp_path / "room").mkdir()
        with pytest.raises(
            AuthorityTrouble, match=r"authority\.key cannot be written .* pi-bunco doctor disk"
        ):
            Authority(tmp_path / "room")
    assert read_files(tmp_path / "room") == {}
    assert Authority(tmp_path / "room").room


# Identities.


def test_an_identity_comes_back(authority: Authority, tmp_path: Path) -> None:
    """It has its room, its name and the authority's certificate. Before joining there is none."""
    assert load_identity(tmp_path / "far") is None
    saved = join(authority, tmp_path / "far")
    assert load_identity(tmp_path / "far") == saved
    assert (saved.room, saved.name, saved.authority) == (authority.room, "hall-2", authority.certificate)


def test_a_pi_can_join_another_room(authority: Authority, tmp_path: Path) -> None:
    """Its newer identity replaces the older one."""
    other = Authority(tmp_path / "other")
    join(other, tmp_path / "far")
    saved = join(authority, tmp_path / "far", "bar")
    assert load_identity(tmp_path / "far") == saved
    assert saved.room == authority.room


def test_an_identity_that_does_not_fit_is_not_written(authority: Authority, tmp_path: Path) -> None:
    """That is one for another key, from another authority, of no authority, or no certificate at all."""
    key, request = make_request()
    other = Authority(tmp_path / "other")
    good = authority.sign(request, "hall")
    wrong = [
        (make_request()[0], good, authority.certificate),
        (key, authority.sign(make_request()[1], "hall"), authority.certificate),
        (key, good, other.certificate),
        (key, other.sign(request, "hall"), authority.certificate),
        (key, good, good),
        (key, b"", authority.certificate),
        (key, good.rjust(MAX_REQUEST_BYTES + 1), authority.certificate),
        (key, forge_signature(good), authority.certificate),
    ]
    for parts in wrong:
        with pytest.raises(RequestTrouble, match=r"no certificate for this Pi\. Begin to join again"):
            save_identity(tmp_path / "far", *parts)
    assert not (tmp_path / "far").exists()
    save_identity(tmp_path / "far", key, good, authority.certificate)


def test_only_the_certificate_itself_is_written(authority: Authority, tmp_path: Path) -> None:
    """What the head sends around it, such as a second key, does not reach the file."""
    key, request = make_request()
    own = authority.sign(request, "hall")
    sent = make_request()[0] + own + make_root("pi-bunco room 0123abcd")
    saved = save_identity(tmp_path, key, sent, authority.certificate)
    assert saved.path.read_bytes() == key + own + authority.certificate


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda old: bytes(len(old)),
        lambda old: old[: len(old) // 2],
        lambda old: old[old.index(b"-----BEGIN CERTIFICATE") :],
        lambda old: old + old,
        lambda old: old.replace(b"M", b"N", 1),
        lambda old: make_request()[0] + old[old.index(b"-----BEGIN CERTIFICATE") :],
    ],
)
def test_a_damaged_identity_is_an_error(
    authority: Authority, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    """The file is named with the remedy, and stays as it is."""
    path = join(authority, tmp_path / "far").path
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(AuthorityTrouble, match=r"identity\.pem is damaged.* join the room again"):
        load_identity(tmp_path / "far")
    assert path.read_bytes() == before


def test_an_identity_behind_a_link_is_an_error(authority: Authority, tmp_path: Path) -> None:
    """Joining again replaces the link, and does not write through it."""
    kept = join(authority, tmp_path / "far").path.rename(tmp_path / "kept")
    before = kept.read_bytes()
    (tmp_path / "far" / "identity.pem").symlink_to(kept)
    with pytest.raises(AuthorityTrouble, match=r"identity\.pem is a link"):
        load_identity(tmp_path / "far")
    assert load_identity(tmp_path / "far-2") is None
    assert join(authority, tmp_path / "far") == load_identity(tmp_path / "far")
    assert kept.read_bytes() == before


def test_an_old_identity_stays_if_the_disk_is_full(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Pi is still in the room that it had joined."""
    saved = join(authority, tmp_path / "far")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(AuthorityTrouble, match="cannot be written"):
        join(authority, tmp_path / "far", "another")
    assert load_identity(tmp_path / "far") == saved
