import { CoachMessageModel, type CoachMessageRecord } from "#models/coach-message.server";
import { reencryption } from "#models/db/reencryption.server";
import { storedBytes } from "#models/db/stored-bytes.server";
import type { Member } from "~/domain/member/member";
import {
  openPersonal,
  personalKey,
  reencryptIfOld,
  type PersonalKey,
} from "~/domain/member/person-keys.server";
import type { SignalSubject } from "~/domain/safety/crisis-signal";
import { DecryptionError, seal } from "~/platform/encryption.server";
import { log } from "~/platform/log.server";
import type { AnswerNote, MessageKind, ThreadMessage } from "./thread";

/** What is said, and everything about it that tells of the person; stored sealed. */
export type MessageContent = {
  text: string;
  kind: MessageKind;
  engine: "" | "rules" | "model";
  note: AnswerNote;
  about: SignalSubject | null;
};

export const PLAIN_TALK: Omit<MessageContent, "text"> = { kind: "talk", engine: "", note: "", about: null };

/** The key of a person's conversations; one key a purpose. */
export const COACH_PURPOSE = "coach";
export const coachKeyOf = (member: Member) => personalKey(member, COACH_PURPOSE);

const associatedDataOf = ({ _id, threadId, seq }: Pick<CoachMessageRecord, "_id" | "threadId" | "seq">) =>
  `coachMessages|${threadId}|${seq}|${_id}|1`;

/** A record of a message, sealed for its place in its conversation. */
export function messageRecord(
  key: PersonalKey,
  place: Omit<CoachMessageRecord, "sealed">,
  content: MessageContent,
): CoachMessageRecord {
  return { ...place, sealed: seal(key.now, JSON.stringify(content), associatedDataOf(place)) };
}

/** A message as the rest of the application sees it; one that does not open has no text, and is logged for the operator. */
export function messageFrom(key: PersonalKey, record: CoachMessageRecord): ThreadMessage {
  const { _id: id, seq, at } = record;
  const role = seq % 2 === 1 ? "person" : "coach";
  try {
    const plain = openPersonal(key, storedBytes(record.sealed), associatedDataOf(record)).toString("utf8");
    const { text, kind, engine, note, about } = JSON.parse(plain) as MessageContent;
    return { id, seq, role, at, kind, engine, note, about, text };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error("coaches.unreadable", error);
    return { id, seq, role, at, ...PLAIN_TALK, text: null };
  }
}

/** What was said moves to its person's new key. */
export const resealMessages = reencryption(CoachMessageModel, (member: Member) => {
  const key = coachKeyOf(member);
  return (record) => {
    const moved = reencryptIfOld(key, record.sealed, associatedDataOf(record));
    return moved && { set: { sealed: moved } };
  };
});
