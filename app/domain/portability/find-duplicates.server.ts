import { createHash } from "node:crypto";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { isBlank } from "~/domain/journal/entries/content";
import { contentOrNull, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { createYielder } from "~/platform/concurrency.server";
import { deriveKey } from "~/platform/encryption.server";
import { contentKey, type PortableEntry } from "./foreign-entry";
import type { EntryState } from "./import-preview";

/** Derives a member's id for an imported entry or thread, so that repeated imports find it. */
export function derivedIdFor(keys: JournalKeys, id: string): string {
  return deriveKey(keys.ids, `import|${id}`).subarray(0, 16).toString("base64url");
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * Derives an id from the content of an entry without one, so that a repeated import finds the entry. The `details` count only for
 * an entry without text, because the member may import them one time and not the next.
 */
export function withDerivedId(keys: JournalKeys, entry: PortableEntry, details = ""): PortableEntry {
  if (entry.id) return entry;
  const only = isBlank(entry.content) ? details : "";
  return { ...entry, id: derivedIdFor(keys, hashOf(contentKey(entry) + only)) };
}

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Day One's ids have 128 bits, ours up to 132. Lists our 16 ids with the same 128 bits. */
function idsWithSamePrefix(id: string): string[] {
  const last = BASE64URL.indexOf(id.at(-1) ?? "");
  if (id.length !== 22 || last < 0) return [id];
  const first = last & 0b110000;
  return Array.from({ length: 16 }, (_, n) => id.slice(0, -1) + BASE64URL[first + n]);
}

export type DuplicateCandidate = { entry: PortableEntry; isDayOne: boolean; details?: string; path?: string };

const ID_BATCH = 50;

/** The state of a candidate, and the id that its entry has in the journal or gets by the import. */
type Duplicate = { state: EntryState; id: string };

/** Maximum undone imports of an entry that are recognised; each new import of the entry gets the next id. */
const MAX_UNDONE = 5;

/** The ids that an imported entry may have in the journal, in the order of their use. */
function idsOf(keys: JournalKeys, { entry: { id }, isDayOne }: DuplicateCandidate): string[][] {
  const again = Array.from({ length: MAX_UNDONE }, (_, at) => [derivedIdFor(keys, `${id}|again ${at}`)]);
  return [[...(isDayOne ? idsWithSamePrefix(id) : [id]), derivedIdFor(keys, id)], ...again];
}

type Known = Pick<JournalEntryRecord, "deletedAt" | "undone">;

/** Returns a function that finds entries already in the journal, by id or by equal text on the same day. */
export function createDuplicateFinder(member: Member, keys: JournalKeys) {
  const idOfText = new Map<string, string>();
  const days = new Set<string>();
  return async (candidates: readonly DuplicateCandidate[]): Promise<Duplicate[]> => {
    const fresh = new Set(candidates.map(({ entry }) => entry.forDate).filter((day) => !days.has(day)));
    for (const day of fresh) days.add(day);
    for await (const { hash, id } of contentHashes(member, keys, [...fresh])) idOfText.set(hash, id);
    const found: Duplicate[] = [];
    const pause = createYielder();
    for (let at = 0; at < candidates.length; at += ID_BATCH) {
      const batch = candidates.slice(at, at + ID_BATCH);
      const ids = batch.map((candidate) => idsOf(keys, candidate));
      const records = await JournalEntryModel.find(
        { _id: { $in: ids.flat(2) }, userId: member.id },
        { deletedAt: 1, undone: 1 },
      ).lean();
      const mine = new Map<string, Known>(records.map((record) => [record._id, record]));
      for (const [offset, { entry }] of batch.entries()) {
        await pause();
        const duplicate = stateById(entry, ids[offset] ?? [], mine);
        const isUnknown = duplicate.state === "new" && idOfText.size > 0;
        const id = isUnknown ? idOfText.get(hashOf(contentKey(entry))) : undefined;
        found.push(id ? { state: "known", id } : duplicate);
      }
    }
    return found;
  };
}

/** The state of an entry by its ids. If an undone import moved it to the trash, it counts as new, with the next id. */
function stateById(
  { id, deletedAt }: PortableEntry,
  ids: readonly string[][],
  mine: ReadonlyMap<string, Known>,
): Duplicate {
  let free = id;
  for (const [at, group] of ids.entries()) {
    const knownId = group.find((one) => mine.has(one));
    const known = knownId && mine.get(knownId);
    if (!known) continue;
    if (!known.deletedAt || !known.undone)
      return { state: known.deletedAt && !deletedAt ? "in_trash" : "known", id: knownId };
    free = ids[at + 1]?.[0] ?? free;
  }
  return { state: free === id && ids.at(-1)?.some((one) => mine.has(one)) ? "in_trash" : "new", id: free };
}

const DAY_BATCH = 100;

/** The ids and hashed contents of the member's entries of these days. */
async function* contentHashes(
  member: Member,
  keys: JournalKeys,
  days: readonly string[],
): AsyncGenerator<{ hash: string; id: string }> {
  const pause = createYielder();
  for (let at = 0; at < days.length; at += DAY_BATCH) {
    const records = JournalEntryModel.find(
      {
        userId: member.id,
        status: "final",
        deletedAt: null,
        forDate: { $in: days.slice(at, at + DAY_BATCH) },
      },
      { forDate: 1, sealed: 1 },
    )
      .lean<Pick<JournalEntryRecord, "_id" | "forDate" | "sealed">[]>()
      .cursor({ batchSize: 200 });
    for await (const { _id, forDate, sealed } of records) {
      await pause();
      const content = contentOrNull(keys, { _id, sealed });
      if (content) yield { hash: hashOf(contentKey({ forDate, content })), id: _id };
    }
  }
}
