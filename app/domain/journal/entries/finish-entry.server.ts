import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import { localMoment } from "~/domain/calendar/local-day";
import { storeWithinQuota } from "~/domain/limits/journal-quota.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { checkEntryForCrisis } from "~/domain/safety/detect-crisis.server";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { randomToken } from "~/platform/signing.server";
import { isBlank, isSameContent, type EntryContent } from "./content";
import { draftFilter, draftKeyOf, entryIdOf, type SaveOrigin } from "./drafts.server";
import type { EntryInput } from "./entry";
import { seasonLine } from "./entry-view";
import {
  contentOrNull,
  filterTermsOf,
  journalKeys,
  openContent,
  pictureIdsOf,
  sealContent,
  vocabularyUpdate,
  wordTerms,
  type JournalKeys,
} from "./sealed-content.server";
import { storeVersion } from "./versions.server";

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
  if (known.forDate === forDate && isSameContent(before, content)) return "same";
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
    storeVersion(keys, known, before),
  ]);
  if (modifiedCount === 0) return null;
  await checkEntryForCrisis(record.passageRef, content, before);
  return "replaced";
}

/** How long a draft may stay unfinished (docs/product.md#drafts-and-offline-text). */
export const DRAFT_DAYS = 90;
/** Drafts that are looked at in one go. */
const BATCH = 100;

/**
 * Drafts untouched for ninety days become entries of the day they were for: what was typed is never deleted
 * by a clock. A draft without words is deleted; one that does not open stays where it is. Can be interrupted anywhere: an entry has
 * the same id however often it is made, and its draft is deleted only when the entry is saved.
 * @returns how many drafts have become entries
 */
export async function promoteOldDrafts(signal?: AbortSignal): Promise<number> {
  const end = new Date(now().getTime() - DRAFT_DAYS * DAY);
  let kept = 0;
  let after = "";
  const away = new Set<number>();
  for (;;) {
    const drafts = await JournalEntryModel.find({
      draftKey: { $exists: true },
      updatedAt: { $lte: end },
      _id: { $gt: after },
    })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const draft of drafts) {
      if (signal?.aborted) return kept;
      const keys = await keysOf(draft.userId);
      if (keys === "sealed") away.add(draft.userId);
      else if (await keepDraft(draft, keys)) kept++;
    }
    after = drafts.at(-1)?._id ?? "";
    if (drafts.length < BATCH) break;
  }
  noteAway(away.size);
  return kept;
}

let lastAway = 0;

/** Logs how many people have drafts waiting behind a seal, when that changes. */
function noteAway(people: number): void {
  if (people !== lastAway) log.info("drafts.sealed_wait", { people });
  lastAway = people;
}

/** The same for one person, whose journal is sealed: while they are here. */
export async function promoteOldDraftsOf(member: Member): Promise<void> {
  const end = new Date(now().getTime() - DRAFT_DAYS * DAY);
  const mine = { userId: member.id, draftKey: { $exists: true }, updatedAt: { $lte: end } };
  for (const draft of await JournalEntryModel.find(mine).lean()) await keepDraft(draft, journalKeys(member));
}

async function keepDraft(draft: JournalEntryRecord, keys: JournalKeys | null): Promise<boolean> {
  const entry = keys && entryOf(keys, draft);
  if (!entry || entry === "unreadable") return false;
  if (entry !== "blank") await createOnce(entry);
  // If it was saved again meanwhile, the draft stays: better the text twice than lost.
  const { _id, userId, version } = draft;
  await JournalEntryModel.deleteOne({ _id, userId, version, status: "draft" });
  return entry !== "blank";
}

/** The keys of a draft's writer; null if they do not open. */
async function keysOf(userId: number): Promise<JournalKeys | "sealed" | null> {
  const user = await UserModel.findById(userId).lean();
  if (!user) return null;
  if (user.sealing) return "sealed";
  try {
    return journalKeys(memberFrom(user));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return null;
  }
}

/** The entry that a draft becomes; blank if nothing is written in it. */
function entryOf(keys: JournalKeys, draft: JournalEntryRecord): JournalEntryRecord | "blank" | "unreadable" {
  const content = contentOrNull(keys, draft);
  if (!content) return "unreadable";
  if (isBlank(content)) return "blank";
  const { draftKey: _key, savedBy: _by, ...rest } = draft;
  const id = entryIdOf(`kept|${draft._id}|${draft.version}`);
  return finalEntry(keys, { ...rest, _id: id, createdAt: draft.updatedAt }, content);
}

async function createOnce(entry: JournalEntryRecord): Promise<void> {
  try {
    await JournalEntryModel.create(entry);
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}
