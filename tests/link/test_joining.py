"""The head's side of joining: who waits, who is let in, and what strangers cannot do."""

import re
from dataclasses import dataclass, field

import pytest

from pi_bunco.link.codes import commit, make_code, make_nonce
from pi_bunco.link.joining import (
    LIFE,
    MAX_ASKED,
    MAX_OPEN,
    MAX_REQUEST_BYTES,
    MEMBER_LETTERS,
    TEXT_LETTERS,
    Asked,
    HostAnswer,
    Joining,
    JoinTrouble,
    _make_member_name,
)

AUTHORITY = b"authority"


@dataclass
class Far:
    """A Pi that joins."""

    address: str = "10.0.0.1"
    name: str = "hall"
    request: bytes = b"request"
    nonce: bytes = field(default_factory=make_nonce)

    def ask(self, joining: Joining, now: float = 0.0) -> Asked:
        commitment = commit(self.nonce, self.request)
        return joining.ask(self.address, self.name, "3.0", self.request, commitment, now)

    def show(self, joining: Joining, now: float = 0.0) -> Asked:
        """Ask and reveal."""
        asked = self.ask(joining, now)
        joining.reveal(asked.id, self.nonce, now)
        return asked


def fill(joining: Joining) -> list[Asked]:
    """Let as many Pis as possible ask, each from its own address, without revealing anything."""
    return [Far(f"10.0.0.{number}").ask(joining) for number in range(MAX_OPEN)]


def list_names(joining: Joining, now: float = 0.0) -> list[str]:
    return [request.name for request in joining.list_waiting(now)]


def check_unknown(joining: Joining, asked: Asked, now: float = 0.0) -> None:
    with pytest.raises(JoinTrouble, match="not known any more"):
        joining.await_answer(asked.id, now)


def test_a_pi_is_let_in() -> None:
    """The host sees it once it has revealed its nonce, with the code of its screen, until it is let in."""
    joining, far = Joining(AUTHORITY), Far(name="hall")
    asked = far.ask(joining)
    assert joining.list_waiting(1.0) == ()
    assert joining.await_answer(asked.id, 1.0) == HostAnswer()
    joining.reveal(asked.id, far.nonce, 2.0)
    (shown,) = joining.list_waiting(3.0)
    assert (shown.name, shown.version, shown.address) == ("hall", "3.0", "10.0.0.1")
    assert shown.code == make_code(far.request, AUTHORITY, far.nonce, asked.nonce)
    assert joining.let_in(shown.number, ["head"], 4.0) == "hall"
    assert joining.await_answer(asked.id, 5.0) == HostAnswer("in", "hall", far.request)
    assert joining.list_waiting(5.0) == ()


def test_a_pi_is_refused() -> None:
    """It reads that it was refused, and the host sees it no more."""
    joining = Joining(AUTHORITY)
    asked = Far().show(joining)
    joining.refuse(1, 1.0)
    assert joining.await_answer(asked.id, 2.0) == HostAnswer("refused")
    assert joining.list_waiting(2.0) == ()


def test_those_that_asked_first_stand_first() -> None:
    """The order is that of asking, not of revealing, and each has its own number."""
    joining = Joining(AUTHORITY)
    pis = [Far(f"10.0.0.{number}", f"pi-{number}") for number in range(4)]
    asked = [far.ask(joining) for far in pis]
    for each, far in reversed([*zip(asked, pis, strict=True)]):
        joining.reveal(each.id, far.nonce, 1.0)
    assert list_names(joining) == ["pi-0", "pi-1", "pi-2", "pi-3"]
    assert [request.number for request in joining.list_waiting(1.0)] == [1, 2, 3, 4]
    assert len({each.id for each in asked}) == len({each.nonce for each in asked}) == 4


def test_a_newer_request_of_an_address_replaces_the_older() -> None:
    """That holds even if the host sees the older one. Those of other addresses stay."""
    joining = Joining(AUTHORITY)
    other, old = Far("10.0.0.2", "other").show(joining), Far(name="old").show(joining)
    Far(name="new").show(joining)
    assert list_names(joining) == ["other", "new"]
    check_unknown(joining, old)
    assert joining.await_answer(other.id, 1.0) == HostAnswer()


def test_an_answer_survives_a_newer_request_of_its_address() -> None:
    """Only a request without an answer is replaced."""
    joining = Joining(AUTHORITY)
    asked = Far().show(joining)
    joining.let_in(1, [], 1.0)
    Far().show(joining)
    assert joining.await_answer(asked.id, 2.0) == HostAnswer("in", "hall", b"request")


def test_newcomers_push_out_the_oldest_that_has_not_revealed() -> None:
    """One that waits with its code on the host's page stays, even if it is older."""
    joining, first = Joining(AUTHORITY), Far(name="first")
    asked = [first.show(joining), *(Far(f"10.0.1.{number}").ask(joining) for number in range(MAX_OPEN - 1))]
    Far("10.0.2.1").ask(joining)
    check_unknown(joining, asked[1])
    for each in (asked[0], *asked[2:]):
        assert joining.await_answer(each.id, 0.0) == HostAnswer()


def test_those_that_wait_with_a_code_are_never_pushed_out() -> None:
    """While eight wait, a ninth is turned away; when one is answered, there is a place."""
    joining = Joining(AUTHORITY)
    for number in range(MAX_OPEN):
        Far(f"10.0.0.{number}", f"pi-{number}").show(joining)
    with pytest.raises(JoinTrouble, match=r"8 Pis wait .* host's page"):
        Far("10.0.1.1").ask(joining)
    assert list_names(joining) == [f"pi-{number}" for number in range(MAX_OPEN)]
    joining.let_in(3, [], 1.0)
    Far("10.0.1.1", "ninth").show(joining)
    assert list_names(joining)[-1] == "ninth"


def test_a_pi_that_asks_again_needs_no_other_place() -> None:
    """If eight wait, one of them still replaces its own request, and no other is removed."""
    joining = Joining(AUTHORITY)
    asked = fill(joining)
    Far("10.0.0.3").ask(joining)
    check_unknown(joining, asked[3])
    for each in (*asked[:3], *asked[4:]):
        assert joining.await_answer(each.id, 0.0) == HostAnswer()


def test_a_request_lives_for_ten_minutes() -> None:
    """Then the host sees it no more, and neither the Pi nor the host can go on with it."""
    joining, far = Joining(AUTHORITY), Far()
    asked = far.show(joining)
    assert list_names(joining, LIFE - 0.1) == ["hall"]
    assert list_names(joining, LIFE) == []
    check_unknown(joining, asked, LIFE)
    with pytest.raises(JoinTrouble):
        joining.reveal(asked.id, far.nonce, LIFE)
    with pytest.raises(JoinTrouble):
        joining.let_in(1, [], LIFE)


def test_the_host_cannot_let_in_what_has_just_expired() -> None:
    """Each method looks at the time itself, without another call before it."""
    joining = Joining(AUTHORITY)
    Far().show(joining)
    with pytest.raises(JoinTrouble, match="not known any more"):
        joining.let_in(1, [], LIFE)


def test_expired_requests_hold_no_places() -> None:
    """After ten minutes eight others can wait."""
    joining = Joining(AUTHORITY)
    for number in range(MAX_OPEN):
        Far(f"10.0.0.{number}").show(joining)
    Far("10.0.1.1", "late").show(joining, LIFE)
    assert list_names(joining, LIFE) == ["late"]


def test_an_answer_can_be_fetched_again_for_ten_minutes() -> None:
    """An answer may get lost in the network. It lives ten minutes of its own, however late it came."""
    joining = Joining(AUTHORITY)
    asked = Far().show(joining)
    joining.let_in(1, [], LIFE - 1)
    for now in (LIFE, 2 * LIFE - 1.1):
        assert joining.await_answer(asked.id, now) == HostAnswer("in", "hall", b"request")
    check_unknown(joining, asked, 2 * LIFE - 1)


@pytest.mark.parametrize("nonce", [b"", bytes(16), bytes(15), bytes(17), bytes(100_000)])
def test_a_wrong_nonce_removes_the_request(nonce: bytes) -> None:
    """The Pi must begin again, and its right nonce comes too late."""
    joining, far = Joining(AUTHORITY), Far()
    asked = far.ask(joining)
    with pytest.raises(JoinTrouble, match=r"changed .* Begin to join again"):
        joining.reveal(asked.id, nonce, 1.0)
    with pytest.raises(JoinTrouble, match="not known"):
        joining.reveal(asked.id, far.nonce, 2.0)
    assert joining.list_waiting(2.0) == ()


@pytest.mark.parametrize("length", [0, 15, 17, 1000])
def test_a_nonce_of_another_length_is_wrong(length: int) -> None:
    """Even its own commitment does not make it right."""
    joining, far = Joining(AUTHORITY), Far(nonce=bytes(length))
    with pytest.raises(JoinTrouble, match="changed"):
        far.show(joining)


def test_the_nonce_of_another_request_is_wrong() -> None:
    """A stranger who has heard a nonce cannot reveal it for another request."""
    joining, far = Joining(AUTHORITY), Far()
    far.ask(joining)
    other = Far("10.0.0.2", request=b"other")
    asked = other.ask(joining)
    with pytest.raises(JoinTrouble):
        joining.reveal(asked.id, far.nonce, 1.0)


def test_a_commitment_is_answered_once() -> None:
    """Its sender gets no second nonce of the head, not even from another address or without a request."""
    joining, far = Joining(AUTHORITY), Far()
    asked = far.ask(joining)
    again = Far("10.0.0.2", nonce=far.nonce)
    with pytest.raises(JoinTrouble, match="answered before"):
        again.ask(joining, 1.0)
    with pytest.raises(JoinTrouble):
        joining.reveal(asked.id, bytes(16), 2.0)
    with pytest.raises(JoinTrouble, match="answered before"):
        again.ask(joining, LIFE - 0.1)
    again.ask(joining, LIFE)


def test_the_nonce_may_come_again() -> None:
    """If the head's answer got lost, the Pi sends its nonce again; neither code nor answer changes."""
    joining, far = Joining(AUTHORITY), Far()
    asked = far.show(joining)
    before = joining.list_waiting(1.0)
    joining.reveal(asked.id, far.nonce, 2.0)
    assert joining.list_waiting(2.0) == before
    joining.let_in(1, [], 3.0)
    joining.reveal(asked.id, far.nonce, 4.0)
    assert joining.await_answer(asked.id, 4.0) == HostAnswer("in", "hall", b"request")
    assert joining.list_waiting(4.0) == ()


def test_a_stranger_cannot_ask_until_the_codes_are_the_same() -> None:
    """All requests of ten minutes count, also those that were replaced, pushed out, revealed or wrong."""
    joining = Joining(AUTHORITY)
    for number in range(MAX_ASKED):
        far = Far(f"10.0.{number % 2}.{number}" if number % 3 else "10.0.9.9")
        (far.ask if number % 5 else far.show)(joining, now=float(number % 7))
        if number % 10 == 0:
            joining.refuse(joining.list_waiting(7.0)[-1].number, 7.0)
    with pytest.raises(JoinTrouble, match=r"60 requests .* Wait ten minutes"):
        Far().ask(joining, LIFE - 0.1)
    Far().ask(joining, LIFE)


def test_requests_that_were_turned_away_do_not_count() -> None:
    """They got no nonce of the head, so they are no tries."""
    joining = Joining(AUTHORITY)
    for number in range(MAX_OPEN):
        Far(f"10.0.0.{number}").show(joining)
    for number in range(MAX_ASKED):
        with pytest.raises(JoinTrouble, match="8 Pis wait"):
            Far(f"10.0.1.{number}").ask(joining)
    joining.refuse(1, 1.0)
    Far("10.0.2.1").ask(joining, 2.0)


def test_a_second_tap_changes_nothing() -> None:
    """The Pi keeps its name or its refusal, also if the members have changed meanwhile."""
    joining = Joining(AUTHORITY)
    asked = [Far(f"10.0.0.{number}").show(joining) for number in range(2)]
    assert joining.let_in(1, [], 1.0) == joining.let_in(1, ["hall"], 2.0) == "hall"
    for now in (1.0, 2.0):
        joining.refuse(2, now)
    assert joining.await_answer(asked[0].id, 3.0) == HostAnswer("in", "hall", b"request")
    assert joining.await_answer(asked[1].id, 3.0) == HostAnswer("refused")


def test_the_first_answer_counts() -> None:
    """A tap on the other button is an error, and changes nothing."""
    joining = Joining(AUTHORITY)
    asked = [Far(f"10.0.0.{number}").show(joining) for number in range(2)]
    joining.let_in(1, [], 1.0)
    joining.refuse(2, 1.0)
    with pytest.raises(JoinTrouble, match="already answered hall"):
        joining.refuse(1, 2.0)
    with pytest.raises(JoinTrouble, match="already answered hall"):
        joining.let_in(2, [], 2.0)
    assert joining.await_answer(asked[0].id, 3.0) == HostAnswer("in", "hall", b"request")
    assert joining.await_answer(asked[1].id, 3.0) == HostAnswer("refused")


def test_nobody_is_let_in_without_a_code() -> None:
    """A request that has revealed nothing, and a number that nobody has, cannot be answered."""
    joining = Joining(AUTHORITY)
    Far().ask(joining)
    for number in (0, 1, 2):
        with pytest.raises(JoinTrouble, match="not known"):
            joining.let_in(number, [], 1.0)
        with pytest.raises(JoinTrouble, match="not known"):
            joining.refuse(number, 1.0)


def test_no_two_pis_have_one_name() -> None:
    """Names of members and of Pis that were let in a moment ago are taken. Refused Pis take none."""
    joining = Joining(AUTHORITY)
    for number in range(4):
        Far(f"10.0.0.{number}", "Hall").show(joining)
    joining.refuse(1, 1.0)
    assert joining.let_in(2, ["head", "hall"], 1.0) == "hall-2"
    assert joining.let_in(3, ["head", "hall"], 1.0) == "hall-3"
    assert joining.let_in(4, ["head", "hall-2"], 1.0) == "hall"


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("hall-2", "hall-2"),
        ("Hall_2.fritz.box", "hall-2"),
        ("--x--", "x"),
        ("Küche", "k-che"),
        ("שרה", "pi"),
        ("../../etc", "pi"),
        ("a+b/#", "a-b"),
        ("x" * TEXT_LETTERS, "x" * 28),
        ("x" * 27 + "-y", "x" * 27),
    ],
)
def test_a_member_has_a_plain_name(host: str, name: str) -> None:
    """It has only small letters, digits and hyphens, so that it can be part of a topic and of a rule."""
    assert _make_member_name(host, []) == name
    last = _make_member_name(host, [name, *(f"{name}-{number}" for number in range(2, 999))])
    assert last == f"{name}-999"
    assert re.fullmatch("[a-z0-9-]+", last)
    assert len(last) <= MEMBER_LETTERS


HOSTILE: list[tuple[str, str, str, bytes, str]] = [
    ("1" * (TEXT_LETTERS + 1), "hall", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "x" * (TEXT_LETTERS + 1), "3.0", b"request", "0" * 64),
    ("10.0.0.1", "", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "\u200b \u202e", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "ha\x1b[2Jll", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "ha\nll", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "\ud800", "3.0", b"request", "0" * 64),
    ("10.0.0.1", "hall", "3" * (TEXT_LETTERS + 1), b"request", "0" * 64),
    ("10.0.0.1", "hall", "3\x00", b"request", "0" * 64),
    ("10.0.0.1", "hall", "3.0", bytes(MAX_REQUEST_BYTES + 1), "0" * 64),
    ("10.0.0.1", "hall", "3.0", b"request", "0" * 63),
    ("10.0.0.1", "hall", "3.0", b"request", "0" * 65),
    ("10.0.0.1", "hall", "3.0", b"request", "0" * 64 + "\n"),
    ("10.0.0.1", "hall", "3.0", b"request", "A" * 64),
    ("10.0.0.1", "hall", "3.0", b"request", "٣" * 64),
]


@pytest.mark.parametrize("message", HOSTILE)
def test_hostile_requests_are_refused(message: tuple[str, str, str, bytes, str]) -> None:
    """They push nobody out, and they do not count."""
    joining = Joining(AUTHORITY)
    asked = fill(joining)
    for _ in range(MAX_ASKED):
        with pytest.raises(JoinTrouble, match="the same version"):
            joining.ask(*message, now=1.0)
    for each in asked:
        assert joining.await_answer(each.id, 2.0) == HostAnswer()
    Far().ask(joining, 3.0)


def test_the_longest_request_is_taken() -> None:
    """The limits themselves are allowed."""
    far = Far("1" * TEXT_LETTERS, "x" * TEXT_LETTERS, bytes(MAX_REQUEST_BYTES))
    joining = Joining(AUTHORITY)
    far.show(joining)
    assert list_names(joining) == [far.name]


def test_names_are_shown_without_invisible_signs() -> None:
    """Direction marks and double spaces of a name and a version do not reach the host's page."""
    joining, nonce = Joining(AUTHORITY), make_nonce()
    asked = joining.ask("10.0.0.1", "ha\u202ell  2", "3\u200b.0", b"r", commit(nonce, b"r"), 0.0)
    joining.reveal(asked.id, nonce, 0.0)
    (shown,) = joining.list_waiting(0.0)
    assert (shown.name, shown.version) == ("hall 2", "3.0")


def test_an_unknown_id_is_refused() -> None:
    """Nobody can reveal or fetch anything with an id that the head has not made."""
    joining = Joining(AUTHORITY)
    Far().show(joining)
    for id_ in ("", "1", "x" * 100_000):
        with pytest.raises(JoinTrouble, match="not known any more"):
            joining.await_answer(id_, 0.0)
        with pytest.raises(JoinTrouble, match="not known any more"):
            joining.reveal(id_, bytes(16), 0.0)
