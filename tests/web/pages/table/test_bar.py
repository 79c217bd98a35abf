"""The line at the top of a table's page."""

from dataclasses import replace

from pi_bunco.web.pages.table.bar import make_bar
from tests.web.states import playing


def test_the_rounds_of_a_set_have_their_numbers() -> None:
    """A set that begins with 2s has five rounds, 2 to 6, as the sentences on the page say."""
    assert [chip.number for chip in make_bar(playing()).rounds] == [1, 2, 3, 4, 5, 6]
    five = make_bar(replace(playing(), first_round=2, round=3, target=3)).rounds
    assert [(chip.number, chip.state) for chip in five] == [(2, "done"), (3, "on"), (4, ""), (5, ""), (6, "")]
