"""The host's choice of the pace is kept until the settings change."""

from pathlib import Path

import pytest

from pi_bunco.settings.chosen_pace import FILE, PaceChoice, load_pace_choice, save_pace_choice


def test_a_choice_is_kept(tmp_path: Path) -> None:
    """It is the same after a restart. Other settings than before count more."""
    assert load_pace_choice(tmp_path, 30) == PaceChoice(30, 30)
    choice = PaceChoice(30, 90, minutes=15, since=1.8e9, game=4, bell=120)
    save_pace_choice(tmp_path, choice)
    assert load_pace_choice(tmp_path, 30) == choice
    assert load_pace_choice(tmp_path, 60) == PaceChoice(60, 60)


@pytest.mark.parametrize("text", ["{", "[]", '{"countdown": -1}', '{"minutes": 241}', '{"since": Infinity}'])
def test_a_damaged_file_counts_as_none(tmp_path: Path, text: str) -> None:
    """The usual pace holds."""
    (tmp_path / FILE).write_text(text)
    assert load_pace_choice(tmp_path, 30) == PaceChoice(30, 30)
