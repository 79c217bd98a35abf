"""The part of a sheet on which the chances of a table depend."""

from dataclasses import dataclass
from functools import lru_cache

from pi_bunco.chance.dice import Probabilities
from pi_bunco.chance.odds.throws import Outcomes, can_lose_points, list_outcomes, list_rolloff_outcomes
from pi_bunco.rules import Options, Sheet
from pi_bunco.rules.scoring import list_passing_kinds


@dataclass(frozen=True, slots=True)
class OddsTerms:
    """The rules of a round, as far as chances depend on them. Made with :meth:`of`.

    Attributes
    ----------
    throws
        The outcomes of a throw.
    finishing
        Its outcomes in a turn that is finished after the bell. They are the same, but a throw that
        must be called and ends the turn stops the table before anybody can call it.
    rolloff_throws
        Its outcomes in a roll-off where only targets count.
    rolloff
        How equal scores are decided.
    rolloff_goal
        The score that wins a roll-off of kind ``to5``.
    goal_finishes, ending_finishes, others_finish
        Whether a turn that has begun is finished: when the goal ends the round, at its table; when anything
        else does, at the table that ends it; when another table does.
    """

    throws: Outcomes
    finishing: Outcomes
    rolloff_throws: Outcomes
    rolloff: str
    rolloff_goal: int
    goal_finishes: bool
    ending_finishes: bool
    others_finish: bool

    @classmethod
    def of(cls, sheet: Sheet, target: int, options: Options, dice: Probabilities) -> "OddsTerms":
        """Read a sheet for the round of ``target``, with the game's options and dice of these chances."""
        return _read(sheet, target, options.cup, options.calls, dice)

    @property
    def loses(self) -> bool:
        """Whether a throw can lose the points of the turn."""
        return can_lose_points(self.throws)


@lru_cache(maxsize=64)
def _read(sheet: Sheet, target: int, cup: tuple[int, ...], calls: bool, dice: Probabilities) -> OddsTerms:  # noqa: FBT001 - a cache needs positions
    lost = list_passing_kinds(sheet) & sheet.needs_call if calls else frozenset[str]()
    return OddsTerms(
        throws=list_outcomes(sheet, target, cup, dice),
        finishing=list_outcomes(sheet, target, cup, dice, lost),
        rolloff_throws=list_rolloff_outcomes(sheet, target, dice),
        rolloff=sheet.rolloff,
        rolloff_goal=sheet.rolloff_goal,
        goal_finishes=sheet.ending_table == "finish" and sheet.round_end != "each",
        ending_finishes=sheet.ending_table == "finish",
        others_finish=sheet.other_tables == "finish",
    )
