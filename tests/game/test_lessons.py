"""What people say of doubtful and misread throws is kept beside their pictures, and nothing else is."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from pi_bunco.frames import Doubt
from pi_bunco.game.commands import (
    AnswerDoubt,
    Command,
    CorrectThrow,
    DismissDoubt,
    EnterDice,
    NewGame,
    RedoStep,
    RingBell,
    UndoStep,
)
from pi_bunco.game.keeper import Clock, CommandEffect, Keeper
from pi_bunco.game.lessons import find_touched, make_label
from pi_bunco.game.line_format import read_line
from pi_bunco.game.lines import Line
from pi_bunco.rules import parse_sheet
from pi_bunco.store import KeptThrows, Log, Photos
from pi_bunco.views import table as s
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.vision.evaluate.folder import list_labelled

LIVE = CameraStatus("live", "mock camera live", mock=True)
LEANS = "One die leans on another: throw again."
GLARE = "Is the third die from the left a four or a five?"


class Learning(Keeper):
    """A table that learns at once."""

    def handle(self, command: Command) -> CommandEffect:
        news = super().handle(command)
        self.learn()
        return news


@pytest.fixture
def learning(tmp_path: Path) -> Iterator[Keeper]:
    """Yield a classic table in its first round that keeps what can be learnt."""
    with Log(tmp_path) as log:
        clock = Clock(lambda: 1_700_000_000.0, lambda: 0.0)
        table = Learning(log, Photos(tmp_path), clock, kept=KeptThrows(tmp_path, 200))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        table.handle(RingBell())
        yield table


Labels = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def labels(tmp_path: Path) -> Labels:
    """Read what is kept; each label has its picture."""

    def read() -> list[dict[str, Any]]:
        file = tmp_path / "kept/labels.jsonl"
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        for row in rows:
            picture = cv2.imread(str(tmp_path / "kept" / row["image"]))
            assert picture is not None
            assert picture.shape[:2] == (row["h"], row["w"])
        return rows

    return read


def show(table: Keeper) -> s.TableView:
    return make_table_view(table, 1, DeviceStatus(LIVE))


def read(lines: list[dict[str, Any]]) -> list[Line]:
    """Read the lines of a record, header first."""
    known: list[Line] = []
    for body in lines[1:]:
        known.append(read_line(body, known))
    return known


def values(row: dict[str, Any]) -> list[int]:
    return [die["value"] for die in row["dice"]]


def test_throws_that_nobody_put_right_are_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """What the camera read by itself, and dice tapped in, teach nothing."""
    learning.handle(hands.seen(1, 3, 5))
    learning.handle(EnterDice((1, 2, 4)))
    learning.handle(CorrectThrow(3, (1, 2, 5)))
    assert labels() == []


def test_corrected_throw_is_kept_with_its_boxes(
    learning: Keeper, hands: Any, labels: Labels, tmp_path: Path
) -> None:
    """Each die has the box in which it was misread, two of them at once, and `evaluate` reads the folder."""
    learning.handle(hands.seen(1, 3, 5, xs=(40, 130, 220)))
    learning.handle(CorrectThrow(2, (1, 5, 3)))
    (row,) = labels()
    assert row == {
        "image": "images/1-2.jpg",
        "w": 320,
        "h": 240,
        "dice": [
            {"value": 1, "box": [40, 60.0, 90.0, 110.0]},
            {"value": 5, "box": [130, 60.0, 180.0, 110.0]},
            {"value": 3, "box": [220, 60.0, 270.0, 110.0]},
        ],
    }
    (found,) = list_labelled(tmp_path / "kept")
    assert (found.values, found.path.is_file(), found.unreadable) == ((1, 3, 5), True, "")


def test_correction_taken_back_is_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """An undo takes the picture away, a redo brings it back, a second correction gives another label."""
    learning.handle(hands.seen(1, 3, 5))
    learning.handle(CorrectThrow(2, (1, 3, 4)))
    learning.handle(UndoStep(3))
    assert labels() == []
    learning.handle(RedoStep(4))
    assert [values(row) for row in labels()] == [[1, 3, 4]]
    learning.handle(CorrectThrow(2, (1, 3, 6)))
    assert [values(row) for row in labels()] == [[1, 3, 6]]


@pytest.mark.parametrize(
    ("said", "boxed"),
    [
        ((1, 3, 5), [40, 130, 220]),  # as it was read
        ((1, 3, 4), [40, 130, 220]),  # one die otherwise
        ((5, 1, 3), [220, 40, 130]),  # in another order
        ((1, 5, 4), [None, None, None]),  # two otherwise: which lies where?
        ((4, 1, 3), [None, None, None]),
    ],
)
def test_answered_doubt_is_kept(
    learning: Keeper, hands: Any, labels: Labels, said: tuple[int, ...], boxed: list[int | None]
) -> None:
    """A die of an answer has its box only where there is no doubt which it is."""
    learning.handle(hands.seen(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE, xs=(40, 130, 220)))
    learning.handle(AnswerDoubt(2, said))
    (row,) = labels()
    assert values(row) == list(said)
    assert [die["box"] and die["box"][0] for die in row["dice"]] == boxed
    assert "why" not in row


def test_dice_that_were_not_all_seen_have_no_boxes(learning: Keeper, hands: Any, labels: Labels) -> None:
    """Where the reader saw two dice and there are three, nobody knows which box is whose."""
    learning.handle(hands.seen(1, 3, reason="I see two dice, not three.", kind=Doubt.FEWER))
    learning.handle(AnswerDoubt(2, (1, 3, 3)))
    (row,) = labels()
    assert row["dice"] == [{"value": value, "box": None} for value in (1, 3, 3)]


def test_corrected_answer_has_the_last_word(learning: Keeper, hands: Any, labels: Labels) -> None:
    """Who answered wrong and corrects that has the label put right, too."""
    learning.handle(hands.seen(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE))
    learning.handle(AnswerDoubt(2, (1, 3, 5)))
    learning.handle(CorrectThrow(3, (1, 3, 4)))
    assert [values(row) for row in labels()] == [[1, 3, 4]]
    learning.handle(UndoStep(4))
    learning.handle(UndoStep(3))
    assert labels() == []
    learning.handle(DismissDoubt(2))
    assert labels() == []


def test_throw_that_nobody_can_read_is_kept_with_its_reason(
    learning: Keeper, hands: Any, labels: Labels, tmp_path: Path
) -> None:
    """A leaning die that a person lets be thrown again is a picture that must be doubted."""
    learning.handle(hands.seen(1, 3, 5, reason=LEANS, kind=Doubt.COCKED))
    learning.handle(DismissDoubt(2))
    (row,) = labels()
    assert (row["dice"], row["why"]) == ([], LEANS)
    (found,) = list_labelled(tmp_path / "kept")
    assert found.unreadable == LEANS


@pytest.mark.parametrize("kind", [Doubt.FEWER, Doubt.MORE, Doubt.UNSURE, Doubt.PART, None])
def test_no_throw_of_good_dice_is_not_kept(
    learning: Keeper, hands: Any, labels: Labels, kind: Doubt | None
) -> None:
    """Where "no throw" may mean that good dice were only touched, the picture has no label."""
    learning.handle(hands.seen(1, 3, reason="Only one die moved.", kind=kind))
    learning.handle(DismissDoubt(2))
    assert labels() == []


def test_sure_throw_behind_a_doubt_is_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """It is scored when the doubt is answered, but nobody has looked at it; once corrected it is kept."""
    learning.handle(hands.seen(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE))
    learning.handle(hands.seen(2, 2, 6))
    learning.handle(AnswerDoubt(2, (1, 3, 5)))
    assert [row["image"] for row in labels()] == ["images/1-2.jpg"]
    last = show(learning).last
    assert last is not None
    learning.handle(CorrectThrow(last.seq, (2, 2, 5)))
    assert [(row["image"], values(row)) for row in labels()] == [
        ("images/1-2.jpg", [1, 3, 5]), ("images/1-3.jpg", [2, 2, 5])]  # fmt: skip


def test_labels_name_nobody() -> None:
    """One die each is kept from left to right, without the names of those who threw, corrected ones too."""
    seen = {"image": "1-1.jpg", "size": [64, 48], "values": [6, 2], "boxes": [[1, 2, 9, 10], [30, 2, 39, 10]]}
    doubt = seen | {
        "event": "camera:doubtful",
        "reason": "Glare.",
        "kind": "unsure",
        "confidence": [0.5, 0.9],
    }
    answer = {
        "event": "die_off",
        "table": 1,
        "dice": {"Ann": 6, "Bob": 3},
        "answers": 1,
        "by": "tap",
        "image": "1-1.jpg",
    }
    corrected = {"event": "correct", "seq": 2, "dice": {"Ann": 5, "Bob": 2}}
    voided = {"event": "void", "seq": 3}
    boxes = seen["boxes"]
    cases: tuple[tuple[list[dict[str, Any]], tuple[int, int]], ...] = (
        ([{}, doubt, answer], (6, 3)),
        ([{}, doubt, answer, corrected], (5, 2)),
        ([{}, doubt, answer, corrected, voided], (6, 3)),
        ([{}, doubt, answer, corrected, voided, {"event": "void", "seq": 4}], (5, 2)),
    )
    for lines, values in cases:
        dice = [{"value": value, "box": box} for value, box in zip(values, boxes, strict=True)]
        assert make_label(read(lines), "1-1.jpg") == {"w": 64, "h": 48, "dice": dice}
        assert find_touched(read(lines), len(lines) - 1) == ["1-1.jpg"]


def test_pictures_of_other_programs_are_left_alone() -> None:
    """A record that came from elsewhere may name pictures of which nothing else is known."""
    throw = {"event": "throw", "table": 1, "dice": [1, 2, 3], "image": "theirs.png"}
    assert (
        make_label(read([{}, throw, {"event": "correct", "seq": 1, "dice": [1, 2, 4]}]), "theirs.png") is None
    )


def test_what_was_ruled_and_then_answered_is_kept(tmp_path: Path, hands: Any, labels: Labels) -> None:
    """The sheet's word alone teaches nothing; a person's after it does."""
    house = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\ncocked = "re-roll"').sheet
    with Log(tmp_path) as log:
        table = Learning(log, Photos(tmp_path), kept=KeptThrows(tmp_path, 200))
        table.handle(NewGame("ours", ("Ann", "Bob", "Cy", "Di"), sheet=house))
        table.handle(RingBell())
        table.handle(hands.seen(1, 3, 5, reason=LEANS, kind=Doubt.COCKED))
        assert labels() == []
        table.handle(UndoStep(3))
        assert labels() == []
        table.handle(AnswerDoubt(2, (1, 3, 5)))
        assert [values(row) for row in labels()] == [[1, 3, 5]]


def test_game_goes_on_without_the_photo(learning: Keeper, hands: Any, labels: Labels, tmp_path: Path) -> None:
    """A throw whose photo is gone is put right as ever, and not kept."""
    learning.handle(hands.seen(1, 3, 5))
    (tmp_path / "photos/1-2.jpg").unlink()
    learning.handle(CorrectThrow(2, (1, 1, 5)))
    assert show(learning).sides[0].score == 2
    assert labels() == []


def test_page_has_the_correction_before_it_is_kept(tmp_path: Path, hands: Any, labels: Labels) -> None:
    """The writer shows what was done first, and then keeps the picture; nobody waits for a slow card."""
    shown: list[int] = []

    class Slow(KeptThrows):
        def keep(self, picture: Path | None, name: str, label: dict[str, Any]) -> None:
            shown.append(service.view().sides[0].score)
            super().keep(picture, name, label)

    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), kept=Slow(tmp_path, 200))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        service = LiveRoom(table, {1: LIVE})
        for command in (RingBell(), hands.seen(1, 3, 5), CorrectThrow(2, (1, 1, 5))):
            service.ask(command)
        service.close()
    assert shown == [2]
    assert [values(row) for row in labels()] == [[1, 1, 5]]
