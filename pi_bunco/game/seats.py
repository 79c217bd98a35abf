"""Seats guests who come late or leave, and draws random seats that people see before they are logged."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.game.commands import SeatGuests, Stamp
from pi_bunco.game.lines import RULES, GuestList, GuestsChanged, Line
from pi_bunco.game.new_game import check_names, make_same_refusal
from pi_bunco.game.refused import Refused
from pi_bunco.limits import TABLES
from pi_bunco.names import clean_name, find_person, find_same
from pi_bunco.rules import RecordError, is_ghost, seat_first_tables
from pi_bunco.rules.events import Seating
from pi_bunco.rules.header import Seats
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.seating import seat_guests, unseat_guests
from pi_bunco.rules.sheets.parts import split_groups
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import say, say_count


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """Random seats that are not logged yet.

    Attributes
    ----------
    tables
        The names at each table, seat 1 first.
    people
        The people who needed a seat when it was made.
    """

    tables: tuple[Seats, ...]
    people: frozenset[str]


def is_free(book: Book) -> bool:
    """Return whether the number of tables may change, since the next bell begins a set."""
    return book.game.status == "ready" and book.game.round == book.game.sheet.first_target


def change_guests(book: Book, command: SeatGuests, stamp: Stamp) -> None:
    """Log guests who come and leave, and seat as many guests as the sheet allows now.

    Guests without a seat wait. A guest who leaves keeps their seat, as absent, if it must not be empty.

    Raises
    ------
    Refused
        If the game is over, a guest who comes is here already, a guest who leaves is not, or the number of
        players, a name or the team does not fit.
    """
    if book.game.status == "over":
        raise Refused(say("The game is over."), say("Name everybody in the next game."))
    guests = _list_guests_after(book, command)
    tables = book.game.seats
    if book.game.status == "ready":
        tables, guests = _seat_everybody(book, tables, guests)
    _check_number(tables)
    if tables != book.game.seats:
        line = Line(Seating(tables), guests=guests)
    elif guests != book.guests:
        line = Line(GuestsChanged(), guests=guests)
    else:
        return
    book.add(stamp.sign(line))


def seat_after_round(book: Book, time: str) -> None:
    """Log the seating that follows when a round is over and a guest has left in it, or waits for a seat.

    Call it after each command, since a correction may change who moves where. Then another seating follows.
    Nobody is seated while a throw is in doubt, or while another Pi may have throws of the round: these may
    change that too.
    """
    if book.game.status != "ready" or book.in_doubt or book.unsettled[0]:
        return
    before = book.seats_of_people
    tables, _ = _seat_everybody(book, before, book.list_guests(before))
    if tables != book.game.seats:
        book.add(Line(Seating(tables), by=RULES, time=time))


def list_guests_at(book: Book, tables: Sequence[Seats]) -> GuestList:
    """Return who still waits, and who of those at these tables is away, when people sit there from now on."""
    guests, seated = book.guests, {name for seats in tables for name in seats}
    return GuestList(
        tuple(name for name in guests.waiting if name not in seated),
        tuple(name for name in guests.away if name in seated),
        guests.teams,
    )


def _seat_everybody(
    book: Book, tables: Sequence[Seats], guests: GuestList
) -> tuple[tuple[Seats, ...], GuestList]:
    """Unseat the guests who are away and seat those who wait, as far as the sheet allows it now."""
    sheet, free = book.game.sheet, is_free(book)
    left = unseat_guests(sheet, tables, guests.away, free=free)
    one_table = book.game.header.options.goal is not None  # a game to such a goal has one table
    teams = dict(guests.teams)
    seated = seat_guests(sheet, left.tables, guests.waiting, free=free and not one_table, teams=teams)
    # Somebody may be able to leave only after another has come.
    left = unseat_guests(sheet, seated.tables, left.left_over, free=free)
    return left.tables, GuestList(seated.left_over, left.left_over, guests.teams)


def name_players(book: Book, tables: Sequence[Seats]) -> tuple[Seats, ...]:
    """Return the tables with the known name of each player of this game, and new names cleaned.

    Raises
    ------
    Refused
        If there are too many tables, or the players are impossible.
    """
    _check_number(tables)
    known = list_known(book)
    named = tuple(
        tuple(name if is_ghost(name) else find_person(name, known) or clean_name(name) for name in seats)
        for seats in tables
    )
    people = [name for seats in named for name in seats if not is_ghost(name)]
    if len(set(people)) < len(people) and (same := find_same(name for seats in tables for name in seats)):
        raise make_same_refusal(*map(clean_name, same))
    check_names([name for name in people if name not in known], [name for name in people if name in known])
    return named


def list_known(book: Book) -> tuple[str, ...]:
    """Return everybody who plays or has played in this game, or waits for a seat."""
    return (*(name for name in book.game.players if not is_ghost(name)), *book.guests.waiting)


def _check_number(tables: Sequence[Seats]) -> None:
    """Raise :class:`Refused` if there are too many tables."""
    if len(tables) > TABLES:
        raise Refused(
            say("A room has at most {number} tables.", number=TABLES), say("Seat the players at fewer.")
        )


def draw_seats(book: Book, chance: Random) -> SeatDraft:
    """Return random seats for everybody who is here, without logging them.

    Waiting guests get a seat if the next bell begins a set; during a set only the seated players change
    chairs. If teams have names, everybody stays in their team, and only the seated players change chairs.

    Raises
    ------
    Refused
        If nobody can change seats now, or the sheet does not allow this number of players.
    """
    game = book.game
    if game.status != "ready":
        raise Refused(say("Seats are drawn between rounds."), say("Draw them when the round is over."))
    guests, free = book.guests, is_free(book)
    seated = [name for seats in game.seats for name in seats if not is_ghost(name)]
    if not free or book.team_names:
        tables = game.seats
        groups = split_groups(len(tables)) if book.team_names else [range(len(tables))]
        drawn = chain.from_iterable(_draw_chairs([tables[at] for at in at_tables], guests.away, chance)
                                    for at_tables in groups)  # fmt: skip
        return SeatDraft(tuple(drawn), _list_people(book))
    people = [name for name in (*seated, *guests.waiting) if name not in guests.away]
    try:
        tables = seat_first_tables(game.sheet, chance.sample(people, len(people)))
    except RecordError as error:
        raise Refused(
            say("These seats cannot be drawn: {reason}.", reason=str(error)),
            say("Let somebody come or leave first."),
        ) from None
    return SeatDraft(tables, frozenset(people))


def _draw_chairs(tables: Sequence[Seats], away: Sequence[str], chance: Random) -> list[Seats]:
    """Return tables at which the players who are here have changed chairs."""
    present = [name for seats in tables for name in seats if not is_ghost(name) and name not in away]
    drawn = iter(chance.sample(present, len(present)))
    return [tuple(next(drawn) if name in present else name for name in seats) for seats in tables]


def swap_seats(book: Book, draft: SeatDraft | None, names: tuple[str, str]) -> SeatDraft:
    """Return seats in which two people have changed chairs, without logging them.

    Parameters
    ----------
    book
        The game.
    draft
        The seats before that; ``None``, or one that no longer fits: those of now.
    names
        The two people. A ghost's name means its chair, which is empty.

    Raises
    ------
    Refused
        If nobody can change seats now, or somebody would lose their seat.
    """
    if book.game.status != "ready":
        raise Refused(say("Seats change between rounds."), say("Swap them when the round is over."))
    guests = book.guests
    tables = draft.tables if draft and still_fits(book, draft) else book.game.seats
    seated = [name for seats in tables for name in seats]
    first, second = (_find_person_here(name, (*seated, *guests.waiting)) for name in names)
    for stays, comes in ((first, second), (second, first)):
        if comes not in seated and not is_ghost(stays) and stays not in guests.away:
            raise Refused(
                say("{name} would lose their seat.", name=stays),
                say("Tap an empty chair, or let {name} leave first.", name=stays),
            )
    exchanged = {first: second, second: first}
    swapped = tuple(tuple(exchanged.get(name, name) for name in seats) for seats in tables)
    return SeatDraft(swapped, _list_people(book))


def still_fits(book: Book, draft: SeatDraft) -> bool:
    """Return whether nobody has come or left since the draft was made."""
    return draft.people == _list_people(book)


def _list_people(book: Book) -> frozenset[str]:
    """Return the people who need a seat now."""
    guests = book.guests
    people = {name for seats in book.game.seats for name in seats if not is_ghost(name)}
    if is_free(book):
        people = (people | set(guests.waiting)) - set(guests.away)
    return frozenset(people)


SeatEnd = Literal["ghost", "round", "set"]
"""When a guest who has left loses their seat.

``ghost``: a ghost takes it when the round is over. ``round``: it is free for a guest who waits when the round
is over. ``set``: it is free when the set is over.
"""


def find_seat_end(book: Book, name: str) -> SeatEnd | None:
    """Return when an absent guest loses their seat, ``None`` if they keep it until the end of the game."""
    game = book.game
    last_set = game.set == game.header.sets
    ends_set = game.status == "playing" and game.round == LAST_TARGET
    if game.status == "over" or (ends_set and last_set):
        return None
    free = ends_set or is_free(book)

    def loses(*, free: bool) -> bool:
        change = unseat_guests(game.sheet, game.seats, book.guests.away, free=free)
        return name not in change.left_over

    if not free and loses(free=False):
        return "round" if book.guests.waiting else "ghost"
    return "set" if (free or not last_set) and loses(free=True) else None


def find_stand_in(book: Book, table: int, name: str) -> str | None:
    """Return who throws for a ghost or an absent player; ``None`` for a player who is here, or if nobody is.

    The partner across throws; if they are missing too, the next player to the left does ("Seating").
    """
    seats, teams = book.played.seats[table - 1], book.get_table(table).teams
    missing = {other for other in seats if is_ghost(other) or other in book.guests.away}
    if name not in missing or name not in seats:
        return None
    seat, number = seats.index(name), len(seats)
    across = [(seat + 2) % number] if teams else []
    order = (*across, *((seat + step) % number for step in range(1, number)))
    return next((seats[other] for other in order if seats[other] not in missing), None)


def _list_guests_after(book: Book, command: SeatGuests) -> GuestList:
    """Return the waiting and absent guests after this command, before anybody gets or loses a seat."""
    guests = book.guests
    seated = [name for seats in book.game.seats for name in seats if not is_ghost(name)]
    here = (*seated, *guests.waiting)
    leave = dict.fromkeys(_find_person_here(name, here) for name in command.leave)
    if same := find_same(command.come):
        raise make_same_refusal(*map(clean_name, same))
    known = list_known(book)
    come = [_find_comer(name, known, guests.away, here) for name in command.come]
    waiting = [name for name in guests.waiting if name not in leave]
    waiting += [name for name in come if name not in seated]
    away = [name for name in guests.away if name not in come]
    away += [name for name in leave if name in seated and name not in away]
    new = [name for name in waiting if name not in known]
    check_names(new, [*seated, *(name for name in waiting if name in known)])
    teams = dict(guests.teams) | ({} if command.team is None else dict.fromkeys(come, command.team))
    if command.team is not None:
        _check_chairs(book, command.team, sum(teams.get(name) == command.team for name in waiting))
    return GuestList(tuple(waiting), tuple(away), tuple(teams.items()))


def _check_chairs(book: Book, team: int, needed: int) -> None:
    """Raise :class:`Refused` if the tables of a team have fewer empty chairs than are needed."""
    groups = split_groups(len(book.game.seats))
    if not 1 <= team <= len(groups):
        raise Refused(
            say("There is no team {team}.", team=team),
            say("The last team is team {last}.", last=len(groups)),
        )
    chairs = sum(is_ghost(name) for at in groups[team - 1] for name in book.game.seats[at])
    if needed > chairs:
        few = say_count(
            "Team {team} has only {count} empty chair.",
            "Team {team} has only {count} empty chairs.",
            chairs,
            team=team,
        )
        raise Refused(
            few if chairs else say("Team {team} has no empty chair.", team=team),
            say("Choose another team, or let somebody of this team leave first."),
        )


def _find_person_here(name: str, here: Sequence[str]) -> str:
    """Return whom of the people here a name means."""
    person = find_person(name, here)
    if person is None:
        raise Refused(
            say("There is no {name} in the room.", name=quote_value(name)),
            say("Look at the names, and try again."),
        )
    return person


def _find_comer(name: str, known: Sequence[str], away: Sequence[str], here: Sequence[str]) -> str:
    """Return who comes: somebody who was here before, or a new guest."""
    new = clean_name(name)
    person = find_person(name, known)
    if person is None or person in away or person not in here:
        return person or new
    if new != clean_name(person):
        raise make_same_refusal(person, new)
    raise Refused(
        say("{name} is here already.", name=quote_value(new)),
        say("Add a letter to the new name, such as Ann B."),
    )
