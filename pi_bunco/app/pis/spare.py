"""What a far Pi keeps of its room, so that it can become the head, and find another head."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from pi_bunco.errors import Trouble, put_in_words
from pi_bunco.game.refused import Refused
from pi_bunco.link.authority import Identity, find_credentials, join_bundles, save_trusted
from pi_bunco.link.broker import choose_port
from pi_bunco.link.far import LinkStatus
from pi_bunco.link.messages import MAX_HEADS, LinePlace, Roster
from pi_bunco.link.search import HeadSearch, find_heads
from pi_bunco.link.standing import PiStanding, fetch_standings
from pi_bunco.link.state import (
    FAR_FILE,
    HEAD_FILE,
    ROSTER_FILE,
    FarState,
    HeadState,
    load_state,
    save_state,
)
from pi_bunco.sentences import say, say_count
from pi_bunco.web.ports.pis import OtherCopy

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class SpareConfig:
    """What a :class:`Spare` needs.

    Attributes
    ----------
    folder
        The folder with what this Pi remembers of its room.
    identity
        Its identity.
    get_place
        Returns the newest line of its copy.
    find_address
        Returns the address of its pages.
    start_again
        Starts the program again.
    """

    folder: Path
    identity: Identity
    get_place: Callable[[], LinePlace | None]
    find_address: Callable[[], str]
    start_again: Callable[[], None]


class Spare:
    """A far Pi that may become the head; implements :class:`pi_bunco.web.ports.pis.SparePi`.

    Parameters
    ----------
    config
        What it needs.
    far
        Where its head is.

    Attributes
    ----------
    silence
        For how many seconds the head was not heard; 0: it is heard.
    find_address
        Returns the address of the pages of this Pi.
    """

    def __init__(self, config: SpareConfig, far: FarState) -> None:
        self.silence = 0.0
        self.find_address = config.find_address
        self._config, self._far = config, far
        self._folder, self._identity = config.folder, config.identity
        self._roster = self._load_roster()

    def keep_roster(self, roster: Roster) -> None:
        """Write down who belongs to the room."""
        if roster == self._roster:
            return
        if self._roster is None or roster.authorities != self._roster.authorities:
            save_trusted(self._folder, join_bundles(self._identity.authorities, roster.authorities.encode()))
        save_state(roster, self._folder / ROSTER_FILE)
        self._roster = roster

    def note_link(self, status: LinkStatus) -> None:
        """Note whether the head is heard, and write down its term if that is a new one."""
        self.silence = status.silent
        if status.term > self._far.term:
            far = replace(self._far, term=status.term)
            with suppress(OSError):  # the disk is full: the next call tries again
                save_state(far, self._folder / FAR_FILE)
                self._far = far

    def find_new_head(self) -> FarState | None:
        """Return where another Pi has become the head, ``None`` if none has. This asks all Pis."""
        newest = self._find_head()
        return newest if newest != self._far else None

    def _find_head(self) -> FarState | None:
        """Return where the newest head is that answers, ``None`` if none does."""
        own = self._far
        search = HeadSearch(
            self._identity.room,
            own.term,
            self._list_addresses(),
            self._roster.gone if self._roster else (),
            own.typed,
        )
        heads = find_heads(search, find_credentials(self._folder, self._identity))
        found = (replace(own, head=address, port=head.port, name=head.name) for address, head in heads)
        return next(found, None)

    def get_standing(self) -> PiStanding:
        """Return what this Pi is in its room."""
        return PiStanding(
            room=self._identity.room,
            name=self._identity.name,
            role="far",
            term=self._far.term,
            port=0,
            place=self._config.get_place(),
            head=self._far.head,
        )

    def list_copies(self) -> tuple[OtherCopy, ...]:
        """Return what the other Pis of the room say of their copies. This asks all of them."""
        own = self._config.get_place()
        return tuple(
            OtherCopy(name, *_compare(standing, own))
            for name, standing in sorted(fetch_standings(self._list_addresses()).items())
            if name != self._far.name or standing
        )

    def take_over(self) -> None:
        """Become the head when the program has started again.

        Raises
        ------
        Refused
            If there is a head, or this Pi does not know the room yet.
        Trouble
            If the disk does not take it.
        """
        place, roster = self._config.get_place(), self._roster
        if not self.silence:
            raise Refused(
                say("{head} is heard: it is the head.", head=self._far.head),
                say("If another Pi must become the head, switch that one off first."),
            )
        if place is None or roster is None:
            raise Refused(
                say("This Pi does not know the room yet."), say("Let another Pi of the room become the head.")
            )
        if found := self._find_head():
            remedy = say("In a moment this Pi follows it.")
            if found == self._far:
                remedy = say("It answers, but this Pi gets nothing from it. Switch that Pi off first.")
            raise Refused(say("{head} is the head now.", head=found.head), remedy)
        name = self._identity.name
        state = HeadState(
            choose_port(),
            term=max(self._far.term, roster.term) + 1,
            name=name,
            members=tuple(each for each in roster.members if each != name),
            gone=roster.gone,
            tables={pi: tables for pi, tables in roster.tables.items() if pi != name},
            addresses=self._list_addresses(),
            own_tables=roster.tables.get(name, ()),
            begun=(*roster.begun, place)[-MAX_HEADS:],
        )
        try:
            save_state(state, self._folder / HEAD_FILE)
        except OSError as error:
            raise put_in_words(error) from error
        self._config.start_again()

    def _load_roster(self) -> Roster | None:
        """Return who belonged to the room when it was heard last. If the file is damaged, it comes again."""
        try:
            return load_state(Roster, self._folder / ROSTER_FILE)
        except (Trouble, OSError) as error:
            _log.warning("the roster cannot be read", why=str(error))
            return None

    def _list_addresses(self) -> dict[str, str]:
        """Return the addresses of all other Pis that are known, by their names; also of earlier heads."""
        known = self._roster.addresses if self._roster else {}
        others = {name: each for name, each in known.items() if name != self._identity.name}
        return {**others, self._far.name: self._far.head}


def _compare(standing: PiStanding | None, own: LinePlace | None) -> tuple[str, bool]:
    """Return in words how another Pi's copy compares with this one, and whether it has more.

    >>> place = LinePlace(1, 7, "a" * 32)
    >>> _compare(PiStanding("7c1f09aa", "hall", "far", 1, 0, LinePlace(1, 9, "b" * 32)), place)
    ('has 2 more lines than this Pi', True)
    """
    if standing is None:
        return say("does not answer"), False
    if standing.role == "head":
        return say("is the head"), True
    theirs, ours = (((place.game, place.seq) if place else (0, 0)) for place in (standing.place, own))
    if standing.place == own:
        return say("has the same as this Pi"), False
    if theirs[0] != ours[0]:
        has_more = theirs > ours
        return (say("has a later game") if has_more else say("has an earlier game")), has_more
    more = theirs[1] - ours[1]
    if more > 0:
        text = say_count("has {count} more line than this Pi", "has {count} more lines than this Pi", more)
    elif more < 0:
        text = say_count("has {count} line fewer than this Pi", "has {count} lines fewer than this Pi", -more)
    else:
        text = say("has a different log from this Pi")
    return text, more > 0
