"""The names under which the table can be opened in its network."""

import socket
from pathlib import Path

import pytest

from pi_bunco.app import address
from pi_bunco.app.address import collect_own_names
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.doctor.network import NetworkFacts
from pi_bunco.settings.config import ConfigTrouble, Settings, load
from pi_bunco.web.guard import MachineNames, parse_host


def machine(folder: Path, **files: str) -> Machine:
    (folder / "etc").mkdir()
    for name, text in files.items():
        (folder / "etc" / name.replace("_", ".")).write_text(text, "utf-8")
    return Machine(folder)


def test_names_have_the_domains_of_the_network(tmp_path: Path) -> None:
    """The host name has each search domain of resolv.conf as an ending."""
    pi = machine(
        tmp_path, resolv_conf="# by NetworkManager\nsearch fritz.box Party.Example.\nnameserver 10.0.0.1\n"
    )
    names = collect_own_names(Settings(), pi, "Bunco")
    assert {"bunco", "bunco.fritz.box", "bunco.party.example", "bunco.local", "bunco-2.local"} <= names
    assert "fritz.box" not in names


@pytest.mark.parametrize("text", ["", "search .\n", "search\n", "domain\nsearch   \n", "\x00\n"])
def test_names_without_a_domain(tmp_path: Path, text: str) -> None:
    """Without a search domain the names are the host name itself and the one ending in ``.local``."""
    names = collect_own_names(Settings(), machine(tmp_path, resolv_conf=text), "bunco")
    assert {"bunco", "bunco.local"} <= names
    assert "" not in names
    assert "bunco." not in names


def test_names_include_the_full_host_name(tmp_path: Path) -> None:
    """The full name of this machine counts, from its host name or from its line in /etc/hosts."""
    pi = machine(
        tmp_path, hosts="127.0.1.1 bunco.hall.example bunco # as set up\n10.0.0.9 printer.hall.example\n"
    )

    names = collect_own_names(Settings(), pi, "bunco")
    assert "bunco.hall.example" in names
    assert "printer.hall.example" not in names
    assert {"bunco.club.example", "bunco.local"} <= collect_own_names(Settings(), pi, "bunco.club.example")


def test_names_include_those_of_the_settings() -> None:
    """The settings ``names`` and ``host`` add names."""
    names = collect_own_names(
        Settings(names=("Dice.Example.org.",), host="Tables.example.org"), Machine(), "bunco"
    )
    assert {"dice.example.org", "tables.example.org"} <= names


def test_setting_names_accepts_only_names() -> None:
    """The setting ``names`` splits a text at commas, and refuses addresses, ports, spaces and wildcards."""
    assert load(None, {"names": "a.example, b.example"}).names == ("a.example", "b.example")
    for wrong in ("http://a.example/", "a.example:80", "a b", "*.example", "-a.example"):
        with pytest.raises(ConfigTrouble, match=r"--names cannot be"):
            load(None, {"names": wrong})


def test_names_include_all_shown_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host of each address that the program shows is one of its names, so that the page opens there."""
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
