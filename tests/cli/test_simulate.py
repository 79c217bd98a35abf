"""``pi-bunco simulate``: its figures, JSON, records that can be replayed, and errors."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.rules import SHEETS
from tests.cli.conftest import Call


def figures(out: str) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(out)
    return given


def test_page_has_its_sections(call: Call) -> None:
    """The page has its sections within 80 columns, is the same for the same seed, and says nothing else."""
    status, out, err = call("simulate", "--games", 3, "--seed", 5)
    assert (status, err) == (0, "")
    assert out.startswith("Classic: 12 players, 4 sets\n3 parties from seed 5, fair dice.\n")
    for title in ("How long it lasts", "A throw and a turn", "Buncos and minis", "Ties and roll-offs"):
        assert f"\n{title}" in out
    for title in ("What a player takes home", "Who meets whom", "Wins by the first table"):
        assert f"\n{title}" in out
    assert "151/216 = 0.6991" in out
    assert max(map(len, out.splitlines())) <= 80
    assert call("simulate", "--games", 3, "--seed", 5)[1] == out
    assert call("simulate", "--games", 3, "--seed", 6)[1] != out


def test_json_has_the_party_and_its_figures(call: Call) -> None:
    """The JSON object has the settings of the parties and their figures."""
    status, out, _ = call(
        "simulate", "--rules", "boxed", "--players", 4, "--games", 2, "--loaded", "6:0.25", "--json"
    )
    given = figures(out)
    assert status == 0
    assert given["rules"] == "boxed"
    assert (given["players"], given["games"], given["seed"]) == (4, 2, 1)
    assert given["sets"] == 1
    assert given["dice"] == [0.15] * 5 + [0.25]
    assert given["figures"]["throws"]["points"]["known"] > 0.6
    assert given["figures"]["lengths"]["head_throws"]["value"] > 1


@pytest.mark.parametrize(
    ("slug", "players", "more"),
    [
        ("classic", 11, ["--sets", "1", "--option", "calls=true", "--called", "0.5"]),
        ("casino", 24, []),
        ("houseparty", 8, []),
        ("tournament", 24, ["--sets", "1"]),
        ("boxed", 4, ["--option", "goal=11", "--option", "cup=[1,2]"]),
    ],
)
def test_record_can_be_replayed(call: Call, tmp_path: Path, slug: str, players: int, more: list[str]) -> None:
    """The record of a single party replays to its end, with the same mean of points."""
    path = tmp_path / "party.jsonl"
    words = ["simulate", "--rules", slug, "--players", players, "--games", 1, *more]
    status, out, _ = call(*words, "--record", path, "--json")
    assert status == 0
    alone = figures(out)
    status, out, err = call("replay", path, "--json")
    assert (status, err) == (0, "")
    result = figures(out)
    assert result["status"] == "over"
    assert result["unused"] == []
    assert len(result["players"]) == players
    mean = sum(card["points"] for card in result["players"].values()) / players
    assert alone["figures"]["players"]["points"]["value"] == pytest.approx(mean)


def test_the_record_is_that_of_the_first_party(call: Call, tmp_path: Path) -> None:
    """One party or three: the record is that of the first, and writing it changes no figure."""
    one, three = tmp_path / "one.jsonl", tmp_path / "three.jsonl"
    call("simulate", "--rules", "casino", "--games", 1, "--record", one)
    written = call("simulate", "--rules", "casino", "--games", 3, "--record", three)[1]
    assert one.read_text(encoding="utf-8") == three.read_text(encoding="utf-8")
    assert call("simulate", "--rules", "casino", "--games", 3)[1] == written


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--loaded", "6"], "--loaded 6 is not a face with its chance. Write it as --loaded 6:0.25."),
        (
            ["--loaded", "six:0.25"],
            "--loaded six:0.25 is not a face with its chance. Write it as --loaded 6:0.25.",
        ),
        (["--loaded", "7:0.25"], "A die has no face 7. Load one of the faces 1 to 6, as 6:0.25."),
        (
            ["--loaded", "6:0.2", "--loaded", "6:0.3"],
            "The face 6 is loaded more than once. Give each face one chance.",
        ),
        (["--called", "nan"], "--called nan is not a number. Leave --called out, or give it a number."),
        (
            ["--loaded", "6:nan"],
            (
                "The face 6 cannot have a chance of nan. "
                "Give each face at least 0.02 and less than 1; 0.167 is fair."
            ),
        ),
        (["--option", "calls"], "--option calls has no value. Write it as --option calls=true."),
        (
            ["--option", "calls=yes"],
            (
                "The value of --option calls=yes is not JSON. "
                "Write it as calls=true, goal=11, cup=[1,2] or 'traveling={\"number\": 4}'."
            ),
        ),
        (
            ["--option", "cup=[1]"],
            (
                "This cannot be played: classic has no option 'cup'; it has calls, traveling. "
                "Change --players, --sets or --option."
            ),
        ),
        (
            ["--rules", "boxed", "--players", "13", "--option", "goal=11"],
            (
                "This cannot be played: the option 'goal' is for a single table. "
                "Change --players, --sets or --option."
            ),
        ),
    ],
)
def test_wrong_arguments_are_reported(call: Call, words: list[str], message: str) -> None:
    """A wrong argument is named in a sentence, with what to do about it, and nothing is played."""
    status, out, err = call("simulate", *words)
    assert (status, out) == (2, "")
    assert err == f"pi-bunco: {message}\n"


def test_an_unknown_sheet(call: Call, tmp_path: Path) -> None:
    """A sheet that is not there is named, with the one that may be meant."""
    status, out, err = call("simulate", "--rules", "clasic", "--state-dir", tmp_path)
    assert (status, out) == (2, "")
    assert err == (
        f'pi-bunco: There is no sheet "clasic"; the sheets are {", ".join(SHEETS)}. Did you mean "classic"?\n'
    )


def test_a_sheet_of_the_house(call: Call, tmp_path: Path) -> None:
    """A house's own sheet is found by its name in the house's folder, and by its file."""
    sheet = tmp_path / "sheets" / "quick.toml"
    sheet.parent.mkdir()
    sheet.write_text(
        'parent = "classic"\nslug = "quick"\ntitle = "Quick"\ngoal = 5\nsets = 1\n', encoding="utf-8"
    )
    status, by_name, err = call("simulate", "--rules", "quick", "--games", 3, "--state-dir", tmp_path)
    assert (status, err) == (0, "")
    assert by_name.startswith("Quick: 12 players, 1 set\n")
    assert call("simulate", "--rules", sheet, "--games", 3)[1] == by_name
    record = tmp_path / "quick.jsonl"
    call("simulate", "--rules", sheet, "--games", 1, "--record", record)
    status, out, err = call("replay", record, "--json")
    assert (status, err) == (0, "")
    assert figures(out)["status"] == "over"


def test_a_record_that_is_there_is_kept(call: Call, tmp_path: Path) -> None:
    """A file that is there is not written over, and a folder that is not there is named."""
    path = tmp_path / "party.jsonl"
    path.write_text("mine", encoding="utf-8")
    status, _, err = call("simulate", "--games", 1, "--record", path)
    assert status == 2
    assert err == (
        f"pi-bunco: {path} is there already. Name a new file for the record, or delete that one.\n"
    )
    assert path.read_text(encoding="utf-8") == "mine"
    status, _, err = call("simulate", "--games", 1, "--record", tmp_path / "no" / "party.jsonl")
    assert status == 2
    assert err == (
        f"pi-bunco: There is no folder {tmp_path / 'no'} for the record. Make it first, or name another.\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "1"],
        ["--games", "0"],
        ["--sets", "0"],
        ["--called", "1.5"],
        ["--seconds-per-throw", "inf"],
    ],
)
def test_numbers_out_of_range(call: Call, words: list[str]) -> None:
    """Numbers that cannot be are refused with their range."""
    status, _, err = call("simulate", *words)
    assert status == 2
    assert "is not in the range" in err
