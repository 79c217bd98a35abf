"""What the host has chosen for the league, and who hosted, in a small file: ``league.json``."""

from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pi_bunco.files import bounded
from pi_bunco.game.renaming import find_key
from pi_bunco.machine.disk import write_atomic
from pi_bunco.views.league import League

FILE = "league.json"
_MAX_BYTES = 1_000_000
_TYPE = TypeAdapter(League)


def load_league(folder: Path) -> League:
    """Return what the host has chosen, or the usual choice if there is no file or it is damaged."""
    try:
        return _TYPE.validate_json(bounded.read(folder / FILE, _MAX_BYTES))
    except (OSError, ValidationError):
        return League()


def save_league(folder: Path, league: League) -> None:
    """Keep what the host has chosen (:class:`OSError`: the disk does not take it)."""
    write_atomic(folder / FILE, _TYPE.dump_json(league), private=True)


def forget_evening(folder: Path, identity: str) -> None:
    """Remove what the league has of an evening that is deleted (:class:`OSError`: the disk refuses)."""
    league = load_league(folder)
    hosts = {evening: host for evening, host in league.hosts.items() if evening != identity}
    changed = replace(league, hosts=hosts, left_out=league.left_out - {identity})
    if changed != league:
        save_league(folder, changed)


def forget_host(folder: Path, name: str) -> None:
    """Remove a guest who is deleted from those who hosted. A damaged file is deleted."""
    path, league = folder / FILE, load_league(folder)
    hosts = {evening: host for evening, host in league.hosts.items() if find_key(host) != find_key(name)}
    if league == League():
        path.unlink(missing_ok=True)
    elif hosts != league.hosts:
        save_league(folder, replace(league, hosts=hosts))
