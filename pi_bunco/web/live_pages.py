"""The pages that a stream keeps up to date: the blocks of each, and how a page is first served as a whole."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from flask import Flask, request

from pi_bunco.access.roles import Role
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.views.page import (
    bar,
    calibration,
    camera,
    cards,
    doubts,
    foot,
    frame,
    gone,
    guest,
    host,
    middle,
    over,
    results,
    room,
    seat_map,
)
from pi_bunco.views.page.camera import CameraPageView
from pi_bunco.views.page.frame import Stage, choose_stage
from pi_bunco.views.room import RoomView
from pi_bunco.views.short_names import use_short_names
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import Block, PageBlocks, Parts
from pi_bunco.web.context import get_parts
from pi_bunco.web.join import draw_qr
from pi_bunco.web.language import ENGLISH, choose_language, find_environment, render_dialog, render_page
from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import RUN, About, PageRole, Topic
from pi_bunco.web.tables import make_table_links, raise_missing_table, view_table
from pi_bunco.web.visitors import find_page_role, find_wanted_code, get_visitor


@dataclass(frozen=True, slots=True)
class LivePage:
    """One kind of page.

    Attributes
    ----------
    about
        What it shows; see :class:`Topic`.
    blocks
        Its blocks, or a function that returns them for the guest whose page it is.
    """

    about: About
    blocks: Sequence[Block[Any]] | Callable[[str], Sequence[Block[Any]]]


@dataclass(frozen=True, slots=True)
class StageView:
    """The middle of a table's page, which shows what the table needs now.

    Attributes
    ----------
    stage
        Which kind of middle it is.
    cards
        The cards of the sides, if they are shown.
    body
        What is beside the cards, or instead of them.
    under
        Whether a banner is above.
    seen
        The moment that the page shows.
    """

    stage: Stage
    cards: tuple[cards.CardView, ...]
    body: Any
    under: bool
    seen: str


def _make_stage(view: TableView) -> StageView:
    stage = choose_stage(view)
    side_cards = cards.make_cards(view) if stage in ("doubt", "again", "play") else ()
    return StageView(stage, side_cards, _BODIES[stage](view), bar.has_banner(view), view.here.seen)


_BODIES = {
    "doubt": doubts.make_question,
    "again": doubts.make_ruling,
    "draw": middle.make_drawing,
    "over": over.make_game_over,
    "map": seat_map.make_map,
    "play": middle.make_middle,
}


def _list_guest_blocks(name: str) -> Sequence[Block[Any]]:
    """Return the blocks of a guest's own page."""
    return (
        Block("guest_head", lambda view: guest.make_guest_header(view, name)),
        Block("guest_place", _shorten(lambda view: guest.make_place(view, name))),
        Block("guest_card", lambda view: guest.find_own_card(view, name)),
        Block("guest_awards", lambda view: guest.list_own_awards(view, name)),
    )


def _shorten(make: Callable[[Any], Any], *keep: type) -> Callable[[Any], Any]:
    """Return a function that makes the values of a block with short names, but not those in ``keep``."""
    return lambda view: use_short_names(make(view), view.short_names, keep)


def _make_room_tables(view: RoomView) -> Parts:
    tables = room.make_tables(view)
    return Parts(
        room.make_grid(view),
        {key: use_short_names(table, view.short_names) for key, table in tables.items()},
    )


_BUTTON: Block[Any] = Block("button", lambda view: view.button)

PAGES = {
    "table": LivePage(
        "table",
        (
            Block("frame", frame.make_frame),
            Block("bar", bar.make_bar),
            Block("notes", _shorten(bar.make_notes)),
            Block("stage", _shorten(_make_stage, over.ScoreCardView)),
            Block("seats", _shorten(foot.make_seats)),
            Block("turn", _shorten(foot.make_turn)),
            Block("course", _shorten(foot.make_slips), grows=True),
            Block("actions", foot.make_actions),
            Block("cues", _shorten(frame.make_cues)),
            Block("spoken", frame.announce),
            _BUTTON,
        ),
    ),
    "results": LivePage(
        "results",
        (
            Block("played", lambda view: view.moment),
            Block("finals", results.list_finals),
            Block("awards", results.make_awards),
            Block("cards", results.make_cards),
            Block("rounds", results.list_rounds),
            Block("beside", results.make_results_column),
            _BUTTON,
        ),
    ),
    "room": LivePage(
        "room",
        (
            Block("room_head", room.make_header),
            Block("room_drawn", room.find_drawn_name),
            Block("room_contest", _shorten(room.make_contest)),
            Block("guests", lambda view: view.guests.says),
            Block("room_tables", _make_room_tables),
            Block("room_end", _shorten(room.make_end)),
        ),
    ),
    "host": LivePage(
        "host",
        (
            Block("host_now", host.make_host_actions),
            Block("host_tables", lambda view: Parts(None, host.make_tables(view))),
            Block("host_seats", host.make_seats),
            Block("host_countdown", host.make_countdown),
            Block("host_ways", host.count_claims),
            Block("button", lambda view: view.head.button),
        ),
    ),
    "me": LivePage("room", _list_guest_blocks),
    "gone": LivePage("room", (Block("gone", gone.make_gone),)),
    "camera": LivePage(
        "camera",
        (
            Block("camera_blind", camera.is_blind),
            Block("camera_sight", camera.make_camera_state),
            Block("camera_figures", camera.make_figures),
            Block("camera_kept", camera.describe_kept),
        ),
    ),
    "calibrate": LivePage(
        "calibrate",
        (
            Block("mat_drawn", calibration.make_overlay),
            Block("mat_mend", calibration.make_advice_list),
            Block("mat_steps", calibration.make_steps),
        ),
    ),
}
"""Each page by its name in addresses."""


def list_blocks(page: str, guest: str = "") -> Sequence[Block[Any]]:
    """Return the blocks of a page; ``guest`` is the guest whose page it is."""
    blocks = PAGES[page].blocks
    return blocks(guest) if callable(blocks) else blocks


def make_topic(page: str, table: int, role: PageRole, guest: str = "", language: str = ENGLISH) -> Topic:
    """Return the topic of a page for a table or guest, a role and a language."""
    return Topic(PAGES[page].about, table, page, role, guest, language)


def view_camera_page(service: PagePort, table: int) -> CameraPageView:
    """Return the state of a table's camera."""
    if table != HEAD:
        service.view(table)  # raises if the table no longer plays
    return CameraPageView(service.view_camera(table), service.count_kept())


def list_rights(role: PageRole) -> dict[str, bool]:
    """Return two values for templates: whether the device may tap, and whether it is the host's."""
    return {"taps": role != "guest", "host": role == "host"}


def serve_live(template: str, page: str, table: int, guest: str = "", **more: object) -> str:
    """Return a page that its stream keeps up to date, with what this device may do."""
    visitor, streams = get_visitor(), get_parts().streams
    page_role = find_page_role(page, table)
    topic = make_topic(page, table, page_role, guest, choose_language())
    streams.poll_again(topic.about, table)  # a page that is loaded shows the current state
    feed = streams.find_feed(topic)
    with raise_missing_table():
        feed.refresh()
    number, markup = cast("PageBlocks[TableView]", feed.encoder).read_markup()
    asks = page == "table" and visitor.device is not None and visitor.device.wants == Role("table", table)
    own_table = visitor.role.table
    return render_page(
        template,
        blocks=markup,
        known=f"{RUN}.{number}",
        guest=guest,
        who=visitor,
        code=find_wanted_code(),
        role=f"{visitor.role.name} {own_table or ''}",
        asks=asks,
        watches=say("This device is for table {table}.", table=own_table)
        if own_table
        else say("This device only watches."),
        qr=draw_qr(f"{request.host_url}host/let-in/{visitor.device.code}") if visitor.device and asks else "",
        **list_rights(page_role),
        **more,
    )


def make_page_blocks(app: Flask, topic: Topic) -> PageBlocks[Any]:
    """Return the blocks of the pages with a topic."""
    environment = find_environment(app, topic.language)
    shared = {"table": topic.table, **list_rights(topic.role), **make_table_links(topic.table)}

    def render(template: str, it: Any) -> str:
        return environment.get_template(template).render(it=it, **shared).strip()

    return PageBlocks(list_blocks(topic.page, topic.guest), render)


def render_table_dialog(
    dialog: str, table: int, it: object, *, page: str = "table", style: str = "table", **more: object
) -> str:
    """Render a dialog about a table, with what its visitor may do and the moment that it shows.

    Parameters
    ----------
    dialog
        The name of its template.
    table
        The number of the table.
    it
        What the dialog shows.
    page
        The page over which it opens. It decides what the visitor may do.
    style
        The page whose style sheets it needs as a page of its own.
    more
        Other values for the template.
    """
    rights = list_rights(find_page_role(page, table))
    seen = view_table(table).here.seen
    return render_dialog(
        dialog, style, it=it, table=table, seen=seen, **rights, **make_table_links(table), **more
    )
