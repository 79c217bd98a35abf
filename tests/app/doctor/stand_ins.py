"""Stand-ins for machines and tables, for the doctor's tests."""

from dataclasses import dataclass, field
from pathlib import Path

from pi_bunco.app.doctor.bell import BellState
from pi_bunco.app.doctor.camera import CameraState
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.config import Settings


@dataclass(frozen=True, slots=True)
class FakeMachine(Machine):
    """A machine with files in a folder, and programs that print fixed answers."""

    answers: dict[str, str] = field(default_factory=dict)

    def run_program(self, *words: str) -> str | None:
        return self.answers.get(words[0])


def machine(root: Path, files: dict[str, str] | None = None, **answers: str) -> FakeMachine:
    """Return a machine with these files, whose programs print these answers."""
    for name, text in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return FakeMachine(root, answers)


def make_context(
    state: Path,
    machine: Machine | None = None,
    camera_state: CameraState | None = None,
    bell_state: BellState | None = None,
    **settings: object,
) -> CheckContext:
    """Return the context of a table whose folder is ``state``."""
    return CheckContext(
        Settings.model_validate({"camera": "none", "state_dir": state} | settings),
        machine or FakeMachine(state),
        get_camera_state=lambda *_: camera_state or CameraState("none"),
        get_bell_state=lambda _: bell_state or BellState(),
    )
