"""How the page calls each key of a sheet, and each answer, for people who have never seen its file."""

from collections.abc import Mapping
from typing import get_args

from pi_bunco.rules.sheets.parts import AwardFor
from pi_bunco.sentences import Sentence, say

LABELS: Mapping[str, Sentence] = {
    "title": say("Name"),
    "line": say("What it is, in one sentence"),
    "bunco": say("Points for a bunco"),
    "mini_below": say("Points for three alike below the target"),
    "mini_above": say("Points for three alike above the target"),
    "mini_ends_turn": say("Does a mini end the turn?"),
    "snake_eyes": say("Do two 1s lose the turn’s points?"),
    "three_ones_wipe": say("Do three 1s lose the team’s points?"),
    "cup_bonus": say("Extra points for a number on the dice cup"),
    "needs_call": say("What counts only when called"),
    "ghosts_buncos": say("For whom a ghost’s buncos count"),
    "cocked": say("If a die leans"),
    "stacked": say("If a die lies on another"),
    "cut": say("If a die is half off the mat"),
    "first_target": say("The first number of a set"),
    "goal": say("Points that end a round"),
    "goal_alone_at_several_tables": say("Other goal for those who play alone"),
    "round_end": say("Whose points end a round?"),
    "bunco_ends": say("Does a bunco end the round?"),
    "everybody_throws": say("Does everybody get a whole turn before a round ends?"),
    "ending_table": say("A turn at the table that ends the round"),
    "other_tables": say("A turn at the other tables"),
    "round_minutes": say("Minutes a round may last"),
    "rolloff": say("How a tie is decided"),
    "rolloff_goal": say("Points that win a roll-off"),
    "starts": say("Who throws first"),
    "winners_move": say("Where the winners go"),
    "losers_move": say("Where the losers go"),
    "move_among": say("Where they move"),
    "pairs_move_together": say("At a table of two, do both go where the loser goes?"),
    "two_win": say("Do four play alone, and two win?"),
    "layouts": say("How each number of players sits"),
    "sets": say("Sets in a game"),
    "winner": say("Who wins a set"),
    "awards": say("Awards"),
    "card": say("What is on a score card"),
    "master_sheet": say("One sheet for everybody in place of cards?"),
    "breaks": say("Breaks after these rounds"),
    "drawings": say("Is somebody drawn at each break?"),
    "verified": say("What staff confirm"),
    "finals": say("Are there a semi-final and a final?"),
    "semi_final_sets": say("Sets of the semi-final"),
    "break_before_finals": say("Minutes of the break before it"),
    "options": say("What can be chosen when a game begins"),
    "traveling_by": say("What takes the traveling bag"),
}
"""The label of each key; the short name has none."""

_BAD_DICE = {"ask": say("somebody is asked"), "re-roll": say("it is thrown again")}
_TURN = {"stop": say("stops at once"), "finish": say("is finished")}
_MOVES = {
    "stay": say("stay"),
    "up": say("one table up"),
    "down": say("one table down"),
    "next": say("to the next table, in a circle"),
    "top_to_bottom": say("from the first table to the last"),
}
_COUNTS = {
    "team": say("number of the team"),
    "buncos": say("buncos"),
    "minis": say("minis"),
    "wins": say("wins"),
    "losses": say("losses"),
    "points": say("points"),
}
_AWARDS = dict(
    zip(
        get_args(AwardFor),
        (
            say("most buncos"),
            say("most wins"),
            say("most losses"),
            say("as many wins as losses"),
            say("most minis"),
            say("most points"),
            say("fewest points"),
            say("the traveling bag"),
            say("best costume"),
            say("the last bunco"),
            say("a loser lottery"),
        ),
        strict=True,
    )
)
AMONG = {
    "room": say("of the room"),
    "group": say("of each group of three tables"),
    "groups": say("for a whole group"),
}
"""The answers to the question among whom an award is."""
ANSWERS: Mapping[str, Mapping[str, Sentence]] = {
    "needs_call": {"bunco": say("a bunco"), "mini": say("a mini")},
    "ghosts_buncos": {"nobody": say("nobody"), "partner": say("the partner who throws")},
    "cocked": _BAD_DICE,
    "stacked": _BAD_DICE,
    "cut": _BAD_DICE,
    "round_end": {
        "head": say("the head table’s"),
        "any": say("any table’s"),
        "each": say("each table’s own"),
        "host": say("nobody’s: the host ends it"),
    },
    "ending_table": _TURN,
    "other_tables": _TURN,
    "rolloff": {
        "sessions": say("a whole turn each, and again"),
        "hits": say("a throw each, until a target shows"),
        "die_off": say("a die each, until only one is a 6"),
        "to5": say("turns, up to a score"),
    },
    "starts": {
        "seat_1": say("seat 1"),
        "left_of_winner": say("the player left of the last winner"),
        "winner": say("a winner of the last round"),
    },
    "winners_move": _MOVES,
    "losers_move": _MOVES,
    "move_among": {"room": say("through the whole room"), "groups": say("in groups of three tables")},
    "winner": {"wins": say("most wins"), "buncos": say("most buncos"), "rolloff": say("a roll-off")},
    "awards": _AWARDS,
    "card": _COUNTS,
    "verified": {"bunco": say("buncos"), "mini": say("minis"), "win": say("wins")},
    "options": {
        "calls": say("whether throws must be called"),
        "traveling": say("a traveling bag"),
        "cup": say("a bonus for the dice cup"),
        "goal": say("another goal at a single table"),
    },
    "traveling_by": {
        "agreed": say("as agreed for the game"),
        "bunco": say("any bunco"),
        "mini": say("any mini"),
        "three_alike": say("any three alike"),
    },
}
"""The answers to each question that has a few."""
EMPTY = {
    "goal_alone_at_several_tables": say("none: the same goal"),
    "round_minutes": say("none: no limit"),
    "break_before_finals": say("none: no break"),
}
"""What an empty field means, for keys with one."""
