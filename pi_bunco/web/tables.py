"""Which table a request is about: it is in the address (``/table/7``) or behind it (``/rules?table=7``)."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import request, url_for

from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.limits import TABLES
from pi_bunco.rules.quoting import clipped
from pi_bunco.views.table import TableView
from pi_bunco.web.context import desk
from pi_bunco.whole import whole


class NoTable(Trouble):
    """There is no such table."""


def read_number(text: str) -> int:
    """Return the number of a table that stands in an address.

    Raises
    ------
    NoTable
        If no table can have it.
    """
    number = whole(text, HEAD, TABLES)
    if number is None:
        raise NoTable(
            f"No table is called “{clipped(text)}”.", f"Tables have numbers from {HEAD} to {TABLES}."
        )
    return number


@contextmanager
def missing_if_refused() -> Iterator[None]:
    """Turn a refusal to show a table into :class:`NoTable`."""
    try:
        yield
    except Refused as refused:
        raise NoTable(refused.text, refused.remedy) from refused


def show_table(number: int) -> TableView:
    """Return what the page of a table shows.

    Raises
    ------
    NoTable
        If there is no such table now.
    """
    with missing_if_refused():
        return desk().view(number)


def asked_table() -> int:
    """Return the table that stands behind the address (``?table=7``), the head table where none does.

    Raises
    ------
    NoTable
        If there is no such table now.
    """
    number = read_number(request.args["table"]) if "table" in request.args else HEAD
    return number if number == HEAD else show_table(number).table


def address(number: int) -> str:
    """Return the address of a table's page."""
    return url_for("pages.table") if number == HEAD else url_for("pages.one_table", number=number)


def link_back() -> dict[str, str]:
    """Return for all pages how they lead back to the table from which they were opened.

    ``home`` is that table's page; ``from_table`` goes behind the addresses of other pages, so that they know.
    """
    said = (request.view_args or {}).get("number") or request.args.get("table", "")
    number = whole(said, HEAD, TABLES) or HEAD
    return {"home": address(number), "from_table": "" if number == HEAD else f"?table={number}"}
