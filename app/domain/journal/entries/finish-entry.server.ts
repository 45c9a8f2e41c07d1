import { createIfMissing } from "#models/db/queries.server";
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
import { EMPTY_CONTENT, isBlank, isSameContent, type EntryContent } from "./content";
import { draftFilter, draftKeyOf, entryIdOf, type SaveOrigin } from "./drafts.server";
import { seasonLine, type EntryInput } from "./entry";
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

type NewEntryFields = Omit<
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

/** The record of a new entry: encrypted, with its index terms. */
function finalEntry(keys: JournalKeys, fields: NewEntryFields, content: EntryContent): JournalEntryRecord {
  return {
    ...fields,
    status: "final",
    version: 1,
    favourite: false,
    excludeFromInsights: false,
    marks: filterTermsOf(keys, { ...fields, favourite: false }, content),
    words: wordTerms(keys, content),
    sealed: sealContent(keys, fields._id, content),
    ...(content.pictures?.length && { pictures: pictureIdsOf(content) }),
    deletedAt: null,
    changedAt: now(),
  };
}

export type FinishResult = { ok: true; id: string } | { ok: false; code: "future_day" | "empty" };

/** Saves a reflection as an entry and removes its draft. */
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
  // The draft is deleted after the entry is stored: a crash in between duplicates the text instead of losing it.
  await JournalEntryModel.deleteOne(
    draftFilter(member, keys, draftKeyOf(writing.slot, writing.forDate, writing.content.prayer), origin),
  );
  return { ok: true, id };
}

type NewFreePage = Pick<EntryContent, "title" | "body"> & { forDate?: string; passageRef?: string };

/**
 * Saves a text from elsewhere, for example from a coach or an insight, as a free page of today unless `forDate` is given.
 * @returns the id of the entry, or null if it cannot be saved
 */
export async function finishFreePage(
  member: Member,
  { title, body, forDate, passageRef = "" }: NewFreePage,
  submission: string | undefined,
): Promise<string | null> {
  const page = {
    ...{ kind: "free" as const, slot: "none" as const, promptSet: "", promptIds: [], passageRef },
    forDate: forDate ?? localMoment(now(), member.timezone).date,
    content: { ...EMPTY_CONTENT, title, body },
  };
  // Version 0 leaves the draft of the free page alone.
  const result = await finishEntry(member, page, { submission, draftVersion: 0 });
  return result.ok ? result.id : null;
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
    if (await createIfMissing(JournalEntryModel, record)) {
      await checkEntryForCrisis(record.passageRef, content);
      return record._id;
    }
    const repeat = await mergeRepeatedPost(keys, content, record);
    if (repeat === "same") release();
    if (repeat) return record._id;
    // The entry was edited since the first post, so this text becomes a second entry.
    const copy = make(randomToken(16));
    await JournalEntryModel.create(copy);
    await checkEntryForCrisis(copy.passageRef, content);
    return copy._id;
  });
}

/**
 * Handles a form that was posted before. An equal text changes nothing; a different text, for example after the browser's back
 * button, replaces the first one. Null if the entry was edited or moved to the trash since.
 */
async function mergeRepeatedPost(
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

/** Drafts unchanged for this many days become entries (docs/product.md#drafts-and-offline-text). */
export const DRAFT_DAYS = 90;
const BATCH_SIZE = 100;

/**
 * Turns old drafts into entries of their day, so that no text expires. A blank draft is deleted; an unreadable one stays.
 * Idempotent and interruptible: the entry's id is derived from the draft, which is deleted only after the entry is saved.
 * Drafts of sealed journals wait for `promoteOldDraftsOf`.
 * @returns how many drafts have become entries
 */
export async function promoteOldDrafts(signal?: AbortSignal): Promise<number> {
  const end = new Date(now().getTime() - DRAFT_DAYS * DAY);
  let promoted = 0;
  let after = "";
  const sealedUsers = new Set<number>();
  for (;;) {
    const drafts = await JournalEntryModel.find({
      draftKey: { $exists: true },
      updatedAt: { $lte: end },
      _id: { $gt: after },
    })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .lean();
    for (const draft of drafts) {
      if (signal?.aborted) return promoted;
      const keys = await keysOf(draft.userId);
      if (keys === "sealed") sealedUsers.add(draft.userId);
      else if (await promoteDraft(draft, keys)) promoted++;
    }
    after = drafts.at(-1)?._id ?? "";
    if (drafts.length < BATCH_SIZE) break;
  }
  logSealedUsers(sealedUsers.size);
  return promoted;
}

let lastLogged = 0;

/** Logs the number of members with old drafts in a sealed journal whenever the number changes. */
function logSealedUsers(people: number): void {
  if (people !== lastLogged) log.info("drafts.sealed_wait", { people });
  lastLogged = people;
}

/** Promotes the old drafts of a member with a sealed journal; called during their visit, when the keys are available. */
export async function promoteOldDraftsOf(member: Member): Promise<void> {
  const end = new Date(now().getTime() - DRAFT_DAYS * DAY);
  const mine = { userId: member.id, draftKey: { $exists: true }, updatedAt: { $lte: end } };
  for (const draft of await JournalEntryModel.find(mine).lean())
    await promoteDraft(draft, journalKeys(member));
}

async function promoteDraft(draft: JournalEntryRecord, keys: JournalKeys | null): Promise<boolean> {
  const entry = keys && entryOf(keys, draft);
  if (!entry || entry === "unreadable") return false;
  if (entry !== "blank") await createIfMissing(JournalEntryModel, entry);
  // A draft saved again since it was read stays: duplicated text is better than lost text.
  const { _id, userId, version } = draft;
  await JournalEntryModel.deleteOne({ _id, userId, version, status: "draft" });
  return entry !== "blank";
}

/** The journal keys of a user; "sealed" without the sealing password, null if they cannot be decrypted. */
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

function entryOf(keys: JournalKeys, draft: JournalEntryRecord): JournalEntryRecord | "blank" | "unreadable" {
  const content = contentOrNull(keys, draft);
  if (!content) return "unreadable";
  if (isBlank(content)) return "blank";
  const { draftKey: _key, savedBy: _by, ...rest } = draft;
  const id = entryIdOf(`kept|${draft._id}|${draft.version}`);
  return finalEntry(keys, { ...rest, _id: id, createdAt: draft.updatedAt }, content);
}
