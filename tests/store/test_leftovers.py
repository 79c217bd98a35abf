"""What a power cut has left is removed: files, folders, pipes and links."""

import os
from pathlib import Path

from pi_bunco.store.leftovers import remove_leftovers


def test_everything_of_that_name_is_removed(tmp_path: Path) -> None:
    """A folder, a file, a pipe and a link are removed; what the link leads to, and other names, stay."""
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "log").touch()
    (tmp_path / ".half-folder").mkdir()
    os.mkfifo(tmp_path / ".half-folder" / "pipe")
    (tmp_path / ".half-file").touch()
    os.mkfifo(tmp_path / ".half-pipe")
    (tmp_path / ".half-link").symlink_to(kept)
    remove_leftovers(tmp_path, ".half-")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (kept / "log").exists()
