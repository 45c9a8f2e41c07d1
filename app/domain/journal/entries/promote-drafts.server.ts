import { duplicateKeyFields } from "#models/db/failures.server";
import { JournalEntryModel, type JournalEntryRecord } from "#models/journal-entry.server";
import { UserModel } from "#models/user.server";
import { DAY } from "~/domain/calendar/durations";
import type { Member } from "~/domain/member/member";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import { isBlank } from "./content";
import { entryIdOf } from "./drafts.server";
import { finalEntry } from "./finish-entry.server";
import { contentOrNull, journalKeys, type JournalKeys } from "./sealed-content.server";

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
