"""The form of a new game in a real browser: it shows what belongs to the choices."""

from typing import Any

import pytest

from tests.web.driving import DRIVEN, FITS, SIZES, expect_text, measure_fit

pytestmark = DRIVEN


@pytest.mark.parametrize("size", SIZES)
def test_the_form_shows_what_is_chosen(page: Any, size: str) -> None:
    """The form shows seats or names, and only the options of one sheet. The button is always visible."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page.url.rstrip("/") + "/new")
    page.wait_for_selector("[name=name1]:visible")
    assert not page.is_visible("textarea")
    page.check("#who-room", force=True)
    assert not page.is_visible("[name=name1]")
    page.fill("textarea", "\n".join(f"Guest {number}" for number in range(1, 11)))
    expect_text(page, "#count", "10 guests, 3 tables, 2 ghosts in empty seats")
    page.check("[value=boxed]", force=True)
    expect_text(page, "#count", "10 guests, 3 tables")
    assert [e.get_attribute("data-sheet") for e in page.query_selector_all(".options:visible")] == ["boxed"]
    button = page.query_selector(".ways .strong").bounding_box()
    assert 0 < button["y"] + button["height"] <= height
    assert measure_fit(page, inside=".new *", tapped=".new button", texts=".sheets b, .modes span") == FITS
