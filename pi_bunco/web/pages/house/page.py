"""The house sheets: what each changes, and a form to make one."""

from dataclasses import replace

from flask import make_response, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import HOST
from pi_bunco.errors import Trouble
from pi_bunco.rules import SHEETS, load_sheet, load_written
from pi_bunco.sentences import say
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.house import exchange, practice  # noqa: F401 - they add their addresses
from pi_bunco.web.pages.house.draft import SheetDraft, find_free_slug, make_draft, read_draft
from pi_bunco.web.pages.house.kind import HOUSE, find_file, get_shelf, read_action, serve_editor, serve_list
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.house import ChangedMeanwhile


@HOUSE.routes.get("/house")
@needs(HOST)
def show_page() -> str:
    """Show the house sheets, and what each changes. ``saved``: the one that was saved just now."""
    return serve_list(saved=request.args.get("saved", ""))


@HOUSE.routes.get("/house/make")
@needs(HOST)
def show_new() -> str:
    """Show the form for a new house sheet. ``from``: the sheet with which it begins."""
    slug = request.args.get("from", SHEETS[0])
    written = load_written(slug) if slug in SHEETS else require(find_file(slug).written)
    return serve_editor(make_draft(written), "")


@HOUSE.routes.get("/house/sheets/<slug>")
@needs(HOST)
def show_sheet(slug: str) -> str:
    """Show the form for a house sheet that there is."""
    file = find_file(slug)
    written = require(file.written)
    return serve_editor(make_draft(written, slug, written.sheet.title), file.stamp)


@HOUSE.routes.post("/house/sheets")
@needs(HOST)
def change_sheet() -> Response:
    """Take the form: save the sheet, show what it says or how long a night is, put an answer back, or leave.

    A host who leaves with answers that are not saved is asked first.
    """
    draft, stamp, (do, *names) = read_draft(request.form), request.form.get("stamp", ""), read_action()
    if do == "copy":
        draft, stamp = replace(draft, slug=""), ""
    if do == "leave" and draft.make_mark() == request.form.get("began"):
        return redirect("/house", 303)
    if do not in {"save", "copy"}:
        page = serve_editor(
            draft.put_back(names) if do == "back" else draft,
            stamp,
            asks_length=do == "length",
            leaves=do == "leave",
        )
        return make_response(page)
    try:
        return redirect(f"/house?saved={_save(draft, stamp)}", 303)
    except ChangedMeanwhile as trouble:
        now = get_shelf().find(draft.slug)
        page = serve_editor(draft, now.stamp if now else "", wrong=trouble)
    except Trouble as trouble:
        page = serve_editor(draft, stamp, wrong=trouble)
        return make_response(page, find_status(trouble))
    return make_response(page, 409)


def _save(draft: SheetDraft, stamp: str) -> str:
    """Save a draft, and return its short name."""
    reading, shelf = draft.read(), get_shelf()
    if not reading.is_good:
        raise BadRequestBody(say("This sheet cannot be saved yet."), say("Correct what is marked."))
    others = [file for file in shelf.list_files() if file.slug != draft.slug]
    titles = [load_sheet(slug).title for slug in SHEETS]
    titles += [file.written.sheet.title for file in others if file.written]
    if draft.title.casefold() in map(str.casefold, titles):
        raise BadRequestBody(
            say("There is another sheet called “{title}”.", title=draft.title),
            say("Give this one another name."),
        )
    slug = draft.slug or find_free_slug(draft.title, {*SHEETS, *(file.slug for file in others)})
    shelf.save(slug, replace(draft, slug=slug).write(), stamp)
    return slug
