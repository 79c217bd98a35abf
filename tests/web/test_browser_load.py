"""How much a page loads, and how it continues when a telephone wakes up."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text
from tests.web.states import playing

pytestmark = DRIVEN

MAX_BYTES, MAX_REQUESTS = 150_000, 15


@pytest.mark.parametrize(("address", "loaded"), [("/t/1", "/photos/"), ("/host", "/host/devices")])
def test_a_page_opens_with_few_bytes_and_requests(
    browser: Any, server: Server, address: str, loaded: str
) -> None:
    """With an empty cache it loads at most 150 kB in 15 requests, with a table's photo and the stream."""
    page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    requests, received = [], []
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["request"]["url"]))
    network.on(
        "Network.responseReceived", lambda event: received.append(event["response"]["encodedDataLength"])
    )
    network.on("Network.dataReceived", lambda event: received.append(event["encodedDataLength"]))
    with page.expect_request(f"**{loaded}*"):
        page.goto(f"http://127.0.0.1:{server.port}{address}")
    page.wait_for_load_state("load")
    page.wait_for_timeout(1000)
    fetched = [url for url in requests if not url.startswith("data:")]
    assert any(loaded in url for url in fetched)
    assert any("/events?" in url for url in fetched)
    assert len(fetched) <= MAX_REQUESTS
    assert 20_000 < sum(received) <= MAX_BYTES
    page.context.close()


WAKE = "document.dispatchEvent(new Event('visibilitychange'))"
PAGE_RESTORED = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.mark.parametrize(("event", "seconds_asleep"), [(WAKE, 60), (PAGE_RESTORED, 0)])
def test_a_telephone_that_wakes_opens_a_new_stream(
    browser: Any, server: Server, service: FakePageService, event: str, seconds_asleep: int
) -> None:
    """The page does not wait for a timer, and shows what has happened meanwhile."""
    page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.clock.install()
    streams: list[str] = []
    page.on("request", lambda request: streams.extend(re.findall("/events.*", request.url)))
    page.goto(f"http://127.0.0.1:{server.port}/t/1")
    page.clock.run_for(100)
    page.wait_for_function("() => window.piBunco !== undefined")
    now = page.evaluate("Date.now() / 1000")
    page.clock.pause_at(now + 1)
    assert len(streams) == 1
    page.evaluate(WAKE)
    assert len(streams) == 1, "a live page keeps its stream"
    page.clock.set_system_time(now + 1 + seconds_asleep)
    with page.expect_request("**/events?*", timeout=60_000):
        page.evaluate(event)
    service.show(replace(playing(), told="Somebody rang."))
    expect_text(page, ".told", "Somebody rang.")
    page.context.close()
