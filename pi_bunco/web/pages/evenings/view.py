"""Says in words what past evenings and the league are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pi_bunco.sentences import Sentence, say, say_count, say_list
from pi_bunco.store.photos import is_name
from pi_bunco.views.awards import AwardView, WonSet, list_awards, list_won_sets
from pi_bunco.views.evenings import BuncoPhoto, EveningSummary, PastEvening, PastRound
from pi_bunco.views.league import League, PointsRule, counts
from pi_bunco.views.results import GuestCard
from pi_bunco.views.rounds import say_result
from pi_bunco.views.score_cards import CardLine, ScoreCardView

RULES: Mapping[PointsRule, Sentence] = {
    "wins": say("Rounds won"),
    "points": say("Points"),
    "attendance": say("Attendance"),
}
"""What brings points in the league, in words."""
_MANY = 4
"""With more winners than this, only some of them are named in the list."""


@dataclass(frozen=True, slots=True)
class PastLine:
    """An evening in the list: its key, its day, its sheet, who won, and how many were there.

    ``note``: what is unusual about it; ``None``: nothing.
    """

    key: str
    date: str
    title: str
    winners: str
    says: Sentence
    note: Sentence | None


@dataclass(frozen=True, slots=True)
class PastYear:
    """The evenings of a year, newest first."""

    year: str
    evenings: tuple[PastLine, ...]


@dataclass(frozen=True, slots=True)
class PastSet:
    """The rounds of a set: its title, and for each round its number and how it ended at each table."""

    title: Sentence
    rounds: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class PastPage:
    """All that the page of an evening shows.

    Attributes
    ----------
    line
        Its line in the list.
    guests
        The names of its guests.
    winners
        Who won it.
    finals
        Its finals, each with its title and names; the first one is the grand prize, if there is one.
    awards, sets, drawn
        Its awards, who won its sets, and who was drawn.
    cards
        The score cards.
    rounds
        Its rounds, set by set.
    buncos
        The photos of its buncos.
    is_imported
        Whether it came from another Pi as a file.
    has_ledger
        Whether its record has entries about money.
    fault
        Why it cannot be read; ``""``: it can.
    """

    line: PastLine
    guests: tuple[str, ...]
    winners: str
    finals: tuple[tuple[Sentence, str], ...]
    awards: tuple[AwardView, ...]
    sets: tuple[WonSet, ...]
    drawn: tuple[str, ...]
    cards: tuple[ScoreCardView, ...]
    rounds: tuple[PastSet, ...]
    buncos: tuple[BuncoPhoto, ...]
    is_imported: bool
    has_ledger: bool
    fault: str


def list_years(evenings: Sequence[EveningSummary]) -> tuple[PastYear, ...]:
    """Return the evenings, newest first, year by year."""
    years = groupby(evenings, key=lambda evening: evening.date[:4])
    return tuple(PastYear(year, tuple(map(make_line, each))) for year, each in years)


def make_line(evening: EveningSummary) -> PastLine:
    """Return the line of an evening in the list."""
    winners = evening.winners
    if len(winners) > _MANY:
        others = say("{count} others", count=len(winners) - _MANY + 1)
        winners = (*winners[: _MANY - 1], others)
    guests = say_count("{count} guest", "{count} guests", len(evening.guests))
    tables = say_count("{count} table", "{count} tables", evening.tables)
    return PastLine(
        evening.key,
        evening.date,
        evening.title,
        say_list(winners) if winners else "",
        say("{guests}, {tables}", guests=guests, tables=tables),
        _say_note(evening),
    )


def make_page(evening: PastEvening, has_photo: Mapping[str, bool]) -> PastPage:
    """Return what the page of an evening shows.

    Parameters
    ----------
    evening
        The evening.
    has_photo
        For each photo that its record names, whether it is still there.
    """
    summary, results = evening.summary, evening.results
    finals = (
        (say("Grand prize"), (results.grand_prize,) if results.grand_prize else ()),
        (say("Final table"), results.finalists),
        (say("Semi-final"), results.semi_finalists),
    )
    title = say("Semi-final") if evening.game_cards else say("Score card")
    cards = ((title, evening.cards), (say("The game"), evening.game_cards))
    return PastPage(
        make_line(summary),
        tuple(guest.name for guest in summary.guests),
        say_list(summary.winners) if summary.winners else "",
        tuple((title, say_list(names)) for title, names in finals if names),
        list_awards(results),
        list_won_sets(results),
        results.drawn,
        tuple(_make_card(title, each, summary.winners) for title, each in cards if each),
        tuple(_list_sets(evening.rounds)),
        tuple(photo for photo in evening.buncos if has_photo.get(photo.image)),
        summary.is_imported,
        evening.has_ledger,
        summary.fault,
    )


def list_images(evening: PastEvening) -> tuple[str, ...]:
    """Return the names of the photos of the buncos of an evening. A record may name anything."""
    return tuple(dict.fromkeys(photo.image for photo in evening.buncos if is_name(photo.image)))


def list_counting(
    evenings: Sequence[EveningSummary], league: League
) -> tuple[tuple[PastLine, str, bool], ...]:
    """Return the evenings that may count in the league, newest first: line, identity, and whether it does."""
    everything = League()
    return tuple(
        (make_line(each), each.identity, counts(each, league))
        for each in evenings
        if counts(each, everything) and each.date >= league.since
    )


def say_league(count: int) -> Sentence:
    """Return how many evenings count."""
    return say_count("{count} evening counts", "{count} evenings count", count)


def _say_note(evening: EveningSummary) -> Sentence | None:
    if evening.fault:
        return say("cannot be read by this version")
    if evening.is_demo:
        return say("a demonstration: nobody played it")
    if not evening.is_over:
        return say("not played to its end")
    return say("from another Pi") if evening.is_imported else None


def _make_card(title: Sentence, cards: Sequence[GuestCard], winners: Sequence[str]) -> ScoreCardView:
    best = sorted(cards, key=lambda card: (-card.wins, -card.buncos, -card.points))
    return ScoreCardView(title, tuple(CardLine(card, card.name in winners) for card in best))


def _list_sets(rounds: Sequence[PastRound]) -> list[PastSet]:
    sets = groupby(rounds, key=lambda each: (each.is_semi_final, each.set))
    return [
        PastSet(
            say("Semi-final") if semi else say("Set {set}", set=number),
            tuple((at.round, _list_tables(at)) for at in each),
        )
        for (semi, number), each in sets
    ]


def _list_tables(at: PastRound) -> tuple[tuple[int, str], ...]:
    said = ((number, say_result(line)) for number, line in enumerate(at.tables, 1))
    return tuple((number, words or say("not decided")) for number, words in said)
