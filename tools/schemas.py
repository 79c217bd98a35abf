"""Writes the JSON schemas of the messages: docs/stations.json of stations, docs/link.json of several Pis."""

import json
from pathlib import Path

from pi_bunco.link.messages import describe_messages
from pi_bunco.messages.codec import get_down_codec, get_up_codec

DOCS = Path(__file__).parents[1] / "docs"


def main() -> None:
    """Write the files."""
    stations = {"up": get_up_codec().describe(), "down": get_down_codec().describe()}
    for name, schema in (("stations", stations), ("link", describe_messages())):
        text = json.dumps(schema, indent=2, ensure_ascii=False)
        (DOCS / f"{name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
