"""No page asks for a command."""

from dataclasses import replace

import pytest

from pi_bunco.sentences import say
from pi_bunco.views.devices import Banner
from pi_bunco.views.page.bar import make_notes
from pi_bunco.views.words import adapt_remedy
from tests.web.states import playing


@pytest.mark.parametrize(
    "remedy",
    [
        "Add the user to the group video (sudo usermod -aG video $USER) and log in again.",
        "Put a backup in its place: pi-bunco restore",
        "Stop it first, or choose another --state-dir.",
        "Run install.sh again.",
    ],
)
def test_a_remedy_at_the_keyboard_is_said_in_the_guides_words(remedy: str) -> None:
    """Whichever program it names: somebody at a tablet cannot type it."""
    assert adapt_remedy(remedy).startswith("This has to be fixed at the machine itself.")


@pytest.mark.parametrize(
    "remedy", ["", "Switch on a lamp.", "Then start pi-bunco again.", "Plug it in – tightly."]
)
def test_what_hands_can_do_stays_as_it_is(remedy: str) -> None:
    """Also a sentence that names the program, without a command of it."""
    assert adapt_remedy(remedy) == remedy


def test_a_banner_asks_for_no_command() -> None:
    """What is wrong stays; what to do is where the guide says it."""
    banner = Banner(say("The log cannot be read."), say("Put a backup there: pi-bunco restore"))
    (shown,) = make_notes(replace(playing(), banners=(banner,))).banners
    assert shown.text == banner.text
    assert "pi-bunco" not in shown.remedy
