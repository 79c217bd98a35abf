"""A command speaks the language of its terminal, where its catalogue has the sentence."""

import gettext

import pytest

from pi_bunco.cli import language
from pi_bunco.sentences import say
from tests.web.made_up import Greek

NAMES = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "C.UTF-8"}, "c."),
    ],
)
def test_the_terminal_says_its_language(
    monkeypatch: pytest.MonkeyPatch, values: dict[str, str], code: str
) -> None:
    """The most important variable that is set decides. A code without a catalogue is English."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    assert language.read_language() == code


def test_a_sentence_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name in it stays as it is, and so does all that is no sentence."""
    catalogues = {"el": Greek()}
    monkeypatch.setattr(
        language, "find_catalogue", lambda code: catalogues.get(code, gettext.NullTranslations())
    )
    monkeypatch.setenv("LC_ALL", "el_GR.UTF-8")
    assert language.translate_text(say("{name} throws", name="Ann")) == "Ann ωωωωωω"
    assert language.translate_text("Ann") == "Ann"
    monkeypatch.setenv("LC_ALL", "C")
    assert language.translate_text(say("{name} throws", name="Ann")) == "Ann throws"
