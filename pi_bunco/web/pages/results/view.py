"""The results page: awards, finals, drawings, claims for staff, costumes, and the score cards."""

from dataclasses import dataclass

from pi_bunco.game.round_key import RoundKey
from pi_bunco.rules.words import AWARDS
from pi_bunco.sentences import say, say_count, say_list
from pi_bunco.views.awards import AwardView, WonSet, list_awards, list_won_sets, say_why_provisional
from pi_bunco.views.claims import ClaimLine
from pi_bunco.views.score_cards import ScoreCardView, make_score_cards
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.staff.view import say_progress


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of the finals: its title, the players, and whether it is the grand prize."""

    title: str
    who: str
    grand: bool


@dataclass(frozen=True, slots=True)
class AwardsView:
    """The awards so far, why they are provisional, and who won the sets.

    ``has_lottery``: whether a loser lottery can be drawn. ``drawn``: who was drawn in one.
    """

    awards: tuple[AwardView, ...]
    final: bool
    provisional: str
    sets: tuple[WonSet, ...]
    has_lottery: bool = False
    drawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawingsView:
    """Who was drawn by chance, and the label of the button that draws; ``""``: nobody can be drawn now.

    ``seen``: the moment that the page shows.
    """

    drawn: tuple[str, ...]
    button: str
    seen: str


@dataclass(frozen=True, slots=True)
class TeamProgress:
    """How far the staff of a team are: its number, how it is called, and the progress in words."""

    number: int
    title: str
    progress: str


@dataclass(frozen=True, slots=True)
class StaffView:
    """How far the staff are in all and in each team, and the claims that somebody doubts."""

    progress: str
    teams: tuple[TeamProgress, ...]
    doubted: tuple[ClaimLine, ...]


@dataclass(frozen=True, slots=True)
class CostumeChoice:
    """A choice for the best costume: a player, or a team by its number."""

    label: str
    chosen: bool
    best: str = ""
    team: int | None = None


@dataclass(frozen=True, slots=True)
class CostumePrize:
    """One best costume that the judge names: of each team, of all, or a team's. Its title, and the choices.

    ``among``: whom a player is the best of, ``group`` or ``room``; ``""`` if teams are judged.
    """

    title: str
    among: str
    choices: tuple[CostumeChoice, ...]


@dataclass(frozen=True, slots=True)
class CostumesView:
    """The best costumes that the judge names, and the moment that the page shows."""

    prizes: tuple[CostumePrize, ...]
    seen: str


@dataclass(frozen=True, slots=True)
class ResultsColumnView:
    """The column beside the awards: the claims for staff, the costumes, the drawings."""

    staff: StaffView | None
    costumes: CostumesView | None
    drawings: DrawingsView | None


@dataclass(frozen=True, slots=True)
class CardsView:
    """The score cards of all guests, how many rounds were played, and the step that the host can undo.

    In a semi-final its cards come first, and those of the game follow. ``seen`` is the moment of the page.
    """

    cards: tuple[ScoreCardView, ...]
    rounds: str
    undo: tuple[int, str] | None
    seen: str


@dataclass(frozen=True, slots=True)
class SetRounds:
    """The rounds of a set, with a link to each."""

    title: str
    rounds: tuple[RoundKey, ...]


@dataclass(frozen=True, slots=True)
class AwardChoice:
    """A line in the host's form: what an award is for, among whom, and its prize."""

    what: str
    among: str
    prize: str


@dataclass(frozen=True, slots=True)
class OfferView:
    """The host's form: the awards, the next one to add, and the choices."""

    lines: tuple[AwardChoice, ...]
    another: AwardChoice
    what: tuple[tuple[str, str], ...]
    among: tuple[tuple[str, str], ...]


def list_finals(view: TableView) -> tuple[FinalLine, ...]:
    """Return the finals so far."""
    results = view.results
    lines = (
        (say("Grand prize"), (results.grand_prize,) if results.grand_prize else ()),
        (say("Final table"), results.finalists),
        (say("Semi-final"), results.semi_finalists),
    )
    return tuple(
        FinalLine(title, say_list(names), grand=at == 0) for at, (title, names) in enumerate(lines) if names
    )


def make_awards(view: TableView) -> AwardsView:
    """Return the awards so far."""
    results = view.results
    return AwardsView(
        list_awards(results),
        bool(results.final and results.awards),
        say_why_provisional(view),
        list_won_sets(results),
        results.has_lottery,
        tuple(name for line in results.awards if line.what == "loser_lottery" for name in line.winners),
    )


def make_drawings(view: TableView) -> DrawingsView | None:
    """Return who was drawn; ``None`` if nobody was drawn and nobody can be drawn."""
    button = view.can.draw if view.phase != "draw" else None
    if not view.results.drawn and not button:
        return None
    return DrawingsView(view.results.drawn, button or "", view.here.seen)


def make_results_column(view: TableView) -> ResultsColumnView:
    """Return the column beside the awards."""
    return ResultsColumnView(make_staff(view), make_costumes(view), make_drawings(view))


def make_staff(view: TableView) -> StaffView | None:
    """Return how far the staff are, ``None`` if the sheet has nothing to confirm."""
    claims = view.results.claims
    if not (claims or view.results.verifies):
        return None
    by_team = {
        number: [claim for claim in claims if claim.team == number]
        for number in range(1, len(view.results.teams) + 1)
    }
    teams = (
        TeamProgress(number, view.results.teams[number - 1], say_progress(of_team))
        for number, of_team in by_team.items()
    )
    return StaffView(say_progress(claims), tuple(teams), tuple(claim for claim in claims if claim.doubted))


def make_costumes(view: TableView) -> CostumesView | None:
    """Return the choices for the best costume, ``None`` if there is no such award."""
    lines = [line for line in view.results.awards if line.what == "costume"]
    if not lines:
        return None
    names = [card.name for card in view.game_cards or view.cards]
    prizes = []
    for among, title in _COSTUMES.items():
        best = [line.winners for line in lines if line.among == among]
        chosen = {name for winners in best for name in winners}
        if among == "groups":
            choices = [
                CostumeChoice(label, label in chosen, team=number)
                for number, label in enumerate(view.results.teams, 1)
            ]
        else:
            choices = [CostumeChoice(name, name in chosen, best=name) for name in names]
        if best:
            prizes.append(CostumePrize(title, among if among != "groups" else "", tuple(choices)))
    return CostumesView(tuple(prizes), view.here.seen)


_COSTUMES = {
    "group": say("In each team"),
    "room": say("Of all guests"),
    "groups": say("Of the teams"),
}


def make_cards(view: TableView) -> CardsView:
    """Return the score cards."""
    rounds = say_count("{count} round played", "{count} rounds played", len(view.rounds))
    undo = view.can.undo
    step = (undo.seq, undo.what) if undo and undo.host else None
    return CardsView(make_score_cards(view), rounds, step, view.here.seen)


def list_rounds(view: TableView) -> tuple[SetRounds, ...]:
    """Return the rounds that were played, set by set; in a semi-final those of the semi-final."""
    semi_final = view.stage == "semi_final"
    keys = [RoundKey(line.set, line.round, semi_final) for line in view.rounds]
    return tuple(
        SetRounds(
            say("Semi-final") if semi_final else say("Set {set}", set=at),
            tuple(key for key in keys if key.set == at),
        )
        for at in sorted({key.set for key in keys})
    )


def make_offer(view: TableView) -> OfferView:
    """Return the host's form for awards. One that is given in each team is there once.

    Traveling can be chosen only if a bag travels.
    """
    awards = view.results.awards
    first = next((line.team for line in awards if line.among == "group"), "")
    lines = [
        AwardChoice(line.what, line.among, line.prize)
        for line in awards
        if line.among != "group" or line.team == first
    ]
    taken = {line.what for line in lines}
    choices = [what for what in AWARDS if what != "traveling" or what in taken or view.results.travels]
    another = next((what for what in choices if what not in taken), "most_buncos")
    what = tuple((what, AWARDS[what]) for what in choices)
    among = (("room", say("of everybody")), ("group", say("in each team")), ("groups", say("the best team")))
    return OfferView((*lines,), AwardChoice(another, "room", ""), what, among)
