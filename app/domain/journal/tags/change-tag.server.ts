import { z } from "zod";
import { storedBytes } from "#models/db/queries.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { DAY } from "~/domain/calendar/durations";
import { CONTENT_LIMITS, tagsFrom } from "~/domain/journal/entries/content";
import {
  contentOrNull,
  filterTermsOf,
  journalKeys,
  sealContent,
  storedTerms,
  vocabularyUpdate,
  wordTerms,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, openWithDerivedKey } from "~/domain/member/member-keys.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { createYielder } from "~/platform/concurrency.server";
import { seal } from "~/platform/encryption.server";
import { termsOfTag } from "./list-tags.server";

/** A change of a tag in all entries; `to` is empty for "remove". */
export type TagChange = { kind: "rename" | "merge" | "remove"; tag: string; to: string };

const tag = z.string().trim().min(1).max(CONTENT_LIMITS.tag);
const to = z
  .string(t("Please write the new name."))
  .transform(tagsFrom)
  .refine((names) => names.length > 0, t("Please write the new name."))
  .refine((names) => names.length < 2, t("One tag, without a comma."))
  .refine(
    (names) => names.every((name) => name.length <= CONTENT_LIMITS.tag),
    t("Please keep each tag under {tag} characters.", { tag: CONTENT_LIMITS.tag }),
  )
  .transform(([name = ""]) => name);

/** The forms of `/journal/tags`, by intent. */
export const TagFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["rename", "merge"]), tag, to }),
  z.object({ intent: z.literal("remove"), tag }),
  z.object({ intent: z.literal("undo") }),
]);

export const TAG_REFUSALS = {
  exists: t("You have this tag already. Merge the two instead."),
  missing: t("There is no such tag. Choose one of yours."),
  same: t("This is the same tag."),
};

const isTag = (name: string, other: string) => name.toLowerCase() === other.toLowerCase();

/** The tags of an entry after a change; null if it does not have the tag. */
function changedTags(tags: readonly string[], change: TagChange): string[] | null {
  if (!tags.some((name) => isTag(name, change.tag))) return null;
  const renamed = tags.map((name) => (isTag(name, change.tag) ? change.to : name));
  return tagsFrom(renamed.join(","));
}

/** The tags of an entry after undoing a change. With `hadBoth` the tag `change.to` stays, as it was there before. */
function restoredTags(tags: readonly string[], change: TagChange, hadBoth: boolean): string[] {
  const others = hadBoth || change.kind === "remove" ? tags : tags.filter((name) => !isTag(name, change.to));
  const at = tags.findIndex((name) => isTag(name, change.to));
  const position = at === -1 || hadBoth ? others.length : at;
  return tagsFrom([...others.slice(0, position), change.tag, ...others.slice(position)].join(","));
}

export function describeTagChange({ kind, tag: name, to: other }: TagChange): string {
  if (kind === "remove") return t("“{tag}” was taken off.", { tag: name });
  return kind === "merge"
    ? t("“{tag}” is part of “{other}” now.", { tag: name, other })
    : t("“{tag}” is “{other}” now.", { tag: name, other });
}

/** `hadBoth`: the entry had the new tag already before the change, so undoing the change does not remove it. */
type ChangedEntry = { id: string; hadBoth: boolean };
type StoredChange = { change: TagChange; entries: ChangedEntry[] };

const UNDO_MS = 30 * DAY;
/** Limits the record to about two megabytes; entries beyond it cannot be restored. */
const MAX_UNDO_ENTRIES = 50_000;

const idOf = (member: Member) => `tag-change|${member.id}`;
const keyOf = (member: Member) => deriveMemberKey(member, "held-file");
const associatedDataOf = (member: Member) => `heldFiles|${idOf(member)}|1`;

/** The last change of tags with its entries; null without one in the last thirty days. */
export async function readLastTagChange(member: Member): Promise<StoredChange | null> {
  const record = await TransferFileModel.findOne({
    _id: idOf(member),
    userId: member.id,
    expiresAt: { $gt: now() },
  }).lean();
  if (!record) return null;
  const plain = openWithDerivedKey(keyOf(member), storedBytes(record.sealed), associatedDataOf(member));
  return JSON.parse(plain.toString("utf8")) as StoredChange;
}

/** Stores the changed entries for an undo. Appends them to a record of the same change, and replaces a record of any other. */
async function recordChange(
  member: Member,
  change: TagChange,
  changed: readonly ChangedEntry[],
): Promise<void> {
  const last = await readLastTagChange(member);
  const earlier = last && isSameChange(last.change, change) ? last.entries : [];
  const entries = [...earlier, ...changed].slice(0, MAX_UNDO_ENTRIES);
  await storeChange(member, { change, entries });
}

/** Removes the first `count` entries from the record after they were restored. A record without entries is deleted. */
async function removeUndone(member: Member, count: number): Promise<void> {
  const last = await readLastTagChange(member);
  const entries = last?.entries.slice(count) ?? [];
  if (last && entries.length > 0) await storeChange(member, { ...last, entries });
  else await TransferFileModel.deleteOne({ _id: idOf(member), userId: member.id });
}

const isSameChange = (a: TagChange, b: TagChange) => JSON.stringify(a) === JSON.stringify(b);

async function storeChange(member: Member, stored: StoredChange): Promise<void> {
  const record = {
    userId: member.id,
    purpose: "tag-change" as const,
    sealed: seal(keyOf(member).now, JSON.stringify(stored), associatedDataOf(member)),
    expiresAt: new Date(now().getTime() + UNDO_MS),
  };
  await TransferFileModel.updateOne({ _id: idOf(member) }, { $set: record }, { upsert: true });
}

/** Entries changed by one request. */
const MAX_PER_REQUEST = 2_000;
const BATCH_SIZE = 100;

type TagChangeResult =
  /** `isAll` is false if entries are left; repeating the request continues the change. */
  { ok: true; isAll: boolean } | { ok: false; code: keyof typeof TAG_REFUSALS };

/** Matches the entries with a tag, including those in the trash. */
const withTag = (member: Member, keys: JournalKeys, tag: string) => ({
  userId: member.id,
  status: "final" as const,
  marks: { $in: termsOfTag(keys, tag) },
});

/**
 * Renames, merges or removes a tag in all entries, at most `max` in one call. An entry saved concurrently is left to the
 * next call. The change can be undone for thirty days.
 */
export async function changeTag(
  member: Member,
  change: TagChange,
  max = MAX_PER_REQUEST,
): Promise<TagChangeResult> {
  const keys = journalKeys(member);
  const { kind, tag, to } = change;
  const isSame = tag.toLowerCase() === to.toLowerCase();
  const last = await readLastTagChange(member);
  const isContinued = last !== null && isSameChange(last.change, change);
  if (kind === "merge" && isSame) return { ok: false, code: "same" };
  if (kind !== "remove" && !isSame && !isContinued) {
    const exists = (await JournalEntryModel.exists(withTag(member, keys, to))) !== null;
    if (exists !== (kind === "merge")) return { ok: false, code: exists ? "exists" : "missing" };
  }
  const found = await JournalEntryModel.find(withTag(member, keys, tag), { _id: 1 })
    .limit(max + 1)
    .lean<{ _id: string }[]>();
  const ids = found.slice(0, max).map(({ _id }) => _id);
  let isAll = found.length <= max;
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const { changed, hasConflict } = await rewriteTags(
      member,
      keys,
      ids.slice(at, at + BATCH_SIZE),
      (tags) => {
        const next = changedTags(tags, change);
        const hadBoth = !isSame && tags.some((name) => isTag(name, to));
        return next && { next, hadBoth };
      },
    );
    await recordChange(member, change, changed);
    if (hasConflict) isAll = false;
  }
  return { ok: true, isAll };
}

/** Undoes the last change. @returns null without a change to undo; false if another call has to continue */
export async function undoTagChange(member: Member, max = MAX_PER_REQUEST): Promise<boolean | null> {
  const last = await readLastTagChange(member);
  if (!last) return null;
  const keys = journalKeys(member);
  const entries = last.entries.slice(0, max);
  let isComplete = true;
  for (let at = 0; at < entries.length; at += BATCH_SIZE) {
    const batch = new Map(entries.slice(at, at + BATCH_SIZE).map(({ id, hadBoth }) => [id, hadBoth]));
    const { hasConflict } = await rewriteTags(member, keys, [...batch.keys()], (tags, id) => {
      const hadBoth = batch.get(id) ?? false;
      return { next: restoredTags(tags, last.change, hadBoth), hadBoth };
    });
    if (hasConflict) isComplete = false;
  }
  // The entries stay in the record, because restoring the tags of an entry twice has the same result.
  if (!isComplete) return false;
  await removeUndone(member, entries.length);
  return entries.length === last.entries.length;
}

type Rewrite = (tags: readonly string[], id: string) => { next: string[]; hadBoth: boolean } | null;

type Rewritten = { changed: ChangedEntry[]; hasConflict: boolean };

/**
 * Changes the tags of entries, with compare-and-set on their versions. `changed` includes the entries of a conflict, whose write a
 * concurrent save has prevented.
 */
async function rewriteTags(
  member: Member,
  keys: JournalKeys,
  ids: readonly string[],
  change: Rewrite,
): Promise<Rewritten> {
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
    const result = before && change(before.tags, _id);
    if (!result) continue;
    const content = { ...before, tags: result.next };
    const words = wordTerms(keys, content);
    const { $set, $unset } = vocabularyUpdate(record.left, await storedTerms(keys, record, before), words);
    const fields = {
      sealed: sealContent(keys, _id, content),
      words,
      marks: filterTermsOf(keys, record, content),
      updatedAt: now(),
      changedAt: now(),
    };
    changed.push({ id: _id, hadBoth: result.hadBoth });
    writes.push({
      updateOne: {
        filter: { _id, userId, version, favourite },
        update: { $set: { ...fields, ...$set }, $unset, $inc: { version: 1 } },
      },
    });
  }
  if (writes.length === 0) return { changed, hasConflict: false };
  const { matchedCount } = await JournalEntryModel.bulkWrite(writes, { ordered: false });
  return { changed, hasConflict: matchedCount < writes.length };
}
