"""One browser for all evenings, and the seed of their chance."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import CHROMIUM, FLAGS


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where a browser is there

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def seed() -> str:
    """Return the seed of an evening; ``PI_BUNCO_SEED`` chooses another one."""
    return os.environ.get("PI_BUNCO_SEED", "1")
