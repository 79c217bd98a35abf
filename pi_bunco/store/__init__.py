"""What stays when the power goes: the log of every game, and the throws' photos."""

from pi_bunco.store.log import Log, LogTrouble, read_record
from pi_bunco.store.photos import Photos

__all__ = ["Log", "LogTrouble", "Photos", "read_record"]
