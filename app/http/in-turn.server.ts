const last = new Map<number, Promise<unknown>>();

/**
 * One after the other for a person: of fifty large files that someone sends at once, one is read and the others wait
 * outside, where they cost nothing. Other people's pages are answered between the pieces of a few files, not of fifty.
 */
export function inTurn<T>(personId: number, run: () => Promise<T>): Promise<T> {
  const turn = (last.get(personId) ?? Promise.resolve()).then(run);
  const over = turn
    .catch(() => undefined)
    .then(() => {
      if (last.get(personId) === over) last.delete(personId);
    });
  last.set(personId, over);
  return turn;
}
