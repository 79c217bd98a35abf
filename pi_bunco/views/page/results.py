"""The results: awards, finals, drawings, what staff and the judge do, and the score cards."""

from dataclasses import dataclass

from pi_bunco.rules.words import AWARDS
from pi_bunco.sentences import say, say_count, say_list
from pi_bunco.views.page.over import (
    AwardView,
    ScoreCardView,
    WonSet,
    awards,
    provisional,
    score_cards,
    won_sets,
)
from pi_bunco.views.rounds import RoundKey
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class FinalLine:
    """A line of the finals: what for, who, and whether it is the grand prize."""

    title: str
    who: str
    grand: bool


@dataclass(frozen=True, slots=True)
class AwardsView:
    """The awards as they stand, what they wait for, and who won the sets."""

    awards: tuple[AwardView, ...]
    final: bool
    waits: str
    sets: tuple[WonSet, ...]


@dataclass(frozen=True, slots=True)
class DrawingsView:
    """Who was drawn, and what the button says that draws; ``""``: nobody can be drawn."""

    drawn: tuple[str, ...]
    button: str


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Something on a player's card that staff confirm.

    Attributes
    ----------
    key, what, confirmed
        Its key, what it is, and whether it is confirmed.
    label
        The button, for those who listen.
    where, dice
        At which table and with which score it was, and the dice of a throw.
    address
        Where its throw is shown with the photo, ``""``: it has none.
    """

    key: str
    what: str
    confirmed: bool
    label: str
    where: str
    dice: tuple[int, ...]
    address: str


@dataclass(frozen=True, slots=True)
class PlayerClaims:
    """What staff confirm on the card of one player."""

    name: str
    claims: tuple[ClaimView, ...]
    all: str

    @property
    def open(self) -> tuple[str, ...]:
        """The keys of what is not confirmed."""
        return tuple(claim.key for claim in self.claims if not claim.confirmed)


@dataclass(frozen=True, slots=True)
class StaffView:
    """What staff confirm, player by player, and how far they are."""

    progress: str
    players: tuple[PlayerClaims, ...]


@dataclass(frozen=True, slots=True)
class CostumeChoice:
    """Somebody whose costume may be best: a player, or a team by its number."""

    label: str
    chosen: bool
    best: str = ""
    team: int | None = None


@dataclass(frozen=True, slots=True)
class CostumesView:
    """What the judge chooses from; nothing where no award is for costumes."""

    players: tuple[CostumeChoice, ...]
    teams: tuple[CostumeChoice, ...]


@dataclass(frozen=True, slots=True)
class BesideView:
    """What stands beside the awards: what staff confirm, whose costume is best, who was drawn."""

    staff: StaffView | None
    costumes: CostumesView | None
    drawings: DrawingsView | None


@dataclass(frozen=True, slots=True)
class CardsView:
    """The score cards of all guests, how many rounds are on them, and the host's newest step.

    ``cards``: those of the game; of a semi-final first, where one is played.
    """

    cards: tuple[ScoreCardView, ...]
    rounds: str
    undo: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class SetOfRounds:
    """The rounds of a set that people can look back at."""

    title: str
    rounds: tuple[RoundKey, ...]


@dataclass(frozen=True, slots=True)
class GivenAward:
    """A line of the host's form: what an award is for, among whom, and what it brings."""

    what: str
    among: str
    prize: str


@dataclass(frozen=True, slots=True)
class OfferView:
    """The host's form: the awards that are given, the next one to add, and what can be chosen."""

    lines: tuple[GivenAward, ...]
    another: GivenAward
    what: tuple[tuple[str, str], ...]
    among: tuple[tuple[str, str], ...]


def describe_progress(view: TableView) -> str:
    """Say what was played, and how far it has come."""
    if view.phase == "over":
        return say("{title}, the end", title=view.title)
    if view.need:
        return say("{title}: {what}", title=view.title, what=view.need.title)
    at = say("set {set} of {sets}, round {round}", set=view.set, sets=view.sets, round=view.round)
    if view.stage == "semi_final":
        return say("{title}, semi-final, {at}", title=view.title, at=at)
    return say("{title}, {at}", title=view.title, at=at)


def finals(view: TableView) -> tuple[FinalLine, ...]:
    """Return how far the finals have come."""
    results = view.results
    lines = (
        FinalLine(say("Grand prize"), results.grand_prize or "", grand=True),
        FinalLine(say("Final table"), _list(results.finalists), grand=False),
        FinalLine(say("Semi-final"), _list(results.semi_finalists), grand=False),
    )
    return tuple(line for line in lines if line.who)


def make_awards(view: TableView) -> AwardsView:
    """Return the awards as they stand."""
    results = view.results
    return AwardsView(
        awards(results), bool(results.final and results.awards), provisional(view), won_sets(results)
    )


def drawings(view: TableView) -> DrawingsView | None:
    """Return who was drawn, ``None`` where nobody was and can be."""
    may = view.can.draw if view.phase != "draw" else None
    return DrawingsView(view.results.drawn, may or "") if view.results.drawn or may else None


def beside(view: TableView) -> BesideView:
    """Return what stands beside the awards."""
    return BesideView(staff(view), costumes(view), drawings(view))


def staff(view: TableView) -> StaffView | None:
    """Return what staff confirm, ``None`` where the sheet has nothing confirmed."""
    claims = view.results.claims
    if not claims:
        return None
    # Those at the head table come first.
    names = dict.fromkeys([*(player.name for player in view.players), *(claim.player for claim in claims)])
    done = sum(claim.confirmed for claim in claims)
    players = []
    for name in names:
        own = tuple(
            ClaimView(
                claim.key,
                claim.what,
                claim.confirmed,
                say("Confirmed: {name}, {what}", name=name, what=claim.what)
                if claim.confirmed
                else say("Confirm: {name}, {what}", name=name, what=claim.what),
                claim.where,
                claim.dice,
                f"/t/{claim.table}/throw/{claim.seq}" if claim.table and claim.seq else "",
            )
            for claim in claims
            if claim.player == name
        )
        if own:
            players.append(PlayerClaims(name, own, say("Confirm all of {name}", name=name)))
    progress = (
        say("all confirmed")
        if done == len(claims)
        else say("{done} of {all} confirmed", done=done, all=len(claims))
    )
    return StaffView(progress, tuple(players))


def costumes(view: TableView) -> CostumesView | None:
    """Return whose costume may be best, ``None`` where no award is for it."""
    lines = [line for line in view.results.awards if line.what == "costume"]
    if not lines:
        return None
    best = {name for line in lines for name in line.winners}
    players: tuple[CostumeChoice, ...] = ()
    if any(line.among != "groups" for line in lines):
        people = [card.name for card in view.game_cards or view.cards]
        players = tuple(CostumeChoice(name, name in best, best=name) for name in people)
    teams: tuple[CostumeChoice, ...] = ()
    if any(line.among == "groups" for line in lines):
        labels = {number: say("Team {number}", number=number) for number in range(1, _teams(view) + 1)}
        teams = tuple(CostumeChoice(label, label in best, team=number) for number, label in labels.items())
    return CostumesView(players, teams)


def cards(view: TableView) -> CardsView:
    """Return the score cards."""
    rounds = say_count("{count} round played", "{count} rounds played", len(view.rounds))
    undo = view.can.undo
    return CardsView(score_cards(view), rounds, (undo.seq, undo.what) if undo and undo.host else None)


def rounds(view: TableView) -> tuple[SetOfRounds, ...]:
    """Return the rounds that were played, set by set, of the semi-final where that is played."""
    semi_final = view.stage == "semi_final"
    keys = [RoundKey(line.set, line.round, semi_final) for line in view.rounds]
    return tuple(
        SetOfRounds(
            say("Semi-final") if semi_final else say("Set {set}", set=at),
            tuple(key for key in keys if key.set == at),
        )
        for at in sorted({key.set for key in keys})
    )


def offer(view: TableView) -> OfferView:
    """Return the host's form for awards; an award that is given in each team stands once."""
    lines = dict.fromkeys(GivenAward(one.what, one.among, one.prize) for one in view.results.awards)
    taken = {line.what for line in lines}
    another = next((what for what in AWARDS if what not in taken), "most_buncos")
    among = (("room", say("of everybody")), ("group", say("in each team")), ("groups", say("the best team")))
    return OfferView(tuple(lines), GivenAward(another, "room", ""), tuple(AWARDS.items()), among)


def _list(names: tuple[str, ...]) -> str:
    return say_list(names) if names else ""


def _teams(view: TableView) -> int:
    """Return how many teams there are; a room of one team has no other."""
    numbers = ["".join(filter(str.isdigit, line.team)) for line in view.results.awards]
    return max([1, *(int(number) for number in numbers if number)])
