import {
  CoachMessageModel,
  CoachThreadModel,
  type CoachMessageRecord,
  type CoachThreadRecord,
} from "#models/coaches.server";
import { createIfMissing } from "#models/db/queries.server";
import { reencryption } from "#models/db/reencryption.server";
import TREES from "~/content/coaches.yaml";
import { finishFreePage } from "~/domain/journal/entries/finish-entry.server";
import { allowRecount } from "~/domain/limits/journal-quota.server";
import type { Member } from "~/domain/member/member";
import {
  deriveMemberKey,
  deterministicId,
  readSealedText,
  reencryptSealed,
  type DerivedKey,
} from "~/domain/member/member-keys.server";
import { hasCoach, type CoachKey } from "~/domain/member/plan";
import type { SignalSubject } from "~/domain/safety/crisis-signal";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { t } from "~/i18n/t";
import { now } from "~/platform/clock";
import { seal } from "~/platform/encryption.server";
import { randomToken } from "~/platform/signing.server";
import { readChosenEntries } from "./model-request.server";
import { DRAFT_MARK, nextTreeQuestion } from "./question-tree";
import { countTurns, type AnswerNote, type MessageKind, type ThreadMessage } from "./thread";

/** The encrypted part of a message: its text and everything that reveals something about the member. */
export type MessageContent = {
  text: string;
  kind: MessageKind;
  engine: "" | "rules" | "model";
  note: AnswerNote;
  about: SignalSubject | null;
};

export const PLAIN_TALK: Omit<MessageContent, "text"> = { kind: "talk", engine: "", note: "", about: null };

/** Purpose of the derived key that encrypts a member's threads. */
export const COACH_PURPOSE = "coach";
export const coachEncryptionKey = (member: Member) => deriveMemberKey(member, COACH_PURPOSE);

const associatedDataOf = ({ _id, threadId, seq }: Pick<CoachMessageRecord, "_id" | "threadId" | "seq">) =>
  `coachMessages|${threadId}|${seq}|${_id}|1`;

/** Encrypts a message. The associated data binds it to its thread and sequence number. */
export function encryptMessage(
  key: DerivedKey,
  position: Omit<CoachMessageRecord, "sealed">,
  content: MessageContent,
): CoachMessageRecord {
  return { ...position, sealed: seal(key.now, JSON.stringify(content), associatedDataOf(position)) };
}

/** Decrypts a message. If that fails, the error is logged and the text is null. */
function decryptMessage(key: DerivedKey, record: CoachMessageRecord): ThreadMessage {
  const { _id: id, seq, at } = record;
  const role = seq % 2 === 1 ? "person" : "coach";
  const decrypted = readSealedText(key, record.sealed, associatedDataOf(record), "coaches.unreadable");
  if (decrypted === null) return { id, seq, role, at, ...PLAIN_TALK, text: null };
  const { text, kind, engine, note, about } = JSON.parse(decrypted) as MessageContent;
  return { id, seq, role, at, kind, engine, note, about, text };
}

/** Re-encrypts messages with the member's new key. */
export const reencryptMessages = reencryption(
  CoachMessageModel,
  reencryptSealed(coachEncryptionKey, (record: CoachMessageRecord) => associatedDataOf(record)),
);

export type Thread = Omit<CoachThreadRecord, "_id" | "userId"> & { id: string; messages: ThreadMessage[] };

const isId = (id: string) => /^[\w-]{1,64}$/.test(id);
const MAX_LISTED_THREADS = 20;

type StartThreadResult = { ok: true; id: string } | { ok: false; code: "not_in_plan" | "unknown_passage" };

/** Creates a thread with its first question. Idempotent by `submission`. */
export async function startThread(
  member: Member,
  coachKey: CoachKey,
  { entryIds, passage }: { entryIds: readonly string[]; passage: string },
  submission?: string,
): Promise<StartThreadResult> {
  if (!hasCoach(member.subscriptionTier, coachKey)) return { ok: false, code: "not_in_plan" };
  const chosen = await readChosenEntries(member, entryIds.filter(isId));
  const passageRef =
    passage || (coachKey === "reader" ? (chosen.find((entry) => entry.passageRef)?.passageRef ?? "") : "");
  if (passageRef && !findPassage(passageRef)) return { ok: false, code: "unknown_passage" };
  const key = coachEncryptionKey(member);
  const at = now();
  const _id = submission ? deterministicId(member, COACH_PURPOSE, `thread|${submission}`) : randomToken(16);
  const opening = encryptMessage(
    key,
    { _id: `${_id}-0`, userId: member.id, threadId: _id, seq: 0, at },
    { ...PLAIN_TALK, engine: "rules", text: nextTreeQuestion(TREES[coachKey], [], _id).text },
  );
  const isNew = await createIfMissing(CoachThreadModel, {
    _id,
    userId: member.id,
    coachKey,
    createdAt: at,
    updatedAt: at,
    passageRef,
    contextEntryIds: chosen.map(({ id }) => id),
    fixedUntil: null,
    stoppedMessage: "",
  });
  if (isNew) await createIfMissing(CoachMessageModel, opening);
  return { ok: true, id: _id };
}

/** A thread with its messages; null for an unknown id and for a thread of another member. */
export async function readThread(member: Member, id: string): Promise<Thread | null> {
  if (!isId(id)) return null;
  const [record, messages] = await Promise.all([
    CoachThreadModel.findOne({ _id: id, userId: member.id }).lean(),
    CoachMessageModel.find({ threadId: id, userId: member.id }).sort({ seq: 1 }).lean(),
  ]);
  if (!record) return null;
  const { _id, userId: _userId, ...thread } = record;
  const key = coachEncryptionKey(member);
  return { ...thread, id: _id, messages: messages.map((message) => decryptMessage(key, message)) };
}

/** A thread in a list; `begins` is the start of the member's first message. */
type ThreadLine = { id: string; coachKey: CoachKey; updatedAt: Date; turns: number; begins: string };

/** The member's newest threads, with one coach or with all. */
export async function listThreads(member: Member, coachKey?: CoachKey): Promise<ThreadLine[]> {
  const records = await CoachThreadModel.find({ userId: member.id, ...(coachKey && { coachKey }) })
    .sort({ updatedAt: -1, _id: -1 })
    .limit(MAX_LISTED_THREADS)
    .lean();
  const messages = await CoachMessageModel.find({ threadId: { $in: records.map(({ _id }) => _id) } })
    .sort({ threadId: 1, seq: 1 })
    .lean();
  const key = coachEncryptionKey(member);
  return records.map(({ _id, coachKey, updatedAt }) => {
    const own = messages.filter(({ threadId, userId }) => threadId === _id && userId === member.id);
    const first = own.find(({ seq }) => seq === 1);
    const begins = (first && decryptMessage(key, first).text) ?? "";
    const turns = own.filter(({ seq }) => seq % 2 === 1).length;
    return {
      id: _id,
      coachKey,
      updatedAt,
      turns,
      begins: begins.replace(/\s+/g, " ").slice(0, 140).toWellFormed(),
    };
  });
}

/**
 * Deletes a thread permanently; threads have no trash.
 * @returns false if the member has no such thread
 */
export async function deleteThread(member: Member, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  await CoachMessageModel.deleteMany({ threadId: id, userId: member.id });
  const { deletedCount } = await CoachThreadModel.deleteOne({ _id: id, userId: member.id });
  await allowRecount(member);
  return deletedCount === 1;
}

/** All threads with a message of the member, oldest first, for the export. */
export async function* threadsForExport(member: Member): AsyncGenerator<Thread> {
  for await (const { _id } of CoachThreadModel.find({ userId: member.id }, { _id: 1 })
    .sort({ updatedAt: 1, _id: 1 })
    .lean()
    .cursor()) {
    const thread = await readThread(member, _id);
    if (thread && countTurns(thread.messages) > 0) yield thread;
  }
}

/**
 * Saves a draft of the Scribe as a free page of the journal.
 * @returns the id of the entry, or null if the message is no draft or cannot be saved
 */
export async function saveCoachDraft(
  member: Member,
  threadId: string,
  messageId: string,
  submission: string | undefined,
): Promise<string | null> {
  const thread = await readThread(member, threadId);
  const text = thread?.messages.find(({ id, role }) => id === messageId && role === "coach")?.text;
  if (!text?.startsWith(DRAFT_MARK)) return null;
  const body = text.slice(DRAFT_MARK.length).trim();
  const title = /^dear\b/i.test(body) ? t("A draft of a letter") : t("A draft of a prayer");
  return finishFreePage(member, { title, body }, submission);
}
