"""The page that says what is stored about people, the questions before a deletion, and the deletions."""

from pathlib import Path
from typing import Annotated

from flask import Blueprint, Response, make_response, redirect, request
from pydantic import Field
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import HOST
from pi_bunco.game.refused import Refused
from pi_bunco.limits import NUMBER, PHOTOS_FOR_EVER
from pi_bunco.sentences import say
from pi_bunco.store.photos import is_name
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.people.questions import (
    ask_about_evening,
    ask_about_guest,
    ask_about_kept,
    ask_about_photos,
)
from pi_bunco.web.pages.people.view import make_album, make_inventory
from pi_bunco.web.pages.restarting.page import wait_for_restart
from pi_bunco.web.parse import FormBody, read_body
from pi_bunco.web.ports.people import PeopleDesk
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.whole_numbers import parse_whole

PEOPLE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the page about people and photos"),
    routes=Blueprint("people", __name__),
    styles="base people",
)

_SHOWN = 12
"""The number of guests, and of evenings, that are shown at once. The others unfold."""


class GuestBody(FormBody):
    """A guest, by their name."""

    usage = 'Send the name of the guest, such as {"name": "Ann"}.'
    name: str = Field(min_length=1)


class EveningBody(FormBody):
    """An evening, by the number of its game."""

    usage = 'Send the number of the evening, such as {"game": 3}.'
    game: Annotated[int, Field(ge=1, le=NUMBER)]


class DaysBody(FormBody):
    """How many days photos stay."""

    usage = 'Send days, such as {"days": 30}, 0 for this evening only, or 36500 for ever.'
    days: Annotated[int, Field(ge=0, le=PHOTOS_FOR_EVER)]


def get_desk() -> PeopleDesk:
    """Return what knows and deletes what is stored about people."""
    return require(get_parts().people)


@PEOPLE.routes.get("/people")
@needs(HOST)
def show_page() -> str:
    """Show what is stored about whom."""
    parts = get_parts()
    if parts.people is None:
        return serve_page(PEOPLE, "elsewhere", head=get_service().head)
    it = make_inventory(parts.people.view(), parts.door.devices)
    return serve_page(PEOPLE, it=it, shown=_SHOWN)


@PEOPLE.routes.errorhandler(Refused)
def show_refusal(refused: Refused) -> Response:
    """Say why something cannot be deleted now, and what to do."""
    page = serve_page(PEOPLE, "refused", text=refused.text, remedy=refused.remedy)
    return make_response(page, find_status(refused))


@PEOPLE.routes.get("/people/guest")
@needs(HOST)
def ask_guest() -> str:
    """Ask whether a guest must be deleted, by the ``name`` in the address."""
    return serve_page(PEOPLE, "question", it=ask_about_guest(get_desk(), request.args.get("name", "")))


@PEOPLE.routes.post("/people/guest")
@answers("text/html", takes=GuestBody)
@needs(HOST)
def forget_guest() -> AnyResponse:
    """Delete a guest for good: the program starts again for it."""
    get_desk().forget_guest(read_body(GuestBody).name)
    return _wait_for_restart()


@PEOPLE.routes.get("/people/evening/<number>")
@needs(HOST)
def ask_evening(number: str) -> str:
    """Ask whether an evening must be deleted."""
    return serve_page(PEOPLE, "question", it=ask_about_evening(get_desk(), _read_number(number)))


@PEOPLE.routes.post("/people/evening")
@answers("text/html", takes=EveningBody)
@needs(HOST)
def forget_evening() -> AnyResponse:
    """Delete an evening for good: the program starts again for it."""
    get_desk().forget_game(read_body(EveningBody).game)
    return _wait_for_restart()


@PEOPLE.routes.get("/people/photos/<number>")
@needs(HOST)
def show_photos(number: str) -> str:
    """Show the photos of an evening, so that some of them can be ticked and deleted."""
    return serve_page(PEOPLE, "photos", it=make_album(get_desk(), _read_number(number)))


@PEOPLE.routes.post("/people/photos/<number>")
@needs(HOST)
def forget_photos(number: str) -> AnyResponse:
    """Delete the photos of an evening that are ticked, for good."""
    game = _read_number(number)
    names = [name for name in request.form.getlist("photo") if is_name(name)]
    get_desk().forget_photos(names)
    return redirect(f"/people/photos/{game}" if get_desk().list_photos(game) else "/people#photos", 303)


@PEOPLE.routes.get("/people/photos")
@needs(HOST)
def ask_photos() -> str:
    """Ask whether all photos must be deleted."""
    return serve_page(PEOPLE, "question", it=ask_about_photos(get_desk().view()))


@PEOPLE.routes.post("/people/photos")
@needs(HOST)
def forget_all_photos() -> AnyResponse:
    """Delete all photos for good but those of the game that is being played."""
    get_desk().forget_all_photos()
    return redirect("/people#photos", 303)


@PEOPLE.routes.get("/people/kept")
@needs(HOST)
def ask_kept() -> str:
    """Ask whether all pictures that are kept for learning must be deleted."""
    return serve_page(PEOPLE, "question", it=ask_about_kept(get_desk().view()))


@PEOPLE.routes.post("/people/kept")
@needs(HOST)
def forget_kept() -> AnyResponse:
    """Delete all pictures that are kept for learning, for good."""
    get_desk().forget_kept()
    return redirect("/people#photos", 303)


@PEOPLE.routes.post("/people/days")
@answers("text/html", takes=DaysBody)
@needs(HOST)
def choose_days() -> AnyResponse:
    """Let photos stay so many days from now on."""
    get_desk().choose_days(read_body(DaysBody).days)
    return redirect("/people#photos", 303)


@PEOPLE.routes.post("/people/again")
@needs(HOST)
def try_again() -> AnyResponse:
    """Go on with a deletion that is not complete: the program starts again."""
    get_desk().try_again()
    return _wait_for_restart()


@PEOPLE.routes.post("/people/give-up")
@needs(HOST)
def give_up() -> AnyResponse:
    """Forget a deletion that was not possible."""
    get_desk().give_up()
    return redirect("/people", 303)


def _wait_for_restart() -> Response:
    says = say("One moment: this Pi is deleting it, and then starts again.")
    return make_response(wait_for_restart(says, "/people"))


def _read_number(text: str) -> int:
    return require(parse_whole(text, 1))
