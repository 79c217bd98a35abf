"""The requests that change a table, and the views that programs read."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    ChangeSeats,
    Command,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    JudgeCostume,
    OfferAwards,
    RedoStep,
    RetabulateCard,
    RingBell,
    UndoStep,
    WithdrawItem,
)
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.rules import Counted
from pi_bunco.rules.sheets import Award
from pi_bunco.web.bodies import BODIES
from tests.web.conftest import FakePageService

GOOD = {"seq": 51, "after": 51, "slip": "7c1f09aa.3", "dice": [1, 1, 4], "claims": ["bunco:17:Ann"],
        "best": "Ann", "player": "Ann", "number": 1, "awards": [], "scores": [15, 12],
        "tables": [["Ann", "Bob", "Cy", "Di"]]}  # fmt: skip


def test_the_api_has_the_view_of_a_table(client: FlaskClient) -> None:
    """The answer has the fields of the view, such as scores and dice, and is not cached."""
    answer = client.get("/api/table/1")
    assert answer.status_code == 200
    assert answer.json is not None
    assert [side["score"] for side in answer.json["sides"]] == [14, 9]
    assert answer.json["last"]["dice"] == [3, 5, 3]
    assert answer.headers["Cache-Control"] == "no-store"


def test_healthz_says_that_the_table_answers(client: FlaskClient) -> None:
    """A watchdog gets status 200, and the state of the camera."""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json == {"status": "ok", "revision": 52, "camera": "live", "streams": 0}


@pytest.mark.parametrize(
    ("name", "body", "command"),
    [
        ("ring", {}, RingBell()),
        ("end-round", {}, EndRoundNow()),
        ("call", {}, CallThrow()),
        ("enter", {"dice": [1, 1, 4], "token": "a7"}, EnterDice((1, 1, 4), token="a7")),
        ("withdraw", {"slip": "7c1f09aa.3"}, WithdrawItem("7c1f09aa.3")),
        ("enter", {"dice": [6, 2]}, EnterDice((6, 2))),
        ("enter", {"dice": [6, 2, 3, 1]}, EnterDice((6, 2, 3, 1))),
        ("answer", {"seq": 52, "dice": [6, 2, 3, 1]}, AnswerDoubt(52, (6, 2, 3, 1))),
        ("tally", {"scores": [15, 12]}, CountTally(Counted((15, 12)))),
        (
            "tally",
            {"scores": [15, 15], "winner": 2, "buncos": {"Ann": 1}, "minis": {"Bob": 2}, "bag": "Ann"},
            CountTally(Counted((15, 15), 2, {"Ann": 1}, {"Bob": 2}, "Ann")),
        ),
        ("seating", {"tables": [["Ann", "Bob"], ["Cy"]]}, ChangeSeats((("Ann", "Bob"), ("Cy",)))),
        ("draw", {}, DrawNames()),
        (
            "confirm",
            {"claims": ["bunco:17:Ann", "win:1.2:Ann"]},
            ConfirmClaims(("bunco:17:Ann", "win:1.2:Ann")),
        ),
        ("judge", {"best": "Ann"}, JudgeCostume("Ann")),
        ("judge", {"best": 2}, JudgeCostume(2)),
        ("draw", {"absent": "Ann", "lottery": True}, DrawNames(absent="Ann", lottery=True)),
        (
            "retabulate",
            {"player": "Ann", "wins": 3, "buncos": 1, "minis": 0},
            RetabulateCard("Ann", wins=3, buncos=1, minis=0),
        ),
        ("offer", {"awards": []}, OfferAwards(())),
        (
            "offer",
            {"awards": [{"what": "most_minis"}, {"what": "costume", "among": "groups", "prize": " $25 "}]},
            OfferAwards((Award("most_minis"), Award("costume", "groups", "$25"))),
        ),
        ("answer", {"seq": 52, "dice": [3, 6, 4]}, AnswerDoubt(52, (3, 6, 4))),
        ("dismiss", {"seq": 52}, DismissDoubt(52)),
        ("correct", {"seq": 51, "dice": [3, 3, 3]}, CorrectThrow(51, (3, 3, 3))),
        ("undo", {"seq": 51}, UndoStep(51)),
        ("redo", {"seq": 53}, RedoStep(53)),
    ],
)
def test_each_request_becomes_its_command(
    client: FlaskClient, service: FakePageService, name: str, body: dict[str, Any], command: Command
) -> None:
    """The values in the JSON body are those of the command. The answer is the new view."""
    answer = client.post(f"/api/table/1/{name}", json=body)
    assert answer.status_code == 200
    assert service.commands == [command]
    assert answer.json is not None
    assert answer.json["revision"] == 52


def test_a_form_becomes_the_same_command(client: FlaskClient, service: FakePageService) -> None:
    """The answer leads back to the table."""
    answer = client.post("/api/table/1/correct", data={"seq": "51", "dice": "3 3 3"})
    assert answer.status_code == 303
    assert answer.location == "/t/1"
    assert service.commands == [CorrectThrow(51, (3, 3, 3))]


@pytest.mark.parametrize(
    ("name", "body", "message"),
    [
        ("enter", b'{"dice": [1, 1, 7]}', "“dice.2” does not fit: input should be less than or equal to 6."),
        ("enter", b'{"dice": [1, 1]', "This is not JSON."),
        ("enter", b'{"dice": [1, 1, true]}', "“dice.2” does not fit: input should be a valid integer."),
        ("enter", b'{"dice": [1, 1, "4"]}', "“dice.2” does not fit: input should be a valid integer."),
        ("enter", b"{}", "The field “dice” is missing."),
        ("enter", b"[1, 1, 4]", "The body does not fit:"),
        ("enter", b'{"dice": [1]}', "“dice” does not fit:"),
        ("draw", b'{"name": "Ann"}', "There is no field “name” here."),
        ("confirm", b'{"claims": []}', "“claims” does not fit:"),
        ("retabulate", b'{"player": "Ann", "wins": -1}', "“wins” does not fit:"),
        ("retabulate", b'{"player": "Ann", "minis": 1000000000}', "“minis” does not fit:"),
        ("retabulate", b'{"player": "Ann", "buncos": "ten"}', "“buncos” does not fit:"),
        ("confirm", b'{"claims": ["a", 3]}', "“claims.1” does not fit:"),
        ("confirm", b"{}", "The field “claims” is missing."),
        (
            "judge",
            b'{"best": 0}',
            "“best” does not fit: input should be a player's name or the number of a team.",
        ),
        (
            "judge",
            b'{"best": true}',
            "“best” does not fit: input should be a player's name or the number of a team.",
        ),
        (
            "judge",
            b'{"best": ""}',
            "“best” does not fit: input should be a player's name or the number of a team.",
        ),
        (
            "offer",
            b'{"awards": [{"what": "tallest"}]}',
            "“awards.0.what” does not fit: input should be 'most_buncos'",
        ),
        ("offer", b'{"awards": [{"what": "even", "among": "all"}]}', "“awards.0.among” does not fit:"),
        ("offer", b'{"awards": [{"what": "even", "prize": 5}]}', "“awards.0.prize” does not fit:"),
        ("offer", b'{"awards": [{"prize": "$5"}]}', "The field “awards.0.what” is missing."),
        ("tally", b'{"scores": [15]}', "“scores” does not fit:"),
        ("tally", b'{"scores": [15, 12], "winner": null}', "“winner” does not fit:"),
        (
            "tally",
            b'{"scores": [15, 12], "buncos": {"ghost 1": 1}}',
            "This is not a tally: 'buncos' names the",
        ),
        ("seating", b'{"tables": [["A", "B", "C", "D", "E"]]}', "“tables.0” does not fit:"),
        ("undo", b'{"seq": -1}', "“seq” does not fit:"),
        ("undo", b'{"seq": 3, "by": "me"}', "There is no field “by” here."),
        ("ring", b'{"loud": true}', "There is no field “loud” here."),
    ],
)
def test_a_wrong_body_is_refused_with_the_reason(
    client: FlaskClient, service: FakePageService, name: str, body: bytes, message: str
) -> None:
    """The answer is status 400 with a sentence and a remedy. The table gets no command."""
    answer = client.post(f"/api/table/1/{name}", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"].startswith(message)
    assert answer.json["remedy"].startswith("Send ")
    assert service.commands == []


def test_a_form_with_words_for_dice_is_refused(client: FlaskClient, service: FakePageService) -> None:
    """A word in the field for the dice is status 400."""
    answer = client.post("/api/table/1/enter", data={"dice": "1 two 3"})
    assert answer.status_code == 400
    assert service.commands == []


def test_a_refusal_of_the_game_is_a_conflict(
    client: FlaskClient, service: FakePageService, refused: Refused
) -> None:
    """The answer is status 409 with the game's sentences."""
    service.refusal = refused
    answer = client.post("/api/table/1/undo", json={"seq": 3})
    assert answer.status_code == 409
    assert answer.json == {"error": "No round is being played.", "remedy": "Ring the bell first."}


def test_a_full_disk_is_reported(client: FlaskClient, service: FakePageService) -> None:
    """The answer is status 503 with a remedy, not a traceback."""
    service.refusal = Trouble("The disk is full.", "Make room on it.")
    answer = client.post("/api/table/1/ring", json={})
    assert answer.status_code == 503
    assert answer.json == {"error": "The disk is full.", "remedy": "Make room on it."}


def test_a_tap_without_an_answer_is_no_failure(client: FlaskClient, service: FakePageService) -> None:
    """The answer is status 503 and says that the same tap may be sent again; a browser gets a page."""
    service.refusal = Unanswered()
    answer = client.post("/api/table/1/enter", json={"dice": [1, 1, 2], "token": "a.1"})
    assert answer.status_code == 503
    assert answer.json == {
        "error": "The Pi has not answered yet.",
        "remedy": "Check whether your tap counted; if not, tap again.",
        "unanswered": True,
    }
    page = client.post("/api/table/1/enter", data={"dice": "1 1 2"}, headers={"Accept": "text/html"})
    assert (page.status_code, "if not, tap again" in page.text) == (503, True)


def test_an_unexpected_error_shows_no_traceback(client: FlaskClient, service: FakePageService) -> None:
    """The answer is status 500 in plain words, without details."""
    service.refusal = KeyError("secret detail")
    answer = client.post("/api/table/1/ring", json={})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("name", BODIES)
def test_each_request_may_carry_a_token(client: FlaskClient, service: FakePageService, name: str) -> None:
    """The token reaches the game with the command. A token that is too long is refused."""
    body = {field: value for field, value in GOOD.items() if field in BODIES[name].model_fields}
    for _ in range(2):
        assert client.post(f"/api/table/1/{name}", json=body | {"token": "a7"}).status_code == 200
    assert [command.token for command in service.commands] == ["a7", "a7"]
    assert client.post(f"/api/table/1/{name}", json=body | {"token": "a" * 65}).status_code == 400


@pytest.mark.parametrize(
    ("path", "method", "code"),
    [("/api/rooms", "GET", 404), ("/api/table/1/dance", "POST", 404), ("/api/table/1/ring", "GET", 405)],
)
def test_unknown_addresses_are_refused(client: FlaskClient, path: str, method: str, code: int) -> None:
    """An unknown command is status 404. A command that is not posted is status 405."""
    answer = client.open(path, method=method)
    assert answer.status_code == code
    assert answer.json is not None
    assert answer.json["error"]


def test_too_large_a_body_is_refused(client: FlaskClient, service: FakePageService) -> None:
    """A body that is larger than any valid one is not read."""
    answer = client.post("/api/table/1/enter", data=b"[" * 70_000, content_type="application/json")
    assert answer.status_code == 413
    assert service.commands == []


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9000"},
    ],
)
def test_a_page_of_another_site_cannot_write(
    client: FlaskClient, service: FakePageService, headers: dict[str, str]
) -> None:
    """The browser's headers show where the request comes from. The table gets no command."""
    answer = client.post("/api/table/1/ring", json={}, headers=headers)
    assert answer.status_code == 403
    assert service.commands == []


@pytest.mark.parametrize(
    "headers",
    [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}],
)
def test_our_own_pages_and_programs_can_write(
    client: FlaskClient, service: FakePageService, headers: dict[str, str]
) -> None:
    """A page of the table and a program that is no browser may ring the bell."""
    assert client.post("/api/table/1/ring", json={}, headers=headers).status_code == 200
    assert service.commands == [RingBell()]


@pytest.mark.parametrize(
    ("winners", "why"),
    [
        ([1], "Two win this table."),
        ([1, 2, 3], "Two win this table."),
        ([1, 4], "Somebody has more points than one of the two."),
    ],
)
def test_a_tally_where_two_win_names_the_two_best(client: FlaskClient, winners: list[int], why: str) -> None:
    """The answer says in plain words what does not fit, and what to do."""
    answer = client.post("/api/table/1/tally", json={"scores": [21, 9, 15, 3], "winners": winners})
    assert answer.status_code == 409
    assert answer.json
    assert answer.json["error"] == why
    assert answer.json["remedy"].startswith("Say which two")
