"""Past evenings for programs: as JSON, as CSV, and as game records."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from flask import Response, jsonify

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.views.evenings import EveningSummary, PastRound
from pi_bunco.views.results import AwardLine, GuestCard, SetLine
from pi_bunco.web.answers import answers
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.evenings.kind import EVENINGS, find_stamp, get_shelf, wait_for_evening, wait_for_list
from pi_bunco.web.pages.evenings.sheet import make_csv


@dataclass(frozen=True, slots=True)
class EveningsAnswer:
    """All past evenings, newest first."""

    evenings: tuple[EveningSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeEvening(EveningSummary):
    """An evening with all that its page shows.

    Attributes
    ----------
    awards, sets, drawn, semi_finalists, finalists, grand_prize
        As in the results of a table's view.
    cards, game_cards
        The score cards of its guests; after a semi-final those of the semi-final, and those of the game.
    rounds
        Its rounds, oldest first.
    """

    awards: tuple[AwardLine, ...]
    sets: tuple[SetLine, ...]
    drawn: tuple[str, ...]
    semi_finalists: tuple[str, ...]
    finalists: tuple[str, ...]
    grand_prize: str | None
    cards: tuple[GuestCard, ...]
    game_cards: tuple[GuestCard, ...]
    rounds: tuple[PastRound, ...]  # type: ignore[assignment] # lists have only their number


@EVENINGS.routes.get("/api/evenings")
@answers(EveningsAnswer)
@needs(GUEST)
def send_evenings() -> Response:
    """Return all past evenings, newest first."""
    return jsonify(evenings=[_describe(each) for each in wait_for_list().evenings])


@EVENINGS.routes.get("/api/evenings/<key>")
@answers(WholeEvening)
@needs(GUEST)
def send_evening(key: str) -> Response:
    """Return a past evening with its awards, its finals, its score cards and its rounds."""
    evening = wait_for_evening(key)
    own = {
        each.name: getattr(evening.summary, each.name)
        for each in fields(evening.summary)
        if each.name != "rounds"
    }
    named = ("awards", "sets", "drawn", "semi_finalists", "finalists", "grand_prize")
    whole = WholeEvening(
        **own,
        **{name: getattr(evening.results, name) for name in named},
        cards=tuple(evening.cards),
        game_cards=tuple(evening.game_cards),
        rounds=tuple(evening.rounds),
    )
    return jsonify(_describe(whole))


@EVENINGS.routes.get("/api/evenings/<key>/record")
@answers("application/jsonl")
@needs(HOST)  # it says more than the results: each tap, by which kind of device, and when
def send_record(key: str) -> Response:
    """Return the game record of a past evening, as JSON Lines."""
    find_stamp(key)
    record = "\n".join(get_shelf().read_record(key))
    return Response(f"{record}\n", mimetype="application/jsonl")


@EVENINGS.routes.get("/api/evenings/<key>/results.csv")
@answers("text/csv")
@needs(GUEST)
def send_results(key: str) -> Response:
    """Return the score cards of a past evening as CSV, for spreadsheets."""
    evening = wait_for_evening(key)
    summary, teams = evening.summary, {card.name: card.team for card in evening.cards if card.team}
    name = f"bunco-{summary.date or key}.csv"
    return Response(
        make_csv(summary.guests, summary.winners, teams),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        mimetype="text/csv",
    )


def _describe(evening: EveningSummary) -> dict[str, Any]:
    return {**asdict(evening), "date": evening.date, "is_imported": evening.is_imported}
