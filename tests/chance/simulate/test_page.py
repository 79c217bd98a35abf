"""The page has figures with the digits that their intervals justify, within 80 columns."""

from io import StringIO

import pytest
from rich.console import Console

from pi_bunco.chance.dice import compute_probabilities
from pi_bunco.chance.party import Plan
from pi_bunco.chance.simulate import simulate
from pi_bunco.chance.simulate.figures import Figure, Section
from pi_bunco.chance.simulate.page import format_figure, format_known, make_page
from tests.chance.conftest import MakePlan


def print_page(plan: Plan, parties: int, sections: tuple[Section, ...] | None = None) -> str:
    console = Console(width=80, file=StringIO())
    for part in make_page(plan, parties, 1, sections or simulate(plan, parties, 1).sections):
        console.print(part, highlight=False)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("value", "interval", "share", "text"),
    [
        (0.00468, (0.00441, 0.00496), True, ("0.47 %", "[0.44 – 0.50]")),
        (0.5555, (0.5551, 0.5561), True, ("55.55 %", "[55.51 – 55.61]")),
        (49.98, (49.2, 50.8), False, ("50.0", "[49.2 – 50.8]")),
        (3586.2, (3568.1, 3604.0), False, ("3,586", "[3,568 – 3,604]")),
        (12.0, (12.0, 12.0), False, ("12.0", "[12.0 – 12.0]")),
        (0.0, (0.0, 0.09), True, ("0 %", "[0 – 9]")),
        (1.38, (1.371, 1.389), False, ("1.380", "[1.371 – 1.389]")),
        (7.25, None, False, ("7.2", "")),
        (0.25, None, True, ("25.0 %", "")),
    ],
)
def test_digits_follow_the_interval(
    value: float, interval: tuple[float, float] | None, text: tuple[str, str], *, share: bool
) -> None:
    """A figure and its interval have as many digits as the interval justifies."""
    assert format_figure(Figure("key", "Text", value, interval, share=share)) == text


@pytest.mark.parametrize(
    ("known", "share", "text"),
    [
        (1 / 216, True, "1/216 = 0.46 %"),
        (120 / 216, True, "120/216 = 55.56 %"),
        (151 / 216, False, "151/216 = 0.6991"),
        (9 / 5, False, "9/5 = 1.8"),
        (151 / 120, False, "151/120 = 1.258"),
        (216.00000000000003, False, "216"),
        (0.0279, True, "2.79 %"),
        (1.2747, False, "1.275"),
        (None, False, ""),
    ],
)
def test_known_figures_are_fractions_of_throws(known: float | None, text: str, *, share: bool) -> None:
    """A known figure is a fraction of 216 throws, or a decimal number with loaded dice."""
    assert format_known(Figure("key", "Text", 1.0, known=known, share=share)) == text


@pytest.mark.parametrize(
    ("slug", "players", "parties"),
    [
        ("classic", 12, 3),
        ("casino", 7, 30),
        ("houseparty", 48, 3),
        ("tournament", 13, 3),
        ("boxed", 5, 30),
    ],
)
def test_page_fits(plan: MakePlan, slug: str, players: int, parties: int) -> None:
    """On each sheet no line is longer than 80 columns, and no words are cut."""
    sections = simulate(plan(slug, players, sets=1), parties, 1).sections
    text = print_page(plan(slug, players, sets=1), parties, sections)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    assert max(len(figure.text) for section in sections for figure in section.figures) <= 30


def test_heading(plan: MakePlan) -> None:
    """The page begins with the game, the dice and the number of parties."""
    chances = compute_probabilities({6: 0.25})
    lines = print_page(plan("boxed", 4, sets=2, chances=chances), 3).splitlines()
    assert lines[0] == "Boxed: 4 players, 2 sets"
    assert lines[1].startswith("3 parties from seed 1, loaded dice (1 15.0%,")
    assert print_page(plan("classic", 12, sets=1), 1).splitlines()[:2] == [
        "Classic: 12 players, 1 set",
        "1 party from seed 1, fair dice.",
    ]


def test_known_figure_outside_interval(plan: MakePlan) -> None:
    """A known figure outside its interval is marked and explained; one inside has a tick."""
    inside = Figure("a", "Inside", 0.5, (0.4, 0.6), known=0.55)
    outside = Figure("b", "Outside", 0.5, (0.4, 0.6), known=0.7)
    text = print_page(plan("classic", 4), 3, (Section("key", "Title", (inside, outside)),))
    assert "✓" in next(line for line in text.splitlines() if "Inside" in line)
    assert "outside" in next(line for line in text.splitlines() if "Outside " in line)
    assert "Outside: chance alone does that to one figure in twenty" in text
    text_without = print_page(plan("classic", 4), 3, (Section("key", "Title", (inside,)),))
    assert "chance alone" not in text_without


def test_long_lists_show_their_ends(plan: MakePlan) -> None:
    """Of 25 tables the page has the first four and the last four."""
    figures = tuple(Figure(str(n), f"Wins from table {n} on", 3.0) for n in range(1, 26))
    text = print_page(plan("classic", 4), 3, (Section("key", "Title", figures),))
    assert [int(line.split()[3]) for line in text.splitlines() if "Wins" in line] == [
        1,
        2,
        3,
        4,
        22,
        23,
        24,
        25,
    ]
