"""Which role may do what."""

import pytest

from pi_bunco.access.roles import GUEST, HOST, SCREEN, Role, RoleName

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


@pytest.mark.parametrize(("name", "table"), [("table", None), ("host", 3), ("guest", 1)])
def test_only_a_tables_role_has_a_table(name: RoleName, table: int | None) -> None:
    """A table's role without a table is refused, and so is another role with one."""
    with pytest.raises(ValueError, match="table"):
        Role(name, table)
