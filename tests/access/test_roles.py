"""Which role may do what."""

import pytest

from pi_bunco.access.roles import (
    ForHost,
    Guest,
    Host,
    Need,
    Read,
    Role,
    RoleName,
    Screen,
    TableDevice,
    Tap,
    allows,
    find_role,
    name_of,
    table_of,
)

ROLES: tuple[Role, ...] = (Guest(), Screen(), TableDevice(1), TableDevice(3), Host())


@pytest.mark.parametrize(
    ("need", "who"),
    [
        (Read(), ROLES),
        (Tap(1), (TableDevice(1), Host())),
        (Tap(3), (TableDevice(3), Host())),
        (Tap(2), (Host(),)),
        (ForHost(), (Host(),)),
    ],
)
def test_who_may_do_what(need: Need, who: tuple[Role, ...]) -> None:
    """Guests and screens watch, a table's device taps at its own table, the host does all."""
    assert tuple(role for role in ROLES if allows(role, need)) == who


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_found_by_its_name(role: Role) -> None:
    """As the file and programs call it."""
    assert find_role(name_of(role), table_of(role)) == role


@pytest.mark.parametrize(("name", "table"), [("table", None), ("host", 3), ("guest", 1)])
def test_only_a_tables_role_has_a_table(name: RoleName, table: int | None) -> None:
    """Else the name means nothing."""
    with pytest.raises(ValueError, match="table"):
        find_role(name, table)
