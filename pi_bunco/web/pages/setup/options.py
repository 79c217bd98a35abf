"""Asks for what the sheet leaves open. Nobody is asked: the last page says what is played, and leads here."""

from werkzeug.datastructures import MultiDict

from pi_bunco.paper.pdf_kinds import join_facts
from pi_bunco.sentences import say, say_count
from pi_bunco.web.pages.new.form import fill_options, read_options
from pi_bunco.web.pages.setup.plan import make_plan
from pi_bunco.web.pages.setup.step import Fields, Setup, Step, is_skip
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    if is_skip(fields):
        return setup.answer("options", sets=0, options={})
    sets, options = read_options(fields, make_plan(setup.state, setup.sheets).sheet)
    return setup.answer("options", sets=sets or 0, options=options)


def _view(setup: Setup) -> dict[str, object]:
    state, sheet = setup.state, make_plan(setup.state, setup.sheets).sheet
    fields = MultiDict(fill_options(sheet.slug, state.sets or None, state.options))
    return {"sheet": sheet, "values": fields, "many": {name: fields.getlist(name) for name in fields}}


def _describe(setup: Setup) -> str:
    """Say what is played otherwise than the sheet has it by default."""
    state, sheet = setup.state, make_plan(setup.state, setup.sheets).sheet
    sets = [say_count("{count} set", "{count} sets", state.sets)] if state.sets else []
    chosen = [*sets, *(option.label for option in sheet.options if option.name in state.options)]
    return join_facts(chosen) or say("as printed")


OPTIONS = Step(
    name="options",
    title=say("Options"),
    heading=say("Which options?"),
    skips=say("As printed: what the sheet has by itself."),
    skip=say("As printed"),
    view=_view,
    answer=_answer,
    describe=_describe,
    is_aside=True,
)
"""The step."""
