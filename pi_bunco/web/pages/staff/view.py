"""What the page of a team's staff shows: what waits, what the host decides, and what is confirmed."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say
from pi_bunco.views.claims import ClaimLine, count_claims
from pi_bunco.web.ports.room import PagePort


@dataclass(frozen=True, slots=True)
class StaffTeam:
    """A team: its number, how it is called, its claims, and the moment that the page shows.

    ``costumes``: who may have its best costume, and whether a judge has named them; empty without this award.
    """

    number: int
    title: str
    claims: tuple[ClaimLine, ...]
    seen: str
    costumes: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class StaffHead:
    """The team's title, how far its staff are, in words, and as a share from 0 to 1."""

    title: str
    progress: str
    share: float


@dataclass(frozen=True, slots=True)
class WonTable:
    """What a table has won in a round: its title, who won and the score, and the keys of the claims."""

    title: str
    names: str
    where: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaitingView:
    """What waits, newest first, the moment of the page, and whether the sheet has something to confirm."""

    wins: tuple[WonTable, ...]
    claims: tuple[ClaimLine, ...]
    seen: str
    nothing: str


@dataclass(frozen=True, slots=True)
class DecidedView:
    """What staff have decided with one tap: the number of its event, and each claim in words."""

    seq: int
    lines: tuple[str, ...]


def get_team(service: PagePort, team: int) -> tuple[int, StaffTeam]:
    """Return the number of the last change, and a team with its claims since then.

    Raises
    ------
    Refused
        If there is no such team.
    """
    number, table = service.get_newest(HEAD, with_results=True)
    teams = table.results.teams
    if team > len(teams):
        raise Refused(
            say("There is no team {team} now.", team=team), say("The last is team {last}.", last=len(teams))
        )
    claims = tuple(claim for claim in table.results.claims if claim.team == team)
    prizes = [line for line in table.results.awards if line.what == "costume" and line.among == "group"]
    best = {name for line in prizes for name in line.winners}
    names = table.results.members[team - 1] if prizes else ()
    costumes = tuple((name, name in best) for name in names)
    return number, StaffTeam(team, teams[team - 1], claims, table.here.seen, costumes)


def make_head(team: StaffTeam) -> StaffHead:
    """Return the team's title and how far its staff are."""
    count, confirmed, _ = count_claims(team.claims)
    return StaffHead(team.title, say_progress(team.claims), confirmed / count if count else 0.0)


def say_progress(claims: Iterable[ClaimLine]) -> str:
    """Return how many claims are confirmed, and how many the host decides, in words."""
    count, confirmed, doubted = count_claims(claims)
    if not count:
        return say("nothing to confirm yet")
    done = say("{done} of {all} confirmed", done=confirmed, all=count)
    if not doubted:
        return say("all confirmed") if confirmed == count else done
    return say("{done}, the host decides about {count}", done=done, count=doubted)


def make_waiting(team: StaffTeam) -> WaitingView:
    """Return what waits: wins by table and round, and each bunco and mini, newest first."""
    waiting = [claim for claim in team.claims if not claim.confirmed and not claim.doubted]
    wins = [claim for claim in waiting if claim.kind == "win"]
    wins.sort(key=lambda claim: (-claim.set, -claim.round, claim.table or 0, claim.where))
    feats = sorted((claim for claim in waiting if claim.kind != "win"), key=_get_age, reverse=True)
    nothing = "" if waiting else say("Nothing waits. New buncos, minis and wins come by themselves.")
    return WaitingView(
        tuple(_join_wins([*same]) for _, same in groupby(wins, key=_get_place)),
        tuple(feats),
        team.seen,
        nothing,
    )


def list_doubted(team: StaffTeam) -> tuple[DecidedView, ...]:
    """Return what somebody doubts, newest first."""
    return _list_decided(claim for claim in team.claims if claim.doubted)


def list_done(team: StaffTeam) -> tuple[DecidedView, ...]:
    """Return what is confirmed, tap by tap, newest first."""
    return _list_decided(claim for claim in team.claims if claim.confirmed)


def _list_decided(claims: Iterable[ClaimLine]) -> tuple[DecidedView, ...]:
    ordered = sorted(claims, key=lambda claim: -(claim.verdict or 0))
    return tuple(
        DecidedView(seq or 0, tuple(say("{name}: {what}", name=one.player, what=one.what) for one in same))
        for seq, same in groupby(ordered, key=lambda claim: claim.verdict)
    )


def _get_age(claim: ClaimLine) -> tuple[int, int, int]:
    """Return a bunco's or mini's round, and the number of its event, which its key has if there is one."""
    number = claim.key.split(":")[1]
    return claim.set, claim.round, int(number) if number.isdecimal() else 0


def _get_place(claim: ClaimLine) -> tuple[int, int, int | None]:
    return claim.set, claim.round, claim.table


def _join_wins(claims: list[ClaimLine]) -> WonTable:
    first = claims[0]
    title = say("Round {round}", round=first.round)
    if first.set > 1:
        title = say("Set {set}, round {round}", set=first.set, round=first.round)
    names = join_names([claim.player for claim in claims])
    return WonTable(title, names, first.where, tuple(claim.key for claim in claims))
