"""The figures about single dice: matches with the label, confused faces, and honest confidences."""

from pathlib import Path

from evaluation.confusion import NONE, count_confusion
from evaluation.folder import LabelledDie, LabelledPicture
from evaluation.match import match
from evaluation.reliability import sort_into_bins
from evaluation.score import PictureCase, judge
from evaluation.summary import summarise, summarise_sources
from evaluation.words import name_doubt
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.readings import Box, Die, Doubt, Reading, Status


def make_box(x: float, y: float = 50, half: float = 20) -> Box:
    """Return a square box around a place."""
    return x - half, y - half, x + half, y + half


def make_case(status: Status, read: list[Die], labels: list[LabelledDie], source: str = "a") -> PictureCase:
    """Return the case of a picture with these dice, read and labelled."""
    label = LabelledPicture(source, Path("x.png"), tuple(labels))
    doubt = Doubt.UNSURE if status is Status.DOUBTFUL else None
    reading = Reading(status, tuple(read), "Look." if doubt else "", doubt)
    return PictureCase(label, reading, judge(label, reading), 10.0)


def test_dice_are_matched_by_their_boxes() -> None:
    """Boxes show that two values were swapped, even if the label's boxes contain only the pips."""
    read = (Die(5, 0.9, make_box(30)), Die(2, 0.9, make_box(75)))
    pairs = match(read, (LabelledDie(5, make_box(75, half=8)), LabelledDie(2, make_box(32, half=8))))
    assert pairs is not None
    assert [(pair.read and pair.read.value, pair.label and pair.label.value) for pair in pairs] == [
        (5, 2),
        (2, 5),
    ]


def test_missed_and_invented_dice_have_no_match() -> None:
    """A die that was read far from all labels is invented; a label without a die near it is missed."""
    pairs = match(
        (Die(5, 0.9, make_box(30)), Die(4, 0.9, make_box(300))),
        (LabelledDie(5, make_box(30)), LabelledDie(1, make_box(150))),
    )
    assert pairs is not None
    confusion = count_confusion(pairs)
    assert confusion.counts == {(5, 5): 1, (NONE, 4): 1, (1, NONE): 1}
    assert (confusion.missed, confusion.invented, confusion.mistaken) == (1, 1, 0)


def test_label_matches_only_the_nearest_die() -> None:
    """If two dice were read at one place, the nearer one matches the label, and the other one is invented."""
    pairs = match((Die(5, 0.9, make_box(38)), Die(6, 0.9, make_box(31))), (LabelledDie(6, make_box(30)),))
    assert pairs is not None
    assert [pair.right for pair in pairs] == [False, True]


def test_dice_without_boxes_are_matched_by_value() -> None:
    """Equal values are matched first, each as often as it occurs; the remaining dice are mistaken."""
    read = tuple(Die(value, 0.9, make_box(40 * k)) for k, value in enumerate((1, 1, 6)))
    pairs = match(read, (LabelledDie(6), LabelledDie(1), LabelledDie(4)))
    assert pairs is not None
    assert count_confusion(pairs).counts == {(1, 1): 1, (6, 6): 1, (4, 1): 1}


@given(st.lists(st.integers(1, 6), max_size=6), st.lists(st.integers(1, 6), max_size=6))
def test_each_die_is_matched_once(read: list[int], label: list[int]) -> None:
    """With boxes or without, every die that was read or labelled occurs in exactly one pair."""
    dice = tuple(Die(value, 0.9, make_box(60 * k)) for k, value in enumerate(read))
    for with_boxes in (True, False):
        labelled = tuple(
            LabelledDie(value, make_box(60 * k + 7) if with_boxes else None) for k, value in enumerate(label)
        )
        pairs = match(dice, labelled)
        if pairs is None:
            assert not with_boxes
            continue
        assert sorted(pair.read.value for pair in pairs if pair.read) == sorted(read)
        assert sorted(pair.label.value for pair in pairs if pair.label) == sorted(label)


def test_confidence_is_honest_within_the_interval() -> None:
    """A confidence of 90 % is honest if 90 of 100 dice are right; 99 % is not, and off by 49 %, if 50 are."""
    honest = sort_into_bins([(0.9, k % 10 > 0) for k in range(100)])
    (only_bin,) = honest.bins
    assert (only_bin.dice, only_bin.right, only_bin.honest, round(honest.error, 6)) == (100, 90, True, 0.0)
    assert round(honest.expected, 6) == honest.wrong == 10
    too_sure = sort_into_bins([(0.99, k % 2 == 0) for k in range(100)])
    assert not too_sure.bins[0].honest
    assert round(too_sure.error, 6) == 0.49


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60))
def test_every_die_is_in_one_bin(dice: list[tuple[float, bool]]) -> None:
    """No die is lost, even with a confidence of 0 or 1."""
    found = sort_into_bins(dice)
    assert found.dice == len(dice)
    assert found.wrong == sum(not right for _, right in dice)
    assert all(each.low - 1e-9 <= each.stated <= each.high + 1e-9 for each in found.bins)


def test_summary_separates_accepted_pictures() -> None:
    """Doubtful readings count in the figures of all dice, but not in those of accepted pictures."""
    cases = [
        make_case(Status.READ, [Die(5, 0.99, make_box(30))], [LabelledDie(5, make_box(30))]),
        make_case(Status.DOUBTFUL, [Die(4, 0.5, make_box(30))], [LabelledDie(6, make_box(30))]),
        make_case(Status.DOUBTFUL, [Die(4, 0.5, make_box(30))], [LabelledDie(6), LabelledDie(1)]),
    ]
    found = summarise("a", cases)
    assert (found.reliability.dice, found.sure.dice, found.unmatched) == (2, 1, 1)
    assert (found.confusion.mistaken, found.confusion_sure.mistaken) == (1, 0)
    assert found.doubts == {Doubt.UNSURE: 2}


def test_unreadable_die_counts_only_in_the_score() -> None:
    """The guessed value of a leaning die is no mistake, but without doubt the picture is a silent misread."""
    leaning = [LabelledDie(5, make_box(30)), LabelledDie(2, make_box(90), "It leans.")]
    read = [Die(5, 0.99, make_box(30)), Die(3, 0.4, make_box(90))]
    found = summarise("a", [make_case(Status.DOUBTFUL, read, leaning), make_case(Status.READ, read, leaning)])
    assert (found.confusion.mistaken, found.reliability.dice) == (0, 2)
    assert (found.score.wrong, found.score.let_through, found.score.unreadable) == (1, 1, 2)


def test_dice_of_an_unreadable_picture_do_not_count() -> None:
    """A picture that cannot be read as a whole has no true dice, so no die of its reading is invented."""
    label = LabelledPicture("a", Path("x.png"), (), "A hand.")
    reading = Reading(Status.DOUBTFUL, (Die(5, 0.9, make_box(30)),), "Look.", Doubt.COVERED)
    found = summarise("a", [PictureCase(label, reading, judge(label, reading), 1.0)])
    assert (found.confusion.invented, found.reliability.dice, found.unmatched) == (0, 0, 0)


def test_summary_of_all_sources_comes_last() -> None:
    """Several sources have a common summary at the end; a single source has none."""
    first = make_case(Status.READ, [Die(5, 0.9, make_box(30))], [LabelledDie(5)])
    second = make_case(Status.READ, [Die(5, 0.9, make_box(30))], [LabelledDie(5)], "b")
    assert [found.score.source for found in summarise_sources([first, second, first])] == ["a", "b", "all"]
    assert [found.score.source for found in summarise_sources([first])] == ["a"]


def test_every_kind_of_doubt_has_a_name() -> None:
    """Each kind of doubt has its own name, and so has a doubt without a kind."""
    names = {name_doubt(kind) for kind in (*Doubt, None)}
    assert len(names) == len(Doubt) + 1
