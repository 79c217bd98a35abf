"""The live room takes commands from all threads, plays them one after another, and loses none."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.game import writer as writer_module
from pi_bunco.game.commands import CallThrow, EndRoundNow, EnterDice, SeatGuests, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, LogTrouble
from pi_bunco.views.devices import Banner, BellButton, CameraStatus
from pi_bunco.views.table import Alert, TableView
from tests.disks import NO_ROOM
from tests.game.conftest import Hands

LIVE = CameraStatus("live", "mock camera live", mock=True)


class Listener:
    """Follows the head table: it remembers the news, and does something with each view."""

    def __init__(self, act: Callable[[TableView], object] = lambda _: None) -> None:
        self.heard: list[Alert] = []
        self._act = act

    def hear(self, alerts: Sequence[Alert]) -> None:
        self.heard += alerts

    def look(self, view: TableView) -> None:
        self._act(view)


@pytest.fixture
def listener() -> Listener:
    """Return the bell's place."""
    return Listener()


@pytest.fixture
def room(table: Keeper, listener: Listener) -> Iterator[LiveRoom]:
    room = LiveRoom(table, {1: LIVE}, listener)
    yield room
    room.close()


def test_room_answers_a_tap_with_the_new_view(room: LiveRoom) -> None:
    """The answer contains the result of the tap."""
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2
    assert room.view().sides[0].score == 2


def test_room_goes_on_after_a_refusal(room: LiveRoom) -> None:
    """The caller gets the refusal, and the room takes the next tap."""
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


def test_room_wakes_pages_that_wait_for_a_change(room: LiveRoom) -> None:
    """A waiting page gets the number of a newer view, or nothing if nothing changes in time."""
    number = room.wait_for_change(0, 1.0)
    assert number is not None
    assert room.get_newest(1) == (number, room.view())
    assert room.wait_for_change(number, 0.01) is None
    room.ask(EnterDice((1, 1, 2)))
    newer = room.wait_for_change(number, 1.0)
    assert newer is not None
    assert newer > number
    assert room.get_newest(1)[1].sides[0].score == 2


def test_room_passes_alerts_to_the_bell(room: LiveRoom, listener: Listener) -> None:
    """The bell gets each alert of a command once."""
    room.ask(EnterDice((1, 1, 1)))
    assert [alert.kind for alert in listener.heard] == ["bunco", "end"]


def test_room_shows_a_lost_camera(room: LiveRoom) -> None:
    """The page reports the camera, and the game goes on by taps."""
    room.send(replace(LIVE, status="trouble", says="The camera is unplugged. Plug it in."))
    assert room.ask(EnterDice((1, 1, 2))).camera.status == "trouble"


def test_room_shows_a_held_button(room: LiveRoom) -> None:
    """The page shows the button while it is held. A button that is stuck also has a banner."""
    room.send(BellButton("warn_end", "Hold on.", "Let go."))
    held = room.ask(EnterDice((1, 1, 2)))
    assert (held.button.stage, held.banners) == ("warn_end", ())
    room.send(BellButton("stuck", "It is stuck.", "Free it."))
    stuck = room.ask(EnterDice((1, 1, 2)))
    assert (stuck.button.stage, stuck.banners) == ("stuck", (Banner("It is stuck.", "Free it."),))
    room.send(BellButton("up"))
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_tap_that_a_slow_disk_delays_counts_once(room: LiveRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller learns that it may still be done. The same tap again, with its token, is no second throw."""
    monkeypatch.setattr(writer_module, "ANSWER_SECONDS", 0.05)
    goes_on = threading.Event()
    append = Log.append

    def wait_and_append(log: Log, events: Any) -> None:
        goes_on.wait()
        append(log, events)

    monkeypatch.setattr(Log, "append", wait_and_append)
    tap = EnterDice((1, 1, 2), token="a.1")
    for _ in range(2):
        with pytest.raises(Unanswered):
            room.ask(tap)
    goes_on.set()
    monkeypatch.setattr(writer_module, "ANSWER_SECONDS", 10.0)
    assert room.ask(tap).sides[0].score == 2


def test_room_keeps_throws_while_the_disk_is_full(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera's throws wait, the page says so, and taps are refused. Later all are logged in order."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    full = threading.Event()
    full.set()
    append = Log.append

    def append_or_fail(log: Log, events: Any) -> None:
        if full.is_set():
            raise LogTrouble("The disk is full.", "Make room.")
        append(log, events)

    monkeypatch.setattr(Log, "append", append_or_fail)
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


def test_every_page_says_that_photos_are_not_kept(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The banner is there until a photo is kept again, and the game goes on meanwhile."""

    def refuse(*_: object) -> None:
        raise NO_ROOM

    changes: list[object] = []
    publish = room._publish

    def note(tables: Any = None) -> None:
        changes.append(tables)
        publish(tables)

    monkeypatch.setattr(room, "_publish", note)
    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.store.photos.write_atomic", refuse)
        room._writer.ask(hands.throw(1, 1, 2))
        room._writer.ask(hands.throw(1, 1, 3))
        (banner,) = room.view().banners
    assert banner.text.startswith("No photo of a throw has been kept since ")
    assert banner.text.endswith(": the disk is full.")
    assert room.view().sides[0].score == 4
    room._writer.ask(hands.throw(1, 1, 4))
    assert room.view().banners == ()
    assert changes == [None, frozenset({1}), None]  # every page changes when that begins and when it ends


def test_throws_that_wait_are_tried_once_more_at_the_end(
    table: Keeper, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the table stops, a throw that waited is logged, or the program's log says that it is lost."""

    def fail(*_: object) -> None:
        raise LogTrouble("The disk is full.", "Make room.")

    for is_full in (False, True):
        messages: list[str] = []
        monkeypatch.setattr(writer_module, "_log", FakeLogger(messages))
        room = LiveRoom(table, {1: LIVE})
        with monkeypatch.context() as patch:
            patch.setattr(Log, "append", fail)
            room._writer.ask(hands.throw(2, 3, 4 + is_full))
            if is_full:
                room.close()
        room.close()
        assert messages == ["throws are lost"] * is_full
    assert [thrown.dice for thrown in room.view().course] == [(2, 3, 4)]


def test_room_survives_an_error_in_a_command(room: LiveRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller gets the unexpected error, and the table plays on."""

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.game.keeper.decide", broken)
        with pytest.raises(Trouble, match="boom"):
            room.ask(EnterDice((1, 1, 1)))
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2


def test_the_writer_reports_that_it_is_alive(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer calls a function again and again, even without commands, but not while a command hangs."""
    monkeypatch.setattr(writer_module, "BEAT_SECONDS", 0.001)
    beats, hangs, go = threading.Semaphore(0), threading.Event(), threading.Event()

    def hang(_: TableView) -> None:
        hangs.set()
        go.wait()

    room = LiveRoom(table, {1: LIVE}, Listener(hang), beats.release)
    for _ in range(3):
        assert beats.acquire(timeout=60)
    room.send(EnterDice((1, 1, 2)))
    assert hangs.wait(60)
    while beats.acquire(blocking=False):
        pass
    assert not beats.acquire(timeout=0.05)
    go.set()
    assert beats.acquire(timeout=60)
    room.close()


class FakeLogger:
    """Remembers what is logged. The real one formats a traceback, which takes a second."""

    def __init__(self, logged: list[str]) -> None:
        self._logged = logged

    def error(self, event: str, **more: Any) -> None:
        self.exception(event, **more)

    def exception(self, event: str, **_: object) -> None:
        self._logged.append(event)


def test_a_throw_counts_even_if_the_bell_fails(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller gets the new score, and the error is logged."""

    def fail(_: TableView) -> None:
        raise OSError(19, "No such device")

    logged: list[str] = []
    monkeypatch.setattr(writer_module, "_log", FakeLogger(logged))
    room = LiveRoom(table, {1: LIVE}, Listener(fail))
    assert room.ask(EnterDice((1, 1, 2))).sides[0].score == 2
    room.close()
    assert logged == ["after a command"]


def test_an_error_in_a_throw_is_shown(room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If an unexpected error stops a throw of the camera, the page says so until a throw is entered."""

    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(writer_module, "_log", FakeLogger([]))
    with monkeypatch.context() as patch:
        patch.setattr("pi_bunco.game.keeper.decide", broken)
        number = 1
        room.send(hands.throw(1, 1, 2))
        while not room.view().banners:
            number = room.wait_for_change(number, 5.0) or pytest.fail("no page showed the error")
    assert "could not be counted" in room.view().banners[0].text
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_no_throw_is_lost_if_the_memory_card_fails(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log cannot be written or read. The page keeps its score, throws wait, and taps are refused."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    before = room.ask(EnterDice((1, 1, 2)))

    def fail(*_: object) -> None:
        raise LogTrouble("The log is damaged.", "Put a backup in its place.")

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", fail)
        patch.setattr(Log, "record", fail)
        room.send(hands.throw(2, 3, 4))
        with pytest.raises(LogTrouble, match="Put a backup in its place"):
            room.ask(EnterDice((1, 1, 1)))
        assert room.view().sides == before.sides
        assert [banner.text for banner in room.view().banners] == [
            "The log is damaged. 1 throw waits to be logged."
        ]
    number, now = 0, room.view()
    while now.banners:
        number = room.wait_for_change(number, 5.0) or pytest.fail("the throw was not logged")
        now = room.view()
    assert now.course[-1].dice == (2, 3, 4)


def test_room_survives_an_error_in_a_throw_that_waited(
    room: LiveRoom, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unexpected error in a throw that waited for disk space is reported, and the table plays on."""
    monkeypatch.setattr(writer_module, "RETRY_SECONDS", 0.02)
    monkeypatch.setattr(writer_module, "_log", FakeLogger([]))
    errors = [LogTrouble("The disk is full.", "Make room."), RuntimeError("boom")]

    def fail(*_: object) -> None:
        raise errors.pop(0)

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", fail)
        room.send(hands.throw(2, 3, 4))
        number, now = 0, room.view()
        while not any("could not be counted" in banner.text for banner in now.banners):
            number = room.wait_for_change(number, 5.0) or pytest.fail("no page showed the error")
            now = room.view()
    assert room.ask(EnterDice((1, 1, 2))).banners == ()


def test_taps_that_wait_are_logged_together(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taps that come during a slow write share the next one. Each tap has its own answer."""
    written: list[int] = []
    first_may_end = threading.Event()
    append = Log.append

    def append_slowly(log: Log, events: Any) -> None:
        written.append(len(events))
        if len(written) == 1:
            first_may_end.wait(60)
        append(log, events)

    monkeypatch.setattr(Log, "append", append_slowly)
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
    first_may_end.set()
    for thread in threads:
        thread.join()
    room.close()
    assert written == [1, 2]
    assert sorted(answers) == ["The game has moved on since."] * 2 + ["done"] * 3


def test_a_refused_tap_does_not_affect_others(table: Keeper) -> None:
    """Four commands are handled together. Two are refused, and the other two are logged."""
    outcomes = table.handle_all([EnterDice((1, 2, 3)), EnterDice((1, 2)), CallThrow(), EnterDice((1, 1, 3))])
    assert [type(outcome).__name__ for outcome in outcomes] == [
        "CommandEffect",
        "Refused",
        "Refused",
        "CommandEffect",
    ]
    assert [line.name for line in table.book.lines] == ["bell", "throw", "throw"]


def test_a_step_to_undo_says_whether_only_the_host_may(room: LiveRoom) -> None:
    """A table may undo a throw or the bell. Only the host may undo the round's end, or who came and left."""

    def find_undo(view: TableView) -> tuple[str, bool]:
        assert view.can.undo is not None
        return view.can.undo.what, view.can.undo.host

    assert find_undo(room.view()) == ("Undo the bell", False)
    assert find_undo(room.ask(EnterDice((1, 1, 2)))) == ("Undo +2", False)
    ended = room.ask(EndRoundNow())
    assert find_undo(ended) == ("Undo the round's end", True)
    assert ended.can.undo is not None
    redo = room.ask(UndoStep(ended.can.undo.seq)).can.redo
    assert redo is not None
    assert (redo.what, redo.host) == ("Redo the round's end", True)
    assert find_undo(room.ask(SeatGuests(come=("Eve",)))) == ("Undo who came and left", True)


def test_warning_of_the_log_stays_until_somebody_taps(table: Keeper, hands: Hands) -> None:
    """The log may lack games: a throw that a camera has seen does not take the sentence off the pages."""
    room = LiveRoom(table, {1: LIVE}, warning=Trouble("Games may be missing.", "Restore them."))
    banner = (Banner("Games may be missing.", "Restore them."),)
    room.send(hands.throw(1, 1, 2))
    while not room.view().sides[0].score:
        time.sleep(0.01)
    assert room.view().banners == banner
    room.ask(EnterDice((1, 1, 2), token="t"))
    assert room.view().banners == ()
    room.close()


def test_a_table_says_that_its_pi_is_not_heard(room: LiveRoom) -> None:
    """Its page says where to tap meanwhile, with a new view for it, until the Pi is heard again."""
    before, _ = room.get_newest(1)
    room.show_silent_pis(frozenset({1}))
    number, view = room.get_newest(1)
    assert number > before
    [banner] = view.banners
    assert banner.text == "The Pi of table 1 is not heard."
    assert "tap the dice in on this page" in banner.remedy
    room.show_silent_pis(frozenset({1}))  # nothing new
    assert room.get_newest(1)[0] == number
    room.show_silent_pis(frozenset({2}))
    assert room.view().banners == ()


def test_a_camera_that_says_it_itself_is_enough(room: LiveRoom) -> None:
    """The page of a table with a camera on that Pi has the notice of its camera already."""
    room.send(CameraStatus("trouble", "The Pi of table 1 is not heard.", mock=False))
    room.show_silent_pis(frozenset({1}))
    assert room.view().banners == ()
