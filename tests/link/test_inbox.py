"""However much comes, only so much waits."""

from pi_bunco.link.inbox import MAX_BYTES, MAX_WAITING, Inbox


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


def test_messages_with_too_many_bytes_are_lost() -> None:
    """A few long messages fill no memory. Short ones still come, and long ones when some were taken."""
    inbox = Inbox[str]()
    for name in ("first", "second", "third"):
        inbox.put(name, MAX_BYTES // 2)
    inbox.put("short")
    assert [inbox.wait(0) for _ in range(4)] == ["first", "second", "short", None]
    for name in ("fourth", "fifth"):
        inbox.put(name, MAX_BYTES // 2)
    assert [inbox.wait(0) for _ in range(3)] == ["fourth", "fifth", None]
