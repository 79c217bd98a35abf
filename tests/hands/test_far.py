"""A table on a Pi of its own, by hands: two tablets there, reloads, a cut in the middle of a round."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hands.checks import check_taps, count_thrown
from tests.hands.device import Device
from tests.hands.evening import TITLES
from tests.hands.eyes import Sight
from tests.hands.far import FarRoom, open_far_room, wait_for_keys, wait_until
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [
    *DRIVEN,
    pytest.mark.nightly,
    pytest.mark.skipif(
        not shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin"),
        reason="Mosquitto is not installed",
    ),
]


@pytest.fixture(scope="module")
def room(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FarRoom]:
    """Return two Pis for all tests here. Each test begins a game of its own."""
    with open_far_room(browser, tmp_path_factory.mktemp("far")) as room:
        yield room


@pytest.fixture(autouse=True)
def look_after(room: FarRoom) -> Iterator[None]:
    """Let both Pis hear each other after each test, with no error in a page's scripts."""
    for device in room.devices:
        device.sent.clear()
    yield
    room.hear_again()
    assert not [error for device in room.devices for error in device.errors]


def tap(device: Device, *faces: int) -> None:
    """Tap faces on the keys of a tablet."""
    wait_for_keys(device)
    for face in faces:
        device.tap(str(face), "button")


def wait_for_slip(device: Device, dice: str) -> None:
    """Wait until a page lists a throw of the round."""
    device.wait_for(
        lambda sight: sight.find(rf"\S+: {dice}, \d+ points?\. Tap to correct\."), f"the throw {dice}"
    )


@pytest.mark.parametrize("rules", TITLES)
def test_a_far_table_plays_a_round_of_each_sheet(room: FarRoom, seed: str, rules: str) -> None:
    """Every throw that its two tablets tap counts once, and all pages say the same when the round is over."""
    room.begin(rules)
    room.play_round(f"{seed} {rules}")
    assert room.read_game().finished, room.describe()

    def agree() -> bool:
        sights = [device.look() for device in (room.host, room.first, room.watcher, *room.tablets)]
        return len({(sight.now, sight.next) for sight in sights}) == 1 and "not final" not in sights[0].text

    wait_until(room.host, agree)
    lines = room.read_record()
    check_taps([room.first, *room.tablets], lines, by_hand=True)
    assert sum(count for (table, _), count in count_thrown(lines).items() if table == 2) >= 4
    assert all('"item"' in line for line in lines if '"throw"' in line and '"table": 2' in line)


def test_a_second_tablet_shows_a_throw_and_a_reload_loses_none(room: FarRoom) -> None:
    """A throw is on both far tablets and at the head. A reload forgets tapped faces, and no throw."""
    room.begin("classic")
    room.ring()
    one, two = room.tablets
    tap(one, 1, 1, 4)
    for device in (one, two, room.watcher):
        wait_for_slip(device, "one, one, four")
    tap(two, 1, 1)
    two.reload()
    wait_for_slip(two, "one, one, four")
    tap(two, 1, 3, 5)
    for device in (one, two, room.watcher):
        wait_for_slip(device, "one, three, five")
    thrown = count_thrown(room.read_record())
    assert thrown == {(2, (1, 1, 4)): 1, (2, (1, 3, 5)): 1}


def test_a_throw_of_a_cut_off_table_comes_after_the_next_bell(room: FarRoom) -> None:
    """The page keeps two slips, and takes one back. The host goes on, and counts the other by two taps."""
    room.begin("classic")
    room.ring()
    one, two = room.tablets
    tap(one, 1, 2, 4)
    wait_for_slip(room.watcher, "one, two, four")
    room.cut_off()
    silent = r"The Pi of table 2 is not heard\. .* Until it is back, tap the dice in on this page\."
    room.watcher.wait_for(lambda sight: sight.reads(silent), "that the Pi of the table is not heard")
    assert not room.first.look().reads(silent)
    tap(one, 1, 1, 5)
    one.wait_for(lambda sight: sight.find("Take back 1-1-5", "button"), "the slip")
    tap(two, 3, 4, 6)  # is it the same throw? After a while people have certainly seen the slip of the other
    asked = "Is yours the same throw?"
    sight = two.wait_for(
        lambda sight: sight.reads(asked) or sight.find("Take back 3-4-6", "button"),
        "the question or the slip",
    )
    while sight.reads(asked):  # a dialog that opens by itself takes no tap in its first moment
        two.tap("No, another throw: count it", "button")
        two.pause(0.5)
        sight = two.look()
    for device in room.tablets:  # both are on both, and the newest can be taken back
        sight = device.wait_for(lambda sight: sight.find("Take back 3-4-6", "button"), "the newest slip")
        assert sight.reads("^2 wait$")
    two.tap("Take back 3-4-6", "button")
    for device in room.tablets:
        device.wait_for(lambda sight: sight.find("Take back 1-1-5", "button"), "the slip that stays")

    tap(room.first, 1, 1, 1)
    room.host.wait_for(lambda sight: sight.reads("not final"), "that the round is not final")
    sight = room.watcher.wait_for(lambda sight: sight.reads("Not final"), "no winner")
    assert not sight.find("Ring the bell", "button")
    assert not room.host.look().find("Ring the bell", "button")
    room.host.wait_for(lambda sight: sight.find("Go on without it", "button"), "the way on")
    room.host.tap("Go on without it", "button")
    room.host.wait_for(lambda sight: sight.find("Ring the bell", "button"), "the bell")
    room.host.tap("Ring the bell", "button")
    wait_until(room.host, lambda: _is_second_round(room))

    room.hear_again()
    room.host.wait_for(lambda sight: sight.reads("1-1-5"), "the late throw")
    assert max(room.read_game().finished[0].tables[1].scores.values()) == 1
    room.host.tap("See what changes…", "button")
    room.host.wait_for(lambda sight: sight.find("Put it right", "button"), "what changes")
    room.host.tap("Put it right", "button")
    room.host.wait_for_answers()
    room.host.wait_for(lambda sight: not sight.reads("1-1-5"), "that nothing waits any more")
    assert max(room.read_game().finished[0].tables[1].scores.values()) == 3
    assert count_thrown(room.read_record())[2, (1, 1, 5)] == 1
    for device in room.tablets:
        device.wait_for(lambda sight: sight.reads("^Rolling for twos") and not _keeps(sight), "round 2")
    room.watcher.wait_for(lambda sight: not sight.reads(silent), "that its Pi is heard again")
    tap(one, 2, 2, 3)
    wait_for_slip(room.watcher, "two, two, three")


def test_the_bell_of_a_far_host_is_on_the_page_of_the_head(room: FarRoom) -> None:
    """The host's page of the far Pi has no bell and no seats, but a link to the page that has them."""
    room.begin("classic")
    far_host = room.far_host
    far_host.open("/host")
    sight = far_host.wait_for(lambda sight: sight.reads("waits for the first bell"), "the new game")
    assert not sight.find("Ring the bell|Draw seats|New game", "button", "link")
    assert not sight.find("Late guests.*|Who leaves|Countdown.*")
    far_host.tap("The bell is on the head’s page .*", "link")
    far_host.wait_for(lambda sight: sight.find("Ring the bell", "button"), "the bell on the head's page")
    far_host.open("/host")


def _is_second_round(room: FarRoom) -> bool:
    """Answer the question about an early bell, and return whether round 2 has begun."""
    if room.host.look().find("Start round 2", "button"):
        room.host.tap("Start round 2", "button")
    game = room.read_game()
    return (game.round, game.status) == (2, "playing")


def _keeps(sight: Sight) -> bool:
    return sight.find("Take back .*", "button") is not None
