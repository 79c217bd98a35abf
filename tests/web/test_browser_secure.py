"""A browser finds out whether it trusts the table, and its screen stays awake on secure pages only."""

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pi_bunco.access.door import DoorConfig
from pi_bunco.app.secure.pages import FOLDER, SecurePageKeeper
from pi_bunco.settings.config import Settings
from pi_bunco.web import create_app, serve
from pi_bunco.web.guard import MachineNames
from tests.browser import CHROMIUM, FLAGS, WITH_WINDOWS
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, expect_text, measure_fit
from tests.web.guests import GuestsDoor

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN
NAME = "bunco.local"


@dataclass(frozen=True)
class Table:
    """A served table with pages over HTTPS, and a way to start browsers that reach it by its name.

    Attributes
    ----------
    plain
        Its plain address.
    pages
        Its pages over HTTPS.
    trust
        What a browser needs to trust its certificate.
    launch
        Starts a browser and returns its page.
    """

    plain: str
    pages: SecurePageKeeper
    trust: Sequence[str]
    launch: Callable[[Sequence[str]], Any]

    @property
    def secure(self) -> str:
        return f"https://{NAME}:{self.pages.view().port}"


@pytest.fixture
def table(service: FakePageService, playwright: Any, tmp_path: Path) -> Iterator[Table]:
    settings = Settings(camera="none", host="127.0.0.1", secure_port=0, state_dir=tmp_path)
    pages, browsers = SecurePageKeeper(settings), []
    door = GuestsDoor(DoorConfig())
    app = create_app(service, door=door, secure_pages=pages, names=MachineNames(lambda: {NAME}))
    with serve(app, "127.0.0.1", 0) as server:
        pages.begin(server)
        pages.switch_on(None)
        own, _ = x509.load_pem_x509_certificates((tmp_path / FOLDER / "pages.pem").read_bytes())
        key = own.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        pinned = base64.b64encode(sha256(key).digest()).decode()

        def launch(trust: Sequence[str]) -> Any:
            flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", *trust]
            browsers.append(playwright.chromium.launch(executable_path=WITH_WINDOWS or CHROMIUM, args=flags))
            return browsers[-1].new_page()

        trust = (f"--ignore-certificate-errors-spki-list={pinned}",)
        yield Table(f"http://{NAME}:{server.port}", pages, trust, launch)
        for browser in browsers:
            browser.close()
        pages.close()


def test_a_device_without_the_certificate_sees_the_steps(table: Table) -> None:
    """The page tries the secure port by itself, and says what is to do."""
    page = table.launch(())
    page.goto(f"{table.plain}/secure")
    expect_text(
        page, "[data-shows=not-yet]", "This device does not trust the table yet. Do the steps below, once."
    )
    assert page.locator("[data-steps]").is_visible()
    assert not page.locator("[data-shows=good]").is_visible()


def test_a_device_with_it_is_told_so_and_goes_on(table: Table) -> None:
    """The tick appears, and the button leads to the secure pages. The way back goes to the plain address."""
    page = table.launch(table.trust)
    page.goto(f"{table.plain}/secure")
    page.locator("[data-shows=good]").wait_for()
    assert not page.locator("[data-steps]").is_visible()
    page.click("button.strong")
    page.wait_for_url(f"{table.secure}/**")
    page.goto(f"{table.secure}/secure")
    assert "This page is secure." in page.inner_text(".state")


@pytest.mark.skipif(WITH_WINDOWS is None, reason="only Chromium with windows keeps a screen awake")
def test_screen_stays_awake_on_secure_pages_only(table: Table) -> None:
    """The same page of the table, plain and secure: only the plain one may fall asleep."""
    page = table.launch(table.trust)
    for address, sleeps in ((table.plain, True), (table.secure, False)):
        page.goto(f"{address}/t/1")
        page.wait_for_selector(".foot")
        page.wait_for_function(f"() => document.body.hasAttribute('data-sleeps') === {str(sleeps).lower()}")
        assert page.evaluate("isSecureContext") is not sleeps


def test_a_secure_page_is_kept_up_to_date(table: Table, service: FakePageService) -> None:
    """Its stream and its taps come over HTTPS too."""
    page = table.launch(table.trust)
    page.goto(f"{table.secure}/t/1")
    page.wait_for_selector(".foot")
    page.click("[data-do=undo]")
    page.wait_for_function("() => !document.querySelector('[data-do=undo]')?.disabled")
    assert service.commands


@EVERY_SIZE
def test_page_fits(table: Table, size: str) -> None:
    """Nothing reaches beyond a screen, and each button is high enough for a thumb."""
    page = table.launch(())
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{table.plain}/secure")
    page.locator("[data-shows=not-yet]").wait_for()
    fit = measure_fit(page, inside=".secure *", tapped="button, .button, summary", texts="h1, h2, button")
    assert fit == FITS
