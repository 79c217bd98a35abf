"""The mock camera, which shows throws as a sequence of pictures."""

import dataclasses
import itertools

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import MockCamera, MockThrow, ThrowKind
from pi_bunco.devices.ports import Camera
from pi_bunco.frames import Frame

SIZE = (240, 180)


def camera(seed: int = 3, *, first: int = 0, trouble: float = 0.0) -> MockCamera:
    return MockCamera(seed, size=SIZE, first=first, pace=False, trouble=trouble)


def play(
    mock: MockCamera, *, dice: int = 3, kind: ThrowKind | None = None, rest: int = 4
) -> tuple[MockThrow, list[Frame]]:
    """Throw once; return the truth and all pictures until the dice have lain still for ``rest`` of them."""
    number = mock.throw(dice, kind=kind)
    frames: list[Frame] = []
    for frame in mock.frames():
        frames.append(frame)
        assert len(frames) < 300
        if mock.at_rest:
            rest -= 1
            if rest == 0:
                break
    return mock.get_throw(number), frames


def find_difference(one: Frame, other: Frame) -> float:
    """Return the largest difference of two pictures in grey levels, after smoothing their noise."""
    small = [
        np.asarray(frame.image, np.float32).reshape(45, 4, 60, 4, 3).mean(axis=(1, 3, 4))
        for frame in (one, other)
    ]
    return float(np.abs(small[0] - small[1]).max())


def test_camera_starts_empty() -> None:
    """Before the first throw no dice are there, and pictures do not change."""
    mock = camera()
    first, *_, last = itertools.islice(mock.frames(), 5)
    assert mock.at_rest
    assert find_difference(first, last) < 6


def test_camera_repeats() -> None:
    """The same seed and the same throws give the same pictures, byte for byte."""
    one, other = play(camera())[1], play(camera())[1]
    assert [frame.image.tobytes() for frame in one] == [frame.image.tobytes() for frame in other]


def test_camera_can_start_at_any_throw() -> None:
    """A camera started at throw 2 first shows the dice of throw 1, then plays throw 2 as usual."""
    played = camera()
    frames: dict[int, Frame] = {}
    for _ in range(3):
        frames |= {frame.index: frame for frame in play(played)[1]}
    throws = [played.get_throw(number) for number in range(3)]
    started = camera(first=2)
    frame = next(iter(started.frames()))
    assert started.at_rest
    assert started.get_throw(1).values == throws[1].values
    assert throws[1].last_still is not None
    assert find_difference(frame, frames[throws[1].last_still]) < 6
    again = play(started)[0]
    assert again.number == 2
    assert again.values == throws[2].values
    assert started._lying == played._lying


def test_camera_started_after_a_push_has_the_pushed_die() -> None:
    """After a new start, a die that a sleeve has pushed lies at its new place."""
    mock = camera(seed=8, trouble=1.0)
    number = next(number for number in range(1, 99) if mock._choose_kind(number) is ThrowKind.NUDGED)
    played = camera(seed=8, trouble=1.0, first=number)
    play(played)
    started = camera(seed=8, trouble=1.0, first=number + 1)
    assert played._lying == started._lying


def test_camera_moves_then_lies_still() -> None:
    """Pictures differ while dice move, and are alike from ``first_still`` on."""
    mock = camera()
    throw, frames = play(mock, rest=8)
    assert throw.first_still is not None
    still = [frame for frame in frames if frame.index >= throw.first_still]
    moving = [frame for frame in frames if frame.index < throw.first_still]
    assert len(still) >= 8
    assert max(find_difference(a, b) for a, b in itertools.pairwise(still)) < 12
    assert max(find_difference(a, b) for a, b in itertools.pairwise(moving)) > 40
    assert find_difference(moving[-3], still[-1]) > 6 or find_difference(moving[-6], still[-1]) > 6


def test_camera_knows_the_last_still_frame_after_the_next_throw() -> None:
    """``last_still`` of a throw is known once the next throw begins, and that frame is still."""
    mock = camera()
    first, earlier = play(mock)
    assert first.last_still is None
    _, later = play(mock)
    throw = mock.get_throw(first.number)
    assert throw.first_still is not None
    assert throw.last_still is not None
    frames = {frame.index: frame for frame in earlier + later}
    assert find_difference(frames[throw.first_still], frames[throw.last_still]) < 12
    assert [mock.get_throw(number).number for number in range(2)] == [0, 1]


def test_camera_queues_throws() -> None:
    """A throw that is requested during another one waits until those dice have lain still."""
    mock = camera()
    numbers = [mock.throw(), mock.throw()]
    assert numbers == [0, 1]
    assert len(mock.get_throw(1).values) == 3
    frames = mock.frames()
    for frame in frames:
        assert frame.index < 300
        if mock.at_rest:
            break
    first, second = mock.get_throw(0), mock.get_throw(1)
    assert first.first_still is not None
    assert first.last_still is not None
    assert second.first_still is not None
    assert first.first_still + 10 <= first.last_still < second.first_still


@pytest.mark.parametrize("kind", list(ThrowKind))
def test_camera_plays_every_kind(kind: ThrowKind) -> None:
    """Every kind of throw ends, and its truth states what happens."""
    throw, _ = play(camera(), kind=kind)
    assert throw.kind is kind
    assert throw.readable == (
        kind not in {ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.MISCOUNT}
    )
    assert throw.first_still is not None
    assert (throw.last_still is not None) == (kind in {ThrowKind.NUDGED, ThrowKind.BUMPED, ThrowKind.DIMMED})


def test_camera_die_off_uses_both_halves() -> None:
    """The two dice of a die-off land in different halves of the picture."""
    mock = camera()
    throw, _ = play(mock, dice=2)
    assert len(throw.values) == 2
    assert mock._lying[0].at[0] < -0.7
    assert mock._lying[1].at[0] > 0.7


def test_camera_dice_are_fair() -> None:
    """In 500 throws no value is too frequent for chance (chi-square test, 5 degrees, 1 in 10,000)."""
    mock = camera()
    counts = np.zeros(6)
    for number in range(500):
        rests = mock._lay(number, 3, ThrowKind.PLAIN)
        for value in mock._describe(number, rests, ThrowKind.PLAIN).values:
            counts[value - 1] += 1
    assert counts.sum() == 1500
    assert float(((counts - 250) ** 2 / 250).sum()) < 25.7


def test_camera_has_the_requested_share_of_trouble() -> None:
    """With ``trouble=0.3`` about 30 % of the throws go wrong, and without trouble none."""
    mock = camera(trouble=0.3)
    odd = sum(mock._choose_kind(number) is not ThrowKind.PLAIN for number in range(600))
    assert 130 <= odd <= 230
    calm = camera()
    assert all(calm._choose_kind(number) is ThrowKind.PLAIN for number in range(50))


def test_camera_closes() -> None:
    """A closed camera returns no more pictures and may be closed again."""
    mock = camera()
    frames = mock.frames()
    next(frames)
    mock.close()
    mock.close()
    assert list(frames) == []


def test_camera_fits_the_port() -> None:
    """The mock is a live camera with a name; its frames have rising numbers and times."""
    mock = camera()
    port: Camera = mock
    assert (port.name, port.live) == ("Mock camera", True)
    frames = list(itertools.islice(mock.frames(), 3))
    assert [frame.index for frame in frames] == [0, 1, 2]
    assert [frame.taken for frame in frames] == pytest.approx([0, 1 / 15, 2 / 15])


def test_camera_keeps_pace() -> None:
    """With pace, numbers and times of the pictures only grow."""
    mock = MockCamera(1, size=(120, 90), fps=400.0)
    frames = list(itertools.islice(mock.frames(), 6))
    assert all(a.index < b.index and a.taken < b.taken for a, b in itertools.pairwise(frames))


def test_throw_is_frozen() -> None:
    """The truth about a throw cannot be changed."""
    throw, _ = play(camera())
    with pytest.raises(dataclasses.FrozenInstanceError):
        throw.number = 9  # type: ignore[misc]
