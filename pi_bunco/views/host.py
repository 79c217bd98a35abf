"""What the host's page shows: the room, its seats, seats that were drawn, and what can be done now."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_bunco.game.book import Book
from pi_bunco.game.coming import ComingKind
from pi_bunco.game.moment import find_moment
from pi_bunco.game.seats import SeatDraft, is_free, still_fits
from pi_bunco.rules.night import has_teams
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.views.claims import ClaimLine, list_claim_lines
from pi_bunco.views.evening_end import estimate_end, say_end
from pi_bunco.views.pace import RoundPace, make_round_pace
from pi_bunco.views.results import GuestCard, make_guest_cards
from pi_bunco.views.room import RoomView
from pi_bunco.views.show import make_round_line
from pi_bunco.views.table import RoundLine, TableView


@dataclass(frozen=True, slots=True)
class DraftView:
    """Seats that were drawn. ``fits``: nobody has come or left since then."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats of a room.

    Attributes
    ----------
    tables
        Who sits where, seat 1 first.
    waiting, away
        Guests who have come and wait, and guests who have left and keep their seat.
    free
        Whether the number of tables may change, because the next bell begins a set.
    draft
        Seats that were drawn and are not published; ``None``: there are none.
    """

    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...]
    away: tuple[str, ...]
    free: bool
    draft: DraftView | None


@dataclass(frozen=True, slots=True)
class DrawnHere:
    """A name that was drawn in the present break, and its prize; ``""``: none, or none is named.

    ``instead``: who was drawn for it before and is not here; ``""``: nobody.
    """

    name: str
    prize: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class HostFacts:
    """What only the host's page shows of a game.

    Attributes
    ----------
    pace
        The pace of each table.
    last_round
        How the last finished round ended at each table; empty before the first one has ended.
    last_in_semi_final
        Whether that was a round of the semi-final.
    cards
        The score cards of all guests.
    teams
        The number of each guest's team, if players move within teams of three tables and there are several.
    team_names
        The name of each team, ``""`` for none; empty if the game has no teams of several tables.
    doubted
        The claims that staff doubt, so that the host decides.
    breaks, finals
        After which rounds of a set the sheet has breaks, and whether it has a semi-final and a final.
    coming
        What comes next (:attr:`pi_bunco.game.coming.Coming.kind`); ``None``: nothing.
    is_drawing
        Whether the sheet has drawings, and there is a break.
    drawn
        Who was drawn in the present break, first to last.
    drawn_count
        How many names were drawn at breaks in the whole evening.
    break_ends
        When the present break ends, in seconds since 1970 on the clock of the machine; ``None``: not known.
    end
        When the evening will probably end, in words; ``""``: nobody can say.
    """

    pace: RoundPace = RoundPace()  # noqa: RUF009 - frozen, so all may share it
    last_round: tuple[RoundLine, ...] = ()
    last_in_semi_final: bool = False
    cards: tuple[GuestCard, ...] = ()
    teams: Mapping[str, int] = field(default_factory=dict)
    team_names: tuple[str, ...] = ()
    doubted: tuple[ClaimLine, ...] = ()
    breaks: tuple[int, ...] = ()
    finals: bool = False
    coming: ComingKind | None = None
    is_drawing: bool = False
    drawn: tuple[DrawnHere, ...] = ()
    drawn_count: int = 0
    break_ends: int | None = None
    end: str = ""


@dataclass(frozen=True, slots=True)
class HostView:
    """The room as its host sees it.

    Attributes
    ----------
    room, seats
        The room, and who sits where.
    head
        The head table. What can be done there can be done for the whole room.
    follows
        The address of the Pi that plays the game, if this one only follows it: the bell, seats and guests are
        on its pages.
    own_tables
        The tables whose throws this Pi takes although it follows.
    facts
        What only the host's page shows.
    """

    room: RoomView
    seats: SeatsView
    head: TableView
    follows: str = ""
    own_tables: tuple[int, ...] = ()
    facts: HostFacts = HostFacts()

    def does(self, table: int) -> bool:
        """Return whether this Pi takes what is tapped for a table, and not only the one that it follows."""
        return not self.follows or table in self.own_tables


def make_seats_view(book: Book, number: int, draft: SeatDraft | None) -> SeatsView:
    """Return the seats of a room. If there is a draft, ``number`` is its number."""
    guests = book.guests
    draft_view = DraftView(number, draft.tables, still_fits(book, draft)) if draft else None
    return SeatsView(book.game.seats, guests.waiting, guests.away, is_free(book), draft_view)


def _list_team_names(book: Book) -> tuple[str, ...]:
    names = book.team_names
    return tuple(names.get(number, "") for number in range(1, len(book.game.list_groups()) + 1))


def make_host_facts(book: Book, usual: float | None, break_ends: int | None, now: float) -> HostFacts:
    """Return what only the host's page shows.

    Parameters
    ----------
    book
        The game.
    usual
        The usual length of a round in seconds; ``None``: it is not known.
    break_ends, now
        When the present break ends, ``None`` if that is not known, and the present time: seconds since 1970.
    """
    game, night_game = book.played, book.game
    sheet, finished = night_game.sheet, game.finished or night_game.finished
    last = finished[-1] if finished else None
    several = sheet.move_among == "groups" and len(set(night_game.groups.values())) > 1
    breaks = (*sheet.breaks, *((LAST_TARGET,) if sheet.break_before_finals else ()))
    coming = find_moment(book).coming
    night = book.night if sheet.drawings and game.status != "playing" else None
    drawn = night.drawings.drawn if night else ()
    return HostFacts(
        pace=make_round_pace(book),
        last_round=tuple(make_round_line(last, table) for table in last.tables) if last else (),
        last_in_semi_final=bool(book.seq_offset and game.finished),
        cards=make_guest_cards(night_game, night_game.players),
        teams=dict(night_game.groups) if several else {},
        team_names=_list_team_names(book) if several or has_teams(night_game) else (),
        doubted=tuple(line for line in list_claim_lines(book) if line.doubted) if book.has_doubts else (),
        breaks=breaks,
        finals=sheet.finals,
        coming=coming.kind if coming else None,
        is_drawing=night is not None and night.break_now is not None,
        drawn=tuple(
            DrawnHere(each.player, each.prize, each.instead)
            for each in drawn
            if night and each.at == night.break_now
        ),
        drawn_count=len(drawn),
        break_ends=break_ends,
        end=say_end(estimate_end(book, usual, break_ends, now), now) if usual else "",
    )
