"""The code that two screens show, and the commitment before it."""

import re

from pi_bunco.link.codes import commit, make_code, make_nonce


def test_a_code_is_six_digits_in_two_groups() -> None:
    """Codes keep their zeros at the beginning of both groups, and use all digits."""
    codes = [make_code(b"%d" % number, b"authority", b"far", b"head") for number in range(1000)]
    assert all(re.fullmatch("[0-9]{3} [0-9]{3}", code) for code in codes)
    assert {code[0] for code in codes} == {code[4] for code in codes} == set("0123456789")
    assert len(set(codes)) > 990


def test_both_screens_show_the_same_code() -> None:
    """The code depends on nothing but its four inputs."""
    inputs = b"request", b"authority", make_nonce(), make_nonce()
    assert make_code(*inputs) == make_code(*inputs)


def test_a_code_changes_with_each_of_its_inputs() -> None:
    """Another request, another authority, another nonce and exchanged nonces make other codes."""
    inputs = [b"request", b"authority", b"far nonce", b"head nonce"]
    others = [[*inputs[:place], b"another", *inputs[place + 1 :]] for place in range(4)]
    exchanged = [b"request", b"authority", b"head nonce", b"far nonce"]
    codes = [make_code(*four) for four in (inputs, *others, exchanged)]
    assert len(set(codes)) == 6


def test_no_byte_can_move_from_one_input_to_the_next() -> None:
    """The same bytes, divided otherwise, make another code and another commitment."""
    assert make_code(b"ab", b"c", b"d", b"e") != make_code(b"a", b"bc", b"d", b"e")
    assert commit(b"ab", b"c") != commit(b"a", b"bc")


def test_a_commitment_binds_nonce_and_request() -> None:
    """Another nonce or another request has another commitment, and all have 64 hexadecimal digits."""
    commitments = {commit(b"a", b"a"), commit(b"b", b"a"), commit(b"a", b"b")}
    assert len(commitments) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", commitment) for commitment in commitments)


def test_nonces_differ() -> None:
    """No nonce comes twice, and each has 128 bits."""
    nonces = {make_nonce() for _ in range(1000)}
    assert len(nonces) == 1000
    assert {len(nonce) for nonce in nonces} == {16}
