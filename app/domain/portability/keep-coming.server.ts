import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { turns } from "~/platform/turns.server";
import { fetchedPictures, namingPictures, type NamedPicture } from "./coming-pictures.server";
import { noteOf } from "./import-examples";
import type { ComingPicture, ImportPart } from "./import-parts";
import type { Tally } from "./import-preview-of";
import { knownEntries, withId, type Candidate } from "./known-entries.server";
import type { ThreadedReading } from "./read-in-thread.server";

/** Keeps a part of an import, which is one step of it. @returns its number */
export type Keep = (part: ImportPart) => Promise<number>;

/** Pictures wait together up to this. */
const PICTURE_BYTES = 2 * 1024 * 1024;

/** Keeps those entries of a file that are new, each once, with their pictures before them. */
export function entryKeeper(member: Member, reading: ThreadedReading, keep: Keep, tally: Tally) {
  const keys = journalKeys(member);
  const stateOf = knownEntries(member, keys);
  const ids = new Set<string>();
  return async (found: readonly Candidate[]): Promise<void> => {
    const turn = turns();
    const once: Candidate[] = [];
    for (const { entry, isDayOne } of found) {
      await turn();
      const candidate = { entry: withId(keys, entry), isDayOne };
      if (ids.has(candidate.entry.id)) tally.twice++;
      else once.push(candidate);
      ids.add(candidate.entry.id);
    }
    const states = await stateOf(once);
    for (const state of states) tally.states[state]++;
    const naming = namingPictures(member);
    const coming = once.flatMap(({ entry }, at) => (states[at] === "new" ? [naming.entry(entry)] : []));
    await keepPictures(naming.named.values(), reading, keep);
    if (coming.length === 0) return;
    const part = await keep({ entries: coming });
    for (const [at, entry] of coming.entries()) tally.coming.push(noteOf(entry, part, at));
  };
}

export async function keepPictures(
  named: Iterable<NamedPicture>,
  reading: ThreadedReading,
  keep: Keep,
): Promise<void> {
  let some: ComingPicture[] = [];
  let bytes = 0;
  for await (const picture of fetchedPictures(named, reading.picture)) {
    some.push(picture);
    bytes += picture.base64.length;
    if (bytes < PICTURE_BYTES) continue;
    await keep({ pictures: some });
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) await keep({ pictures: some });
}
