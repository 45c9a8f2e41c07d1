import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { pauses } from "~/platform/yielding.server";
import { fetchedPictures, type NamedPictures, type namingPictures } from "./coming-pictures.server";
import { noteOf } from "./import-examples";
import type { ComingPicture, ImportPart } from "./import-parts";
import type { Tally } from "./import-preview-of";
import { knownEntries, withId, type Candidate } from "./known-entries.server";
import type { ThreadedReading } from "./read-in-thread.server";

/** Keeps a part of an import, which is one step of it. @returns its number */
export type Keep = (part: ImportPart) => Promise<number>;

const MB = 1024 * 1024;
/** Pictures wait together up to this. */
const PICTURE_BYTES = 2 * MB;
/** All of them take at most this for each byte of their file, and a little: one may be shown by many pages. */
const FOR_EACH_BYTE = 2;

/** Keeps those entries of a file that are new, each once. */
export function entryKeeper(
  member: Member,
  naming: ReturnType<typeof namingPictures>,
  keep: Keep,
  tally: Tally,
) {
  const keys = journalKeys(member);
  const stateOf = knownEntries(member, keys);
  const ids = new Set<string>();
  return async (found: readonly Candidate[]): Promise<void> => {
    const pause = pauses();
    const once: Candidate[] = [];
    for (const { entry, isDayOne } of found) {
      await pause();
      const candidate = { entry: withId(keys, entry), isDayOne };
      if (ids.has(candidate.entry.id)) tally.twice++;
      else once.push(candidate);
      ids.add(candidate.entry.id);
    }
    const states = await stateOf(once);
    for (const state of states) tally.states[state]++;
    const coming = once.flatMap(({ entry }, at) => (states[at] === "new" ? [naming.entry(entry)] : []));
    if (coming.length === 0) return;
    const part = await keep({ entries: coming });
    for (const [at, entry] of coming.entries()) tally.coming.push(noteOf(entry, part, at));
  };
}

/** Keeps the pictures that these entries show, of a file of `size` bytes. @returns how many are too much */
export async function keepPictures(
  named: NamedPictures,
  { size, picture: fetch }: Pick<ThreadedReading, "size" | "picture">,
  keep: Keep,
): Promise<number> {
  let some: ComingPicture[] = [];
  let bytes = 0;
  let left = FOR_EACH_BYTE * size + 16 * MB;
  let tooMuch = 0;
  for await (const picture of fetchedPictures(named, fetch)) {
    left -= picture.base64.length;
    if (left < 0) tooMuch += picture.holders.length;
    else {
      some.push(picture);
      bytes += picture.base64.length;
    }
    if (bytes < PICTURE_BYTES && some.length < 10) continue;
    await keep({ pictures: some });
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) await keep({ pictures: some });
  return tooMuch;
}
