"""What tests need that drive the pages in a real browser."""

from dataclasses import replace
from typing import Any

import pytest

from tests.browser import WHY_NOT
from tests.web.conftest import FakePageService

SIZES = {"tablet": (1024, 768), "standing": (768, 1024), "telephone": (390, 844), "television": (1920, 1080)}

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
"""What :func:`fit` finds where a page fits its screen."""


def fit(page: Any, *, inside: str, tapped: str, texts: str) -> dict[str, int]:
    """Count what is wider than the screen, beyond it, too low for a thumb, or cut; each a CSS selector."""
    found: dict[str, int] = page.evaluate(_FIT, {"inside": inside, "tapped": tapped, "texts": texts})
    return found


def asked(page: Any, service: FakePageService, count: int = 1) -> list[Any]:
    """Wait until the table was asked so often, and return what for, without the tokens."""
    for _ in range(200):
        if len(service.asked) >= count:
            break
        page.wait_for_timeout(20)
    return [replace(one, token="") for one in service.asked]


def expect(page: Any, selector: str, text: str) -> None:
    from playwright.sync_api import expect as really  # noqa: PLC0415 - only where a browser is there

    really(page.locator(selector).first).to_have_text(text, timeout=5000)
