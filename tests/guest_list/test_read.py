"""Lists as people have them are read as the names that a person would read."""

from pathlib import Path

import pytest

from pi_bunco.guest_list import ListTrouble, decode_list, read_guests
from pi_bunco.names import find_same

FOUR = ("Ann", "Bob", "Cy", "Di")
FULL = ("Ann Smith", "Bob Brown")
CASES = Path(__file__).resolve().parents[2].parent / "shared" / "cases"

LISTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "lines": ("Ann\nBob\nCy\nDi", FOUR),
    "Windows' ends of lines": ("Ann\r\nBob\r\nCy\r\nDi\r\n", FOUR),
    "old Mac's ends of lines": ("Ann\rBob\rCy\rDi", FOUR),
    "blank lines": ("\n\n Ann\n\n\tBob\n \nCy\nDi\n\n", FOUR),
    "a mark of the encoding": ("\ufeffAnn\nBob\nCy\nDi", FOUR),
    "commas": ("Ann, Bob,Cy , Di", FOUR),
    "two with a comma": ("Ann, Bob", ("Ann", "Bob")),
    "semicolons": ("Ann;Bob; Cy;Di;", FOUR),
    "tabs": ("Ann\tBob\tCy\tDi", FOUR),
    "semicolons and commas": ("Ann; Bob, Cy\nDi", FOUR),
    "Arabic commas": ("مهدی\u200cیار، سارا، علی", ("مهدی\u200cیار", "سارا", "علی")),
    "Chinese commas": ("陈伟、王芳，李娜", ("陈伟", "王芳", "李娜")),
    "some lines with commas": ("Ann, Bob\nCy\nDi", FOUR),
    "tables of four on a line": ("Ann, Bob, Cy, Di\nEve, Fay, Gus, Hal", (*FOUR, "Eve", "Fay", "Gus", "Hal")),
    "a comma at each end": ("Ann,\nBob,\nCy,\nDi", FOUR),
    "a last line of commas": ("Ann, Bob, Cy, Di\n,,,", FOUR),
    "1.": ("1. Ann\n2. Bob\n3. Cy\n4. Di", FOUR),
    "1.Ann": ("1.Ann\n2.Bob\n3.Cy\n4.Di", FOUR),
    "2)": ("1) Ann\n2) Bob\n(3) Cy\n(4) Di", FOUR),
    "3 -": ("1 - Ann\n2 - Bob\n3 – Cy\n4 - Di", FOUR),
    "plain numbers": ("9 Ann\n10 Bob\n11 Cy\n12 Di", FOUR),
    "plain numbers below a heading": ("Guests:\n1 Ann\n2 Bob\n3 Cy\n4 Di", FOUR),
    "numbers with tabs": ("1.\tAnn\n2.\tBob\n3.\tCy\n4.\tDi", FOUR),
    "numbers in one line": ("1. Ann 2. Bob 3. Cy 4. Di", FOUR),
    "numbers and commas": ("1. Ann, 2. Bob, 3. Cy, 4. Di", FOUR),
    "numbers of a messenger": ("1️⃣ Ann\n2️⃣ Bob\n3️⃣ Cy\n4️⃣ Di", FOUR),
    "numbers without names": ("1. Ann\n2. Bob\n3. Cy\n4. Di\n5.\n6.", FOUR),
    "numbers and bullets": ("- 1. Ann\n- 2. Bob\n- 3. Cy\n- 4. Di", FOUR),
    "bullets": ("- Ann\n* Bob\n• Cy\n– Di", FOUR),
    "boxes": ("[ ] Ann\n[x] Bob\n☐ Cy\n✓ Di", FOUR),
    "a word processor's bullets": ("\uf0b7\tAnn\n\uf0b7\tBob\n\uf0b7\tCy\n\uf0b7\tDi", FOUR),
    "last name first": ("Smith, Ann\nBrown, Bob", FULL),
    "last name first, numbered": ("1. Smith, Ann\n2. Brown, Bob", FULL),
    "last name first, in one line": ("Smith, Ann; Brown, Bob", FULL),
    "last name first, in quotes": ('"Smith, Ann"\n"Brown, Bob"', FULL),
    "last name first, below a heading": ("Name\nSmith, Ann\nBrown, Bob", FULL),
    "last name first, and one name": ("Smith, Ann\nCher,", ("Ann Smith", "Cher")),
    "first and last name": ("First name;Last name\nAnn;Smith\nBob;Brown", FULL),
    "last and first name": ("Last Name,First Name\nSmith,Ann\nBrown,Bob", FULL),
    "Name": ("Name\nAnn\nBob\nCy\nDi", FOUR),
    "Guest": ("Guest\r\nAnn\r\nBob\r\nCy\r\nDi", FOUR),
    "Players:": ("Players: Ann, Bob, Cy, Di", FOUR),
    "a title": ("For Friday:\nAnn\nBob\nCy\nDi", FOUR),
    "a spreadsheet's empty columns": ("Name,,,\nAnn,,,\nBob,,,\nCy,,,\nDi,,,\n,,,", FOUR),
    "a spreadsheet's own line": ("sep=;\nAnn;\nBob;\nCy;\nDi;", FOUR),
    "a spreadsheet's quotes": ('"Name";"Diet"\n"Ann";"vegan"\n"Bob";""\n"Cy";""\n"Di";""', FOUR),
    "addresses of mail": ("Ann <a@example.org>, Bob <b@example.org>, Cy <c@example.org>, Di", FOUR),
    "a column of mail": ("Ann;a@example.org\nBob;b@example.org\nCy;c@example.org\nDi;d@example.org", FOUR),
    "a column of telephones": ("Ann;0171 23\nBob;0171 24\nCy;\nDi;0171 25", FOUR),
    "a column of answers": ("Ann;yes\nBob;yes\nCy;no\nDi;yes", FOUR),
    "a column of numbers": ("1;Ann\n2;Bob\n3;Cy\n4;Di", FOUR),
    "strokes": ("| Name |\n|---|\n| Ann |\n| Bob |\n| Cy |\n| Di |", FOUR),
    "names with numbers": ("Guest 1\nGuest 2\nP3\nAnn 4", ("Guest 1", "Guest 2", "P3", "Ann 4")),
    "only numbers": ("1\n2\n3\n4", ("1", "2", "3", "4")),
    "letters": ("A,B,C,D,E", ("A", "B", "C", "D", "E")),
    "signs in names": ("O'Brien\nMary-Jane\nDr. Ann Lee", ("O'Brien", "Mary-Jane", "Dr. Ann Lee")),
    "a suffix": ("Bob Smith, Jr.\nAnn", ("Bob Smith, Jr.", "Ann")),
    "two people": ("Ann & Bob\nCy", ("Ann & Bob", "Cy")),
    "emoji": ("🎲 Ann, 👩\u200d👧, 🇩🇪 Uwe", ("🎲 Ann", "👩\u200d👧", "🇩🇪 Uwe")),
    "a quote that does not end": ('"Ann\nBob', ("Ann", "Bob")),
    "nothing": (" \n,;\n\t", ()),
}  # fmt: skip


@pytest.mark.parametrize("kind", LISTS)
def test_names_are_found(kind: str) -> None:
    """The names are those that a person would read, and nobody has a table."""
    text, names = LISTS[kind]
    guests = read_guests(text)
    assert (guests.names, guests.tables) == (names, ())


TABLES = {
    "headings": ("Name;Table\nAnn;1\nBob;1\nCy;2\nDi;2", (1, 1, 2, 2)),
    "headings of a spreadsheet": ("Nr\tWho\tTable #\n1\tAnn\t2\n2\tBob\t2\n3\tCy\t1\n4\tDi\t1", (2, 2, 1, 1)),
    "headings with a title": ("Bunco in May,,\nTable,Name,\n1,Ann,\n2,Bob,\n1,Cy,\n2,Di,", (1, 2, 1, 2)),
    "headings and first names": ("Last,First,Table\n,Ann,1\n,Bob,2\n,Cy,1\n,Di,2", (1, 2, 1, 2)),
    "no headings": ("Ann,1\nBob,1\nCy,2\nDi,2", (1, 1, 2, 2)),
    "Table 3": ("Ann\tTable 1\nBob\tTable 3\nCy\tTable 3\nDi\tTable 2", (1, 3, 3, 2)),
    "tables first": ("1;Ann\n1;Bob\n2;Cy\n2;Di", (1, 1, 2, 2)),
    "colours": ("Guest,Table\nAnn,Red\nBob,blue\nCy,Blue\nDi,Red", (1, 2, 2, 1)),
    "gaps": ("Ann;5\nBob;7\nCy;5\nDi;7", (1, 2, 1, 2)),
    "lines with tables": ("Table 1:\nAnn\nBob\n\nTable 2\n- Cy\n- Di", (1, 1, 2, 2)),
    "a line for each table": ("Table 1: Ann, Bob\nTable 2: Cy, Di", (1, 1, 2, 2)),
    "a spreadsheet's line with a table": ("Table 1;;\nAnn;;\nBob;;\nTable 2;;\nCy;;\nDi;;", (1, 1, 2, 2)),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_tables_are_found(kind: str) -> None:
    """The tables are those of a column or of lines above the names, numbered from 1 without gaps."""
    text, tables = TABLES[kind]
    guests = read_guests(text)
    assert (guests.names, guests.tables) == (FOUR, tables)
    assert sorted(name for names in guests.group() for name in names) == [*FOUR]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Guest\nAnn\nBob", "Left out: “Guest”."),
        ("Ann;yes\nBob;yes\nCy;no\nDi;no", "Left out: “yes”, “yes”, “no”, “no”."),
        ("Ann;1\nBob;2\nCy;3", "Left out: “1”, “2”, “3”."),
        ("Ann & Bob\nCy", "One guest, not two: “Ann & Bob”. Two guests need two lines."),
        ("Ann +1\nCy", "One guest, not two: “Ann +1”. Two guests need two lines."),
        ("Smith, Ann\nBrown, Bob", "Each line has one comma, so “Smith, Ann” is one guest: Ann Smith."),
        ("Ann;Smith\nBob;Brown", "Each line has two names, which are two guests here."),
        ("Zo\ufffd\nAnn", "Some letters could not be read: “Zo\ufffd”."),
        ("Ann;5\nBob;5\nCy;7", "In this game, table 1 is “5”, table 2 is “7”."),
    ],
)
def test_doubts_are_noted(text: str, note: str) -> None:
    """A note says what was left out, or read in one of two ways."""
    assert any(found.startswith(note) for found in read_guests(text).notes)


@pytest.mark.parametrize("text", ["Ann\nBob", "Ann, Bob, Cy", "1. Ann\n2. Bob", "Name;Table\nAnn;1\nBob;1"])
def test_a_clear_list_has_no_notes(text: str) -> None:
    """A note is rare, so that people read it."""
    assert read_guests(text).notes == ()


def test_a_guest_without_a_table_is_refused() -> None:
    """If others have one, the message names the guest."""
    with pytest.raises(ListTrouble, match="“Cy” has no table in the list, but others have one"):
        read_guests("Name;Table\nAnn;1\nBob;1\nCy;")


@pytest.mark.shared
@pytest.mark.skipif(not CASES.exists(), reason=f"the cases are missing: {CASES}")
@pytest.mark.parametrize(
    "name", ["guests_numbered.txt", "guests_csv.csv", "guests_utf16.txt", "guests_cp1252.txt"]
)
def test_case_is_read(name: str) -> None:
    """The lists in the collected cases are read as their four names."""
    assert sorted(read_guests(decode_list((CASES / name).read_bytes())[0]).names) == [
        "Ann",
        "Bob",
        "José",
        "Zoë",
    ]


@pytest.mark.shared
@pytest.mark.skipif(not CASES.exists(), reason=f"the cases are missing: {CASES}")
def test_case_with_one_name_twice() -> None:
    """A name that is composed once and decomposed once is found as the same."""
    text, _ = decode_list((CASES / "guests_nfc_nfd.txt").read_bytes())
    assert find_same(read_guests(text).names) == ("José", "José")
