"""The authorities of a room: which certificates are some, and how they are kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from pi_bunco.certificates.building import AuthorityTrouble
from pi_bunco.link.authority import (
    MAX_BUNDLE_BYTES,
    Authority,
    RequestTrouble,
    find_credentials,
    join_bundles,
    load_identity,
    load_trusted,
    make_request,
    read_room,
    save_identity,
    save_trusted,
)
from pi_bunco.link.state import TRUSTED_FILE
from tests.link.certificates import forge_signature, join, make_root, pack


def test_a_room_is_read_from_its_certificate(authority: Authority) -> None:
    """The id in the name is the room's."""
    assert read_room(authority.certificate) == authority.room
    assert read_room(make_root("pi-bunco room 0123abcd")) == "0123abcd"


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
    "too long": lambda: make_root("pi-bunco room 0123abcd").rjust(MAX_BUNDLE_BYTES + 1, b"\n"),
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


# Bundles.


def make_roots(count: int) -> list[bytes]:
    """Return the certificates of so many authorities."""
    return [make_root(f"pi-bunco room {number:08x}") for number in range(count)]


def test_a_bundle_has_each_authority_once_in_order() -> None:
    """What comes twice stays at its first place, so the first head's authority names the room for ever."""
    a, b, c = make_roots(3)
    assert join_bundles(a) == a
    assert join_bundles(a + b, b + c, a) == a + b + c
    assert join_bundles(b + a, a + b) == b + a
    assert read_room(join_bundles(b, a)) == "00000001"


def test_text_around_authorities_is_not_kept() -> None:
    """A key or a remark that another machine sends between them reaches no file."""
    a, b = make_roots(2)
    assert join_bundles(b"remark\n" + a + make_request()[0] + b + b"\n") == a + b


def test_a_bundle_has_a_limit() -> None:
    """There is room for about twenty heads. One more is refused with what to do, and so is a long text."""
    roots = make_roots(40)
    most = next(count for count in range(40) if len(b"".join(roots[: count + 1])) > MAX_BUNDLE_BYTES)
    assert most >= 20
    assert join_bundles(*roots[:most]) == b"".join(roots[:most])
    with pytest.raises(RequestTrouble, match=r"room’s heads cannot be used.*begin a new room"):
        join_bundles(*roots[: most + 1])
    assert join_bundles(roots[0], *[roots[0]] * 40) == roots[0]
    with pytest.raises(RequestTrouble):
        join_bundles(roots[0], roots[1].rjust(MAX_BUNDLE_BYTES + 1, b"\n"))


@pytest.mark.parametrize("kind", FALSE_ROOTS)
def test_hostile_bundles_are_refused(authority: Authority, kind: str) -> None:
    """One false authority spoils its bundle: nothing of it is taken, at whichever place it stands."""
    false = FALSE_ROOTS[kind]()
    for bundles in ((authority.certificate, false), (false, authority.certificate)):
        with pytest.raises(RequestTrouble, match="room’s heads cannot be used"):
            join_bundles(*bundles)
    if false.startswith(b"-----BEGIN CERTIFICATE-----"):  # a text that is none would be a remark between them
        with pytest.raises(RequestTrouble):
            join_bundles(authority.certificate + false)


def test_a_member_is_no_authority_in_a_bundle(authority: Authority) -> None:
    """Otherwise a far Pi could let others in by the list that the head sends."""
    with pytest.raises(RequestTrouble):
        join_bundles(authority.certificate, authority.sign(make_request()[1], "hall"))


# Files.


def test_a_pi_trusts_whom_it_has_heard_of(authority: Authority, tmp_path: Path) -> None:
    """Until then it trusts the authorities with which it has joined. Its own file stays as it is."""
    far, later = join(authority, tmp_path / "far"), Authority(tmp_path / "later")
    before = far.path.read_bytes()
    assert find_credentials(tmp_path / "far", far).authority == far.path
    assert load_trusted(tmp_path / "far", far) == authority.certificate
    both = join_bundles(far.authorities, later.certificate)
    save_trusted(tmp_path / "far", both)
    credentials = find_credentials(tmp_path / "far", far)
    assert credentials.authority.read_bytes() == both
    assert (credentials.certificate, credentials.key) == (far.path, far.path)
    assert load_trusted(tmp_path / "far", far) == both
    assert (tmp_path / "far" / TRUSTED_FILE).stat().st_mode & 0o777 == 0o600
    assert far.path.read_bytes() == before


def test_authorities_behind_a_link_are_an_error(authority: Authority, tmp_path: Path) -> None:
    """The sentence names the file, and nobody is trusted by accident."""
    far = join(authority, tmp_path / "far")
    (tmp_path / "far" / TRUSTED_FILE).symlink_to(far.path)
    with pytest.raises(AuthorityTrouble, match=f"{TRUSTED_FILE} is a link"):
        load_trusted(tmp_path / "far", far)


def test_a_pi_joins_with_the_authorities_of_all_heads(authority: Authority, tmp_path: Path) -> None:
    """It comes into the room of the first head, also if a later one has signed its certificate."""
    later = Authority(tmp_path / "later")
    both = join_bundles(authority.certificate, later.certificate)
    key, request = make_request()
    saved = save_identity(tmp_path / "far", key, later.sign(request, "new"), both)
    assert load_identity(tmp_path / "far") == saved
    assert (saved.room, saved.name, saved.authorities) == (authority.room, "new", both)


def test_two_authorities_of_one_name_are_not_taken_for_each_other(
    authority: Authority, tmp_path: Path
) -> None:
    """Somebody who names their authority like the room's has signed for nobody."""
    other = Authority(tmp_path / "other")
    key, request = make_request()
    false = make_root(f"pi-bunco room {other.room}")
    with pytest.raises(RequestTrouble, match="no certificate for this Pi"):
        save_identity(
            tmp_path / "far", key, other.sign(request, "hall"), join_bundles(authority.certificate, false)
        )
    assert load_identity(tmp_path / "far") is None
