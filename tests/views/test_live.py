"""The room takes commands from anywhere, plays them one after another, and loses none."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.game import writer as writer_module
from pi_bunco.game.commands import CallThrow, EndRoundNow, EnterDice, SeatGuests, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.store import Log, LogTrouble
from pi_bunco.views import table as s
from pi_bunco.views.devices import Banner, BellButton, CameraStatus
from pi_bunco.views.live import HeadNews, LiveRoom

LIVE = CameraStatus("live", "mock camera live", mock=True)


@pytest.fixture
def heard() -> list[HeadNews]:
    return []


@pytest.fixture
def room(table: Keeper, heard: list[HeadNews]) -> Iterator[LiveRoom]:
    room = LiveRoom(table, {1: LIVE}, heard.append)
    yield room
    room.close()


def test_room_answers_a_tap_with_the_new_view(room: LiveRoom) -> None:
    """Who taps sees what their tap did."""
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2
    assert room.view().sides[0].score == 2


def test_room_refuses_and_goes_on(room: LiveRoom) -> None:
    """A refusal reaches who asked, and the next tap is taken."""
    with pytest.raises(Refused):
        room.ask(UndoStep(99))
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2


def test_room_plays_taps_from_many_threads_one_by_one(room: LiveRoom) -> None:
    """Twenty taps at the same time are twenty throws."""
    taps = [threading.Thread(target=room.ask, args=(EnterDice((1, 2, 3), token=str(k)),)) for k in range(20)]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    assert room.view().sides[0].score == 20


def test_room_wakes_who_waits_for_news(room: LiveRoom) -> None:
    """A page that waits gets what is newer than what it has, and nothing when there is nothing."""
    number = room.wait_for_change(0, 1.0)
    assert number is not None
    assert room.look(1) == (number, room.view())
    assert room.wait_for_change(number, 0.01) is None
    room.ask(EnterDice((1, 1, 2)))
    newer = room.wait_for_change(number, 1.0)
    assert newer is not None
    assert newer > number
    assert room.look(1)[1].sides[0].score == 2


def test_room_tells_what_is_to_be_heard(room: LiveRoom, heard: list[HeadNews]) -> None:
    """The bell hears each command once, with what it brought."""
    room.ask(EnterDice((1, 1, 1)))
    assert [alert.kind for news in heard for alert in news.alerts] == ["bunco", "end"]


def test_room_shows_how_the_camera_does(room: LiveRoom) -> None:
    """A camera that is lost is on the page, and the game goes on by taps."""
    room.send(replace(LIVE, status="trouble", says="The camera is unplugged. Plug it in."))
    assert room.ask(EnterDice((1, 1, 2))).camera.status == "trouble"


def test_room_shows_what_the_button_does(room: LiveRoom) -> None:
    """A held button is on the page while it is held; one that is stuck is also told as something to mend."""
    room.send(BellButton("warn_end", "Hold on.", "Let go."))
    held = room.ask(EnterDice((1, 1, 2)))
    assert (held.button.stage, held.banners) == ("warn_end", ())
    room.send(BellButton("stuck", "It is stuck.", "Free it."))
    stuck = room.ask(EnterDice((1, 1, 2)))
    assert (stuck.button.stage, stuck.banners) == ("stuck", (Banner("It is stuck.", "Free it."),))
    room.send(BellButton("up"))
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_room_keeps_throws_that_the_disk_does_not_take(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk seen throws wait, the page says so, taps are told, and all is logged in order later."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    full = threading.Event()
    full.set()
    append = Log.append

    def maybe(log: Log, events: Any) -> None:
        if full.is_set():
            raise LogTrouble("The disk is full.", "Make room.")
        append(log, events)

    monkeypatch.setattr(Log, "append", maybe)
    room.send(hands.throw(1, 1, 2))
    room.send(hands.throw(2, 3, 4))
    with pytest.raises(LogTrouble, match="Make room"):
        room.ask(EnterDice((1, 1, 1)))
    now = room.view()
    assert now.sides[0].score == 0
    assert [banner.text for banner in now.banners] == ["The disk is full. 2 throws wait to be logged."]
    full.clear()
    number = 0
    while not (now.sides[0].score == 2 and not now.banners):
        number = room.wait_for_change(number, 5.0) or pytest.fail("the throws were not logged")
        now = room.view()
    assert [thrown.dice for thrown in room.view().course][:1] == [(1, 1, 2)]
    assert room.ask(EnterDice((1, 1, 3))).sides[1].score == 2


def test_room_outlives_a_fault_in_a_command(room: LiveRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault inside one command is told to who asked; the table plays on."""

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.game.keeper.decide", broken)
        with pytest.raises(Trouble, match="boom"):
            room.ask(EnterDice((1, 1, 1)))
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2


def test_room_shows_that_its_writer_lives(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """It beats without being asked anything, and not while one command hangs."""
    monkeypatch.setattr(writer_module, "BEAT_SECONDS", 0.001)
    beats, hangs, go = threading.Semaphore(0), threading.Event(), threading.Event()

    def hear(_: HeadNews) -> None:
        hangs.set()
        go.wait()

    room = LiveRoom(table, {1: LIVE}, hear, beats.release)
    for _ in range(3):
        assert beats.acquire(timeout=10)
    room.send(EnterDice((1, 1, 2)))
    assert hangs.wait(10)
    while beats.acquire(blocking=False):
        pass
    assert not beats.acquire(timeout=0.05)
    go.set()
    assert beats.acquire(timeout=10)
    room.close()


class Journal:
    """Notes what is logged, without drawing the error in a frame, which takes a second."""

    def __init__(self, logged: list[str]) -> None:
        self._logged = logged

    def error(self, said: str, **more: Any) -> None:
        self.exception(said, **more)

    def exception(self, event: str, **_: object) -> None:
        self._logged.append(event)


def test_room_a_bell_that_fails_takes_nothing_back(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was logged is shown and answered, whatever becomes of the sound that tells it."""

    def hear(_: HeadNews) -> None:
        raise OSError(19, "No such device")

    logged: list[str] = []
    monkeypatch.setattr(writer_module, "_log", Journal(logged))
    room = LiveRoom(table, {1: LIVE}, hear)
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2
    room.close()
    assert logged == ["after a command"]


def test_room_a_throw_that_fails_inside_is_told_of(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A throw that cannot be counted for a fault of ours is not passed over: the page asks for its dice."""

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(writer_module, "_log", Journal([]))
    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.game.keeper.decide", broken)
        number = 1
        room.send(hands.throw(1, 1, 2))
        while not room.view().banners:
            number = room.wait_for_change(number, 5.0) or pytest.fail("nobody was told")
    assert "could not be counted" in room.view().banners[0].text
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_room_a_card_that_fails_wholly_is_told_of_and_takes_no_throw_away(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that can be read no more either: what was shown stays, throws wait, and taps are told why."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    shown = room.ask(EnterDice((1, 1, 2)))

    def fails(*_: object) -> None:
        raise LogTrouble("The log is damaged.", "Put a backup in its place.")

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", fails)
        patch.setattr(Log, "record", fails)
        room.send(hands.throw(2, 3, 4))
        with pytest.raises(LogTrouble, match="Put a backup in its place"):
            room.ask(EnterDice((1, 1, 1)))
        assert room.view().sides == shown.sides
        assert [each.text for each in room.view().banners] == [
            "The log is damaged. 1 throw waits to be logged."
        ]
    number, now = 0, room.view()
    while now.banners:
        number = room.wait_for_change(number, 5.0) or pytest.fail("the throw was not logged")
        now = room.view()
    assert now.course[-1].dice == (2, 3, 4)


def test_room_outlives_a_throw_that_waited_and_then_fails(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours in a throw that a full disk had kept waiting is told of; the table goes on."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    monkeypatch.setattr(writer_module, "_log", Journal([]))
    faults = [LogTrouble("The disk is full.", "Make room."), RuntimeError("boom")]

    def fails(*_: object) -> None:
        raise faults.pop(0)

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", fails)
        room.send(hands.throw(2, 3, 4))
        number, now = 0, room.view()
        while not any("could not be counted" in each.text for each in now.banners):
            number = room.wait_for_change(number, 5.0) or pytest.fail("nobody was told")
            now = room.view()
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_taps_that_wait_are_logged_together(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk is slow taps queue up, and one more write takes them all; each has its own answer."""
    written: list[int] = []
    first = threading.Event()
    append = Log.append

    def slow(log: Log, events: Any) -> None:
        written.append(len(events))
        if len(written) == 1:
            first.wait(10)
        append(log, events)

    monkeypatch.setattr(Log, "append", slow)
    room = LiveRoom(table, {1: LIVE})
    taps = [EnterDice((1, 2, 3), token="a"), UndoStep(99), EnterDice((1, 1, 3), token="b"), UndoStep(98)]
    answers: list[str] = []

    def tap(command: Any) -> None:
        try:
            room.ask(command)
            answers.append("done")
        except Refused as refused:
            answers.append(refused.text)

    threads = [threading.Thread(target=tap, args=(EnterDice((1, 2, 2)),))]
    threads[0].start()
    while not written:
        time.sleep(0.001)
    threads += [threading.Thread(target=tap, args=(command,)) for command in taps]
    for thread in threads[1:]:
        thread.start()
    while room._writer._queue.qsize() < len(taps):
        time.sleep(0.001)
    first.set()
    for thread in threads:
        thread.join()
    room.close()
    assert written == [1, 2]
    assert sorted(answers) == ["The game has moved on since."] * 2 + ["done"] * 3


def test_a_tap_that_fails_costs_those_beside_it_nothing(table: Keeper) -> None:
    """What the game refuses, or what breaks in one of them, leaves the others as they are."""
    outcomes = table.handle_all([EnterDice((1, 2, 3)), EnterDice((1, 2)), CallThrow(), EnterDice((1, 1, 3))])
    assert [type(outcome).__name__ for outcome in outcomes] == [
        "CommandEffect",
        "Refused",
        "Refused",
        "CommandEffect",
    ]
    assert [line.name for line in table.book.lines] == ["bell", "throw", "throw"]


def test_a_step_says_whether_it_was_the_hosts(room: LiveRoom) -> None:
    """A throw and the bell are a table's own to take back; the round's end and who comes are the host's."""

    def undo(view: s.TableView) -> tuple[str, bool]:
        assert view.can.undo is not None
        return view.can.undo.what, view.can.undo.host

    assert undo(room.view()) == ("Undo the bell", False)
    assert undo(room.ask(EnterDice((1, 1, 2)))) == ("Undo +2", False)
    ended = room.ask(EndRoundNow())
    assert undo(ended) == ("Undo the round's end", True)
    assert ended.can.undo is not None
    again = room.ask(UndoStep(ended.can.undo.seq)).can.redo
    assert again is not None
    assert (again.what, again.host) == ("Redo the round's end", True)
    assert undo(room.ask(SeatGuests(come=("Eve",)))) == ("Undo who came and left", True)
