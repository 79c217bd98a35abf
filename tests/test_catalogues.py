"""The catalogues of the languages are whole and right, and so is the tool that checks them."""

from pathlib import Path

import pytest

from pi_bunco.languages import NAMES
from tools import catalogues, messages

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
TEMPLATE = """
#: a.py
msgid "{name} throws"
msgstr ""

#: a.py
msgid "{count} die of {name}"
msgid_plural "{count} dice of {name}"
msgstr[0] ""
msgstr[1] ""

#: b.html
msgid "%(part)s of <b>all</b>"
msgstr ""
"""


def check(tmp_path: Path, *translations: str) -> list[str]:
    """Return what is wrong with a German catalogue of the three sentences above, in a few words."""
    found = []
    for name, text in (("template", HEAD + TEMPLATE), ("de", HEAD + "\n".join(translations))):
        (tmp_path / name).write_text(text)
        found.append(catalogues.read_catalogue(tmp_path / name, "de" if name == "de" else None))
    return [fault.what for fault in catalogues.find_faults(*found) if not fault.is_hint]


THROWS = 'msgid "{name} throws"\nmsgstr "{name} würfelt"\n'
DICE = (
    'msgid "{count} die of {name}"\nmsgid_plural "{count} dice of {name}"\n'
    'msgstr[0] "ein Würfel von {name}"\nmsgstr[1] "{count} Würfel von {name}"\n'
)
PART = 'msgid "%(part)s of <b>all</b>"\nmsgstr "%(part)s von <b>allen</b>"\n'


def test_a_whole_catalogue_has_no_faults(tmp_path: Path) -> None:
    """A singular needs no number."""
    assert check(tmp_path, THROWS, DICE, PART) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{name} würfelt", "{Name} würfelt", "unknown value Name|lost value name"),
        ("{name} würfelt", "{name würfelt", "is no pattern (expected '}' before end of string)"),
        ("{name} würfelt", "{name!r} würfelt", "is no pattern ({} without a plain name)"),
        ("{name} würfelt", " {name} würfelt", "other spaces at an end"),
        ("{name} würfelt", "", "missing in a.py"),
        ("{count} Würfel von", "Würfel von", "lost value count"),
        ("ein Würfel von {name}", "ein Würfel", "lost value name"),
        ("%(part)s von", "%(part) von", "is no pattern (a lone %; write %%)"),
        ("%(part)s von", "100 %% von", "lost value part"),
        ("<b>allen</b>", "<i>allen</i>", "other HTML"),
        ('msgid "{name}', '#, fuzzy\nmsgid "{name}', "marked as fuzzy"),
        ('msgid "{name} throws"', 'msgid "old"', "missing in a.py|not in the template"),
        ('msgid_plural "{count} dice of {name}"\nmsgstr[0]', "msgstr", "1 forms instead of 2"),
    ],
)
def test_each_fault_is_found(tmp_path: Path, old: str, new: str, fault: str) -> None:
    """One change makes one fault."""
    whole = f"{THROWS}\n{DICE}\n{PART}".replace(old, new)
    if fault.startswith("1 forms"):
        whole = whole.replace('msgstr[1] "{count} Würfel von {name}"\n', "")
    assert "|".join(check(tmp_path, whole)) == fault


def test_a_long_label_and_an_unchanged_text_are_hints(tmp_path: Path) -> None:
    """They may be right."""
    (tmp_path / "po").write_text(
        HEAD + '#: a.py\nmsgid "Set"\nmsgstr ""\n\n#: a.py\nmsgid "Bunco"\nmsgstr ""\n'
    )
    (tmp_path / "de").write_text(HEAD + 'msgid "Set"\nmsgstr "Einstellen"\n\nmsgid "Bunco"\nmsgstr "Bunco"\n')
    found = catalogues.read_catalogue(tmp_path / "po"), catalogues.read_catalogue(tmp_path / "de", "de")
    faults = list(catalogues.find_faults(*found))
    assert [fault.what for fault in faults] == ["10 characters instead of 3", "unchanged"]
    assert all(fault.is_hint for fault in faults)


@pytest.mark.parametrize("code", catalogues.list_codes())
class TestInstalledLanguages:
    """Each language in the folder of the program."""

    def test_nothing_lacks_and_nothing_is_wrong(self, code: str) -> None:
        """Every sentence is translated, with its values, its HTML and all forms of its plural."""
        faults = catalogues.find_faults(
            catalogues.read_template(),
            catalogues.read_catalogue(catalogues.find_catalogue(code), code),
        )
        assert [str(fault) for fault in faults if not fault.is_hint] == []

    def test_the_compiled_catalogue_is_up_to_date(self, code: str) -> None:
        """The program reads what people have written; ``make messages`` compiles it."""
        path = catalogues.find_catalogue(code)
        compiled = catalogues.compile_catalogue(catalogues.read_catalogue(path, code))
        assert path.with_suffix(".mo").read_bytes() == compiled, "messages.mo is out of date: make messages"

    def test_the_language_has_its_own_name(self, code: str) -> None:
        """People choose it by that name."""
        assert code in NAMES


def test_a_new_sentence_is_added_and_an_old_one_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Translations and the comments at the top stay, and a second time changes nothing."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(messages, "make_template", lambda: HEAD + TEMPLATE)
    path = catalogues.find_catalogue("de")
    path.parent.mkdir(parents=True)
    path.write_text(f'# throw: Wurf\n{HEAD}\n{THROWS}\n#: a.py\nmsgid "old"\nmsgstr "alt"\n', "utf-8")
    catalogues.update("de")
    text = path.read_text("utf-8")
    assert text.startswith("# throw: Wurf\n")
    assert '"Language: de\\n"' in text
    assert 'msgstr "{name} würfelt"' in text
    assert "old" not in text
    faults = catalogues.find_faults(catalogues.read_template(), catalogues.read_catalogue(path, "de"))
    assert [fault.what for fault in faults if not fault.is_hint] == ["missing in a.py", "missing in b.html"]
    catalogues.update("de")
    assert path.read_text("utf-8") == text
