"""Names that look alike are one person, and only invisible signs without an effect are removed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.names import clean_name, find_person, find_same, make_name_key

WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"

INVISIBLE = (
    "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f",
    "\u202a",
    "\u202e", "\u2060", "\u2066", "\u2069", "\u3164", "\ufe0f", "\ufeff", "\U000e0001", "\U000e0061",
)  # fmt: skip


@pytest.mark.parametrize("sign", INVISIBLE, ids=ascii)
def test_an_invisible_sign_makes_no_other_name(sign: str) -> None:
    """Wherever it stands in a Latin name, it is not shown, and the name is the same."""
    for name in (f"{sign}José", f"Jo{sign}sé", f"José{sign}", f"Jose{sign}\u0301"):
        assert clean_name(name) == "José"
        assert make_name_key(name) == make_name_key("JOSE\u0301")


@pytest.mark.parametrize("space", "\t\n\x85\xa0\u1680\u2000\u2003\u2009\u200a\u2028\u202f\u205f\u2800\u3000")
def test_all_spaces_are_one_space(space: str) -> None:
    """Spaces of all kinds, also several or at the edges, are single spaces inside a name."""
    assert clean_name(f"{space}Mary{space} {space}Lou{space}") == "Mary Lou"


@pytest.mark.parametrize(
    "name",
    [
        "👩\u200d👩\u200d👧\u200d👦", "👩🏽\u200d🦰 Ann", "🏳️\u200d🌈", "🙂\u200d↔️", "❤️\u200d🔥", "❤️", "1️⃣",
        "🇩🇪 Uwe", WALES, "مهدی\u200cیار", "می\u200cخواهم", "സുബിന്\u200d", "র\u200d্যান্ডি", "葛\U000e0100城",
        "Zoë", "陈伟", "O’Brien", "Ann & Bob",
    ],
)  # fmt: skip
def test_signs_with_an_effect_stay(name: str) -> None:
    """Emoji, flags, and Persian, Indian and Japanese names stay as they are."""
    assert clean_name(name) == name


def test_joiners_are_ignored_in_a_comparison() -> None:
    """A Persian name with and without its joiner is one person; flags of two countries are two."""
    assert find_same(["مهدی\u200cیار", "مهدییار"])
    assert find_same([WALES, SCOTLAND]) is None


def test_wide_letters_and_ligatures_are_plain_ones() -> None:
    """Letters of another form count as the plain letters that they look like."""
    assert find_same(["Ａｎｎ", "Ann"]) == ("Ａｎｎ", "Ann")
    assert find_same(["Sﬁ", "SFI"])


def test_a_known_name_is_found_first_by_its_letters() -> None:
    """Older games may have two names that look alike, and each is still found."""
    assert find_person("Jose\u0301", ["José", "Jose\u0301"]) == "Jose\u0301"
    assert find_person("JOSÉ", ["Ann", "Jose\u0301"]) == "Jose\u0301"


@given(st.text(st.sampled_from([*"aÉ é🏴👩❤1ی少\u0301\u094d\u20e3\U0001f3fd", *INVISIBLE]), max_size=12))
def test_cleaning_again_changes_nothing(name: str) -> None:
    """A cleaned name is clean, and has the same key as the name."""
    cleaned = clean_name(name)
    assert clean_name(cleaned) == cleaned
    assert make_name_key(cleaned) == make_name_key(name)
