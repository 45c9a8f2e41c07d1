/** Chance that stays: the same text always gives the same number, on every machine and at every visit. */
export function seededHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The last bits of this hash (FNV-1a) follow the last letter too closely; two rounds of mixing part them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A list in a different order for each seed. */
export function seededShuffle<T>(list: readonly T[], seed: string, nameOf: (item: T) => string): T[] {
  return list
    .map((item) => ({ item, place: seededHash(`${seed}|${nameOf(item)}`) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
