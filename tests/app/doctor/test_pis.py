"""The doctor says whether other Pis follow, and on one of them whether it hears its head."""

from pathlib import Path

import pytest

from pi_bunco.app.doctor.far_doctor import CHECKS, FarDoctor
from pi_bunco.app.doctor.pis import judge_followers, judge_link
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, Mark
from pi_bunco.link.far import LinkStatus
from pi_bunco.link.messages import Beat
from pi_bunco.settings.config import Settings
from pi_bunco.web.ports.pis import PiLine

HALL, BAR = PiLine("hall", "up to date", there=True), PiLine("bar", "not there", there=False)
FULL = Trouble("The card is full.", "Make room.")
BEAT = Beat(term=1, place=None, name="bunco", version="1.2")


@pytest.mark.parametrize(
    ("pis", "trouble", "mark", "word"),
    [
        ((), None, Mark.GOOD, "No other Pi"),
        ((HALL,), None, Mark.GOOD, "hall: up to date"),
        ((HALL, BAR), None, Mark.LOOK, "bar"),
        ((HALL,), FULL, Mark.BAD, "full"),
    ],
)
def test_followers_are_judged(
    pis: tuple[PiLine, ...], trouble: Trouble | None, mark: Mark, word: str
) -> None:
    """A Pi that is not there needs a look, and trouble of the broker is bad."""
    found = judge_followers(pis, trouble)
    assert (found.check, found.mark) == ("pis", mark)
    assert word in found.found


@pytest.mark.parametrize(
    ("status", "mark", "word"),
    [
        (LinkStatus(BEAT, 0.0, behind=False, trouble=None), Mark.GOOD, "version 1.2"),
        (LinkStatus(BEAT, 0.0, behind=True, trouble=None), Mark.GOOD, "fetches"),
        (LinkStatus(BEAT, 12.0, behind=False, trouble=None), Mark.LOOK, "12 seconds"),
        (LinkStatus(None, 0.0, behind=False, trouble=None), Mark.LOOK, "http://head/"),
        (LinkStatus(BEAT, 0.0, behind=True, trouble=FULL), Mark.BAD, "full"),
    ],
)
def test_link_is_judged(status: LinkStatus, mark: Mark, word: str) -> None:
    """A head that is not heard needs a look, and lines that are not taken are bad."""
    found = judge_link(status, "http://head/")
    assert (found.check, found.mark) == ("pis", mark)
    assert word in found.found


def test_a_far_pi_is_examined_without_a_table(tmp_path: Path) -> None:
    """Its doctor makes the checks of card, board, network and link, and none of cameras and bell."""
    good = Finding.good("pis", "It follows.")
    doctor = FarDoctor(lambda: Settings(state_dir=tmp_path), {}, lambda: good)
    assert tuple(found.check for found in doctor.examine(())) == CHECKS
    assert doctor.examine(("pis", "camera")) == (good,)
