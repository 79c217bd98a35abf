"""The addresses of sounds: the host's choice of them, and the host's own recordings."""

from dataclasses import asdict, dataclass, replace
from typing import Annotated

from flask import Blueprint, Response, jsonify, send_file, url_for
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.sentences import say
from pi_bunco.settings.chosen_sound import CLOCK, CODE, SoundChoice
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.language import list_languages
from pi_bunco.web.needs import needs
from pi_bunco.web.parse import BadRequestBody, FormBody, read_body, redirect_plain_form

bp = Blueprint("sounds", __name__)

_YEAR = 365 * 24 * 3600  # seconds; another recording has another address
_TYPES = {".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".wav": "audio/wav"}
_Clock = Annotated[str | None, Field(pattern=CLOCK)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundAnswer(SoundChoice):
    """What the host has chosen, and the recordings.

    Attributes
    ----------
    own
        The names of the host's own recordings.
    faults
        A sentence about each file that is not used.
    """

    own: tuple[str, ...]
    faults: tuple[str, ...]


class SoundBody(FormBody):
    """What the host chooses. A field that is missing stays as it is."""

    usage = (
        'Send one or more of {"horn": true, "quiet_from": "22:00", "quiet_to": "07:00", "quiet_now": true,'
        ' "language": "en"}; a language "" is that of each device.'
    )
    horn: bool | None = None
    quiet_from: _Clock = None
    quiet_to: _Clock = None
    quiet_now: bool | None = None
    language: Annotated[str | None, Field(pattern=CODE)] = None


@bp.get("/api/room/sound")
@answers(SoundAnswer)
@needs(HOST)
def send_choice() -> Response:
    """Return what the host has chosen, the host's own recordings, and what is wrong with other files."""
    desk = require(get_parts().sounds)
    own = desk.list_own()
    return jsonify(SoundAnswer(**asdict(desk.choice), own=tuple(sorted(own.files)), faults=own.faults))


@bp.post("/api/room/sound")
@answers(SoundAnswer, takes=SoundBody)
@needs(HOST)
def choose_sound() -> AnyResponse:
    """Choose the sound at the end of a round, the quiet hours, or quiet for now, and return all of it."""
    desk, body = require(get_parts().sounds), read_body(SoundBody)
    chosen = body.model_dump(exclude={"token"}, exclude_none=True)
    choice = replace(desk.choice, **chosen)
    if bool(choice.quiet_from) != bool(choice.quiet_to):
        raise BadRequestBody(
            say("The quiet hours need a beginning and an end."),
            say("Fill in both times. Clear both for no quiet hours."),
        )
    if choice.language not in ("", *list_languages()):
        raise BadRequestBody(
            say("This language is not installed: {language}.", language=choice.language),
            say("Choose one of: {languages}.", languages=", ".join(list_languages())),
        )
    desk.choose(choice)
    return redirect_plain_form("/host") or send_choice()


@bp.get("/sounds")
@answers(dict[str, str])
@needs(GUEST)
def list_own_recordings() -> Response:
    """Return the address of each recording of the host's own, by the name of its line."""
    desk = get_parts().sounds
    files = desk.list_own().files if desk else {}
    return jsonify(
        {
            name: url_for("sounds.send_own_recording", name=name, changed=path.stat().st_mtime_ns)
            for name, path in files.items()
        }
    )


@bp.get("/sounds/<name>/<int:changed>")
@answers("audio/*")
@needs(GUEST)
def send_own_recording(name: str, changed: int) -> Response:  # noqa: ARG001 - only for the browser's cache
    """Send a recording of the host's own."""
    path = require(require(get_parts().sounds).list_own().files.get(name))
    return send_file(path, mimetype=_TYPES[path.suffix], max_age=_YEAR)
