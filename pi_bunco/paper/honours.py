"""What is on certificates: each award that is settled, for each of its winners."""

from collections.abc import Mapping
from dataclasses import dataclass

from pi_bunco.money.amounts import Currency
from pi_bunco.money.ledger import Ledger, read_ledger
from pi_bunco.money.prizes import list_prizes
from pi_bunco.money.shares import find_currency, say_share
from pi_bunco.rules import Game
from pi_bunco.rules.night import AwardResult, Night, read_night, say_team
from pi_bunco.rules.words import join_names, name_award, say_award_count
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Honour:
    """An award that somebody has won.

    Attributes
    ----------
    award
        Its name.
    winner
        The player or the team.
    players
        The players of a team; ``""`` for a player.
    earned
        What was counted, and how many share it; ``""`` if there is nothing to say.
    prize
        The prize, or the share of each winner; ``""`` if there is none. With a ledger it is what that says,
        such as all of it after a roll-off.
    """

    award: str
    winner: str
    players: str
    earned: str
    prize: str


def list_honours(game: Game) -> tuple[Honour, ...]:
    """Return the awards that can be handed over, and the grand prize.

    An award that several share is there once for each of them.
    """
    night = read_night(game)
    ledger = read_ledger(game, night)
    currency, paid = find_currency(ledger, night), _list_payouts(game, night, ledger)
    honours = [
        honour
        for at, result in enumerate(night.awards)
        if result.final
        for honour in _list_winners(night, result, currency, paid[at] if paid else None)
    ]
    if night.finals and night.finals.grand_prize and night.over:
        honours.insert(0, Honour(say("Grand prize"), night.finals.grand_prize, "", "", ""))
    return tuple(honours)


def _list_payouts(game: Game, night: Night, ledger: Ledger) -> list[dict[str | int, str]]:
    """Return for each award who gets what, by the ledger; empty: there is no ledger."""
    if not ledger.is_planned:
        return []
    return [
        {
            each.receiver: prize.prize if each.amount is None else ledger.plan.currency.format(each.amount)
            for each in prize.payouts
        }
        for prize in list_prizes(game, night, ledger)[: len(night.awards)]
    ]


def _list_winners(
    night: Night, result: AwardResult, currency: Currency, paid: Mapping[str | int, str] | None
) -> list[Honour]:
    """Return an award for each of its winners. ``currency`` is that of a prize that names none."""
    award, earned = name_award(result.award), say_award_count(result.award.what, result.count)
    count = len(result.winners) + len(result.winning_groups)
    if count > 1:
        shared = say("shared by {count}", count=count)
        earned = say("{earned}, {shared}", earned=earned, shared=shared) if earned else shared
    if result.group is not None and len(night.groups) > 1:
        if result.group in night.team_names:
            award = say("{award}, {team}", award=award, team=say_team(result.group, night.team_names))
        else:
            award = say("{award} of team {team}", award=award, team=result.group)
    players: list[tuple[str | int, str, str]] = [(name, name, "") for name in result.winners]
    teams: list[tuple[str | int, str, str]] = [
        (number, say_team(number, night.team_names), join_names(night.groups[number - 1]))
        for number in result.winning_groups
    ]
    return [
        Honour(
            award, winner, members, earned, say_share(result, currency) if paid is None else paid.get(key, "")
        )
        for key, winner, members in players + teams
    ]
