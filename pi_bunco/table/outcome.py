"""What a game has come to beside its rounds, as a page shows it: plain values of the snapshot."""

from dataclasses import dataclass


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
        Who was drawn at the breaks, with what she got.
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
