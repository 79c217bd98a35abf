"""``models/rehearse_mats.py`` on the fast table of the tests."""

import json
from functools import partial
from pathlib import Path

import pytest
import rehearse_mats
from still_throws.play import MatPlan

from tests.cli.conftest import Call
from tests.models.still_throws.number_table import Careless, Honest, NumberTable


def use_fast_table(monkeypatch: pytest.MonkeyPatch, reads: type[Honest]) -> None:
    """Use the fast table and a reader of its pictures."""
    monkeypatch.setattr(rehearse_mats, "MatPlan", partial(MatPlan, make_reader=reads))
    monkeypatch.setattr(rehearse_mats, "make_same_table", NumberTable)
    monkeypatch.setattr(rehearse_mats, "make_other_table", NumberTable)


def test_many_mats_are_rehearsed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of ``--many`` names many mats and the limits for them."""
    use_fast_table(monkeypatch, Honest)
    status, out, _ = call("rehearse_mats", "--many", "--throws", 60, "--processes", 1)
    assert status == 0
    assert "60 throws on many mats" in out
    assert "≥ 95 %" in out
    assert "≤ 1 %" in out


def test_a_mat_is_rehearsed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has at most 80 columns, and --json prints the result as one object."""
    use_fast_table(monkeypatch, Honest)
    status, out, _ = call("rehearse_mats", "--throws", 40, "--processes", 1)
    assert status == 0
    assert "40 throws on one mat" in out
    assert max(map(len, out.splitlines())) <= 80
    result = json.loads(call("rehearse_mats", "--throws", 40, "--processes", 1, "--json")[1])
    assert result["reached"]
    assert (result["accepted"]["pictures"], result["accepted"]["hits"]) == (32, 32)
    assert sum(row["pictures"] for row in result["read_as_dice"].values()) == 2 * 4


def test_failures_are_kept(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder for failures is made and contains the pictures that were read wrong."""
    use_fast_table(monkeypatch, Careless)
    failures = tmp_path / "new" / "failures"
    call("rehearse_mats", "--throws", 10, "--bare", 0, "--processes", 1, "--failures", failures)
    assert sorted(path.name for path in failures.iterdir()) == [
        "wrong-leaning-4.png",
        "wrong-readable-0.png",
        "wrong-readable-7.png",
        "wrong-stacked-9.png",
    ]


def test_folder_that_cannot_be_made_is_refused(call: Call, tmp_path: Path) -> None:
    """A folder for failures that cannot be made is refused before the work."""
    (tmp_path / "file").write_text("")
    status, _, err = call("rehearse_mats", "--failures", tmp_path / "file" / "folder")
    assert (status, "cannot be made" in err) == (2, True)
