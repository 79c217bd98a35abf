"""The authority of the pages: what its certificates say, and what other programs think of them."""

import plistlib
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from pi_bunco.certificates.building import BROKEN, AuthorityTrouble, describe, make_key, parse_key
from pi_bunco.certificates.names import PageNames, parse_address
from pi_bunco.certificates.pages import PageAuthority
from pi_bunco.certificates.profile import make_profile
from pi_bunco.certificates.span import Span

NOW = datetime(2027, 5, 2, 12, tzinfo=UTC)
NAMED = PageNames(
    frozenset({"bunco", "bunco.local"}), frozenset(map(ip_address, ("192.168.1.20", "10.42.0.1")))
)


@pytest.fixture
def authority(tmp_path: Path) -> PageAuthority:
    made = PageAuthority(tmp_path / "authority.pem", "bunco", {"bunco.example.org"})
    (tmp_path / "root.pem").write_bytes(made.root.public_bytes(Encoding.PEM))
    return made


def verify(folder: Path, pages: bytes, *more: str) -> str:
    """Return what OpenSSL says of a certificate for a web server, for a client that trusts the root."""
    (folder / "pages.pem").write_bytes(pages)
    checks = ("-x509_strict", "-purpose", "sslserver", "-CAfile", "root.pem", "-untrusted", "pages.pem")
    words = ["openssl", "verify", *checks, *more, "pages.pem"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def forge(folder: Path, *subjects: x509.GeneralName) -> bytes:
    """Return a certificate for any names, signed with a stolen authority."""
    data = (folder / "authority.pem").read_bytes()
    own = x509.load_pem_x509_certificate(data)
    signer, key = parse_key(data, own), make_key()
    certificate = (
        describe("a bank", key.public_key(), signer, Span(NOW, NOW + timedelta(days=90)))
        .issuer_name(own.subject)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
        .sign(signer, hashes.SHA256())
    )
    return certificate.public_bytes(Encoding.PEM) + own.public_bytes(Encoding.PEM)


@pytest.mark.parametrize("days", [-29, 0, 400, 780])
def test_certificate_is_valid_for_two_years(authority: PageAuthority, tmp_path: Path, days: int) -> None:
    """OpenSSL accepts it for a web server, for a name and for an address, with clocks far apart."""
    pages, at = authority.issue(NAMED, NOW), str(int((NOW + timedelta(days=days)).timestamp()))
    assert "pages.pem: OK" in verify(tmp_path, pages, "-attime", at, "-verify_hostname", "bunco.local")
    assert "pages.pem: OK" in verify(tmp_path, pages, "-attime", at, "-verify_ip", "192.168.1.20")
    assert "mismatch" in verify(tmp_path, pages, "-attime", at, "-verify_hostname", "evil.example")


def test_certificate_is_what_apple_asks_for(authority: PageAuthority) -> None:
    """At most 825 days, for servers only, names in their extension, P-256 and SHA-256."""
    own, issuer = x509.load_pem_x509_certificates(authority.issue(NAMED, NOW))
    assert own.not_valid_after_utc - own.not_valid_before_utc <= timedelta(days=825)
    purposes = own.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(purposes) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert isinstance(own.signature_hash_algorithm, hashes.SHA256)
    assert own.subject not in (issuer.subject, authority.root.subject)
    for each in (issuer, authority.root):
        assert (each.not_valid_before_utc.year, each.not_valid_after_utc.year) == (2020, 2049)


@pytest.mark.parametrize(
    "subject",
    [
        x509.DNSName("bank.example.com"),
        x509.DNSName("example.org"),
        x509.DNSName("local.example.com"),
        x509.DNSName("*.com"),
        x509.IPAddress(ip_address("8.8.8.8")),
        x509.IPAddress(ip_address("2001:db8::1")),
        x509.IPAddress(ip_address("172.32.0.1")),
    ],
)
def test_a_stolen_authority_is_worth_nothing_elsewhere(
    authority: PageAuthority, tmp_path: Path, subject: x509.GeneralName
) -> None:
    """A certificate that it signs for another site or a public address is refused."""
    at = str(int(NOW.timestamp()) + 60)
    assert authority.called
    assert "permitted subtree violation" in verify(tmp_path, forge(tmp_path, subject), "-attime", at)
    fair = forge(tmp_path, x509.DNSName("tablet.local"), x509.IPAddress(ip_address("192.168.7.7")))
    assert "pages.pem: OK" in verify(tmp_path, fair, "-attime", at)


def test_only_local_names_are_chosen(authority: PageAuthority) -> None:
    """Public addresses and names of others are left out, because no device would accept them."""
    wanted = PageNames(
        frozenset(
            {
                "bunco",
                "bunco.example.org",
                "x.bunco.example.org",
                "bunco.fritz.box",
                "a b.local",
                "bunco.local",
            }
        ),
        frozenset(map(ip_address, ("192.168.1.20", "203.0.113.9", "fd00::7", "2001:db8::1"))),
    )
    chosen = authority.choose(wanted)
    assert chosen.names == {"bunco", "bunco.example.org", "x.bunco.example.org", "bunco.local"}
    assert chosen.addresses == set(map(ip_address, ("192.168.1.20", "fd00::7")))


def test_a_certificate_fits_until_something_changes(authority: PageAuthority) -> None:
    """Another address, an earlier time and a much later one need another certificate."""
    read = authority.read(authority.issue(NAMED, NOW))
    assert read is not None
    assert read.named == NAMED
    assert read.fits(NAMED, NOW)
    assert read.fits(NAMED, NOW + timedelta(days=300))
    assert not read.fits(NAMED, NOW + timedelta(days=500))
    assert not read.fits(NAMED, NOW - timedelta(days=40))
    assert not read.fits(PageNames(NAMED.names, frozenset(map(ip_address, ("192.168.1.21",)))), NOW)


def test_authority_stays_the_same(authority: PageAuthority, tmp_path: Path) -> None:
    """Opened again, also under another host name, it has the same root. Only the owner can read it."""
    path = tmp_path / "authority.pem"
    again = PageAuthority(path, "other")
    assert (again.root, again.called) == (authority.root, authority.called)
    assert authority.called.startswith("Bunco table of bunco (")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes().count(b"PRIVATE KEY-----") == 2, "one key: the root's was thrown away"
    with pytest.raises(BROKEN):
        parse_key(path.read_bytes(), authority.root)


def test_a_long_host_name_is_cut(tmp_path: Path) -> None:
    """A common name has at most 64 letters (RFC 5280)."""
    assert len(PageAuthority(tmp_path / "authority.pem", "b" * 63).called) <= 55


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:200], lambda _: b"", lambda data: data.replace(b"MI", b"MJ", 1)]
)
def test_a_damaged_authority_is_reported(
    authority: PageAuthority, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    """The file stays as it is, and the remedy is a new certificate."""
    path = tmp_path / "authority.pem"
    spoiled = spoil(path.read_bytes())
    path.write_bytes(spoiled)
    with pytest.raises(AuthorityTrouble, match=r"authority\.pem is damaged\..*Begin again"):
        PageAuthority(path, "bunco")
    assert path.read_bytes() == spoiled
    assert authority.read(spoiled) is None


def test_another_authoritys_certificate_is_not_used(authority: PageAuthority, tmp_path: Path) -> None:
    """After a new beginning, the certificate of the old authority counts as none."""
    other = PageAuthority(tmp_path / "other.pem", "bunco")
    assert authority.read(other.issue(NAMED, NOW)) is None


def test_profile_is_what_apple_describes(authority: PageAuthority) -> None:
    """It has one payload, the root certificate. Made again, it replaces itself."""
    profile = plistlib.loads(make_profile(authority, "It is for the table."))
    (root,) = profile["PayloadContent"]
    assert (profile["PayloadType"], root["PayloadType"]) == ("Configuration", "com.apple.security.root")
    assert profile["PayloadVersion"] == root["PayloadVersion"] == 1
    assert profile["PayloadDisplayName"] == authority.called
    assert x509.load_der_x509_certificate(root["PayloadContent"]) == authority.root
    assert profile["PayloadUUID"] != root["PayloadUUID"]
    assert profile["PayloadIdentifier"] != root["PayloadIdentifier"]
    assert plistlib.loads(make_profile(authority, "Again."))["PayloadUUID"] == profile["PayloadUUID"]


def test_addresses_are_told_from_names() -> None:
    """What is no address is a name."""
    assert [parse_address(host) is None for host in ("10.0.0.1", "::1", "bunco", "")] == [
        False,
        False,
        True,
        True,
    ]
