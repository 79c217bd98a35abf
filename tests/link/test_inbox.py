"""However much comes, only so much waits."""

from pi_bunco.link.inbox import MAX_WAITING, Inbox


def test_a_message_too_many_is_lost() -> None:
    """The oldest ones stay in their order, and there is room again after they were taken."""
    inbox = Inbox[int]()
    for number in range(10 * MAX_WAITING):
        inbox.put(number)
    inbox.wake()
    assert [inbox.wait(0) for _ in range(MAX_WAITING)] == list(range(MAX_WAITING))
    assert inbox.is_empty
    inbox.put(7)
    assert inbox.wait(0) == 7
