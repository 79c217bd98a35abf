"""The calibration page: the mat in the picture, four steps, and what to put right."""

from collections.abc import Callable
from dataclasses import dataclass

from pi_bunco.messages.calibration import CalibrationView, Point, TestThrow
from pi_bunco.sentences import say, say_count


@dataclass(frozen=True, slots=True)
class CalibrationAction:
    """A button: the step that it takes, and its label. ``on``: whether it starts or ends the test."""

    step: str
    label: str
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """One of the four steps.

    Attributes
    ----------
    state
        ``done``, ``now`` or ``later``.
    heading, sentences
        Its name, and sentences about its result or about what to do.
    thrown
        The throws of the test.
    action
        What can be done; ``None``: nothing yet.
    copy
        Whether the file can be copied.
    """

    state: str
    heading: str
    sentences: tuple[str, ...]
    action: CalibrationAction | None
    thrown: tuple[TestThrow, ...] = ()
    copy: bool = False


@dataclass(frozen=True, slots=True)
class MatOverlay:
    """The lines over the picture, in its pixels.

    Attributes
    ----------
    size
        The picture's width and height; ``None``: there is none.
    corners
        The corners, clockwise.
    markers
        The outlines of printed markers.
    boxes
        What to put right, each with its number in the list.
    guessed
        Whether the corners are only a guess.
    """

    size: tuple[int, int] | None
    corners: tuple[Point, ...]
    markers: tuple[tuple[Point, ...], ...]
    boxes: tuple[tuple[int, tuple[float, float, float, float]], ...]
    guessed: bool


@dataclass(frozen=True, slots=True)
class AdviceList:
    """What to put right, numbered as in the picture.

    ``all_good``: the empty mat was learnt, and nothing is wrong.
    """

    sentences: tuple[str, ...]
    all_good: bool


def make_steps(view: CalibrationView) -> tuple[CalibrationStep, ...]:
    """Return the four steps."""
    current = _find_next_step(view)
    makers: tuple[Callable[[CalibrationView, str], CalibrationStep], ...] = (
        _make_mat_step,
        _make_empty_mat_step,
        _make_throws_step,
        _make_save_step,
    )
    return tuple(
        make(view, "done" if number < current else "later" if number > current else "now")
        for number, make in enumerate(makers, start=1)
    )


def make_advice_list(view: CalibrationView) -> AdviceList:
    """Return what to put right."""
    return AdviceList(tuple(advice.sentence for advice in view.advice), view.learnt and not view.advice)


def make_overlay(view: CalibrationView) -> MatOverlay:
    """Return the lines over the picture. Corners that are not known start where the mat seems to be."""
    boxes = tuple((number, advice.box) for number, advice in enumerate(view.advice, start=1) if advice.box)
    return MatOverlay(view.picture, view.corners or view.guess, view.markers, boxes, not view.corners)


def _find_next_step(view: CalibrationView) -> int:
    """Return the number of the next step; 5: all steps are done."""
    if view.saved:
        return 5
    if not view.corners:
        return 1
    if not view.learnt:
        return 2
    return 3 if view.testing or len(view.thrown) < view.wanted else 4


def _make_mat_step(view: CalibrationView, state: str) -> CalibrationStep:
    sentence = {
        "markers": say("By the four printed markers."),
        "hand": say("By the four corners that you placed."),
        "file": say("As it was calibrated before."),
    }.get(view.by, say("Let the table find its markers, or drag the four corners onto the mat’s."))
    label = say("Find the markers") if state == "now" else say("Find markers")
    return CalibrationStep(state, say("The mat"), (sentence,), CalibrationAction("find", label))


def _make_empty_mat_step(view: CalibrationView, state: str) -> CalibrationStep:
    sentences = [say("Take dice, cups and hands off the mat, then let the table learn it.")]
    if view.learnt:
        sentences = [say("Learnt.")]
        if view.locked:
            sentences.append(say("The camera’s exposure and white balance are locked."))
    label = say("Learn again") if view.learnt else say("Learn the empty mat")
    action = CalibrationAction("learn", label) if view.corners else None
    return CalibrationStep(state, say("The empty mat"), tuple(sentences), action)


def _make_throws_step(view: CalibrationView, state: str) -> CalibrationStep:
    sentences: list[str] = []
    if view.testing:
        label = say("Leave the test")
        if view.thrown:
            left = view.wanted - len(view.thrown)
            sentences.append(say_count("Throw once more.", "Throw {count} more times.", left))
        else:
            sentences.append(say("Throw three dice now, and take your hand away."))
    elif view.thrown:
        label = say("Test again")
    else:
        label = say("Test with throws")
        sentences.append(say("They test the table and do not count."))
    if view.die:
        sentences.append(say("A die is {width} px wide.", width=round(view.die)))
    action = CalibrationAction("test", label, on=not view.testing) if view.learnt else None
    return CalibrationStep(state, say("A few throws"), tuple(sentences), action, view.thrown)


def _make_save_step(view: CalibrationView, state: str) -> CalibrationStep:
    sentence = (
        say("The table reads dice with this.")
        if view.saved
        else say("From then on the table reads dice with it.")
    )
    action = CalibrationAction("save", say("Save")) if view.learnt and not view.saved else None
    return CalibrationStep(state, say("Save"), (sentence,), action, copy=view.saved)
