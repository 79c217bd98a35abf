"""Reads the docstrings of the program as Markdown: of a route, of a class, and of each of its attributes."""

import inspect
import re

_SECTION = "\n\nAttributes\n----------\n"
_OTHER = re.compile(r"\n\n(?:[A-Z]\w+\n-{4,}\n|>>> )")
_ATTRIBUTE = re.compile(r"^([a-z]\w*(?:, \w+)*)$((?:\n(?: {4}.*)?)+)", re.MULTILINE)


def convert_to_markdown(words: str) -> str:
    """Return a docstring's text as Markdown.

    >>> convert_to_markdown("Send it (:data:`~pi_bunco.web.STREAM`); ``None``: nothing.")
    'Send it (`STREAM`); `None`: nothing.'
    """
    return re.sub(r":\w+:`~?(?:\w+\.)*(\w+)`", r"`\1`", words).replace("``", "`")


def split_words(words: str) -> tuple[str, str]:
    r"""Return the first sentence of a docstring, without its stop, and the paragraphs after it.

    >>> split_words("Ring the bell. It is loud.\n\nOnce only.\n\nRaises\n------\nRefused\n    If not.")
    ('Ring the bell', 'It is loud.\n\nOnce only.')
    """
    text = _OTHER.split(_read(words).partition(_SECTION)[0])[0]
    first, _, rest = re.sub(r"(?<!\n)\n(?!\n)", " ", text).partition("\n\n")
    sentence, _, others = first.partition(". ")
    return sentence.removesuffix("."), "\n\n".join(filter(None, (others, rest.strip())))


def describe_class(kind: type) -> str:
    """Return what a class is, without its attributes; ``""`` if its docstring is another class's."""
    return ". ".join(filter(None, split_words(vars(kind).get("__doc__") or "")))


def describe_attributes(kind: type) -> dict[str, str]:
    """Return what each attribute of a class is, as its docstring and those of its bases say it."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        section = _OTHER.split(_read(vars(each).get("__doc__") or "").partition(_SECTION)[2])[0]
        for names, words in _ATTRIBUTE.findall(section):
            found |= dict.fromkeys(names.split(", "), " ".join(words.split()))
    return found


def _read(words: str) -> str:
    words = convert_to_markdown(inspect.cleandoc(words))
    return words.replace("`None`", "`null`").replace("`True`", "`true`").replace("`False`", "`false`")
