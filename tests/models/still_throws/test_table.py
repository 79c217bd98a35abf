"""The rehearsal's rendered tables: another one for each chunk, or the same for all."""

from typing import Any

import pytest
from renderer import MatTable
from renderer.lay import NoRoom
from still_throws.table import RehearsalTable, make_other_table, make_same_table

from pi_bunco.errors import Trouble


def test_other_table_depends_on_the_chunk() -> None:
    """Two chunks have different tables, the same chunk has the same table, and all have visible markers."""
    first, again, second = (make_other_table(5, chunk) for chunk in (0, 0, 1))
    assert (first.throw(0).image == again.throw(0).image).all()
    assert (first.throw(0).image != second.throw(0).image).any()
    assert first.markers.corners is not None
    assert second.markers.corners is not None


def test_same_table_is_one_object() -> None:
    """All chunks share one table, so that it is calibrated once."""
    assert make_same_table(5, 0) is make_same_table(5, 0)


def test_throw_without_room_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the dice of a throw have no room, another throw of the same kind gets its name."""
    throw, another = MatTable.throw, RehearsalTable(5).throw(10_000_004)

    def throw_with_room(mat: MatTable, number: int, kind: Any) -> Any:
        if number == 4:
            raise NoRoom
        return throw(mat, number, kind)

    monkeypatch.setattr(MatTable, "throw", throw_with_room)
    picture = RehearsalTable(5).throw(4)
    assert (picture.label.source, picture.label.path.name) == ("leaning", "000004.png")
    assert (picture.image == another.image).all()


def test_table_without_any_room_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no throw has room, the message says so."""

    def refuse(*_: Any) -> None:
        raise NoRoom

    monkeypatch.setattr(MatTable, "throw", refuse)
    with pytest.raises(Trouble, match="No plain throw has room"):
        RehearsalTable(5).throw(0)
