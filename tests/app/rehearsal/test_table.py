"""Tables of every kind, each calibrated: which they are."""

from pi_bunco.app.rehearsal.table import make_other_table, make_same_table


def test_each_chunk_has_another_table() -> None:
    """Tables of two chunks differ; the same chunk has the same, and all show their markers."""
    first, again, second = (make_other_table(5, chunk) for chunk in (0, 0, 1))
    assert (first.throw(0).image == again.throw(0).image).all()
    assert (first.throw(0).image != second.throw(0).image).any()
    assert first.markers.corners is not None
    assert second.markers.corners is not None


def test_one_table_stays() -> None:
    """The rehearsal's own table is the same for every chunk, with what it has learnt."""
    assert make_same_table(5, 0) is make_same_table(5, 0)
