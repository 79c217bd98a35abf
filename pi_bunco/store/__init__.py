"""What stays when the power goes: the log of every game, and the throws' photos."""

from pi_bunco.store.database import LogTrouble
from pi_bunco.store.log import Log, count_games, read_record
from pi_bunco.store.photos import Photos

__all__ = ["Log", "LogTrouble", "Photos", "count_games", "read_record"]
