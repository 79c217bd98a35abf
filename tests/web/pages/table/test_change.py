"""The dialogs that correct throws of any round, as the server makes them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import (
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RestoreThrow,
    RingBell,
    VoidThrow,
)
from pi_bunco.web import create_app
from tests.web.real_service import RealService, open_service


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    """Two tables in round 2. Throws 2 to 4 are of round 1, and throw 6 is table 1's in round 2."""
    first = NewGame("classic", tuple(f"P{number}" for number in range(1, 9)))
    thrown = [EnterDice((1, 3, 4), table=2), EnterDice((1, 4, 5)), EnterDice((1, 1, 1))]
    with open_service(tmp_path, first, RingBell(), *thrown, RingBell(), EnterDice((2, 2, 5))) as service:
        yield service


@pytest.fixture
def client(service: RealService) -> Iterator[FlaskClient]:
    with create_app(service).test_client() as client:
        yield client


def test_the_chips_lead_to_rounds_with_throws(client: FlaskClient) -> None:
    """Past rounds and this one have a link. Rounds to come have none."""
    page = client.get("/t/1").text
    assert 'action="/t/1/round/1-1"' in page
    assert 'action="/t/1/round/1-2"' in page
    assert 'action="/t/1/round/1-3"' not in page


def test_a_round_shows_its_throws(client: FlaskClient) -> None:
    """The dialog says who won, and leads to each throw, the next round and a missing first throw."""
    dialog = client.get("/t/1/round/1-1").text
    assert "P1 and P3 22, P2 and P4 0. P1 and P3 won." in dialog
    for address in ("/t/1/throw/3", "/t/1/throw/4", "/t/1/round/1-2", "/t/1/missing/1"):
        assert f'action="{address}"' in dialog
    assert "/t/1/throw/2" not in dialog, "this throw is of table 2"
    for nowhere in ("1-3", "2-1", "semi-1-1", "1-0", "x", "1-7"):
        assert client.get(f"/t/1/round/{nowhere}").status_code == 404


CHANGES: dict[str, tuple[dict[str, object], str, str]] = {
    "correct": ({"dice": "1 1 4", "seq": 2}, "P5 threw 1-1-4, not 1-3-4", "P5: 1 point more."),
    "void": (
        {"seq": 2},
        "P5’s throw 1-3-4 did not happen",
        "Table 2 in set 1, round 1 is not over any more.",
    ),
    "insert": ({"after": 2, "dice": "1 1 4"}, "A throw of 1-1-4 is missing", "P5: 2 points more."),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_an_earlier_round_is_confirmed_first(
    client: FlaskClient, service: RealService, name: str
) -> None:
    """The first tap shows what would change, with and without scripts. The second tap makes the change."""
    body, title, line = CHANGES[name]
    asked = client.post(f"/api/table/2/{name}", data=body, headers={"Accept": "application/json"})
    assert asked.status_code == 409
    assert asked.json is not None
    assert line in asked.json["changes"]
    plain = client.post(f"/api/table/2/{name}", data=body)
    assert (plain.status_code, plain.location) == (303, asked.json["sheet"])
    dialog = client.get(asked.json["sheet"]).text
    assert title in dialog
    assert line in dialog
    before = service.view_room()
    assert client.post(f"/api/table/2/{name}", data=body | {"sure": "yes"}).status_code == 303
    assert service.view_room() != before


def test_a_throw_is_removed_and_restored(client: FlaskClient, service: RealService) -> None:
    """A throw of this round is removed at once. The dialog, the round and the page then say so."""
    assert client.post("/api/table/1/void", json={"seq": 6}).status_code == 200
    assert "Somebody said that it did not happen." in client.get("/t/1/throw/6").text
    assert "Taken out" in client.get("/t/1/round/1-2").text
    assert "A throw was taken out: 2-2-5." in client.get("/t/1").text
    assert client.post("/api/table/1/restore", json={"seq": 6}).status_code == 200
    assert service.view().sides[0].score == 2
    assert [type(command) for command in service.commands[-2:]] == [VoidThrow, RestoreThrow]


def test_a_missing_throw_is_added(client: FlaskClient, service: RealService) -> None:
    """A missing throw can be added after another one, or before the first throw of the round."""
    assert "Just after P1 threw 2-2-5" in client.get("/t/1/missing/6").text
    assert "Before the first throw of the round" in client.get("/t/1/missing/5").text
    assert client.post("/api/table/1/insert", data={"after": "5", "dice": "2 3 4"}).status_code == 303
    assert service.commands[-1] == InsertThrow(5, (2, 3, 4))
    assert service.view().sides[0].score == 3


def test_throws_that_do_not_count_are_shown_with_the_reason(client: FlaskClient) -> None:
    """A correction has ended the round sooner. The page says so, and offers to undo the correction."""
    client.post("/api/table/1/enter", json={"dice": [2, 3, 4]})
    client.post("/api/table/1/correct", json={"seq": 6, "dice": [2, 2, 2]})
    page = client.get("/t/1").text
    assert "After a correction 1 throw no longer counts." in page
    assert "Corrected: 2-2-2, not 2-2-5." in page
    dialog = client.get("/t/1/sheet/uncounted").text
    assert "/t/1/throw/7" in dialog
    assert "Undo the correction to 2-2-2" in dialog
    assert "waits for the next round" in client.get("/t/1/throw/7").text
    client.post("/api/table/1/undo", json={"seq": 8})
    assert "does not count" not in client.get("/t/1").text
    assert client.get("/t/1/sheet/uncounted").status_code == 404


def test_a_correction_names_later_throws_that_no_longer_count(
    client: FlaskClient, service: RealService
) -> None:
    """The dialog names them beforehand. Afterwards the menu leads to their list."""
    change = client.get("/t/1/change/correct?seq=3&dice=1&dice=1&dice=1").text
    assert "1 later throw no longer counts: P1 1-1-1." in change
    assert 'data-then="/t/1/sheet/uncounted"' in change
    assert 'data-then="' not in client.get("/t/1/change/correct?seq=3&dice=1&dice=1&dice=5").text
    client.post("/api/table/1/correct", json={"seq": 3, "dice": [1, 1, 1], "sure": True})
    assert [throw.dice for throw in service.view().uncounted_before] == [(1, 1, 1)]
    assert "no longer count" not in client.get("/t/1").text, "the page of this round does not mention it"
    more = client.get("/t/1/sheet/more").text
    assert "After a correction 1 throw no longer counts." in more
    assert 'action="/t/1/sheet/uncounted"' in more
    dialog = client.get("/t/1/sheet/uncounted").text
    assert "/t/1/throw/4" in dialog
    assert "Undo the correction to 1-1-1" in dialog


def test_the_round_had_ended_all_the_same(client: FlaskClient, service: RealService) -> None:
    """The dialog offers to keep the round's end, and its form does so. One undo takes it back."""
    change = client.get("/t/1/change/correct?seq=4&dice=1&dice=1&dice=4").text
    assert "later throws stay in their rounds" in change
    assert "Table 1 in set 1, round 1: P1 and P3 won 3 to 0 (before: P1 and P3 won 22 to 0)." in change
    assert "2-2-5 at table 1: P1 with P3 in round 1 for no points" in change
    fields = {"seq": 4, "dice": "1 1 4", "sure": "yes", "keep_end": "yes"}
    assert client.post("/api/table/1/correct", data=fields).status_code == 303
    view = service.view()
    assert (view.round, view.uncounted, view.uncounted_before) == (2, (), ())
    assert [score for _, score in view.rounds[0].sides] == [3, 0]
    assert [side.score for side in view.sides] == [2, 0]
    dialog = client.get("/t/1/round/1-1").text
    assert "Taken out" not in dialog
    assert "2-2-5" not in dialog, "nobody has removed the throw that was made again"
    assert client.get("/t/1/throw/6").status_code == 404, "it has another number now"
    assert view.can.undo is not None
    client.post("/api/table/1/undo", json={"seq": view.can.undo.seq})
    assert [score for _, score in service.view().rounds[0].sides] == [22, 0]


def test_the_dialog_says_why_an_end_cannot_be_kept(client: FlaskClient) -> None:
    """If a table would be tied, the dialog gives the reason, and a program gets the same sentence."""
    client.post("/api/table/1/void", json={"seq": 3, "sure": True})
    client.post("/api/table/1/void", json={"seq": 2, "sure": True})
    change = client.get("/t/1/change/correct?seq=4&dice=2&dice=3&dice=4").text
    assert "Table 1 would be tied, and nobody has thrown its roll-off." in change
    assert "keep_end" not in change
    body = {"seq": 4, "dice": [2, 3, 4]}
    answer = client.post("/api/table/1/foretell", json=body).json
    assert answer is not None
    assert not answer["end"]["possible"]
    refused = client.post("/api/table/1/correct", json=body | {"sure": True, "keep_end": True})
    assert refused.status_code == 409
    assert refused.json is not None
    assert refused.json["error"] == answer["end"]["reason"]


def test_the_page_says_that_a_correction_ended_this_round_sooner(client: FlaskClient) -> None:
    """Throws that came later no longer count."""
    client.post("/api/table/1/enter", json={"dice": [2, 3, 4]})
    client.post("/api/table/2/enter", json={"dice": [2, 3, 4]})
    client.post("/api/table/1/enter", json={"dice": [3, 4, 5]})
    client.post("/api/table/1/correct", json={"seq": 6, "dice": [2, 2, 2]})
    page = client.get("/t/1").text
    assert "throws no longer count." in page


@pytest.mark.parametrize(
    "address", ["/t/1/change/fly?seq=2", "/t/1/change/ring", "/t/1/throw/5", "/t/9/round/1-1"]
)
def test_addresses_of_unknown_corrections_are_not_found(client: FlaskClient, address: str) -> None:
    """An unknown change, another command, a number that is no throw and an unknown table are status 404."""
    assert client.get(address).status_code == 404


def test_an_impossible_correction_says_why(client: FlaskClient) -> None:
    """The dialog has the reason too."""
    refused = client.get("/t/1/change/void?seq=2")
    assert refused.status_code == 409
    assert "There is no throw 2 in this game." in refused.text
    assert client.get("/t/1/change/void?seq=x").status_code == 400
    assert client.post("/api/table/1/foretell/fly", json={}).status_code == 404


def test_the_results_lead_to_every_round(client: FlaskClient) -> None:
    """The dialog of a round leads to the same round at the other tables."""
    assert 'action="/t/1/round/1-1"' not in client.get("/rules").text
    page = client.get("/results").text
    assert 'action="/t/1/round/1-1"' in page
    assert "P8" in page, "players who never sat at the head table have a score card too"
    dialog = client.get("/t/1/round/1-1").text
    assert 'action="/t/2/round/1-1"' in dialog
    assert "Table 1, set 1, round 1" in dialog


def test_a_die_off_is_put_right_after_the_bell(tmp_path: Path) -> None:
    """Its round lists it with what it decided, and its dialog names each die and turns the two round."""
    first = NewGame("tournament", ("Ann", "Bob", "Cy", "Di"))
    then = (RingBell(), EndRoundNow(), EnterDice((6, 2)), RingBell())
    with open_service(tmp_path, first, *then) as room, create_app(room).test_client() as client:
        dialog = client.get("/t/1/round/1-1").text
        assert "<h3>The tie of the round, one die each</h3>" in dialog
        assert 'action="/t/1/throw/3"' in dialog
        assert 'aria-label="Ann and Bob: six, two. Tap to correct."' in dialog
        assert "Nothing was thrown." not in dialog
        throw = client.get("/t/1/throw/3").text
        for words in ("Ann and Bob threw", "The tie of the round, one die each. Tapped in.", "Bob shows 6"):
            assert words in throw
        assert "It was the other way round" in throw
        assert "One is missing after it" not in throw
        assert client.post("/api/table/1/correct", json={"seq": 3, "dice": [2, 6]}).status_code == 409
        sure = {"seq": 3, "dice": [2, 6], "sure": True}
        assert client.post("/api/table/1/correct", json=sure).status_code == 200
        assert room.view().rounds[0].winners == ("Bob", "Di")


def test_the_forms_of_a_throw_say_which_dice_they_show(client: FlaskClient) -> None:
    """So a correction from an old page is refused, also when it is confirmed."""
    assert (
        client.get("/t/1/throw/6").text.count('name="was" value="5"') == 15
    )  # each other face of three dice
    again = client.get("/t/1/change/correct?seq=3&dice=1&dice=4&dice=6&was=1&was=4&was=5").text
    assert '<input type="hidden" name="was" value="5">' in again
    body = {"seq": 3, "dice": "1 4 4", "sure": "yes", "was": "1 4 6"}
    refused = client.post("/api/table/1/correct", data=body, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json and refused.json["error"]) == (
        409,
        "Somebody has put that throw right meanwhile: it is 1-4-5 now.",
    )
