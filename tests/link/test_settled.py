"""The head settles a round only for Pis that certainly have its end, and nothing more to send."""

from dataclasses import replace

import pytest

from pi_bunco.link.head import Desk, HeadLink
from pi_bunco.link.messages import Here, LinePlace, pack
from pi_bunco.link.topics import Topics
from tests.link.doubles import make_devices, make_roster
from tests.link.room import MemoryTail

TOPICS = Topics("7c1f09aa")
TAIL = MemoryTail()
TAIL.write(1, [b"{}", b"{}", b"{}"])
PLACES = [LinePlace.find(row) for row in TAIL.rows]
HERE = Here(version="1", run="a", place=PLACES[2], waiting=0, cameras={})


def make_link() -> HeadLink:
    """Return a link that has heard nobody."""
    desk = Desk(
        get_devices=make_devices,
        get_roster=make_roster,
        take_items=lambda *_: None,
        notice=lambda: None,
    )
    return HeadLink(TAIL, TOPICS, "head", 1, desk)


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        ([HERE], ["hall"]),
        ([replace(HERE, place=PLACES[1])], ["hall"]),
        ([replace(HERE, place=PLACES[0])], []),
        ([replace(HERE, place=None)], []),
        ([replace(HERE, waiting=1)], []),
        ([replace(HERE, place=LinePlace(1, 500, "f" * 32))], []),
        ([replace(HERE, place=LinePlace(1, 2, "f" * 32))], []),
        ([HERE, replace(HERE, run="b"), HERE], []),
    ],
    ids=["newest", "the end", "before it", "none", "waits", "longer log", "another log", "twins"],
)
def test_pi_has_settled(said: list[Here], settled: list[str]) -> None:
    """It has that very line, nothing waits in its outbox, and no other Pi has its name."""
    link = make_link()
    for here in said:
        link._take(TOPICS.up("hall"), pack(here))
    assert link.list_settled(1, 1) == settled
    assert link.list_settled(2, 1) == []


def test_the_last_word_of_a_pi_that_has_gone_is_known() -> None:
    """The host sees for how long it was not heard, and which version it had."""
    link = make_link()
    assert link.find_last_word("hall") is None
    link._take(TOPICS.up("hall"), pack(HERE))
    link._take(TOPICS.up("hall"), b"")  # its last will
    assert link.list_there() == ()
    last = link.find_last_word("hall")
    assert last
    assert (last.version, last.seconds < 60) == ("1", True)
