"""No page asks for a command."""

from dataclasses import replace

import pytest

from pi_bunco.sentences import say
from pi_bunco.views.devices import Banner
from pi_bunco.views.words import adapt_remedy
from pi_bunco.web.pages.table.bar import make_notes
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
def test_a_remedy_with_a_command_is_replaced(remedy: str) -> None:
    """Nobody can type a command at a tablet, so the new sentence sends people to the machine."""
    assert adapt_remedy(remedy).startswith("This has to be fixed at the machine itself.")


@pytest.mark.parametrize(
    "remedy", ["", "Switch on a lamp.", "Then start pi-bunco again.", "Plug it in – tightly."]
)
def test_other_remedies_stay_the_same(remedy: str) -> None:
    """A remedy may name the program, if it contains no command."""
    assert adapt_remedy(remedy) == remedy


def test_a_banner_asks_for_no_command() -> None:
    """The banner still says what is wrong, but its remedy has no command."""
    banner = Banner(say("The log cannot be read."), say("Put a backup there: pi-bunco restore"))
    (shown,) = make_notes(replace(playing(), banners=(banner,))).banners
    assert shown.text == banner.text
    assert "pi-bunco" not in shown.remedy
