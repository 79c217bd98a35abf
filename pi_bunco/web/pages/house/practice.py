"""A practice round by the sheet in the form."""

import secrets
from collections.abc import Iterator

from flask import make_response, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import HOST
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.practice import END, PracticeRound, count_seats
from pi_bunco.views.words import TARGET_WORDS
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.house.draft import is_playable, read_draft
from pi_bunco.web.pages.house.kind import HOUSE, read_action, serve_editor
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.whole_numbers import parse_whole

_OF_PRACTICE = frozenset({"do", "round", "steps", "die1", "die2", "die3"})
"""The fields that belong to the practice round. All others are the sheet's."""


@HOUSE.routes.post("/house/practice")
@needs(HOST)
def practise() -> Response:
    """Play a practice round by the sheet in the form. It belongs to no game and is stored nowhere."""
    draft, (do, *more) = read_draft(request.form), read_action()
    reading = draft.read()
    sheet = reading.written.sheet
    if not is_playable(reading) or not count_seats(sheet):
        trouble = BadRequestBody(
            say("Nobody can practise by this sheet yet."),
            say("Correct what is marked.")
            if not is_playable(reading)
            else say("Let four players, or fewer, sit at one table."),
        )
        return make_response(serve_editor(draft, request.form.get("stamp", ""), wrong=trouble), 400)
    number = parse_whole(request.form.get("round", ""), 1, LAST_TARGET) or LAST_TARGET
    steps = request.form.get("steps", "").split()
    if do == "begin":
        number, steps = parse_whole("".join(more), 1, LAST_TARGET) or number, []
    elif do in {"throw", "end"}:
        steps += more or ["".join(request.form.get(f"die{place}", "") for place in (1, 2, 3))]
    practice = PracticeRound(sheet, number, steps)
    random = secrets.SystemRandom()
    if do == "one":
        practice.throw(random)
    while do == "all" and practice.throw(random):
        pass
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in _OF_PRACTICE]
    page = serve_page(
        HOUSE,
        "practice",
        it=practice.view(),
        sheet=sheet,
        title=draft.title,
        rounds=[(target, TARGET_WORDS[target - 1]) for target in sheet.targets],
        tries=_list_tries(practice.number),
        end=END,
        kept=kept,
    )
    return make_response(page)


def _list_tries(target: int) -> Iterator[tuple[Sentence, str]]:
    """Yield throws that are worth a try in a round, with their dice."""
    other = next(face for face in range(2, LAST_TARGET + 1) if face != target)
    none = next(face for face in range(LAST_TARGET, 0, -1) if face not in {target, other})
    yield say("A bunco"), f"{target}{target}{target}"
    yield say("Two of the target"), f"{target}{target}{none}"
    yield say("One of the target"), f"{target}{other}{none}"
    yield say("No target"), f"{other}{none}{none}"
    yield say("Three alike below the target"), f"{target - 1}" * 3 if target > 1 else ""
    yield say("Three alike above the target"), f"{target + 1}" * 3 if target < LAST_TARGET else ""
    yield say("Two 1s"), f"11{none}" if target > 1 else ""
    yield say("Three 1s"), "111" if target > 1 else ""
