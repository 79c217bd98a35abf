"""The rehearsal's rendered tables: another one for each chunk, or the same for all."""

from pi_bunco.app.rehearsal.table import make_other_table, make_same_table


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
