"""The host's choice of sounds is kept, and quiet hours follow the clock of the room."""

from datetime import time
from pathlib import Path

import pytest

from pi_bunco.settings.chosen_sound import FILE, SoundChoice, load_sound_choice, save_sound_choice


@pytest.mark.parametrize(
    ("hours", "quiet", "loud"),
    [
        (("22:00", "07:00"), ("22:00", "23:59", "00:00", "06:59"), ("07:00", "12:00", "21:59")),
        (("13:00", "15:30"), ("13:00", "15:29"), ("12:59", "15:30", "00:00")),
        (("09:00", "09:00"), ("09:00", "08:59", "21:00"), ()),
        (("", ""), (), ("00:00", "23:00")),
    ],
)
def test_quiet_hours(hours: tuple[str, str], quiet: tuple[str, ...], loud: tuple[str, ...]) -> None:
    """They may go over midnight, begin at once and end at once; equal times are the whole day."""
    choice = SoundChoice(quiet_from=hours[0], quiet_to=hours[1])
    assert [at for at in quiet if not choice.is_quiet(time.fromisoformat(at))] == []
    assert [at for at in loud if choice.is_quiet(time.fromisoformat(at))] == []


def test_quiet_now_counts_at_any_time() -> None:
    """It does not need hours, and does not end by itself."""
    assert SoundChoice(quiet_now=True).is_quiet(time(12))


def test_a_choice_is_kept(tmp_path: Path) -> None:
    """It is the same after a restart. Without a file, or with a damaged one, the default counts."""
    state = tmp_path / "state"
    assert load_sound_choice(state) == SoundChoice()
    choice = SoundChoice(horn=True, quiet_from="21:30", quiet_to="07:00", quiet_now=True)
    save_sound_choice(state, choice)
    assert load_sound_choice(state) == choice
    for damaged in ("{", '{"quiet_from": "25:00"}', '{"horn": "perhaps"}'):
        (state / FILE).write_text(damaged)
        assert load_sound_choice(state) == SoundChoice()
