// Who was drawn between two snapshots of a game, so that everybody can be shown the name.

const PLACES = ["semi_finalists", "finalists"];

export function justDrawn(before, now) {
  if (before.game !== now.game || !before.can.draw) return [];
  const placed = PLACES.flatMap((list) => now.results[list].filter((name) => !before.results[list].includes(name)));
  return [...now.results.drawn.slice(before.results.drawn.length), ...placed]; // at breaks all are drawn again in time
}
