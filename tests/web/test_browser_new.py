"""The form of a new game in a real browser: it shows what belongs to the choices."""

from typing import Any

from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, measure_fit

pytestmark = DRIVEN


@EVERY_SIZE
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
    page.check("[value=boxed]", force=True)
    assert [e.get_attribute("data-sheet") for e in page.query_selector_all(".options:visible")] == ["boxed"]
    button = page.query_selector(".ways .strong").bounding_box()
    assert 0 < button["y"] + button["height"] <= height
    assert measure_fit(page, inside=".new *", tapped=".new button", texts=".sheets b, .modes span") == FITS


@EVERY_SIZE
def test_the_page_shows_what_it_has_understood(page: Any, size: str) -> None:
    """A pasted list is shown as guests at tables, and the way back keeps it as it was."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page.url.rstrip("/") + "/new")
    page.check("#who-room", force=True)
    typed = "\nName;Table;Diet\n" + "".join(
        f"{n}. Wilhelmina {n};{(n + 3) // 4};none\n" for n in range(1, 25)
    )
    page.fill("textarea", typed)
    page.click(".ways .strong")
    page.wait_for_selector(".understood")
    assert page.inner_text("h1") == "24 guests"
    assert page.locator(".at-tables > li").count() == 6
    assert page.locator(".at-tables li li").all_inner_texts()[4:6] == ["Wilhelmina 5", "Wilhelmina 6"]
    button = page.query_selector(".ways .strong").bounding_box()
    assert 0 < button["y"] + button["height"] <= height
    assert measure_fit(page, inside=".new *", tapped=".new button", texts=".at-tables li") == FITS
    page.click("[value=change]")
    page.wait_for_selector("textarea:visible")
    assert page.input_value("textarea") == typed
