"""The part of the host's page about sounds: the end of a round, the language, quiet hours, and recordings."""

from pi_bunco.access.roles import HOST
from pi_bunco.languages import NAMES
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import require
from pi_bunco.web.language import list_languages, render_page
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.host.kind import HOST_PAGE


@HOST_PAGE.routes.get("/host/sound")
@needs(HOST)
def send_sound() -> str:
    """Send what the host has chosen, and what is wrong with recordings of their own."""
    desk = require(get_parts().sounds)
    quiet = get_service().view_room().sound.quiet
    languages = [(code, NAMES.get(code, code)) for code in list_languages()]
    return render_page(
        "host/blocks/host_sound.html",
        it=desk.choice,
        own=desk.list_own(),
        quiet=quiet,
        names=languages if len(languages) > 1 else (),
    )
