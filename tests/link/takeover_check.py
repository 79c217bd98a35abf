"""Says what must hold after a simulated night in which heads were replaced."""

from collections.abc import Iterable, Sequence

from pi_bunco.store.chain import SealedLine
from tests.link.far_room import count_tokens, find_wrong_target
from tests.link.takeover_disk import Records
from tests.link.takeover_pi import RoomPi


def find_fault(pis: Iterable[RoomPi], records: Records) -> str:
    """Return what is wrong, ``""`` if nothing is.

    No far Pi that has heard a head has sent items to an older one later.

    Exactly one head plays, and no Pi plays after which another one became the head. All far Pis that are on
    have its log. The terms of those who wrote the log's lines never fall, and no term has two writers.

    Each item of each outbox that still exists is in the log once, in the order of its Pi, and waits no more.
    The outbox of an older head that has joined anew exists no more, nor does that of a Pi that stays off.
    A correction or an undo has hit the line that it was about, or none.
    What was put into an outbox after the copy of a card was made, which was put in later, may be missing.
    """
    if records.faults:
        return records.faults[0]
    running = [pi for pi in pis if pi.is_on]
    heads = [pi for pi in running if pi.head]
    if len(heads) != 1 or heads[0].is_fenced:
        return f"{[pi.name for pi in heads]} play"
    rows = heads[0].disk.rows
    players = [pi for pi in running if pi.far or pi.head]
    for pi in players:
        if pi.disk.rows != rows:
            return f"{pi.name} has another log than {heads[0].name}"
    return _find_wrong_writer(rows, records) or _find_wrong_item(players, rows) or find_wrong_target(rows)


def _find_wrong_writer(rows: Sequence[SealedLine], records: Records) -> str:
    newest, names = 0, dict[int, str]()
    for row in rows:
        term, name = records.writers[row.seal]
        if term < newest:
            return f"{name} wrote line {row.seq} of game {row.game} in term {term}, after term {newest}"
        if names.setdefault(term, name) != name:
            return f"{name} and {names[term]} wrote lines in term {term}"
        newest = term
    return ""


def _find_wrong_item(pis: Sequence[RoomPi], rows: Sequence[SealedLine]) -> str:
    counts = count_tokens(rows)
    if several := [token for token, count in counts.items() if count > 1]:
        return f"{several} are in the log more than once"
    for pi in pis:
        numbers = {token: number for number, token in enumerate(pi.put)}
        logged = [numbers[token] for token in counts if token in numbers]
        if missing := [token for token in pi.put if token not in counts and token not in pi.lost]:
            return f"{missing} are missing"
        if logged != sorted(logged):
            return f"items of {pi.name} are in another order: {logged}"
        if waiting := pi.count_waiting():
            return f"{pi.name} has still {waiting} items in its outbox"
    return ""
