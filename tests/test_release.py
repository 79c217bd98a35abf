"""The checks before a release: of the changelog, and of the contents of its archives."""

import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco import __version__
from tools import release, virtual_pi
from tools.release import NotReady, check_changelog, check_inside, read_contents

Release = Callable[..., tuple[int, str]]
CHANGELOG = (
    "# Changelog\n\n## 1.2.0 – 2026-05-01\n\nNew.\n\n- It rings.\n\n## 1.1.0 – 2026-04-01\n\n- It plays.\n"
)


def test_changelog_with_the_version_is_accepted() -> None:
    """The newest section must be that of the version, with a date; a trial accepts an unreleased section."""
    check_changelog(CHANGELOG, "1.2.0")
    check_changelog(CHANGELOG.replace("2026-05-01", "unreleased"), "1.2.0", trial=True)
    coming = CHANGELOG.replace("## 1.2.0", "## 1.3.0 – unreleased\n\n- It sings.\n\n## 1.2.0")
    check_changelog(coming, "1.2.0", trial=True)
    with pytest.raises(NotReady, match=r"newest section is not that of 1\.2\.0"):
        check_changelog(coming, "1.2.0")
    check_changelog((release.ROOT / "CHANGELOG.md").read_text("utf-8"), __version__, trial=True)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (CHANGELOG.replace("1.2.0", "1.3.0"), "newest section is not that of 1.2.0"),
        (CHANGELOG.replace("2026-05-01", "unreleased"), "“unreleased”: write the day"),
        (CHANGELOG.replace("- It rings.", ""), "says nothing of 1.2.0"),
        ("# Changelog\n", "newest section is not that of 1.2.0"),
    ],
)
def test_changelog_that_is_not_ready_is_refused(text: str, wrong: str) -> None:
    """A changelog with another version, without a date, without text, or without a section is refused."""
    with pytest.raises(NotReady, match=wrong):
        check_changelog(text, "1.2.0")


@pytest.mark.parametrize(
    ("path", "data", "what"),
    [
        ("pi_bunco/a.py", b"ROOT = '/home/ann/pi-bunco'", "names /home/ann"),
        ("requirements.lock", b"--index-url https://example.org/", "names an address"),
        ("docs/a.md", b"write to ann@" + b"mail.net", r"has the address ann@mail\.net"),
        ("pi_bunco/__pycache__/a.pyc", b"", "is made by running"),
    ],
)
def test_private_contents_are_found(path: str, data: bytes, what: str) -> None:
    """A home folder, a registry, a mail address and a compiled file are found, with their paths."""
    with pytest.raises(NotReady, match=f"{path}: {what}"):
        check_inside({path: data}, ("/home/ann",))


def test_harmless_contents_are_accepted() -> None:
    """Addresses at example.org, and bytes in a picture that look like a folder, are accepted."""
    files = {"a.md": b"ann@example.org, see https://example.org", "b.png": b"\0/home/ann"}
    check_inside(files, ("/home/ann",))


def test_incomplete_sdist_is_refused() -> None:
    """An sdist without one of the needed files is refused."""
    whole = dict.fromkeys((*release.NEEDED, "PKG-INFO"), b"")
    check_inside(whole, ())
    with pytest.raises(NotReady, match=r"lacks SECURITY\.md"):
        check_inside({name: b"" for name in whole if name != "SECURITY.md"}, ())


def test_both_kinds_of_archive_are_read(tmp_path: Path) -> None:
    """The contents of a wheel and an sdist have the paths of a checkout."""
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        wheel.writestr("pi_bunco/a.py", "1")
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as sdist:
        member = tarfile.TarInfo("pi_bunco-1.0/pi_bunco/a.py")
        member.size = 1
        sdist.addfile(member, io.BytesIO(b"1"))
    assert (
        read_contents(tmp_path / "a.whl") == read_contents(tmp_path / "a.tar.gz") == {"pi_bunco/a.py": b"1"}
    )


@pytest.mark.nightly
def test_archives_of_this_checkout_pass_the_checks(tmp_path: Path) -> None:
    """The archives of this checkout are reproducible and contain nothing private."""
    pytest.importorskip("hatchling", reason="both are built with hatchling, which is not installed")
    for archive in release.build_archives(tmp_path):
        files = read_contents(archive)
        check_inside(files, release.list_local_names())
        assert not [path for path in files if "node_modules" in path]
        assert [path for path in files if path.endswith("vendor/LICENSE-Lexend.txt")]


@pytest.fixture
def make_release(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Release:
    """Return the function that makes a release of two small archives and returns its status and its words."""
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    built = (tmp_path / "a.tar.gz", tmp_path / "a.whl")
    for archive in built:
        archive.touch()
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "__version__", "1.2.0")
    monkeypatch.setattr(release, "_check_tree", lambda: None)
    monkeypatch.setattr(release, "build_archives", lambda _: built)
    monkeypatch.setattr(release, "read_contents", lambda _: {})
    monkeypatch.setattr(release, "_try_wheel", lambda *_: None)

    def make(*options: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["release.py", *options])
        return release.main(), capsys.readouterr().out

    return make


def test_release_stops_where_the_virtual_pi_cannot_run(
    make_release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the virtual Pi cannot run, nothing is built, and the message says why and how to leave it out."""
    monkeypatch.setattr(virtual_pi, "find_obstacle", lambda: "the virtual Pi needs root")
    status, words = make_release()
    assert status == 1
    assert "needs root. To leave them out: make release RELEASE=--without-pi" in words
    assert "are built" not in words


@pytest.mark.parametrize("option", ["--without-pi", "--trial"])
def test_release_without_the_virtual_pi_says_so(
    option: str, make_release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If an option leaves out the virtual Pi, it is not asked for, and the words say that it was not run."""
    monkeypatch.setattr(virtual_pi, "find_obstacle", lambda: pytest.fail("nobody asked"))
    monkeypatch.setattr(virtual_pi, "run_tests", lambda: pytest.fail("nobody asked"))
    status, words = make_release(option)
    assert status == 0
    assert "the tests in the virtual Pi were NOT run" in words


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(0, "the tests in the virtual Pi passed"), (1, "not ready: tests in the virtual Pi failed")],
)
def test_release_runs_the_tests_in_the_virtual_pi(
    status: int, sentence: str, make_release: Release, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The tests in the virtual Pi decide whether there is a release."""
    monkeypatch.setattr(virtual_pi, "find_obstacle", lambda: "")
    monkeypatch.setattr(virtual_pi, "run_tests", lambda: status == 0)
    got, words = make_release()
    assert (got, sentence in words) == (status, True)
    assert (tmp_path / "dist").exists() == (status == 0)
