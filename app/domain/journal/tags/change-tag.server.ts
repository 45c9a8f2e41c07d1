import { readBounded, storedBytes } from "#models/db/queries.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { collectTags } from "~/domain/journal/entries/content";
import {
  contentOrNull,
  filterTermsOf,
  journalKeys,
  previousKeyTerms,
  sealContent,
  storedTerms,
  tagTerm,
  vocabularyUpdate,
  wordTerms,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { NEWEST_FIRST } from "~/domain/journal/history/list-history.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import { seal } from "~/platform/encryption.server";
import { tagsAfter, tagsBefore, type TAG_REFUSALS, type TagChange } from "./tag-change";

/** `hadBoth`: it had the other tag before the change already. */
type ChangedEntry = { id: string; hadBoth: boolean };
type Remembered = { change: TagChange; entries: ChangedEntry[] };

const KEPT_MS = 30 * DAY;
/** Some two megabytes; who changes more than that at once cannot take back the rest. */
const MOST_ENTRIES = 50_000;

const idOf = (member: Member) => `tag-change|${member.id}`;
const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (member: Member) => `heldFiles|${idOf(member)}|1`;

/** The last change of tags and what it changed; null when there is none of the last thirty days. */
export async function readLastTagChange(member: Member): Promise<Remembered | null> {
  const record = await TransferFileModel.findOne({
    _id: idOf(member),
    userId: member.id,
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  const plain = openWithDerivedKey(keyOf(member), storedBytes(record.sealed), associatedDataOf(member));
  return JSON.parse(plain.toString("utf8")) as Remembered;
}

/** Remembers what a change has changed: beside what the same change did before, in the place of every other. */
async function rememberChange(
  member: Member,
  change: TagChange,
  changed: readonly ChangedEntry[],
): Promise<void> {
  const last = await readLastTagChange(member);
  const isSame = last !== null && JSON.stringify(last.change) === JSON.stringify(change);
  const entries = [...(isSame ? last.entries : []), ...changed].slice(0, MOST_ENTRIES);
  await write(member, { change, entries });
}

/** Forgets the first of them, which were taken back, and the change itself with the last. */
async function forgetChange(member: Member, count: number): Promise<void> {
  const last = await readLastTagChange(member);
  const entries = last?.entries.slice(count) ?? [];
  if (last && entries.length > 0) await write(member, { ...last, entries });
  else await TransferFileModel.deleteOne({ _id: idOf(member), userId: member.id });
}

async function write(member: Member, remembered: Remembered): Promise<void> {
  const record = {
    userId: member.id,
    purpose: "tag-change" as const,
    sealed: seal(keyOf(member).now, JSON.stringify(remembered), associatedDataOf(member)),
    expiresAt: new Date(now().getTime() + KEPT_MS),
  };
  await TransferFileModel.updateOne({ _id: idOf(member) }, { $set: record }, { upsert: true });
}

/** `last`: the day of the newest entry with it, YYYY-MM-DD. */
export type TagLine = { tag: string; last: string };

/** More tags than anyone looks through; the index is asked once for each. */
const MOST_TAGS = 500;
const AT_ONCE = 20;

const kept = (member: Member) => ({ userId: member.id, status: "final" as const, deletedAt: null });

/** The fingerprints of a tag: two while texts move to a new key. */
function termsOfTag(keys: JournalKeys, tag: string): string[] {
  const earlier = previousKeyTerms(keys);
  return [tagTerm(keys, tag), ...(earlier ? [tagTerm(earlier, tag)] : [])];
}

/** All tags of a journal, the last used first. Their names are only in the entries: the newest of each is opened. */
export async function listTags(member: Member): Promise<TagLine[]> {
  const keys = journalKeys(member);
  const marks = (await JournalEntryModel.distinct("marks", kept(member)))
    .filter((mark) => mark.startsWith("tag:"))
    .slice(0, MOST_TAGS);
  const lines = new Map<string, TagLine>();
  while (marks.length > 0)
    for (const line of await Promise.all(
      marks.splice(0, AT_ONCE).map((mark) => newestWith(member, keys, mark)),
    )) {
      const known = line && lines.get(line.tag.toLowerCase());
      if (line && (!known || known.last < line.last)) lines.set(line.tag.toLowerCase(), line);
    }
  return [...lines.values()].sort((a, b) =>
    a.last < b.last ? 1 : a.last > b.last ? -1 : a.tag < b.tag ? -1 : 1,
  );
}

async function newestWith(member: Member, keys: JournalKeys, mark: string): Promise<TagLine | null> {
  const record = await JournalEntryModel.findOne({ ...kept(member), marks: mark }, { forDate: 1, sealed: 1 })
    .sort(NEWEST_FIRST)
    .lean();
  const content = record && contentOrNull(keys, record);
  const tag = content?.tags.find((each) => termsOfTag(keys, each).includes(mark));
  return record && tag !== undefined ? { tag, last: record.forDate } : null;
}

/** How much is looked at for tags to suggest: what was written lately. */
const LATELY = { records: 25, bytes: 128 * 1024 };

/** Tags of what was written lately, to be picked where one types. Its cost does not grow with the journal. */
export async function recentTags(member: Member): Promise<string[]> {
  const keys = journalKeys(member);
  const query = JournalEntryModel.find(kept(member), { sealed: 1 }).sort(NEWEST_FIRST);
  const { records } = await readBounded<Pick<JournalEntryRecord, "_id" | "sealed">>(query, LATELY);
  return collectTags(records.map((record) => contentOrNull(keys, record)));
}

/** How many entries one press changes at most, and how many in one go. */
const MOST_AT_ONCE = 2_000;
const SLICE = 100;

export type TagChangeResult =
  /** `isAll`: nothing is left to do; else the same press goes on. */
  { ok: true; isAll: boolean } | { ok: false; code: keyof typeof TAG_REFUSALS };

/** Everything finished that has a tag, in the trash too. */
const withTag = (member: Member, keys: JournalKeys, tag: string) => ({
  userId: member.id,
  status: "final" as const,
  marks: { $in: termsOfTag(keys, tag) },
});

/**
 * Renames, merges or removes a tag in every entry. An entry that is saved meanwhile is left to the next press. What was
 * changed is remembered for thirty days, so that it can be taken back.
 */
export async function changeTag(
  member: Member,
  change: TagChange,
  most = MOST_AT_ONCE,
): Promise<TagChangeResult> {
  const keys = journalKeys(member);
  const { kind, tag, to } = change;
  const isSame = tag.toLowerCase() === to.toLowerCase();
  const goesOn = sameChange(await readLastTagChange(member), change);
  if (kind === "merge" && isSame) return { ok: false, code: "same" };
  if (kind !== "remove" && !isSame && !goesOn) {
    const isThere = (await JournalEntryModel.exists(withTag(member, keys, to))) !== null;
    if (isThere !== (kind === "merge")) return { ok: false, code: isThere ? "exists" : "missing" };
  }
  const found = await JournalEntryModel.find(withTag(member, keys, tag), { _id: 1 })
    .limit(most + 1)
    .lean<{ _id: string }[]>();
  const ids = found.slice(0, most).map(({ _id }) => _id);
  for (let at = 0; at < ids.length; at += SLICE) {
    const changed = await rewrite(member, keys, ids.slice(at, at + SLICE), (tags) => {
      const next = tagsAfter(tags, change);
      return (
        next && { next, hadBoth: !isSame && tags.some((name) => name.toLowerCase() === to.toLowerCase()) }
      );
    });
    await rememberChange(member, change, changed);
  }
  return { ok: true, isAll: found.length <= most };
}

const sameChange = (last: { change: TagChange } | null, change: TagChange) =>
  last !== null && JSON.stringify(last.change) === JSON.stringify(change);

/** Takes the last change back. @returns null when there is none; false while some is left for another press */
export async function undoTagChange(member: Member, most = MOST_AT_ONCE): Promise<boolean | null> {
  const last = await readLastTagChange(member);
  if (!last) return null;
  const keys = journalKeys(member);
  const now = last.entries.slice(0, most);
  for (let at = 0; at < now.length; at += SLICE) {
    const slice = new Map(now.slice(at, at + SLICE).map(({ id, hadBoth }) => [id, hadBoth]));
    await rewrite(member, keys, [...slice.keys()], (tags, id) => {
      const hadBoth = slice.get(id) ?? false;
      return { next: tagsBefore(tags, last.change, hadBoth), hadBoth };
    });
  }
  await forgetChange(member, now.length);
  return now.length === last.entries.length;
}

type Rewrite = (tags: readonly string[], id: string) => { next: string[]; hadBoth: boolean } | null;

/** @returns those that were written again */
async function rewrite(
  member: Member,
  keys: JournalKeys,
  ids: readonly string[],
  change: Rewrite,
): Promise<ChangedEntry[]> {
  const records = await JournalEntryModel.find(
    { _id: { $in: ids }, userId: member.id, status: "final" },
    { words: 0 },
  ).lean();
  const pause = createYielder();
  const writes = [];
  const changed: ChangedEntry[] = [];
  for (const record of records) {
    await pause();
    const { _id, userId, version, favourite } = record;
    const before = contentOrNull(keys, record);
    const done = before && change(before.tags, _id);
    if (!done) continue;
    const content = { ...before, tags: done.next };
    const words = wordTerms(keys, content);
    const { $set, $unset } = vocabularyUpdate(record.left, await storedTerms(keys, record, before), words);
    const said = {
      sealed: sealContent(keys, _id, content),
      words,
      marks: filterTermsOf(keys, record, content),
      updatedAt: now(),
      changedAt: now(),
    };
    changed.push({ id: _id, hadBoth: done.hadBoth });
    writes.push({
      updateOne: {
        filter: { _id, userId, version, favourite },
        update: { $set: { ...said, ...$set }, $unset, $inc: { version: 1 } },
      },
    });
  }
  if (writes.length > 0) await JournalEntryModel.bulkWrite(writes, { ordered: false });
  return changed;
}
