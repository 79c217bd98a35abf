"""Uses only the rules: plays three throws of a round by the printed classic sheet, and prints the scores."""

from pi_bunco.rules import Bell, Game, Header, Throw

game = Game(Header.parse({"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}))
game.push(Bell())
for dice in ((1, 1, 4), (2, 3, 6), (1, 1, 1)):  # Ann scores 2, then nothing; Bob throws a bunco
    game.push(Throw(table=1, dice=dice))
    print(dice, "→", game.tables[0].scores)
print("Winners:", " and ".join(game.tables[0].winners), "–", game.players["Bob"])
