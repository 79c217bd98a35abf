"""The camera's page in a real browser, in each state of the camera and on every screen."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from pi_bunco.devices.camera.slow import advise_slow_camera
from pi_bunco.messages.up import CameraNote
from pi_bunco.views.devices import CameraStatus, CameraView
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES
from tests.web.states import playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

LIVE = CameraView("live", "Pi camera live, calibrated", "", (1536, 864), 29.8, 29.9, 46, 54.2)
HOT = replace(
    LIVE,
    looked=7.4,
    delay=61,
    temperature=80.3,
    notes=(
        CameraNote(
            "The board is hot, so a quarter of the pictures are taken until it has cooled down.",
            "Throws are still read, a little later. Cool the board: move it out of the sun, or add a heat "
            "sink or a fan.",
        ),
        CameraNote(
            "The power supply is too weak now.", "Use the one made for this board, with its own cable."
        ),
    ),
)
SLOW = replace(
    LIVE,
    looked=0.4,
    notes=(
        CameraNote(
            "The camera is slow: throws are noticed late.", advise_slow_camera("http://10.0.0.7/video")
        ),
    ),
)
DARK = replace(
    LIVE,
    status="trouble",
    says="It is too dark to read the dice.",
    remedy="Switch on a lamp near the table; until then enter the dice by tapping.",
)
LOST = CameraView(
    "trouble",
    "Another program is using the Pi camera.",
    "Close other camera programs, such as rpicam-hello; then the table opens the camera by itself.",
    temperature=48.7,
)
STARTING = CameraView("starting", "picamera2 starting", temperature=48.0)
NONE = CameraView("none", "no camera")

STATES = {
    "live": LIVE,
    "hot": HOT,
    "slow": SLOW,
    "dark": DARK,
    "lost": LOST,
    "starting": STARTING,
    "none": NONE,
}

FIND_TOO_WIDE = """() => [document.documentElement.scrollWidth - innerWidth,
  [...document.querySelectorAll('.state, dl div, li, .ways a, .view')]
    .filter((e) => e.scrollWidth > e.clientWidth + 2 || e.getBoundingClientRect().right > innerWidth + 1)
    .map((e) => e.textContent)]"""


@pytest.mark.nightly
@EVERY_SIZE
def test_the_cameras_page_fits_every_screen_in_every_state(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """Each state is shown with its remedy. Nothing is cut off or wider than the screen."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/camera")
    for name, state in STATES.items():
        service.camera_view = state
        api.expect(page.locator(".state b")).to_have_text(state.says)
        api.expect(page.locator(".state")).to_contain_text(state.remedy)
        for note in state.notes:
            api.expect(page.locator("#sight")).to_contain_text(note.remedy)
        assert (name, page.evaluate(FIND_TOO_WIDE)) == (name, [0, []])
    page.close()


def test_the_figures_follow_the_camera(page: Any, service: FakePageService) -> None:
    """The figures are the rate, the delay, the temperature and the size. Without pictures most are dashes."""
    service.camera_view = LIVE
    page.goto(page.url.rstrip("/") + "/camera")
    figures = page.locator("#sight dd")
    api.expect(figures).to_have_text(["30 a second", "46 ms", "54 °C", "1536 × 864 px"])
    service.camera_view = HOT
    api.expect(figures).to_have_text(["7.4 a second", "61 ms", "80 °C", "1536 × 864 px"])
    service.camera_view = SLOW
    api.expect(figures.first).to_have_text("1 in 2.5 s")
    service.camera_view = LOST
    api.expect(figures).to_have_text(["–", "–", "49 °C", "–"])


def test_the_last_picture_of_a_lost_camera_is_covered(page: Any, service: FakePageService) -> None:
    """A text over the picture says that there is none. A dark picture is shown as it is."""
    service.camera_view = LOST
    page.goto(page.url.rstrip("/") + "/camera")
    api.expect(page.locator("#blind")).to_be_visible()
    service.camera_view = DARK
    api.expect(page.locator("#blind")).to_be_hidden()


def test_the_table_leads_to_the_page_of_a_faulty_camera(page: Any, service: FakePageService) -> None:
    """The table's page shows the fault in its own line. A tap on it opens the camera's page."""
    service.camera_view = DARK
    service.show(
        replace(playing(), camera=CameraStatus("trouble", DARK.says, mock=False, remedy=DARK.remedy))
    )
    page.get_by_role("link", name=DARK.says).click()
    api.expect(page.locator(".state")).to_contain_text("Switch on a lamp")


def test_table_2_leads_to_its_own_camera(page: Any, service: FakePageService) -> None:
    """The camera's page requests nothing of table 1, and leads back to table 2."""
    service.camera_view = LIVE
    service.show(replace(playing(), table=2))
    page.goto(page.url.rstrip("/") + "/table/2")
    page.locator(".foot").wait_for()
    page.locator("[data-do=more]").click()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(urlsplit(request.url).path))
    page.get_by_role("link", name="What the camera sees").click()
    api.expect(page.locator("h1")).to_have_text("What table 2’s camera sees")
    service.camera_view = HOT
    api.expect(page.locator("#sight dd").first).to_have_text("7.4 a second")
    expected = {"/table/2/camera", "/table/2/camera.jpg", "/events"}
    assert {path for path in requested if not path.startswith(("/static/", "/files/"))} == expected
    hrefs = page.locator(".ways a").evaluate_all("all => all.map((link) => link.getAttribute('href'))")
    assert hrefs == ["/doctor?table=2", "/table/2/calibrate", "/join", "/t/2"]


@EVERY_SIZE
def test_a_table_without_a_camera_fits_every_screen(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """The page of a table without a camera says what to do."""
    width, height = SIZES[size]
    service.camera_view = NONE
    service.show(replace(playing(), table=2))
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/table/2/camera")
    api.expect(page.locator("h1")).to_have_text("Table 2 has no camera.")
    assert page.evaluate(FIND_TOO_WIDE) == [0, []]
    page.close()
