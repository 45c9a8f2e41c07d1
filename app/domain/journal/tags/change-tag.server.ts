import { JournalEntryModel } from "#models/journal-entry.server";
import {
  contentOrNull,
  journalKeys,
  marksOf,
  sealContent,
  type JournalKeys,
} from "~/domain/journal/entries/sealed-content.server";
import { termsBefore, unlisted, wordTerms } from "~/domain/journal/entries/search-index.server";
import type { Member } from "~/domain/member/member";
import { now } from "~/platform/clock";
import { pauses } from "~/platform/yielding.server";
import { marksOfTag } from "./list-tags.server";
import { tagsAfter, tagsBefore, type TAG_REFUSALS, type TagChange } from "./tag-change";
import { forgetChange, lastChange, rememberChange, type ChangedEntry } from "./tag-undo.server";

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
  marks: { $in: marksOfTag(keys, tag) },
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
  const goesOn = sameChange(await lastChange(member), change);
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
  const last = await lastChange(member);
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
  const pause = pauses();
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
    const { $set, $unset } = unlisted(record.left, await termsBefore(keys, record, before), words);
    const said = {
      sealed: sealContent(keys, _id, content),
      words,
      marks: marksOf(keys, record, content),
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
