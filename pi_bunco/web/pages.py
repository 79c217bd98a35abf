"""The pages that people open: the tables, a new game, the camera's view, and the photos on them."""

from collections.abc import Iterable
from urllib.parse import quote, unquote

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    request,
    send_file,
)
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import InsertThrow
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import DEVICE_NAME, NAME, NUMBER, PLAYERS
from pi_bunco.new_game_limits import is_clean_name
from pi_bunco.paper.rules_parts import list_sections
from pi_bunco.rules import is_ghost
from pi_bunco.rules.quoting import LETTERS
from pi_bunco.views.page import amend
from pi_bunco.views.page.frame import make_frame
from pi_bunco.views.page.stage import choose_stage
from pi_bunco.views.rounds import RoundKey
from pi_bunco.web import form
from pi_bunco.web.context import service
from pi_bunco.web.device_list import list_devices
from pi_bunco.web.host_requests import draw_asked, find_amend_body
from pi_bunco.web.join import draw_code, join_address
from pi_bunco.web.language import render_page
from pi_bunco.web.live import serve_live
from pi_bunco.web.live_pages import list_rights
from pi_bunco.web.newgame import SEATS, UnfinishedGame, begin, find
from pi_bunco.web.paper import read_evening
from pi_bunco.web.parse import BadRequestBody, read_fields
from pi_bunco.web.table_page import SHEETS, WITH_RESULTS
from pi_bunco.web.tables import (
    NoCamera,
    read_number,
    read_table,
    show_table,
    table_address,
    table_links,
)
from pi_bunco.web.visitors import door, role_on, visitor
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("pages", __name__)

PLACE = "bunco-place"
"""The cookie with the page that was chosen for a device."""
GUEST = "bunco-guest"
"""The cookie with the name of the guest whose phone it is."""
_YEAR = 365 * 24 * 3600  # seconds


@bp.get("/")
def welcome() -> AnyResponse:
    """Show the page that was chosen for this device, or ask. With one table, show that table."""
    room = service().room()
    numbers = [at.table for at in room.tables]
    if numbers == [HEAD]:
        return make_response(_table(HEAD))
    place = request.cookies.get(PLACE, "")
    if "choose" not in request.args and place in _places(numbers):
        return redirect(place)
    return make_response(render_page("welcome.html", room=room, numbers=numbers))


@bp.get("/be")
def choose() -> AnyResponse:
    """Remember the page for this device, and show it."""
    place = request.args.get("place", "")
    if place not in _places(at.table for at in service().room().tables):
        return redirect("/?choose")
    answer = redirect(place)
    answer.set_cookie(PLACE, place, max_age=_YEAR, httponly=True, samesite="Lax")
    return answer


def _places(tables: Iterable[int]) -> set[str]:
    """Return the addresses that can be chosen for a device."""
    return {"/room", "/host", "/me", "/results", "/rules", *map(table_address, tables)}


@bp.get("/t/<number>")
def one_table(number: str) -> str:
    """Show a table."""
    return _table(read_number(number))


@bp.get("/table/<number>")
def old_address(number: str) -> AnyResponse:
    """Redirect from the old address of a table's page."""
    return redirect(table_address(read_number(number)), 308)


def _table(number: int) -> str:
    view = show_table(number)
    return serve_live(
        "table.html",
        "table",
        number,
        number=number,
        title=make_frame(view).title,
        stage=choose_stage(view),
        phase=view.phase,
    )


@bp.get("/results")
def results() -> str:
    """Show the results, with what staff, the judge and the host do.

    They are printed with the evening’s name.
    """
    evening, date = read_evening()
    return serve_live("results.html", "results", HEAD, evening=evening, date=date)


@bp.get("/host")
def host() -> str:
    """Show the host's page."""
    return serve_live("host.html", "host", HEAD, devices=devices(), asked=draw_asked())


@bp.get("/host/devices")
def devices() -> str:
    """Send the list of devices on the host's page."""
    return render_page(
        "blocks/host_devices.html",
        it=list_devices(door(), visitor()),
        tables=[at.table for at in service().room().tables],
        roles=door().roles_in_use,
        code=_machine_code(),
        longest=DEVICE_NAME,
    )


def _machine_code() -> str | None:
    """Return the code for setting the first PIN if the machine itself asks, ``None`` otherwise."""
    return door().machine_code if visitor().machine else None


@bp.get("/host/let-in/<code>")
def let_in(code: str) -> str:
    """Ask whether to let in the device that shows this code. The QR code on that device leads here."""
    found = next((one for one in list_devices(door(), visitor()) if one.waits and one.code == code), None)
    if found is None:
        abort(404)
    return render_page("let_in.html", one=found)


@bp.get("/pin")
def pin() -> str:
    """Ask for the host's PIN, or for a new one."""
    return render_page("pin.html", has_pin=door().has_pin, who=visitor(), code=_machine_code(), back="/host")


@bp.get("/host/tally/<number>")
def tally(number: str) -> AnyResponse:
    """Send the form for what a table has counted on paper."""
    view = show_table(read_number(number))
    return _sheet("tally", view.table, view)


@bp.get("/host/end-round")
def end_round() -> AnyResponse:
    """Ask whether to end the round now."""
    return _sheet("end-round", HEAD, show_table(HEAD))


@bp.get("/me")
def me() -> AnyResponse:
    """Show a guest's own page on their phone, or ask who they are."""
    names = service().room().names
    asked = request.args.get("guest")
    if asked in names:
        answer = redirect("/me")
        answer.set_cookie(GUEST, quote(asked), max_age=_YEAR, httponly=True, samesite="Lax")
        return answer
    name = unquote(request.cookies.get(GUEST, ""))
    if name not in names or asked is not None:
        return make_response(render_page("who.html", names=names))
    return make_response(serve_live("me.html", "me", HEAD, name))


@bp.get("/join")
def join() -> str:
    """Show the QR code that leads phones to the room's pages."""
    several = len(service().room().tables) > 1
    to = _join_address(several=several)
    return render_page("join.html", address=to, qr=draw_code(to) if to else "", several=several)


def _join_address(*, several: bool) -> str:
    """Return the address where a phone joins, ``""`` if the machine has no network."""
    return join_address(request.host_url, "/me" if several else "/")


@bp.get("/room")
def room() -> str:
    """Show the room's large screen, which nobody taps."""
    to = join_address(request.host_url, "/me")
    return serve_live("room.html", "room", HEAD, join=draw_code(to) if to else "")


@bp.get("/t/<number>/sheet/<name>")
def sheet(number: str, name: str) -> AnyResponse:
    """Send a sheet that slides over a table's page or over the results.

    Without scripts it is a page of its own.
    """
    view = show_table(read_number(number))
    if name in WITH_RESULTS:
        view = service().view(view.table, with_results=True)
    make = SHEETS.get(name)
    it = make(view) if make else None
    if not it:
        abort(404)
    to = _join_address(several=len(service().room().tables) > 1) if name == "more" else ""
    return _sheet(name, view.table, it, join=draw_code(to) if to else "")


@bp.get("/t/<number>/throw/<seq>")
def throw(number: str, seq: str) -> AnyResponse:
    """Send the sheet that corrects a throw."""
    table = show_table(read_number(number)).table
    found = service().find_throw(table, parse_whole(seq, 0, NUMBER) or 0)
    if found is None:
        abort(404)
    return _sheet("throw", table, amend.make_correction(found))


@bp.get("/t/<number>/round/<key>")
def look_back(number: str, key: str) -> AnyResponse:
    """Send the sheet of an earlier round at a table, with its throws."""
    view, which = show_table(read_number(number)), RoundKey.parse(key)
    found = which and service().look_back(view.table, which)
    if not found:
        abort(404)
    return _sheet("round", view.table, amend.make_round_sheet(found, view.sets))


@bp.get("/t/<number>/missing/<after>")
def missing(number: str, after: str) -> AnyResponse:
    """Send the sheet that adds a missing throw just after an event."""
    table, before = show_table(read_number(number)).table, parse_whole(after, 0, NUMBER) or 0
    return _sheet("missing", table, amend.make_missing(before, service().find_throw(table, before)))


@bp.get("/t/<number>/change/<name>")
def change(number: str, name: str) -> AnyResponse:
    """Send what a correction of an earlier round would change, so that somebody can confirm it."""
    table, body = show_table(read_number(number)).table, find_amend_body(name)
    if body is None:
        abort(404)
    command = read_fields(request.args, body).command(table)
    found = None if isinstance(command, InsertThrow) else service().find_throw(table, command.seq)
    foretold = service().foretell(command)
    return _sheet(
        "change", table, amend.make_change(command, found, foretold), name=name, has_pin=door().has_pin
    )


_STYLES = {"tally": "host", "offer": "results"}
"""The style sheets of sheets that do not slide over a table's page."""


def _sheet(template: str, table: int, it: object, **more: object) -> AnyResponse:
    may = list_rights(role_on("results" if template == "offer" else "table", table))
    markup = render_page(f"sheets/{template}.html", it=it, table=table, **may, **table_links(table), **more)
    if not request.headers.get("X-Sheet"):
        markup = render_page("sheet.html", markup=markup, style=_STYLES.get(template, "table"))
    return make_response(markup)


@bp.get("/rules")
def rules() -> str:
    """Show the current rule sheet in words for guests, with its clauses."""
    sheet = service().sheet()
    return render_page("rules.html", sheet=sheet.sheet, parent=sheet.parent, sections=list_sections(sheet))


@bp.get("/new")
def new() -> str:
    """Show the form for a new game. It has the names of those who sit here now."""
    seats = service().seats().tables
    names = [name for table in seats for name in table if not is_ghost(name) and is_clean_name(name)]
    said = {f"name{seat}": name for seat, name in enumerate(names[:SEATS], start=1)}
    if len(seats) > 1:
        said = {"who": "room", "draw": "on", "names": "\n".join(names)}
    return _ask({"rules": service().view().rules, **said})


@bp.post("/new")
def create() -> AnyResponse:
    """Begin the game that the form asks for, or show the form again with what is wrong."""
    fields = request.form
    try:
        sheet = find(service().sheets(), fields.get("rules", ""))
        begin(service(), form.read(fields, sheet))
    except UnfinishedGame as asked:
        return make_response(_ask(fields.to_dict(), unfinished=asked), 409)
    except BadRequestBody as wrong:
        return make_response(_ask(fields.to_dict(), wrong=wrong), 400)
    except Trouble as wrong:
        return make_response(_ask(fields.to_dict(), wrong=wrong), 409)
    return redirect("/host" if form.is_room(fields) else "/", 303)


def _ask(said: dict[str, str], *, wrong: Trouble | None = None, unfinished: Trouble | None = None) -> str:
    sheets = service().sheets()
    playable = {sheet.slug for sheet in sheets if not sheet.fault}
    chosen = said.get("rules") if said.get("rules") in playable else sheets[0].slug
    faces = {key: request.form.getlist(key) for key in request.form} if request.form else {}
    most = {"names": PLAYERS * (NAME + 2)}  # longer names are not sent back
    said = {key: value[: most.get(key, LETTERS)] for key, value in said.items()}
    return render_page(
        "new.html",
        sheets=sheets,
        chosen=chosen,
        said=said,
        many=faces,
        wrong=wrong,
        unfinished=unfinished,
        seats=range(1, SEATS + 1),
        longest=NAME,
    )


@bp.get("/camera")
@bp.get("/table/<number>/camera")
def camera(number: str | None = None) -> str:
    """Show what a table's camera sees and its state, or how the table gets a camera."""
    table = read_table(number)
    sight = service().sight(table)
    blind = sight.status == "none" and sight.size is None
    if blind:
        return NoCamera(table).page()
    return serve_live("camera.html", "camera", table, number=table)


@bp.get("/camera.jpg")
@bp.get("/table/<number>/camera.jpg")
def camera_picture(number: str | None = None) -> Response:
    """Send what a table's camera sees now."""
    picture = service().camera_picture(read_table(number))
    if picture is None:
        abort(404)
    return Response(picture, mimetype="image/jpeg")


@bp.get("/photos/<name>")
def photo(name: str) -> Response:
    """Send the photo of a throw. A browser keeps it, but asks whether it has changed."""
    path = service().photo(name)
    if path is None:
        abort(404)
    return send_file(path, conditional=True, max_age=0)
