"""A table's page in a real browser: what people tap, what they see, and how a lost server is shown."""

import contextlib
import socket
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import AnswerDoubt, CorrectThrow, DismissDoubt, EnterDice, RingBell, UndoStep
from pi_bunco.game.refused import Refused
from pi_bunco.views.table import Alert
from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, PATIENCE_MS, expect_text, wait_for_commands
from tests.web.states import BUNCO, again, asking, begin, by_hand, doubtful, make_throw, playing, unsure

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


def find_lasting_port() -> int:
    """Return a free port that outgoing connections do not use: a server needs it a second time."""
    for port in range(20_000, 30_000):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    pytest.fail("no port is free")


def test_a_throw_appears_by_itself(page: Any, service: FakePageService) -> None:
    """A new throw changes the score, the dice, the text and the photo. The page notes when it was drawn."""
    expect_text(page, ".us .score", "14")
    last = make_throw(52, "Ann", 0, (3, 3, 1), 3, "+2, Ann throws again")
    sides = (replace(playing().sides[0], score=16, tally=(2, 7, 12, 14, 16)), playing().sides[1])
    service.show(replace(playing(), revision=53, sides=sides, last=last, course=(*playing().course, last)))
    expect_text(page, ".us .score", "16")
    expect_text(page, ".us .tally b", "16")
    assert page.locator(".last .die.hit").count() == 2
    assert page.locator(".slip").count() == 12
    assert "331.jpg" in page.locator(".mid mat-photo").get_attribute("src")
    page.wait_for_function("() => window.piBunco.painted?.seq === 52")
    painted = page.evaluate("window.piBunco.painted")
    assert painted["taken"] == last.taken
    assert painted["at"] > 1.7e12
    assert page.locator(".last").get_attribute("data-taken") == str(last.taken)


def test_one_tap_undoes_the_last_throw(page: Any, service: FakePageService) -> None:
    """The large button says what it undoes."""
    button = page.locator("[data-do=undo]")
    assert button.inner_text().strip() == "Undo +2"
    button.click()
    assert wait_for_commands(page, service) == [UndoStep(51)]


def test_two_taps_correct_a_die(page: Any, service: FakePageService) -> None:
    """One tap on the throw and one on the face send a correction. The other dice stay the same."""
    page.click(".last")
    page.click("dialog [data-at='1'][data-face='3']")
    assert wait_for_commands(page, service) == [CorrectThrow(51, (3, 3, 3), was=(3, 5, 3))]
    api.expect(page.locator("dialog")).to_be_hidden()


def test_an_earlier_throw_of_the_round_can_be_corrected(page: Any, service: FakePageService) -> None:
    """Each slip at the bottom of the page can be tapped, not only the last throw."""
    page.click("#slip48")
    page.click("dialog [data-at='2'][data-face='1']")
    assert wait_for_commands(page, service) == [CorrectThrow(48, (5, 5, 1), was=(5, 5, 5))]


def test_a_doubtful_throw_is_answered_with_one_tap(page: Any, service: FakePageService) -> None:
    """The question is in the middle of the page, with its likeliest answer first."""
    service.show(unsure())
    expect_text(page, "h1", "What did Ann throw?")
    assert page.locator(".answers button").count() == 4
    expect_text(page, ".answers small", "+1, Ann throws again")
    assert page.locator("mat-photo i.asked b").text_content() == "6"
    page.locator(".answers button").first.click()
    assert wait_for_commands(page, service) == [AnswerDoubt(52, (3, 6, 4))]


def test_a_ruling_opens_its_question_with_one_tap(page: Any, service: FakePageService) -> None:
    """The page says who throws again and why, with the photo. *No, it counts…* undoes the ruling."""
    service.show(again())
    expect_text(page, ".mid h1", "Ann throws again")
    expect_text(page, ".mid .reason", "The second die from the left leans on another: throw again.")
    api.expect(page.locator(".mid mat-photo i")).to_have_count(3)
    assert page.locator("[data-do=undo]").count() == 1
    page.get_by_role("button", name="No, it counts…").click()
    assert wait_for_commands(page, service) == [UndoStep(53)]


@pytest.mark.parametrize(
    ("kind", "picture", "way_out"),
    [("cocked", "#cocked", "Throw again"), ("covered", "#hand", "No throw"), ("", "#unsure", "No throw")],
)
def test_a_doubt_shows_its_kind(
    page: Any, service: FakePageService, kind: str, picture: str, way_out: str
) -> None:
    """Each kind has its own icon. Dice that lie badly are thrown again; other doubts can be no throw."""
    service.show(asking(playing(), kind=kind))
    expect_text(page, "[data-do=dismiss] b", way_out)
    assert page.locator(".question header use").get_attribute("href") == picture


def test_a_doubtful_throw_takes_other_dice(page: Any, service: FakePageService) -> None:
    """If no answer fits, people tap the dice. The last die sends them."""
    service.show(doubtful())
    page.click("[data-do=other]")
    for face in (2, 6, 4):
        page.click(f".keys [data-face='{face}']")
    assert wait_for_commands(page, service) == [AnswerDoubt(52, (2, 6, 4))]


def test_a_doubtful_throw_may_be_no_throw(page: Any, service: FakePageService) -> None:
    """One tap dismisses it."""
    service.show(doubtful())
    page.click("[data-do=dismiss]")
    assert wait_for_commands(page, service) == [DismissDoubt(52)]


def test_dice_can_be_tapped(page: Any, service: FakePageService) -> None:
    """Three faces make a throw. Before the last one a die can be removed again."""
    page.click("[data-do=enter]")
    for face in (5, 6):
        page.click(f"dialog .keys [data-face='{face}']")
    page.click("dialog .slots [data-at='1']")
    for face in (1, 4):
        page.click(f"dialog .keys [data-face='{face}']")
    commands = wait_for_commands(page, service)
    assert [(type(command), command.dice) for command in commands] == [(EnterDice, (5, 1, 4))]
    assert len(service.commands[0].token) >= 8


def test_a_table_without_a_camera_has_its_keys_on_the_page(page: Any, service: FakePageService) -> None:
    """Three digits on a keyboard are a throw, without a dialog."""
    service.show(by_hand())
    page.wait_for_selector(".keypad")
    for digit in "245":
        page.keyboard.press(digit)
    page.wait_for_function("() => document.querySelectorAll('.slots .blank').length === 3")
    assert [command.dice for command in wait_for_commands(page, service)] == [(2, 4, 5)]  # type: ignore[union-attr, unused-ignore]


@pytest.mark.parametrize("key", ["b", " "])
def test_a_key_rings_the_bell(page: Any, service: FakePageService, key: str) -> None:
    """Two keys of a keyboard ring the bell, but only when it may be rung."""
    page.keyboard.press(key)
    service.show(begin())
    page.wait_for_selector("[data-do=ring]")
    page.keyboard.press(key)
    assert wait_for_commands(page, service) == [RingBell()]


def test_the_end_of_a_round_must_be_confirmed(page: Any, service: FakePageService) -> None:
    """The end of a round is in the menu, and happens only after a second tap."""
    page.click("[data-do=more]")
    page.click("[data-do=ask-end]")
    assert service.commands == []
    page.click("[data-do=end-round]")
    assert len(wait_for_commands(page, service)) == 1


def test_a_refusal_is_shown(page: Any, service: FakePageService, refused: Refused) -> None:
    """The page shows the game's sentences."""
    service.refusal = refused
    page.click("[data-do=undo]")
    expect_text(page, "#toast.bad", "No round is being played. Ring the bell first.")


def test_a_bunco_covers_the_page_once(page: Any, service: FakePageService) -> None:
    """The alert shows for two seconds. It does not come again with the next view or after a reload."""
    page.evaluate("""() => { window.shown = []; new MutationObserver(() => {
        const { hidden, dataset } = document.getElementById('alert');
        if (!hidden && window.shown.at(-1) !== dataset.id) window.shown.push(dataset.id);
      }).observe(document.getElementById('alert'), { attributes: true, subtree: true }); }""")
    last = make_throw(52, "Ann", 0, (3, 3, 3), 3, "Bunco! +21, Ann throws again")
    bunco = replace(playing(), revision=53, last=last, course=(*playing().course, last), alerts=(BUNCO,))
    service.show(bunco)
    expect_text(page, "#alert .title", "Bunco!")
    assert "333.jpg" in page.locator("#alert mat-photo").get_attribute("src")
    assert page.locator("#alert .confetti i").count() > 20
    service.show(replace(bunco, told="something else"))
    service.show(replace(bunco, alerts=(BUNCO, Alert(53, "end", "Round over", "US won"))))
    expect_text(page, "#alert .title", "Round over")
    api.expect(page.locator("#alert")).to_be_hidden(timeout=PATIENCE_MS)
    assert page.evaluate("window.shown") == ["51", "53"]
    page.reload()
    page.wait_for_selector(".foot")
    page.wait_for_timeout(300)
    assert page.locator("#alert").is_hidden()


def test_stop_stays_until_the_dice_rest(page: Any, service: FakePageService) -> None:
    """STOP stays longer than other alerts while something moves on the mat, and then goes."""
    stop = Alert(60, "end", "STOP", "Round 3 is over. US won it", stop=True)
    ended = replace(playing(), revision=60, phase="ready", alerts=(stop,), moving=True)
    page.clock.install()  # from here on, only the test moves the page's clock
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    service.show(ended)
    expect_text(page, "#alert[data-stop=stop] .title", "STOP")
    page.clock.run_for(3000)
    assert page.locator("#alert").is_visible()
    service.show(replace(ended, moving=False, told="The dice rest."))
    expect_text(page, ".told", "The dice rest.")
    page.clock.run_for(200)
    api.expect(page.locator("#alert")).to_be_hidden(timeout=PATIENCE_MS)


def test_the_page_recovers_from_a_lost_server(browser: Any, service: FakePageService) -> None:
    """Without its server the page says since when it is out of date. Later it goes on with the new score."""
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    page = context.new_page()
    port = find_lasting_port()
    server = serve(create_app(service, heartbeat=0.7), "127.0.0.1", port)
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_selector(".foot")
    server.stop()
    api.expect(page.locator("#stale")).to_be_visible(timeout=PATIENCE_MS)
    assert page.locator("#stale time").inner_text().count(":") == 2
    sides = (replace(playing().sides[0], score=35), playing().sides[1])
    service.show(replace(playing(), sides=sides, alerts=(BUNCO,)))
    with serve(create_app(service, heartbeat=0.7), "127.0.0.1", port):
        api.expect(page.locator("#stale")).to_be_hidden(timeout=PATIENCE_MS)
        expect_text(page, ".us .score", "35")
        assert page.locator("#alert").is_hidden()  # alerts from the time without a server are not shown
        context.close()


def test_the_focus_survives_an_update(page: Any, service: FakePageService) -> None:
    """A throw that arrives leaves the focus where it is, and a screen reader says it."""
    page.locator("[data-do=enter]").focus()
    last = make_throw(52, "Ann", 0, (3, 3, 1), 3, "+2, Ann throws again")
    service.show(replace(playing(), revision=53, last=last, course=(*playing().course, last)))
    page.wait_for_selector("#slip52")
    assert page.evaluate("document.activeElement.dataset.do") == "enter"
    assert page.locator("#spoken").inner_text() == "+2, Ann throws again. US 14, THEM 9."


def test_a_new_game_can_begin_from_the_page(page: Any, service: FakePageService) -> None:
    """The form shows only the options of the chosen sheet, and asks before it ends a game."""
    page.goto(page.url + "new")
    page.check("[value=boxed]")
    assert page.locator("[data-sheet=boxed]").is_visible()
    assert page.locator("[data-sheet=classic]").is_hidden()
    page.click("text=Begin the game")
    page.click("text=End it and begin")
    page.wait_for_selector(".foot")
    assert len(wait_for_commands(page, service)) == 1
