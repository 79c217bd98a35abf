"""Finds the table of a request. It is in the address (``/table/7``) or in its query (``/rules?table=7``)."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import request

from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.limits import TABLES
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.views.table import TableView
from pi_bunco.web.context import get_service
from pi_bunco.whole_numbers import parse_whole


class NoTable(Trouble):
    """No table has this number now."""


def read_table_number(text: str) -> int:
    """Return the number of a table in an address.

    Raises
    ------
    NoTable
        If no table can have this number.
    """
    number = parse_whole(text, HEAD, TABLES)
    if number is None:
        raise NoTable(
            say("There is no table “{text}”.", text=clip_text(text)),
            say("Tables have numbers from {first} to {last}.", first=HEAD, last=TABLES),
        )
    return number


@contextmanager
def raise_missing_table() -> Iterator[None]:
    """Raise :class:`NoTable` if the game refuses to show a table."""
    try:
        yield
    except Refused as refused:
        raise NoTable(refused.text, refused.remedy) from refused


def view_table(number: int, *, with_results: bool = False) -> TableView:
    """Return what the page of a table shows. ``with_results``: with the results, also during a round.

    Raises
    ------
    NoTable
        If there is no such table now.
    """
    with raise_missing_table():
        return get_service().view(number, with_results=with_results)


def read_table(number: str | None = None) -> int:
    """Return the table of a request, the head table if it names none.

    Parameters
    ----------
    number
        The number in the address (``/table/7/camera``). ``None`` if the address has no number (``/camera``);
        then the query may have one (``/camera?table=7``).

    Raises
    ------
    NoTable
        If there is no such table now.
    """
    number_text = request.args.get("table") if number is None else number
    table = HEAD if number_text is None else read_table_number(number_text)
    return table if table == HEAD else view_table(table).table


class NoCamera(Trouble):
    """A table has no camera.

    Attributes
    ----------
    table
        Its number.
    """

    def __init__(self, table: int) -> None:
        self.table = table
        super().__init__(
            say("Table {table} has no camera.", table=table),
            say(
                "Its dice are tapped in. The guide says how a table gets a camera, under “{heading}”.",
                heading=say("The camera") if table == HEAD else say("A room of tables"),
            ),
        )


def make_table_address(number: int) -> str:
    """Return the address of a table's page."""
    return f"/t/{number}"


def make_table_links(number: int) -> dict[str, str]:
    """Return the links from a page to the pages of a table.

    ``home`` is the table's page. ``own`` is the prefix of addresses that each table has, such as ``/camera``.
    ``from_table`` is the query for addresses of the room's pages, so that these can link back.
    """
    if number == HEAD:
        return {"home": make_table_address(HEAD), "own": "", "from_table": ""}
    return {"home": make_table_address(number), "own": f"/table/{number}", "from_table": f"?table={number}"}


def find_shown_table() -> int:
    """Return the table that the current page belongs to, or from which it was opened."""
    number = (request.view_args or {}).get("number") or request.args.get("table", "")
    return parse_whole(str(number), HEAD, TABLES) or HEAD
