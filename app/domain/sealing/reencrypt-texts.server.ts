import { resealing, type Resealing } from "#models/db/resealing.server";
import { TransferFileModel } from "#models/transfer-file.server";
import { UserModel } from "#models/user.server";
import type { KeyMove } from "#models/user/keys.server";
import { MINUTE } from "~/domain/calendar/durations";
import { resealMessages } from "~/domain/coaches/sealed-messages.server";
import { resealConversation } from "~/domain/conversation/topics.server";
import { resealInsights } from "~/domain/insights/sealed-insight.server";
import { resealExcludedTags } from "~/domain/journal/entries/excluded-tags.server";
import { resealEntries } from "~/domain/journal/entries/reseal-entries.server";
import { resealVersions } from "~/domain/journal/entries/versions.server";
import { resealPictures } from "~/domain/journal/pictures/pictures.server";
import { resealOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { resealWordList } from "~/domain/journal/word-list/word-list.server";
import type { Member } from "~/domain/member/member";
import { movedToNewKey, personalKey } from "~/domain/member/person-keys.server";
import { resealIntentions } from "~/domain/prayers/sealed-intention.server";
import { resealTurns } from "~/domain/prayers/turn.server";
import { resealGuidance } from "~/domain/ways/guidance.server";
import { now } from "~/platform/clock";

/** What waits for the next click: exports, imports, administrators' files. */
const resealFiles = resealing(TransferFileModel, (member: Member) => {
  const key = personalKey(member, "held-file");
  return ({ _id, sealed }) => {
    const moved = movedToNewKey(key, sealed, `heldFiles|${_id}|1`);
    return moved && { set: { sealed: moved } };
  };
});

/** Everything sealed with a person's key; anything missing here would stay with the old key. */
const KINDS: readonly Resealing<Member>[] = [
  resealEntries,
  resealVersions,
  resealOwnPrompts,
  resealWordList,
  resealPictures,
  resealConversation,
  resealIntentions,
  resealTurns,
  resealInsights,
  resealMessages,
  resealExcludedTags,
  resealGuidance,
  resealFiles,
];

/** How many records are rewritten in one go: few, because each entry has a hundred index rows. */
const SLICE = 25;
/** Requests that began with the old key are over by then; the second round finds what they wrote. */
const SECOND_ROUND_MS = 10 * MINUTE;

/** When this can go on; null when everything has its new key. */
export function nextMove(move: KeyMove | null | undefined): Date | null {
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
    const due = nextMove(user?.keyMove);
    if (!user?.keyMove || !due || due > now()) return;
    if (!(await oneRound(member, user.keyMove, goesOn))) return;
    await endRound(member.id, user.keyMove);
  }
}

/** @returns whether it came to the end */
async function oneRound(member: Member, move: KeyMove, goesOn: () => Promise<boolean>): Promise<boolean> {
  const begin = KINDS.findIndex(({ kind }) => kind === move.kind);
  let { done } = move;
  for (const { kind, ids, reseal } of KINDS.slice(Math.max(0, begin))) {
    const after = kind === move.kind ? move.after : "";
    const waiting = (await ids(member)).filter((id) => id > after);
    while (waiting.length > 0) {
      if (!(await goesOn())) return false;
      const slice = waiting.splice(0, SLICE);
      await reseal(member, slice);
      done += slice.length;
      const at = { kind, after: slice.at(-1) ?? "", done };
      if (!(await noteProgress(member.id, move, at))) return false;
    }
  }
  return true;
}

const sameMove = (userId: number, { since, round }: KeyMove) => ({
  _id: userId,
  "keyMove.since": since,
  "keyMove.round": round,
});

/** @returns false if this move is over */
async function noteProgress(
  userId: number,
  move: KeyMove,
  at: Pick<KeyMove, "kind" | "after" | "done">,
): Promise<boolean> {
  const keyMove = { since: move.since, round: move.round, ...at };
  return (await UserModel.updateOne(sameMove(userId, move), { $set: { keyMove } })).matchedCount === 1;
}

async function endRound(userId: number, move: KeyMove): Promise<void> {
  const next = { since: move.since, round: 2, kind: "", after: "", done: 0 };
  const keyMove = move.round === 1 ? next : null;
  await UserModel.updateOne(sameMove(userId, move), { $set: { keyMove } });
}

export type MoveProgress = { done: number; total: number };

/** How far it is, for its person; null when there is nothing to wait for. */
export async function moveProgress(member: Member): Promise<MoveProgress | null> {
  if (!member.earlierKey()) return null;
  const user = await UserModel.findById(member.id).select({ keyMove: 1 }).lean();
  if (user?.keyMove?.round !== 1) return null;
  const counts = await Promise.all(KINDS.map(async ({ ids }) => (await ids(member)).length));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { done: Math.min(user.keyMove.done, total), total };
}
