"""Sentences in messages between programs, with their patterns and values, so that they can be translated."""

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from pi_bunco.sentences import Sentence

_SAY, _VALUES = "say", "with"


def pack_text(text: str) -> Any:
    """Return a text as a JSON value; a sentence as an object with its patterns and values.

    >>> from pi_bunco.sentences import say
    >>> pack_text("Ann"), pack_text(say("{name} throws now", name="Ann"))
    ('Ann', {'say': ['{name} throws now'], 'with': {'name': 'Ann'}})
    """
    if not isinstance(text, Sentence):
        return text
    values = {name: _pack_value(value) for name, value in text.values.items()}
    return {_SAY: list(text.patterns), _VALUES: values}


def _pack_value(value: object) -> object:
    if isinstance(value, str):
        return pack_text(value)
    return value if isinstance(value, int | float) else str(value)


def unpack_text(packed: object) -> str:
    """Return the text that :func:`pack_text` packed.

    Raises
    ------
    ValueError
        If it is none.

    >>> unpack_text({"say": ["{name} throws now"], "with": {"name": "Ann"}})
    'Ann throws now'
    """
    match packed:
        case str():
            return packed
        case {"say": [*patterns], "with": Mapping() as packed_values}:
            values = {str(name): _unpack_value(value) for name, value in packed_values.items()}
            for pattern in patterns:
                _check_pattern(pattern, values)
            match patterns:
                case [str(pattern)]:
                    return Sentence.make(pattern, (pattern,), values)
                case [str(one), str(many)] if isinstance(count := values.get("count"), int):
                    return Sentence.make(one if count == 1 else many, (one, many), values)
    msg = "neither a text nor a sentence"
    raise ValueError(msg)


def _unpack_value(value: object) -> object:
    return value if isinstance(value, int | float) else unpack_text(value)


def _check_pattern(pattern: object, values: Mapping[str, object]) -> None:
    """Accept only plain ``{names}`` of values: a format could ask for a text of any length."""
    for _, name, form, conversion in Formatter().parse(str(pattern)):
        if name is not None and (name not in values or form or conversion):
            msg = f"the pattern {pattern!r} lacks a value or has a format"
            raise ValueError(msg)


Text = Annotated[
    str,
    PlainValidator(unpack_text),
    PlainSerializer(pack_text),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "required": [_SAY, _VALUES],
                    "properties": {
                        _SAY: {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
                        _VALUES: {"type": "object"},
                    },
                },
            ]
        }
    ),
]
"""A text in a message, which stays translatable on its way."""
