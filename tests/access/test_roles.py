"""Which role may do what."""

import pytest

from pi_bunco.access.roles import GUEST, HOST, ROLE_KINDS, SCREEN, STAFF, Role, RoleKind, make_staff_role

ROLES: tuple[Role, ...] = (GUEST, SCREEN, Role("table", 1), Role("table", 3), HOST)


@pytest.mark.parametrize(
    ("need", "allowed"),
    [
        (GUEST, ROLES),
        (Role("table", 1), (Role("table", 1), HOST)),
        (Role("table", 3), (Role("table", 3), HOST)),
        (Role("table", 2), (HOST,)),
        (HOST, (HOST,)),
    ],
)
def test_who_may_do_what(need: Role, allowed: tuple[Role, ...]) -> None:
    """Guests and screens watch, a table's device taps at its own table, the host may do everything."""
    assert tuple(role for role in ROLES if role.allows(need)) == allowed


@pytest.mark.parametrize(
    ("name", "number"),
    [("table", None), ("table", 0), ("table", 26), ("host", 3), ("guest", 1), ("king", None)],
)
def test_a_number_fits_the_kind(name: str, number: int | None) -> None:
    """A table's role has a number from 1 to 25, other roles have none, and unknown roles are refused."""
    with pytest.raises(ValueError, match="role"):
        Role(name, number)


def test_a_new_kind_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its devices may do what needs their number, and nothing else."""
    monkeypatch.setitem(ROLE_KINDS, "team", RoleKind(lambda number: f"team {number}", 12))
    team = Role("team", 2)
    assert (team.called, team.table) == ("team 2", None)
    assert [team.allows(need) for need in (GUEST, team, Role("team", 3), Role("table", 2), HOST)] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_staff_have_one_team_several_or_all() -> None:
    """They may do what needs any staff, or the staff of their teams; without numbers, of every team."""
    needs = (GUEST, STAFF, Role("staff", 1), Role("staff", 2), Role("table", 1), HOST)
    assert [
        [role.allows(need) for need in needs] for role in (Role("staff", 2), make_staff_role([2, 1]), STAFF)
    ] == [
        [True, True, False, True, False, False],
        [True, True, True, True, False, False],
        [True, True, True, True, False, False],
    ]
    assert make_staff_role([2, 1, 2]).numbers == (1, 2)
    assert (make_staff_role([]), STAFF.called) == (STAFF, "the staff of every team")
    for wrong in (("staff", 9, ()), ("staff", 1, (9,)), ("staff", None, (1,)), ("table", 1, (2,))):
        with pytest.raises(ValueError, match="role"):
            Role(*wrong)
