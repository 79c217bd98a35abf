"""Asks at how many tables the guests sit, and who decides at which."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pi_bunco.limits import TABLES
from pi_bunco.sentences import say
from pi_bunco.web.pages.new.view import view_guests
from pi_bunco.web.pages.setup.plan import GamePlan, make_plan
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.welcome_state import WelcomeState
from pi_bunco.whole_numbers import parse_whole


def _view(setup: Setup) -> Mapping[str, Any]:
    plan = make_plan(setup.state, setup.sheets)
    draws = setup.state.draw and not plan.is_seated
    command = plan.command and replace(plan.command, draw=draws)
    seated = view_guests(replace(command, draw=False), ()) if command and not draws else None
    return {
        "plan": plan,
        "wrong": plan.trouble,
        "it": view_guests(command, ()) if command else None,
        "seated": seated,
        "draws": draws,
    }


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    tables = parse_whole(fields.get("tables", ""), 0, TABLES) or 0
    plan = make_plan(setup.state, setup.sheets)
    draw = setup.state.draw if plan.is_seated else fields.get("draw", "yes") == "yes"
    return setup.answer("tables", tables=0 if tables == plan.fewest else tables, draw=draw)


def _describe(setup: Setup) -> str:
    plan = make_plan(setup.state, setup.sheets)
    return say("{who} decides who sits where", who=_name_who(plan, draws=setup.state.draw))


def _name_who(plan: GamePlan, *, draws: bool) -> str:
    return say("Chance") if draws and not plan.is_seated else say("The list")


TABLES_STEP = Step(
    name="tables",
    title=say("Tables"),
    heading=say("Who sits where?"),
    skips=say("Without your choice, chance decides who sits where, at as few tables as possible."),
    skip="",
    view=_view,
    answer=_answer,
    describe=_describe,
)
"""The step."""
