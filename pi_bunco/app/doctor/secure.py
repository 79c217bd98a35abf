"""The check of the pages over HTTPS: whether they are on, and whether their certificate still fits."""

from datetime import datetime

from pi_bunco.dates import say_long_date
from pi_bunco.findings import Finding
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say
from pi_bunco.web.ports.secure import SecureView

CHECK = "secure"


def judge_no_table() -> Finding:
    """Return the finding where no table runs that has such pages."""
    return Finding.good(CHECK, say("Secure pages are checked while a table plays here."))


def judge_secure(view: SecureView, now: datetime) -> Finding:
    """Judge the pages over HTTPS.

    Parameters
    ----------
    view
        The pages.
    now
        The latest time that has certainly come.

    >>> print(judge_secure(SecureView(), datetime(2027, 1, 1)))
    good  secure: Secure pages are off, so screens may fall asleep. The page “Awake and safe” says more.
    """
    if not view.is_on:
        return Finding.good(
            CHECK,
            say("Secure pages are off, so screens may fall asleep. The page “Awake and safe” says more."),
        )
    if view.trouble or view.valid is None:
        text = view.trouble.text if view.trouble else say("The secure pages have no certificate.")
        remedy = view.trouble.remedy if view.trouble else say("Restart the Pi.")
        return Finding.bad(CHECK, text, remedy)
    until = say_long_date(view.valid.end)
    if not view.valid.begin <= now <= view.valid.end:
        return Finding.bad(
            CHECK,
            say("The certificate of the secure pages is not valid now; it ends on {until}.", until=until),
            say("Open the page “Awake and safe” on a device of the host’s: its clock puts that right."),
        )
    if view.uncovered:
        return Finding.look(
            CHECK,
            say(
                "The secure pages cannot be opened at {addresses}: that is not on a local network.",
                addresses=join_names(view.uncovered),
            ),
            say("Open them by the machine’s name, such as bunco.local."),
        )
    if not view.is_time_known:
        return Finding.look(
            CHECK,
            say("Secure pages are on, but no device of the host’s has told the time since then."),
            say("Open the page “Awake and safe” once on a device of the host’s."),
        )
    return Finding.good(
        CHECK,
        say(
            "Secure pages are on at port {port}, with a certificate until {until}.",
            port=view.port or 0,
            until=until,
        ),
    )
