"""The pages that people open: the tables, a new game, the camera's view, and the photos on them."""

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import quote, unquote

from flask import Blueprint, Response, abort, make_response, redirect, request, send_file
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.game.round_key import RoundKey
from pi_bunco.guest_list import decode_list
from pi_bunco.limits import DEVICE_NAME, NAME, NUMBER, REQUEST_BYTES, TABLES
from pi_bunco.names import is_clean_name
from pi_bunco.paper.sentences import list_sections
from pi_bunco.rules import is_ghost
from pi_bunco.rules.quoting import MAX_LETTERS
from pi_bunco.sentences import Sentence
from pi_bunco.views.page import amend, dialogs
from pi_bunco.views.page.frame import choose_stage, make_frame
from pi_bunco.views.page.over import ScoreCardView
from pi_bunco.views.page.results import make_offer
from pi_bunco.views.short_names import use_short_names
from pi_bunco.views.table import TableView
from pi_bunco.web.bodies import find_amend_body
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.device_list import list_devices, shorten_list
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.host_requests import send_requests
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.language import render_page
from pi_bunco.web.live_pages import render_table_dialog, serve_live
from pi_bunco.web.new_game import (
    SEATS,
    GameBody,
    UnfinishedGame,
    begin_game,
    find_sheet,
    find_unfinished,
    is_room,
    make_command,
    read_form,
    view_guests,
)
from pi_bunco.web.paper import read_evening
from pi_bunco.web.parse import read_fields
from pi_bunco.web.secret_pages import render_change, render_pin_page
from pi_bunco.web.tables import (
    NoCamera,
    NoTable,
    make_table_address,
    read_table,
    read_table_number,
    view_table,
)
from pi_bunco.web.visitors import find_wanted_code, get_visitor, stay_host
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("pages", __name__)

_PLACE = "bunco-place"  # the cookie with the page that was chosen for a device
_GUEST = "bunco-guest"  # the cookie with the name of the phone's guest
_YEAR = 365 * 24 * 3600  # seconds


@bp.get("/")
def show_welcome() -> str | AnyResponse:
    """Show the page that was chosen for this device, or ask which. With one table, show that table.

    The device of a table that does not play now waits for it.
    """
    room = get_service().view_room()
    numbers = [table.table for table in room.tables]
    place = "" if "choose" in request.args else request.cookies.get(_PLACE, "")
    absent = set(range(HEAD, TABLES + 1)).difference(numbers)
    if place in map(make_table_address, absent):
        return redirect(place)
    if numbers == [HEAD]:
        return _render_table(HEAD)
    if place in _list_places(numbers):
        return redirect(place)
    return render_page("welcome.html", room=room, numbers=numbers, code=find_wanted_code())


@bp.get("/be")
def choose_place() -> AnyResponse:
    """Remember the page for this device, and show it."""
    place = request.args.get("place", "")
    if place not in _list_places(table.table for table in get_service().view_room().tables):
        return redirect("/?choose")
    response = redirect(place)
    response.set_cookie(_PLACE, place, max_age=_YEAR, httponly=True, samesite="Lax")
    return response


def _list_places(tables: Iterable[int]) -> set[str]:
    """Return the addresses that can be chosen for a device."""
    return {"/room", "/host", "/me", "/results", "/rules", *map(make_table_address, tables)}


@bp.get("/t/<number>")
def show_table(number: str) -> str | AnyResponse:
    """Show a table. One that does not play now says so, and comes back by itself."""
    return _render_table(read_table_number(number))


@bp.get("/table/<number>")
def redirect_old_address(number: str) -> AnyResponse:
    """Redirect from the old address of a table's page."""
    return redirect(make_table_address(read_table_number(number)), 308)


def _render_table(number: int) -> str | AnyResponse:
    try:
        view = view_table(number)
    except NoTable:
        return make_response(serve_live("gone.html", "gone", number, number=number), 404)
    return serve_live(
        "table.html",
        "table",
        number,
        number=number,
        title=make_frame(view).title,
        stage=choose_stage(view),
        phase=view.phase,
        moment=view.here.seen,
    )


@bp.get("/results")
def show_results() -> str:
    """Show the results, with the forms for staff, judge and host, and the evening’s name for printing."""
    evening, date = read_evening()
    return serve_live("results.html", "results", HEAD, evening=evening, date=date)


@bp.get("/host")
def show_host() -> str:
    """Show the host's page."""
    return serve_live("host.html", "host", HEAD, devices=send_devices(), asked=send_requests())


@bp.get("/host/devices")
def send_devices() -> str:
    """Send the list of devices on the host's page."""
    lines, more = shorten_list(list_devices(get_parts().door, get_visitor()))
    return render_page(
        "blocks/host_devices.html",
        it=lines,
        more=more,
        tables=[table.table for table in get_service().view_room().tables],
        roles=get_parts().door.roles_in_use,
        code=_get_machine_code(),
        wrong=get_parts().door.wrong_pins,
        longest=DEVICE_NAME,
    )


def _get_machine_code() -> str | None:
    """Return the code for setting the first PIN if the machine itself asks, ``None`` otherwise."""
    return get_parts().door.machine_code if get_visitor().machine else None


@bp.get("/host/let-in/<code>")
def show_let_in(code: str) -> str:
    """Ask whether to let in the device that shows this code. The QR code on that device leads here."""
    devices = list_devices(get_parts().door, get_visitor())
    found = (device for device in devices if device.waits and device.code == code)
    return render_page("let_in.html", device=require(next(found, None)))


@bp.get("/pin")
def show_pin() -> str:
    """Ask for the host's PIN, or for a new one."""
    return render_pin_page()


@bp.get("/host/tally/<number>")
def send_tally_form(number: str) -> str:
    """Send the form for the scores that a table has counted on paper."""
    view = view_table(read_table_number(number))
    return render_table_dialog("tally", view.table, view, style="host")


@bp.get("/host/end-round")
def send_end_round() -> str:
    """Ask whether to end the round now."""
    return render_table_dialog("end-round", HEAD, view_table(HEAD))


@bp.get("/me")
def show_me() -> str | AnyResponse:
    """Show a guest's own page on their phone, or ask who they are."""
    names = get_service().view_room().names
    chosen = request.args.get("guest")
    if chosen in names:
        response = redirect("/me")
        response.set_cookie(_GUEST, quote(chosen), max_age=_YEAR, httponly=True, samesite="Lax")
        return response
    name = unquote(request.cookies.get(_GUEST, ""))
    if name not in names or chosen is not None:
        return render_page("who.html", names=names)
    return serve_live("me.html", "me", HEAD, name)


@bp.get("/join")
def show_join() -> str:
    """Show the QR code that leads phones to the room's pages."""
    several = len(get_service().view_room().tables) > 1
    address = make_join_address(request.host_url, "/me" if several else "/")
    return render_page("join.html", address=address, qr=draw_qr(address) if address else "", several=several)


@bp.get("/room")
def show_room() -> str:
    """Show the page for the room's large screen, which nobody taps."""
    address = make_join_address(request.host_url, "/me")
    return serve_live("room.html", "room", HEAD, join=draw_qr(address) if address else "")


@bp.get("/t/<number>/sheet/<name>")
def send_dialog(number: str, name: str) -> str:
    """Send a dialog that opens over a table's page or over the results."""
    # Results are computed only for the dialogs that show them.
    view = view_table(read_table_number(number), with_results=name in {"offer", "more"})
    whole = _DIALOGS[name](view) if name in _DIALOGS else None
    it = use_short_names(whole, view.short_names, (ScoreCardView,))
    if not it:
        abort(404)
    if name == "offer":
        return render_table_dialog(name, view.table, it, page="results", style="results")
    path = "/me" if len(get_service().view_room().tables) > 1 else "/"
    address = make_join_address(request.host_url, path) if name == "more" else ""
    return render_table_dialog(name, view.table, it, join=draw_qr(address) if address else "")


# Each dialog about the whole table, with the function that makes its values.
_DIALOGS: Mapping[str, Callable[[TableView], object]] = {
    "more": dialogs.make_menu,
    "odds": dialogs.list_odds,
    "enter": dialogs.make_entry,
    "uncounted": dialogs.make_uncounted,
    "end-round": lambda view: view.can.end_round,
    "offer": make_offer,
}


@bp.get("/t/<number>/throw/<seq>")
def send_throw(number: str, seq: str) -> str:
    """Send the dialog that corrects a throw."""
    table = view_table(read_table_number(number)).table
    found = require(get_service().find_throw(table, parse_whole(seq, 0, NUMBER) or 0))
    return render_table_dialog("throw", table, amend.make_correction(found))


@bp.get("/t/<number>/round/<key>")
def send_round(number: str, key: str) -> str:
    """Send the dialog of an earlier round at a table, with its throws."""
    view, round_key = view_table(read_table_number(number)), require(RoundKey.parse(key))
    found = require(get_service().view_round(view.table, round_key))
    return render_table_dialog("round", view.table, amend.make_round_dialog(found, view.sets))


@bp.get("/t/<number>/missing/<after>")
def send_missing(number: str, after: str) -> str:
    """Send the dialog that adds a missing throw directly after an event."""
    view, before = view_table(read_table_number(number)), parse_whole(after, 0, NUMBER) or 0
    found = get_service().find_throw(view.table, before)
    return render_table_dialog("missing", view.table, amend.make_missing_throw(before, found, view.here.seen))


@bp.get("/t/<number>/change/<name>")
def send_change(number: str, name: str) -> str:
    """Send what a correction of an earlier round would change, so that somebody can confirm it."""
    table, body = view_table(read_table_number(number)).table, require(find_amend_body(name))
    return render_change(name, read_fields(request.args, body).make_command(table))


@bp.get("/rules")
def show_rules() -> str:
    """Show the current rule sheet in words for guests, with its clauses."""
    sheet = get_service().get_sheet()
    return render_page("rules.html", sheet=sheet.sheet, parent=sheet.parent, sections=list_sections(sheet))


@bp.get("/new")
def show_new_game() -> str:
    """Show the form for a new game, filled in with the guests who sit here now."""
    seats = get_service().view_seats().tables
    names = [name for table in seats for name in table if not is_ghost(name) and is_clean_name(name)]
    values = {f"name{seat}": name for seat, name in enumerate(names[:SEATS], start=1)}
    if len(seats) > 1:
        values = {"who": "room", "draw": "on", "names": "\n".join(names)}
    return _render_form({"rules": get_service().view().rules, **values})


@bp.post("/new")
def begin_new_game() -> AnyResponse:
    """Begin the game in the form, or show the form again with what is wrong.

    Of several tables it first shows which guests were understood.
    """
    fields = MultiDict(request.form)
    try:
        notes = _take_file(fields)
        if fields.get("step") == "change":
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


def _render_guests(fields: MultiDict[str, str], game: GameBody, notes: tuple[Sentence, ...]) -> str:
    service = get_service()
    command = make_command(service, game)
    return render_page(
        "new_guests.html",
        it=view_guests(command, notes),
        kept=[(name, value) for name, value in fields.items(multi=True) if name != "step"],
        unfinished=find_unfinished(service, game),
    )


def _render_form(fields: Mapping[str, str], trouble: Trouble | None = None) -> str:
    is_unfinished = isinstance(trouble, UnfinishedGame)
    sheets = get_service().list_sheets()
    playable = {sheet.slug for sheet in sheets if not sheet.fault}
    chosen = fields.get("rules") if fields.get("rules") in playable else sheets[0].slug
    most = {"names": REQUEST_BYTES}  # other fields are not sent back if they are so long
    values = {key: value[: most.get(key, MAX_LETTERS)] for key, value in fields.items()}
    return render_page(
        "new.html",
        sheets=sheets,
        chosen=chosen,
        values=values,
        many={key: request.form.getlist(key) for key in request.form},
        wrong=None if is_unfinished else trouble,
        unfinished=trouble if is_unfinished else None,
        seats=range(1, SEATS + 1),
        longest=NAME,
    )


@bp.get("/camera")
@bp.get("/table/<number>/camera")
def show_camera(number: str | None = None) -> str:
    """Show what a table's camera sees and its state, or how the table gets a camera."""
    table = read_table(number)
    camera = get_service().view_camera(table)
    if camera.status == "none" and camera.size is None:
        return render_page("no_camera.html", missing=NoCamera(table))
    return serve_live("camera.html", "camera", table, number=table)


@bp.get("/camera.jpg")
@bp.get("/table/<number>/camera.jpg")
def send_camera_picture(number: str | None = None) -> Response:
    """Send what a table's camera sees now."""
    return Response(require(get_service().find_camera_picture(read_table(number))), mimetype="image/jpeg")


@bp.get("/photos/<name>")
def send_photo(name: str) -> Response:
    """Send the photo of a throw. A browser keeps it, but asks whether it has changed."""
    return send_file(require(get_service().find_photo(name)), conditional=True, max_age=0)
