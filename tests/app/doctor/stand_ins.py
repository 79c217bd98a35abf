"""Stand-ins for machines and tables, for the doctor's tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pi_bunco.app.doctor.bell import BellState
from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.findings import Finding
from pi_bunco.settings.config import Settings
from pi_bunco.station.doctor.unseen import report_no_camera


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
    examine_camera: Callable[[Settings, int], Mapping[str, Finding]] = lambda *_: report_no_camera(),
    bell_state: BellState | None = None,
    **settings: object,
) -> CheckContext:
    """Return the context of a table whose folder is ``state``."""
    return CheckContext(
        Settings.model_validate({"camera": "none", "state_dir": state} | settings),
        examine_camera,
        machine or FakeMachine(state),
        get_bell_state=lambda _: bell_state or BellState(),
    )
