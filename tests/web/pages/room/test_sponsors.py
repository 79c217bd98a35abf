"""Pictures of sponsors: the host adds and deletes them, and hostile files are refused."""

import io
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.limits import REQUEST_BYTES, SPONSORS
from pi_bunco.pictures import decode
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService


def make_picture(kind: str = ".png", shade: int = 90, size: tuple[int, int] = (40, 60)) -> bytes:
    """Return a picture of one colour."""
    return cv2.imencode(kind, np.full((*size, 3), shade, np.uint8))[1].tobytes()


def send(client: FlaskClient, data: bytes, **headers: str) -> tuple[int, str]:
    """Send a file to the television, and return the status and what the answer says."""
    form = {"file": (io.BytesIO(data), "../../evil.svg")}
    answer = client.post("/api/room/sponsors", data=form, headers=headers)
    return answer.status_code, answer.get_data(as_text=True)


@pytest.fixture
def client(service: FakePageService, tmp_path: Path) -> Iterator[FlaskClient]:
    with create_app(service, sponsors=SponsorFolder(tmp_path)).test_client() as client:
        yield client


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp"])
def test_a_picture_comes_and_goes(client: FlaskClient, kind: str) -> None:
    """It is sent as a JPEG of its own, on the television and to the host, until it is deleted."""
    status, _ = send(client, make_picture(kind))
    names = client.get("/room/sponsors").text.split("/sponsors/")[1:]
    assert (status, len(names)) == (200, 1)
    name = names[0].split('"')[0]
    with client.get(f"/sponsors/{name}") as sent:
        assert (sent.mimetype, sent.headers["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
        assert abs(decode(sent.data).mean() - 90) < 4
    assert name in client.get("/host").text
    assert client.post(f"/api/room/sponsors/{name}/delete").get_json() == {"sponsors": []}
    assert client.get(f"/sponsors/{name}").status_code == 404
    assert client.get("/room/sponsors").text.strip() == ""


def test_a_browser_goes_back_to_the_hosts_page(client: FlaskClient) -> None:
    """Also without scripts."""
    assert send(client, make_picture(), Accept="text/html")[0] == 303


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "No picture came with that."),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "This file is not a kind"),
        (b"<script>alert(1)</script>", "This file is not a kind"),
        (make_picture()[:-20], "This file is damaged"),
        (make_picture(".jpg")[:300], "This file is damaged"),
        (make_picture(size=(2100, 2100)), "at most 4,194,304 in all are allowed"),
    ],
)
def test_hostile_files_are_refused(client: FlaskClient, tmp_path: Path, data: bytes, words: str) -> None:
    """The answer says what is wrong, and nothing is stored."""
    status, text = send(client, data)
    assert status == 400
    assert words in text
    assert not (tmp_path / "sponsors").exists()


def test_a_refusal_is_said_in_the_language_of_the_device(client: FlaskClient) -> None:
    """What the other process found wrong is translated like the rest of the page."""
    text = send(client, make_picture(size=(2100, 2100)), Accept="text/html", Accept_Language="de")[1]
    assert "Diese Datei hat 2.100 x 2.100 Pixel; erlaubt sind insgesamt höchstens 4.194.304." in text
    assert "Mach das Bild kleiner, oder wähle ein anderes." in text


def test_a_file_that_is_too_long_is_refused(client: FlaskClient) -> None:
    """The answer says which picture fits."""
    status, text = send(client, bytes(REQUEST_BYTES))
    assert status == 413
    assert "at most 60 kB" in text


def test_there_is_room_for_twelve(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more is refused; the same picture again is none. Here pictures keep their size, to save time."""
    monkeypatch.setattr("pi_bunco.app.sponsor_folder._shrink", lambda data: data)
    for shade in range(SPONSORS):
        assert send(client, make_picture(shade=20 * shade))[0] == 200
    assert send(client, make_picture(shade=20))[0] == 200
    status, text = send(client, make_picture(shade=250))
    assert status == 409
    assert "There are 12 pictures already." in text
    assert 'type="file"' not in client.get("/host/sponsors").text


@pytest.mark.parametrize("name", ["..%2faccess.json", "0123456789abcdef.png", "access.json"])
def test_other_files_are_not_sent_or_deleted(client: FlaskClient, tmp_path: Path, name: str) -> None:
    """Only names that the program has made are known."""
    (tmp_path / "access.json").write_text("{}")
    assert client.get(f"/sponsors/{name}").status_code == 404
    client.post(f"/api/room/sponsors/{name}/delete")
    assert (tmp_path / "access.json").exists()


def test_a_clear_picture_lies_on_paper(client: FlaskClient) -> None:
    """A logo without a background would be black on the felt."""
    clear = np.zeros((30, 30, 4), np.uint8)
    clear[:15, :, 3] = 255
    send(client, cv2.imencode(".png", clear)[1].tobytes())
    name = client.get("/room/sponsors").text.split("/sponsors/")[1].split('"')[0]
    with client.get(f"/sponsors/{name}") as sent:
        shown = decode(sent.data)
    assert shown[3:10].mean() < 12
    assert shown[20:27].mean() > 235


def test_the_television_is_chosen_by_the_host(client: FlaskClient) -> None:
    """The answer is the room. What does not exist is refused with an example."""
    answer = client.post("/api/room/tv", json={"show": "award", "number": 2})
    assert answer.get_json()["tv"] == {"show": "award", "number": 2}
    assert client.post("/api/room/tv", data={"show": "all", "number": "0"}).status_code == 303
    refused = client.post("/api/room/tv", json={"show": "film"})
    assert refused.status_code == 400
    assert '"show": "award"' in refused.get_json()["remedy"]
