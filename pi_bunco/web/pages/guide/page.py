"""The guide for hosts, from the Pi itself: a room without internet has no other way to it."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

from pi_bunco.access.roles import GUEST
from pi_bunco.files.assets import find
from pi_bunco.languages import ENGLISH, find_guide
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.language import choose_language
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.guide.render import render_guide
from pi_bunco.web.serve_pages import serve_page

GUIDE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the guide"),
    routes=Blueprint("guide", __name__),
    styles="base head guide",
)
_HOUR = 3600  # seconds


@GUIDE.routes.get("/guide")
@needs(GUEST)
def show_page() -> str:
    """Show the guide in the language of the device, else in English."""
    own = find_guide(choose_language())
    text = render_guide(own or find("docs/host.md"))
    return serve_page(GUIDE, text=text, written=choose_language() if own else ENGLISH)


@GUIDE.routes.get("/guide/images/<name>")
@answers("image/webp")
@needs(GUEST)
def send_image(name: str) -> Response:
    """Send a picture of the guide."""
    return send_from_directory(find("docs/images"), name, max_age=_HOUR)
