"""Corrected and answered throws are kept with their pictures, and no others."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from evaluation.folder import list_labelled

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
from pi_bunco.game.lessons import find_touched_pictures, make_label
from pi_bunco.game.line_format import read_line
from pi_bunco.game.lines import Line
from pi_bunco.readings import Doubt
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.rules import parse_sheet
from pi_bunco.store import KeptThrows, Log, Photos
from tests.game.conftest import LIVE, show

LEANS = "One die leans on another: throw again."
GLARE = "Is the third die from the left a four or a five?"


class LearningKeeper(Keeper):
    """A keeper that learns after each command."""

    def handle(self, command: Command) -> CommandEffect:
        news = super().handle(command)
        self.learn()
        return news


@pytest.fixture
def learning(tmp_path: Path) -> Iterator[Keeper]:
    """Yield a classic table in its first round that keeps pictures to learn from."""
    with Log(tmp_path) as log:
        clock = Clock(lambda: 1_700_000_000.0, lambda: 0.0)
        table = LearningKeeper(log, Photos(tmp_path), clock, kept=KeptThrows(tmp_path, 200))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        table.handle(RingBell())
        yield table


Labels = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def labels(tmp_path: Path) -> Labels:
    """Return a function that reads the kept labels; each label has its picture."""

    def read() -> list[dict[str, Any]]:
        file = tmp_path / "kept/labels.jsonl"
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        for row in rows:
            picture = cv2.imread(str(tmp_path / "kept" / row["image"]))
            assert picture is not None
            assert picture.shape[:2] == (row["h"], row["w"])
        return rows

    return read


def read_lines(lines: list[dict[str, Any]]) -> list[Line]:
    """Read the lines of a record, header first."""
    known: list[Line] = []
    for body in lines[1:]:
        known.append(read_line(body, known))
    return known


def list_values(row: dict[str, Any]) -> list[int]:
    return [die["value"] for die in row["dice"]]


def test_uncorrected_throws_are_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """A reading of the camera and tapped dice, even corrected, are not kept."""
    learning.handle(hands.throw(1, 3, 5))
    learning.handle(EnterDice((1, 2, 4)))
    learning.handle(CorrectThrow(3, (1, 2, 5)))
    assert labels() == []


def test_corrected_throw_is_kept_with_its_boxes(
    learning: Keeper, hands: Any, labels: Labels, tmp_path: Path
) -> None:
    """Each die of a corrected throw keeps its box, and `evaluate` reads the folder."""
    learning.handle(hands.throw(1, 3, 5, xs=(40, 130, 220)))
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


def test_undone_correction_is_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """An undo removes the picture, a redo restores it, a second correction gives another label."""
    learning.handle(hands.throw(1, 3, 5))
    learning.handle(CorrectThrow(2, (1, 3, 4)))
    learning.handle(UndoStep(3))
    assert labels() == []
    learning.handle(RedoStep(4))
    assert [list_values(row) for row in labels()] == [[1, 3, 4]]
    learning.handle(CorrectThrow(2, (1, 3, 6)))
    assert [list_values(row) for row in labels()] == [[1, 3, 6]]


@pytest.mark.parametrize(
    ("answer", "boxed"),
    [
        ((1, 3, 5), [40, 130, 220]),  # as it was read
        ((1, 3, 4), [40, 130, 220]),  # one other value
        ((5, 1, 3), [220, 40, 130]),  # in another order
        ((1, 5, 4), [None, None, None]),  # two other values: which die lies where?
        ((4, 1, 3), [None, None, None]),
    ],
)
def test_answered_doubt_is_kept(
    learning: Keeper, hands: Any, labels: Labels, answer: tuple[int, ...], boxed: list[int | None]
) -> None:
    """A die of an answer keeps its box if it is clear which die it is."""
    learning.handle(hands.throw(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE, xs=(40, 130, 220)))
    learning.handle(AnswerDoubt(2, answer))
    (row,) = labels()
    assert list_values(row) == list(answer)
    assert [die["box"] and die["box"][0] for die in row["dice"]] == boxed
    assert "why" not in row


def test_partly_read_dice_have_no_boxes(learning: Keeper, hands: Any, labels: Labels) -> None:
    """If the reader found two of three dice, it is unclear which box belongs to which die."""
    learning.handle(hands.throw(1, 3, reason="I see two dice, not three.", kind=Doubt.FEWER))
    learning.handle(AnswerDoubt(2, (1, 3, 3)))
    (row,) = labels()
    assert row["dice"] == [{"value": value, "box": None} for value in (1, 3, 3)]


def test_corrected_answer_changes_label(learning: Keeper, hands: Any, labels: Labels) -> None:
    """A correction of an answer corrects the label; undone answers and dismissed doubts leave none."""
    learning.handle(hands.throw(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE))
    learning.handle(AnswerDoubt(2, (1, 3, 5)))
    learning.handle(CorrectThrow(3, (1, 3, 4)))
    assert [list_values(row) for row in labels()] == [[1, 3, 4]]
    learning.handle(UndoStep(4))
    learning.handle(UndoStep(3))
    assert labels() == []
    learning.handle(DismissDoubt(2))
    assert labels() == []


def test_unreadable_throw_is_kept_with_its_reason(
    learning: Keeper, hands: Any, labels: Labels, tmp_path: Path
) -> None:
    """A dismissed picture of a leaning die is kept as unreadable, with the reason."""
    learning.handle(hands.throw(1, 3, 5, reason=LEANS, kind=Doubt.COCKED))
    learning.handle(DismissDoubt(2))
    (row,) = labels()
    assert (row["dice"], row["why"]) == ([], LEANS)
    (found,) = list_labelled(tmp_path / "kept")
    assert found.unreadable == LEANS


@pytest.mark.parametrize("kind", [Doubt.FEWER, Doubt.MORE, Doubt.UNSURE, Doubt.PART, None])
def test_no_throw_may_have_no_label(learning: Keeper, hands: Any, labels: Labels, kind: Doubt | None) -> None:
    """If the dice of a "no throw" may have been good ones that somebody touched, there is no label."""
    learning.handle(hands.throw(1, 3, reason="Only one die moved.", kind=kind))
    learning.handle(DismissDoubt(2))
    assert labels() == []


def test_sure_throw_behind_a_doubt_is_not_kept(learning: Keeper, hands: Any, labels: Labels) -> None:
    """A sure throw that waits behind a doubt is kept only once it is corrected."""
    learning.handle(hands.throw(1, 3, 5, reason=GLARE, kind=Doubt.UNSURE))
    learning.handle(hands.throw(2, 2, 6))
    learning.handle(AnswerDoubt(2, (1, 3, 5)))
    assert [row["image"] for row in labels()] == ["images/1-2.jpg"]
    last = show(learning).last
    assert last is not None
    learning.handle(CorrectThrow(last.seq, (2, 2, 5)))
    assert [(row["image"], list_values(row)) for row in labels()] == [
        ("images/1-2.jpg", [1, 3, 5]), ("images/1-3.jpg", [2, 2, 5])]  # fmt: skip


def test_labels_have_no_names() -> None:
    """The label of a die-off lists the dice from left to right, without names, also after corrections."""
    sighting = {
        "image": "1-1.jpg",
        "size": [64, 48],
        "values": [6, 2],
        "boxes": [[1, 2, 9, 10], [30, 2, 39, 10]],
    }
    doubt = sighting | {
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
    boxes = sighting["boxes"]
    cases: tuple[tuple[list[dict[str, Any]], tuple[int, int]], ...] = (
        ([{}, doubt, answer], (6, 3)),
        ([{}, doubt, answer, corrected], (5, 2)),
        ([{}, doubt, answer, corrected, voided], (6, 3)),
        ([{}, doubt, answer, corrected, voided, {"event": "void", "seq": 4}], (5, 2)),
    )
    for lines, values in cases:
        dice = [{"value": value, "box": box} for value, box in zip(values, boxes, strict=True)]
        assert make_label(read_lines(lines), "1-1.jpg") == {"w": 64, "h": 48, "dice": dice}
        assert find_touched_pictures(read_lines(lines), len(lines) - 1) == ["1-1.jpg"]


def test_pictures_of_other_programs_are_left_alone() -> None:
    """A picture of which the record names nothing but the file gets no label."""
    throw = {"event": "throw", "table": 1, "dice": [1, 2, 3], "image": "theirs.png"}
    assert (
        make_label(read_lines([{}, throw, {"event": "correct", "seq": 1, "dice": [1, 2, 4]}]), "theirs.png")
        is None
    )


def test_answer_after_ruling_is_kept(tmp_path: Path, hands: Any, labels: Labels) -> None:
    """A ruling of the sheet is not kept; a person's answer after it is."""
    house = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\ncocked = "re-roll"').sheet
    with Log(tmp_path) as log:
        table = LearningKeeper(log, Photos(tmp_path), kept=KeptThrows(tmp_path, 200))
        table.handle(NewGame("ours", ("Ann", "Bob", "Cy", "Di"), sheet=house))
        table.handle(RingBell())
        table.handle(hands.throw(1, 3, 5, reason=LEANS, kind=Doubt.COCKED))
        assert labels() == []
        table.handle(UndoStep(3))
        assert labels() == []
        table.handle(AnswerDoubt(2, (1, 3, 5)))
        assert [list_values(row) for row in labels()] == [[1, 3, 5]]


def test_game_goes_on_without_the_photo(learning: Keeper, hands: Any, labels: Labels, tmp_path: Path) -> None:
    """A throw without its photo is corrected, and not kept."""
    learning.handle(hands.throw(1, 3, 5))
    (tmp_path / "photos/1-2.jpg").unlink()
    learning.handle(CorrectThrow(2, (1, 1, 5)))
    assert show(learning).sides[0].score == 2
    assert labels() == []


def test_page_shows_correction_before_picture_is_kept(tmp_path: Path, hands: Any, labels: Labels) -> None:
    """The writer first updates the page and then keeps the picture, which may be slow."""
    scores: list[int] = []

    class SlowKeptThrows(KeptThrows):
        def keep(self, picture: Path | None, name: str, label: dict[str, Any]) -> None:
            scores.append(service.view().sides[0].score)
            super().keep(picture, name, label)

    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), kept=SlowKeptThrows(tmp_path, 200))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        service = LiveRoom(table, {1: LIVE})
        for command in (RingBell(), hands.throw(1, 3, 5), CorrectThrow(2, (1, 1, 5))):
            service.ask(command)
        service.close()
    assert scores == [2]
    assert [list_values(row) for row in labels()] == [[1, 1, 5]]
