"""The files of an authority and of an identity: what is in them, and what happens if they are damaged."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from pi_bunco.certificates.building import AuthorityTrouble
from pi_bunco.link.authority import (
    MAX_BUNDLE_BYTES,
    Authority,
    RequestTrouble,
    load_identity,
    make_request,
    save_identity,
)
from pi_bunco.link.joining import MAX_REQUEST_BYTES
from tests.link.certificates import (
    forge_signature,
    join,
    make_root,
    read_files,
    write_key,
)

FILES = "authority.key", "authority.pem"

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


DAMAGED: list[tuple[str, Callable[[bytes], bytes]]] = [
    *((name, lambda _: b"") for name in FILES),
    *((name, lambda old: bytes(len(old))) for name in FILES),
    *((name, lambda old: old[: len(old) // 2]) for name in FILES),
    *((name, lambda old: old.replace(b"M", b"N", 1)) for name in FILES),
    *((name, lambda old: old.rjust(MAX_BUNDLE_BYTES * 2)) for name in FILES),
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
    assert (saved.room, saved.name, saved.authorities) == (authority.room, "hall-2", authority.certificate)


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
