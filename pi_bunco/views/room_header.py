"""The line at the top of pages about the whole room: what happens now, and what comes next."""

from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.room import RoomView


@dataclass(frozen=True, slots=True)
class RoomHeaderView:
    """The line at the top.

    Attributes
    ----------
    title
        The rule sheet.
    now, next
        What happens now, and what comes next.
    die
        The face that counts; ``None``: none.
    text
        When the bell rings by itself; ``""``: it does not.
    waits
        Whether the room waits for a table.
    goal
        What score ends the round; ``""`` if none does, or each table has its own.
    news
        How the last round ended, if by a bunco; ``""`` otherwise.
    """

    title: str
    now: str
    next: str
    die: int | None
    text: str
    waits: bool
    goal: str = ""
    news: str = ""


def make_header(view: RoomView) -> RoomHeaderView:
    """Return the line at the top of the room's screen."""
    return RoomHeaderView(
        title=view.title,
        now=view.moment.now,
        next=view.moment.next,
        die=view.target if view.moment.part in _PARTS_WITH_TARGET else None,
        text=_describe_bell(view),
        waits=bool(view.moment.waiting),
        goal=view.goal if view.status == "playing" else "",
        news=view.ended_by,
    )


_PARTS_WITH_TARGET = ("start", "round", "finishing", "rolloff", "between")


def _describe_bell(view: RoomView) -> str:
    if view.status != "ready" or view.bell_in is None or view.moment.part == "break":  # a break has its clock
        return ""
    return say("The bell rings in {seconds} seconds", seconds=view.bell_in)
