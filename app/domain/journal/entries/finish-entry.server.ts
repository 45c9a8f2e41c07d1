import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { localMoment } from "~/domain/calendar/local-day";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import { checkEntryForCrisis } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { randomToken } from "~/platform/signing.server";
import { isBlank, isSame, type EntryContent } from "./content";
import { draftFilter, draftKeyOf, entryIdOf, type SaveOrigin } from "./drafts.server";
import type { EntryInput } from "./entry";
import { seasonLine } from "./entry-view";
import {
  filterTermsOf,
  journalKeys,
  openContent,
  pictureIdsOf,
  sealContent,
  vocabularyUpdate,
  wordTerms,
  type JournalKeys,
} from "./sealed-content.server";
import { keepVersion } from "./versions.server";

type Begun = Omit<
  JournalEntryRecord,
  | "status"
  | "version"
  | "favourite"
  | "excludeFromInsights"
  | "marks"
  | "words"
  | "listed"
  | "left"
  | "sealed"
  | "pictures"
  | "deletedAt"
  | "changedAt"
  | "draftKey"
  | "savedBy"
>;

/** An entry as it is first kept: sealed, found by its fingerprints, and nobody's favourite yet. */
export function finalEntry(keys: JournalKeys, begun: Begun, content: EntryContent): JournalEntryRecord {
  return {
    ...begun,
    status: "final",
    version: 1,
    favourite: false,
    excludeFromInsights: false,
    marks: filterTermsOf(keys, { ...begun, favourite: false }, content),
    words: wordTerms(keys, content),
    sealed: sealContent(keys, begun._id, content),
    ...(content.pictures?.length && { pictures: pictureIdsOf(content) }),
    deletedAt: null,
    changedAt: now(),
  };
}

export type FinishResult = { ok: true; id: string } | { ok: false; code: "future_day" | "empty" };

/** Keeps a reflection and removes the draft it was. */
export async function finishEntry(
  member: Member,
  writing: EntryInput,
  origin: SaveOrigin,
): Promise<FinishResult> {
  const at = now();
  if (writing.forDate > localMoment(at, member.timezone).date) return { ok: false, code: "future_day" };
  if (isBlank(writing.content)) return { ok: false, code: "empty" };
  const keys = journalKeys(member);
  const { content, ...rest } = writing;
  const make = (id: string) =>
    finalEntry(
      keys,
      {
        ...rest,
        _id: id,
        userId: member.id,
        dayName: seasonLine(writing.forDate, member.prayer),
        timezone: member.timezone || "UTC",
        createdAt: at,
        updatedAt: at,
      },
      content,
    );
  const id = await store(member, keys, content, make, origin.submission);
  // Only after the entry is safe: a crash in between leaves the text twice, never not at all.
  await JournalEntryModel.deleteOne(
    draftFilter(member, keys, draftKeyOf(writing.slot, writing.forDate, writing.content.prayer), origin),
  );
  return { ok: true, id };
}

async function store(
  member: Member,
  keys: JournalKeys,
  content: EntryContent,
  make: (id: string) => JournalEntryRecord,
  submission: string | undefined,
): Promise<string> {
  const record = make(submission ? entryIdOf(submission) : randomToken(16));
  return storeWithinQuota(member, [record], async (release) => {
    try {
      await JournalEntryModel.create(record);
      await checkEntryForCrisis(record.passageRef, content);
      return record._id;
    } catch (error) {
      if (!duplicateKeyFields(error)) throw error;
    }
    const settled = await settleRepeat(keys, content, record);
    if (settled === "same") release();
    if (settled) return record._id;
    // The entry was edited since; what was typed now becomes a second entry.
    const copy = make(randomToken(16));
    await JournalEntryModel.create(copy);
    await checkEntryForCrisis(copy.passageRef, content);
    return copy._id;
  });
}

/** The same form came before: the same words change nothing; words changed after going back replace the first. */
async function settleRepeat(
  keys: JournalKeys,
  content: EntryContent,
  record: JournalEntryRecord,
): Promise<"same" | "replaced" | null> {
  const { _id, userId, sealed, marks, words, pictures = [], forDate, dayName, updatedAt } = record;
  const known = await JournalEntryModel.findOne({ _id, userId }).lean();
  if (!known) return null;
  const before = openContent(keys, known);
  if (known.forDate === forDate && isSame(before, content)) return "same";
  if (known.version !== 1 || known.deletedAt) return null;
  const { $set, $unset } = vocabularyUpdate(known.left, known.words, words);
  const [{ modifiedCount }] = await Promise.all([
    JournalEntryModel.updateOne(
      { _id, userId, version: 1, deletedAt: null },
      {
        $set: { sealed, marks, words, pictures, ...$set, forDate, dayName, updatedAt, changedAt: now() },
        $unset,
        $inc: { version: 1 },
      },
    ),
    keepVersion(keys, known, before),
  ]);
  if (modifiedCount === 0) return null;
  await checkEntryForCrisis(record.passageRef, content, before);
  return "replaced";
}
