"""What the host can show on the room's television."""

from collections.abc import Iterator
from dataclasses import dataclass

from pi_bunco.sentences import say
from pi_bunco.views.host import HostView
from pi_bunco.views.room import RoomView
from pi_bunco.views.television import TvMoment, TvShow
from pi_bunco.web.pages.room.show import find_end_show


@dataclass(frozen=True, slots=True)
class TvButton:
    """A button: its label, what it shows on the television, and whether it is the usual next step."""

    label: str
    show: TvMoment
    number: int = 0
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class TelevisionBlock:
    """What the television shows now, in a sentence, and what the host can show instead."""

    now: str
    buttons: tuple[TvButton, ...] = ()


def make_television(view: HostView) -> TelevisionBlock:
    """Return what the television shows, and what the host can show instead; nothing on a Pi that follows."""
    room = view.room
    if view.follows:
        return TelevisionBlock(say("It follows the evening by itself."))
    match room.moment.part:
        case "over":
            return TelevisionBlock(_say_end(room), tuple(_list_end_buttons(room)))
        case "start" if room.tv.show == "lesson":
            return TelevisionBlock(
                say("It shows the lesson, again and again."), (TvButton(say("Seats and lesson"), "usual"),)
            )
        case "start":
            return TelevisionBlock(
                say("It shows the seats, and a lesson of one minute about the rules."),
                (TvButton(say("Only the lesson"), "lesson"),),
            )
        case "round" | "finishing" | "rolloff":
            return TelevisionBlock(say("It shows the scores of all tables."))
        case _:
            return TelevisionBlock(
                say("It shows the last results, who goes where, and the standings, in turn.")
            )


def _say_end(room: RoomView) -> str:
    tv, awards = find_end_show(room), room.results.awards
    match tv.show:
        case "award":
            title = awards[tv.number - 1].title
            return say(
                "It shows award {number} of {count}: {title}.",
                number=tv.number,
                count=len(awards),
                title=title,
            )
        case "all":
            return say("It shows all awards, one page after the other.")
        case "thanks":
            return say("It says thank you.")
        case _:
            return say("It shows who has won. The awards come when you tap.")


def _list_end_buttons(room: RoomView) -> Iterator[TvButton]:
    tv, count = find_end_show(room), len(room.results.awards)
    steps = [
        TvShow(),
        *(TvShow("award", number) for number in range(1, count + 1)),
        TvShow("all"),
        TvShow("thanks"),
    ]
    at = steps.index(tv)
    for step in steps[at + 1 : at + 2]:
        yield TvButton(_NEXT[step.show], step.show, step.number, is_next=True)
    for step in steps[max(at - 1, 0) : at]:
        yield TvButton(say("Back"), step.show, step.number)
    if at < count:
        yield TvButton(say("Show all"), "all")


_NEXT = {"award": say("Next award"), "all": say("All awards"), "thanks": say("Say thank you")}
