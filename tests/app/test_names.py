"""What the table is called in its network."""

import socket
from pathlib import Path

import pytest

from pi_bunco.app import address
from pi_bunco.app.address import collect_own_names
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import NetworkFacts
from pi_bunco.config import ConfigTrouble, Settings, load
from pi_bunco.web.guard import MachineNames, parse_host


def machine(folder: Path, **files: str) -> Machine:
    (folder / "etc").mkdir()
    for name, text in files.items():
        (folder / "etc" / name.replace("_", ".")).write_text(text, "utf-8")
    return Machine(folder)


def test_it_has_the_endings_of_its_network(tmp_path: Path) -> None:
    """The router tells them with the address; a machine may be in several networks."""
    asked = machine(
        tmp_path, resolv_conf="# by NetworkManager\nsearch fritz.box Party.Example.\nnameserver 10.0.0.1\n"
    )
    names = collect_own_names(Settings(), asked, "Bunco")
    assert {"bunco", "bunco.fritz.box", "bunco.party.example", "bunco.local", "bunco-2.local"} <= names
    assert "fritz.box" not in names


@pytest.mark.parametrize("text", ["", "search .\n", "search\n", "domain\nsearch   \n", "\x00\n"])
def test_a_machine_without_a_network_has_its_own_name(tmp_path: Path, text: str) -> None:
    """No file, or one that says nothing, leaves the name itself and that of mDNS."""
    names = collect_own_names(Settings(), machine(tmp_path, resolv_conf=text), "bunco")
    assert {"bunco", "bunco.local"} <= names
    assert "" not in names
    assert "bunco." not in names


def test_a_whole_name_is_known_by_its_parts(tmp_path: Path) -> None:
    """A host name with its domain, as the machine or its own list of hosts has it."""
    asked = machine(
        tmp_path, hosts="127.0.1.1 bunco.hall.example bunco # as set up\n10.0.0.9 printer.hall.example\n"
    )
    assert "bunco.hall.example" in collect_own_names(Settings(), asked, "bunco")
    assert "printer.hall.example" not in collect_own_names(Settings(), asked, "bunco")
    assert {"bunco.club.example", "bunco.local"} <= collect_own_names(Settings(), asked, "bunco.club.example")


def test_settings_add_names() -> None:
    """Those of the setting, and the one that it is served on."""
    names = collect_own_names(
        Settings(names=("Dice.Example.org.",), host="Tables.example.org"), Machine(), "bunco"
    )
    assert {"dice.example.org", "tables.example.org"} <= names


def test_settings_take_names_and_nothing_else() -> None:
    """One word with commas, or a list; an address of a page is no name."""
    assert load(None, {"names": "a.example, b.example"}).names == ("a.example", "b.example")
    for wrong in ("http://a.example/", "a.example:80", "a b", "*.example", "-a.example"):
        with pytest.raises(ConfigTrouble, match=r"--names cannot be"):
            load(None, {"names": wrong})


def test_every_address_that_is_shown_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the QR code, the doctor and the terminal say opens the page."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Bunco")
    monkeypatch.setattr(
        address, "read_network", lambda _: NetworkFacts(("10.42.0.1", "192.168.1.20"), name="Bunco.local")
    )
    for settings in (
        Settings(camera="none"),
        Settings(host="10.0.0.7"),
        Settings(host="table.example"),
        Settings(),
    ):
        names = MachineNames(lambda settings=settings: collect_own_names(settings))  # type: ignore[misc]
        found = address.find_page_addresses(settings)
        for page in filter(None, (found.best, found.own, *found.others)):
            host = parse_host(page.removeprefix("http://").removesuffix("/"))
            assert host is not None
            assert host in names
