"""Root acts in another user's folder only as that user, so it follows none of their links elsewhere."""

import importlib
import os
import pkgutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import pi_bunco
from pi_bunco.cli.owner import act_as_owner, become_owner, find_owner
from pi_bunco.store import Log, back_up
from tests.cli.conftest import Call

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as another user")

USER = 65_534
"""A user without rights, who exists on every Debian."""
HEADER = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
SECRET = b"for root alone"
LINKED = (
    "lock",
    ".log.witness.new",
    "log.witness",
    ".calibration.zip.new",
    ".access.json.new",
    ".access.json",
)


class Place(NamedTuple):
    """A table's folder that belongs to a user, and a file and a folder that only root may use."""

    state: Path
    secret: Path
    private: Path


@pytest.fixture(scope="module", autouse=True)
def imported() -> None:
    """Import what commands import late: the user may not read a checkout in root's home folder."""
    importlib.import_module("encodings.idna")
    for module in pkgutil.walk_packages(pi_bunco.__path__, "pi_bunco."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


@pytest.fixture
def place() -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as made:
        top = Path(made)
        top.chmod(0o755)
        state, private = top / "state", top / "private"
        with Log(state) as log:
            log.start(HEADER)
        private.mkdir(0o700)
        secret = private / "secret"
        secret.write_bytes(SECRET)
        secret.chmod(0o600)
        for path in (state, *state.rglob("*")):
            os.chown(path, USER, USER)
        yield Place(state, secret, private)


def find_foreign(folder: Path) -> list[Path]:
    """Return what does not belong to the user."""
    return [path for path in folder.rglob("*") if path.lstat().st_uid != USER]


@pytest.mark.parametrize("link", LINKED)
@pytest.mark.parametrize(
    "words",
    [
        ("restore", "{private}/backup.zip", "--yes"),
        ("restore", "--salvage"),
        ("record", "--import", "{private}/record"),
        ("backup",),
        ("pin", "--reset"),
        ("update", "--check"),
        ("doctor", "card", "backup", "photos"),
    ],
    ids=" ".join,
)
def test_links_in_the_folder_lead_root_nowhere(
    call: Call, place: Place, words: tuple[str, ...], link: str
) -> None:
    """A link in the table's folder leads to root's file, which keeps its content and owner."""
    made = back_up(place.state, place.private / "made")
    assert made is not None
    made.path.rename(place.private / "backup.zip")
    (place.private / "record").write_text(
        '{"record": "bunco/1", "rules": "classic", "tables": [["A", "B", "C", "D"]]}'
    )
    for path in place.state.rglob("*"):
        os.chown(path, USER, USER)
    (place.state / link).unlink(missing_ok=True)
    (place.state / link).symlink_to(place.secret)
    os.lchown(place.state / link, USER, USER)
    before = place.secret.stat()
    call(*(word.format(private=place.private) for word in words), "--state-dir", place.state)
    after = place.secret.stat()
    assert place.secret.read_bytes() == SECRET
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)
    assert find_foreign(place.state) == []
    assert os.geteuid() == 0


def test_calibration_is_not_written_through_a_link(call: Call, place: Place) -> None:
    """``calibrate`` writes no file of root's, and its own file belongs to the table's user."""
    for name in (".calibration.zip.new", "calibration.zip.new"):
        (place.state / name).symlink_to(place.secret)
        os.lchown(place.state / name, USER, USER)
    call("calibrate", "--camera", "mock", "--throws", "0", "--state-dir", place.state)
    assert place.secret.read_bytes() == SECRET
    assert find_foreign(place.state) == []


def test_root_restores_a_backup_that_only_root_may_read(call: Call, place: Place) -> None:
    """A backup in a home folder is read as root, and put in place as the table's user."""
    made = back_up(place.state, place.private)
    assert made is not None
    status, out, err = call("restore", made.path, "--yes", "--state-dir", place.state)
    assert (status, err) == (0, "")
    assert f"It is in place in {place.state}." in out
    assert find_foreign(place.state) == []


def test_root_backs_up_where_only_root_may_write(call: Call, place: Place) -> None:
    """A backup goes to a folder of root's, such as a mounted disk, twice, and nothing else changes."""
    private = place.private / "disk"
    for said in ("1 game, 1 line", "Nothing new since"):
        status, out, err = call("backup", "--to", private, "--state-dir", place.state)
        assert (status, said in out) == (0, True), err
    assert [path.lstat().st_uid for path in private.iterdir()] == [0]
    assert find_foreign(place.state) == []


def test_backup_is_not_read_through_a_link(call: Call, place: Place) -> None:
    """A link among the table's backups to a backup that only root may read is refused."""
    made = back_up(place.state, place.private)
    assert made is not None
    backups = place.state / "backups"
    backups.mkdir()
    (backups / "mine.zip").symlink_to(made.path)
    for path in (backups, backups / "mine.zip"):
        os.lchown(path, USER, USER)
    status, _, err = call("restore", backups / "mine.zip", "--yes", "--state-dir", place.state)
    assert status == 2
    assert "Permission denied" in err


def test_run_becomes_the_folders_user(place: Place) -> None:
    """A process that has become the owner of a folder cannot become root again."""
    child = os.fork()
    if child == 0:
        become_owner(place.state)
        try:
            os.seteuid(0)
        except PermissionError:
            os._exit(0 if os.getresuid() == (USER, USER, USER) and 0 not in os.getgroups() else 1)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_owner_is_the_first_user_on_the_way(place: Place) -> None:
    """The first owner on the way counts, by links and what they lead to; what is missing has none."""
    assert find_owner(place.private / "new" / "file") is None
    owner = find_owner(place.state / "new" / "file")
    assert owner is not None
    assert owner.user == USER
    leads_there = place.private / "state"
    leads_there.symlink_to(place.state)
    assert find_owner(leads_there) == owner
    out_of_there = place.state / "out"
    out_of_there.symlink_to(place.private)
    os.lchown(out_of_there, USER, USER)
    assert find_owner(out_of_there / "secret") == owner
    with act_as_owner(out_of_there), pytest.raises(PermissionError):
        (out_of_there / "secret").read_bytes()
