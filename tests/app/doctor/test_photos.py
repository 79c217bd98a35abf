"""The check of the photos of throws."""

from dataclasses import replace
from pathlib import Path

from pi_bunco.app.doctor.photos import check_photos
from pi_bunco.errors import Trouble
from pi_bunco.findings import Mark
from pi_bunco.store import Photos
from tests.app.doctor.stand_ins import make_context


def test_photos_are_counted(tmp_path: Path) -> None:
    """The finding says how many photos there are, and that there is none before the first."""
    assert check_photos(make_context(tmp_path)).found == "There is none yet."
    photos = Photos(tmp_path)
    for number, words in ((1, "The photo of 1 throw is kept."), (2, "The photos of 2 throws are kept.")):
        photos.save(b"JPEG", 1, number)
        found = check_photos(make_context(tmp_path))
        assert (found.mark, found.found) == (Mark.GOOD, words)


def test_photos_that_are_not_kept_need_a_look(tmp_path: Path) -> None:
    """What a running table says about lost photos is the finding."""
    lost = Trouble("No photo of a throw has been kept since 20:14.", "Make room.")
    found = check_photos(replace(make_context(tmp_path), explain_lost_photos=lambda: lost))
    assert (found.mark, found.found, found.remedy) == (Mark.LOOK, lost.text, lost.remedy)
