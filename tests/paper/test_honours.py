"""Certificates are only for awards that can be handed over."""

from collections.abc import Callable

from pi_bunco.paper.honours import Honour, list_honours
from pi_bunco.rules import Game, Other
from pi_bunco.rules.night import Night


def test_nothing_is_settled_before_the_end(play: Callable[..., Game]) -> None:
    """While the game goes on nobody has a certificate, although somebody leads."""
    assert list_honours(play("classic", "bell 111")) == ()


def test_a_shared_award_is_there_for_each_winner(play: Callable[..., Game]) -> None:
    """Two who are equal have a certificate each, which says so; an award that nobody has won has none."""
    rounds = " ".join(f"bell {target}{target}{target}" for target in range(1, 7))
    honours = list_honours(play("classic", rounds, sets=1))
    earned = {honour.winner: honour.earned for honour in honours if honour.award == "Most losses"}
    assert earned == dict.fromkeys(("Bob", "Cy", "Di"), "4 losses, shared by 3")
    assert [h.earned for h in honours if h.award == "Most wins"] == ["6 wins"]
    assert all(honour.winner for honour in honours)


def test_unconfirmed_awards_have_none(party: Callable[..., tuple[Game, Night]]) -> None:
    """Where staff confirm claims, certificates come after that; the costume's, when it is judged."""
    open_game, night = party("casino", 24, all_asks=False)
    assert night.unconfirmed
    assert {honour.award for honour in list_honours(open_game)} <= {
        str(result.award.what) for result in night.awards if result.final
    }
    game, night = party("casino", 24)
    assert night.final
    honours = list_honours(game)
    assert "Best costume of team 1" in {honour.award for honour in honours}
    [team] = [honour for honour in honours if honour.award == "Team with best costume"]
    assert team.winner.startswith("Team ")
    assert team.players.count(" and ") == 1


def test_teams_are_called_by_their_names(party: Callable[..., tuple[Game, Night]]) -> None:
    """The award of a team, and the team that has won one, have the name that the host has given."""
    game, _ = party("casino", 24)
    named = Game(game.header)
    for event in game.events:
        named.push(event)
    for number in (1, 2):
        named.push(Other("team:named", raw={"team": number, "name": f"Rollers {number}"}))
    honours = list_honours(named)
    assert "Best costume, Team 1: Rollers 1" in {honour.award for honour in honours}
    [team] = [honour.winner for honour in honours if honour.award == "Team with best costume"]
    assert team in {"Team 1: Rollers 1", "Team 2: Rollers 2"}


def test_the_grand_prize_comes_first(party: Callable[..., tuple[Game, Night]]) -> None:
    """A sheet with a final has a certificate for its winner."""
    game, night = party("tournament", 24)
    assert night.finals is not None
    assert list_honours(game)[0] == Honour("Grand prize", str(night.finals.grand_prize), "", "", "")
