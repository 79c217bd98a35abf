"""The items of an outbox are sent when they are due, and leave it when the log has their names."""

import pytest

from pi_bunco.link.messages import MAX_ITEMS, OutboxItem, pack, read_from_far
from pi_bunco.link.mqtt import MAX_PAYLOAD
from pi_bunco.link.outbox import PATIENCE, Kept, Outbox

NAME, OTHER = "7c1f09aa", "00000001"


def fill(outbox: Outbox, count: int, now: float = 0.0) -> list[Kept]:
    """Put items into an outbox, each with other dice."""
    items = []
    for _ in range(count):
        items.append(outbox.make(3, 7, "enter", {"dice": [1, 1, 1 + outbox.last % 6]}, now))
        outbox.put(items[-1])
    return items


def list_sent(outbox: Outbox, now: float) -> list[int]:
    """Return the numbers of the items that are sent now."""
    message = outbox.make_message(now)
    return [item.number for item in message.items] if message else []


def test_a_new_outbox_has_nothing_to_send() -> None:
    """Without an item there is no message, however late it is."""
    outbox = Outbox(NAME)
    assert outbox.waiting == []
    assert outbox.make_message(0.0) is None
    assert outbox.make_message(10 * PATIENCE) is None


def test_an_item_is_in_the_outbox_once_it_is_on_the_disk() -> None:
    """Making an item changes nothing, so that one which the disk does not take is forgotten."""
    outbox = Outbox(NAME)
    refused = outbox.make(3, 7, "call", {}, 0.0)
    assert outbox.make_message(0.0) is None
    kept = outbox.make(3, 8, "call", {}, 1.0)
    assert (refused.number, kept.number) == (1, 1)
    outbox.put(kept)
    assert outbox.waiting == [kept]
    assert outbox.make(3, 7, "call", {}, 2.0).number == 2


def test_an_item_is_sent_as_it_was_made() -> None:
    """A message has the outbox, the number, the table, the command with its fields, and the age."""
    outbox = Outbox(NAME)
    outbox.put(outbox.make(3, 7, "enter", {"dice": [1, 1, 4]}, 10.0))
    message = outbox.make_message(12.5)
    assert message
    assert message.outbox == NAME
    assert message.items == (OutboxItem(number=1, table=7, name="enter", body={"dice": [1, 1, 4]}, age=2.5),)
    assert read_from_far(pack(message)) == message


def test_a_new_item_is_due_at_once() -> None:
    """It does not wait for the answers to earlier ones, which are sent again with it."""
    outbox = Outbox(NAME)
    fill(outbox, 1)
    assert list_sent(outbox, 0.0) == [1]
    assert list_sent(outbox, 0.1) == []
    fill(outbox, 2)
    assert list_sent(outbox, 0.2) == [1, 2, 3]
    assert list_sent(outbox, 0.3) == []


def test_items_are_sent_again_after_a_while() -> None:
    """Without an answer they are sent again and again, but not before :data:`PATIENCE`."""
    outbox = Outbox(NAME)
    fill(outbox, 2)
    assert list_sent(outbox, 1.0) == [1, 2]
    assert list_sent(outbox, 1.0 + PATIENCE - 0.1) == []
    assert list_sent(outbox, 1.0 + PATIENCE) == [1, 2]
    assert list_sent(outbox, 1.0 + PATIENCE + 0.1) == []
    assert list_sent(outbox, 1.0 + 2 * PATIENCE) == [1, 2]


def test_the_rest_is_due_when_a_part_is_in_the_log() -> None:
    """Then the head is free for the next ones, so they go at once."""
    outbox = Outbox(NAME)
    first, second, third = fill(outbox, 3)
    list_sent(outbox, 0.0)
    assert outbox.follow({NAME: 2}) == (first, second)
    assert outbox.waiting == [third]
    assert list_sent(outbox, 0.1) == [3]
    assert outbox.follow({NAME: 2}) == ()
    assert list_sent(outbox, 0.2) == []
    assert outbox.follow({NAME: 3}) == (third,)
    assert list_sent(outbox, 10 * PATIENCE) == []


def test_a_message_has_a_limit() -> None:
    """The oldest twenty go first, and the others when those are in the log."""
    outbox = Outbox(NAME)
    fill(outbox, 2 * MAX_ITEMS + 5)
    assert list_sent(outbox, 0.0) == [*range(1, MAX_ITEMS + 1)]
    assert list_sent(outbox, PATIENCE) == [*range(1, MAX_ITEMS + 1)]
    outbox.follow({NAME: MAX_ITEMS})
    assert list_sent(outbox, PATIENCE) == [*range(MAX_ITEMS + 1, 2 * MAX_ITEMS + 1)]
    outbox.follow({NAME: 2 * MAX_ITEMS})
    assert list_sent(outbox, PATIENCE) == [*range(2 * MAX_ITEMS + 1, 2 * MAX_ITEMS + 6)]


def test_long_items_go_in_several_messages() -> None:
    """The carrier takes each message, and even an item that is longer than others is sent."""
    outbox = Outbox(NAME)
    sizes = (10, *(90_000,) * 12, 200_000, 10)
    for size in sizes:
        outbox.put(outbox.make(3, 7, "tally", {"text": "x" * size}, 0.0))
    sent: list[int] = []
    while message := outbox.make_message(0.0):
        assert len(pack(message)) < MAX_PAYLOAD
        sent += [item.number for item in message.items]
        outbox.follow({NAME: sent[-1]})
    assert sent == [*range(1, len(sizes) + 1)]


def test_ages_are_counted_from_the_tap() -> None:
    """An item gets older; one from before the start has no age, and a tap is never in the future."""
    outbox = Outbox(NAME, 1, [Kept(NAME, 1, 3, 7, "call", {}, None)])
    fill(outbox, 1, now=5.0)
    for now, age in ((4.9, 0.0), (4.9 + PATIENCE, 4.9 + PATIENCE - 5.0)):
        message = outbox.make_message(now)
        assert message
        assert [item.age for item in message.items] == [None, age]


@pytest.mark.parametrize("items", [{}, {OTHER: 9}, {NAME: 0}])
def test_other_outboxes_do_not_count(items: dict[str, int]) -> None:
    """A number in the log belongs to one outbox, and a new game has none."""
    outbox = Outbox(NAME)
    kept = fill(outbox, 2)
    list_sent(outbox, 0.0)
    assert outbox.follow(items) == ()
    assert outbox.waiting == kept
    assert list_sent(outbox, 0.1) == []


def test_an_item_leaves_in_whichever_game_it_is() -> None:
    """An item of an older game may be answered in a newer one, or in an older one that was put back."""
    outbox = Outbox(NAME)
    for game in (2, 9):
        outbox.put(outbox.make(game, 7, "call", {}, 0.0))
    outbox.follow({NAME: 2})
    assert outbox.waiting == []


def test_items_from_before_a_start_keep_their_names() -> None:
    """They may be in the log under these names already; they go first, and the new ones after them."""
    before = Outbox(OTHER)
    fill(before, 2)
    outbox = Outbox(NAME, before.last, before.waiting)
    fill(outbox, 1)
    for now in (0.0, PATIENCE):
        message = outbox.make_message(now)
        assert message
        assert message.outbox == OTHER
        assert [item.number for item in message.items] == [1, 2]
    assert len(outbox.follow({OTHER: 2})) == 2
    message = outbox.make_message(PATIENCE)
    assert message
    assert (message.outbox, [item.number for item in message.items]) == (NAME, [3])


def test_an_older_copy_of_the_card_loses_nothing() -> None:
    """The log has what was made after the copy, under the old name; what is made now has the same numbers."""
    lost = Outbox(OTHER)
    old = fill(lost, 4)  # the copy has the first two, and the log has all
    outbox = Outbox(NAME, 2, old[:2])
    third, fourth = fill(outbox, 2)
    assert (third.number, fourth.number) == (old[2].number, old[3].number)
    assert outbox.follow({OTHER: 4}) == (*old[:2],)
    assert outbox.waiting == [third, fourth]
    message = outbox.make_message(0.0)
    assert message
    assert (message.outbox, [item.number for item in message.items]) == (NAME, [3, 4])


def test_items_of_an_older_head_wait_again() -> None:
    """They come in their order before what waits already, and are due at once."""
    outbox = Outbox(NAME)
    first, second, third = fill(outbox, 3)
    assert outbox.follow({NAME: 2}) == (first, second)
    assert list_sent(outbox, 0.0) == [3]
    outbox.reopen([first, second])
    assert outbox.waiting == [first, second, third]
    assert list_sent(outbox, 0.1) == [1, 2, 3]
    assert outbox.follow({NAME: 1}) == (first,)
    assert outbox.make(3, 7, "call", {}, 1.0).number == 4


def test_reopened_items_of_other_names_go_first() -> None:
    """Each start has its own name, and a message has the items of one: the oldest start's come first."""
    outbox = Outbox(NAME, last=2)
    new = fill(outbox, 1)
    old = [Kept(OTHER, number, 3, 7, "call", {}, None) for number in (1, 2)]
    outbox.reopen(old)
    assert outbox.waiting == [*old, *new]
    message = outbox.make_message(0.0)
    assert message
    assert (message.outbox, [item.number for item in message.items]) == (OTHER, [1, 2])
    outbox.follow({OTHER: 2})
    assert list_sent(outbox, 0.1) == [3]


def test_nothing_is_reopened_from_nothing() -> None:
    """Without such items, what waits stays as it is."""
    outbox = Outbox(NAME)
    waiting = fill(outbox, 2)
    outbox.reopen([])
    assert outbox.waiting == waiting
