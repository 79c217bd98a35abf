"""Finds out why an event does not fit the present state of the game."""

from collections.abc import Set as AbstractSet

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.events import Bell, Call, DieOff, EndRound, Event, Missed, Seating, Tally, Throw
from pi_bunco.rules.faults import RecordError
from pi_bunco.rules.header import Header, Seats, find_layout
from pi_bunco.rules.play import Play
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.rules.rolloff import Takes
from pi_bunco.rules.table import Table
from pi_bunco.rules.words import join_some_names
from pi_bunco.sentences import say

_TAKES = {"dice": say("three dice"), "die_off": say("one die each")}


def find_misfit(play: Play, event: Event) -> str | None:
    """Return why an event does not fit now, ``None`` if it does.

    >>> tables = [["Ann", "Bob", "Cy", "Di"]]
    >>> play = Play(Header.parse({"record": "bunco/1", "rules": "classic", "tables": tables}))
    >>> find_misfit(play, Throw(1, (1, 2, 3)))
    'the bell has not rung for this round'
    >>> play.ring_bell()
    >>> find_misfit(play, Throw(2, (1, 2, 3)))
    'there is no table 2; the last is table 1'
    >>> find_misfit(play, Throw(1, (1, 2, 3))) is None
    True
    """
    reason = None
    match event:
        case Throw() | Missed():
            reason = find_throw_misfit(play, event.table)
        case Bell():
            reason = _find_bell_misfit(play)
        case Call():
            reason = _find_call_misfit(play, event.table)
        case DieOff():
            reason = _find_die_off_misfit(play, event.table, event.dice.keys())
        case EndRound():
            reason = _find_end_round_misfit(play)
        case Tally():
            reason = _find_tally_misfit(play, event.table, event.counted)
        case Seating():
            reason = _find_seating_misfit(play, event.tables)
    return reason


def find_throw_misfit(play: Play, number: int, takes: Takes = "dice") -> str | None:
    """Return why a table cannot throw now, ``None`` if it can.

    Parameters
    ----------
    play
        The game.
    number
        The table's number, from 1.
    takes
        What would be thrown: three dice, or a die-off with one die each.
    """
    if not 1 <= number <= len(play.tables):
        return _say_no_table(play, number)
    table = play.tables[number - 1]
    if table.takes == takes:
        return None
    if play.status != "playing":
        return _say_not_playing(play)
    if table.takes is None:
        return say("table {table} has its winners and waits for the next round", table=number)
    return say(
        "table {table} takes {takes} now, not {given}",
        table=number,
        takes=_TAKES[table.takes],
        given=_TAKES[takes],
    )


def find_bag_misfit(header: Header, counted: Counted) -> str | None:
    """Return why a tally of this game cannot name a player who takes the bag."""
    if counted.bag is not None and header.options.traveling is None:
        return say("nothing travels in this game, so 'bag' has no place")
    return None


def _find_bell_misfit(play: Play) -> str | None:
    if play.status == "over":
        return say("the game is over")
    return say("the bell has rung, and the round is being played") if play.status == "playing" else None


def _find_end_round_misfit(play: Play) -> str | None:
    if play.status != "playing":
        return say("no round is being played")
    return say("the round has ended already") if play.ended else None


def _find_die_off_misfit(play: Play, number: int, names: AbstractSet[str]) -> str | None:
    reason = find_throw_misfit(play, number, "die_off")
    rolloff = play.tables[number - 1].rolloff if reason is None else None
    if rolloff is None or names == set(rolloff.names):
        return reason
    return say("the dice are thrown by {names}", names=join_some_names(rolloff.names))


def _find_call_misfit(play: Play, number: int) -> str | None:
    if not play.needs_call:
        return say("nothing is called in this game")
    if not 1 <= number <= len(play.tables):
        return _say_no_table(play, number)
    if play.tables[number - 1].callable is None:
        return say("table {table} has nothing to call", table=number)
    return None


def _find_seating_misfit(play: Play, tables: tuple[Seats, ...]) -> str | None:
    if play.status == "over":
        return say("the game is over")
    if play.status == "playing":
        return say("seats change between rounds, not in one")
    try:
        find_layout(play.sheet, tables)
    except RecordError as error:
        return str(error)
    if len(tables) > 1 and play.header.options.goal is not None:
        return say("the option 'goal' is for a single table")
    now = len(play.standing.seats)
    if len(tables) != now and play.round > play.sheet.first_target:
        return say(
            "the number of tables, {number}, can change only where the next bell begins a set", number=now
        )
    return None


def _find_tally_misfit(play: Play, number: int, counted: Counted) -> str | None:
    if not 1 <= number <= len(play.tables):
        return _say_no_table(play, number)
    table = play.tables[number - 1]
    if play.status != "playing":
        return _say_not_playing(play)
    if table.won_by:
        return say("table {table} has its winners and waits for the next round", table=number)
    if not table.untouched:
        return say(
            "table {table} has thrown in this round, so its tally cannot come from paper", table=number
        )
    return find_bag_misfit(play.header, counted) or _find_sides_misfit(table, counted)


def _find_sides_misfit(table: Table, counted: Counted) -> str | None:
    sides, scores = len(table.sides), len(counted.scores)
    if scores != sides:
        return say(
            "table {table} has {sides} sides, and the tally {scores} scores",
            table=table.number,
            sides=sides,
            scores=scores,
        )
    if counted.find_winning_sides(table.places) is None:
        if table.places == 1:
            return say("one side wins table {table}, so 'winners' has no place", table=table.number)
        return say(
            "two win table {table}, and the scores leave open which, so 'winners' must name them",
            table=table.number,
        )
    if strangers := sorted(counted.names - {*table.seats}):
        return say(
            "{name} does not sit at table {table}, but {seats}",
            name=clip_text(strangers[0]),
            table=table.number,
            seats=join_some_names(table.seats),
        )
    return None


def _say_not_playing(play: Play) -> str:
    over = play.status == "over"
    return say("the game is over") if over else say("the bell has not rung for this round")


def _say_no_table(play: Play, number: int) -> str:
    return say(
        "there is no table {table}; the last is table {last}",
        table=quote_value(number),
        last=len(play.tables),
    )
