"""Loser lotteries: at the end somebody is drawn among those who have earned nothing.

The sheets say nothing about them. Here everybody takes part who has no award, whose team has none, and who
got no prize at a break. With *fewest wins* there would often be nothing to draw, and who lost most may have
an award for most losses. Each lottery is drawn when all other awards can be handed over. Who is drawn but is
not here does not get it: it is drawn again, not for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pi_bunco.rules import Game, Misfit
from pi_bunco.rules.night.asks import Lottery
from pi_bunco.rules.night.awards import AwardResult
from pi_bunco.rules.night.drawings import Drawings
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.sentences import say


@dataclass(slots=True)
class _OpenLottery:
    """A lottery while its events are read: its players, who was drawn, and who was not here."""

    players: tuple[str, ...]
    drawn: str = ""
    absent: set[str] = field(default_factory=set)


def read_lotteries(  # noqa: PLR0913 - each of another kind
    game: Game,
    awards: Sequence[AwardResult],
    drawings: Drawings,
    extension_events: Sequence[ExtensionEvent],
    ignored: dict[int, str],
    *,
    leavers: frozenset[str],
) -> tuple[tuple[AwardResult, ...], tuple[Lottery, ...]]:
    """Return the awards with who was drawn in each loser lottery, and the lotteries that may be drawn.

    A lottery may be drawn when the game is over and all other awards can be handed over.
    """
    groups = game.list_groups()
    prizes = [drawn for drawn in drawings.drawn if drawn.prize]
    lucky: set[str] = set()
    for result in awards:
        lucky.update(result.winners, *(groups[number - 1] for number in result.winning_groups))
    everybody = tuple(game.players)
    lotteries = {
        at: _OpenLottery(everybody if result.group is None else groups[result.group - 1])
        for at, result in enumerate(awards)
        if result.award.what == "loser_lottery"
    }

    def take(event: ExtensionEvent) -> None:
        player, instead = read_text(event.raw, "player"), read_text(event.raw, "instead", "")
        if game.status != "over":
            raise Misfit(say("a loser lottery is drawn when the game is over"))
        if player not in game.players:
            raise Misfit(say("there is no player {name}", name=quote_value(player)))
        lottery = next(
            (each for each in lotteries.values() if each.drawn == instead and player in each.players), None
        )
        if lottery is None:
            raise Misfit(say("there is no loser lottery to draw for {name}", name=clip_text(player)))
        if player in lucky.union(drawn.player for drawn in prizes if drawn.seq < event.seq):
            raise Misfit(say("{name} has earned something already", name=clip_text(player)))
        if player in lottery.absent:
            raise Misfit(say("{name} was not here", name=clip_text(player)))
        lottery.absent.update({instead} - {""})
        lucky.discard(instead)
        lucky.add(player)
        lottery.drawn = player

    take_each((event for event in extension_events if event.name == "award:drawn"), take, ignored)
    is_due = game.status == "over" and all(
        result.final for at, result in enumerate(awards) if at not in lotteries
    )
    results, open_lotteries = list(awards), []
    for at, lottery in lotteries.items():
        out = lucky.union(lottery.absent, leavers, (drawn.player for drawn in prizes))
        among = tuple(name for name in lottery.players if name not in out)
        drawn = (lottery.drawn,) if lottery.drawn else ()
        results[at] = replace(
            awards[at],
            winners=drawn,
            left=tuple(name for name in drawn if name in leavers),
            final=is_due and bool(drawn or not among),
        )
        if is_due:
            award = awards[at].award
            open_lotteries.append(Lottery(awards[at].group, among, award.prize, lottery.drawn))
    return tuple(results), tuple(open_lotteries)
