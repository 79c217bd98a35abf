"""The settings with which a far Pi plays after it has become the head."""

from pi_bunco.link.state import FOLDER, HEAD_FILE, HeadState, load_state
from pi_bunco.settings.config import Settings


def take_cameras(settings: Settings) -> Settings:
    """Return settings with each camera at the table at which it was until now.

    Parameters
    ----------
    settings
        The settings as a far Pi has them: the camera of table 1 looks at the first of its tables.

    Raises
    ------
    pi_bunco.errors.Trouble
        If the file with the tables is damaged.
    """
    state = load_state(HeadState, settings.state_dir / FOLDER / HEAD_FILE)
    tables = state.own_tables if state else ()
    cameras = dict(zip(tables, settings.list_cameras(), strict=False))
    return settings.give_cameras(cameras).model_copy(update={"roles": "on", "new": False})
