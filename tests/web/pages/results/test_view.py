"""What the page of the results shows."""

from dataclasses import replace

from pi_bunco.web.pages.results.view import AwardChoice, make_offer
from tests.web.night_states import casino_over


def test_an_award_that_is_offered_twice_is_listed_twice() -> None:
    """Two lotteries with the same prize stay two; an award in each team is listed once for all teams."""
    base = casino_over()
    one = replace(base.results.awards[0], among="room", team="")
    each = [replace(one, what="most_buncos", among="group", team=f"Team {number}") for number in (1, 2)]
    lottery = replace(one, what="loser_lottery", prize="$20")
    shown = replace(base, results=replace(base.results, awards=(*each, lottery, lottery)))
    offered = make_offer(shown).lines
    assert [choice.what for choice in offered] == ["most_buncos", "loser_lottery", "loser_lottery"]
    assert offered[1] == AwardChoice("loser_lottery", "room", "$20")
