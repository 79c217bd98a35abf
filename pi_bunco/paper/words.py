"""Events of a record, what an evening needs next, and how a set was won, in words."""

from collections.abc import Iterable

from pi_bunco.paper.text import make_printable
from pi_bunco.rules import Bell, Call, DieOff, EndRound, Event, Missed, Throw, words
from pi_bunco.rules.night import SetResult, asks
from pi_bunco.sentences import say, say_count


def format_names(players: Iterable[str]) -> str:
    """Return names in a form that can be printed.

    >>> format_names(["Ann", "Bob", "Cy"])
    'Ann, Bob and Cy'
    """
    return words.join_names(map(make_printable, players))


def describe_event(event: Event) -> str:  # noqa: PLR0911 - one for each kind
    """Return what an event was, in words.

    >>> describe_event(Throw(2, (1, 1, 4)))
    'a throw of 1-1-4 at table 2'
    """
    match event:
        case Throw():
            return f"a throw of {words.format_dice(event.dice)} at table {event.table}"
        case Missed():
            return f"a missed throw of {words.format_dice(event.dice)} at table {event.table}"
        case Call():
            return f"a call at table {event.table}"
        case DieOff():
            thrown = ", ".join(f"{make_printable(name)} {die}" for name, die in event.dice.items())
            return f"one die each at table {event.table} ({thrown})"
        case Bell():
            return "the bell for a round"
        case EndRound():
            return "the host's end of a round"
        case _:
            return make_printable(str(event.to_dict()["event"]))


def describe_need(ask: asks.Ask) -> str | None:  # noqa: PLR0911 - one for each kind
    """Return what an evening needs next; ``None`` for costumes and confirmations, which the awards show.

    >>> describe_need(asks.PlaceDie(2, "wins", ("Ann", "Bob")))
    'Ann and Bob throw one die each for most wins of group 2.'
    """
    match ask:
        case asks.OrderThrow():
            who = format_names([ask.player])
            return f"{who} throws three dice for the order in the roll-off of set {ask.set}."
        case asks.RolloffThrow():
            return f"{format_names([ask.player])} throws in the roll-off of set {ask.set}."
        case asks.PlaceDie():
            where = "the semi-final" if ask.group is None else f"group {ask.group}"
            return f"{format_names(ask.names)} throw one die each for most {ask.place} of {where}."
        case asks.Draw():
            return f"{_PURPOSES[ask.purpose]} is drawn ({ask.how_many} of {len(ask.among)} players)."
        case asks.SeatSemiFinal():
            return f"The semi-final is seated: {format_names(ask.players)}."
        case asks.SemiFinal():
            return "The semi-final is played."
        case asks.FinalOrder():
            return f"{format_names(ask.names)} throw one die each for the order at the final table."
        case asks.FinalThrow():
            return f"{format_names([ask.player])} throws for the grand prize."
        case asks.Drawing():
            return f"A player is drawn at the break after round {ask.round} of set {ask.set}."
        case _:
            return None


_PURPOSES = {
    "four": "Who makes it four semi-finalists",
    "semi_finalist": "The place of the other semi-finalists at the final table",
    "wild_card": "The wild card",
}


def describe_win(result: SetResult) -> str:
    """Return in words how a set was won: by wins, by buncos among those tied, or by the roll-off."""
    card = result.cards[result.winners[0]]
    wins = say_count("{count} win", "{count} wins", card.wins)
    if result.by == "wins":
        return wins
    if result.by == "buncos":
        return say("{wins} and most buncos of those tied ({buncos})", wins=wins, buncos=card.buncos)
    buncos = say_count("{count} bunco", "{count} buncos", card.buncos)
    score = ", ".join(f"{make_printable(name)} {points}" for name, points in result.points.items())
    return say("{wins}, {buncos} and the roll-off ({score})", wins=wins, buncos=buncos, score=score)
