"""A rule sheet as data.

The values of the printed sheets are in ``sheets/*.toml``, each with the clause of the printed sheet that
it comes from. The engine knows no sheet by name; it uses only these values.
"""

from dataclasses import dataclass
from typing import Any, Literal

from pi_bunco.rules.sheets.keys import KEYS
from pi_bunco.rules.sheets.parts import Award, BadDiceRule, BagRule, CardLine, Layout, Move

LAST_TARGET = 6
"""The target of a set's last round."""

SHEETS = ("classic", "casino", "houseparty", "tournament", "boxed")
"""The slugs of the printed sheets."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The values of a sheet.

    Attributes
    ----------
    slug, title
        Its name in records, and for people.
    bunco
        Points for three of the target.
    mini_below, mini_above
        Points for three alike of a number below, above the target.
    needs_call
        The kinds of throw (``bunco``, ``mini``) that count only when called, where calls are on.
    first_target
        The target of a set's first round, 1 or 2; the last one is 6. A round's number is its target.
    ghosts_buncos
        Who gets the credit for a ghost's buncos and minis, and the bag: ``nobody``, or the ``partner`` who
        throws (if the partner is a ghost too, nobody).
    goal
        The score that ends the round, or wins the table where ``round_end`` is ``each``.
    round_end
        Who can end the round: the ``head`` table, ``any`` table, ``each`` table for itself, or only the
        ``host`` (or the time limit).
    bunco_ends
        Whether a bunco ends the round for the whole room, if the thrower's table can end it.
    everybody_throws
        Whether a score or a bunco ends the round (or the table, where ``round_end`` is ``each``) only once
        each player of that table has had a whole turn in the round. At other tables nobody is waited for,
        since they throw at the same time. It is a whole turn, not one throw, so that the last player has the
        same chance as the first. The host and the time limit end a round all the same.
    ending_table, other_tables
        What happens to a turn that has begun when the round ends, at the table that ended it and at the
        others: it ``stop``s immediately, or the player may ``finish`` it.
    rolloff
        How a tie is decided; :mod:`pi_bunco.rules.rolloff` has the four kinds.
    starts
        Who throws first: ``seat_1``, in a room of one table the seat ``left_of_winner``, or at each table the
        last round's ``winner`` with the lowest seat (seat 1 if none of them sits there).
    winners_move, losers_move
        Where each side goes after a round.
    move_among
        Whether players move in the whole ``room`` or in ``groups`` of three tables.
    sets
        How many sets a game has unless its header says otherwise.
    options
        Which options a header may carry.
    traveling_by
        The throws that take the traveling bag, in a game with one.
    cup_bonus
        Extra points for three alike of a number on the dice cup; 0 if there is no such option.
    goal_alone_at_several_tables
        The goal of single players if there are several tables; ``None``: ``goal``.
    rolloff_goal
        The score that wins a roll-off of kind ``to5``.
    two_win
        Whether at every table of four each plays alone and the two with the highest scores win, whatever
        ``layouts`` says. Who is tied for a place rolls off for it, and the others again for a second one.
    pairs_move_together
        Whether at a table of two both go where its loser goes.
    mini_ends_turn
        Whether a mini scores and passes the dice on.
    snake_eyes
        Whether exactly two 1s lose the turn's points and pass the dice on, except in the round of 1s.
    three_ones_wipe
        Whether three 1s set the side's score in the round to 0 and pass the dice on, except in the round of
        1s. They are then no mini, and get no bonus. In a roll-off they only score nothing.
    cocked, stacked, cut
        What happens after a throw in which a die leans, lies on another, or is half off the mat: the table
        may ``ask``, or nothing is scored and the same player throws again (``re-roll``).
    round_minutes
        The time limit of a round in minutes, after which the host ends it; ``None``: there is none.
    winner
        How a set is won: by most of the first word; players who are equal then compare the next word, or play
        a ``rolloff``; empty if a set has no winner of its own.
    awards
        What is given at the end unless the host says otherwise.
    breaks
        The rounds of each set after which there is a break.
    drawings
        Whether a player is drawn at each break.
    verified
        What staff confirm before the awards are final: ``bunco``, ``mini``, ``win``.
    finals
        Whether a semi-final and a final follow the last set.
    semi_final_sets
        How many sets a semi-final has.
    break_before_finals
        Minutes between the last set and the semi-final; ``None``: there is no such break.
    line
        A description in one sentence.
    card
        The lines of a player's score card, in the sheet's order.
    master_sheet
        Whether one master score sheet at the head table replaces the players' cards.
    layouts
        The tables for one player, for two players and so on. With more players, or if this is empty,
        everybody plays at tables of four in teams.
    """

    slug: str
    title: str
    bunco: int
    mini_below: int
    mini_above: int
    needs_call: frozenset[str]
    goal: int
    round_end: Literal["head", "any", "each", "host"]
    bunco_ends: bool
    ending_table: Literal["stop", "finish"]
    other_tables: Literal["stop", "finish"]
    rolloff: Literal["sessions", "hits", "die_off", "to5"]
    starts: Literal["seat_1", "left_of_winner", "winner"]
    winners_move: Move
    losers_move: Move
    move_among: Literal["room", "groups"]
    sets: int
    options: tuple[str, ...]
    cup_bonus: int = 0
    goal_alone_at_several_tables: int | None = None
    rolloff_goal: int = 5
    pairs_move_together: bool = False
    mini_ends_turn: bool = False
    snake_eyes: bool = False
    three_ones_wipe: bool = False
    first_target: int = 1
    two_win: bool = False
    everybody_throws: bool = False
    traveling_by: BagRule = "agreed"
    ghosts_buncos: Literal["nobody", "partner"] = "nobody"
    cocked: BadDiceRule = "ask"
    stacked: BadDiceRule = "ask"
    cut: BadDiceRule = "ask"
    round_minutes: int | None = None
    winner: tuple[Literal["wins", "buncos", "rolloff"], ...] = ()
    awards: tuple[Award, ...] = ()
    breaks: tuple[int, ...] = ()
    drawings: bool = False
    verified: tuple[Literal["bunco", "mini", "win"], ...] = ()
    finals: bool = False
    semi_final_sets: int = 1
    break_before_finals: int | None = None
    line: str = ""
    card: tuple[CardLine, ...] = ("buncos", "wins", "losses")
    master_sheet: bool = False
    layouts: tuple[tuple[Layout, ...], ...] = ()

    def __hash__(self) -> int:
        """Hash only its name: sheets are often used as keys, and they have many values."""
        return hash(self.slug)

    @property
    def targets(self) -> range:
        """The targets of a set's rounds, in their order."""
        return range(self.first_target, LAST_TARGET + 1)

    @property
    def teams(self) -> bool:
        """Whether everybody plays with a partner, with any number of players."""
        return not self.layouts and not self.two_win

    def takes_ghosts(self, players: int) -> bool:
        """Return whether this number of players sits at tables of four, with ghosts on empty seats.

        >>> from pi_bunco.rules import load_sheet
        >>> load_sheet("boxed").takes_ghosts(12), load_sheet("boxed").takes_ghosts(13)
        (False, True)
        """
        return not self.layouts or players > len(self.layouts)

    def rerolls(self, doubt: str) -> bool:
        """Return whether a throw with this kind of doubt is thrown again without a question.

        Parameters
        ----------
        doubt
            The kind of doubt; the table always asks about kinds other than ``cocked``, ``stacked``, ``cut``.

        >>> from dataclasses import replace
        >>> from pi_bunco.rules import load_sheet
        >>> house = replace(load_sheet("classic"), cocked="re-roll")
        >>> house.rerolls("cocked"), house.rerolls("stacked"), house.rerolls("unsure")
        (True, False, False)
        """
        return {"cocked": self.cocked, "stacked": self.stacked, "cut": self.cut}.get(doubt) == "re-roll"

    def find_layouts(self, players: int, tables: int) -> tuple[Layout, ...] | None:
        """Return the layouts of the tables for ``players`` (without ghosts), ``None`` if they do not fit.

        >>> from pi_bunco.rules import load_sheet
        >>> load_sheet("boxed").find_layouts(9, 3)
        (Layout(seats=4, teams=True), Layout(seats=3, teams=False), Layout(seats=2, teams=False))
        >>> load_sheet("classic").find_layouts(3, 1)
        (Layout(seats=4, teams=True),)
        """
        if self.takes_ghosts(players):
            return (Layout(4, teams=not self.two_win),) * tables
        layouts = self.layouts[players - 1] if players > 0 else ()
        return tuple(Layout(table.seats, table.teams and not self.two_win) for table in layouts) or None

    def count_winners(self, seats: int) -> int:
        """Return how many sides win a table with this number of seats."""
        return 2 if self.two_win and seats == 4 else 1  # noqa: PLR2004 - a table of four

    def find_goal(self, layout: Layout, tables: int) -> int:
        """Return the goal of a table in a room with this number of tables.

        >>> from pi_bunco.rules import load_sheet
        >>> boxed = load_sheet("boxed")
        >>> boxed.find_goal(Layout(3, teams=False), 2), boxed.find_goal(Layout(3, teams=False), 1)
        (11, 21)
        """
        if self.goal_alone_at_several_tables is None or layout.teams or tables == 1:
            return self.goal
        return self.goal_alone_at_several_tables

    def to_dict(self) -> dict[str, Any]:
        """Return all its values as plain ones, for a header; ``make_sheet`` reads them.

        >>> from pi_bunco.rules import load_sheet
        >>> load_sheet("boxed").to_dict()["layouts"]["5"]
        ['S3', 'S2']
        """
        return {name: key.form.write(getattr(self, name)) for name, key in KEYS.items()}
