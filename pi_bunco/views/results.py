"""What a game has come to beside its rounds: awards, set winners, drawings, finals, what staff confirm."""

from collections.abc import Iterable
from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.rules.night import AwardResult, Claim, SetResult
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.words import AWARDS
from pi_bunco.views.words import counted


@dataclass(frozen=True, slots=True)
class AwardLine:
    """An award, as it stands.

    Attributes
    ----------
    what, among
        What it is for and among whom, as the record says it.
    title, team
        Its name, and the team among whose players it is given, ``""`` for the whole room.
    winners, count
        Who has earned it (equals all of them, nobody where nobody has), and with how many.
    prize, share
        What it brings, and what each of several winners gets.
    unconfirmed
        How many claims it hangs on that staff have not confirmed.
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


@dataclass(frozen=True, slots=True)
class SetLine:
    """Who won a set (nobody while they roll off), and how."""

    set: int
    winners: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """Something that staff confirm: its key, whose card it is on, what it is, whether it is confirmed."""

    key: str
    player: str
    what: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Results:
    """What the game has come to beside its rounds.

    Attributes
    ----------
    awards, sets
        The awards, and the sets that have a winner of their own.
    drawn
        Who was drawn at the breaks, with what they got.
    claims
        What staff confirm; nothing where the sheet has nothing confirmed.
    semi_finalists, finalists, grand_prize
        How far the finals have come.
    final
        Whether all can be handed over.
    """

    awards: tuple[AwardLine, ...] = ()
    sets: tuple[SetLine, ...] = ()
    drawn: tuple[str, ...] = ()
    claims: tuple[ClaimLine, ...] = ()
    semi_finalists: tuple[str, ...] = ()
    finalists: tuple[str, ...] = ()
    grand_prize: str | None = None
    final: bool = False


def results(book: Book) -> Results:
    """Return them as a page shows them."""
    night = book.night
    many = len(night.groups) > 1
    finals = night.finals
    return Results(
        awards=tuple(_award(result, many=many) for result in night.awards),
        sets=tuple(map(_set, night.sets)),
        drawn=tuple(f"{drawn.player}: {drawn.prize}" if drawn.prize else drawn.player
                    for drawn in night.drawings.drawn),
        claims=tuple(_claims(night.claims, night.unconfirmed)),
        semi_finalists=tuple(place.player for place in finals.semi_finalists) if finals else (),
        finalists=tuple(place.player for place in finals.finalists) if finals else (),
        grand_prize=finals.grand_prize if finals else None,
        final=night.final,
    )  # fmt: skip


def _award(result: AwardResult, *, many: bool) -> AwardLine:
    award = result.award
    groups = tuple(f"Team {number}" for number in result.winning_groups)
    return AwardLine(
        what=award.what,
        among=award.among,
        title=title(award),
        team=f"Team {result.group}" if many and result.group else "",
        winners=result.winners or groups,
        count=counted(award.what, result.count),
        prize=award.prize,
        share=result.share if result.tied else "",
        unconfirmed=len(result.unconfirmed),
        final=result.final,
    )


def title(award: Award) -> str:
    """Name an award as the sheets do.

    >>> title(Award("most_buncos")), title(Award("most_buncos", "groups"))
    ('Most buncos', 'Team with most buncos')
    """
    name = AWARDS[award.what]
    return f"Team with {name[0].lower()}{name[1:]}" if award.among == "groups" else name


def _set(result: SetResult) -> SetLine:
    return SetLine(result.set, result.winners, _HOW[result.by])


_HOW = {"wins": "most wins", "buncos": "most buncos among the tied", "rolloff": "the roll-off"}


def _claims(claims: Iterable[Claim], unconfirmed: tuple[Claim, ...]) -> Iterable[ClaimLine]:
    for claim in claims:
        where = f"round {claim.round}" if claim.set == 1 else f"set {claim.set}, round {claim.round}"
        what = claim.kind if claim.times == 1 else f"{claim.times} {claim.kind}s"
        yield ClaimLine(claim.key, claim.player, f"{what}, {where}", claim not in unconfirmed)
