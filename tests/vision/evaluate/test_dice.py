"""Dice matched one by one: which is which, which face was taken for which, is the confidence honest."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.frames import Box, Die, Doubt, Reading, Status
from pi_bunco.vision.evaluate.confusion import NONE, count_confusion
from pi_bunco.vision.evaluate.folder import LabelledDie, LabelledPicture
from pi_bunco.vision.evaluate.match import match
from pi_bunco.vision.evaluate.reliability import sort_into_bins
from pi_bunco.vision.evaluate.score import PictureCase, judge
from pi_bunco.vision.evaluate.summary import summarise, summarise_sources
from pi_bunco.vision.evaluate.words import name_doubt


def make_box(x: float, y: float = 50, half: float = 20) -> Box:
    """Make a square box round a place."""
    return x - half, y - half, x + half, y + half


def make_case(status: Status, read: list[Die], lies: list[LabelledDie], source: str = "a") -> PictureCase:
    """Make a case of some dice."""
    label = LabelledPicture(source, Path("x.png"), tuple(lies))
    doubt = Doubt.UNSURE if status is Status.DOUBTFUL else None
    reading = Reading(status, tuple(read), "Look." if doubt else "", doubt)
    return PictureCase(label, reading, judge(label, reading), 10.0)


def test_places_tell_which_die_is_which() -> None:
    """A swap of two values is seen by the boxes, though the values agree, and boxes of pips alone do."""
    read = (Die(5, 0.9, make_box(30)), Die(2, 0.9, make_box(75)))
    pairs = match(read, (LabelledDie(5, make_box(75, half=8)), LabelledDie(2, make_box(32, half=8))))
    assert pairs is not None
    assert [(pair.read and pair.read.value, pair.label and pair.label.value) for pair in pairs] == [
        (5, 2),
        (2, 5),
    ]


def test_missed_and_invented_dice_have_no_mate() -> None:
    """A die read far from any label is invented; the label that is left over was missed."""
    pairs = match(
        (Die(5, 0.9, make_box(30)), Die(4, 0.9, make_box(300))),
        (LabelledDie(5, make_box(30)), LabelledDie(1, make_box(150))),
    )
    assert pairs is not None
    assert count_confusion(pairs).counts == {(5, 5): 1, (NONE, 4): 1, (1, NONE): 1}
    assert (
        count_confusion(pairs).missed,
        count_confusion(pairs).invented,
        count_confusion(pairs).mistaken,
    ) == (1, 1, 0)


def test_one_place_is_taken_once() -> None:
    """Of two dice read at one place the nearer is the die, the other invented."""
    pairs = match((Die(5, 0.9, make_box(38)), Die(6, 0.9, make_box(31))), (LabelledDie(6, make_box(30)),))
    assert pairs is not None
    assert [pair.right for pair in pairs] == [False, True]


def test_without_boxes_values_are_compared() -> None:
    """Values that agree are matched first, in the number that they occur; the rest is mistaken."""
    read = tuple(Die(value, 0.9, make_box(40 * k)) for k, value in enumerate((1, 1, 6)))
    pairs = match(read, (LabelledDie(6), LabelledDie(1), LabelledDie(4)))
    assert pairs is not None
    assert count_confusion(pairs).counts == {(1, 1): 1, (6, 6): 1, (4, 1): 1}


@given(st.lists(st.integers(1, 6), max_size=6), st.lists(st.integers(1, 6), max_size=6))
def test_each_die_is_matched_once(read: list[int], lies: list[int]) -> None:
    """With places or without, every die of either side occurs in exactly one pair."""
    dice = tuple(Die(value, 0.9, make_box(60 * k)) for k, value in enumerate(read))
    for places in (True, False):
        marks = tuple(
            LabelledDie(value, make_box(60 * k + 7) if places else None) for k, value in enumerate(lies)
        )
        pairs = match(dice, marks)
        if pairs is None:
            assert not places
            continue
        assert sorted(pair.read.value for pair in pairs if pair.read) == sorted(read)
        assert sorted(pair.label.value for pair in pairs if pair.label) == sorted(lies)


def test_honest_confidence_is_within_the_interval() -> None:
    """Nine of ten right at 90 % are honest; half of them right at 99 % are not, and off by 49 points."""
    honest = sort_into_bins([(0.9, k % 10 > 0) for k in range(100)])
    (one,) = honest.bins
    assert (one.dice, one.right, one.honest, round(honest.error, 6)) == (100, 90, True, 0.0)
    assert round(honest.expected, 6) == honest.wrong == 10
    proud = sort_into_bins([(0.99, k % 2 == 0) for k in range(100)])
    assert not proud.bins[0].honest
    assert round(proud.error, 6) == 0.49


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60))
def test_every_die_falls_into_one_bin(dice: list[tuple[float, bool]]) -> None:
    """Nothing is lost at the ends: confidences of 0 and 1 have a bin too."""
    found = sort_into_bins(dice)
    assert found.dice == len(dice)
    assert found.wrong == sum(not right for _, right in dice)
    assert all(one.low - 1e-9 <= one.stated <= one.high + 1e-9 for one in found.bins)


def test_a_summary_tells_sure_dice_from_all() -> None:
    """Doubtful readings count in the reliability of all dice, not in that of accepted pictures."""
    cases = [
        make_case(Status.READ, [Die(5, 0.99, make_box(30))], [LabelledDie(5, make_box(30))]),
        make_case(Status.DOUBTFUL, [Die(4, 0.5, make_box(30))], [LabelledDie(6, make_box(30))]),
        make_case(Status.DOUBTFUL, [Die(4, 0.5, make_box(30))], [LabelledDie(6), LabelledDie(1)]),
    ]
    found = summarise("a", cases)
    assert (found.reliability.dice, found.sure.dice, found.unmatched) == (2, 1, 1)
    assert (found.confusion.mistaken, found.confusion_sure.mistaken) == (1, 0)
    assert found.doubts == {Doubt.UNSURE: 2}


def test_unreadable_dice_have_no_face_to_be_mistaken() -> None:
    """A leaning die that is guessed at is no mistake; accepted it is a silent misread of the picture."""
    leaning = [LabelledDie(5, make_box(30)), LabelledDie(2, make_box(90), "It leans.")]
    read = [Die(5, 0.99, make_box(30)), Die(3, 0.4, make_box(90))]
    found = summarise("a", [make_case(Status.DOUBTFUL, read, leaning), make_case(Status.READ, read, leaning)])
    assert (found.confusion.mistaken, found.reliability.dice) == (0, 2)
    assert (found.score.wrong, found.score.let_through, found.score.unreadable) == (1, 1, 2)


def test_an_unreadable_picture_counts_by_no_die() -> None:
    """Where the whole picture must be doubted nobody says what lies there: no die of it is invented."""
    label = LabelledPicture("a", Path("x.png"), (), "A hand.")
    reading = Reading(Status.DOUBTFUL, (Die(5, 0.9, make_box(30)),), "Look.", Doubt.COVERED)
    found = summarise("a", [PictureCase(label, reading, judge(label, reading), 1.0)])
    assert (found.confusion.invented, found.reliability.dice, found.unmatched) == (0, 0, 0)


def test_all_sources_come_last() -> None:
    """Several sources are summed up together at the end; one alone is not reported twice."""
    one = make_case(Status.READ, [Die(5, 0.9, make_box(30))], [LabelledDie(5)])
    two = make_case(Status.READ, [Die(5, 0.9, make_box(30))], [LabelledDie(5)], "b")
    assert [found.score.source for found in summarise_sources([one, two, one])] == ["a", "b", "all"]
    assert [found.score.source for found in summarise_sources([one])] == ["a"]


def test_every_kind_of_doubt_has_a_name() -> None:
    """None is left out, and no two are called the same."""
    names = {name_doubt(kind) for kind in (*Doubt, None)}
    assert len(names) == len(Doubt) + 1
