"""The page of a table, which tablets beside its players show."""

from flask import make_response, redirect
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.gone.page import GONE
from pi_bunco.web.pages.table import asking, change, dialog_requests  # noqa: F401 - they add their addresses
from pi_bunco.web.pages.table.frame import choose_stage, make_frame
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import serve_live_page
from pi_bunco.web.tables import NoTable, make_table_address, read_table_number, view_table


@TABLE.routes.get("/t/<number>")
@needs(GUEST)
def show_page(number: str) -> str | Response:
    """Show a table. One that does not play now says so, and comes back by itself."""
    return serve_table(read_table_number(number))


def serve_table(number: int) -> str | Response:
    """Return the page of a table."""
    try:
        view = view_table(number)
    except NoTable:
        return make_response(serve_live_page(GONE, number), 404)
    return serve_live_page(
        TABLE,
        number,
        title=make_frame(view).title,
        stage=choose_stage(view),
        phase=view.phase,
        moment=view.here.seen,
    )


@TABLE.routes.get("/table/<number>")
@needs(GUEST)
def redirect_old_address(number: str) -> Response:
    """Redirect from the old address of a table's page."""
    return redirect(make_table_address(read_table_number(number)), 308)
