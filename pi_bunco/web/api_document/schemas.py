"""Makes the schemas of what is sent and taken, from the program's types, with the words of its docstrings."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import DataclassSchema, ModelSchema

from pi_bunco.web.api_document.docstrings import describe_attributes, describe_class
from pi_bunco.web.parse import RequestBody

REF = "#/components/schemas/{model}"
_OBJECT = re.compile(r"\{")
_WORDS = {"type": "string"}
_DATE = {"type": "string", "description": "The day on which it began, by this machine's clock."}
_SENT_OTHERWISE: Mapping[str, Mapping[str, JsonSchemaValue | None]] = {
    "RoomView": {"live_cards": None},
    "TableView": {"sets": {"type": ["integer", "string"], "description": "Numbers from 2^53 come as text."}},
    "Finding": {"found": _WORDS, "remedy": _WORDS},
    "EveningSummary": {
        "date": _DATE,
        "is_imported": {"type": "boolean", "description": "Whether it came from another Pi as a file."},
    },
}
"""Fields that are not sent as their class has them, ``None``: not at all. So are those of its subclasses."""


class _SchemaMaker(GenerateJsonSchema):
    """Makes schemas with the words of docstrings. What the program sends has all of its fields."""

    def dataclass_schema(self, schema: DataclassSchema) -> JsonSchemaValue:
        return _add_words(schema["cls"], super().dataclass_schema(schema))

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        return _add_words(schema["cls"], super().model_schema(schema))

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: FBT001 - pydantic's own
        return self.mode == "serialization" or super().field_is_required(field, total)


def make_schemas(
    sent: Collection[Any], taken: Collection[Any]
) -> tuple[dict[tuple[str, Any], JsonSchemaValue], dict[str, JsonSchemaValue]]:
    """Return the schemas of types.

    Parameters
    ----------
    sent, taken
        The types of answers and of bodies.

    Returns
    -------
    tuple
        The schema for ``("serialization", type)`` and ``("validation", type)``, and the named schemas to
        which these refer.
    """
    both: tuple[tuple[JsonSchemaMode, Collection[Any]], ...] = (
        ("serialization", sent),
        ("validation", taken),
    )
    inputs = [(kind, mode, TypeAdapter(kind)) for mode, kinds in both for kind in kinds]
    made, named = TypeAdapter.json_schemas(inputs, ref_template=REF, schema_generator=_SchemaMaker)
    return {(mode, kind): schema for (kind, mode), schema in made.items()}, named["$defs"]


def list_examples(kind: Any) -> Iterator[JsonSchemaValue]:
    """Yield the examples of a body that its ``usage`` has.

    >>> from pi_bunco.web.bodies import BODIES
    >>> list(list_examples(BODIES["enter"]))
    [{'dice': [1, 1, 4]}]
    """
    if not (isinstance(kind, type) and issubclass(kind, RequestBody)):
        return
    end = 0
    for found in _OBJECT.finditer(kind.usage):
        if found.start() >= end:
            example, end = json.JSONDecoder().raw_decode(kind.usage, found.start())
            yield example


def _add_words(kind: type, schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return the schema of a class with its words, and with those of each field."""
    fields = schema.get("properties", {})
    for each in reversed(kind.__mro__):
        for name, otherwise in _SENT_OTHERWISE.get(each.__name__, {}).items():
            fields.pop(name, None)
            if otherwise is None:
                schema["required"].remove(name)
            else:
                fields[name] = otherwise
                schema["required"] = sorted({*schema["required"], name})
    source = getattr(kind, "command_type", kind)  # the fields of a command's body are those of the command
    for name, words in (describe_attributes(kind) | describe_attributes(source)).items():
        if name in fields:
            fields[name] = {"description": words} | fields[name]
    schema.pop("title", None)
    for value in fields.values():
        value.pop("title", None)
    return schema | {"description": describe_class(kind) or describe_class(source)}
