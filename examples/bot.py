"""A bot that plays a whole game through the HTTP API: it rings each bell and enters random dice.

Start a table where nobody else throws. Then start the bot with the table's address:

    pi-bunco run --camera none --sets 1
    python examples/bot.py http://127.0.0.1:8080/
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, body: object = None) -> Any:
    """Send a request and return the table's answer. A request with a body is a command."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=10) as answer:
        return json.load(answer)


def play(address: str, chance: random.Random) -> Any:
    """Play table 1 until the game is over, and return its last state.

    Each command has its own token. A command that is sent again, because its answer was lost, counts once.
    """
    api = f"{address.rstrip('/')}/api/table/1"
    table = ask(api)
    while table["phase"] != "over":
        token = f"bot-{chance.getrandbits(64):x}"
        if table["can"]["ring"]:
            table = ask(f"{api}/ring", {"token": token})
        else:
            dice = [chance.randint(1, 6) for _ in range(3)]
            table = ask(f"{api}/enter", {"dice": dice, "token": token})
            print(f"{table['last']['says']}")
    return table


if __name__ == "__main__":
    over = play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080", random.Random())
    for player in over["players"]:
        print(
            f"{player['name']}: {player['wins']} wins, {player['buncos']} buncos, {player['points']} points"
        )
