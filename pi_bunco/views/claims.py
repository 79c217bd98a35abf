"""The claims that staff confirm: each with its evidence, who entered it, and what staff have decided."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_bunco.game.book import Book
from pi_bunco.game.claims import find_entering_devices
from pi_bunco.game.lines import Line
from pi_bunco.rules import Dice, RoundResult, TableResult
from pi_bunco.rules.night import Claim
from pi_bunco.sentences import Sentence, say, say_count, say_list
from pi_bunco.views.throw_views import Boxes
from pi_bunco.views.throws import list_boxes
from pi_bunco.views.words import join_scores


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim that staff confirm.

    Attributes
    ----------
    key, player, what
        Its key in the record, the player whose card it is on, and what it is, with its round.
    confirmed, doubted
        Whether it is confirmed, and whether somebody doubts it, so that the host decides.
    where
        The table, and for a win the score.
    table
        The number of that table; ``None``: no longer known.
    seq, dice
        The number and the dice of its throw. A win has none, and a table that counted on paper has none.
    kind, set, round, team
        Its kind (``bunco``, ``mini`` or ``win``), its round, and the number of the player's team.
    image, boxes, taken
        The photo of its throw, as in :class:`pi_bunco.views.throw_views.ThrowView`.
    entered, codes
        Who entered it, in words, and the codes of the devices that did; those cannot confirm it.
    verdict
        The number of the event that confirmed or doubted it; ``None``: it waits.
    """

    key: str
    player: str
    what: str
    confirmed: bool
    where: str = ""
    table: int | None = None
    seq: int | None = None
    dice: Dice | tuple[()] = ()
    doubted: bool = False
    kind: str = ""
    set: int = 1
    round: int = 1
    team: int = 1
    image: str | None = None
    boxes: Boxes = ()
    taken: float | None = None
    entered: str = ""
    codes: tuple[str, ...] = ()
    verdict: int | None = None


def list_claim_lines(book: Book) -> tuple[ClaimLine, ...]:
    """Return all claims of a game, by round."""
    night, game = book.night, book.game
    rounds = {(done.set, done.round): done for done in game.rounds} if night.claims else {}
    teams = {name: number for number, group in enumerate(night.groups, 1) for name in group}
    verdicts = {**night.confirmed, **night.doubted}
    lines = []
    for claim in night.claims:
        when = say("round {round}", round=claim.round)
        if claim.set > 1:
            when = say("set {set}, round {round}", set=claim.set, round=claim.round)
        line = ClaimLine(
            claim.key,
            claim.player,
            say("{what}, {where}", what=_name_claim(claim), where=when),
            claim.key in night.confirmed,
            doubted=claim.key in night.doubted,
            kind=claim.kind,
            set=claim.set,
            round=claim.round,
            team=teams[claim.player],
            verdict=verdicts.get(claim.key),
        )
        table = _find_table(rounds[claim.set, claim.round], claim)
        lines.append(_add_evidence(book, line, table, claim) if table else line)
    return tuple(lines)


def count_claims(claims: Iterable[ClaimLine]) -> tuple[int, int, int]:
    """Return how many claims there are, how many are confirmed, and how many are doubted."""
    all_ = tuple(claims)
    return len(all_), sum(claim.confirmed for claim in all_), sum(claim.doubted for claim in all_)


def _find_table(done: RoundResult, claim: Claim) -> TableResult | None:
    """Return the table of a claim. A bunco may count for another player than the one who threw it."""
    if claim.seq is None:
        return next((table for table in done.tables if claim.player in table.winners), None)
    return next((table for table in done.tables if any(feat.seq == claim.seq for feat in table.feats)), None)


def _add_evidence(book: Book, line: ClaimLine, table: TableResult, claim: Claim) -> ClaimLine:
    """Add where staff find what the player claims: the table, with the score or the dice and the photo."""
    if claim.seq is None:
        sides = sorted(table.sides, key=lambda side: claim.player not in side.players)  # their own first
        scores = join_scores(table.scores[side.players[0]] for side in sides)
        where = say("table {table}, {scores}", table=table.table, scores=scores)
        return replace(line, where=where, table=table.table)
    where, logged = say("table {table}", table=table.table), book.get_line(claim.seq)
    codes = tuple(sorted(book.derive(find_entering_devices).get(claim.seq, ())))
    line = replace(line, table=table.table, codes=codes, entered=_say_who(logged, codes))
    thrown = next((throw for throw in table.throws if throw.seq == claim.seq), None)
    if thrown is None:
        return replace(line, where=say("{where}, counted on paper", where=where))
    return replace(
        line,
        where=where,
        seq=claim.seq,
        dice=thrown.dice,
        image=logged.image,
        boxes=list_boxes(logged),
        taken=logged.photo.taken if logged.photo else None,
    )


def _say_who(line: Line, codes: tuple[str, ...]) -> str:
    """Return who entered a throw, in words."""
    is_read = line.by == "camera"
    if not codes:
        return say("read by the camera") if is_read else say("entered by a tap")
    devices = say_count("device {names}", "devices {names}", len(codes), names=say_list(codes))
    if is_read:
        return say("read by the camera, corrected on {devices}", devices=devices)
    return say("entered on {devices}", devices=devices)


def _name_claim(claim: Claim) -> Sentence:
    match claim.kind:
        case "bunco":
            return say_count("bunco", "{count} buncos", claim.times)
        case "mini":
            return say_count("mini", "{count} minis", claim.times)
        case _:
            return say_count("win", "{count} wins", claim.times)
