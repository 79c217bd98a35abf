"""The host's page: the tables that are not finished, what can be done now, and who sits where."""

from dataclasses import dataclass

from pi_bunco.game.lines import HEAD
from pi_bunco.rules import is_ghost
from pi_bunco.sentences import isolate, say, say_count
from pi_bunco.views.host import DraftView, HostView
from pi_bunco.views.results import DrawnName
from pi_bunco.views.room import RoomTableView
from pi_bunco.views.room_header import RoomHeaderView, make_header
from pi_bunco.views.rounds import say_result
from pi_bunco.views.words import join_scores

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
    """A table: its number, its scores, its state or its last result, and whether the room waits for it.

    ``can_tally``: whether its tally can be entered, because it has not thrown in this round.
    """

    table: int
    scores: str
    names: str
    text: str
    waits: bool
    can_tally: bool


@dataclass(frozen=True, slots=True)
class SeatsBlock:
    """Who sits where, who waits and who is away, and the seats that were drawn.

    Attributes
    ----------
    guests
        Everybody who may leave: those who sit at a table or wait, and have not left.
    draft
        The drawn seats; ``None``: there are none.
    guest_notes
        A sentence about each guest who waits for a seat, or has left and keeps theirs.
    may_draw
        Whether seats can be drawn now.
    elsewhere
        The host's page on which guests and seats can be changed; ``None``: this one.
    """

    guests: tuple[str, ...]
    draft: DraftView | None
    guest_notes: tuple[str, ...]
    may_draw: bool
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

    ``claims``: what waits on the page of the results, in words. ``may_begin``: whether a game can begin here.
    """

    claims: str
    may_begin: bool


def make_host_actions(view: HostView) -> HostActionsView:
    """Return what the room waits for, and what can be done now."""
    can, is_here = view.head.can, view.does(HEAD)
    # While a round is played, only the tables undo.
    undo = can.undo if is_here and view.room.status != "playing" else None
    return HostActionsView(
        header=make_header(view.room),
        can_ring=can.ring and is_here,
        can_end_round=can.end_round and is_here,
        draw_label=(can.draw or "") if is_here else "",
        undo=(undo.seq, undo.what) if undo else None,
        question=say("The head table is asked about a throw.") if view.head.doubt and is_here else "",
        over=view.room.moment.part == "over" and not view.follows,
        seen=view.head.here.seen,
        drawn=view.room.results.newest,
        elsewhere=None if is_here else find_elsewhere(view.follows),
    )


def make_tables(view: HostView) -> dict[str, HostTableView]:
    """Return each table by its number."""
    return {str(table.table): _make_table(view, table) for table in view.room.tables}


def make_seats(view: HostView) -> SeatsBlock:
    """Return who sits where, and the seats that were drawn."""
    seated = [name for table in view.seats.tables for name in table if not is_ghost(name)]
    return SeatsBlock(
        guests=(*(name for name in seated if name not in view.seats.away), *view.seats.waiting),
        draft=view.seats.draft,
        guest_notes=view.room.guests.says,
        may_draw=view.room.status == "ready" and not view.follows,
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
    return WaysView(claims, may_begin=not view.follows)


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


def _make_table(view: HostView, at: RoomTableView) -> HostTableView:
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
    )


def _describe_state(at: RoomTableView) -> str:
    if at.doubt:
        return say("a throw is in doubt")
    if at.standing == "playing" and at.thrower:
        return say("{name} throws", name=at.thrower)
    if at.standing == "rolloff":
        return say("roll-off") if at.tied is None else say("roll-off · tied at {score}", score=at.tied)
    if at.is_open and at.standing != "finishing":
        return say("its Pi has not settled the round")
    return _STANDING[at.standing]


_STANDING = {
    "ready": say("ready"),
    "playing": say("playing"),
    "finishing": say("finishes the turn"),
    "decided": say("done"),
    "over": say("over"),
}
