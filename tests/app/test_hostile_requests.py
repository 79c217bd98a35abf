"""Hostile requests: each gets an error message, which repeats only a little of the request."""

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_bunco import limits
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.rules.quoting import MAX_LETTERS
from pi_bunco.settings.house import get_house_folder
from pi_bunco.store import Log, Photos
from pi_bunco.views.devices import CameraView
from pi_bunco.web.application import create_app
from pi_bunco.web.bodies import BODIES

REQUESTS = int(os.environ.get("PI_BUNCO_HOSTILE", "60"))
"""The number of random requests of each kind; the environment can raise it for a longer run."""

NINES = "9" * 5000
HUGE = "z" * 30_000

HOUSE = 'slug = "{0}"\ntitle = "{0}"\nparent = "{1}"\n{2}\n'


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    """Return a client of a running table with two house sheets that exceed the limits."""
    folder = get_house_folder(tmp_path)
    folder.mkdir()
    (folder / "long.toml").write_text(HOUSE.format("long", "classic", "sets = 100"))
    (folder / "late.toml").write_text(HOUSE.format("late", "tournament", "semi_final_sets = 100"))
    with Log(tmp_path) as log:
        photos = Photos(tmp_path)
        table = Keeper(log, photos)
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        service = LiveRoom(table, {})
        camera = CameraView("none", "no camera")
        pictures = Pictures(photos.find_path, lambda _: None, None, lambda _: camera)
        pages = PageService(service, pictures, lambda: table.book.game.sheet, folder)
        try:
            yield create_app(pages).test_client()
        finally:
            service.close()


def get_error(response: TestResponse) -> str:
    """Return the error message of a response."""
    return str(response.json and response.json.get("error"))


def form(**fields: str) -> dict[str, str]:
    """Return the fields of a valid form for a new game, changed by these fields."""
    return {"rules": "boxed", "name1": "Ann", "name2": "Bob", "end": "yes"} | fields


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"boxed.sets": "0000019999"}, 400),
        ({"boxed.sets": "0" * 5000 + "7"}, 303),
        ({"boxed.sets": "100"}, 400),
        ({"boxed.sets": NINES}, 400),
        ({"boxed.sets": "+5"}, 400),
        ({"boxed.sets": "٣"}, 400),
        ({"boxed.sets": "1 0"}, 400),
        ({"boxed.sets": "99"}, 303),
        ({"boxed.goal": "00000199999999"}, 400),
        ({"boxed.goal": NINES}, 400),
        ({"boxed.goal": "099"}, 303),
        ({"rules": "classic", "classic.traveling": "number", "classic.traveling.number": "7"}, 400),
        ({"rules": "long"}, 409),
        ({"rules": "long", "long.sets": "99"}, 303),
        ({"rules": "late"}, 409),
        ({"name1": "Z" * 5000}, 400),
        ({"name1": "A\x00"}, 400),
        ({"rules": HUGE}, 400),
    ],
)
def test_form_begins_no_game_beyond_the_limits(
    client: FlaskClient, fields: dict[str, str], status: int
) -> None:
    """The form and house sheets begin games only within the limits."""
    response = client.post("/new", data=form(**fields))
    assert response.status_code == status
    for letter in "Zz9":
        assert letter * (MAX_LETTERS + 1) not in response.text
    if status == 303:
        view = client.get("/api/table/1").json
        assert view is not None
        assert 1 <= view["sets"] <= limits.SETS


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"sets": 100}, 400, "“sets” does not fit: input should be less than or equal to 99."),
        ({"sets": 10**4000}, 400, "“sets” does not fit: input should be less than or equal to 99."),
        ({"sets": 99}, 200, "None"),
        ({"rules": "boxed", "options": {"goal": 100}}, 409,
         "A game that begins here is played to at most 99 points, not 100."),
        ({"rules": "boxed", "options": {"goal": 10**4000}}, 409,
         "A game that begins here is played to at most 99 points, not a number of more than 30 digits."),
        ({"rules": "long"}, 409, "A game that begins here has at most 99 sets, not 100."),
        ({"rules": "late"}, 409, "A semi-final that begins here has at most 99 sets, not 100."),
        ({"players": ["A" * 41, "Bob"]}, 400, f"“{'A' * 39}…” is too long."),
        ({"players": ["Ann"] * 101}, 400, None),
        ({"players": ["A\x07", "Bob"]}, 400, "A name has a character that cannot be shown."),
        ({"options": {HUGE: 1}}, 400, f"Classic has no option “{'z' * 59}…”."),
        ({"rules": HUGE}, 400, f"There is no sheet “{'z' * 59}…”."),
        ({HUGE: 1}, 400, f"There is no field “{'z' * 59}…” here."),
    ],
)  # fmt: skip
def test_json_begins_no_game_beyond_the_limits(
    client: FlaskClient, fields: dict[str, Any], status: int, sentence: str | None
) -> None:
    """A game in JSON is accepted only within the limits, and the error message is exact."""
    body = {"rules": "classic", "players": ["Ann", "Bob"], "end": True} | fields
    response = client.post("/api/game", json=body)
    assert response.status_code == status
    if sentence is not None:
        assert get_error(response) == sentence


def test_numbers_with_thousands_of_digits_are_refused(client: FlaskClient) -> None:
    """A form and JSON with a number of 5,000 digits are refused with an error message."""
    for name in ("answer", "correct", "dismiss", "undo", "redo"):
        dice = {"dice": "1 2 3"} if name in ("answer", "correct") else {}
        response = client.post(f"/api/table/1/{name}", data={"seq": NINES} | dice)
        assert response.status_code == 400
        assert get_error(response) == "“seq” does not fit: input should be a valid integer."
        raw = f'{{"seq": {NINES}}}'
        assert (
            get_error(client.post(f"/api/table/1/{name}", data=raw)) == "A number in it has too many digits."
        )
    response = client.post("/api/table/1/undo", json={"seq": limits.NUMBER + 1})
    assert get_error(response) == "“seq” does not fit: input should be less than or equal to 999999999."
    assert client.post("/api/table/1/enter", data={"dice": f"1 2 {NINES}"}).status_code == 400
    assert client.post("/api/table/1/judge", json={"best": limits.NUMBER + 1}).status_code == 400


POOL: list[Callable[[random.Random], Any]] = [
    lambda _: HUGE,
    lambda _: "z" * 300,
    lambda _: NINES,
    lambda _: "",
    lambda _: "\x00\x07\x7f",
    lambda _: "👩\u200d👩\u200d👧" * 30,
    lambda _: "\u202e\u200f" * 40,
    lambda _: "٣",
    lambda _: "+5",
    lambda _: "-1",
    lambda _: "1e9",
    lambda _: "NaN",
    lambda luck: str(luck.choice([0, 1, 6, 7, 99, 100, 10**9, 10**24])),
    lambda luck: luck.choice([0, 1, -1, 6, 7, 100, 10**9, 10**24, 10**4000, 1.5, 1e308, True, None]),
    lambda _: [[]] * 200,
    lambda _: [1, 1, 4],
    lambda _: ["Ann", "Bob"],
    lambda _: {"number": HUGE},
    lambda _: {"z" * 300: {"z": [HUGE]}},
    lambda luck: luck.choice(["Ann", "ghost 1", "classic", "boxed", "long", "1 1 4", "on", "yes", "mini"]),
]
KEYS = ("seq", "dice", "token", "claims", "best", "awards", "rules", "players", "sets", "options", "end",
        "name1", "name2", "name3", "boxed.sets", "boxed.goal", "boxed.cup", "classic.sets", "classic.calls",
        "classic.traveling", "classic.traveling.number", HUGE[:300])  # fmt: skip
BYTES = (b"\xff", b"[" * 5000, b"9" * 5000, b"\\ud800", b"", b"{", b"\x00", b'"')
PATHS = ("/new", "/api/game", *(f"/api/table/1/{name}" for name in (*BODIES, HUGE[:300])))


def make_fields(luck: random.Random) -> dict[str, Any]:
    """Return the fields of a random request, valid and invalid ones together."""
    valid: dict[str, Any] = luck.choice(
        [
            form(),
            {"rules": "classic", "players": ["Ann", "Bob"], "end": True},
            {"seq": 1, "dice": [1, 1, 4]},
            {},
        ]
    )
    return valid | {luck.choice(KEYS): luck.choice(POOL)(luck) for _ in range(luck.randint(1, 4))}


@pytest.mark.parametrize("kind", ["form", "json", "bytes"])
def test_random_requests_cause_no_server_error(client: FlaskClient, kind: str) -> None:
    """Random requests never cause a server error, and no answer repeats more than a few words of them."""
    luck = random.Random(f"{kind} {os.environ.get('PI_BUNCO_SEED', '1')}")
    statuses: set[int] = set()
    for _ in range(REQUESTS):
        path, fields = luck.choice(PATHS), make_fields(luck)
        if kind == "form":
            data: Any = {
                key: value if isinstance(value, str) else repr(value)[:9000] for key, value in fields.items()
            }
            response = client.post(path, data=data)
        else:
            data = json.dumps(fields).encode()
            if kind == "bytes":
                at = luck.randrange(len(data))
                data = data[:at] + luck.choice(BYTES) + data[at + luck.randint(0, 1) :]
            response = client.post(path, data=data, content_type="application/json")
        statuses.add(response.status_code)
        assert response.status_code < 500, (path, fields)
        for letter in "z9":
            assert letter * (MAX_LETTERS + 1) not in response.text, (path, fields)
        if response.is_json and response.status_code >= 400:
            assert len(response.text) < 2 * limits.SENTENCE
    assert 400 in statuses
    view = client.get("/api/table/1").json
    assert view is not None
    assert view["sets"] <= limits.SETS
