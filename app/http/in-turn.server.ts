const last = new Map<string, Promise<unknown>>();

/**
 * One after the other for a person: of fifty large files that someone sends at once, one is read and the others wait
 * outside, where they cost nothing. `of`: what has a line of its own. Other people's pages are answered between the pieces of a few files, not of fifty.
 */
export function inTurn<T>(personId: number, run: () => Promise<T>, of = ""): Promise<T> {
  const key = `${personId}|${of}`;
  const turn = (last.get(key) ?? Promise.resolve()).then(run);
  const over = turn
    .catch(() => undefined)
    .then(() => {
      if (last.get(key) === over) last.delete(key);
    });
  last.set(key, over);
  return turn;
}
