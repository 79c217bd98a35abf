"""The last page: it sums up everything, and begins the game."""

from collections.abc import Sequence

from flask import g

from pi_bunco.sentences import say
from pi_bunco.web.pages.new.view import view_guests
from pi_bunco.web.pages.setup.plan import GamePlan, make_plan
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.tables import make_table_links
from pi_bunco.web.visitors import act_as, get_visitor
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, _: Fields) -> WelcomeState:
    """Keep the answers as they are. The page of the welcome begins the game, see :func:`begin`."""
    return setup.state


def begin(setup: Setup) -> str:
    """Begin the game, and return where this device goes.

    Before that, this device becomes the host's for good if devices have roles in this game. The other order
    could leave a room without a host if the disk is full.

    Raises
    ------
    Trouble
        If the game cannot begin. Nothing is lost.
    """
    plan = make_plan(setup.state, setup.sheets)
    if plan.command is None:
        assert plan.trouble is not None  # noqa: S101 - one of the two is there
        raise plan.trouble
    if device := setup.desk.make_door(plan.tables).keep_host(get_visitor()):
        act_as(device)
        g.stays_host = True
    path = _find_first_path(plan, setup.desk.camera_tables if setup.state.calibrate else ())
    setup.desk.begin(plan.command, path, shuffle=plan.shuffle)
    return path


def _find_first_path(plan: GamePlan, to_calibrate: Sequence[int]) -> str:
    if to_calibrate and to_calibrate[0] <= plan.tables:
        return f"{make_table_links(to_calibrate[0])['own']}/calibrate"
    return "/host" if plan.tables > 1 else "/t/1"


def _view(setup: Setup) -> dict[str, object]:
    plan = make_plan(setup.state, setup.sheets)
    return {"plan": plan, "wrong": plan.trouble, "it": plan.command and view_guests(plan.command, ())}


READY = Step(
    name="ready",
    title=say("Begin"),
    heading=say("All is ready"),
    next=say("Begin the game"),
    skip="",
    view=_view,
    answer=_answer,
)
"""The step."""
