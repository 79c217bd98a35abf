"""The keys of a sheet: the meaning, the allowed values and the section of each.

Everything uses this list: reading and checking of sheets, the template for a house's sheet, the printed page
and the manual.
"""

from dataclasses import dataclass
from typing import get_args

from pi_bunco.rules.sheets.forms import (
    FLAG,
    NAME,
    Form,
    Layouts,
    ListOf,
    OneAward,
    OneOf,
    OrNone,
    WholeNumber,
    make_line_form,
)
from pi_bunco.rules.sheets.parts import BadDiceRule, BagRule, CardLine, Move
from pi_bunco.sentences import Sentence, say

MAX_POINTS = 1_000_000
"""The largest number of points or sets on a sheet. With it no sum of a whole night exceeds 2 ** 53, the
largest whole number that browsers can calculate with exactly."""

_MOVE = OneOf(get_args(Move))
_TURN = OneOf(("stop", "finish"))
_BAD_DICE_RULE = OneOf(get_args(BadDiceRule))


@dataclass(frozen=True, slots=True)
class SheetKey:
    """One key of a sheet.

    Attributes
    ----------
    name
        Its name in the file, and in :class:`~pi_bunco.rules.sheets.Sheet`.
    form
        The allowed values.
    meaning
        Its meaning, as sentences.
    """

    name: str
    form: Form
    meaning: str


SECTIONS: dict[Sentence, tuple[SheetKey, ...]] = {
    say("The sheet"): (
        SheetKey(
            "slug", NAME, "Its short name, in records and on the command line; not that of a printed sheet."
        ),
        SheetKey("title", make_line_form(40), "Its name for people."),
        SheetKey("line", make_line_form(100), "A sentence that says what it is."),
    ),
    say("What a throw scores"): (
        SheetKey("bunco", WholeNumber(1, MAX_POINTS), "Points for three of the target."),
        SheetKey(
            "mini_below",
            WholeNumber(0, MAX_POINTS),
            "Points for three alike of a number below the target; with 0 they are no mini.",
        ),
        SheetKey(
            "mini_above",
            WholeNumber(0, MAX_POINTS),
            "Points for three alike of a number above the target; with 0 they are no mini.",
        ),
        SheetKey("mini_ends_turn", FLAG, "Whether a mini scores and passes the dice on."),
        SheetKey(
            "snake_eyes",
            FLAG,
            "Whether two 1s (not three) lose the turn's points and pass the dice on, except in the round of "
            "1s.",
        ),
        SheetKey(
            "three_ones_wipe",
            FLAG,
            "Whether three 1s lose all points that the team has in the round and pass the dice on, except "
            "in the round of 1s; a player who plays alone loses their own.",
        ),
        SheetKey(
            "cup_bonus",
            WholeNumber(0, MAX_POINTS),
            'Points on top for three alike of a number on the dice cup; it goes with the option "cup".',
        ),
        SheetKey(
            "needs_call",
            ListOf(OneOf(("bunco", "mini")), frozenset),
            'What counts only when called, in a game with the option "calls".',
        ),
        SheetKey(
            "ghosts_buncos",
            OneOf(("nobody", "partner")),
            "For whom a ghost's buncos and minis count, and who takes the traveling bag for them: nobody, or "
            "the partner who throws for the ghost.",
        ),
    ),
    say("Dice that lie badly"): (
        SheetKey(
            "cocked",
            _BAD_DICE_RULE,
            "What happens to a throw if a die leans: somebody is asked, or it is thrown again at once.",
        ),
        SheetKey("stacked", _BAD_DICE_RULE, "The same if a die lies on another."),
        SheetKey("cut", _BAD_DICE_RULE, "The same if a die is half off the mat or out of the picture."),
    ),
    say("How a round ends"): (
        SheetKey(
            "first_target",
            WholeNumber(1, 2),
            "The first target of a set; with 2 a set has five rounds, of 2s to 6s, and begins with round 2.",
        ),
        SheetKey(
            "goal",
            WholeNumber(1, MAX_POINTS),
            "The score that ends the round, or wins a table that plays for itself.",
        ),
        SheetKey(
            "goal_alone_at_several_tables",
            OrNone(WholeNumber(1, MAX_POINTS)),
            'The goal at a table where each plays alone, if there are several tables; "none": the same goal.',
        ),
        SheetKey(
            "round_end",
            OneOf(("head", "any", "each", "host")),
            "Which table's score can end the round: the head table's, any table's, each table's its own "
            "round, or no table's, so that only the host (or a time limit) ends it.",
        ),
        SheetKey(
            "bunco_ends",
            FLAG,
            "Whether a bunco ends the round for the whole room, thrown at a table that can end it; "
            "its points count towards the goal all the same.",
        ),
        SheetKey(
            "everybody_throws",
            FLAG,
            "Whether a score or a bunco ends the round only once each player of that table has had a whole "
            "turn in it.",
        ),
        SheetKey(
            "ending_table",
            _TURN,
            "Whether a turn that has begun stops or is finished, at the table that ends the round.",
        ),
        SheetKey("other_tables", _TURN, "The same at the other tables."),
        SheetKey("round_minutes", OrNone(WholeNumber(1, 240)), "The time limit of a round in minutes."),
    ),
    say("A tie"): (
        SheetKey(
            "rolloff",
            OneOf(("sessions", "hits", "die_off", "to5")),
            "How equal scores are decided: a turn for each player, and again; one throw each in turn until "
            "one has a target; one die for each side until only one shows a 6; turns up to a score.",
        ),
        SheetKey(
            "rolloff_goal",
            WholeNumber(1, MAX_POINTS),
            'The score that wins a roll-off of kind "to5", and the roll-off for a set.',
        ),
    ),
    say("Who throws first, and who moves"): (
        SheetKey(
            "starts",
            OneOf(("seat_1", "left_of_winner", "winner")),
            "Who throws first: seat 1; in a room of one table the player left of the last round's winner; or "
            "at every table a winner of the last round, the one in the lowest seat.",
        ),
        SheetKey(
            "winners_move",
            _MOVE,
            "Where the winners of a table go after a round: nowhere, a table up (the first table's stay), "
            "a table down (the last table's stay), to the next table and from the last to the first, or "
            "from the first table to the last and from others nowhere.",
        ),
        SheetKey("losers_move", _MOVE, "The same for the losers."),
        SheetKey(
            "move_among",
            OneOf(("room", "groups")),
            "Whether they move in the whole room, or in groups of three tables.",
        ),
        SheetKey("pairs_move_together", FLAG, "Whether both go where the loser goes, at a table of two."),
        SheetKey(
            "two_win",
            FLAG,
            "Whether each plays alone at every table of four, and the two with the highest scores win; else "
            "four play in teams, or one wins where the layouts let four play alone.",
        ),
        SheetKey(
            "layouts",
            Layouts(),
            "How this number of players sits, head table first. More players than the last number sit at "
            "tables of four in teams, and so does everybody if there are no layouts.",
        ),
    ),
    say("Sets, winners and awards"): (
        SheetKey(
            "sets",
            WholeNumber(1, MAX_POINTS),
            "How many sets a game has, unless a game says otherwise.",
        ),
        SheetKey(
            "winner",
            ListOf(OneOf(("wins", "buncos", "rolloff"))),
            "Who wins a set: most of the first, then of the next among the tied, last by a roll-off; "
            "empty: a set has no winner of its own.",
        ),
        SheetKey(
            "awards",
            ListOf(OneAward()),
            "What is given at the end: to players of the room, to players of each group of three tables, "
            "or to whole groups.",
        ),
        SheetKey(
            "card",
            ListOf(OneOf(get_args(CardLine))),
            "What a player's score card has.",
        ),
        SheetKey(
            "master_sheet",
            FLAG,
            "Whether one master score sheet at the head table has everybody, in place of cards.",
        ),
    ),
    say("Breaks and staff"): (
        SheetKey(
            "breaks",
            ListOf(WholeNumber(1, 6)),
            "The rounds of each set after which there is a break.",
        ),
        SheetKey("drawings", FLAG, "Whether a player is drawn at each break."),
        SheetKey(
            "verified",
            ListOf(OneOf(("bunco", "mini", "win"))),
            "What staff confirm before the awards are final.",
        ),
    ),
    say("Semi-final and final"): (
        SheetKey("finals", FLAG, "Whether a semi-final and a final follow the last set."),
        SheetKey("semi_final_sets", WholeNumber(1, MAX_POINTS), "How many sets a semi-final has."),
        SheetKey(
            "break_before_finals",
            OrNone(WholeNumber(1, 240)),
            "Minutes between the last set and the semi-final.",
        ),
    ),
    say("Options"): (
        SheetKey(
            "options",
            ListOf(OneOf(("calls", "traveling", "cup", "goal"))),
            "What a game may ask for at its start: whether throws must be called, a traveling bag, the "
            "dice-cup bonus, another goal at a single table.",
        ),
        SheetKey(
            "traveling_by",
            OneOf(get_args(BagRule)),
            "Which throws take the traveling bag, in a game with one: what was agreed when the game began, "
            "any bunco, any three alike of another number than the target, or any three alike.",
        ),
    ),
}
"""The keys by section, in the order of the printed page."""

KEYS: dict[str, SheetKey] = {key.name: key for keys in SECTIONS.values() for key in keys}
"""The keys by name, in the same order."""

_TARGET = say("on every sheet the target is the round's number, 1 to 6")

SAME_ON_ALL = {
    "target": _TARGET,
    "targets": _TARGET,
    "points": say("on every sheet each die that shows the target scores 1 point"),
    "dice": say("on every sheet three dice are thrown"),
    "rounds": say('a set has six rounds, or five with "first_target" 2'),
}
"""Words that people may look for although they are no keys, and why there is no key."""

PARENT = "parent"
"""An additional key of a house's sheet: the printed sheet that it is based on."""
