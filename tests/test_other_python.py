"""The tests that run on the other Python need only the few packages that are installed for it."""

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPT = (ROOT / "tools/other_python.sh").read_text("utf-8")


def find_imports(path: Path, seen: set[Path]) -> dict[str, Path]:
    """Return the modules that a test file imports, itself or through others, each with a file."""
    if path in seen:
        return {}
    seen.add(path)
    found: dict[str, Path] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if name.split(".")[0] not in {"tests", "tools"}:
                found[name.split(".")[0]] = path
            elif (file := ROOT / f"{name.replace('.', '/')}.py").exists():
                found |= find_imports(file, seen)
    return found


def test_the_other_python_has_what_its_tests_import() -> None:
    """Each imported package is in the lock of the program, or is pytest or hypothesis."""
    given = re.findall(r"^ +(tests/.*?)(?: \\)?$", SCRIPT, re.MULTILINE)
    parts = [ROOT / part for line in given for part in line.split()]
    files = {file for part in parts for file in (part.rglob("*.py") if part.is_dir() else [part])}
    files |= {conftest for part in parts for up in part.parents if (conftest := up / "conftest.py").exists()}
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    installed = {name.lower().replace("_", "-") for name in [*locked, "pytest", "hypothesis"]}
    packages = packages_distributions()
    seen: set[Path] = set()
    lacking = {
        f"{path.relative_to(ROOT)}: {module}"
        for file in sorted(files)
        for module, path in find_imports(file, seen).items()
        if module not in {*sys.stdlib_module_names, "pi_bunco", "evaluation"}
        and not installed & {name.lower().replace("_", "-") for name in packages.get(module, ())}
    }
    assert len(seen) > 30
    assert lacking == set()
