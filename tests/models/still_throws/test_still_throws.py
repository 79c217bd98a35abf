"""The rehearsal of still throws on a mat: its throws, its processes, and how it counts."""

from pathlib import Path

import numpy as np
import pytest
from evaluation.score import PictureCase
from rich.console import Console
from still_throws.play import CHUNK, MatPart, MatPlan, play
from still_throws.result import MatResult, count_result, make_page
from still_throws.table import BAD, PictureKind, RehearsalTable, choose_kind

from pi_bunco.errors import Trouble
from pi_bunco.vision.geometry import GeometryReader
from tests.models.still_throws.number_table import Careless, Dying, Honest, NumberTable


def plan(
    throws: int = 60, bare: int = 6, reads: type[Honest] = Honest, failures: Path | None = None
) -> MatPlan:
    """Return the plan of a rehearsal with the fast table."""
    return MatPlan(throws, bare, 3, failures, reads, NumberTable)


def rehearse(plan: MatPlan) -> MatResult:
    """Rehearse in this process and return the result."""
    return count_result(play(plan, 1))


def test_each_chunk_of_throws_has_its_own_table() -> None:
    """Seed and number of the chunk choose the table, for throws and for pictures without dice."""
    made: list[tuple[int, int]] = []

    def make_table(seed: int, chunk: int) -> NumberTable:
        made.append((seed, chunk))
        return NumberTable(seed, chunk)

    list(play(MatPlan(2 * CHUNK + 1, 1, 3, None, Honest, make_table), 1))
    assert made == [(3, 0), (3, 1), (3, 2), (3, 0)]


def list_readings(part: MatPart) -> list[tuple[str, tuple[int, ...]]]:
    """Return the name and the values of each picture: all that does not depend on the time."""
    cases: tuple[PictureCase, ...] = (*part.throws, *part.bare)
    return [(case.labelled.path.name, case.reading.values) for case in cases]


def test_one_throw_in_five_is_unreadable() -> None:
    """Of a hundred throws eighty are readable, and each of five faults occurs four times."""
    kinds = [choose_kind(number) for number in range(100)]
    assert kinds.count(PictureKind.READABLE) == 80
    assert [kinds.count(kind) for kind in BAD] == [4] * 5


def test_right_reader_reaches_all_targets() -> None:
    """The result of a reader without errors: all readable throws accepted, no others, nothing misread."""
    result = rehearse(plan())
    assert result.reached
    assert (result.accepted.pictures, result.accepted.hits, result.wrong.pictures) == (48, 48, 60)
    assert [tally.hits for tally in result.unreadable] == [0] * 5
    assert sum(tally.pictures for tally in result.unreadable) == 12
    assert [(tally.pictures, tally.hits) for tally in result.bare] == [(4, 0)] * 3  # each is read twice
    assert not result.failures
    assert list(result.readable.times.stages) == ["mat", "find", "check"]


def test_careless_reader_is_caught(tmp_path: Path) -> None:
    """Accepted unreadable throws, wrong values and readings of no dice are counted, with their pictures."""
    result = rehearse(plan(reads=Careless, failures=tmp_path))
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
    """The JSON object has each share with its interval; the page has a verdict and at most 80 columns."""
    result = rehearse(plan(reads=Careless))
    facts = result.to_json()
    assert facts["unreadable_accepted"]["stacked"]["share"] == 1.0
    low, high = facts["wrong"]["interval"]
    assert low < facts["wrong"]["share"] < high
    console = Console(width=80, force_terminal=False)
    with console.capture() as page:
        for part in make_page(result, 3):
            console.print(part)
    assert "Not yet as it must be" in page.get()
    assert max(map(len, page.get().splitlines())) <= 80


def test_page_notes_that_there_were_few_throws() -> None:
    """After sixty throws without a fault the page says that five thousand are needed."""
    (text,) = [str(part) for part in make_page(rehearse(plan()), 3) if "All as" in str(part)]
    assert "5,000" in text


def test_several_processes_return_the_same_readings() -> None:
    """Two processes return the same readings in the same order as one."""
    mat_plan = plan(2 * CHUNK + 1, 2)
    one, two = ([list_readings(part) for part in play(mat_plan, processes)] for processes in (1, 2))
    assert two == one


def test_process_that_ends_early_is_reported() -> None:
    """If a process ends early, the rehearsal stops with a message that names an option to change."""
    with pytest.raises(Trouble, match="--processes"):
        list(play(plan(2 * CHUNK, 0, Dying), 2))


def test_picture_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    """If the folder for failures has gone, the rehearsal stops with a message."""
    with pytest.raises(Trouble, match="cannot be written"):
        rehearse(plan(5, 0, Careless, tmp_path / "gone"))


@pytest.fixture(scope="module")
def table() -> RehearsalTable:
    """Return a small rendered table."""
    return RehearsalTable(1, (480, 360))


@pytest.mark.parametrize("number", [0, 4, 9, 14, 19, 24])
def test_rendered_throw_has_the_right_kind(table: RehearsalTable, number: int) -> None:
    """On the rendered table readable throws have three dice, and each unreadable one has a reason."""
    label = table.throw(number).label
    assert label.source == choose_kind(number)
    assert bool(label.unreadable) == (label.source != PictureKind.READABLE)
    assert len(label.dice) == 3 or label.source in {PictureKind.MISCOUNT, PictureKind.OUT}


@pytest.mark.parametrize("number", range(6))
def test_rendered_picture_without_dice_has_no_label(table: RehearsalTable, number: int) -> None:
    """A picture without dice has no labelled dice, and the same number gives the same picture."""
    first, again = (table.show_bare(number) for _ in range(2))
    assert not first.label.dice
    assert first.calibrated == (number < 3)
    assert (first.image == again.image).all()


def test_hands_and_things_change_only_a_part_of_the_picture(table: RehearsalTable) -> None:
    """Except for noise, a picture with hands or things differs from the empty mat only in some places."""
    empty = table.show_bare(0).image.astype(int)
    for number in (1, 2):
        difference = abs(table.show_bare(number).image.astype(int) - empty).max(axis=2)
        assert 0.01 < (difference > 25).mean() < 0.9
        assert np.median(difference) < 8


def test_rendered_table_can_be_calibrated() -> None:
    """The calibration of a rendered table has a plausible ratio, size of a die, and noise."""
    calibration = RehearsalTable(1).calibrate(GeometryReader())
    assert calibration.picture == (960, 720)
    assert calibration.ratio > 1
    assert calibration.die is not None
    assert 40 < calibration.die < 100
    assert 0 < calibration.noise < 5
