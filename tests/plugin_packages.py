"""Installs packages with plug-ins for tests, as pip does."""

from pathlib import Path


def install_plugin(folder: Path, package: str, entry_points: str, source: str = "") -> None:
    """Write a package and its metadata into a folder of the import path."""
    (folder / f"{package}.py").write_text(source)
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
