"""Numbers on the command line: wrong ones, and those beyond the limits, are refused with a short message."""

from pathlib import Path

import pytest

from pi_bunco.whole_numbers import parse_whole
from tests.cli.conftest import Call

NINES = "9" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--sets", "100"),
        ("run", "--sets", "0"),
        ("run", "--sets", NINES),
        ("run", "--seed", "-1"),
        ("run", "--port", "65536"),
        ("run", "--keep-megabytes", NINES),
        ("simulate", "--sets", 10**24),
        ("simulate", "--games", 10**24),
        ("simulate", "--games", NINES),
        ("simulate", "--players", "1001"),
        ("simulate", "--seed", NINES),
        ("rehearse", "--throws", 10**24),
        ("record", "--game", NINES),
        ("record", "--game", 10**24),
        ("dice-check", "--game", NINES),
        ("dice-check", "--game", "0"),
        ("read", "--dice", NINES, "x.png"),
        ("calibrate", "--throws", NINES),
        ("backup", "--keep", NINES),
        ("doctor", "--wait", NINES),
    ],
    ids=lambda words: " ".join(map(str, words))[:30],
)
def test_number_beyond_the_limits_is_refused(call: Call, words: tuple[object, ...]) -> None:
    """The message names the option, and quotes only a few of thousands of digits."""
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert "Error: Invalid value for " in err
    assert "Traceback" not in err
    assert len(err) < 500


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (
            ("--rules", "boxed", "--players", 2, "--option", "goal=100"),
            "played to at most 99 points, not 100.",
        ),
        (("--rules", "boxed", "--players", 2, "--option", f"goal={NINES}"), "is not JSON."),
        (("--option", f"calls={'[' * 5000}"), "is not JSON."),
        (("--option", "z" * 5000), "has no value."),
        (("--rules", "z" * 5000), "There is no sheet"),
        (("--rules", "{house}"), "A game that begins here has at most 99 sets, not 100. Ask for 1 to 99;"),
    ],
    ids=range(6),
)
def test_party_beyond_the_limits_is_refused(
    call: Call, tmp_path: Path, words: tuple[object, ...], result: str
) -> None:
    """A party beyond the limits is not simulated, whether an option or a house sheet asks for it."""
    sheet = tmp_path / "ours.toml"
    sheet.write_text('slug = "ours"\ntitle = "Ours"\nparent = "classic"\nsets = 100\n')
    status, out, err = call("simulate", *(str(word).format(house=sheet) for word in words))
    assert (status, out) == (2, "")
    assert result in err
    assert len(err) < 500


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("1", 1), ("099", 99), ("0" * 5000 + "5", 5), (" 7\n", 7)),
        *((text, None) for text in ("0", "100", "", "-1", "+1", "1_0", "1 0", "٣", "²", "1.0", "0x1", NINES)),
    ],
)
def test_parse_whole(text: str, number: int | None) -> None:
    """``parse_whole`` accepts digits with zeros before them, and nothing else."""
    assert parse_whole(text, 1, 99) == number
