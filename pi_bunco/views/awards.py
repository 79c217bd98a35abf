"""The awards and the winners of sets, as pages show them."""

from dataclasses import dataclass, replace

from pi_bunco.rules.words import mark_leavers, name_missing
from pi_bunco.sentences import say, say_count, say_list, say_series
from pi_bunco.views.results import AwardLine, Results
from pi_bunco.views.table import TableView

_MAX_ON_SCREEN = 5
"""The most names of an award on the room's screen."""


@dataclass(frozen=True, slots=True)
class AwardView:
    """An award.

    Attributes
    ----------
    title, team, prize
        Its title, its team and its prize; a team or prize that does not exist is ``""``.
    who, earned
        Who has won it, or that it is open, as text; and whether somebody has won it.
    share, details
        Small print: how several winners share the prize, or who else gets it; and what was counted.
    """

    title: str
    team: str
    prize: str
    who: str
    earned: bool
    share: str
    details: str


@dataclass(frozen=True, slots=True)
class WonSet:
    """Who won a set, and how."""

    title: str
    who: str
    how: str


def list_awards(results: Results) -> tuple[AwardView, ...]:
    """Return the awards so far."""
    return tuple(_make_award(line) for line in results.awards)


def list_awards_of_screen(results: Results) -> tuple[AwardView, ...]:
    """Return the awards for the room's screen: without what staff must confirm, and with few names each."""
    return tuple(
        _make_award(replace(line, unconfirmed=0, winners=_limit_names(line.winners, _MAX_ON_SCREEN)))
        for line in results.awards
    )


def _limit_names(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return at most so many names. If there are more, the last one says how many others there are.

    >>> _limit_names(("Ann", "Bob", "Cy", "Di"), 3)
    ('Ann', 'Bob', '2 others')
    """
    if len(names) <= most:
        return names
    shown = names[: most - 1]
    return *shown, say("{count} others", count=len(names) - len(shown))


def list_won_sets(results: Results) -> tuple[WonSet, ...]:
    """Return who won the sets that have winners of their own."""
    return tuple(
        WonSet(
            say("Set {set}", set=line.set),
            say_list(line.winners) if line.winners else say("still rolling off"),
            line.how,
        )
        for line in results.sets
    )


def say_why_provisional(view: TableView) -> str:
    """Say why the awards cannot be handed over yet; ``""`` if they can."""
    results = view.results
    if results.final:
        return ""
    if view.phase != "over":
        if view.rounds:
            return say("As it stands now; nothing is final before the last throw.")
        return say("Nothing has been earned yet: no round is over.")
    if view.moment.part == "settling":
        return view.moment.now
    return say_what_is_open(results)


def say_what_is_open(results: Results) -> str:
    """Say what is missing at the end until the awards can be handed over; ``""`` if nothing is."""
    if results.final:
        return ""
    count = sum(not claim.confirmed for claim in results.claims)
    things = say_count("{count} thing to be confirmed", "{count} things to be confirmed", count)
    missing = [things] if count else []
    open_awards = {line.what for line in results.awards if not line.final and not line.winners}
    missing += [sentence for what, sentence in _OPEN.items() if what in open_awards]
    return say("Not final yet: {things}.", things=say_series(missing)) if missing else ""


_OPEN = {
    "costume": say("the best costume to be judged"),
    "loser_lottery": say("the loser lottery to be drawn"),
}


def _make_award(line: AwardLine) -> AwardView:
    details = line.count
    if line.unconfirmed:
        unconfirmed = say("{count} not confirmed", count=line.unconfirmed)
        details = say("{earned} · {open}", earned=details, open=unconfirmed) if details else unconfirmed
    share: str = ""
    if line.payees is not None and not line.payees:
        share = say("nobody gets the prize")
    elif line.payees:
        share = say_count(
            "{names} gets the prize", "{names} share the prize", len(line.payees), names=say_list(line.payees)
        )
    elif len(line.winners) > 1:
        share = say("share: {share}", share=line.share) if line.share else say("share it")
    return AwardView(
        title=line.title,
        team=line.team,
        prize=line.prize,
        who=say_list(mark_leavers(line.winners, line.left)) if line.winners else _say_nobody(line),
        earned=bool(line.winners),
        share=share,
        details=details,
    )


def _say_nobody(line: AwardLine) -> str:
    if line.final:
        return say("nobody")
    return name_missing(line.what) or say("nobody yet")
