"""What each script of the pages does by itself, without a browser: Node runs ``tests/web/js``."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools.lint_scripts import ROOT, SCRIPTS, find_missing, run_tests

WHY_NOT = find_missing("jsdom")

pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)

ONLY_IMPORT = {"camera", "room"}  # they do nothing but begin what others have
NAMES = sorted({path.stem for path in (ROOT / SCRIPTS).glob("*.js")} - ONLY_IMPORT)


@pytest.fixture(scope="module")
def results() -> dict[str, dict[str, str]]:
    """Return what was found wrong (``""``: nothing), by script and by the test's sentence."""
    done = run_tests("junit")
    found: dict[str, dict[str, str]] = {}
    for case in ET.fromstring(done.stdout).iter("testcase"):  # noqa: S314 - Node has written it
        wrong = "".join(failure.text or "" for failure in case.iter("failure"))
        script = Path(case.attrib["file"]).name.removesuffix(".test.mjs")
        found.setdefault(script, {})[case.attrib["name"]] = wrong
    assert found, done.stderr
    return found


@pytest.mark.parametrize("script", NAMES)
def test_a_script_does_what_its_tests_say(script: str, results: dict[str, dict[str, str]]) -> None:
    """Every script has tests, and all of them pass."""
    assert results[script]
    wrong = {sentence: why for sentence, why in results[script].items() if why}
    assert not wrong, "\n".join(f"{sentence}: {why}" for sentence, why in wrong.items())


def test_every_test_is_of_a_script(results: dict[str, dict[str, str]]) -> None:
    """Nothing is tested that is gone, and no file failed before its tests began."""
    assert sorted(results) == NAMES
