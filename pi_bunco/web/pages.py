"""The pages that people open: the table, a new game, the camera's view; and the photos on them."""

import json

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.beginning import is_written
from pi_bunco.errors import Trouble
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import NAME
from pi_bunco.paper.rules_parts import sections
from pi_bunco.rules.quoting import LETTERS
from pi_bunco.rules.words import AWARDS
from pi_bunco.views.table import TableView
from pi_bunco.web import form
from pi_bunco.web.context import service
from pi_bunco.web.newgame import UnfinishedGame, begin, find
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.tables import NoCamera, asked_table, read_number, show_table

bp = Blueprint("pages", __name__)


@bp.get("/")
def table() -> str:
    """Show the head table."""
    return _table(HEAD)


@bp.get("/table/<number>")
def one_table(number: str) -> str:
    """Show a table."""
    return _table(read_number(number))


def _table(number: int) -> str:
    """Show a table; everything on it is drawn from the snapshot, the first one comes along."""
    return render_template("table.html", number=number, first=_told(show_table(number)))


@bp.get("/results")
def results() -> str:
    """Show what the game has come to, with what staff, judge and host do; drawn as the table is."""
    first = service().view(whole=True)
    return render_template("results.html", first=_told(first), awards=dict(AWARDS))


@bp.get("/rules")
def rules() -> str:
    """Show the sheet that is being played, in guests' words, with its clauses."""
    sheet = service().sheet()
    return render_template("rules.html", sheet=sheet.sheet, parent=sheet.parent, sections=sections(sheet))


def _told(snapshot: TableView) -> str:
    return json.dumps(snapshot.to_json()).replace("<", "\\u003c")  # cannot end its element


@bp.get("/new")
def new() -> str:
    """Ask for a new game; the names are those who sit here now."""
    now = service().view()
    sitting = [player.name for player in sorted(now.players, key=lambda p: p.seat) if not player.ghost]
    names = {f"name{seat}": name for seat, name in enumerate(sitting, start=1) if is_written(name)}
    return _ask({"rules": now.rules, **names})


@bp.post("/new")
def create() -> AnyResponse:
    """Begin the game that the form asks for, or show the form again with what does not fit."""
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
    return redirect(url_for("pages.table"), 303)


def _ask(said: dict[str, str], *, wrong: Trouble | None = None, unfinished: Trouble | None = None) -> str:
    sheets = service().sheets()
    playable = {sheet.slug for sheet in sheets if not sheet.fault}
    chosen = said.get("rules") if said.get("rules") in playable else sheets[0].slug
    faces = {key: request.form.getlist(key) for key in request.form} if request.form else {}
    said = {key: value[:LETTERS] for key, value in said.items()}  # what is longer is not sent back
    return render_template(
        "new.html",
        sheets=sheets,
        chosen=chosen,
        said=said,
        many=faces,
        wrong=wrong,
        unfinished=unfinished,
        seats=range(1, form.SEATS + 1),
        longest=NAME,
    )


@bp.get("/camera")
@bp.get("/table/<number>/camera")
def camera(number: str | None = None) -> str:
    """Show what a table's camera sees, to aim it, and how it does; or how the table gets a camera."""
    table = asked_table(number)
    sight = service().sight(table)
    blind = sight.status == "none" and sight.size is None
    if blind:
        return NoCamera(table).page()
    return render_template("camera.html", table=table, sight=sight.to_json(), kept=service().kept())


@bp.get("/camera.jpg")
@bp.get("/table/<number>/camera.jpg")
def camera_picture(number: str | None = None) -> Response:
    """Send what a table's camera sees now."""
    picture = service().camera_picture(asked_table(number))
    if picture is None:
        abort(404)
    return Response(picture, mimetype="image/jpeg")


@bp.get("/photos/<name>")
def photo(name: str) -> Response:
    """Send a throw's photo; a browser keeps it, but asks whether it is still the same."""
    path = service().photo(name)
    if path is None:
        abort(404)
    return send_file(path, conditional=True, max_age=0)
