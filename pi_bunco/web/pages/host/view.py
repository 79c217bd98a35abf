"""The host's page: what happens now and whom the room waits for, the tables, and who sits where."""

from dataclasses import dataclass
from itertools import zip_longest

from pi_bunco.game.lines import HEAD
from pi_bunco.rules import is_ghost
from pi_bunco.sentences import isolate, say, say_count
from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.pace import TablePace
from pi_bunco.views.results import DrawnName
from pi_bunco.views.room import RoomTableView
from pi_bunco.views.room_header import RoomHeaderView, make_header
from pi_bunco.views.rounds import say_result
from pi_bunco.views.short_names import use_short_names
from pi_bunco.views.words import join_scores
from pi_bunco.web.pages.host.course import RoadView, make_road, say_pace

MANY = 6
"""With more tables than this, their names are short."""
MOST_AWAITED = 6
"""Most tables about which the page says, above everything else, what each of them does."""
COUNTDOWNS = (0, 30, 60, 120, 300, 600)
"""The countdowns that the host can choose, in seconds."""


@dataclass(frozen=True, slots=True)
class ElsewhereView:
    """The host's page of the Pi that plays the game: its link, and the address as people type it."""

    link: str
    address: str


@dataclass(frozen=True, slots=True)
class HostActionsView:
    """What the room waits for, and what the host can do about it.

    Attributes
    ----------
    header
        The line at the top of the room's screen.
    awaited
        The tables for which the room waits, each with what happens there in words; ``""``: they are many.
    since
        When the bell of the present round rang, in seconds since 1970; ``None``: no round is played.
    end
        When the evening will probably end, in words; ``""``: nobody can say.
    road
        The way through the set.
    can_ring, can_end_round
        Whether the bell can be rung, and the round ended.
    draw_label
        The label of the button that draws; ``""``: nothing is drawn.
    undo
        The number and the label of the newest step that can be undone; ``None``: none.
    question
        A sentence if the head table is asked about a throw; ``""``: it is not.
    over
        Whether the game is over.
    seen
        The moment that the page shows at the head table.
    drawn
        The name that was drawn last; ``None``: none since the last bell.
    elsewhere
        The host's page on which these can be done; ``None``: this one.
    """

    header: RoomHeaderView
    awaited: tuple[tuple[int, str], ...]
    since: int | None
    end: str
    road: RoadView
    can_ring: bool
    can_end_round: bool
    draw_label: str
    undo: tuple[int, str] | None
    question: str
    over: bool
    seen: str
    drawn: DrawnName | None = None
    elsewhere: ElsewhereView | None = None


@dataclass(frozen=True, slots=True)
class HostTableView:
    """A table: its number, its scores, its state or last result, its pace, and whether the room waits for it.

    ``can_tally``: whether its tally can be entered, because it has not thrown in this round. ``state``: its
    state, as its look. ``is_last``: whether it is slower than all others.
    """

    table: int
    scores: str
    names: str
    text: str
    waits: bool
    can_tally: bool
    pace: str = ""
    state: str = ""
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class ChairCell:
    """A chair: who sits there, whether nobody does (a ghost), and whether that differs from now."""

    name: str
    empty: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class SeatsBlock:
    """Who sits where, who waits and who is away, and the seats that were drawn.

    Attributes
    ----------
    guests
        Everybody who may leave: those who sit at a table or wait, and have not left.
    tables, waiting
        Who sits at each table in the draft, or else now, and who waits for a seat.
    draft
        The number of the draft; ``None``: there is none.
    fits
        Whether nobody has come or left since the draft was made.
    guest_notes
        A sentence about each guest who waits for a seat, or has left and keeps theirs.
    may_change, may_later
        Whether seats can be drawn and swapped now, and whether they can when the round is over.
    elsewhere
        The host's page on which guests and seats can be changed; ``None``: this one.
    """

    guests: tuple[str, ...]
    tables: tuple[tuple[ChairCell, ...], ...]
    waiting: tuple[str, ...]
    draft: int | None
    fits: bool
    guest_notes: tuple[str, ...]
    team_names: tuple[str, ...]
    may_change: bool
    may_later: bool
    elsewhere: ElsewhereView | None = None


@dataclass(frozen=True, slots=True)
class CountdownView:
    """The countdowns that can be chosen, in seconds and in words, and the one that is chosen.

    ``may_choose``: whether it can be chosen on this page.
    """

    choices: tuple[tuple[int, str], ...]
    chosen: int
    may_choose: bool = True


@dataclass(frozen=True, slots=True)
class WaysView:
    """The links to other pages.

    ``claims``: what waits on the staff's page, in words. ``may_begin``: whether a game can begin here.
    ``has_totals``: whether the totals of cards can be compared.
    """

    claims: str
    may_begin: bool
    has_totals: bool = False


def make_host_actions(view: HostView) -> HostActionsView:
    """Return what the room waits for, and what can be done now."""
    can, is_here = view.head.can, view.does(HEAD)
    # While a round is played, only the tables undo.
    undo = can.undo if is_here and view.room.status != "playing" else None
    return HostActionsView(
        header=make_header(view.room),
        awaited=_list_awaited(view),
        since=view.facts.pace.began if view.room.status == "playing" else None,
        end=view.facts.end,
        road=make_road(view),
        can_ring=can.ring and is_here,
        can_end_round=can.end_round and is_here,
        # A break has its own form for drawings, with the prize.
        draw_label=(can.draw or "") if is_here and not view.facts.is_drawing else "",
        undo=(undo.seq, undo.what) if undo else None,
        question=say("The head table is asked about a throw.") if view.head.doubt and is_here else "",
        over=view.room.moment.part == "over" and not view.follows,
        seen=view.head.here.seen,
        drawn=view.room.results.newest,
        elsewhere=None if is_here else find_elsewhere(view.follows),
    )


def make_tables(view: HostView) -> dict[str, HostTableView]:
    """Return each table by its number."""
    many = len(view.room.tables) > MANY
    short = view.room.short_names if many else {}
    paces = (*view.facts.pace.tables, *(TablePace() for _ in view.room.tables))
    return {
        str(table.table): _make_table(view, use_short_names(table, short), pace)
        for table, pace in zip(view.room.tables, paces, strict=False)
    }


def make_seats(view: HostView) -> SeatsBlock:
    """Return who sits where, and the seats that were drawn."""
    draft = view.seats.draft
    if draft and draft.tables == view.seats.tables:  # two were swapped, and back
        draft = None
    is_changeable = view.room.stage == "game" and not view.follows
    seated = [name for table in view.seats.tables for name in table if not is_ghost(name)]
    return SeatsBlock(
        guests=(*(name for name in seated if name not in view.seats.away), *view.seats.waiting),
        tables=_list_chairs(view.seats),
        waiting=view.seats.waiting,
        draft=draft.number if draft else None,
        fits=draft is not None and draft.fits,
        guest_notes=view.room.guests.says,
        team_names=view.facts.team_names,
        may_change=view.room.status == "ready" and is_changeable,
        may_later=view.room.status == "playing" and is_changeable,
        elsewhere=find_elsewhere(view.follows),
    )


def make_countdown(view: HostView) -> CountdownView:
    """Return the countdowns that can be chosen."""
    chosen = view.room.countdown
    choices = sorted({*COUNTDOWNS, chosen})
    named = tuple((seconds, _name_countdown(seconds)) for seconds in choices)
    return CountdownView(named, chosen, may_choose=not view.follows)


def make_ways(view: HostView) -> WaysView:
    """Return the links to other pages."""
    count = sum(not claim.confirmed for claim in view.room.results.claims)
    claims = say_count("{count} thing to confirm", "{count} things to confirm", count) if count else ""
    has_totals = view.room.moment.part == "over" and bool(view.room.results.claims)
    return WaysView(claims, may_begin=not view.follows, has_totals=has_totals)


def find_elsewhere(head: str) -> ElsewhereView | None:
    """Return the host's page of the Pi that plays the game, ``None`` if that is this Pi.

    >>> find_elsewhere("http://192.168.1.20:8080/")
    ElsewhereView(link='http://192.168.1.20:8080/host', address='192.168.1.20:8080/host')
    """
    if not head:
        return None
    link = f"{head.rstrip('/')}/host"
    return ElsewhereView(link, link.partition("://")[2] or link)


def _name_countdown(seconds: int) -> str:
    if not seconds:
        return say("none: somebody rings")
    if seconds % 60:
        return say("{count} seconds", count=seconds)
    return say_count("{count} minute", "{count} minutes", seconds // 60)


def _list_awaited(view: HostView) -> tuple[tuple[int, str], ...]:
    awaited = [table for table in view.room.tables if table.table in view.room.moment.waiting]
    few = len(awaited) <= MOST_AWAITED
    return tuple((table.table, _describe_state(table) if few else "") for table in awaited)


def _list_chairs(seats: SeatsView) -> tuple[tuple[ChairCell, ...], ...]:
    now = seats.tables
    shown = seats.draft.tables if seats.draft else now
    return tuple(
        tuple(
            ChairCell(name, is_ghost(name), moved=name != before)
            for name, before in zip_longest(table, now[at] if at < len(now) else ())
            if name is not None
        )
        for at, table in enumerate(shown)
    )


def _make_table(view: HostView, at: RoomTableView, pace: TablePace) -> HostTableView:
    playing = view.room.status == "playing"
    return HostTableView(
        table=at.table,
        scores=join_scores(at.points) if playing else "",
        names="\N{NO-BREAK SPACE}· ".join(" & ".join(map(isolate, names)) for names in at.sides)
        if playing
        else ", ".join(map(isolate, at.seats)),
        text=_describe_state(at) if at.doubt or at.is_open else say_result(at.last) or _describe_state(at),
        waits=at.table in view.room.moment.waiting,
        can_tally=view.does(at.table)
        and playing
        and at.standing == "playing"
        and not any(at.scores)
        and at.table > 1,
        pace=say_pace(pace.throws, pace.seconds, is_last=pace.is_last),
        state="doubt" if at.doubt else at.standing,
        is_last=pace.is_last,
    )


def _describe_state(at: RoomTableView) -> str:
    if at.doubt:
        return say("a throw is in doubt")
    if at.standing == "playing" and at.thrower:
        return say("{name} throws", name=at.thrower)
    if at.standing == "rolloff":
        return say("roll-off") if at.tied is None else say("roll-off · tied at {score}", score=at.tied)
    if at.is_open and at.standing != "finishing":
        return say("its Pi may still have throws of this round")
    return _STANDING[at.standing]


_STANDING = {
    "ready": say("ready"),
    "playing": say("playing"),
    "finishing": say("finishes the turn"),
    "decided": say("done"),
    "over": say("over"),
}
