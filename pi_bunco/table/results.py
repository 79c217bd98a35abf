"""What a game has come to beside its scores: awards, set winners, drawings, finals, what staff confirm."""

from collections.abc import Iterable

from pi_bunco.rules.night import AwardResult, Claim, SetResult
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.words import AWARDS
from pi_bunco.table.book import Book
from pi_bunco.table.outcome import AwardLine, ClaimLine, Results, SetLine
from pi_bunco.table.words import counted


def leaders(book: Book) -> tuple[str, ...]:
    """Give who leads in wins; ties are shared."""
    cards = book.played.players
    most = max(card.wins for card in cards.values())
    return tuple(name for name, card in cards.items() if card.wins == most)


def winners(book: Book) -> tuple[str, ...]:
    """Give who has won the game: the grand prize, the last set, or else most rounds."""
    night = book.night
    if night.finals and night.finals.grand_prize:
        return (night.finals.grand_prize,)
    return night.sets[-1].winners if night.sets else leaders(book)


def results(book: Book) -> Results:
    """Give them as a page shows them."""
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
