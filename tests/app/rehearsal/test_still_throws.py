"""Still throws on one mat: what is laid, who reads it, and how it is counted."""

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from pi_bunco.app.rehearsal.result import MatResult, count_result, make_page
from pi_bunco.app.rehearsal.still_throws import CHUNK, MatPart, MatPlan, play
from pi_bunco.app.rehearsal.table import BAD, PictureKind, RehearsalTable, choose_kind
from pi_bunco.errors import Trouble
from pi_bunco.vision.evaluate.score import PictureCase
from pi_bunco.vision.geometry import GeometryReader
from tests.app.rehearsal.drawn import Careless, Drawn, Dying, Honest


def plan(
    throws: int = 60, bare: int = 6, reads: type[Honest] = Honest, failures: Path | None = None
) -> MatPlan:
    """Plan a rehearsal on the table that draws at once."""
    return MatPlan(throws, bare, 3, failures, reads, Drawn)


def rehearsed(asked: MatPlan) -> MatResult:
    """Rehearse in this process and count."""
    return count_result(play(asked, 1))


def test_each_few_throws_have_a_table_of_their_own() -> None:
    """The table is made from the seed and the number of the chunk, for throws and for bare pictures."""
    asked: list[tuple[int, int]] = []

    def table(seed: int, chunk: int) -> Drawn:
        asked.append((seed, chunk))
        return Drawn(seed, chunk)

    list(play(MatPlan(2 * CHUNK + 1, 1, 3, None, Honest, table), 1))
    assert asked == [(3, 0), (3, 1), (3, 2), (3, 0)]


def sketch(part: MatPart) -> list[tuple[str, tuple[int, ...]]]:
    """Return what does not hang on a clock."""
    cases: tuple[PictureCase, ...] = (*part.throws, *part.bare)
    return [(case.labelled.path.name, case.reading.values) for case in cases]


def test_one_throw_in_five_is_bad_each_sort_as_often() -> None:
    """Of a hundred throws eighty can be read, and each of five reasons occurs four times."""
    kinds = [choose_kind(number) for number in range(100)]
    assert kinds.count(PictureKind.READABLE) == 80
    assert [kinds.count(kind) for kind in BAD] == [4] * 5


def test_an_honest_reader_reaches_everything() -> None:
    """All readable throws accepted, no other, nothing misread, no dice where none lie."""
    result = rehearsed(plan())
    assert result.reached
    assert (result.accepted.pictures, result.accepted.hits, result.wrong.pictures) == (48, 48, 60)
    assert [tally.hits for tally in result.unreadable] == [0] * 5
    assert sum(tally.pictures for tally in result.unreadable) == 12
    assert [(tally.pictures, tally.hits) for tally in result.bare] == [(4, 0)] * 3  # each is read twice
    assert not result.failures
    assert list(result.readable.times.stages) == ["mat", "find", "check"]


def test_a_careless_reader_is_caught(tmp_path: Path) -> None:
    """Unreadable throws accepted, wrong values and dice out of nothing are each counted and kept."""
    result = rehearsed(plan(reads=Careless, failures=tmp_path))
    assert not result.reached
    assert all(tally.hits == tally.pictures for tally in (*result.unreadable, *result.bare))
    sixes = sum(number % 7 == 0 and choose_kind(number) is PictureKind.READABLE for number in range(60))
    assert result.wrong.hits == 12 + sixes
    kept = {path.name for path in tmp_path.iterdir()}
    assert "wrong-readable-0.png" in kept
    assert "wrong-leaning-4.png" in kept
    assert "wrong-empty-table-bare0.png" in kept
    assert len(kept) == 12 + sixes + 6


def test_figures_are_json_and_fit_a_terminal() -> None:
    """The object has each share with its interval; the page is no wider than 80 columns and has a verdict."""
    result = rehearsed(plan(reads=Careless))
    facts = result.to_json()
    assert facts["unreadable_accepted"]["stacked"]["share"] == 1.0
    low, high = facts["wrong"]["interval"]
    assert low < facts["wrong"]["share"] < high
    console = Console(width=80, force_terminal=False)
    with console.capture() as shown:
        for part in make_page(result, 3):
            console.print(part)
    assert "Not yet as it must be" in shown.get()
    assert max(map(len, shown.get().splitlines())) <= 80


def test_few_throws_say_so() -> None:
    """All right in sixty throws is not all right in five thousand, and the page says that."""
    (text,) = [str(part) for part in make_page(rehearsed(plan()), 3) if "All as" in str(part)]
    assert "5,000" in text


def test_several_processes_give_the_same_in_the_same_order() -> None:
    """Who reads which does not matter: parts come back in their order with the same readings."""
    asked = plan(2 * CHUNK + 1, 2)
    assert [sketch(part) for part in play(asked, 2)] == [sketch(part) for part in play(asked, 1)]


def test_a_process_that_is_ended_is_told_of() -> None:
    """Nobody waits for figures that cannot come: it is said, with what to do."""
    with pytest.raises(Trouble, match="--processes"):
        list(play(plan(2 * CHUNK, 0, Dying), 2))


def test_a_failure_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    """A folder that has gone is no reason to lose pictures silently."""
    with pytest.raises(Trouble, match="cannot be written"):
        rehearsed(plan(5, 0, Careless, tmp_path / "gone"))


@pytest.fixture(scope="module")
def table() -> RehearsalTable:
    """Return a small rendered table."""
    return RehearsalTable(1, (480, 360))


@pytest.mark.parametrize("number", [0, 4, 9, 14, 19, 24])
def test_a_rendered_throw_is_what_its_sort_says(table: RehearsalTable, number: int) -> None:
    """On the rendered table good throws have three dice to read, and each bad one a reason."""
    label = table.throw(number).label
    assert label.source == choose_kind(number)
    assert bool(label.unreadable) == (label.source != PictureKind.READABLE)
    assert len(label.dice) == 3 or label.source in {PictureKind.MISCOUNT, PictureKind.OUT}


@pytest.mark.parametrize("number", range(6))
def test_a_rendered_picture_without_dice_has_none(table: RehearsalTable, number: int) -> None:
    """Nothing is labelled in it, and the same number gives the same picture."""
    first, again = (table.show_bare(number) for _ in range(2))
    assert not first.label.dice
    assert first.calibrated == (number < 3)
    assert (first.image == again.image).all()


def test_hands_and_things_lie_on_the_very_mat(table: RehearsalTable) -> None:
    """Where nothing lies the picture is that of the empty mat but for its noise; elsewhere it differs."""
    empty = table.show_bare(0).image.astype(int)
    for number in (1, 2):
        off = abs(table.show_bare(number).image.astype(int) - empty).max(axis=2)
        assert 0.01 < (off > 25).mean() < 0.9
        assert np.median(off) < 8


def test_the_table_is_calibrated_by_its_markers() -> None:
    """The field, the empty mat and the size of a die are learnt from the table's own pictures."""
    calibration = RehearsalTable(1).calibrate(GeometryReader())
    assert calibration.picture == (960, 720)
    assert calibration.ratio > 1
    assert calibration.die is not None
    assert 40 < calibration.die < 100
    assert 0 < calibration.noise < 5
