import { reencryption, type Reencryption } from "#models/db/reencryption.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { KeyReencryption } from "#models/user/keys.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { reencryptMessages } from "~/domain/coaches/threads.server";
import { reencryptInsights } from "~/domain/insights/stored-insight.server";
import { reencryptConversation } from "~/domain/journal/conversation/conversation.server";
import { reencryptExcludedTags } from "~/domain/journal/entries/entries.server";
import { reencryptEntries, reencryptVersions } from "~/domain/journal/entries/versions.server";
import { reencryptPictures } from "~/domain/journal/pictures/pictures.server";
import { reencryptIntentions, reindexIntentions } from "~/domain/journal/prayers/encrypted-intention.server";
import { reencryptRotations } from "~/domain/journal/prayers/rotation.server";
import { reencryptOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import {
  indexWords,
  markIndexCurrent,
  OUTDATED_INDEX,
  pruneVocabulary,
} from "~/domain/journal/vocabulary/maintain-vocabulary.server";
import { reencryptVocabulary } from "~/domain/journal/vocabulary/vocabulary.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { deriveMemberKey, reencryptIfOld } from "~/domain/member/member-keys.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { reencryptGuidance } from "~/domain/ways/assigned-passages.server";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/** What waits for the next click: exports, imports, administrators' files. */
const resealFiles = reencryption(TransferFileModel, (member: Member) => {
  const key = deriveMemberKey(member, "held-file");
  return ({ _id, sealed }) => {
    const moved = reencryptIfOld(key, sealed, `heldFiles|${_id}|1`);
    return moved && { set: { sealed: moved } };
  };
});

/** Everything sealed with a person's key; anything missing here would stay with the old key. */
const REENCRYPTED_KINDS: readonly Reencryption<Member>[] = [
  reencryptEntries,
  reencryptVersions,
  reencryptOwnPrompts,
  reencryptVocabulary,
  reencryptPictures,
  reencryptConversation,
  reencryptIntentions,
  reencryptRotations,
  reencryptInsights,
  reencryptMessages,
  reencryptExcludedTags,
  reencryptGuidance,
  resealFiles,
];

/** How many records are rewritten in one go: few, because each entry has a hundred index rows. */
const SLICE = 25;
/** Requests that began with the old key are over by then; the second round finds what they wrote. */
const SECOND_ROUND_MS = 10 * MINUTE;

/** When this can go on; null when everything has its new key. */
function nextSliceAt(move: KeyReencryption | null | undefined): Date | null {
  if (!move) return null;
  return move.round === 1 ? move.since : new Date(move.since.getTime() + SECOND_ROUND_MS);
}

/**
 * Re-encrypts all of a person's texts with their new key, slice by slice, while `goesOn` allows. However it is stopped,
 * the next run resumes there: until then both keys open, and what has moved is not moved again.
 */
export async function reencryptTexts(member: Member, goesOn: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const user = await UserModel.findById(member.id).select({ keyMove: 1 }).lean();
    const due = nextSliceAt(user?.keyMove);
    if (!user?.keyMove || !due || due > now()) return;
    if (!(await runRound(member, user.keyMove, goesOn))) return;
    await endRound(member.id, user.keyMove);
  }
}

/** @returns whether it came to the end */
async function runRound(
  member: Member,
  move: KeyReencryption,
  goesOn: () => Promise<boolean>,
): Promise<boolean> {
  const begin = REENCRYPTED_KINDS.findIndex(({ kind }) => kind === move.kind);
  let { done } = move;
  for (const { kind, ids, reseal } of REENCRYPTED_KINDS.slice(Math.max(0, begin))) {
    const after = kind === move.kind ? move.after : "";
    const waiting = (await ids(member)).filter((id) => id > after);
    while (waiting.length > 0) {
      if (!(await goesOn())) return false;
      const slice = waiting.splice(0, SLICE);
      await reseal(member, slice);
      done += slice.length;
      const at = { kind, after: slice.at(-1) ?? "", done };
      if (!(await saveProgress(member.id, move, at))) return false;
    }
  }
  return true;
}

const roundFilter = (userId: number, { since, round }: KeyReencryption) => ({
  _id: userId,
  "keyMove.since": since,
  "keyMove.round": round,
});

/** @returns false if this move is over */
async function saveProgress(
  userId: number,
  move: KeyReencryption,
  at: Pick<KeyReencryption, "kind" | "after" | "done">,
): Promise<boolean> {
  const keyMove = { since: move.since, round: move.round, ...at };
  return (await UserModel.updateOne(roundFilter(userId, move), { $set: { keyMove } })).matchedCount === 1;
}

async function endRound(userId: number, move: KeyReencryption): Promise<void> {
  const next = { since: move.since, round: 2, kind: "", after: "", done: 0 };
  const keyMove = move.round === 1 ? next : null;
  await UserModel.updateOne(roundFilter(userId, move), { $set: { keyMove } });
}

export type ReencryptionProgress = { done: number; total: number };

/** How far it is, for its person; null when there is nothing to wait for. */
export async function readReencryptionProgress(member: Member): Promise<ReencryptionProgress | null> {
  if (!member.earlierKey()) return null;
  const user = await UserModel.findById(member.id).select({ keyMove: 1 }).lean();
  if (user?.keyMove?.round !== 1) return null;
  const counts = await Promise.all(REENCRYPTED_KINDS.map(async ({ ids }) => (await ids(member)).length));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { done: Math.min(user.keyMove.done, total), total };
}

/**
 * Indexes a member's texts with the current tokeniser, a batch at a time, while `goesOn` allows. However it is stopped, the
 * next run resumes there: each record names the version of its terms.
 */
export async function reindexWords(member: Member, goesOn: () => Promise<boolean>): Promise<void> {
  if (!(await reindexIntentions(member, goesOn)) || !(await indexWords(member, goesOn))) return;
  await markIndexCurrent(member.id);
}

const BATCH = 100;

/** Re-indexes every journal whose key the server has. Sealed ones are re-indexed when their members visit. */
export async function reindexJournals(signal: AbortSignal): Promise<void> {
  const goesOn = () => Promise.resolve(!signal.aborted);
  let after = -Infinity;
  while (!signal.aborted) {
    const users = await UserModel.find({ ...OUTDATED_INDEX, sealing: null, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    for (const user of users) await reindexOne(user, goesOn);
    after = users.at(-1)?._id ?? after;
    if (users.length < BATCH) return;
  }
}

async function reindexOne(user: UserRecord, goesOn: () => Promise<boolean>): Promise<void> {
  const member = memberFrom(user);
  try {
    // While a key changes, both keys have terms: the next round comes back to it.
    if (!member.earlierKey()) await reindexWords(member, goesOn);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
  }
}

function isReencryptionDue({ keyMove }: UserRecord): boolean {
  const due = nextSliceAt(keyMove);
  return due !== null && due <= now();
}

/** Re-indexing waits for the end of a re-encryption: until then a search reads the entries. */
const isReindexDue = ({ wordsDue, sealing, wordsVersion }: UserRecord, member: Member) =>
  Boolean((wordsDue || (sealing && wordsVersion !== WORDS_VERSION)) && !member.earlierKey());

/** Re-encrypts the texts of a journal whose key changes, and re-indexes their words for its search. */
export const SEALING_TASK: OnVisitTask = {
  isDue: (user, member) => isReencryptionDue(user) || isReindexDue(user, member),
  async run(member, isPresent, user) {
    // Terms that were noted with the earlier key are found only with that key, so they are removed before it goes.
    if (user.wordsDue) await pruneVocabulary(member);
    await reencryptTexts(member, isPresent);
    if (isReindexDue(user, member)) await reindexWords(member, isPresent);
  },
};

/**
 * How long the operator says they keep backups, and when the last one from before the
 * journal was sealed is gone (counted from now if it is not sealed). Null if the operator has not said.
 */
export type BackupRetention = { days: number; lastDay: string; areGone: boolean } | null;

export function backupRetention({ sealed, timezone }: Member): BackupRetention {
  const days = env.BACKUP_DAYS;
  if (!days) return null;
  // A day later, because the last one before may have been made in the same hour.
  const end = new Date((sealed?.since ?? now()).getTime() + (days + 1) * DAY);
  return { days, lastDay: formatDate(localMoment(end, timezone).date), areGone: end <= now() };
}
