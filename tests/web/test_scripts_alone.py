"""Each script of the pages passes its tests without a browser: Node runs ``tests/web/js``."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.lint_scripts import PAGES, ROOT, SCRIPTS, find_missing, run_tests

WHY_NOT = find_missing("jsdom")

pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

ONLY_IMPORT = {"camera", "watch"}  # they only start code of other scripts
NAMES = sorted(
    {path.stem for folder in (SCRIPTS, PAGES) for path in (ROOT / folder).rglob("*.js")} - ONLY_IMPORT
)


@pytest.fixture(scope="module")
def results() -> dict[str, dict[str, str]]:
    """Return the failure of each test (``""``: none), by the script and the test's sentence."""
    finished = run_tests("junit")
    found: dict[str, dict[str, str]] = {}
    for case in ET.fromstring(finished.stdout).iter("testcase"):  # noqa: S314 - Node has written it
        failure = "".join(failure.text or "" for failure in case.iter("failure"))
        script = Path(case.attrib["file"]).name.removesuffix(".test.mjs")
        found.setdefault(script, {})[case.attrib["name"]] = failure
    assert found, finished.stderr
    return found


@pytest.mark.parametrize("script", NAMES)
def test_a_script_passes_its_tests(script: str, results: dict[str, dict[str, str]]) -> None:
    """Every script has tests."""
    assert results[script]
    failures = {sentence: why for sentence, why in results[script].items() if why}
    assert not failures, "\n".join(f"{sentence}: {why}" for sentence, why in failures.items())


def test_every_test_belongs_to_a_script(results: dict[str, dict[str, str]]) -> None:
    """No tests of a removed script are left, and every file of tests ran."""
    assert sorted(results) == NAMES
