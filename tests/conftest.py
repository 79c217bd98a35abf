"""Settings for all tests, and one browser for all that need one."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.browser import CHROMIUM, FLAGS
from tests.made_once import make_once

# Timing decides no test: the time of an example depends mostly on how busy the machine is.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
make_once()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Start the driver of the browsers. It can run only once in a process."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    api.expect.set_options(timeout=60_000)  # milliseconds; a busy machine may be slow
    with api.sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    """Start a browser. It takes a second of processor time, so all tests share it."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()
