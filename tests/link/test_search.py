"""The head is found among the Pis whose addresses are known, and nobody else is taken for it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.link.authority import Authority
from pi_bunco.link.carrier import Credentials
from pi_bunco.link.search import HeadSearch, find_heads
from pi_bunco.link.standing import PiStanding
from tests.link.certificates import issue
from tests.link.pages import ROOM, Pages, TlsPort, make_standing, write_standing


class Town:
    """Pis with pages and ports, of one room or of several."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        self.authority = Authority(folder / "room")
        self.addresses: dict[str, str] = {}
        own = issue(self.authority, folder / "own.pem", "own")
        self.credentials = Credentials(folder / "room" / "authority.pem", own, own)

    def prove(self, name: str, authority: Authority | None = None) -> int:
        """Return a port that has the certificate of this name."""
        own = issue(authority or self.authority, self._folder / f"{name}-{id(object())}.pem", name)
        return self._stack.enter_context(closing(TlsPort(self._folder / "room" / "authority.pem", own))).port

    def say(self, name: str, standing: PiStanding | None) -> str:
        """Let the pages of a Pi say this, and return their address."""
        body = write_standing(standing) if standing else b"<html>"
        pages = self._stack.enter_context(Pages(body))
        self.addresses[name] = pages.address
        return pages.address

    def find(self, **more: Any) -> list[str]:
        """Return the names of the heads that are found."""
        search = HeadSearch(ROOM, 1, self.addresses, **more)
        return [head.name for _, head in find_heads(search, self.credentials)]


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with ExitStack() as stack:
        yield Town(tmp_path, stack)


def test_the_newest_head_comes_first(town: Town) -> None:
    """Among heads of one term the name decides, in the same way for all who search."""
    for name, term in (("attic", 2), ("bar", 3), ("zoo", 1), ("hall", 3)):
        town.say(name, make_standing(name, term, town.prove(name)))
    assert town.find() == ["hall", "bar", "attic", "zoo"]


def test_a_head_comes_with_its_address(town: Town) -> None:
    """The address is the one at which it was asked, and not one that it says."""
    standing = make_standing("hall", 2, town.prove("hall"))
    address = town.say("hall", standing)
    search = HeadSearch(ROOM, 1, town.addresses)
    assert [*find_heads(search, town.credentials)] == [(address, standing)]


def test_heads_that_prove_nothing_are_passed_over(town: Town, tmp_path: Path) -> None:
    """The certificate of another Pi or of another room, and a port without an answer, prove nothing."""
    town.say("thief", make_standing("thief", 9, town.prove("far")))
    town.say("other", make_standing("other", 9, town.prove("other", Authority(tmp_path / "elsewhere"))))
    town.say("dead", make_standing("dead", 9, 1))
    town.say("hall", make_standing("hall", 2, town.prove("hall")))
    assert town.find() == ["hall"]


def test_others_are_not_even_asked_for_proof(town: Town) -> None:
    """A Pi that follows, without a port, of another room, under another name, and one without sense."""
    good = make_standing("hall", 2, town.prove("hall"))
    for name, standing in (
        ("far", replace(good, name="far", role="far")),
        ("mute", replace(good, name="mute", port=0)),
        ("guest", replace(good, name="guest", room="00000000")),
        ("alias", good),
        ("rubbish", None),
    ):
        town.say(name, standing)
    town.addresses |= {"gone": "http://127.0.0.1:1/", "none": "", "wrong": "http://[/"}
    assert town.find() == []
    town.say("hall", good)
    assert town.find() == ["hall"]


def test_nobody_is_asked_without_addresses(town: Town) -> None:
    """A room with one Pi has nothing to search."""
    assert town.find() == []


def test_any_head_of_the_room_may_be_at_the_address_that_people_have_typed(town: Town) -> None:
    """It is known under another name, or not at all; what it says must be proved all the same."""
    address = town.say("head", make_standing("hall", 2, town.prove("hall")))
    assert town.find() == []
    assert town.find(typed=address) == ["hall"]
    assert town.find(typed=address, gone=("hall",)) == []
    town.addresses.clear()
    assert town.find(typed=address) == ["hall"]
    address = town.say("thief", make_standing("hall", 9, town.prove("far")))
    assert town.find(typed=address) == []


def test_a_pi_that_follows_leads_to_its_head(town: Town, tmp_path: Path) -> None:
    """The head has moved, so its address is not known. Nobody is believed: the head must prove its name."""
    moved = town.say("moved", make_standing("hall", 2, town.prove("hall")))
    thief = town.say(
        "thief", make_standing("attic", 9, town.prove("other", Authority(tmp_path / "elsewhere")))
    )
    town.addresses.clear()
    far = replace(make_standing("bar", 2, 0), role="far", head=moved)
    town.say("bar", far)
    town.say("loft", replace(far, name="loft", head=thief))
    assert town.find() == ["hall"]
    assert town.find(gone=("hall",)) == []


@pytest.mark.parametrize("wrong", [{"name": "alias"}, {"room": "00000000"}, {"term": 0}, {"head": ""}])
def test_nobody_else_leads_to_a_head(town: Town, wrong: dict[str, Any]) -> None:
    """A Pi under another name, of another room, or with an older head is not heard."""
    moved = town.say("moved", make_standing("hall", 2, town.prove("hall")))
    town.addresses.clear()
    town.say("bar", replace(make_standing("bar", 2, 0), role="far", **{"head": moved, **wrong}))
    assert town.find() == []
