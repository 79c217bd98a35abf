"""The camera's page: how it does, its figures, what is kept."""

from dataclasses import replace

import pytest

from pi_bunco.store import KeptAmount
from pi_bunco.views.devices import CameraNote, CameraView
from pi_bunco.views.page.camera import (
    CameraPageView,
    describe_kept,
    is_blind,
    make_camera_state,
    make_figures,
)

LIVE = CameraView("live", "The camera is live.", "", (1280, 960), 9.84, 15.0, 83.6, 61.2)


def look(view: CameraView, held: KeptAmount | None = None) -> CameraPageView:
    return CameraPageView(view, held)


@pytest.mark.parametrize(
    ("view", "remedies"),
    [
        (LIVE, ()),
        (CameraView("none", "No camera."), ("Enter the dice by tapping.",)),
        (CameraView("starting", "The camera starts."), ("It takes some seconds.",)),
        (replace(LIVE, status="trouble", remedy="Clean the lens."), ("Clean the lens.",)),
        (
            CameraView("trouble", "The camera is gone.", "Look at its cable."),
            (
                "Look at its cable.",
                "The game goes on by taps.",
                "The camera is tried again by itself, every 15 seconds at the latest.",
            ),
        ),
    ],
)
def test_what_to_do(view: CameraView, remedies: tuple[str, ...]) -> None:
    """Nothing while it is live; that taps go on only where no picture comes any more."""
    assert make_camera_state(look(view)).remedies == remedies


def test_no_note_asks_for_a_command() -> None:
    """A remedy for the machine itself leads to the guide."""
    note = CameraNote("The picture is dark.", "Run: sudo pi-bunco calibrate")
    (shown,) = make_camera_state(look(replace(LIVE, notes=(note,)))).notes
    assert (shown.text, "sudo" in shown.remedy) == ("The picture is dark.", False)
    assert "guide" in shown.remedy


def test_the_figures() -> None:
    """Tenths below ten; broken pictures only where there were any; no size without pictures."""
    shown = [(one.name, one.value) for one in make_figures(look(LIVE))]
    assert shown == [("Pictures", "9.8"), ("Delay", "84"), ("Temperature", "61"), ("Size", "1280 × 960")]
    broken = make_figures(look(replace(LIVE, broken=3)))
    assert [(one.value, one.unit) for one in broken if one.name == "Broken"] == [("3", "left out")]
    nothing = make_figures(look(CameraView("trouble", "The camera is gone.", size=(1280, 960))))
    assert [one.value for one in nothing] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("view", "blind"),
    [
        (LIVE, False),
        (replace(LIVE, looked=None), False),
        (replace(LIVE, status="trouble"), False),
        (CameraView("trouble", "The camera is gone."), True),
        (CameraView("none", "No camera."), True),
    ],
)
def test_when_the_picture_is_old(view: CameraView, blind: bool) -> None:  # noqa: FBT001 - a case
    """Only where no picture comes and the camera is not live."""
    assert is_blind(look(view)) is blind


def test_what_is_kept_of_throws_that_were_put_right() -> None:
    """Nothing where none is to be kept; what could not be kept comes first, with what to do."""
    assert describe_kept(look(LIVE)) == ()
    (one,) = describe_kept(look(LIVE, KeptAmount(1, 0.2, 200)))
    assert (
        one
        == "1 picture of a throw that people put right is kept for the reader to learn from: 0.2 of 200 MB."
    )
    lost, remedy, count = describe_kept(look(LIVE, KeptAmount(7, 199.9, 200, "no space left")))
    assert lost == "The last throw that somebody put right could not be kept: no space left."
    assert remedy == "Make room on the card."
    assert count.startswith("7 pictures of throws ")
