import { DAY } from "~/domain/calendar/durations";
import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { isBlank } from "./content";
import { entryIdOf } from "./origin.server";
import { contentOrNull, journalKeys, marksOf, sealContent } from "./sealed-content.server";
import { wordMarks } from "~/domain/journal/history/search-index.server";
import { memberFrom } from "~/domain/member/member-from-record.server";

/** How long a draft may stay unfinished (docs/product.md#unsent-text). */
export const DRAFT_DAYS = 90;
/** Drafts that are looked at in one go. */
const BATCH = 100;

/**
 * Drafts untouched for ninety days become entries of the day they were for: what was typed is never deleted
 * by a clock. A draft without words is deleted; one that does not open stays where it is. Can be interrupted anywhere: an entry has
 * the same id however often it is made, and its draft is deleted only when the entry is saved.
 * @returns how many drafts have become entries
 */
export async function keepOldDrafts(signal?: AbortSignal): Promise<number> {
  const end = new Date(now().getTime() - DRAFT_DAYS * DAY);
  let kept = 0;
  let after = "";
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
      if (await keepDraft(draft)) kept++;
    }
    after = drafts.at(-1)?._id ?? "";
    if (drafts.length < BATCH) return kept;
  }
}

async function keepDraft(draft: JournalEntryRecord): Promise<boolean> {
  const entry = await entryOf(draft);
  if (entry === "unreadable") return false;
  if (entry) await createOnce(entry);
  // Saved again in the meantime, the draft stays: text twice, never not at all.
  const { _id, userId, version } = draft;
  await JournalEntryModel.deleteOne({ _id, userId, version, status: "draft" });
  return entry !== null;
}

/** The entry that a draft becomes; null where nothing is written in it. */
async function entryOf(draft: JournalEntryRecord): Promise<JournalEntryRecord | null | "unreadable"> {
  const user = await UserModel.findById(draft.userId).lean();
  if (!user) return "unreadable";
  let keys;
  try {
    keys = journalKeys(memberFrom(user));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
    return "unreadable";
  }
  const content = contentOrNull(keys, draft);
  if (!content) return "unreadable";
  if (isBlank(content)) return null;
  const { draftKey: _key, savedBy: _by, ...rest } = draft;
  const id = entryIdOf(`kept|${draft._id}|${draft.version}`);
  return {
    ...rest,
    _id: id,
    status: "final",
    createdAt: draft.updatedAt,
    version: 1,
    favourite: false,
    excludeFromInsights: false,
    marks: marksOf(keys, { ...rest, favourite: false }, content),
    words: wordMarks(keys, content),
    sealed: sealContent(keys, id, content),
    deletedAt: null,
  };
}

async function createOnce(entry: JournalEntryRecord): Promise<void> {
  try {
    await JournalEntryModel.create(entry);
  } catch (error) {
    if (!duplicateKeyFields(error)) throw error;
  }
}
