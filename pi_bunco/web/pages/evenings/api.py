"""Past evenings for programs: as JSON, as CSV, and as game records."""

from dataclasses import asdict
from typing import Any

from flask import Response, jsonify

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.views.evenings import EveningSummary
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.evenings.kind import EVENINGS, find_stamp, get_shelf, wait_for_evening, wait_for_list
from pi_bunco.web.pages.evenings.sheet import make_csv


@EVENINGS.routes.get("/api/evenings")
@needs(GUEST)
def send_evenings() -> Response:
    """Return all past evenings, newest first."""
    return jsonify(evenings=[_describe(each) for each in wait_for_list().evenings])


@EVENINGS.routes.get("/api/evenings/<key>")
@needs(GUEST)
def send_evening(key: str) -> Response:
    """Return a past evening with its awards, its finals, its score cards and its rounds."""
    evening = wait_for_evening(key)
    results = evening.results
    return jsonify(
        _describe(evening.summary)
        | {
            "awards": [asdict(line) for line in results.awards],
            "sets": [asdict(line) for line in results.sets],
            "drawn": results.drawn,
            "semi_finalists": results.semi_finalists,
            "finalists": results.finalists,
            "grand_prize": results.grand_prize,
            "cards": [asdict(card) for card in evening.cards],
            "game_cards": [asdict(card) for card in evening.game_cards],
            "rounds": [asdict(each) for each in evening.rounds],
        }
    )


@EVENINGS.routes.get("/api/evenings/<key>/record")
@needs(HOST)  # it says more than the results: each tap, by which kind of device, and when
def send_record(key: str) -> Response:
    """Return the game record of a past evening, as JSON Lines."""
    find_stamp(key)
    record = "\n".join(get_shelf().read_record(key))
    return Response(f"{record}\n", mimetype="application/jsonl")


@EVENINGS.routes.get("/api/evenings/<key>/results.csv")
@needs(GUEST)
def send_results(key: str) -> Response:
    """Return the score cards of a past evening as CSV, for spreadsheets."""
    summary = wait_for_evening(key).summary
    name = f"bunco-{summary.date or key}.csv"
    return Response(
        make_csv(summary.guests, summary.winners),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
        mimetype="text/csv",
    )


def _describe(evening: EveningSummary) -> dict[str, Any]:
    return {**asdict(evening), "date": evening.date, "is_imported": evening.is_imported}
