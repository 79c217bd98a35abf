"""The camera's page: its state, its figures, and how many pictures are kept."""

from dataclasses import replace

import pytest

from pi_bunco.messages.up import CameraNote
from pi_bunco.store import KeptAmount
from pi_bunco.views.devices import CameraView
from pi_bunco.web.pages.camera.view import (
    CameraPageView,
    describe_kept,
    is_blind,
    make_camera_state,
    make_figures,
)

LIVE = CameraView("live", "The camera is live.", "", (1280, 960), 9.84, 15.0, 83.6, 61.2)


def make_view(view: CameraView, kept: KeptAmount | None = None) -> CameraPageView:
    return CameraPageView(view, kept)


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
                "The table tries the camera again by itself, at least every 15 seconds.",
            ),
        ),
    ],
)
def test_the_page_says_what_to_do(view: CameraView, remedies: tuple[str, ...]) -> None:
    """The page says nothing about a live camera. Without pictures it says that the game goes on by taps."""
    assert make_camera_state(make_view(view)).remedies == remedies


def test_no_note_asks_for_a_command() -> None:
    """A remedy that needs the machine's keyboard leads to the guide."""
    note = CameraNote("The picture is dark.", "Run: sudo pi-bunco calibrate")
    (shown,) = make_camera_state(make_view(replace(LIVE, notes=(note,)))).notes
    assert (shown.text, "sudo" in shown.remedy) == ("The picture is dark.", False)
    assert "guide" in shown.remedy


def test_the_figures_of_a_camera() -> None:
    """A rate below ten has tenths, below one seconds. Broken pictures are counted. A lost camera has none."""
    live = [(figure.name, figure.value) for figure in make_figures(make_view(LIVE))]
    assert live == [("Pictures", "9.8"), ("Delay", "84"), ("Temperature", "61"), ("Size", "1280 × 960")]
    slow = make_figures(make_view(replace(LIVE, looked=0.4)))[0]
    assert (slow.value, slow.unit) == ("1 in 2.5", "s")
    broken = [
        figure for figure in make_figures(make_view(replace(LIVE, broken=3))) if figure.name == "Broken"
    ]
    assert [(figure.value, figure.unit) for figure in broken] == [("3", "left out")]
    lost = make_figures(make_view(CameraView("trouble", "The camera is gone.", size=(1280, 960))))
    assert [figure.value for figure in lost] == ["", "", "", ""]


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
def test_when_the_picture_is_out_of_date(view: CameraView, blind: bool) -> None:  # noqa: FBT001 - a case
    """The picture is out of date if no picture comes and the camera is not live."""
    assert is_blind(make_view(view)) is blind


def test_the_page_counts_kept_pictures_of_corrected_throws() -> None:
    """The page says nothing if no pictures are to be kept. A lost picture comes first, with a remedy."""
    assert describe_kept(make_view(LIVE)) == ()
    assert describe_kept(make_view(LIVE, KeptAmount(1, 0.2, 200))) == (
        "1 picture of a throw that people put right is kept for the reader to learn from: 0.2 of 200 MB.",
    )
    lost, remedy, count = describe_kept(make_view(LIVE, KeptAmount(7, 199.9, 200, "no space left")))
    assert lost == "The last throw that somebody put right could not be kept: no space left."
    assert remedy == "Make room on the card."
    assert count.startswith("7 pictures of throws ")
