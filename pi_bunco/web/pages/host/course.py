"""The course of the evening on the host's page: the way through the set, breaks, results and standings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pi_bunco.rules.night import say_team
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import say, say_count
from pi_bunco.views.host import DrawnHere, HostView
from pi_bunco.views.rounds import say_result
from pi_bunco.views.television import GuestStanding, list_standings

BREAKS = (5, 10, 15, 20, 30, 45)
"""The lengths of a break that the host can choose, in minutes from now."""

StepState = Literal["done", "now", "coming"]


@dataclass(frozen=True, slots=True)
class RoadStep:
    """A step of the evening: its short label, its name in words, its kind, and whether it is over."""

    label: str
    name: str
    kind: Literal["round", "break", "final"]
    state: StepState


@dataclass(frozen=True, slots=True)
class RoadView:
    """The steps of the present set and of what follows its last round; ``title`` names the set."""

    title: str
    steps: tuple[RoadStep, ...]


@dataclass(frozen=True, slots=True)
class BreakView:
    """The present break.

    Attributes
    ----------
    ends
        When it ends, in seconds since 1970 on the clock of the machine; ``None``: when the bell rings.
    choices
        Its lengths that can be chosen, in minutes from now; empty if they cannot be chosen on this page.
    draw_label
        The label of the button that draws a name; ``""``: nobody can be drawn.
    is_due
        Whether the sheet still asks for a drawing in this break.
    drawn, drawn_count
        Who was drawn in this break, and how many names were drawn in the whole evening.
    seen
        The moment that the page shows at the head table.
    """

    ends: int | None
    choices: tuple[int, ...]
    draw_label: str
    is_due: bool
    drawn: tuple[DrawnHere, ...]
    drawn_count: int
    seen: str


@dataclass(frozen=True, slots=True)
class LastRoundView:
    """The round that ended last: its name, and each table's number and result in words."""

    title: str
    tables: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team of three tables, and what its players have together."""

    team: str
    wins: int
    buncos: int
    points: int


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The standings of the guests and teams, best first.

    ``of_guest``: how each guest's team is called. ``first``: how many guests are not folded away.
    """

    guests: tuple[GuestStanding, ...]
    teams: tuple[TeamStanding, ...]
    of_guest: tuple[tuple[str, str], ...] = ()
    first: int = 10


def make_road(view: HostView) -> RoadView:
    """Return the way through the present set, and what follows its last round."""
    room, facts = view.room, view.facts
    title = say("Set {set} of {sets}", set=room.set, sets=room.sets) if room.sets > 1 else ""
    is_last = room.set == room.sets
    kinds: list[tuple[int, Literal["round", "break", "final"]]] = []
    for number in range(room.first_round, LAST_TARGET + 1):
        kinds.append((number, "round"))
        if number in facts.breaks and (number < LAST_TARGET or not is_last or facts.finals):
            kinds.append((number, "break"))
    if is_last and facts.finals:
        kinds += [(1, "final"), (2, "final")]
    at, is_now = _find_place(view, kinds)
    return RoadView(title, tuple(_make_steps(kinds, at, is_now=is_now)))


def _find_place(
    view: HostView, kinds: list[tuple[int, Literal["round", "break", "final"]]]
) -> tuple[int, bool]:
    """Return how many steps are over, and whether the next one has begun."""
    room, part = view.room, view.room.moment.part
    finals = [at for at, (_, kind) in enumerate(kinds) if kind == "final"]
    if part == "over":
        return len(kinds), False
    if part == "final" or (part in ("draw", "places") and view.facts.coming == "final"):
        return (finals[-1] if finals else len(kinds)), part == "final"
    if room.stage == "semi_final" or part in ("draw", "places"):
        return (finals[0] if finals else len(kinds)), room.stage == "semi_final"
    if part == "break":
        before = LAST_TARGET if room.round == room.first_round else room.round - 1
        return (kinds.index((before, "break")) if (before, "break") in kinds else len(kinds)), True
    if part == "set_tied":
        return len(kinds) if room.status == "over" else 0, False
    return kinds.index((room.round, "round")), part in ("round", "finishing", "rolloff")


def _make_steps(
    kinds: Iterable[tuple[int, Literal["round", "break", "final"]]], over: int, *, is_now: bool
) -> Iterator[RoadStep]:
    for at, (number, kind) in enumerate(kinds):
        state: StepState = "done" if at < over else "now" if at == over and is_now else "coming"
        match kind:
            case "round":
                yield RoadStep(str(number), say("Round {round}", round=number), kind, state)
            case "break":
                yield RoadStep("", say("Break"), kind, state)
            case "final":
                name = say("Semi-final") if number == 1 else say("Final")
                yield RoadStep(name, name, kind, state)


def make_break(view: HostView) -> BreakView | None:
    """Return the present break; ``None``: there is none, and nobody is drawn."""
    facts, can = view.facts, view.head.can
    if not (view.room.rest or facts.is_drawing):
        return None
    draws = facts.is_drawing and not view.follows
    return BreakView(
        ends=facts.break_ends,
        choices=BREAKS if view.room.rest and not view.follows else (),
        draw_label=(can.draw or can.draw_more or "") if draws else "",
        is_due=draws and can.draw is not None,
        drawn=facts.drawn,
        drawn_count=facts.drawn_count,
        seen=view.head.here.seen,
    )


def make_last_round(view: HostView) -> LastRoundView | None:
    """Return the round that ended last, ``None`` before the first one has ended."""
    lines = view.facts.last_round
    if not lines:
        return None
    line = lines[0]
    title = say("Round {round}", round=line.round)
    if view.facts.last_in_semi_final:
        title = say("Semi-final, round {round}", round=line.round)
    elif view.room.sets > 1:
        title = say("Set {set}, round {round}", set=line.set, round=line.round)
    return LastRoundView(
        title,
        tuple((table, say_result(each) or say("not final")) for table, each in enumerate(lines, 1)),
    )


def make_standings(view: HostView) -> StandingsView | None:
    """Return the standings, ``None`` before the first round has ended."""
    cards, teams = view.facts.cards, view.facts.teams
    if not view.facts.last_round:
        return None
    sums: dict[int, list[int]] = {}
    for card in cards:
        if (team := teams.get(card.name)) is not None:
            together = sums.setdefault(team, [0, 0, 0])
            sums[team] = [
                count + more
                for count, more in zip(together, (card.wins, card.buncos, card.points), strict=True)
            ]
    names = dict(enumerate(view.facts.team_names, 1))
    lines = [TeamStanding(say_team(team, names), *counts) for team, counts in sums.items()]
    best = sorted(lines, key=lambda line: (-line.wins, -line.buncos, -line.points))
    return StandingsView(
        list_standings(cards),
        tuple(best),
        tuple((name, say_team(team, names)) for name, team in teams.items()),
    )


def say_pace(throws: int, seconds: int | None, *, is_last: bool) -> str:
    """Return the pace of a table in words; ``""``: it has not thrown.

    >>> say_pace(24, 372, is_last=True), say_pace(1, None, is_last=False)
    ('24 throws in 6:12, the slowest', '1 throw')
    """
    if not throws:
        return ""
    count = say_count("{count} throw", "{count} throws", throws)
    if seconds is not None:
        clock = f"{seconds // 60}:{seconds % 60:02}"
        if is_last:
            return say("{throws} in {time}, the slowest", throws=count, time=clock)
        return say("{throws} in {time}", throws=count, time=clock)
    return say("{throws}, the slowest", throws=count) if is_last else count
