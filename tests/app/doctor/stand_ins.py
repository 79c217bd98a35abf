"""Machines and tables that a test makes up."""

from dataclasses import dataclass, field
from pathlib import Path

from pi_bunco.app.doctor.bell import BellState
from pi_bunco.app.doctor.camera import CameraState
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import Settings


@dataclass(frozen=True, slots=True)
class Made(Machine):
    """A machine with files in a folder, and programs that print fixed answers."""

    said: dict[str, str] = field(default_factory=dict)

    def run_program(self, *words: str) -> str | None:
        return self.said.get(words[0])


def machine(root: Path, files: dict[str, str] | None = None, **said: str) -> Made:
    """Make a machine."""
    for name, text in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Made(root, said)


def make_context(
    state: Path,
    made: Machine | None = None,
    camera_state: CameraState | None = None,
    heard: BellState | None = None,
    **said: object,
) -> CheckContext:
    """Make a table whose folder is ``state``."""
    settings = Settings.model_validate({"camera": "none", "state_dir": state} | said)
    return CheckContext(
        settings,
        made or Made(state),
        get_camera_state=lambda *_: camera_state or CameraState("none"),
        get_bell_state=lambda _: heard or BellState(),
    )
