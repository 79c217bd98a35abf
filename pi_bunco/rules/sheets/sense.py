"""Checks whether the keys of a sheet go together: what cannot be played, and what would have no effect."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from pi_bunco.rules.sheets.moves import TEAM_ROOMS, Ways, find_move_fault, name_fitting_ways
from pi_bunco.rules.sheets.parts import Layout
from pi_bunco.rules.sheets.sheet import Sheet


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
    fault: Literal["always", "written", "never"]


def find_clashes(sheet: Sheet) -> Iterator[Clash]:
    """Yield all keys that do not go together.

    >>> from dataclasses import replace
    >>> from pi_bunco.rules import load_sheet
    >>> [clash.reason for clash in find_clashes(replace(load_sheet("casino"), breaks=()))]
    ['a bunco does not end the round, but its 21 points do, ...', 'a player is drawn at each break, but ...']
    """
    yield from _check_moving(sheet)
    yield from _check_winning(sheet)
    yield from _check_options(sheet)
    yield from _find_surprising(sheet)
    for asks, keys, reason in _find_idle_keys(sheet):
        if asks:
            yield Clash(keys, reason, "written")


def _find_surprising(sheet: Sheet) -> Iterator[Clash]:
    if not sheet.bunco_ends and sheet.round_end in ("head", "any") and sheet.bunco >= sheet.goal:
        yield Clash(
            ("bunco_ends", "bunco", "goal", "round_end"),
            f"a bunco does not end the round, but its {sheet.bunco} points do, for they reach the goal of "
            f"{sheet.goal}; a goal above {sheet.bunco} or a bunco of fewer points lets the round go on",
            "never",
        )
    if sheet.move_among == "room" and any(award.among != "room" for award in sheet.awards):
        yield Clash(
            ("awards", "move_among"),
            'with move_among "room" players leave their group of tables; each counts for the one they began '
            "in",
            "never",
        )
    if sheet.starts == "left_of_winner" and sheet.find_layouts(4, 1) == TEAM_ROOMS[0]:
        yield Clash(
            ("starts", "layouts"),
            "in teams two win, so the player left of the winner in the lower seat throws first",
            "never",
        )


def _check_winning(sheet: Sheet) -> Iterator[Clash]:
    if "rolloff" in sheet.winner[:-1]:
        yield Clash(("winner",), "the roll-off leaves one winner, so it must stand last", "always")
    awards = [(award.what, award.among) for award in sheet.awards]
    for what, among in sorted(set(awards)):
        if awards.count((what, among)) > 1:
            yield Clash(("awards",), f'"{what}" among "{among}" stands twice', "always")


def _check_options(sheet: Sheet) -> Iterator[Clash]:
    for option, cannot, key, why in (
        ("calls", not sheet.needs_call, "needs_call", "needs_call names nothing that must be called"),
        ("cup", not sheet.cup_bonus, "cup_bonus", "the cup_bonus is 0"),
        ("goal", sheet.round_end == "host", "round_end", 'with round_end "host" no score ends a round'),
    ):
        if option in sheet.options and cannot:
            yield Clash(("options", key), f'the option "{option}" would do nothing: {why}', "written")


def _find_idle_keys(sheet: Sheet) -> Iterator[tuple[bool, tuple[str, ...], str]]:
    """Yield, for each key that needs another: whether that is missing, the keys, and the reason."""
    what = {award.what for award in sheet.awards}
    yield (
        bool(sheet.needs_call) and "calls" not in sheet.options,
        ("needs_call", "options"),
        'nothing can be called, for options has no "calls"',
    )
    yield (
        bool(sheet.cup_bonus) and "cup" not in sheet.options,
        ("cup_bonus", "options"),
        'there is no dice cup, for options has no "cup"',
    )
    yield (
        sheet.mini_ends_turn and not sheet.mini_below and not sheet.mini_above,
        ("mini_ends_turn", "mini_below", "mini_above"),
        "there are no minis, for mini_below and mini_above are 0",
    )
    yield (
        sheet.round_end == "host",
        ("goal", "round_end"),
        'no score ends a round, for round_end is "host"',
    )
    yield (
        sheet.goal_alone_at_several_tables is not None and not sheet.layouts,
        ("goal_alone_at_several_tables", "layouts"),
        "nobody plays alone, for there are no layouts",
    )
    yield (
        sheet.rolloff_goal != 5 and sheet.rolloff != "to5" and "rolloff" not in sheet.winner,  # noqa: PLR2004 - the default
        ("rolloff_goal", "rolloff", "winner"),
        'no roll-off goes to a score, for rolloff is not "to5"',
    )
    yield (
        "traveling" in what and "traveling" not in sheet.options,
        ("awards", "options"),
        'nobody can win the award "traveling", for options has no "traveling"',
    )
    yield (
        "most_minis" in what and not sheet.mini_below and not sheet.mini_above,
        ("awards", "mini_below", "mini_above"),
        'nobody can win the award "most_minis", for mini_below and mini_above are 0',
    )
    yield (
        sheet.drawings and not sheet.breaks,
        ("drawings", "breaks"),
        "a player is drawn at each break, but there are no breaks",
    )
    yield (
        sheet.semi_final_sets != 1 and not sheet.finals,
        ("semi_final_sets", "finals"),
        "there is no semi-final, for finals is false",
    )
    yield (
        sheet.break_before_finals is not None and not sheet.finals,
        ("break_before_finals", "finals"),
        "there is no semi-final, for finals is false",
    )


def _check_moving(sheet: Sheet) -> Iterator[Clash]:
    keys = ("winners_move", "losers_move", "move_among")
    if reason := next(filter(None, (find_move_fault(_make_ways(sheet), room) for room in TEAM_ROOMS)), None):
        yield Clash(keys, f"{reason}; winners_move/losers_move that fit are {name_fitting_ways()}", "always")
    elif reason := next(
        filter(None, (find_move_fault(_make_ways(sheet), room) for room in sheet.layouts)), None
    ):
        yield Clash(("layouts", *keys, "pairs_move_together"), reason, "always")


def list_movable_layouts(sheet: Sheet) -> tuple[tuple[Layout, ...], ...]:
    """Return the sheet's layouts without those that do not fit its moves."""
    return tuple(() if find_move_fault(_make_ways(sheet), room) else room for room in sheet.layouts)


def _make_ways(sheet: Sheet) -> Ways:
    return Ways(sheet.winners_move, sheet.losers_move, sheet.move_among, sheet.pairs_move_together)
