"""One public class name stands for one thing in the whole package."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "pi_bunco"


def test_no_public_class_name_stands_twice() -> None:
    """A reader who meets a name knows which class that is."""
    homes = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(path.relative_to(PACKAGE)))
    assert len(homes) > 500
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
