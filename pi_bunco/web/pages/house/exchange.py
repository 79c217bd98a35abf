"""The file of a house sheet: saved, taken in from another table, and deleted."""

import re

from flask import Response, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import HOST
from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.house import ENDING, SheetTrouble, parse_sheet_file
from pi_bunco.web.answers import answers
from pi_bunco.web.failures import find_status
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.house.draft import make_draft
from pi_bunco.web.pages.house.kind import HOUSE, find_file, get_shelf, list_sheet, serve_editor, serve_list
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.house import ChangedMeanwhile
from pi_bunco.web.serve_pages import serve_page


@HOUSE.routes.get("/house/sheets/<slug>/file")
@answers("application/toml")
@needs(HOST)
def send_sheet(slug: str) -> Response:
    """Send the file of a house sheet."""
    file = find_file(slug)
    name = re.sub("[^A-Za-z0-9-]", "_", file.slug)
    return Response(
        file.data,
        headers={"Content-Disposition": f'attachment; filename="{name}{ENDING}"'},
        mimetype="application/toml",
    )


@HOUSE.routes.post("/house/file")
@answers("text/html", takes="multipart/form-data")
@needs(HOST)
def take_sheet() -> AnyResponse:
    """Take the file of a house sheet. If there is another one of its name, show the form with it."""
    sent = request.files.get("file")
    data = sent.read() if sent else b""
    try:
        if not data:
            raise BadRequestBody(
                say("No file was chosen, or it is empty."), say("Choose the file of a house sheet.")
            )
        written = parse_sheet_file(data, clip_text(sent.filename or "", 60) if sent else "")
        slug, title = written.sheet.slug, written.sheet.title
        present = get_shelf().find(slug)
        if present and present.data != data:
            taken = say("There is another house sheet with the short name “{slug}”.", slug=slug)
            remedy = say("Here is the one in your file. Give it a name of its own, and save it.")
            return make_response(
                serve_editor(make_draft(written, "", title), "", wrong=Trouble(taken, remedy))
            )
        if not present:
            get_shelf().save(slug, data, "")
    except SheetTrouble as trouble:
        return make_response(serve_list(wrong=trouble), 400)
    except Trouble as trouble:
        return make_response(serve_list(wrong=trouble), find_status(trouble))
    return redirect(f"/house?saved={slug}", 303)


@HOUSE.routes.get("/house/sheets/<slug>/delete")
@needs(HOST)
def ask_delete(slug: str) -> str:
    """Ask whether a house sheet must be deleted."""
    return serve_page(HOUSE, "delete", it=list_sheet(find_file(slug)))


@HOUSE.routes.post("/house/sheets/<slug>/delete")
@needs(HOST)
def delete_sheet(slug: str) -> AnyResponse:
    """Delete a house sheet. Games that have begun by it keep it."""
    file = find_file(slug)
    try:
        get_shelf().remove(file.slug, request.form.get("stamp", ""))
    except ChangedMeanwhile:
        return redirect(f"/house/sheets/{file.slug}/delete", 303)
    except Trouble as trouble:
        return make_response(serve_list(wrong=trouble), find_status(trouble))
    return redirect("/house", 303)
