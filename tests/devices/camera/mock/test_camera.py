"""The mock camera: throws in time."""

import dataclasses
import itertools

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import MockCamera, MockLook, Shown, ThrowKind, ViewLook
from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.ports import Camera
from pi_bunco.frames import Frame

SIZE = (240, 180)
SMALL = MockLook(view=ViewLook(edge=18.0, noise=0.8))


def camera(seed: int = 3, *, first: int = 0, trouble: float = 0.0) -> MockCamera:
    return MockCamera(seed, size=SIZE, look=SMALL, first=first, pace=False, trouble=trouble)


def play(
    mock: MockCamera, *, dice: int = 3, kind: ThrowKind | None = None, rest: int = 4
) -> tuple[Shown, list[Frame]]:
    """Throw once and look on until the dice have lain still for some pictures."""
    number = mock.throw(dice, kind=kind)
    seen: list[Frame] = []
    for frame in mock.frames():
        seen.append(frame)
        assert len(seen) < 300
        if mock.at_rest:
            rest -= 1
            if rest == 0:
                break
    return mock.get_shown(number), seen


def differ(one: Frame, other: Frame) -> float:
    """Return the largest difference of two pictures once their noise is smoothed, in grey levels."""
    small = [
        np.asarray(frame.image, np.float32).reshape(45, 4, 60, 4, 3).mean(axis=(1, 3, 4))
        for frame in (one, other)
    ]
    return float(np.abs(small[0] - small[1]).max())


def test_camera_starts_empty() -> None:
    """Nothing lies there before the first throw, and nothing stirs."""
    mock = camera()
    first, *_, last = itertools.islice(mock.frames(), 5)
    assert mock.at_rest
    assert differ(first, last) < 6


def test_camera_repeats() -> None:
    """The same seed and the same throws give the same bytes."""
    one, other = play(camera())[1], play(camera())[1]
    assert [frame.image.tobytes() for frame in one] == [frame.image.tobytes() for frame in other]


def test_camera_goes_on_from_any_throw() -> None:
    """A camera started at throw k shows the dice of k - 1 and throws k as one that has played on."""
    played = camera()
    seen: dict[int, Frame] = {}
    for _ in range(3):
        seen |= {frame.index: frame for frame in play(played)[1]}
    shown = [played.get_shown(number) for number in range(3)]
    started = camera(first=2)
    frame = next(iter(started.frames()))
    assert started.at_rest
    assert started.get_shown(1).values == shown[1].values
    assert started.get_shown(1).boxes == shown[1].boxes
    assert shown[1].last_still is not None
    assert differ(frame, seen[shown[1].last_still]) < 6
    again = play(started)[0]
    assert again.number == 2
    assert (again.values, again.boxes) == (shown[2].values, shown[2].boxes)


def test_camera_goes_on_after_a_push() -> None:
    """A die that a sleeve pushed lies where it was pushed after a new start too."""
    mock = camera(seed=8, trouble=1.0)
    number = next(number for number in range(1, 99) if mock._choose_kind(number) is ThrowKind.NUDGED)
    played = camera(seed=8, trouble=1.0, first=number)
    play(played)
    started = camera(seed=8, trouble=1.0, first=number + 1)
    for one, other in zip(played._lying, started._lying, strict=True):
        assert np.array_equal(one.at, other.at)
        assert np.array_equal(one.turn, other.turn)


def test_camera_moves_then_lies_still() -> None:
    """While a throw is under way pictures differ; from first_still on they do not."""
    mock = camera()
    shown, seen = play(mock, rest=8)
    assert shown.first_still is not None
    still = [frame for frame in seen if frame.index >= shown.first_still]
    moving = [frame for frame in seen if frame.index < shown.first_still]
    assert len(still) >= 8
    assert max(differ(a, b) for a, b in itertools.pairwise(still)) < 12
    assert max(differ(a, b) for a, b in itertools.pairwise(moving)) > 40
    assert differ(moving[-3], still[-1]) > 6 or differ(moving[-6], still[-1]) > 6


def test_camera_says_when_dice_leave() -> None:
    """The last still frame of a throw is known once the next one begins, and it is still."""
    mock = camera()
    first, seen = play(mock)
    assert first.last_still is None
    _, more = play(mock)
    known = mock.get_shown(first.number)
    assert known.first_still is not None
    assert known.last_still is not None
    frames = {frame.index: frame for frame in seen + more}
    assert differ(frames[known.first_still], frames[known.last_still]) < 12
    assert [mock.get_shown(number).number for number in range(2)] == [0, 1]


def test_camera_queues_throws() -> None:
    """A throw asked for while another is under way waits until that one has lain still."""
    mock = camera()
    numbers = [mock.throw(), mock.throw()]
    assert numbers == [0, 1]
    assert len(mock.get_shown(1).values) == 3
    frames = mock.frames()
    for frame in frames:
        assert frame.index < 300
        if mock.at_rest:
            break
    first, second = mock.get_shown(0), mock.get_shown(1)
    assert first.first_still is not None
    assert first.last_still is not None
    assert second.first_still is not None
    assert first.first_still + 10 <= first.last_still < second.first_still


@pytest.mark.parametrize("kind", list(ThrowKind))
def test_camera_plays_every_kind(kind: ThrowKind) -> None:
    """Every kind of throw comes to an end, and the truth says what happened."""
    shown, _ = play(camera(), kind=kind)
    assert shown.kind is kind
    assert bool(shown.why) == (kind is not ThrowKind.PLAIN)
    assert shown.readable == (
        kind not in {ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.MISCOUNT}
    )
    assert shown.first_still is not None
    assert (shown.last_still is not None) == (kind in {ThrowKind.NUDGED, ThrowKind.BUMPED, ThrowKind.DIMMED})


def test_camera_die_off() -> None:
    """Two dice land in different halves."""
    shown, _ = play(camera(), dice=2)
    assert len(shown.values) == 2
    assert shown.boxes[0][2] <= SIZE[0] / 2 <= shown.boxes[1][0]


@pytest.mark.nightly
def test_camera_dice_are_fair() -> None:
    """Over many throws each value comes as often as chance has it (chi-square, 5 degrees, 1 in 10,000)."""
    mock = camera()
    counts = np.zeros(6)
    for number in range(500):
        rests = mock._place_dice(number, 3, ThrowKind.PLAIN)
        for value in describe(mock._look, mock._scene.lens, number, rests, ThrowKind.PLAIN).values:
            counts[value - 1] += 1
    assert counts.sum() == 1500
    assert float(((counts - 250) ** 2 / 250).sum()) < 25.7


def test_camera_trouble_share() -> None:
    """About as many throws go wrong as asked for, and none without."""
    mock = camera(trouble=0.3)
    odd = sum(mock._choose_kind(number) is not ThrowKind.PLAIN for number in range(600))
    assert 130 <= odd <= 230
    calm = camera()
    assert all(calm._choose_kind(number) is ThrowKind.PLAIN for number in range(50))


def test_camera_closes() -> None:
    """A closed camera gives no more pictures and may be closed again."""
    mock = camera()
    frames = mock.frames()
    next(frames)
    mock.close()
    mock.close()
    assert list(frames) == []


def test_camera_is_a_camera() -> None:
    """It names itself, comes at its own pace, and counts its pictures upward with their times."""
    mock = camera()
    port: Camera = mock
    assert (port.name, port.live) == ("mock camera", True)
    frames = list(itertools.islice(mock.frames(), 3))
    assert [frame.index for frame in frames] == [0, 1, 2]
    assert [frame.taken for frame in frames] == pytest.approx([0, 1 / 15, 2 / 15])


def test_camera_keeps_pace() -> None:
    """On the clock, pictures that fall behind are left out and times only grow."""
    mock = MockCamera(1, size=(120, 90), look=SMALL, fps=400.0)
    frames = list(itertools.islice(mock.frames(), 6))
    assert all(a.index < b.index and a.taken < b.taken for a, b in itertools.pairwise(frames))


def test_shown_is_frozen() -> None:
    """The truth cannot be changed by who reads it."""
    shown, _ = play(camera())
    with pytest.raises(dataclasses.FrozenInstanceError):
        shown.number = 9  # type: ignore[misc]
