"""Serves pages: as a whole, as the blocks that their streams keep up to date, and as dialogs over them."""

from typing import Any, cast
from urllib.parse import urlencode

from flask import Flask, request

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.lines import ROOM
from pi_bunco.languages import ENGLISH
from pi_bunco.sentences import say_count
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import PageBlocks
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.join import draw_qr
from pi_bunco.web.language import choose_language, find_environment, render_page
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.sources import get_table
from pi_bunco.web.streams import RUN, Topic
from pi_bunco.web.tables import make_table_links, raise_missing_table, view_table
from pi_bunco.web.visitors import find_page_role, find_wanted_code, get_visitor, say_own_role


def make_topic(kind: PageKind, table: int, role: Role, guest: str = "", language: str = ENGLISH) -> Topic:
    """Return the topic of a page for a table or guest, a role and a language."""
    return Topic(kind.source or get_table, table, kind, role, guest, language)


def serve_page(kind: PageKind, template: str = "page", /, **values: Any) -> str:
    """Return a page that no stream keeps up to date.

    Parameters
    ----------
    kind
        Its kind.
    template
        The name of its template in the kind's folder. Only ``page`` gets the kind's script.
    values
        The values that the template gets.
    """
    script = kind.script if template == "page" else ""
    return render_page(f"{kind.name}/{template}.html", kind=kind, script=script, **values)


def serve_live_page(kind: PageKind, table: int, guest: str = "", **values: Any) -> str:
    """Return a page that its stream keeps up to date, with what this device may do."""
    visitor, streams = get_visitor(), get_parts().streams
    role = find_page_role(kind, table)
    streams.poll_again(kind, table)  # a page that is loaded shows the current state
    feed = streams.find_feed(make_topic(kind, table, role, guest, choose_language()))
    with raise_missing_table():
        feed.refresh()
    number, markup = cast("PageBlocks[TableView]", feed.encoder).read_markup()
    device = visitor.device
    wants = device.wants if device and device.wants != HOST else GUEST
    asks = kind.may_tap is not None and wants.allows(kind.may_tap(table))
    query = {"page": kind.name, "table": table if kind.of_table else None, "guest": guest or None}
    return serve_page(
        kind,
        blocks=markup,
        stream=urlencode({name: value for name, value in query.items() if value is not None}),
        known=f"{RUN}.{number}",
        number=table,
        guest=guest,
        who=visitor,
        code=find_wanted_code(),
        role=" ".join(map(str, (visitor.role.name, *visitor.role.numbers))),
        asks=asks,
        watches=say_own_role(visitor.role),
        age=_name_age(get_service().measure_age(table if kind.of_table else ROOM)),
        head="" if get_service().plays(table) else get_service().head,
        qr=draw_qr(f"{request.host_url}host/let-in/{device.code}") if device and asks else "",
        **list_rights(role),
        **values,
    )


def make_page_blocks(app: Flask, topic: Topic) -> PageBlocks[Any]:
    """Return the blocks of the pages with a topic."""
    kind = cast("PageKind", topic.kind)
    environment = find_environment(app, topic.language)
    shared = {"table": topic.table, **list_rights(topic.role), **make_table_links(topic.table)}

    def render(block: str, it: Any) -> str:
        template = environment.select_template([f"{kind.name}/blocks/{block}.html", f"blocks/{block}.html"])
        return template.render(it=it, **shared).strip()

    return PageBlocks(kind.list_blocks(topic.guest), render)


def list_rights(role: Role) -> dict[str, bool]:
    """Return two values for templates: whether the device may tap, and whether it is the host's."""
    return {"taps": role != GUEST, "host": role == HOST}


def serve_dialog(kind: PageKind, dialog: str, **values: Any) -> str:
    """Return a dialog for a page with scripts, or as a page of its own for a browser without scripts.

    Parameters
    ----------
    kind
        The kind of page over which it opens.
    dialog
        The name of its template in ``dialogs`` of the kind's folder.
    values
        The values that the template gets.
    """
    markup = render_page(f"{kind.name}/dialogs/{dialog}.html", **values)
    if request.headers.get("X-Dialog"):
        return markup
    return render_page("dialog.html", kind=kind, markup=markup)


def serve_table_dialog(kind: PageKind, dialog: str, table: int, it: object, **values: object) -> str:
    """Return a dialog about a table, with what its visitor may do and the moment that it shows.

    Parameters
    ----------
    kind, dialog, values
        As in :func:`serve_dialog`. The kind decides what the visitor may do.
    table
        The number of the table.
    it
        What the dialog shows.
    """
    rights = list_rights(find_page_role(kind, table))
    seen = view_table(table).here.seen
    return serve_dialog(
        kind, dialog, it=it, table=table, seen=seen, **rights, **make_table_links(table), **values
    )


def _name_age(seconds: float) -> str:
    """Return in words how long ago the head was heard; ``""``: it is heard now.

    >>> _name_age(0), _name_age(8), _name_age(130)
    ('', '8 seconds ago', '2 minutes ago')
    """
    if not seconds:
        return ""
    if seconds < 60:  # noqa: PLR2004 - the seconds of a minute
        return say_count("{count} second ago", "{count} seconds ago", round(seconds))
    return say_count("{count} minute ago", "{count} minutes ago", int(seconds / 60))
