"""The codes that are printed to be scanned: for the Wi-Fi, for phones, and for the tablet of each table."""

from collections.abc import Iterable

from pi_bunco.paper.pdf_kinds import Code, CodeKind
from pi_bunco.sentences import say


def list_page_codes(kind: CodeKind, address: str, tables: int) -> tuple[Code, ...]:
    """Return the codes that lead to pages: the one for phones, or those for the tablets of tables.

    Parameters
    ----------
    kind
        Which of both.
    address
        The address of the pages without a path, such as ``http://10.0.0.7:8080``.
    tables
        How many tables there are. With one, phones find the table itself.
    """
    if kind == "table-codes":
        return make_table_codes(address, range(1, tables + 1))
    return (make_phone_code(f"{address}/me" if tables > 1 else f"{address}/"),)


def make_wifi_code(text: str, name: str, password: str) -> Code:
    """Return the code that joins a Wi-Fi.

    Parameters
    ----------
    text
        What is in the code, as ZXing's "Barcode Contents" describes it.
    name, password
        What people can type instead.
    """
    return Code(
        say("Join the Wi-Fi"),
        text,
        say("Point your phone’s camera at the code. This Wi-Fi has no internet; stay connected."),
        ((say("Name"), name), (say("Password"), password)),
    )


def make_phone_code(address: str) -> Code:
    """Return the code for guests' phones."""
    return Code(
        say("The game on your phone"),
        address,
        say("Point your phone’s camera at the code. Your phone has to be on the same Wi-Fi as the game."),
        ((say("Address"), address),),
    )


def make_table_codes(address: str, tables: Iterable[int]) -> tuple[Code, ...]:
    """Return the code for the tablet of each table.

    Parameters
    ----------
    address
        The address of the pages without a path, such as ``http://10.0.0.7:8080``.
    tables
        The numbers of the tables.
    """
    return tuple(
        Code(
            say("Table {table}", table=table),
            f"{address}/join/{table}",
            say("For the tablet of this table: point its camera at the code."),
            (("", f"{address}/join/{table}"),),
        )
        for table in tables
    )
