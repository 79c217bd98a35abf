"""``make nightly`` runs all its parts, and goes on where it was stopped."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import nightly

ROOT = Path(nightly.__file__).parents[1]
_TESTS = """
import pytest
def test_good(): pass
def test_bad(): assert {good}
def test_unclean(request): request.addfinalizer(lambda: {good} or pytest.fail())
"""


@pytest.fixture
def _parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There are three parts: the second fails, and each writes that it ran."""
    run = f"import sys; open('{tmp_path}/ran', 'a').write(sys.argv[1]); sys.exit(sys.argv[1] == 'b')"
    monkeypatch.setattr(
        nightly, "PARTS", {name: (sys.executable, "-c", run, name) for name in ("a", "b", "c")}
    )


@pytest.mark.usefixtures("_parts")
def test_part_that_fails_keeps_no_other_from_running(tmp_path: Path) -> None:
    """After a part that failed the next ones run, and the next time only the one that failed."""
    passed = tmp_path / "passed"
    assert nightly.run_parts(passed) == {"a": "passed", "b": "FAILED", "c": "passed"}
    assert nightly.run_parts(passed) == {"a": "passed before", "b": "FAILED", "c": "passed before"}
    assert (tmp_path / "ran").read_text() == "abcb"


@pytest.mark.usefixtures("_parts")
def test_changed_tree_runs_everything(tmp_path: Path) -> None:
    """With changes that no commit has, nothing counts as passed before."""
    assert [nightly.run_parts(None) for _ in range(2)] == [{"a": "passed", "b": "FAILED", "c": "passed"}] * 2
    assert (tmp_path / "ran").read_text() == "abcabc"


def test_tests_that_passed_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A test that failed, or whose clean-up failed, runs again. When all have passed, none runs."""
    test = tmp_path / "test_some.py"
    options = ("-q", "-p", "xdist", "-n", "2", "-p", "tools.passed_tests", "-c", "/dev/null")
    command = (sys.executable, "-m", "pytest", *options, "--rootdir", tmp_path, test)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # some take seconds to load

    def count(*, good: bool) -> tuple[int, str]:
        test.write_text(_TESTS.format(good=good))
        passed = f"--passed={tmp_path / 'passed.txt'}"
        done = subprocess.run((*command, passed), cwd=ROOT, check=False, capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()[-1].partition(" in ")[0]

    assert count(good=False) == (1, "1 failed, 2 passed, 1 error")
    assert count(good=True) == (0, "2 passed")
    assert count(good=True) == (0, "no tests ran")
