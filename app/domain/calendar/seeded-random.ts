/** Deterministic 32-bit hash (FNV-1a) for choices that must be equal on every machine and at every visit. */
export function seededHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The low bits of FNV-1a depend too closely on the last character; the murmur3 finalizer mixes them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A permutation of the list that the seed determines. */
export function seededShuffle<T>(list: readonly T[], seed: string, nameOf: (item: T) => string): T[] {
  return list
    .map((item) => ({ item, place: seededHash(`${seed}|${nameOf(item)}`) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
