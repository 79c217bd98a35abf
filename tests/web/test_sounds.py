"""The addresses of sounds: the host's choice, and recordings of the host's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.views.devices import RoomSound
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService

MP3 = b"\xff\xf3\x44\xc4" + bytes(100)


@pytest.fixture
def shown() -> list[RoomSound]:
    return []


@pytest.fixture
def keeper(tmp_path: Path, shown: list[RoomSound]) -> SoundKeeper:
    return SoundKeeper(tmp_path, shown.append)


@pytest.fixture
def client(service: FakePageService, keeper: SoundKeeper) -> Iterator[FlaskClient]:
    with create_app(service, sounds=keeper).test_client() as client:
        yield client


def test_a_program_chooses_and_reads_the_choice(client: FlaskClient, shown: list[RoomSound]) -> None:
    """What is not sent stays as it is."""
    client.post("/api/room/sound", json={"horn": True})
    answer = client.post("/api/room/sound", json={"quiet_from": "22:00", "quiet_to": "22:00"})
    choice = {"horn": True, "quiet_from": "22:00", "quiet_to": "22:00", "quiet_now": False, "language": ""}
    assert (
        answer.get_json() == {**choice, "own": [], "faults": []} == client.get("/api/room/sound").get_json()
    )
    assert shown == [RoomSound(horn=True), RoomSound(quiet=True, horn=True)]


def test_forms_choose_too(client: FlaskClient, keeper: SoundKeeper) -> None:
    """The page without scripts leads back to the host's page. Empty times are no quiet hours."""
    for form in (
        {"horn": "yes"},
        {"quiet_from": "22:00", "quiet_to": "07:00"},
        {"quiet_now": "yes"},
    ):
        answer = client.post("/api/room/sound", data=form)
        assert (answer.status_code, answer.location) == (303, "/host")
    assert (keeper.choice.horn, keeper.choice.quiet_to, keeper.choice.quiet_now) == (True, "07:00", True)
    client.post("/api/room/sound", data={"quiet_from": "", "quiet_to": ""})
    client.post("/api/room/sound", data={"quiet_now": "no"})
    assert (keeper.choice.quiet_from, keeper.choice.quiet_now) == ("", False)


@pytest.mark.parametrize(
    "body",
    [{"quiet_from": "22:00"}, {"quiet_from": "25:00", "quiet_to": "07:00"}, {"horn": "loud"}, {"bell": 1}],
)
def test_a_choice_that_does_not_fit_changes_nothing(
    client: FlaskClient, keeper: SoundKeeper, body: dict[str, object]
) -> None:
    """Half of the quiet hours, a time that does not exist, and unknown fields get a sentence and a remedy."""
    before = keeper.choice
    answer = client.post("/api/room/sound", json=body)
    assert answer.status_code == 400
    assert set(answer.get_json()) >= {"error", "remedy"}
    assert keeper.choice == before


def test_a_recording_is_sent_under_an_address_of_its_own(client: FlaskClient, keeper: SoundKeeper) -> None:
    """A changed recording has another address. Other files of the folder are not sent."""
    assert client.get("/sounds").get_json() == {}
    keeper.folder.mkdir()
    (keeper.folder / "horn.mp3").write_bytes(MP3)
    (keeper.folder / "secret.txt").write_bytes(b"secret")
    addresses = client.get("/sounds").get_json()
    assert list(addresses) == ["horn"]
    with client.get(addresses["horn"]) as answer:
        assert (answer.data, answer.mimetype) == (MP3, "audio/mpeg")
    assert client.get("/sounds/secret/1").status_code == 404
    assert client.get("/sounds/..%2fsound/1").status_code == 404
    (keeper.folder / "horn.mp3").write_bytes(MP3 * 2)
    assert client.get("/sounds").get_json() != addresses


def test_the_host_sees_choice_and_faults(client: FlaskClient, keeper: SoundKeeper) -> None:
    """A file that is not used is named with the reason."""
    keeper.folder.mkdir()
    (keeper.folder / "rond-4.mp3").write_bytes(MP3)
    page = client.get("/host/sound").text
    assert "rond-4.mp3 is not the name of a spoken line or a sound" in page
    assert "Quiet now" in page
    assert 'id="sound"' in client.get("/host").text


def test_a_pi_that_follows_has_no_choice(service: FakePageService) -> None:
    """The head chooses. Its pages have only the switch for their own device, and no recordings."""
    with create_app(service).test_client() as client:
        assert client.get("/api/room/sound").status_code == 404
        assert client.get("/sounds").get_json() == {}
        page = client.get("/host").text
    assert "<sound-switch" in page
    assert "host_sound" not in page


def test_the_host_chooses_the_language_of_the_room(client: FlaskClient, shown: list[RoomSound]) -> None:
    """Spoken lines and screens that nobody taps follow it. A language that is not installed is refused."""
    assert client.post("/api/room/sound", json={"language": "en"}).json["language"] == "en"  # type: ignore[index] # it is an object
    assert shown == [RoomSound(language="en")]
    refused = client.post("/api/room/sound", json={"language": "xx"})
    assert (refused.status_code, "xx" in refused.text, "en" in refused.json["remedy"]) == (400, True, True)  # type: ignore[index] # likewise
    assert client.get("/api/room/sound").json["language"] == "en"  # type: ignore[index] # likewise
