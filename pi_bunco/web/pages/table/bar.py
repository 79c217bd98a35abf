"""The line at the top of a table's page, and the notes below it."""

from dataclasses import dataclass, replace

from pi_bunco.game.round_key import RoundKey
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import say, say_count
from pi_bunco.views.devices import Banner, CameraStatus, KeptSlip
from pi_bunco.views.table import TableView
from pi_bunco.views.words import adapt_remedy


@dataclass(frozen=True, slots=True)
class ChipView:
    """A round of the set: its number, its state (``done``, ``on`` or ``""``), and the address of its dialog.

    ``address`` is the end of that address; ``""`` if nothing has been played in it at this table.
    """

    number: int
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class BarView:
    """The line at the top.

    Attributes
    ----------
    table, part, total
        The table, the part of the night, and how many parts there are in words; ``""``: none.
    round, rounds
        The round, and the rounds of its set; none outside the rounds.
    last_change
        The newest change that guests did not see happen; ``""``: none.
    camera, camera_text
        The state of the camera, and the same in words.
    """

    table: int
    part: str
    total: str
    round: int
    rounds: tuple[ChipView, ...]
    last_change: str
    camera: str
    camera_text: str


@dataclass(frozen=True, slots=True)
class NotesView:
    """The notes below the line at the top: camera trouble, banners, what happens now, and what comes next.

    ``uncounted``: throws have lost their place through a correction. ``reopened``: a correction lets a
    finished round go on. ``kept``: what waits until the Pi that plays the game is heard.
    """

    camera_trouble: str
    uncounted: str
    reopened: str
    banners: tuple[Banner, ...]
    kept: tuple[KeptSlip, ...]
    now: str
    next: str


def make_bar(view: TableView) -> BarView:
    """Return the line at the top of a table's page."""
    part, total = _name_part(view)
    return BarView(
        table=view.table,
        part=part,
        total=total,
        round=view.round,
        rounds=()
        if view.need
        else tuple(_make_chip(view, at) for at in range(view.first_round, LAST_TARGET + 1)),
        last_change=view.told,
        camera=view.camera.status,
        camera_text=_describe_camera(view.camera),
    )


def make_notes(view: TableView) -> NotesView:
    """Return the notes below the line at the top."""
    return NotesView(
        camera_trouble=view.camera.says if view.camera.status == "trouble" else "",
        banners=tuple(replace(banner, remedy=adapt_remedy(banner.remedy)) for banner in view.banners),
        kept=view.kept if view.alone is None else (),
        uncounted=_describe_uncounted(view),
        reopened=say("After a correction round {round} goes on: it is not over yet.", round=view.round)
        if view.goes_on
        else "",
        now=view.moment.now,
        next=view.moment.next,
    )


def has_banner(view: TableView) -> bool:
    """Return whether the notes show that something is wrong."""
    notes = view.banners or view.uncounted or view.goes_on or (view.kept and view.alone is None)
    return view.camera.status == "trouble" or bool(notes)


def _describe_uncounted(view: TableView) -> str:
    """Say how many throws of this round lost their place through a correction; ``""``: none."""
    count = len(view.uncounted)
    if not count:
        return ""
    if view.phase in ("ready", "over"):
        return say_count(
            "Your correction ended the round sooner; {count} later throw no longer counts.",
            "Your correction ended the round sooner; {count} later throws no longer count.",
            count,
        )
    return say_count(
        "After a correction {count} throw no longer counts.",
        "After a correction {count} throws no longer count.",
        count,
    )


def _name_part(view: TableView) -> tuple[str, str]:
    """Return the part of the night, and how many parts there are."""
    if view.need:
        return "", ""
    total = say("of {sets}", sets=view.sets) if view.sets > 1 else ""
    if view.stage == "game":
        return say("Set {set}", set=view.set), total
    return (say("Semi-final, Set {set}", set=view.set) if total else say("Semi-final")), total


def _make_chip(view: TableView, at: int) -> ChipView:
    played = {(line.set, line.round) for line in view.rounds}
    if view.phase in ("playing", "rolloff", "dieoff"):
        played.add((view.set, view.round))
    key = RoundKey(view.set, at, view.stage == "semi_final")
    state = "done" if view.phase == "over" or at < view.round else "on" if at == view.round else ""
    return ChipView(at, state, str(key) if (view.set, at) in played else "")


def _describe_camera(camera: CameraStatus) -> str:
    """Return the state of the camera in words. Trouble has a note of its own."""
    if camera.status == "trouble":
        return say("camera trouble")
    return say("mock table") if camera.mock and camera.status == "live" else camera.says
