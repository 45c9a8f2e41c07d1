import type { Reencryption } from "#models/db/reencryption.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel, type UserRecord } from "#models/user.server";
import type { KeyReencryption } from "#models/user/keys.server";
import { DAY, MINUTE } from "~/domain/calendar/durations";
import { formatDate, localMoment } from "~/domain/calendar/local-day";
import { reencryptMessages } from "~/domain/coaches/threads.server";
import { reencryptInsights } from "~/domain/insights/insights.server";
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
import { textReencryption } from "~/domain/member/member-keys.server";
import type { OnVisitTask } from "~/domain/operations/on-visit-tasks.server";
import { reencryptGuidance } from "~/domain/ways/assigned-passages.server";
import { WORDS_VERSION } from "~/i18n/tokenizer";
import { now } from "~/platform/clock";
import { DecryptionError } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { log } from "~/platform/log.server";

/**
 * Stored transfer files: exports, staged imports, administrators' files. "held-file" is part of the key derivation
 * and must not change.
 */
const reencryptFiles = textReencryption(TransferFileModel, "held-file", ({ _id }) => `heldFiles|${_id}|1`);

/** All records encrypted with a member's key. A kind that is missing here would stay with the old key. */
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
  reencryptFiles,
];

/** Records per batch: small, because each entry has about a hundred index rows. */
const BATCH_SIZE = 25;
/** Delay of the second round, which re-encrypts what requests wrote that started with the old key. */
const SECOND_ROUND_MS = 10 * MINUTE;

/** When the next round is due; null when re-encryption has finished. */
function nextRoundAt(progress: KeyReencryption | null | undefined): Date | null {
  if (!progress) return null;
  return progress.round === 1 ? progress.since : new Date(progress.since.getTime() + SECOND_ROUND_MS);
}

/**
 * Re-encrypts a member's texts with their new key in batches, while `mayContinue` returns true. Resumable: until the end
 * both keys decrypt, and the progress is stored after each batch.
 */
export async function reencryptTexts(member: Member, mayContinue: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const user = await UserModel.findById(member.id).select({ keyMove: 1 }).lean();
    const due = nextRoundAt(user?.keyMove);
    if (!user?.keyMove || !due || due > now()) return;
    if (!(await runRound(member, user.keyMove, mayContinue))) return;
    await endRound(member.id, user.keyMove);
  }
}

/** @returns whether the round is complete */
async function runRound(
  member: Member,
  progress: KeyReencryption,
  mayContinue: () => Promise<boolean>,
): Promise<boolean> {
  const firstKind = REENCRYPTED_KINDS.findIndex(({ kind }) => kind === progress.kind);
  let { done } = progress;
  for (const { kind, ids, reencrypt } of REENCRYPTED_KINDS.slice(Math.max(0, firstKind))) {
    const after = kind === progress.kind ? progress.after : "";
    const pending = (await ids(member)).filter((id) => id > after);
    while (pending.length > 0) {
      if (!(await mayContinue())) return false;
      const slice = pending.splice(0, BATCH_SIZE);
      await reencrypt(member, slice);
      done += slice.length;
      const at = { kind, after: slice.at(-1) ?? "", done };
      if (!(await saveProgress(member.id, progress, at))) return false;
    }
  }
  return true;
}

const roundFilter = (userId: number, { since, round }: KeyReencryption) => ({
  _id: userId,
  "keyMove.since": since,
  "keyMove.round": round,
});

/** @returns false when another process has ended this round */
async function saveProgress(
  userId: number,
  progress: KeyReencryption,
  at: Pick<KeyReencryption, "kind" | "after" | "done">,
): Promise<boolean> {
  const keyMove = { since: progress.since, round: progress.round, ...at };
  return (await UserModel.updateOne(roundFilter(userId, progress), { $set: { keyMove } })).matchedCount === 1;
}

async function endRound(userId: number, progress: KeyReencryption): Promise<void> {
  const next = { since: progress.since, round: 2, kind: "", after: "", done: 0 };
  const keyMove = progress.round === 1 ? next : null;
  await UserModel.updateOne(roundFilter(userId, progress), { $set: { keyMove } });
}

export type ReencryptionProgress = { done: number; total: number };

/** Progress of the first round; null unless it is running. */
export async function readReencryptionProgress(member: Member): Promise<ReencryptionProgress | null> {
  if (!member.earlierKey()) return null;
  const user = await UserModel.findById(member.id).select({ keyMove: 1 }).lean();
  if (user?.keyMove?.round !== 1) return null;
  const counts = await Promise.all(REENCRYPTED_KINDS.map(async ({ ids }) => (await ids(member)).length));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { done: Math.min(user.keyMove.done, total), total };
}

/**
 * Re-indexes a member's texts with the current tokeniser in batches, while `mayContinue` returns true. Resumable: each
 * record stores the version of its terms.
 */
export async function reindexWords(member: Member, mayContinue: () => Promise<boolean>): Promise<void> {
  if (!(await reindexIntentions(member, mayContinue)) || !(await indexWords(member, mayContinue))) return;
  await markIndexCurrent(member.id);
}

const JOURNAL_BATCH_SIZE = 100;

/** Re-indexes every journal whose key the server has. Sealed journals are re-indexed at their owners' visits. */
export async function reindexJournals(signal: AbortSignal): Promise<void> {
  const mayContinue = () => Promise.resolve(!signal.aborted);
  let after = -Infinity;
  while (!signal.aborted) {
    const users = await UserModel.find({ ...OUTDATED_INDEX, sealing: null, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(JOURNAL_BATCH_SIZE)
      .lean();
    for (const user of users) await reindexOne(user, mayContinue);
    after = users.at(-1)?._id ?? after;
    if (users.length < JOURNAL_BATCH_SIZE) return;
  }
}

async function reindexOne(user: UserRecord, mayContinue: () => Promise<boolean>): Promise<void> {
  const member = memberFrom(user);
  try {
    // During a re-encryption the index has terms of both keys, so this journal is left to a later run.
    if (!member.earlierKey()) await reindexWords(member, mayContinue);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("journal.unreadable", error);
  }
}

function isReencryptionDue({ keyMove }: UserRecord): boolean {
  const due = nextRoundAt(keyMove);
  return due !== null && due <= now();
}

/** Re-indexing waits until a re-encryption has finished; until then a search decrypts the entries. */
const isReindexDue = ({ wordsDue, sealing, wordsVersion }: UserRecord, member: Member) =>
  Boolean((wordsDue || (sealing && wordsVersion !== WORDS_VERSION)) && !member.earlierKey());

/** Continues a pending re-encryption and re-indexing while the member is present. */
export const SEALING_TASK: OnVisitTask = {
  isDue: (user, member) => isReencryptionDue(user) || isReindexDue(user, member),
  async run(member, isPresent, user) {
    // Queued terms of the earlier key can only be found with that key, so they are pruned before it is dropped.
    if (user.wordsDue) await pruneVocabulary(member);
    await reencryptTexts(member, isPresent);
    if (isReindexDue(user, member)) await reindexWords(member, isPresent);
  },
};

/**
 * `days` is BACKUP_DAYS; `lastDay` is when the last backup from before the sealing expires, counted from now if the
 * journal is not sealed. Null while BACKUP_DAYS is unset.
 */
export type BackupRetention = { days: number; lastDay: string; areGone: boolean } | null;

export function backupRetention({ sealed, timezone }: Member): BackupRetention {
  const days = env.BACKUP_DAYS;
  if (!days) return null;
  // One day more, because the last backup may be from the hour of the sealing.
  const end = new Date((sealed?.since ?? now()).getTime() + (days + 1) * DAY);
  return { days, lastDay: formatDate(localMoment(end, timezone).date), areGone: end <= now() };
}
