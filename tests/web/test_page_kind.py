"""The kinds of pages: each is one folder, and one entry of a list."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from pi_bunco.web import create_app
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages import KINDS
from tests.web.conftest import FakePageService

PAGES = Path(next(iter(KINDS)).folder).parent
LIVE = {"table": "/t/1", "results": "/results", "room": "/room", "host": "/host"}
KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@KIND
def test_a_kind_is_one_folder(kind: PageKind) -> None:
    """It has the page, a template for each block, and the name of the folder in addresses."""
    assert kind.routes.name == kind.name
    assert (kind.folder / "page.html").is_file()
    shared = PAGES.parent / "templates/blocks"
    for block in kind.list_blocks("Ann"):
        name = f"{block.name}.html"
        assert (kind.folder / "blocks" / name).is_file() or (shared / name).is_file(), block.name


@pytest.mark.parametrize("head", ["", "http://10.0.0.2/"], ids=["head", "follower"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.name in LIVE], ids=lambda kind: kind.name)
def test_each_block_has_its_place_on_the_page(service: FakePageService, kind: PageKind, head: str) -> None:
    """Also on a Pi that follows, whose page has fewer forms: else the page's script fails when it changes."""
    service.head = head
    with create_app(service).test_client() as client:
        page = client.get(LIVE[kind.name]).text
    missing = [block.name for block in kind.list_blocks("Ann") if f'id="{block.name}"' not in page]
    assert missing == []


def test_no_folder_is_forgotten() -> None:
    """Each folder of pages is in the list."""
    folders = {path.name for path in PAGES.iterdir() if (path / "__init__.py").is_file()}
    assert {kind.name for kind in KINDS} == folders


@KIND
def test_the_list_of_devices_names_each_kind(kind: PageKind) -> None:
    """The name of a table's page has the number of the table."""
    assert kind.called(7)
    assert ("7" in kind.called(7)) is kind.of_table


def test_the_kind_in_the_docs_works(tmp_path: Path, service: FakePageService) -> None:
    """The files of ``docs/extending.md`` and one entry of the list are enough for the page and its stream."""
    text = (Path(__file__).parents[2] / "docs/extending.md").read_text("utf-8")
    for name, content in re.findall(r"`(headline/[\w./]+)`\n\n```\w+\n(.*?)```\n", text, re.DOTALL):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    spec = spec_from_file_location("headline", tmp_path / "headline/page.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with create_app(service, kinds=(*KINDS, module.HEADLINE)).test_client() as client:
        page = client.get("/headline").text
        now = service.view_room().moment.now
        assert f"<h1>{now}</h1>" in page
        style = next(part for part in page.split('"') if part.endswith("/page/headline.css"))
        assert "12vmin" in client.get(style).text
        assert b"$.watch" in client.get(style.replace(".css", ".js")).data
        assert f"<h1>{now}</h1>" in client.get("/events?page=headline").text
