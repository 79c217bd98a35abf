"""What stays when the power goes: the log of every game, the throws' photos, and what can be learnt from."""

from pi_bunco.store.database import LogTrouble
from pi_bunco.store.kept import Holding, Kept
from pi_bunco.store.log import Log, count_games, read_record
from pi_bunco.store.photos import Photos

__all__ = ["Holding", "Kept", "Log", "LogTrouble", "Photos", "count_games", "read_record"]
