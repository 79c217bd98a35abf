"""Checks whether the keys of a sheet go together: what cannot be played, and what would have no effect."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple, get_args

from pi_bunco.rules.sheets.parts import Layout, Move, find_destination, split_groups
from pi_bunco.rules.sheets.sheet import Sheet

Fault = Literal["always", "written", "never"]


class Clash(NamedTuple):
    """Keys that do not go together.

    Attributes
    ----------
    keys
        The keys; the first one is the one that demands something.
    reason
        The reason, as a sentence.
    fault
        When it is a fault: ``always``; only if the house has ``written`` the first key instead of inheriting
        it; or ``never``, since it may only surprise people.
    """

    keys: tuple[str, ...]
    reason: str
    fault: Fault


class MoveKeys(NamedTuple):
    """The keys of a sheet about moves."""

    winners: Move
    losers: Move
    among: Literal["room", "groups"] = "room"
    pairs_together: bool = False


TEAM_ROOMS = tuple((Layout(4, teams=True),) * tables for tables in range(1, 7))
"""Rooms of teams with every kind of table: first, last and in between, in groups of up to five."""


def find_clashes(sheet: Sheet) -> Iterator[Clash]:
    """Yield all keys that do not go together.

    >>> from dataclasses import replace
    >>> from pi_bunco.rules import load_sheet
    >>> [clash.reason for clash in find_clashes(replace(load_sheet("casino"), breaks=()))]
    ['a bunco does not end the round, but its 21 points do, ...', 'a player is drawn at each break, but ...']
    """
    yield from _check_moving(sheet)
    yield from _check_winning(sheet)
    yield from (Clash(keys, reason, fault) for broken, keys, reason, fault in _list_rules(sheet) if broken)


def _list_rules(sheet: Sheet) -> tuple[tuple[bool, tuple[str, ...], str, Fault], ...]:
    """Return, for each rule about keys: whether the sheet breaks it, and the parts of a :class:`Clash`."""
    award_kinds = {award.what for award in sheet.awards}
    no_minis = not sheet.mini_below and not sheet.mini_above
    return (
        (
            "calls" in sheet.options and not sheet.needs_call,
            ("options", "needs_call"),
            'the option "calls" would do nothing: needs_call names nothing that must be called',
            "written",
        ),
        (
            "cup" in sheet.options and not sheet.cup_bonus,
            ("options", "cup_bonus"),
            'the option "cup" would do nothing: the cup_bonus is 0',
            "written",
        ),
        (
            "goal" in sheet.options and sheet.round_end == "host",
            ("options", "round_end"),
            'the option "goal" would do nothing: with round_end "host" no score ends a round',
            "written",
        ),
        (
            not sheet.bunco_ends and sheet.round_end in ("head", "any") and sheet.bunco >= sheet.goal,
            ("bunco_ends", "bunco", "goal", "round_end"),
            (
                f"a bunco does not end the round, but its {sheet.bunco} points do, for they reach the goal "
                f"of {sheet.goal}; a goal above {sheet.bunco} or a bunco of fewer points lets the round go on"
            ),
            "never",
        ),
        (
            sheet.move_among == "room" and any(award.among != "room" for award in sheet.awards),
            ("awards", "move_among"),
            (
                'with move_among "room" players leave their group of tables; each counts for the one they '
                "began in"
            ),
            "never",
        ),
        (
            sheet.starts == "left_of_winner" and sheet.find_layouts(4, 1) == TEAM_ROOMS[0],
            ("starts", "layouts"),
            "in teams two win, so the player left of the winner in the lower seat throws first",
            "never",
        ),
        (
            bool(sheet.needs_call) and "calls" not in sheet.options,
            ("needs_call", "options"),
            'nothing can be called, for options has no "calls"',
            "written",
        ),
        (
            bool(sheet.cup_bonus) and "cup" not in sheet.options,
            ("cup_bonus", "options"),
            'there is no dice cup, for options has no "cup"',
            "written",
        ),
        (
            sheet.mini_ends_turn and no_minis,
            ("mini_ends_turn", "mini_below", "mini_above"),
            "there are no minis, for mini_below and mini_above are 0",
            "written",
        ),
        (
            sheet.round_end == "host",
            ("goal", "round_end"),
            'no score ends a round, for round_end is "host"',
            "written",
        ),
        (
            sheet.goal_alone_at_several_tables is not None and not sheet.layouts,
            ("goal_alone_at_several_tables", "layouts"),
            "nobody plays alone, for there are no layouts",
            "written",
        ),
        (
            sheet.rolloff_goal != 5 and sheet.rolloff != "to5" and "rolloff" not in sheet.winner,  # noqa: PLR2004 - the default
            ("rolloff_goal", "rolloff", "winner"),
            'no roll-off goes to a score, for rolloff is not "to5"',
            "written",
        ),
        (
            "traveling" in award_kinds and "traveling" not in sheet.options,
            ("awards", "options"),
            'nobody can win the award "traveling", for options has no "traveling"',
            "written",
        ),
        (
            "most_minis" in award_kinds and no_minis,
            ("awards", "mini_below", "mini_above"),
            'nobody can win the award "most_minis", for mini_below and mini_above are 0',
            "written",
        ),
        (
            ("loser_lottery", "groups") in {(award.what, award.among) for award in sheet.awards},
            ("awards",),
            'a loser lottery is drawn among players, so it cannot be among "groups"',
            "written",
        ),
        (
            sheet.drawings and not sheet.breaks,
            ("drawings", "breaks"),
            "a player is drawn at each break, but there are no breaks",
            "written",
        ),
        (
            any(number not in sheet.targets for number in sheet.breaks),
            ("breaks", "first_target"),
            "there is no round 1 for a break to follow, for a set begins with round 2",
            "always",
        ),
        (
            sheet.semi_final_sets != 1 and not sheet.finals,
            ("semi_final_sets", "finals"),
            "there is no semi-final, for finals is false",
            "written",
        ),
        (
            sheet.break_before_finals is not None and not sheet.finals,
            ("break_before_finals", "finals"),
            "there is no semi-final, for finals is false",
            "written",
        ),
    )


def _check_winning(sheet: Sheet) -> Iterator[Clash]:
    if "rolloff" in sheet.winner[:-1]:
        yield Clash(("winner",), "the roll-off leaves one winner, so it must stand last", "always")
    awards = [(award.what, award.among) for award in sheet.awards]
    for what, among in sorted(set(awards)):
        if awards.count((what, among)) > 1:
            yield Clash(("awards",), f'"{what}" among "{among}" stands twice', "always")


def _check_moving(sheet: Sheet) -> Iterator[Clash]:
    keys = ("winners_move", "losers_move", "move_among")
    ways = _get_move_keys(sheet)
    if reason := _find_first_move_fault(ways, TEAM_ROOMS):
        yield Clash(keys, f"{reason}; winners_move/losers_move that fit are {name_fitting_ways()}", "always")
    elif reason := _find_first_move_fault(ways, sheet.layouts):
        yield Clash(("layouts", *keys, "pairs_move_together"), reason, "always")


def _find_first_move_fault(ways: MoveKeys, rooms: Iterable[Sequence[Layout]]) -> str | None:
    return next(filter(None, (find_move_fault(ways, room) for room in rooms)), None)


def list_movable_layouts(sheet: Sheet) -> tuple[tuple[Layout, ...], ...]:
    """Return the sheet's layouts without those that do not fit its moves."""
    return tuple(() if find_move_fault(_get_move_keys(sheet), room) else room for room in sheet.layouts)


def _get_move_keys(sheet: Sheet) -> MoveKeys:
    return MoveKeys(sheet.winners_move, sheet.losers_move, sheet.move_among, sheet.pairs_move_together)


def find_move_fault(ways: MoveKeys, room: Sequence[Layout]) -> str | None:
    """Return why the players of a room cannot move in these ways, ``None`` if they can.

    >>> find_move_fault(MoveKeys("up", "stay"), TEAM_ROOMS[1])
    'with 8 players table 1 would have 4 seats for 6'
    >>> find_move_fault(MoveKeys("up", "down"), TEAM_ROOMS[1]) is None
    True
    """
    for group in split_groups(len(room)) if ways.among == "groups" else [range(len(room))]:
        if reason := _find_misfit(ways, room, group):
            return f"with {sum(table.seats for table in room)} players {reason}"
    return None


def _find_misfit(ways: MoveKeys, room: Sequence[Layout], group: range) -> str | None:
    coming = dict.fromkeys(group, 0)  # how many players come to each table
    for at in group:
        table = room[at]
        pair_moves = ways.pairs_together and table.seats == 2  # noqa: PLR2004 - a pair
        winners_to = find_destination(ways.losers if pair_moves else ways.winners, at, group)
        losers_to = find_destination(ways.losers, at, group)
        if table.teams and winners_to == losers_to != at:
            return f"the four of table {at + 1} would go on together and keep their partners"
        winners = 2 if table.teams else 1
        coming[winners_to] += winners
        coming[losers_to] += table.seats - winners
    for at, players in coming.items():
        if players != room[at].seats:
            return f"table {at + 1} would have {room[at].seats} seats for {players}"
    return None


def name_fitting_ways() -> str:
    """Return the ways that fit every room of teams, as words; the winners' move comes first.

    >>> name_fitting_ways()
    'stay/stay, stay/next, up/down, up/top_to_bottom, down/up, next/stay, top_to_bottom/up'
    """
    all_ways = [MoveKeys(winners, losers) for winners, losers in product(get_args(Move), repeat=2)]
    return ", ".join(
        f"{ways.winners}/{ways.losers}" for ways in all_ways if not _find_first_move_fault(ways, TEAM_ROOMS)
    )
