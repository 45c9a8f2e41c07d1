import { journalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { createYielder } from "~/platform/cooperative-yield.server";
import { createDuplicateFinder, withId, type Candidate } from "./find-duplicates.server";
import type { ImportBatch, ImportedPicture } from "./import-batches";
import { exampleCandidate, type ImportTally } from "./import-preview";
import type { WorkerParse } from "./parse-in-worker.server";
import { fetchPictures, type createPictureNamer, type PictureIds } from "./staged-pictures.server";

/** Keeps a part of an import, which is one step of it. @returns its number */
export type StageBatch = (part: ImportBatch) => Promise<number>;

const MB = 1024 * 1024;
/** Pictures wait together up to this. */
const PICTURE_BYTES = 2 * MB;
/** All of them take at most this for each byte of their file, and a little: one may be shown by many pages. */
const FOR_EACH_BYTE = 2;

/** Keeps those entries of a file that are new, each once. */
export function createEntryStager(
  member: Member,
  naming: ReturnType<typeof createPictureNamer>,
  keep: StageBatch,
  tally: ImportTally,
) {
  const keys = journalKeys(member);
  const stateOf = createDuplicateFinder(member, keys);
  const ids = new Set<string>();
  return async (found: readonly Candidate[]): Promise<void> => {
    const pause = createYielder();
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
    for (const [at, entry] of coming.entries()) tally.coming.push(exampleCandidate(entry, part, at));
  };
}

/** Keeps the pictures that these entries show, of a file of `size` bytes. @returns how many are too much */
export async function stagePictures(
  named: PictureIds,
  { size, picture: fetch }: Pick<WorkerParse, "size" | "picture">,
  keep: StageBatch,
): Promise<number> {
  let some: ImportedPicture[] = [];
  let bytes = 0;
  let left = FOR_EACH_BYTE * size + 16 * MB;
  let tooMuch = 0;
  for await (const picture of fetchPictures(named, fetch)) {
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
