"""What the door remembers of devices while the program runs."""

from pi_bunco.access.visits import Visits


def test_a_device_keeps_what_it_did_under_another_id() -> None:
    """Its last page, the page that it should show and its patience go on under the new id."""
    visits = Visits()
    visits.note_asked("old", 100.0)
    visits.note_request("old", 104.0, page="table", table=3)
    visits.order("old", "/table/3")
    activity, order = visits.find_activity("old"), visits.find_order("old")
    assert visits.find_patient(105.0) == {"old"}
    visits.move("old", "new")
    visits.keep_only({"new"})
    assert (visits.find_activity("new"), visits.find_order("new")) == (activity, order)
    assert visits.find_patient(105.0) == {"new"}
    assert visits.find_activity("old") is None


def test_a_device_is_offered_one_id() -> None:
    """All pages that load meanwhile offer the same one. Of a forgotten device nothing is left."""
    visits = Visits()
    assert visits.find_offer("old") is None
    visits.prepare_offer("old")
    offered = visits.find_offer("old")
    visits.prepare_offer("old")
    assert offered is not None
    assert visits.find_offer("old") == offered
    assert visits.find_old_id(offered) == "old"
    visits.keep_only(set())
    assert visits.find_old_id(offered) is None
