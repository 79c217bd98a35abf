"""The groups in which throws of the second renderer are counted."""

import importlib

import pytest

from pi_bunco.files.assets import find


@pytest.mark.parametrize(
    ("faults", "tilt", "group"),
    [
        (("", "", ""), 0.0, "flat"),
        (("", "cocked", ""), 8.2, "leaning by 8 to 12 degrees"),
        (("", "cocked", ""), 13.1, "leaning by 12 to 20 degrees"),
        (("", "cocked", ""), 39.9, "leaning by 20 to 40 degrees"),
        (("", "", "out"), 0.0, "a die beyond the field"),
        (("cocked", "", "out"), 13.1, "a die beyond the field"),
    ],
)
def test_throw_is_counted_in_one_group(
    monkeypatch: pytest.MonkeyPatch, faults: tuple[str, ...], tilt: float, group: str
) -> None:
    """A throw counts as flat, by the angle of its leaning die, or apart if a die lies beyond the field."""
    monkeypatch.syspath_prepend(find("models"))
    measure = importlib.import_module("measure_judge")
    dice = [{"why": why, "tilt": tilt if why == "cocked" else 0.0} for why in faults]
    assert measure.choose_group({"dice": dice}) == group
