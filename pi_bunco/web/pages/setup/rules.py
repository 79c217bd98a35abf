"""Asks for the rule sheet. A tap on a sheet chooses it and goes on."""

from pi_bunco.sentences import say
from pi_bunco.web.new_game import find_sheet
from pi_bunco.web.pages.setup.plan import make_plan
from pi_bunco.web.pages.setup.step import Fields, Setup, Step, is_skip
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    chosen = (
        setup.state.rules
        if is_skip(fields)
        else find_sheet(tuple(setup.sheets), fields.get("rules", "")).slug
    )
    if chosen == setup.state.rules:
        return setup.answer("rules", rules=chosen)
    return setup.answer("rules", rules=chosen, sets=0, options={}).forget("options", "tables")


RULES_STEP = Step(
    name="rules",
    title=say("Rules"),
    heading=say("Which rules?"),
    skips=say("Skip: you play by the first sheet."),
    next="",
    view=lambda setup: {"sheets": setup.sheets, "chosen": setup.state.rules},
    answer=_answer,
    describe=lambda setup: make_plan(setup.state, setup.sheets).sheet.title,
)
"""The step."""
