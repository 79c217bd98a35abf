"""The game that follows from the answers: what was understood of the list, and who sits where."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import NewGame
from pi_bunco.game.new_game import make_header
from pi_bunco.guest_list import ListedGuests, read_guests
from pi_bunco.limits import PLAYERS, TABLES
from pi_bunco.names import make_name_key
from pi_bunco.rules.seating import MIN_PLAYERS
from pi_bunco.sentences import say, say_count
from pi_bunco.web.new_game import SEATS, GameBody, build_command, find_sheet
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.room import SheetChoice
from pi_bunco.web.welcome_state import WelcomeState

_CHOICES = 3
"""Among how many numbers of tables people choose at most."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The game that follows from the answers.

    Attributes
    ----------
    sheet
        Its sheet.
    names
        The guests.
    notes
        What was left out of the list, or may be wrong.
    command
        The game; ``None``: it cannot be played.
    trouble
        Why it cannot be played; ``None``: it can.
    fewest
        The fewest tables that these guests need, 0 if it cannot be played.
    counts
        The numbers of tables that are possible, as far as people choose among them.
    is_seated
        Whether the list itself says who sits at which table.
    shuffle
        Whether the guests must be shuffled before they sit at the tables of the command.
    """

    sheet: SheetChoice
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    command: NewGame | None = None
    trouble: Trouble | None = None
    fewest: int = 0
    counts: tuple[int, ...] = ()
    is_seated: bool = False
    shuffle: bool = False

    @property
    def tables(self) -> int:
        """At how many tables they sit."""
        return len(make_header(self.command)["tables"]) if self.command else 0


def make_plan(state: WelcomeState, sheets: Sequence[SheetChoice]) -> GamePlan:
    """Return the game that follows from the answers.

    If the names were skipped, players with numbers stand in for the guests.
    """
    plan = GamePlan(sheets[0])
    try:
        plan = GamePlan(find_sheet(tuple(sheets), state.rules or sheets[0].slug))
        guests = _list_guests(state, plan.sheet)
        plan = replace(plan, names=guests.names, notes=guests.notes, is_seated=bool(guests.tables))
        return _seat(plan, guests, state)
    except Trouble as trouble:
        return replace(plan, trouble=trouble)


def is_skipped(state: WelcomeState) -> bool:
    """Return whether nobody has named guests, on purpose."""
    return "names" in state.answers and not (state.typed.strip() or state.ticked)


def _list_guests(state: WelcomeState, sheet: SheetChoice) -> ListedGuests:
    """Return the guests who were ticked, and after them those who were typed."""
    if is_skipped(state):
        number = min(SEATS, sheet.most)
        return ListedGuests(tuple(say("Player {number}", number=seat) for seat in range(1, number + 1)))
    listed = read_guests(state.typed)
    ticked = {make_name_key(name) for name in state.ticked}
    names = (*state.ticked, *(name for name in listed.names if make_name_key(name) not in ticked))
    notes = (*(say("{note}", note=note) for note in state.notes), *listed.notes)
    if not names:
        raise BadRequestBody(
            say("The list has no names."), say("Type the names of the guests, or paste a list.")
        )
    if len(names) > PLAYERS:
        raise BadRequestBody(
            say(
                "The list has {number} names, but a room takes at most {most} players.",
                number=len(names),
                most=PLAYERS,
            ),
            say("Leave names out until {most} are left. Nothing of the list is lost.", most=PLAYERS),
        )
    listed = replace(listed, notes=notes)
    return listed.with_ticked(names) if state.ticked else listed


def _seat(plan: GamePlan, guests: ListedGuests, state: WelcomeState) -> GamePlan:
    """Return the plan with its command, and with the numbers of tables among which people choose."""
    if len(guests.tables) and max(guests.tables) > TABLES:
        raise BadRequestBody(
            say("A room has at most {number} tables.", number=TABLES), say("Seat the players at fewer.")
        )
    body = GameBody(
        rules=plan.sheet.slug,
        players=guests.names,
        tables=guests.tables,
        teams=guests.teams,
        team_names=guests.team_names,
        sets=state.sets or None,
        options=dict(state.options),
        draw=state.draw and not guests.tables,
    )
    command = build_command(plan.sheet, body)
    fewest = len(make_header(command)["tables"])
    plan = replace(plan, command=command, fewest=fewest)
    if guests.tables or guests.teams:
        return plan
    more = range(fewest + 1, min(len(guests.names) // MIN_PLAYERS, TABLES) + 1)
    counts = (fewest, *(count for count in more[: _CHOICES - 1] if _is_possible(command, count)))
    if state.tables not in counts[1:]:
        return replace(plan, counts=counts)
    tables = _spread(len(guests.names), state.tables)
    return replace(plan, counts=counts, command=replace(command, tables=tables), shuffle=state.draw)


def _is_possible(command: NewGame, tables: int) -> bool:
    """Return whether the guests may sit at so many tables: a sheet may need groups, or full tables."""
    try:
        make_header(replace(command, tables=_spread(len(command.players), tables), draw=False))
    except Trouble:
        return False
    return True


def _spread(guests: int, tables: int) -> tuple[int, ...]:
    """Return the table of each guest, as evenly as possible.

    >>> _spread(7, 3)
    (1, 1, 1, 2, 2, 3, 3)
    """
    sizes = (guests // tables + (table < guests % tables) for table in range(tables))
    return tuple(chain.from_iterable(repeat(table, size) for table, size in enumerate(sizes, start=1)))


def say_guests(plan: GamePlan) -> str:
    """Say how many guests sit at how many tables."""
    return say(
        "{guests} at {tables}",
        guests=say_count("{count} guest", "{count} guests", len(plan.names)),
        tables=say_count("{count} table", "{count} tables", plan.tables),
    )
