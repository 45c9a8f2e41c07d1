import { createHash } from "node:crypto";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { contentOrNull, type JournalKeys } from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { createYielder } from "~/platform/concurrency.server";
import { deriveKey } from "~/platform/encryption.server";
import { contentKey, type PortableEntry } from "./foreign-entry";
import type { EntryState } from "./import-preview";

/** This person's id for an entry from elsewhere, always the same. */
export function derivedIdFor(keys: JournalKeys, id: string): string {
  return deriveKey(keys.ids, `import|${id}`).subarray(0, 16).toString("base64url");
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** An entry without an id gets one from its content, so that importing the same file twice adds it once. */
export function withDerivedId(keys: JournalKeys, entry: PortableEntry): PortableEntry {
  return entry.id ? entry : { ...entry, id: derivedIdFor(keys, hashOf(contentKey(entry))) };
}

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Day One's ids have 128 bits and ours may have 132: all of ours that map to this one. */
function idsBehind(id: string): string[] {
  const last = SIGNS.indexOf(id.at(-1) ?? "");
  if (id.length !== 22 || last < 0) return [id];
  const first = last & 0b110000;
  return Array.from({ length: 16 }, (_, n) => id.slice(0, -1) + SIGNS[first + n]);
}

/** An entry that may come, with the id that it would have. */
export type DuplicateCandidate = { entry: PortableEntry; isDayOne: boolean };

const BATCH = 50;

/** Tells which entries are in the journal already, some at a time: by their id, or by saying the same on the same day. */
export function createDuplicateFinder(member: Member, keys: JournalKeys) {
  const said = new Set<string>();
  const days = new Set<string>();
  return async (candidates: readonly DuplicateCandidate[]): Promise<EntryState[]> => {
    const fresh = new Set(candidates.map(({ entry }) => entry.forDate).filter((day) => !days.has(day)));
    for (const day of fresh) days.add(day);
    for await (const each of saidOn(member, keys, [...fresh])) said.add(each);
    const states: EntryState[] = [];
    const pause = createYielder();
    for (let at = 0; at < candidates.length; at += BATCH) {
      const ids = candidates
        .slice(at, at + BATCH)
        .map(({ entry: { id }, isDayOne }) => [...(isDayOne ? idsBehind(id) : [id]), derivedIdFor(keys, id)]);
      const records = await JournalEntryModel.find(
        { _id: { $in: ids.flat() }, userId: member.id },
        { deletedAt: 1 },
      ).lean();
      const mine = new Map(records.map(({ _id, deletedAt }) => [_id, deletedAt]));
      for (const [offset, list] of ids.entries()) {
        await pause();
        const entry = candidates[at + offset]?.entry;
        const id = list.find((candidate) => mine.has(candidate));
        if (id !== undefined) states.push(mine.get(id) && !entry?.deletedAt ? "in_trash" : "known");
        else states.push(entry && said.size > 0 && said.has(hashOf(contentKey(entry))) ? "known" : "new");
      }
    }
    return states;
  };
}

const DAYS = 100;

/** Fingerprints of what a person's entries of these days say. */
async function* saidOn(member: Member, keys: JournalKeys, days: readonly string[]): AsyncGenerator<string> {
  const pause = createYielder();
  for (let at = 0; at < days.length; at += DAYS) {
    const records = JournalEntryModel.find(
      {
        userId: member.id,
        status: "final",
        deletedAt: null,
        forDate: { $in: days.slice(at, at + DAYS) },
      },
      { forDate: 1, sealed: 1 },
    )
      .lean<Pick<JournalEntryRecord, "_id" | "forDate" | "sealed">[]>()
      .cursor({ batchSize: 200 });
    for await (const { _id, forDate, sealed } of records) {
      await pause();
      const content = contentOrNull(keys, { _id, sealed });
      if (content) yield hashOf(contentKey({ forDate, content }));
    }
  }
}
