"""A plugin of pytest that leaves out the tests that have passed before, for ``nightly.py``."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option with the list."""
    parser.addoption(
        "--passed", metavar="FILE", help="leave out the tests in this list, and add those that pass"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Read the list, in the process that hands the tests out, and write into it."""
    if config.option.passed and not hasattr(config, "workerinput"):
        file = Path(config.option.passed)
        # The processes that run tests read another file, because all of them must find the same tests.
        before = file.with_suffix(".before")
        before.write_bytes(file.read_bytes() if file.exists() else b"")
        config.pluginmanager.register(_Passed(file))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that have passed."""
    if not config.option.passed:
        return
    before = set(Path(config.option.passed).with_suffix(".before").read_text(encoding="utf-8").splitlines())
    config.hook.pytest_deselected(items=[each for each in items if each.nodeid in before])
    items[:] = [each for each in items if each.nodeid not in before]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """End well if all tests had passed before."""
    if session.config.option.passed and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


class _Passed:
    """Adds each test that passes to the list."""

    def __init__(self, file: Path) -> None:
        self._file, self._called = file, set[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self._called.add(report.nodeid)
        elif report.when == "teardown" and report.passed and report.nodeid in self._called:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")
