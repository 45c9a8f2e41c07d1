type Stored = { _id: string; network?: string; expiresAt: Date };

/** The oldest record of the network that stores most: one network that fills the store takes no space from the others. */
export function oldestOfFullest(stored: readonly Stored[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const { network } of stored) counts.set(network, (counts.get(network) ?? 0) + 1);
  const fullest = Math.max(...counts.values());
  let oldest: Stored | undefined;
  for (const record of stored)
    if (counts.get(record.network) === fullest && (!oldest || record.expiresAt < oldest.expiresAt))
      oldest = record;
  return oldest?._id;
}
