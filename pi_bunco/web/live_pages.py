"""The pages that a stream keeps up to date, with the blocks of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from pi_bunco.game.lines import HEAD
from pi_bunco.views.page import calibration, camera, guest, host, results, room
from pi_bunco.views.page.camera import CameraPageView
from pi_bunco.web import table_page
from pi_bunco.web.blocks import Block, PageBlocks, Parts, make_renderer
from pi_bunco.web.language import ENGLISH, find_environment
from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import About, PageRole, Topic
from pi_bunco.web.tables import make_table_links


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


def _list_guest_blocks(name: str) -> Sequence[Block[Any]]:
    """Return the blocks of a guest's own page."""
    return (
        Block("guest_head", lambda view: guest.make_guest_header(view, name)),
        Block("guest_place", lambda view: guest.make_place(view, name)),
        Block("guest_card", lambda view: guest.find_own_card(view, name)),
        Block("guest_awards", lambda view: guest.list_own_awards(view, name)),
    )


_BUTTON: Block[Any] = Block("button", lambda view: view.button)

PAGES = {
    "table": LivePage("table", (*table_page.BLOCKS, _BUTTON)),
    "results": LivePage(
        "results",
        (
            Block("played", results.describe_progress),
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
            Block("room_tables", lambda view: Parts(room.make_grid(view), room.make_tables(view))),
            Block("room_end", room.make_end),
            Block("guests", lambda view: view.guests.says),
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


def make_camera_poller(service: PagePort) -> Callable[[int], CameraPageView]:
    """Return a function that returns the state of a table's camera."""

    def poll(table: int) -> CameraPageView:
        if table != HEAD:
            service.view(table)  # raises if the table no longer plays
        return CameraPageView(service.view_camera(table), service.count_kept())

    return poll


def list_rights(role: PageRole) -> dict[str, bool]:
    """Return two values for templates: whether the device may tap, and whether it is the host's."""
    return {"taps": role != "guest", "host": role == "host"}


def make_page_blocks(app: Flask, topic: Topic) -> PageBlocks[Any]:
    """Return the blocks of the pages with a topic."""
    render = make_renderer(
        find_environment(app, topic.language),
        table=topic.table,
        **list_rights(topic.role),
        **make_table_links(topic.table),
    )
    return PageBlocks(list_blocks(topic.page, topic.guest), render)
