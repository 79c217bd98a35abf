"""The results of a game, without its rounds: score cards, awards, set winners, drawings, finals, claims."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from pi_bunco.game.book import Book
from pi_bunco.game.line_format import write_line
from pi_bunco.game.lines import Line
from pi_bunco.game.money_desk import find_ledger, find_prizes
from pi_bunco.money.amounts import Currency
from pi_bunco.money.prizes import name_receiver
from pi_bunco.money.shares import find_currency, say_share
from pi_bunco.rules import Card, Game
from pi_bunco.rules.night import AwardResult, say_team
from pi_bunco.rules.words import name_award, say_award_count
from pi_bunco.sentences import say
from pi_bunco.views.claims import ClaimLine, list_claim_lines


@dataclass(frozen=True, slots=True)
class AwardLine:
    """An award and who has earned it so far.

    Attributes
    ----------
    what, among
        What it is for, and who can earn it, as in the record.
    title, team
        Its name, and the team whose players can earn it; ``""``: the whole room.
    winners, count
        Who has earned it, and how many they have. If several are equal, all are listed.
    left
        Those of the winners who have left.
    prize, share
        The prize, and the share of each of several winners.
    payees
        Who gets the prize by the ledger, if not the winners: after a roll-off, with one prize a person, or if
        a winner is not here. Empty: nobody does. ``None``: the winners.
    unconfirmed
        How many of its claims staff have not confirmed yet.
    final
        Whether it can be handed over.
    """

    what: str
    among: str
    title: str
    team: str
    winners: tuple[str, ...]
    count: str
    prize: str
    share: str
    unconfirmed: int
    final: bool
    left: tuple[str, ...] = ()
    payees: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SetLine:
    """Who won a set, and how. During a roll-off it has no winners."""

    set: int
    winners: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class DrawnName:
    """The name that was drawn last.

    Attributes
    ----------
    name
        The player.
    purpose
        What they were drawn for, in words.
    prize
        Their prize; ``""``: none, or none is named.
    instead
        Who was drawn for the same before, and was undone or is not here; ``""``: nobody.
    seq
        The number of its event.
    absent
        Whether they are not here.
    """

    name: str
    purpose: str
    prize: str = ""
    instead: str = ""
    seq: int = 0
    absent: bool = False

    @property
    def replaces(self) -> str:
        """Whom the name replaces, in words; ``""``: nobody.

        >>> DrawnName("Bob", "The drawing", instead="Ann").replaces
        'instead of Ann'
        >>> DrawnName("Bob", "The drawing", instead="Ann", absent=True).replaces
        'instead of Ann, who is not here'
        """
        if self.absent:
            return say("instead of {name}, who is not here", name=self.instead)
        return say("instead of {name}", name=self.instead) if self.instead else ""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a game, without its rounds.

    Attributes
    ----------
    awards, sets
        The awards, and the sets that have a winner of their own. While another Pi may have throws of the last
        round, its set is not among them.
    drawn
        Who was drawn at the breaks, and what they got.
    newest
        The name that was drawn last, for anything; ``None``: none since the last bell.
    claims
        The claims that staff confirm; none if nothing has to be confirmed on this sheet.
    semi_finalists, finalists, grand_prize
        The finals so far.
    final
        Whether everything can be handed over.
    travels
        Whether a bag travels, so that there can be an award for it.
    has_lottery
        Whether a loser lottery can be drawn now.
    verifies
        Whether staff confirm something on this sheet.
    teams, members
        What each team is called, and who plays in it, team 1 first.
    ids
        Whether winners must be here with a valid ID.
    """

    awards: tuple[AwardLine, ...] = ()
    sets: tuple[SetLine, ...] = ()
    drawn: tuple[str, ...] = ()
    claims: tuple[ClaimLine, ...] = ()
    semi_finalists: tuple[str, ...] = ()
    finalists: tuple[str, ...] = ()
    grand_prize: str | None = None
    final: bool = False
    travels: bool = False
    newest: DrawnName | None = None
    has_lottery: bool = False
    verifies: bool = False
    teams: tuple[str, ...] = ()
    members: tuple[tuple[str, ...], ...] = ()
    ids: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestCard(Card):
    """A guest's score card so far.

    Attributes
    ----------
    name
        The guest.
    bag
        Whether they have the traveling bag.
    team
        How their team is called; ``""``: they have none.
    marks
        For each set that has begun, and for each of its rounds: whether they won it.
    """

    name: str
    bag: bool
    marks: tuple[tuple[bool, ...], ...]
    team: str = ""


def make_guest_cards(
    game: Game, names: Iterable[str], teams: Mapping[str, str] = MappingProxyType({})
) -> tuple[GuestCard, ...]:
    """Return the score cards of these guests in this order, with their teams. Ghosts have no card."""
    # A round that has just begun has no winners, and no place on the cards.
    rounds = [done for done in game.rounds if any(table.winners for table in done.tables)]
    sets: dict[int, list[int]] = {}
    won: set[tuple[str, int, int]] = set()
    for done in rounds:
        sets.setdefault(done.set, []).append(done.round)
        won.update((name, done.set, done.round) for table in done.tables for name in table.winners)
    return tuple(
        GuestCard(
            name=name,
            bag=name == game.bag,
            team=teams.get(name, ""),
            marks=tuple(tuple((name, set_, round_) in won for round_ in each) for set_, each in sets.items()),
            **asdict(game.players[name]),
        )
        for name in names
        if name in game.players
    )


def make_results(book: Book) -> Results:
    """Return the results as a page shows them."""
    night, is_settled = book.night, not book.unsettled[0]
    teams = tuple(say_team(number, night.team_names) for number in range(1, len(night.groups) + 1))
    finals, ledger = night.finals, book.derive(find_ledger)
    currency = find_currency(ledger, night)
    open_set = None if is_settled or not book.game.finished else book.game.finished[-1].set
    return Results(
        awards=tuple(
            replace(_make_award_line(result, teams, currency), payees=payees)
            for result, payees in zip(night.awards, _list_payees(book), strict=True)
        ),
        sets=tuple(SetLine(won.set, won.winners, _HOW[won.by]) for won in night.sets if won.set != open_set),
        drawn=tuple(say("{player}: {prize}", player=drawn.player, prize=drawn.prize) if drawn.prize
                    else drawn.player for drawn in night.drawings.drawn),
        claims=list_claim_lines(book),
        semi_finalists=tuple(place.player for place in finals.semi_finalists) if finals else (),
        finalists=tuple(place.player for place in finals.finalists) if finals else (),
        grand_prize=finals.grand_prize if finals else None,
        final=night.final and is_settled,
        travels=book.game.header.options.traveling is not None,
        newest=find_newest_drawing(book),
        has_lottery=is_settled and any(each.among and not each.drawn for each in night.lotteries),
        verifies=bool(book.game.sheet.verified),
        teams=teams,
        members=tuple(map(tuple, night.groups)),
        ids=ledger.plan.ids,
    )  # fmt: skip


def _list_payees(book: Book) -> Iterator[tuple[str, ...] | None]:
    """Yield for each award who gets its prize; ``None``: its winners, or it has no prize."""
    night, ledger = book.night, book.derive(find_ledger)
    prizes = book.derive(find_prizes) if night.over and (ledger.is_planned or ledger.entries) else ()
    for at, result in enumerate(night.awards):
        receivers = [payout.receiver for payout in prizes[at].payouts] if prizes else []
        is_other = set(receivers) != {*(result.winning_groups or result.winners)}
        is_known = bool(prizes and result.award.prize)
        yield tuple(name_receiver(each, night) for each in receivers) if is_known and is_other else None


_PURPOSES = {
    "four": say("A place in the semi-final"),
    "semi_finalist": say("A place at the final table"),
    "wild_card": say("The wild card of the final"),
    "award:drawn": say("The loser lottery"),
}


def find_newest_drawing(book: Book) -> DrawnName | None:
    """Return the name that was drawn last since the last bell, ``None`` if there is none."""
    newest, gone, undone = None, book.gone, dict[object, str]()
    for seq, line in enumerate(book.get_lines_from(book.last_bell + 1), book.last_bell + 1):
        if line.name not in _DRAWINGS or seq in book.night.ignored:
            continue
        raw = write_line(line)
        purpose, name = raw.get("for", line.name), str(raw.get("player"))
        if seq in gone:
            undone[purpose] = name
        else:
            before, absent = undone.pop(purpose, ""), str(raw.get("instead") or "")
            newest = DrawnName(
                name,
                _PURPOSES.get(str(purpose), say("The drawing")),
                str(raw.get("prize") or _find_lottery_prize(book, line, name)),
                absent or (before if before != name else ""),
                seq,
                bool(absent),
            )
    return newest


def _find_lottery_prize(book: Book, line: Line, name: str) -> str:
    lotteries = book.night.lotteries if line.name == "award:drawn" else ()
    return next((lottery.prize for lottery in lotteries if lottery.drawn == name), "")


_DRAWINGS = ("casino:drawing", "tournament:drawn", "award:drawn")


def _make_award_line(result: AwardResult, teams: Sequence[str], currency: Currency) -> AwardLine:
    award = result.award
    groups = tuple(teams[number - 1] for number in result.winning_groups)
    return AwardLine(
        what=award.what,
        among=award.among,
        title=name_award(award),
        team=teams[result.group - 1] if result.group and len(teams) > 1 else "",
        winners=result.winners or groups,
        count=say_award_count(award.what, result.count),
        prize=award.prize,
        share=say_share(result, currency) if result.tied else "",
        unconfirmed=len(result.unconfirmed),
        final=result.final,
        left=result.left,
    )


_HOW = {
    "wins": say("with most wins"),
    "buncos": say("with most buncos among the tied"),
    "rolloff": say("by a roll-off"),
}
