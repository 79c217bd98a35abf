"""Writes docs/stations.json: the JSON schema of the messages between a station and the table's program."""

import json
from pathlib import Path

from pi_bunco.messages.codec import get_down_codec, get_up_codec

FILE = Path(__file__).parents[1] / "docs/stations.json"


def main() -> None:
    """Write the file."""
    schema = {"up": get_up_codec().describe(), "down": get_down_codec().describe()}
    FILE.write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
