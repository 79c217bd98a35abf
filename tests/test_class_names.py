"""Public class names are unique in the whole package."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pi_bunco"


def test_public_class_names_are_unique() -> None:
    """No two modules have a public class of the same name."""
    files_by_name = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                files_by_name[node.name].append(str(path.relative_to(PACKAGE)))
    assert len(files_by_name) > 500
    assert {name: files for name, files in files_by_name.items() if len(files) > 1} == {}
