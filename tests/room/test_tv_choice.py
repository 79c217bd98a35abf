"""The host's choice for the television holds only where it makes sense."""

import pytest

from pi_bunco.game.book import Book
from pi_bunco.room.tv_choice import TvChoice
from pi_bunco.views.television import TvShow
from tests.money.nights import HEADER, play_night


@pytest.mark.parametrize(
    ("show", "is_over", "is_shown"),
    [("lesson", False, True), ("lesson", True, False), ("all", False, False), ("thanks", True, True)],
)
def test_a_choice_holds_at_its_time(show: str, *, is_over: bool, is_shown: bool) -> None:
    """A lesson comes before the end, awards and thanks at the end. Otherwise the usual show goes on."""
    book = play_night({"A1": 3}, {}) if is_over else Book([HEADER])
    chosen = TvShow(show)  # type: ignore[arg-type] # each is one of its words
    assert TvChoice.make(book, chosen).find(book) == (chosen if is_shown else TvShow())
