"""The staff's page in a real browser: what counts as seen, and what one tap confirms."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import ConfirmClaims, DoubtClaims, TakeBackClaims
from pi_bunco.views.claims import ClaimLine
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, expect_text, measure_fit, wait_for_commands
from tests.web.night_states import casino_over

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

BOXES = ((0.1, 0.1, 0.2, 0.2), (0.4, 0.4, 0.5, 0.5), (0.7, 0.7, 0.8, 0.8))


def make_feat(number: int, image: str | None = "135.jpg", codes: tuple[str, ...] = ()) -> ClaimLine:
    """Return a mini that waits; later ones come first on the page."""
    return ClaimLine(
        f"mini:{number}:Ann", "Ann", f"mini, round {number}", confirmed=False, where="table 1", table=1,
        seq=number, dice=(2, 2, 2), kind="mini", round=number, image=image, boxes=BOXES if image else (),
        entered="read by the camera", codes=codes,
    )  # fmt: skip


WINS = tuple(
    ClaimLine(
        f"win:1.2:{name}",
        name,
        "win, round 2",
        confirmed=False,
        where="table 3",
        table=3,
        kind="win",
        round=2,
    )
    for name in ("Ann", "Cy")
)
DONE = replace(make_feat(40), confirmed=True, verdict=61)


@pytest.fixture
def show(service: FakePageService) -> Any:
    """Return a function that shows these claims."""

    def show_(*claims: ClaimLine) -> None:
        base = casino_over()
        service.show(replace(base, results=replace(base.results, claims=claims)))

    return show_


@pytest.fixture
def staff(page: Any, show: Any) -> Any:
    """Return the staff's page with 12 minis that have photos, and two older ones that have none."""
    photos = [make_feat(number) for number in range(1, 13)]
    older = [replace(make_feat(number, None), round=0) for number in (13, 14)]
    show(*WINS, DONE, *older, *photos)
    page.goto(f"{page.url}staff/1")
    return page


def list_seen(page: Any) -> list[str]:
    keys: list[str] = page.eval_on_selector_all("#seen input", "inputs => inputs.map((input) => input.value)")
    return keys


def test_only_photos_that_were_on_the_screen_are_confirmed(staff: Any, service: FakePageService) -> None:
    """What lies below the screen is not, until somebody scrolls past it; what has no photo never is."""
    staff.wait_for_selector("#seen:not([hidden])")
    first = list_seen(staff)
    assert 1 <= len(first) < 12
    assert not {"mini:13:Ann", "mini:14:Ann", "mini:1:Ann"}.intersection(first)
    staff.locator("[data-key='mini:1:Ann'] .photo").scroll_into_view_if_needed()
    staff.wait_for_selector("[data-key='mini:1:Ann'].seen")
    keys = list_seen(staff)
    assert len(first) < len(keys) < 13
    staff.click("[data-do=confirm-seen]")
    assert wait_for_commands(staff, service) == [ConfirmClaims(tuple(keys))]


def test_what_was_opened_is_seen(staff: Any, service: FakePageService) -> None:
    """A throw without a photo counts when its dialog was opened."""
    staff.click("[data-key='mini:14:Ann'] [data-do=open]")
    staff.wait_for_selector("[data-key='mini:14:Ann'].seen", state="attached")
    staff.keyboard.press("Escape")
    assert "mini:14:Ann" in list_seen(staff)
    assert service.commands == []


def test_seen_claims_stay_seen_when_news_arrives(staff: Any, show: Any) -> None:
    """A confirmed claim leaves the list, and a new one has not been seen."""
    staff.wait_for_selector("[data-key='mini:12:Ann'].seen")
    show(make_feat(12), make_feat(15, None))
    staff.wait_for_selector("[data-key='mini:15:Ann']")
    assert list_seen(staff) == ["mini:12:Ann"]


def test_a_photo_that_is_lost_is_not_seen(page: Any, show: Any) -> None:
    """Somebody must open its throw."""
    show(make_feat(1, "lost.jpg"), make_feat(2, "lost.jpg"))
    page.goto(f"{page.url}staff/1")
    page.wait_for_selector("mat-photo.lost")
    page.wait_for_timeout(1200)  # longer than a photo must be on the screen
    assert list_seen(page) == []
    assert page.locator("#seen").is_hidden()


def test_one_tap_for_a_table_s_wins_a_doubt_or_the_way_back(staff: Any, service: FakePageService) -> None:
    """Each button sends its own keys."""
    staff.click(".wins [data-do=confirm]")
    staff.click("[data-key='mini:14:Ann'] [data-do=confirm]")
    staff.click("[data-key='mini:13:Ann'] [data-do=doubt]")
    staff.click("#staff_done summary")
    staff.click("#staff_done [data-do=take-back]")
    assert wait_for_commands(staff, service, 4) == [
        ConfirmClaims(("win:1.2:Ann", "win:1.2:Cy")),
        ConfirmClaims(("mini:14:Ann",)),
        DoubtClaims(("mini:13:Ann",)),
        TakeBackClaims(61),
    ]


def test_the_page_says_what_this_device_has_entered(page: Any, show: Any) -> None:
    """Its button cannot be tapped, and it is not among what was seen."""
    page.goto(f"{page.url}staff/1")
    code = page.evaluate("""async () => {
      const asked = await fetch("/api/access/ask", { method: "POST", body: JSON.stringify({ staff: [1] }) });
      return (await asked.json()).device.code;
    }""")
    show(make_feat(1, codes=(code,)), make_feat(2, codes=("XXXX",)))
    page.reload()
    expect_text(
        page, "[data-key='mini:1:Ann'] .own", "You have entered it, so somebody else must confirm it."
    )
    page.wait_for_selector("[data-key='mini:2:Ann'].seen")
    assert list_seen(page) == ["mini:2:Ann"]
    assert page.locator("[data-key='mini:1:Ann'] [data-do=confirm]").is_disabled()
    assert page.locator("[data-key='mini:2:Ann'] .own").is_hidden()


@EVERY_SIZE
def test_the_page_fits_every_screen(staff: Any, size: str) -> None:
    """Nothing is cut, and everything is large enough for a thumb."""
    width, height = SIZES[size]
    staff.set_viewport_size({"width": width, "height": height})
    inside = "main :is(button, a, section, li, p, b), #seen button"
    texts = ".feat b, .what span, .wins b"
    fit = measure_fit(staff, inside=inside, tapped="main button, main a", texts=texts)
    assert fit == FITS
