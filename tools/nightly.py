"""Runs all parts of ``make nightly``, also after one has failed, and goes on where it was stopped.

What has passed is written down for the commit, and is not run again on it. With changes that no commit has,
everything runs.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PASSED = ROOT / ".cache/nightly"
"""What has passed: a folder for each commit, with a file for each part, and the list of tests."""

_PYTEST = (sys.executable, "-m", "pytest", "-n", "2", "--dist", "load", "-m", "nightly")
PARTS: Mapping[str, tuple[str, ...]] = {
    "coverage": ("/usr/bin/env", "make", "coverage"),
    "other Python": ("/usr/bin/env", "make", "test-other"),
    "virtual Pi": (sys.executable, "tools/virtual_pi.py"),
    "tests": (*_PYTEST, "-p", "tools.passed_tests"),
}


def find_commit() -> str:
    """Return the commit of the working tree, ``""`` if the tree differs from it, or there is no Git."""
    try:
        if _ask_git("status", "--porcelain"):
            return ""
        return _ask_git("rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _ask_git(*arguments: str) -> str:
    command = ("/usr/bin/env", "git", *arguments)
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def run_parts(passed: Path | None) -> dict[str, str]:
    """Run each part that has not passed, and return how each went, in words.

    Parameters
    ----------
    passed
        The folder of what has passed on this commit; ``None``: there is no such commit, so all parts run.
    """
    went = {}
    if passed:
        passed.mkdir(parents=True, exist_ok=True)
    for name, command in PARTS.items():
        if passed and (passed / name).exists():
            went[name] = "passed before"
            continue
        options = (f"--passed={passed / 'tests.txt'}",) if passed and name == "tests" else ()
        status = subprocess.run((*command, *options), cwd=ROOT, check=False).returncode
        went[name] = "FAILED" if status else "passed"
        if passed and not status:
            (passed / name).touch()
    return went


def main() -> int:
    """Run the parts, print how each went, and return an exit status."""
    commit = find_commit()
    went = run_parts(PASSED / commit if commit else None)
    for name, how in went.items():
        print(f"{name:14}{how}")  # noqa: T201 - this is what it is for
    return int("FAILED" in went.values())


if __name__ == "__main__":
    sys.exit(main())
