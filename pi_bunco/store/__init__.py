"""Everything on the disk: the log of every game, photos, kept throws for training, and backups."""

from pi_bunco.store.backup import back_up
from pi_bunco.store.kept_throws import KeptAmount, KeptThrows
from pi_bunco.store.log import Log, count_games, count_lines, list_games, read_record
from pi_bunco.store.package import BACKUPS, Backup, BackupTrouble, list_backups
from pi_bunco.store.photos import Photos, count_photos
from pi_bunco.store.restore import Restored, restore, salvage, set_log_aside
from pi_bunco.store.salvage import Salvage
from pi_bunco.store.troubles import LogTrouble

__all__ = [
    "BACKUPS",
    "Backup",
    "BackupTrouble",
    "KeptAmount",
    "KeptThrows",
    "Log",
    "LogTrouble",
    "Photos",
    "Restored",
    "Salvage",
    "back_up",
    "count_games",
    "count_lines",
    "count_photos",
    "list_backups",
    "list_games",
    "read_record",
    "restore",
    "salvage",
    "set_log_aside",
]
