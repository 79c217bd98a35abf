"""The page for programs, and the description that it shows."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.web.api_document.document import VERSION
from pi_bunco.web.page_kind import get_kinds
from pi_bunco.web.server import Server


def test_programs_get_the_description(client: FlaskClient) -> None:
    """It is OpenAPI 3.1, has the version of the addresses, and does not change between two requests."""
    answer = client.get("/api/openapi.json")
    assert answer.json is not None
    assert answer.json["openapi"] == "3.1.0"
    assert answer.json["info"]["version"] == VERSION == answer.headers["Bunco-API"]
    assert client.get("/api/openapi.json").data == answer.data


def test_the_page_lists_each_request_without_scripts(app: Flask, client: FlaskClient) -> None:
    """People without scripts see every request, with its words and the device that may send it."""
    page = client.get("/api").text
    document = client.get("/api/openapi.json").json
    assert document is not None
    requests = [(method, path) for path, methods in document["paths"].items() for method in methods]
    listed = re.findall(r'<b class="(\w+)">[A-Z]+</b> <code>([^<]+)</code>', page)
    assert sorted(listed) == sorted(requests)
    assert "Dice tapped in" in page
    assert "api_reference" in get_kinds(app)


def test_the_viewer_comes_from_this_machine(client: FlaskClient) -> None:
    """The page needs no internet: its viewer is one of its own files."""
    page = client.get("/api").text
    (address,) = re.findall(r'data-viewer="([^"]+)"', page)
    with client.get(address) as viewer:
        assert viewer.status_code == 200
        assert b"Redoc" in viewer.data
    assert "http:" not in page.replace("http://www.w3.org", "")
    assert "https:" not in page


@pytest.mark.nightly
@pytest.mark.browser
def test_the_viewer_shows_a_command(browser: Any, server: Server) -> None:
    """It works under the pages' rules for scripts, and asks no other machine: its logo is refused."""
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    answered: list[str] = []
    page.on("response", lambda response: answered.append(response.url))
    page.goto(f"http://127.0.0.1:{server.port}/api", wait_until="commit")
    page.wait_for_selector(".viewer:not([hidden])")
    page.get_by_role("menuitem", name="Commands").click()
    page.locator(".viewer").get_by_text("Dice tapped in").first.wait_for()
    assert not page.locator(".list").is_visible()
    context.close()
    assert faults == []
    own = f"http://127.0.0.1:{server.port}/"
    assert [url for url in answered if not url.startswith((own, "data:"))] == []
