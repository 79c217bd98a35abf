"""The pages that a stream keeps up to date, each with what it shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from pi_bunco.game.lines import HEAD
from pi_bunco.views.page.camera import CameraLook
from pi_bunco.web import (
    calibrate_page,
    camera_page,
    guest_page,
    host_page,
    results_page,
    room_page,
    table_page,
)
from pi_bunco.web.blocks import Block, PageBoard, renderer
from pi_bunco.web.language import ENGLISH, environment
from pi_bunco.web.port import PagePort
from pi_bunco.web.streams import About, PageRole, Topic
from pi_bunco.web.tables import ways


@dataclass(frozen=True, slots=True)
class LivePage:
    """One kind of page.

    Attributes
    ----------
    name
        What addresses call it.
    about
        What it shows, as :class:`Topic` has it.
    blocks
        Returns its blocks for the guest whose page it is, ``""``: it is nobody's own.
    """

    name: str
    about: About
    blocks: Callable[[str], Sequence[Block[Any]]]

    def topic(self, table: int, role: PageRole, guest: str = "", language: str = ENGLISH) -> Topic:
        """Return what the page of a table, or of a guest, shows on devices that may do so much there."""
        return Topic(self.about, table, self.name, role, guest, language)


PAGES = {
    page.name: page
    for page in (
        LivePage("table", "table", lambda _: table_page.BLOCKS),
        LivePage("results", "results", lambda _: results_page.BLOCKS),
        LivePage("room", "room", lambda _: room_page.BLOCKS),
        LivePage("host", "host", lambda _: host_page.BLOCKS),
        LivePage("me", "room", guest_page.blocks),
        LivePage("camera", "camera", lambda _: camera_page.BLOCKS),
        LivePage("calibrate", "calibrate", lambda _: calibrate_page.BLOCKS),
    )
}


def camera_look(service: PagePort) -> Callable[[int], CameraLook]:
    """Return what looks at a table's camera."""

    def look(table: int) -> CameraLook:
        if table != HEAD:
            service.view(table)  # refused where the table plays no more
        return CameraLook(service.sight(table), service.kept())

    return look


def rights(role: PageRole) -> dict[str, bool]:
    """Return what templates ask: whether the device may tap, and whether it is the host's."""
    return {"taps": role != "guest", "host": role == "host"}


def board(app: Flask, topic: Topic) -> PageBoard[Any]:
    """Return the blocks of a topic that pages show."""
    render = renderer(
        environment(app, topic.language), table=topic.table, **rights(topic.role), **ways(topic.table)
    )
    return PageBoard(PAGES[topic.page].blocks(topic.guest), render)
