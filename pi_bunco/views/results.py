"""The results of a game, without its rounds: score cards, awards, set winners, drawings, finals, claims."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from pi_bunco.game.book import Book
from pi_bunco.game.line_format import write_line
from pi_bunco.rules import Card, Dice, Game, RoundResult, TableResult
from pi_bunco.rules.night import AwardResult, Claim
from pi_bunco.rules.words import name_award, say_award_count
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.words import join_scores


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


@dataclass(frozen=True, slots=True)
class SetLine:
    """Who won a set, and how. During a roll-off it has no winners."""

    set: int
    winners: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim that staff confirm.

    Attributes
    ----------
    key, player, what
        Its key in the record, the player whose card it is on, and what it is, with its round.
    confirmed
        Whether it is confirmed.
    where
        The table, and for a win the score.
    table
        The number of that table; ``None``: no longer known.
    seq, dice
        The number and the dice of its throw. A win has none, and a table that counted on paper has none.
    """

    key: str
    player: str
    what: str
    confirmed: bool
    where: str = ""
    table: int | None = None
    seq: int | None = None
    dice: Dice | tuple[()] = ()


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
        Who was drawn for the same before, and was undone; ``""``: nobody.
    seq
        The number of its event.
    """

    name: str
    purpose: str
    prize: str = ""
    instead: str = ""
    seq: int = 0


def say_instead(drawn: DrawnName) -> str:
    """Return whom a drawn name replaces, in words; ``""``: nobody.

    >>> say_instead(DrawnName("Bob", "The drawing", instead="Ann"))
    'instead of Ann'
    """
    return say("instead of {name}", name=drawn.instead) if drawn.instead else ""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestCard(Card):
    """A guest's score card so far.

    Attributes
    ----------
    name
        The guest.
    bag
        Whether they have the traveling bag.
    marks
        For each set that has begun, and for each of its rounds: whether they won it.
    """

    name: str
    bag: bool
    marks: tuple[tuple[bool, ...], ...]


def make_guest_cards(game: Game, names: Iterable[str]) -> tuple[GuestCard, ...]:
    """Return the score cards of these guests in this order. Ghosts have no card."""
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
            marks=tuple(tuple((name, set_, round_) in won for round_ in each) for set_, each in sets.items()),
            **asdict(game.players[name]),
        )
        for name in names
        if name in game.players
    )


def make_results(book: Book) -> Results:
    """Return the results as a page shows them."""
    night, is_settled = book.night, not book.unsettled[0]
    several_groups = len(night.groups) > 1
    finals = night.finals
    open_set = None if is_settled or not book.game.finished else book.game.finished[-1].set
    return Results(
        awards=tuple(_make_award_line(result, several_groups=several_groups) for result in night.awards),
        sets=tuple(SetLine(won.set, won.winners, _HOW[won.by]) for won in night.sets if won.set != open_set),
        drawn=tuple(say("{player}: {prize}", player=drawn.player, prize=drawn.prize) if drawn.prize
                    else drawn.player for drawn in night.drawings.drawn),
        claims=tuple(_list_claims(book.game, night.claims, night.unconfirmed)),
        semi_finalists=tuple(place.player for place in finals.semi_finalists) if finals else (),
        finalists=tuple(place.player for place in finals.finalists) if finals else (),
        grand_prize=finals.grand_prize if finals else None,
        final=night.final and is_settled,
        travels=book.game.header.options.traveling is not None,
        newest=find_newest_drawing(book),
    )  # fmt: skip


_PURPOSES = {
    "four": say("A place in the semi-final"),
    "semi_finalist": say("A place at the final table"),
    "wild_card": say("The wild card of the final"),
}


def find_newest_drawing(book: Book) -> DrawnName | None:
    """Return the name that was drawn last since the last bell, ``None`` if there is none."""
    newest, gone, undone = None, book.gone, dict[object, str]()
    for seq, line in enumerate(book.get_lines_from(book.last_bell + 1), book.last_bell + 1):
        if line.name not in _DRAWINGS or seq in book.night.ignored:
            continue
        raw = write_line(line)
        purpose, name = raw.get("for"), str(raw.get("player"))
        if seq in gone:
            undone[purpose] = name
        else:
            before = undone.pop(purpose, "")
            newest = DrawnName(
                name,
                _PURPOSES.get(str(purpose), say("The drawing")),
                str(raw.get("prize") or ""),
                before if before != name else "",
                seq,
            )
    return newest


_DRAWINGS = ("casino:drawing", "tournament:drawn")


def _make_award_line(result: AwardResult, *, several_groups: bool) -> AwardLine:
    award = result.award
    groups = tuple(say("Team {team}", team=number) for number in result.winning_groups)
    return AwardLine(
        what=award.what,
        among=award.among,
        title=name_award(award),
        team=say("Team {team}", team=result.group) if several_groups and result.group else "",
        winners=result.winners or groups,
        count=say_award_count(award.what, result.count),
        prize=award.prize,
        share=result.share if result.tied else "",
        unconfirmed=len(result.unconfirmed),
        final=result.final,
        left=result.left,
    )


_HOW = {
    "wins": say("with most wins"),
    "buncos": say("with most buncos among the tied"),
    "rolloff": say("by a roll-off"),
}


def _list_claims(game: Game, claims: Sequence[Claim], unconfirmed: tuple[Claim, ...]) -> Iterable[ClaimLine]:
    rounds = {(done.set, done.round): done for done in game.rounds} if claims else {}
    for claim in claims:
        when = say("round {round}", round=claim.round)
        if claim.set > 1:
            when = say("set {set}, round {round}", set=claim.set, round=claim.round)
        what = say("{what}, {where}", what=_name_claim(claim), where=when)
        line = ClaimLine(claim.key, claim.player, what, claim not in unconfirmed)
        table = _find_table(rounds[claim.set, claim.round], claim)
        yield _add_evidence(line, table, claim) if table else line


def _find_table(done: RoundResult, claim: Claim) -> TableResult | None:
    """Return the table of a claim. A bunco may count for another player than the one who threw it."""
    if claim.seq is None:
        return next((table for table in done.tables if claim.player in table.winners), None)
    return next((table for table in done.tables if any(feat.seq == claim.seq for feat in table.feats)), None)


def _add_evidence(line: ClaimLine, table: TableResult, claim: Claim) -> ClaimLine:
    """Add where staff find what the player claims: the table, with the score or the dice."""
    if claim.seq is None:
        sides = sorted(table.sides, key=lambda side: claim.player not in side.players)  # their own first
        scores = join_scores(table.scores[side.players[0]] for side in sides)
        where = say("table {table}, {scores}", table=table.table, scores=scores)
        return replace(line, where=where, table=table.table)
    where = say("table {table}", table=table.table)
    thrown = next((throw for throw in table.throws if throw.seq == claim.seq), None)
    if thrown is None:
        return replace(line, where=say("{where}, counted on paper", where=where), table=table.table)
    return replace(line, where=where, table=table.table, seq=claim.seq, dice=thrown.dice)


def _name_claim(claim: Claim) -> Sentence:
    match claim.kind:
        case "bunco":
            return say_count("bunco", "{count} buncos", claim.times)
        case "mini":
            return say_count("mini", "{count} minis", claim.times)
        case _:
            return say_count("win", "{count} wins", claim.times)
