"""The form for a new game. Of several tables it first shows which guests were understood."""

from pathlib import Path

from flask import Blueprint, make_response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from pi_bunco.access.roles import HOST
from pi_bunco.errors import Trouble
from pi_bunco.guest_list import decode_list, read_guests
from pi_bunco.limits import NAME, REQUEST_BYTES
from pi_bunco.names import is_clean_name, make_name_key
from pi_bunco.rules import is_ghost
from pi_bunco.rules.quoting import MAX_LETTERS
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import find_status
from pi_bunco.web.needs import needs
from pi_bunco.web.new_game import (
    SEATS,
    GameBody,
    UnfinishedGame,
    begin_game,
    find_sheet,
    find_unfinished,
    make_command,
)
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.new.form import fill_options, is_room, read_form
from pi_bunco.web.pages.new.view import view_guests
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.visitors import stay_host

_MOST_EARLIER = 60
"""Most earlier guests who can be ticked."""

NEW = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the form for a new game"),
    routes=Blueprint("new", __name__),
    styles="base options new",
    script="new",
)


@NEW.routes.get("/new")
@needs(HOST)
def show_page() -> str:
    """Show the form for a new game: as the last one, with the guests of now. ``rules``: the sheet."""
    seats = get_service().view_seats().tables
    names = [name for table in seats for name in table if not is_ghost(name) and is_clean_name(name)]
    values = {f"name{seat}": name for seat, name in enumerate(names[:SEATS], start=1)}
    if len(seats) > 1:
        values = {"who": "room", "draw": "on", "names": "\n".join(names)}
    header = get_service().copy_game().header
    sets = None if header.sets == header.sheet.sets else header.sets
    options = fill_options(header.rules, sets, header.raw.get("options") or {})
    return _render_form(MultiDict({"rules": request.args.get("rules", header.rules), **options, **values}))


@NEW.routes.post("/new")
@needs(HOST)
def begin_new_game() -> Response:
    """Begin the game in the form, or show the form again with what is wrong.

    Of several tables it first shows which guests were understood.
    """
    fields = MultiDict(request.form)
    try:
        notes = _take_file(fields)
        if fields.get("step") in {"change", "earlier"}:
            return make_response(_render_form(fields))
        sheet = find_sheet(get_service().list_sheets(), fields.get("rules", ""))
        game, list_notes = read_form(fields, sheet)
        if is_room(fields) and fields.get("step") != "begin":
            return make_response(_render_guests(fields, game, (*notes, *list_notes)))
        with stay_host():
            begin_game(get_service(), game)
    except Trouble as trouble:
        return make_response(_render_form(fields, trouble), find_status(trouble))
    return redirect("/host" if is_room(fields) else "/", 303)


def _take_file(fields: MultiDict[str, str]) -> tuple[Sentence, ...]:
    """Use the list in a file instead of the typed one, and return what may be wrong with it."""
    file = request.files.get("file")
    data = file.read() if file else b""
    if not data:
        return ()
    fields["who"] = "room"
    fields["names"], notes = decode_list(data)
    return notes


def _has_earlier() -> bool:
    shelf = get_parts().evenings
    try:
        return bool(shelf and shelf.find_stamps())
    except Trouble:
        return False


def _list_earlier(typed: str) -> list[str]:
    """Return the guests of the last evenings who are not in the typed list."""
    shelf = get_parts().evenings
    try:
        guests = shelf.list_guests() if shelf else ()
        listed = {make_name_key(name) for name in read_guests(typed).names}
    except Trouble:
        return []  # the form works without them, and says itself what is wrong with the list
    return [name for name in guests if make_name_key(name) not in listed][:_MOST_EARLIER]


def _render_guests(fields: MultiDict[str, str], game: GameBody, notes: tuple[Sentence, ...]) -> str:
    service = get_service()
    command = make_command(service, game)
    return serve_page(
        NEW,
        "guests",
        it=view_guests(command, notes),
        kept=[(name, value) for name, value in fields.items(multi=True) if name != "step"],
        unfinished=find_unfinished(service, game),
    )


def _render_form(fields: MultiDict[str, str], trouble: Trouble | None = None) -> str:
    is_unfinished = isinstance(trouble, UnfinishedGame)
    sheets = get_service().list_sheets()
    playable = {sheet.slug for sheet in sheets if not sheet.fault}
    chosen = fields.get("rules") if fields.get("rules") in playable else sheets[0].slug
    most = {"names": REQUEST_BYTES}  # other fields are not sent back if they are so long
    values = {key: value[: most.get(key, MAX_LETTERS)] for key, value in fields.items()}
    shows_earlier = fields.get("step") == "earlier" or "guest" in fields
    return serve_page(
        NEW,
        earlier=_list_earlier(fields.get("names", "")) if shows_earlier else None,
        has_earlier=_has_earlier(),
        sheets=sheets,
        chosen=chosen,
        values=values,
        many={key: fields.getlist(key) for key in fields},
        wrong=None if is_unfinished else trouble,
        unfinished=trouble if is_unfinished else None,
        seats=range(1, SEATS + 1),
        longest=NAME,
    )
