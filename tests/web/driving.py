"""Helpers for tests that use the pages in a real browser."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import RingBell, TableCommand
from tests.at_night import leave_to_night
from tests.browser import WHY_NOT
from tests.web.conftest import FakePageService

SIZES = {"tablet": (1024, 768), "standing": (768, 1024), "telephone": (390, 844), "television": (1920, 1080)}
EVERY_SIZE = pytest.mark.parametrize(
    "size",
    leave_to_night(SIZES, ("telephone",)),
)
"""A test for each size. By day only the narrowest: it shows most faults, and other tests use a tablet."""

PATIENCE_MS = 60_000
"""Milliseconds until a wait for a page fails. A page needs far less, but a busy machine may delay it."""

DRIVEN = [pytest.mark.browser, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT)]

_FIT = """(of) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const box = (e) => e.getBoundingClientRect();
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    out: all(of.inside).filter((e) => box(e).left < -1 || box(e).right > innerWidth + 1).length,
    low: all(of.tapped).filter((e) => box(e).height < 42).length,
    cut: all(of.texts).filter((e) => e.scrollWidth > e.clientWidth + 2).length,
  };
}"""
FITS = {"wide": 0, "out": 0, "low": 0, "cut": 0}
"""What :func:`measure_fit` returns for a page that fits its screen."""


def measure_fit(page: Any, *, inside: str, tapped: str, texts: str) -> dict[str, int]:
    """Return how many parts of a page do not fit its screen. The arguments are CSS selectors.

    Parameters
    ----------
    page
        The page. ``wide`` in the result: by how many pixels it is wider than the screen.
    inside
        What must not reach beyond the screen: ``out`` counts the parts that do.
    tapped
        What must be high enough for a thumb: ``low``.
    texts
        What must not be cut off: ``cut``.
    """
    faults: dict[str, int] = page.evaluate(_FIT, {"inside": inside, "tapped": tapped, "texts": texts})
    return faults


def wait_for_commands(page: Any, service: FakePageService, count: int = 1) -> list[Any]:
    """Wait until the service has this number of commands, and return all without tokens and moments.

    Each command about a table must say which moment its page showed.
    """
    for _ in range(PATIENCE_MS // 20):
        if len(service.commands) >= count:
            break
        page.wait_for_timeout(20)
    assert all(command.seen for command in service.commands if isinstance(command, TableCommand | RingBell))
    return [replace(command, token="", seen=None) for command in service.commands]


def expect_text(page: Any, selector: str, text: str) -> None:
    """Wait until the first element that the selector finds has this text."""
    from playwright.sync_api import expect  # noqa: PLC0415 - only where a browser is there

    expect(page.locator(selector).first).to_have_text(text, timeout=PATIENCE_MS)
