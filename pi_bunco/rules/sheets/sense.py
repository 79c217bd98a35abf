"""Checks whether the keys of a sheet go together: what cannot be played, and what would have no effect."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple, get_args

from pi_bunco.rules.sheets.parts import Layout, Move, find_destination, split_groups
from pi_bunco.rules.sheets.sheet import Sheet
from pi_bunco.sentences import Sentence, say

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
    fitting
        For the author of a file: the ways to move that fit, in the words of the file; may be empty.
    """

    keys: tuple[str, ...]
    reason: Sentence
    fault: Fault
    fitting: str = ""


class MoveKeys(NamedTuple):
    """The keys of a sheet about moves."""

    winners: Move
    losers: Move
    among: Literal["room", "groups"] = "room"
    pairs_together: bool = False
    two_win: bool = False


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


def _list_rules(sheet: Sheet) -> tuple[tuple[bool, tuple[str, ...], Sentence, Fault], ...]:
    """Return, for each rule about keys: whether the sheet breaks it, and the parts of a :class:`Clash`."""
    award_kinds = {award.what for award in sheet.awards}
    no_minis = not sheet.mini_below and not sheet.mini_above
    return (
        (
            "calls" in sheet.options and not sheet.needs_call,
            ("options", "needs_call"),
            say("the option for calls would do nothing, because no throw needs a call"),
            "written",
        ),
        (
            "cup" in sheet.options and not sheet.cup_bonus,
            ("options", "cup_bonus"),
            say("the option for the dice cup would do nothing, for its bonus is 0"),
            "written",
        ),
        (
            "goal" in sheet.options and sheet.round_end == "host",
            ("options", "round_end"),
            say("the option for another goal would do nothing, for no score ends a round"),
            "written",
        ),
        (
            not sheet.bunco_ends and sheet.round_end in ("head", "any") and sheet.bunco >= sheet.goal,
            ("bunco_ends", "bunco", "goal", "round_end"),
            say(
                "a bunco does not end the round, but its {bunco} points do, for they reach the goal of "
                "{goal}; a goal above {bunco} or a bunco of fewer points lets the round go on",
                bunco=sheet.bunco,
                goal=sheet.goal,
            ),
            "never",
        ),
        (
            sheet.move_among == "room" and any(award.among != "room" for award in sheet.awards),
            ("awards", "move_among"),
            say("players leave their group of tables; each counts for the one they began in"),
            "never",
        ),
        (
            sheet.starts == "left_of_winner" and sheet.two_win,
            ("starts", "two_win"),
            say("two win, so the player left of the winner in the lower seat throws first"),
            "never",
        ),
        (
            sheet.two_win and sheet.rolloff == "die_off",
            ("two_win", "rolloff"),
            say("up to four players can tie, but one die each at the same time decides only between two"),
            "always",
        ),
        (
            sheet.two_win and sheet.ghosts_buncos == "partner",
            ("ghosts_buncos", "two_win"),
            say("a ghost has no partner, for each plays alone"),
            "written",
        ),
        (
            sheet.starts == "left_of_winner" and sheet.find_layouts(4, 1) == TEAM_ROOMS[0],
            ("starts", "layouts"),
            say("in teams two win, so the player left of the winner in the lower seat throws first"),
            "never",
        ),
        (
            bool(sheet.needs_call) and "calls" not in sheet.options,
            ("needs_call", "options"),
            say("nothing can be called, for there is no option for calls"),
            "written",
        ),
        (
            bool(sheet.cup_bonus) and "cup" not in sheet.options,
            ("cup_bonus", "options"),
            say("there is no option for a dice cup"),
            "written",
        ),
        (
            sheet.three_ones_wipe and bool(sheet.mini_below),
            ("three_ones_wipe", "mini_below"),
            say("three 1s take the team's points, so they are no mini; other three alike still are"),
            "never",
        ),
        (
            sheet.three_ones_wipe and bool(sheet.cup_bonus),
            ("three_ones_wipe", "cup_bonus"),
            say("three 1s take the team's points also if the dice cup shows a 1"),
            "never",
        ),
        (
            sheet.mini_ends_turn and no_minis,
            ("mini_ends_turn", "mini_below", "mini_above"),
            say("there are no minis"),
            "written",
        ),
        (
            sheet.round_end == "host",
            ("goal", "round_end"),
            say("no score ends a round"),
            "written",
        ),
        (
            sheet.everybody_throws and sheet.round_end == "host" and not sheet.bunco_ends,
            ("everybody_throws", "round_end", "bunco_ends"),
            say("no score and no bunco ends a round, so none waits for anybody"),
            "written",
        ),
        (
            sheet.goal_alone_at_several_tables is not None and not sheet.layouts and not sheet.two_win,
            ("goal_alone_at_several_tables", "layouts"),
            say("nobody plays alone, because no tables are chosen for that"),
            "written",
        ),
        (
            sheet.rolloff_goal != 5 and sheet.rolloff != "to5" and "rolloff" not in sheet.winner,  # noqa: PLR2004 - the default
            ("rolloff_goal", "rolloff", "winner"),
            say("no roll-off is played to a number of points"),
            "written",
        ),
        (
            "traveling" in award_kinds and "traveling" not in sheet.options,
            ("awards", "options"),
            say("nobody can win the traveling bag, for there is no option for it"),
            "written",
        ),
        (
            sheet.traveling_by != "agreed" and "traveling" not in sheet.options,
            ("traveling_by", "options"),
            say("nothing travels, for there is no option for it"),
            "written",
        ),
        (
            "mini" in sheet.needs_call and no_minis,
            ("needs_call", "mini_below", "mini_above"),
            say("there are no minis to call"),
            "written",
        ),
        (
            "mini" in sheet.verified and no_minis,
            ("verified", "mini_below", "mini_above"),
            say("there are no minis to confirm"),
            "written",
        ),
        (
            "minis" in sheet.card and no_minis,
            ("card", "mini_below", "mini_above"),
            say("there are no minis to count"),
            "written",
        ),
        (
            "most_minis" in award_kinds and no_minis,
            ("awards", "mini_below", "mini_above"),
            say("nobody can win the award for most minis, because there are no minis"),
            "written",
        ),
        (
            ("loser_lottery", "groups") in {(award.what, award.among) for award in sheet.awards},
            ("awards",),
            say("a loser lottery is drawn among players, so it cannot be among groups"),
            "written",
        ),
        (
            sheet.drawings and not sheet.breaks,
            ("drawings", "breaks"),
            say("a player is drawn at each break, but there are no breaks"),
            "written",
        ),
        (
            any(number not in sheet.targets for number in sheet.breaks),
            ("breaks", "first_target"),
            say("there is no round 1 for a break to follow, for a set begins with round 2"),
            "always",
        ),
        (
            sheet.semi_final_sets != 1 and not sheet.finals,
            ("semi_final_sets", "finals"),
            say("there is no semi-final"),
            "written",
        ),
        (
            sheet.break_before_finals is not None and not sheet.finals,
            ("break_before_finals", "finals"),
            say("there is no semi-final"),
            "written",
        ),
    )


def _check_winning(sheet: Sheet) -> Iterator[Clash]:
    if "rolloff" in sheet.winner[:-1]:
        yield Clash(("winner",), say("the roll-off leaves one winner, so it must stand last"), "always")
    awards = [(award.what, award.among) for award in sheet.awards]
    for what, among in sorted(set(awards)):
        if awards.count((what, among)) > 1:
            twice = say('"{what}" among "{among}" is listed twice', what=what, among=among)
            yield Clash(("awards",), twice, "always")


def _check_moving(sheet: Sheet) -> Iterator[Clash]:
    keys = ("winners_move", "losers_move", "move_among")
    ways = _get_move_keys(sheet)
    if reason := _find_first_move_fault(ways, TEAM_ROOMS):
        yield Clash(keys, reason, "always", name_fitting_ways())
    elif reason := _find_first_move_fault(ways, sheet.layouts):
        yield Clash(("layouts", *keys, "pairs_move_together"), reason, "always")


def _find_first_move_fault(ways: MoveKeys, rooms: Iterable[Sequence[Layout]]) -> Sentence | None:
    return next(filter(None, (find_move_fault(ways, room) for room in rooms)), None)


def list_movable_layouts(sheet: Sheet) -> tuple[tuple[Layout, ...], ...]:
    """Return the sheet's layouts without those that do not fit its moves."""
    return tuple(() if find_move_fault(_get_move_keys(sheet), room) else room for room in sheet.layouts)


def _get_move_keys(sheet: Sheet) -> MoveKeys:
    return MoveKeys(
        sheet.winners_move, sheet.losers_move, sheet.move_among, sheet.pairs_move_together, sheet.two_win
    )


def find_move_fault(ways: MoveKeys, room: Sequence[Layout]) -> Sentence | None:
    """Return why the players of a room cannot move in these ways, ``None`` if they can.

    >>> find_move_fault(MoveKeys("up", "stay"), TEAM_ROOMS[1])
    'with 8 players table 1 would have 4 seats for 6'
    >>> find_move_fault(MoveKeys("up", "down"), TEAM_ROOMS[1]) is None
    True
    """
    for group in split_groups(len(room)) if ways.among == "groups" else [range(len(room))]:
        if reason := _find_misfit(ways, room, group):
            players = sum(table.seats for table in room)
            return say("with {players} players {reason}", players=players, reason=reason)
    return None


def _find_misfit(ways: MoveKeys, room: Sequence[Layout], group: range) -> Sentence | None:
    coming = dict.fromkeys(group, 0)  # how many players come to each table
    for at in group:
        table = room[at]
        pair_moves = ways.pairs_together and table.seats == 2  # noqa: PLR2004 - a pair
        winners_to = find_destination(ways.losers if pair_moves else ways.winners, at, group)
        losers_to = find_destination(ways.losers, at, group)
        if table.teams and not ways.two_win and winners_to == losers_to != at:
            return say("the four of table {table} would go on together and keep their partners", table=at + 1)
        winners = 2 if table.teams or (ways.two_win and table.seats == 4) else 1  # noqa: PLR2004 - a table of four
        coming[winners_to] += winners
        coming[losers_to] += table.seats - winners
    for at, players in coming.items():
        if players != room[at].seats:
            return say(
                "table {table} would have {seats} seats for {players}",
                table=at + 1,
                seats=room[at].seats,
                players=players,
            )
    return None


def name_fitting_ways() -> str:
    """Return the ways that fit every room of teams, as words; the winners' move comes first.

    >>> name_fitting_ways()
    'stay/stay, stay/next, up/down, up/top_to_bottom, down/up, next/stay, top_to_bottom/up'
    """
    return ", ".join(f"{ways.winners}/{ways.losers}" for ways in list_fitting_ways())


def list_fitting_ways() -> list[MoveKeys]:
    """Return the ways that fit every room of teams."""
    all_ways = [MoveKeys(winners, losers) for winners, losers in product(get_args(Move), repeat=2)]
    return [ways for ways in all_ways if not _find_first_move_fault(ways, TEAM_ROOMS)]
