"""The check of other Pis: those that follow this one, or the head that this one follows."""

from collections.abc import Sequence

from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.link.far import LinkStatus
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say, say_series
from pi_bunco.web.ports.pis import PiLine

CHECK = "pis"


def judge_followers(pis: Sequence[PiLine], trouble: Trouble | None) -> Finding:
    """Judge the Pis that follow this one, and why none can.

    >>> print(judge_followers([PiLine("hall", "up to date", there=True)], None))
    good  pis: hall: up to date.
    """
    if trouble:
        return Finding.bad(CHECK, trouble.text, trouble.remedy)
    if not pis:
        return Finding.good(CHECK, say("No other Pi follows this one."))
    if missing := [pi.name for pi in pis if not pi.there]:
        return Finding.look(
            CHECK,
            say("Not there: {names}.", names=join_names(missing)),
            say("See that it is on, or remove it on the host’s page."),
        )
    states = say_series([say("{name}: {state}", name=pi.name, state=pi.says) for pi in pis])
    return Finding.good(CHECK, say("{states}.", states=states))


def judge_link(status: LinkStatus, address: str) -> Finding:
    """Judge the link to the head at an address.

    >>> judge_link(LinkStatus(None, 75.0, behind=False, trouble=None), "http://10.0.0.7/").found
    'http://10.0.0.7/ has not been heard for 75 seconds.'
    """
    if status.trouble:
        return Finding.bad(CHECK, status.trouble.text, status.trouble.remedy)
    if status.silent or status.head is None:
        return Finding.look(
            CHECK,
            say("{head} has not been heard for {count} seconds.", head=address, count=round(status.silent)),
            say(
                "See that it is on, and look at the network. If it does not come back, the host’s page lets "
                "this Pi become the head."
            ),
        )
    if status.behind:
        return Finding.good(CHECK, say("This Pi fetches what {head} has.", head=address))
    return Finding.good(
        CHECK,
        say(
            "This Pi follows {head}, which has version {version}.", head=address, version=status.head.version
        ),
    )
