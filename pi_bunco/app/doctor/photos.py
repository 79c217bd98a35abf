"""The check of the photos of throws: whether they are kept."""

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.findings import Finding, check_access
from pi_bunco.sentences import say, say_count
from pi_bunco.store import count_photos


def check_photos(context: CheckContext) -> Finding:
    """Count the photos. A table that runs also knows whether it can keep another one."""
    if trouble := context.explain_lost_photos():
        return Finding.look("photos", trouble.text, trouble.remedy)
    with check_access(context.settings.state_dir):
        count = count_photos(context.settings.state_dir)
    if not count:
        return Finding.good("photos", say("There is none yet."))
    return Finding.good(
        "photos",
        say_count("The photo of {count} throw is kept.", "The photos of {count} throws are kept.", count),
    )
