"""The order of the television's scenes at each moment between two bells."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pi_bunco.sentences import say
from pi_bunco.views.awards import list_awards_of_screen, list_won_sets, say_what_is_open
from pi_bunco.views.results import DrawnName, Results
from pi_bunco.views.room import RoomView
from pi_bunco.views.television import TvShow
from pi_bunco.web.pages.room.scenes import (
    MOST_AWARDS,
    AwardScene,
    AwardsScene,
    TvScene,
    WinnerView,
    list_chairs,
    list_results,
    list_standing_scenes,
    make_clock,
    make_pages,
)


@dataclass(frozen=True, slots=True)
class TvShowView:
    """What the television shows between two bells.

    ``key`` names the moment: when it changes, the first scene begins. ``scenes`` come one after the other,
    and then again.
    """

    key: str
    scenes: tuple[TvScene, ...]


@dataclass(frozen=True, slots=True)
class DrawScene:
    """A drawing: who was drawn, ``None`` if nobody is yet, and the names among which it was."""

    drawn: DrawnName | None
    names: tuple[str, ...]
    text: str = ""


def make_show(view: RoomView) -> TvShowView | None:
    """Return the scenes of the present moment; ``None`` while people throw."""
    if view.status == "playing" or (view.need and view.contest):
        return None
    part, tv = view.moment.part, view.tv
    match part:
        case "start":
            scenes = _list_start(view)
        case "over":
            scenes = _list_end(view)
        case "draw":
            scenes = _list_draw(view)
        case _:
            scenes = _list_pause(view)
    key = f"{view.game} {part} {view.set} {view.round} {tv.show} {tv.number}"
    return TvShowView(key, tuple(scenes))


def _list_start(view: RoomView) -> Iterator[TvScene]:
    if view.tv.show != "lesson":
        yield from list_chairs(view, say("Find your seat"))
    steps = view.lesson
    for number, step in enumerate(steps, 1):
        yield TvScene("lesson", step.title, 12, step, number, len(steps), beside="join")


def _list_pause(view: RoomView) -> Iterator[TvScene]:
    """Yield the scenes between two rounds."""
    if view.moment.part == "break":
        yield make_clock(view)
    drawn = view.results.newest
    if drawn:
        yield _make_draw(view, drawn)
    yield from list_results(view)
    if view.status == "ready":
        yield from list_chairs(view, say("Who goes where"))
    yield from list_standing_scenes(view)


def _list_draw(view: RoomView) -> Iterator[TvScene]:
    """Yield a drawing for the semi-final or the final."""
    need, drawn = view.need, view.results.newest
    if need:
        yield TvScene("draw", need.title, 12, DrawScene(None, need.among, need.text))
    if drawn:
        yield _make_draw(view, drawn)


def _make_draw(view: RoomView, drawn: DrawnName) -> TvScene:
    return TvScene("draw", drawn.purpose, 12, DrawScene(drawn, view.names), draws=drawn.seq)


def _list_end(view: RoomView) -> Iterator[TvScene]:
    """Yield the winner, one award, all awards, or thanks."""
    results = view.results
    awards = list_awards_of_screen(results)
    notes = tuple(_list_notes(results))
    tv = find_end_show(view)
    thanks = TvScene("thanks", "", 15, view.winners, beside="sponsors")
    if tv.show == "thanks":
        yield thanks
    elif tv.show == "award":
        number = tv.number
        award = AwardScene(awards[number - 1], notes)
        yield TvScene("award", "", 15, award, number, len(awards))
    else:
        if results.newest and tv.show == "usual" and not results.finalists:
            yield _make_draw(view, results.newest)
        yield TvScene("winner", "", 12, WinnerView(view.moment.now, list_won_sets(results)))
    if tv.show == "all":
        scene = TvScene("awards", say("The awards"), 10)
        for page in make_pages(scene, awards, MOST_AWARDS, (1, 2, 3, 2, 3)):
            yield replace(page, it=AwardsScene(page.it, notes))
        yield thanks


def _list_notes(results: Results) -> Iterator[str]:
    """Yield what winners must know before an award is handed over."""
    if text := say_what_is_open(results):
        yield text
    if results.ids:
        yield say("Please stay in the room: winners must be here with a valid ID.")


def find_end_show(view: RoomView) -> TvShow:
    """Return what the television shows at the end: a room of one table, or with no awards, needs no taps."""
    tv, count = view.tv, len(view.results.awards)
    needs_no_taps = tv.show == "usual" and (len(view.tables) == 1 or not count)
    is_gone = tv.show == "award" and not 1 <= tv.number <= count
    return TvShow("all") if needs_no_taps or is_gone else tv
